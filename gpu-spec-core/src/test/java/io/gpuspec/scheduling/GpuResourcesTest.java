package io.gpuspec.scheduling;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.mig.MigGpu;
import io.gpuspec.mig.MigProfile;
import io.gpuspec.value.UnknownNameException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GpuResourcesTest {

  @ParameterizedTest
  @CsvSource({
    "nvidia.com/gpu, NVIDIA device plugin, cards",
    "nvidia.com/gpu.shared, NVIDIA device plugin, replicas of cards",
    "nvidia.com/mig-1g.5gb, NVIDIA device plugin, MIG instances of the profile",
    "nvidia.com/mig-1g.10gb, NVIDIA device plugin, MIG instances of the profile",
    "nvidia.com/mig-1g.5gb.me, NVIDIA device plugin, MIG instances of the profile",
    "nvidia.com/mig-1g.24gb-me, NVIDIA device plugin, MIG instances of the profile",
    "nvidia.com/mig-1g.24gb.me.all, NVIDIA device plugin, MIG instances of the profile",
    "nvidia.com/mig-1g.5gb.shared, NVIDIA device plugin, replicas of MIG instances",
    "nvidia.com/mig-1g.5gb.me.shared, NVIDIA device plugin, replicas of MIG instances",
    "amd.com/gpu, AMD device plugin, cards",
    "aliyun.com/gpu-mem, ACK's cGPU component, GiB of memory",
    "aliyun.com/gpu-core.percentage, ACK's cGPU component, percent of a card's compute",
    "tke.cloud.tencent.com/qgpu-core, TKE's qGPU component, percent of a card's compute",
  })
  void aNameIsOfWhatOffersItAndCountsSomething(String name, String by, String counts) {
    GpuResource resource = GpuResource.of(name);

    assertThat(resource.name()).isEqualTo(name);
    assertThat(resource.isReal()).isTrue();
    assertThat(resource.advertisedBy()).contains(by);
    assertThat(resource.counts()).contains(counts);
    assertThat(resource).hasToString(name + ": " + counts + ", by " + by);
  }

  /** Corrections 35, 37, 38, 39. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nvidia.com/vgpu | false | nothing of NVIDIA's offers it",
        "aliyun.com/gpu-core | false | another product, the Lingjun runtime",
        "nvidia.com/gpu.shared | true | renameByDefault: false, which gives nvidia.com/gpu",
        "aliyun.com/gpu-mem | true | the text says from Kubernetes 1.20 on",
      })
  void whatATextSaysWronglyIsSaid(String name, boolean real, String correction) {
    GpuResource resource = GpuResource.of(name);

    assertThat(resource.isReal()).isEqualTo(real);
    assertThat(resource.correction().orElseThrow()).contains(correction);
  }

  @Test
  void aNameThatIsNotRealLeadsToTheRightOne() {
    assertThat(GpuResource.of("aliyun.com/gpu-core"))
        .hasToString(
            "aliyun.com/gpu-core: nothing offers it; aliyun.com/gpu-core.percentage was meant");
    assertThat(GpuResource.all())
        .filteredOn(resource -> !resource.isReal())
        .allSatisfy(
            resource ->
                assertThat(GpuResource.of(resource.instead().orElseThrow()).isReal()).isTrue());
  }

  @Test
  void aRowSaysWhoseItIsFromWhenOnAndWhereThatIsWritten() {
    GpuResource memory = GpuResource.of("aliyun.com/gpu-mem");

    assertThat(memory.vendor()).isEqualTo("Alibaba Cloud");
    assertThat(memory.since()).contains("Kubernetes 1.18.8");
    assertThat(memory.note()).contains("a plain number: 4, not 4Gi");
    assertThat(memory.citation().title()).contains("GPU sharing component");
    // A name that a row stands for has what the row says.
    assertThat(GpuResource.of("nvidia.com/mig-1g.5gb").note())
        .isPresent()
        .isEqualTo(GpuResource.of("nvidia.com/mig-<profile>").note());
  }

  @Test
  void whatIsRealCountsSomethingAndSomethingOffersIt() {
    assertThat(GpuResource.all())
        .filteredOn(GpuResource::isReal)
        .allSatisfy(
            resource -> {
              assertThat(resource.counts()).isPresent();
              assertThat(resource.advertisedBy()).isPresent();
            });
  }

  @Test
  void theResourceOfEveryMigProfileIsKnown() {
    assertThat(MigGpu.all())
        .flatExtracting(MigGpu::profiles)
        .extracting(MigProfile::resourceName)
        .isNotEmpty()
        .allSatisfy(name -> assertThat(GpuResource.of(name).isReal()).as(name).isTrue());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"nvidia.com/gpus", "gpu", "nvidia.com/mig-1g", "nvidia.com/mig-1g.5gb+me", ""})
  void anUnknownNameIsRefused(String name) {
    assertThatThrownBy(() -> GpuResource.of(name)).isInstanceOf(UnknownNameException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"nvidia.com/mig-9g.99gb", "nvidia.com/mig-9g.99gb.shared"})
  void aProfileThatNoProductHasIsNoResource(String name) {
    assertError(() -> GpuResource.of(name), "components.unknown", name);
  }

  @Test
  void aPlusOfAProfileLeadsToTheDot() {
    assertError(() -> GpuResource.of("nvidia.com/mig-1g.10gb+me"), "components.unknown");
  }

  @Test
  void aMisspeltNameIsAnsweredWithTheNearest() {
    assertError(() -> GpuResource.of("nvidia.com/gpus"), "components.unknown", "nvidia.com/gpus");
  }
}
