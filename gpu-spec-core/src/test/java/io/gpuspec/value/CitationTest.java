package io.gpuspec.value;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.GpuSpec;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CitationTest {

  @Test
  void aStatusPrintsAsTheWordOfCatalogFiles() {
    assertThat(Arrays.stream(Citation.Status.values()).map(Citation.Status::toString))
        .containsExactly("documented", "unconfirmed", "example", "third-party");
  }

  @Test
  void aWordOfCatalogFilesIsReadAsItsStatus() {
    for (Citation.Status status : Citation.Status.values()) {
      assertThat(Citation.Status.parse(status.toString())).isEqualTo(status);
    }
    assertError(() -> Citation.Status.parse("hearsay"), "citation.unknown", "hearsay");
  }

  @Test
  void printsTitleDateAndStatus() {
    assertThat(new Citation("A list", "2024-05", Citation.Status.THIRD_PARTY))
        .hasToString("A list, 2024-05 (third-party)");
  }

  @Test
  void anArchitecturePrintsAndReadsAsKubernetesNamesIt() {
    assertThat(Arrays.stream(Arch.values()).map(Arch::toString)).containsExactly("amd64", "arm64");
    for (Arch arch : Arch.values()) {
      assertThat(Arch.parse(arch.toString())).isEqualTo(arch);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "AMD64", "x86_64", "arm"})
  void anotherArchitectureIsRefused(String arch) {
    assertError(() -> Arch.parse(arch), "value.unknown", arch);
  }

  @Test
  void aLifecyclePrintsAsTheWordOfCatalogFiles() {
    assertThat(GpuSpec.Lifecycle.CURRENT).hasToString("current");
    assertThat(GpuSpec.Lifecycle.RETIRED).hasToString("retired");
  }

  @Test
  void notesAndRejectionsPrintInOneLine() {
    assertThat(Note.of("gpu.alias", "read as L20")).hasToString("gpu.alias: read as L20");
    assertThat(
            new Rejection(
                "T4 x1",
                List.of(Finding.unmet("cpu", "too little"), Finding.unmet("memory", "too much"))))
        .hasToString("T4 x1: cpu: too little; memory: too much");
  }
}
