package io.gpuspec.manifest.platform;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.gpuspec.manifest.PlatformObjects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GpuQuotaTest {
  private static ResourceQuota quota(PlatformObjects objects) {
    return (ResourceQuota) objects.objects().get(0);
  }

  @Test
  void devicesAreCountedByTheirRequestsAlone() {
    ResourceQuota quota =
        quota(
            GpuQuota.of("gpu-quota")
                .namespace("team-training")
                .gpus("nvidia.com/gpu", 16)
                .pods(50)
                .objects());

    assertThat(quota.getMetadata().getName()).isEqualTo("gpu-quota");
    assertThat(quota.getMetadata().getNamespace()).isEqualTo("team-training");
    assertThat(quota.getSpec().getHard())
        .containsOnlyKeys("requests.nvidia.com/gpu", "pods")
        .containsEntry("requests.nvidia.com/gpu", new Quantity("16"));
  }

  /** The keys of Kubernetes' page on quotas, "Quota for DRA resource claims". */
  @Test
  void whatClaimsAskForIsCountedByClass() {
    assertThat(
            quota(
                    GpuQuota.of("q")
                        .devices("gpu.nvidia.com", 8)
                        .hard("examplegpu.deviceclass.resource.k8s.io/devices", "4")
                        .hard("count/resourceclaims.resource.k8s.io", "2")
                        .objects())
                .getSpec()
                .getHard())
        .containsOnly(
            entry("gpu.nvidia.com.deviceclass.resource.k8s.io/devices", new Quantity("8")),
            entry("examplegpu.deviceclass.resource.k8s.io/devices", new Quantity("4")),
            entry("count/resourceclaims.resource.k8s.io", new Quantity("2")));
    assertError(() -> GpuQuota.of("q").devices("GPU", 8), "name.malformed");
    assertError(
        () -> GpuQuota.of("q").hard("gpu.nvidia.com.deviceclass.resource.k8s.io/devices", "1.5"),
        "tenancy.malformed",
        "1.5");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nvidia.com/mig-1g.10gb",
        "nvidia.com/gpu.shared",
        "tke.cloud.tencent.com/qgpu-core",
        "tke.cloud.tencent.com/qgpu-memory",
        "aliyun.com/gpu-mem",
        "amd.com/gpu"
      })
  void anyDeviceIsCounted(String resource) {
    assertThat(quota(GpuQuota.of("q").gpus(resource, 4).objects()).getSpec().getHard())
        .containsOnlyKeys("requests." + resource);
  }

  @ParameterizedTest
  @CsvSource({
    "limits.nvidia.com/gpu, requests.nvidia.com/gpu",
    "nvidia.com/gpu, requests.nvidia.com/gpu",
    "limits.aliyun.com/gpu-mem, requests.aliyun.com/gpu-mem",
  })
  void aKeyThatCountsNothingIsRefusedWithTheRightOne(String key, String right) {
    assertError(() -> GpuQuota.of("q").hard(key, "8"), "tenancy.unsupported", key, right);
  }

  @Test
  void aKeyOfNothingIsRefused() {
    assertError(() -> GpuQuota.of("q").hard("request.cpu", "8"), "tenancy.unknown");
    assertError(
        () -> GpuQuota.of("q").hard("count/jobs.batch", "8"),
        "tenancy.unknown",
        "count/jobs.batch");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.5", "500m", "2.5", "-1", "4Gi", "1k"})
  void devicesAreWhole(String amount) {
    assertError(
        () -> GpuQuota.of("q").hard("requests.tke.cloud.tencent.com/qgpu-memory", amount),
        "tenancy.malformed",
        amount);
  }

  @Test
  void aResourceThatIsNoDeviceIsRefused() {
    assertError(() -> GpuQuota.of("q").gpus("gpu", 1), "tenancy.malformed");
    assertError(() -> GpuQuota.of("q").gpus("foo.kubernetes.io/bar", 1), "tenancy.malformed");
    assertError(
        () -> GpuQuota.of("q").gpus("requests.nvidia.com/gpu", 1),
        "tenancy.malformed",
        "requests.nvidia.com/gpu");
  }

  @Test
  void withNoneANamespaceGetsNoGpu() {
    assertThat(quota(GpuQuota.of("q").gpus("nvidia.com/gpu", 0).objects()).getSpec().getHard())
        .containsEntry("requests.nvidia.com/gpu", new Quantity("0"));
  }

  @Test
  void aQuotaOfCpuSaysThatPodsMustStateIt() {
    PlatformObjects objects =
        GpuQuota.of("q").gpus("nvidia.com/gpu", 16).requests("64", "256Gi").objects();

    assertThat(objects.yamlWithComments().toString())
        .contains(
            "  # pods that do not state it are refused, unless a LimitRange states it for them",
            "    requests.cpu: \"64\"\n");
    assertThat(objects.reasons())
        .extracting(reason -> reason.field())
        .containsExactly(
            "spec.hard['requests.nvidia.com/gpu']",
            "spec.hard['requests.cpu']",
            "spec.hard['requests.memory']");
  }

  @Test
  void aQuotaCountsThePodsOfOneClass() {
    assertThat(
            GpuQuota.of("q")
                .gpus("nvidia.com/gpu", 4)
                .priorityClass("gpu-serving")
                .objects()
                .yaml())
        .hasToString(
            """
            apiVersion: v1
            kind: ResourceQuota
            metadata:
              name: q
            spec:
              hard:
                requests.nvidia.com/gpu: "4"
              scopeSelector:
                matchExpressions:
                - operator: In
                  values:
                  - gpu-serving
                  scopeName: PriorityClass
            """);
  }

  @Test
  void aQuotaOfNothingIsRefused() {
    assertError(() -> GpuQuota.of("q").objects(), "tenancy.missing", "q");
  }
}
