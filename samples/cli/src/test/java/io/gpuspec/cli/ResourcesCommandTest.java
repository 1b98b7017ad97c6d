package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResourcesCommandTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "resources | 0",
        "resources nvidia.com/gpu.shared | 0",
        "resources nvidia.com/mig-1g.10gb | 0",
        "resources nvidia.com/vgpu | 1",
        "resources aliyun.com/gpu-core | 1",
        "resources nvidia.com/gpu --kubernetes 1.33 | 0",
        "resources DRA --kubernetes 1.33 | 0",
        "resources 'gang scheduling' --kubernetes 1.32 | 1",
        "resources nvidia.com/gpus | 2",
        "resources nvidia.com/mig-9g.99gb | 2",
        "resources DRA | 0",
        "resources gpu | 2",
        "resources DRA --kubernetes new | 2",
        "components | 2",
        "components check | 2",
        "components check --kubernetes 1.29 --driver 550.90.07 | 0",
        "components check --driver 535.161.07 --cuda 12.4 | 0",
        "components check --driver 470.182.03 --cuda 12.4 | 1",
        "components check --dcgm three | 2",
      })
  void theStatusIsTheAnswer(String line, int status) {
    Run run = Run.line(line);

    assertThat(run.status()).as(run.out() + run.err()).isEqualTo(status);
    assertThat(run.out().isEmpty()).isEqualTo(status == Main.BAD);
    assertThat(run.err().isEmpty()).isNotEqualTo(status == Main.BAD);
  }

  @Test
  void aResourceSaysWhatATextGotWrong() {
    assertThat(Run.line("resources nvidia.com/vgpu").out())
        .isEqualTo(
            """
            nvidia.com/vgpu: nothing offers it; nvidia.com/gpu was meant
              note      in a virtual machine with a vGPU the device plugin offers nvidia.com/gpu
              corrected the text lists it as NVIDIA's vGPU; nothing of NVIDIA's offers it
              source    NVIDIA k8s-device-plugin 0.20.0, api/config/v1 and internal/rm, 2026-08-19 (documented)
            """);
  }

  @Test
  void whatDraIsInAVersion() {
    assertThat(Run.line("resources dra --kubernetes 1.33").out())
        .startsWith("DRA in 1.33: beta since 1.32, off by default\n");
  }

  @Test
  void withoutAVersionAFeatureHasItsHistory() {
    Run run = Run.line("resources DRA");

    assertThat(run.status()).isZero();
    assertThat(run.out())
        .startsWith(
            """
            DRA in 1.26: alpha since 1.26, off by default
            DRA in 1.32: beta since 1.32, off by default
            DRA in 1.34: stable since 1.34, on by default
              note      until 1.29 it was another API, allocated by drivers' controllers
            """);
    assertThat(Run.line("resources DRA -o json").json().path("features"))
        .extracting(state -> state.path("stage").asText())
        .containsExactly("alpha", "beta", "stable");
  }

  @Test
  void aVersionAloneListsFeaturesAndNoResources() {
    assertThat(Run.line("resources --kubernetes 1.33").out().lines())
        .allMatch(line -> line.contains(" in 1.33: "));
  }

  @Test
  void whatIsNeitherAResourceNorAFeatureIsToldOfBoth() {
    assertThat(Run.line("resources DRAs").err())
        .contains("resource or feature 'DRAs' is not known; did you mean DRA?", "nvidia.com/gpu");
  }

  @Test
  void everyVersionThatIsNoneIsTold() {
    assertThat(Run.line("components check --driver x --cuda y --dcgm z").err())
        .contains("driver: 'x'", "cuda: 'y'", "dcgm: 'z'");
  }

  @Test
  void resourcesHaveTheirKeysInJson() {
    JsonNode answer = Run.line("resources -o json").json();
    JsonNode states = Run.line("resources --kubernetes 1.33 -o json").json();

    assertThat(answer.path("resources")).hasSizeGreaterThan(15);
    assertThat(answer.path("features")).isEmpty();
    assertThat(states.path("resources")).isEmpty();
    assertThat(answer.path("resources").path(0).fieldNames())
        .toIterable()
        .contains("name", "vendor", "real", "integer", "advertisedBy", "counts", "citation");
    assertThat(states.path("features").path(0).fieldNames())
        .toIterable()
        .contains("name", "kubernetes", "stage", "onByDefault", "gates", "citation");
    assertThat(Run.line("resources nvidia.com/vgpu -o json").json().at("/resources/0/real"))
        .hasToString("false");
  }

  @Test
  void aCheckHasItsKeysInJson() {
    JsonNode answer = Run.line("components check --driver 470.182.03 --cuda 12.4 -o json").json();

    assertThat(answer.path("ok").asBoolean()).isFalse();
    assertThat(answer.at("/components/0/component").asText()).isEqualTo("driver");
    assertThat(answer.at("/components/0/standing").asText()).isEqualTo("below-minimum");
    assertThat(answer.at("/components/0/reason").asText())
        .startsWith("CUDA 12.4 needs 525.60.13 or newer");
    assertThat(answer.at("/components/0/citation/status").asText()).isEqualTo("documented");
    assertThat(answer.path("notes").isArray()).isTrue();
  }
}
