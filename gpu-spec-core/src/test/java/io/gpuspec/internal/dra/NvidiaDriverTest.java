package io.gpuspec.internal.dra;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.internal.dra.NvidiaDriver.DeviceClass;
import io.gpuspec.internal.dra.NvidiaDriver.Kind;
import io.gpuspec.value.MemorySize;
import org.junit.jupiter.api.Test;

/** NVIDIA's DRA driver as its documentation and its Helm chart describe it. */
class NvidiaDriverTest {
  @Test
  void theClassesAreThoseOfTheChart() {
    assertThat(NvidiaDriver.NAME).isEqualTo("gpu.nvidia.com");
    assertThat(NvidiaDriver.ofType("mig"))
        .isEqualTo(new DeviceClass("mig.nvidia.com", "gpu.nvidia.com", "mig"));
    assertThat(NvidiaDriver.ofType("gpu").expression())
        .isEqualTo(
            "device.driver == 'gpu.nvidia.com' && device.attributes['gpu.nvidia.com'].type =="
                + " 'gpu'");
    assertThat(NvidiaDriver.CLASSES.stream().filter(DeviceClass::isOfGpus))
        .extracting(DeviceClass::type)
        .containsExactly("gpu", "mig", "vfio");
  }

  @Test
  void attributesHaveTheirKinds() {
    assertThat(NvidiaDriver.ATTRIBUTES)
        .containsEntry("productName", Kind.STRING)
        .containsEntry("driverVersion", Kind.VERSION)
        .containsEntry("resource.kubernetes.io/numaNode", Kind.INT);
    assertThat(Kind.values()).extracting(Kind::field).containsExactly("string", "version", "int");
    assertThat(NvidiaDriver.attribute("uuid"))
        .isEqualTo("device.attributes['gpu.nvidia.com'].uuid");
  }

  /** Those with a domain are Kubernetes' own. */
  @Test
  void itsOwnAttributesHaveNoDomain() {
    assertThat(NvidiaDriver.PUBLISHED)
        .contains("productName", "vendorID")
        .doesNotContain("resource.kubernetes.io/numaNode");
  }

  @Test
  void memoryIsWhatADriverReportsAndTheLeastWhatSlicesWereSeenWith() {
    assertThat(NvidiaDriver.MEMORY).containsEntry("T4", MemorySize.parse("15360Mi"));
    assertThat(NvidiaDriver.LEAST_MEMORY).containsEntry("H200", MemorySize.parse("143360Mi"));
  }
}
