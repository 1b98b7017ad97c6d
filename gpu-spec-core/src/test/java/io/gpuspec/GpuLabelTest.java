package io.gpuspec;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GpuLabelTest {

  private static GpuModel model(String name) {
    return GpuModel.find(name).get(0);
  }

  @ParameterizedTest
  @CsvSource({
    "T4, accelerator, nvidia-t4",
    "A100-80G, accelerator, nvidia-a100",
    "Tesla-P100-16G, accelerator, nvidia-p100",
    "L40S, accelerator, nvidia-l40s",
    "T4, nvidia.com/gpu.product, Tesla-T4",
    "L4, nvidia.com/gpu.product, NVIDIA-L4",
    "A100-80G, karpenter.k8s.aws/instance-gpu-name, a100",
    "T4, karpenter.k8s.aws/instance-gpu-name, t4",
    "RTX-PRO-4500, eks.amazonaws.com/instance-gpu-name, rtx-pro-4500",
    "T4, cloud.google.com/gke-accelerator, nvidia-tesla-t4",
    "A10, aliyun.accelerator/nvidia_name, NVIDIA-A10",
    "T4, aliyun.accelerator/nvidia_name, Tesla-T4",
  })
  void eachLabelWritesANameInItsOwnForm(String gpu, String label, String value) {
    assertThat(model(gpu).labelValues(label)).containsExactly(value);
  }

  @Test
  void eachFormOfACardHasAProductOfItsOwn() {
    assertThat(model("A100-80G").labelValues("nvidia.com/gpu.product"))
        .containsExactly("NVIDIA-A100-SXM4-80GB", "NVIDIA-A100-80GB-PCIe");
    assertThat(model("A100-40G").driverNames())
        .containsExactly("NVIDIA A100-SXM4-40GB", "NVIDIA A100-PCIE-40GB", "A100-SXM4-40GB");
  }

  @Test
  void whatADriverSaysAndALabelHoldsIsReadAsTheSameModel() {
    for (GpuModel model : GpuModel.all()) {
      assertThat(model.driverNames()).as(model.name()).isNotEmpty();
      for (String value : model.labelValues("nvidia.com/gpu.product")) {
        assertThat(GpuModel.find(value)).containsExactly(model);
      }
      for (String name : model.driverNames()) {
        assertThat(GpuModel.find(name)).containsExactly(model);
      }
    }
  }

  @Test
  void aLabelWhoseValuesNobodyDocumentsHasNone() {
    assertThat(model("T4").labelValues("k8s.amazonaws.com/accelerator")).isEmpty();
    assertThat(model("A10").labelValues("cloud.google.com/gke-accelerator")).isEqualTo(List.of());
  }

  @ParameterizedTest
  @ValueSource(strings = {"L20", "H20", "A10", "A16", "A30", "L40", "Tesla-P4", "Tesla-P100-16G"})
  void aCardThatAwsDoesNotHaveHasNoNameInItsLabels(String gpu) {
    assertThat(model(gpu).labelValues("karpenter.k8s.aws/instance-gpu-name")).isEmpty();
    assertThat(model(gpu).labelValues("eks.amazonaws.com/instance-gpu-name")).isEmpty();
  }

  /** Each name of Karpenter's reference of instance types. */
  @ParameterizedTest
  @CsvSource({
    "T4, t4",
    "T4g, t4g",
    "A10G, a10g",
    "V100-16G, v100",
    "V100-32G, v100",
    "A100-40G, a100",
    "L4, l4",
    "L40S, l40s",
    "H100-80G, h100",
    "H200, h200",
    "B200, b200",
    "B300, b300",
    "RTX-PRO-6000-Server, rtx-pro-server-6000",
    "RTX-PRO-4500, rtx-pro-4500",
  })
  void aCardThatAwsHasIsNamedAsKarpenterDocuments(String gpu, String value) {
    assertThat(model(gpu).labelValues("karpenter.k8s.aws/instance-gpu-name"))
        .containsExactly(value);
  }

  @Test
  void aLabelThatHoldsNoNameIsRefused() {
    assertError(() -> model("T4").labelValues("nvidia.com/gpu.products"), "gpu.unknown");
  }
}
