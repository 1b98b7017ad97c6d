package io.gpuspec;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.value.MemorySize;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GpuModelTest {

  @Test
  void nominalAndReportedMemoryAreToldApart() {
    GpuModel t4 = GpuModel.find("T4").get(0);

    assertThat(t4).hasToString("T4 · 16Gi · Turing 7.5");
    assertThat(t4.memoryReported()).contains(MemorySize.ofMebibytes(15109));
    assertThat(t4.aliases()).containsExactly("Tesla T4", "nvidia-tesla-t4");
    assertThat(t4.architecture()).isEqualTo("Turing");
    assertThat(t4.computeCapability()).isEqualTo("7.5");
    assertThat(t4.hasMig()).isFalse();
    assertThat(GpuModel.find("A100-40G").get(0).hasMig()).isTrue();
    assertThat(GpuModel.find("V100-32G").get(0).memoryReported()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "T4, 7.5, true",
    "T4, 7.0, true",
    "T4, 8.0, false",
    "V100-32G, 7.5, false",
    "B200, 9.0, true",
    "H100, 10.0, false"
  })
  void computeCapabilitiesAreComparedAsVersions(String gpu, String least, boolean isAtLeast) {
    assertThat(GpuModel.find(gpu))
        .isNotEmpty()
        .allMatch(model -> model.isComputeCapabilityAtLeast(least) == isAtLeast);
  }

  @Test
  void noCardReportsMoreThanItIsSoldWith() {
    assertThat(GpuModel.all())
        .allSatisfy(
            model ->
                model
                    .memoryReported()
                    .ifPresent(
                        reported -> assertThat(reported).isLessThanOrEqualTo(model.memory())));
  }

  @Test
  void aNameIsOfOneModelOrSeveralAndAnotherIsAnError() {
    assertThat(GpuModel.parse("Tesla-T4")).extracting(GpuModel::name).containsExactly("T4");
    assertThat(GpuModel.parse("V100"))
        .extracting(GpuModel::name)
        .containsExactly("V100-16G", "V100-32G");
    assertThat(GpuModel.find("T5")).isEmpty();
    assertError(() -> GpuModel.parse("T5"), "gpu.unknown", "T5");
  }

  @Test
  void canonicalNamesAreUniqueAndNobodysAlias() {
    List<String> names = new ArrayList<>();
    GpuModel.all().forEach(model -> names.add(model.name()));

    assertThat(names).doesNotHaveDuplicates();
    assertThat(GpuModel.all())
        .allSatisfy(model -> assertThat(model.aliases()).doesNotContainAnyElementsOf(names));
  }

  @Test
  void theA16IsOneGpuOfItsBoardOfFour() {
    GpuModel a16 = GpuModel.find("A16(GA107)").get(0);

    assertThat(a16).hasToString("A16 · 16Gi · Ampere 8.6");
    assertThat(a16.hasMig()).isFalse();
    assertThat(a16.memoryReported()).isEmpty();
  }
}
