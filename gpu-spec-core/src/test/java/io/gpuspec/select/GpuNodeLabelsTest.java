package io.gpuspec.select;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.GpuModel;
import io.gpuspec.GpuSpec;
import io.gpuspec.SpecCatalog;
import io.gpuspec.TestCloud;
import io.gpuspec.scheduling.NodeRequirement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GpuNodeLabelsTest {
  /** A quarter of a T4, a vGPU, a card that no list of models has, and whole ones. */
  private static final SpecCatalog ROWS =
      TestCloud.read(
          """
          {"target": "cloud", "edition": "2026-01", "unit": "node", "citation": "list",
           "citations": {"list": {"title": "List", "date": "2026", "status": "documented"}},
           "gpus": [
             {"name": "T4", "card": "T4"}, {"name": "1/4*T4", "card": "T4"}, {"name": "L20", "card": "L20"},
             {"name": "A100-40G", "card": "A100-40G"}, {"name": "Mystery", "memory": "32Gi", "identified": false}],
           "specs": [
             {"name": "t4", "gpu": "T4", "gpus": 1, "policy": "node", "citation": "list"},
             {"name": "quarter", "gpu": "1/4*T4", "gpus": 1, "policy": "node", "citation": "list"},
             {"name": "vgpu", "gpu": "T4", "gpus": 1, "policy": "node", "citation": "list", "attributes": {"vgpu": "yes"}},
             {"name": "l20", "gpu": "L20", "gpus": 2, "policy": "node", "citation": "list"},
             {"name": "a100", "gpu": "A100-40G", "gpus": 8, "policy": "node", "citation": "list"},
             {"name": "mystery", "gpu": "Mystery", "gpus": 1, "policy": "node", "citation": "list"}]}
          """);

  private static GpuSpec row(String name) {
    return ROWS.specs().stream().filter(row -> row.name().equals(name)).findFirst().orElseThrow();
  }

  /**
   * The memory of a T4 was seen as 15109 and 15360 MiB; that of an L20 is taken to be between seven
   * eighths of 49152 MiB and all but one.
   */
  @ParameterizedTest
  @CsvSource({
    "t4,      nvidia.com/gpu.product, In,     Tesla-T4, true",
    "t4,      nvidia.com/gpu.product, In,     NVIDIA-A10G, false",
    "t4,      nvidia.com/gpu.product, In,     NVIDIA-A10G Tesla-T4, true",
    "t4,      nvidia.com/gpu.product, NotIn,  Tesla-T4, false",
    "t4,      nvidia.com/gpu.product, NotIn,  NVIDIA-A10G, true",
    "t4,      nvidia.com/gpu.product, Gt,     1, false",
    "t4,      nvidia.com/gpu.product, Exists, '', true",
    "t4,      nvidia.com/gpu.product, Exists, Tesla-T4, false",
    "t4,      nvidia.com/gpu.product, DoesNotExist, '', true",
    "t4,      nvidia.com/gpu.product, DoesNotExist, Tesla-T4, false",
    // A part of a card, and a vGPU, have names of their own.
    "quarter, nvidia.com/gpu.product, In,     Tesla-T4, false",
    "quarter, nvidia.com/gpu.product, NotIn,  Tesla-T4, true",
    "vgpu,    nvidia.com/gpu.product, In,     Tesla-T4, false",
    "mystery, nvidia.com/gpu.product, In,     Tesla-T4, false",
    "mystery, nvidia.com/gpu.product, NotIn,  Tesla-T4, true",
    // Some write no more than that there is a GPU.
    "t4,      accelerator, In, nvidia, true",
    "a100,    accelerator, In, GPU, true",
    "a100,    accelerator, In, nvidia-a100, true",
    "a100,    accelerator, In, nvidia-t4, false",
    "t4,      nvidia.com/gpu.product, In, nvidia, false",
    "t4,      nvidia.com/gpu.family, In, turing, true",
    "t4,      nvidia.com/gpu.family, In, ampere, false",
    "l20,     nvidia.com/gpu.family, In, ada-lovelace, true",
    "mystery, nvidia.com/gpu.family, NotIn, turing, false",
    "t4,      nvidia.com/gpu.memory, In, 15109, true",
    "t4,      nvidia.com/gpu.memory, In, 15360, true",
    "t4,      nvidia.com/gpu.memory, In, 15108, false",
    "t4,      nvidia.com/gpu.memory, In, 15361, false",
    "t4,      nvidia.com/gpu.memory, In, 15Gi, false",
    "t4,      nvidia.com/gpu.memory, NotIn, 15360, false",
    "t4,      nvidia.com/gpu.memory, NotIn, 40960, true",
    "t4,      nvidia.com/gpu.memory, Gt, 15108, true",
    "t4,      nvidia.com/gpu.memory, Gt, 15109, false",
    "t4,      nvidia.com/gpu.memory, Lt, 15361, true",
    "t4,      nvidia.com/gpu.memory, Lt, 15360, false",
    "t4,      nvidia.com/gpu.memory, Near, 15360, false",
    "l20,     nvidia.com/gpu.memory, In, 43007, false",
    "l20,     nvidia.com/gpu.memory, In, 43008, true",
    "l20,     nvidia.com/gpu.memory, In, 49151, true",
    "l20,     nvidia.com/gpu.memory, In, 49152, false",
    "mystery, nvidia.com/gpu.memory, NotIn, 1, false",
    "a100,    nvidia.com/gpu.count, In, 8, true",
    "a100,    nvidia.com/gpu.count, Gt, 4, true",
    "a100,    nvidia.com/gpu.count, Gt, 8, false",
    "t4,      nvidia.com/gpu.compute.major, In, 7, true",
    "t4,      nvidia.com/gpu.compute.major, Gt, 7, false",
    "t4,      nvidia.com/gpu.compute.minor, In, 5, true",
    "a100,    nvidia.com/gpu.compute.minor, In, 0, true",
    "mystery, nvidia.com/gpu.compute.major, In, 7, false",
    "t4,      cloud.google.com/gke-accelerator-count, In, 1, true",
    "t4,      cloud.google.com/gke-accelerator-count, In, 8, false",
    "t4,      kubernetes.azure.com/accelerator, In, nvidia, true",
    "t4,      kubernetes.azure.com/accelerator, In, amd, false",
  })
  void aRowsGpusMeetWhatIsTrueOfThem(
      String row, String key, String operator, String values, boolean isAdmitted) {
    List<String> all = values.isEmpty() ? List.of() : List.of(values.split(" "));
    NodeRequirement asked = new NodeRequirement(key, operator, all);

    assertThat(GpuNodeLabels.isOne(key)).isTrue();
    assertThat(GpuNodeLabels.admits(asked, row(row))).isEqualTo(isAdmitted);
  }

  @ParameterizedTest
  @CsvSource({
    "nvidia.com/gpu.product, true, names the GPU",
    "nvidia.com/gpu.count, false, 'says how many GPUs the node has, and nothing of how near they"
        + " are'",
    "nvidia.com/gpu.memory, false, says how much memory each GPU has",
    "nvidia.com/gpu.family, false, says which GPU",
  })
  void aLabelSaysOneThing(String key, boolean isName, String says) {
    assertThat(GpuNodeLabels.isName(key)).isEqualTo(isName);
    assertThat(GpuNodeLabels.says(key)).isEqualTo(says);
  }

  @Test
  void otherLabelsAreNotAboutGpus() {
    assertThat(GpuNodeLabels.isOne("kubernetes.io/arch")).isFalse();
    assertThat(GpuNodeLabels.isName("kubernetes.io/arch")).isFalse();
  }

  /** An A100 has 40 GB or 80, and the label of the family is that of both. */
  @Test
  void aValueNamesModels() {
    assertThat(GpuNodeLabels.models("accelerator", "nvidia-a100"))
        .extracting(GpuModel::name)
        .contains("A100-40G", "A100-80G");
    assertThat(GpuNodeLabels.models("nvidia.com/gpu.product", "A100-80GB"))
        .extracting(GpuModel::name)
        .containsExactly("A100-80G");
    assertThat(GpuNodeLabels.models("nvidia.com/gpu.product", "nothing")).isEmpty();
  }
}
