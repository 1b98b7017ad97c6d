package io.gpuspec.manifest.platform;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.value.InvalidValueException;
import org.junit.jupiter.api.Test;

class ClaimObjectsTest {

  @Test
  void aClassAsksForDriverAndTypeFirst() {
    assertThat(GpuDeviceClass.cards("l4").product("NVIDIA L4").objects().yaml().toString())
        .contains(
            "kind: DeviceClass",
            "device.driver == 'gpu.nvidia.com' && device.attributes['gpu.nvidia.com'].type == 'gpu'",
            "productName == 'NVIDIA L4'")
        .doesNotContain("extendedResourceName");
  }

  @Test
  void anExtendedResourceStaysInTheManifestOfThePod() {
    assertThat(
            GpuDeviceClass.mig("small", "1g.12gb")
                .extendedResource("nvidia.com/mig-1g.12gb")
                .objects()
                .yaml()
                .toString())
        .contains("extendedResourceName: nvidia.com/mig-1g.12gb", "profile == '1g.12gb'");
  }

  @Test
  void aComputeDomainNamesItsTemplate() {
    assertThat(ComputeDomain.of("train").namespace("a").allChannels().objects().yaml().toString())
        .contains(
            "kind: ComputeDomain", "namespace: a", "name: train-channel", "allocationMode: All");
  }

  @Test
  void badInputNamesTheFix() {
    assertError(
        () -> GpuDeviceClass.cards("c").selector("device.foo == 1"), "claim.malformed", "foo");
    assertThatThrownBy(() -> GpuDeviceClass.cards("c").product("NVIDIA' || true"))
        .isInstanceOf(InvalidValueException.class);
    assertError(() -> GpuDeviceClass.cards("c").extendedResource("gpu"), "claim.malformed");
    assertError(() -> GpuDeviceClass.cards("C_1"), "name.malformed");
    assertError(() -> ComputeDomain.of("a.b"), "name.malformed");
  }
}
