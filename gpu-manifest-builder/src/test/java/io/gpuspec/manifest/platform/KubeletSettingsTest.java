package io.gpuspec.manifest.platform;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.UnknownNameException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KubeletSettingsTest {
  @Test
  void everythingIsWrittenAsTheKubeletReadsIt() {
    assertThat(
            KubeletSettings.of("single-numa-node")
                .podScope()
                .preferClosestNumaNodes()
                .maxAllowableNumaNodes(16)
                .staticCpuManager("full-pcpus-only", "strict-cpu-reservation")
                .systemReserved("cpu", "500m")
                .systemReserved("memory", "1Gi")
                .kubeReserved("memory", "2Gi")
                .yaml())
        .hasToString(
            """
            apiVersion: kubelet.config.k8s.io/v1beta1
            kind: KubeletConfiguration
            cpuManagerPolicy: static
            cpuManagerPolicyOptions:
              full-pcpus-only: "true"
              strict-cpu-reservation: "true"
            kubeReserved:
              memory: "2Gi"
            systemReserved:
              cpu: "500m"
              memory: "1Gi"
            topologyManagerPolicy: single-numa-node
            topologyManagerPolicyOptions:
              max-allowable-numa-nodes: "16"
              prefer-closest-numa-nodes: "true"
            topologyManagerScope: pod
            """);
  }

  @Test
  void noStepDependsOnAnothersOrder() {
    assertThat(KubeletSettings.of("restricted").reservedCpus("0").staticCpuManager().podScope())
        .hasToString(
            KubeletSettings.of("restricted")
                .podScope()
                .staticCpuManager()
                .reservedCpus("0")
                .toString());
  }

  @Test
  void staticCpusNeedReservedOnes() {
    assertError(
        () -> KubeletSettings.of("best-effort").staticCpuManager().yaml(),
        "kubelet.invalid",
        "static");
  }

  @Test
  void allThatDoesNotGoTogetherIsToldAtOnce() {
    assertError(
        () ->
            KubeletSettings.of("none")
                .podScope()
                .preferClosestNumaNodes()
                .staticCpuManager("distribute-cpus-across-numa", "prefer-align-cpus-by-uncorecache")
                .reservedCpus("0-1")
                .kubeReserved("cpu", "1")
                .objects(),
        "kubelet.invalid",
        "kubeReserved",
        "prefer-align-cpus-by-uncorecache",
        "distribute-cpus-across-numa",
        "none");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "two", "1-0", "0-1,", "0 1", "-1", "0-1-2", "1234567"})
  void whatIsNoListOfCpusIsRefused(String list) {
    assertError(() -> KubeletSettings.of("none").reservedCpus(list), "kubelet.malformed", list);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "0-1", "0-1,32-33", "3,1"})
  void aListOfCpusStaysAsItIsWritten(String list) {
    assertThat(KubeletSettings.of("none").reservedCpus(list).yaml().toString())
        .contains("reservedSystemCPUs: \"" + list + "\"\n");
  }

  @Test
  void whatCannotBeReservedIsRefused() {
    KubeletSettings settings = KubeletSettings.of("none");

    assertThatThrownBy(() -> settings.systemReserved("nvidia.com/gpu", "1"))
        .isInstanceOf(UnknownNameException.class);
    assertThatThrownBy(() -> settings.kubeReserved("cpu", "0"))
        .isInstanceOf(InvalidValueException.class);
    assertError(() -> settings.maxAllowableNumaNodes(7), "value.out-of-range", "7");
  }

  @ParameterizedTest
  @CsvSource({
    "none, guarantees nothing; does not guarantee any alignment",
    "best-effort, guarantees CPUs and GPUs of one NUMA node while one has enough of both free;",
    "restricted, guarantees as few NUMA nodes as hold such a request on an empty machine",
    "single-numa-node, guarantees one NUMA node for the CPUs and GPUs of each container",
  })
  void theCommentSaysWhatThePolicyGuaranteesAndWhatNot(String policy, String guarantee) {
    assertThat(KubeletSettings.of(policy).objects().reasons().get(0).text())
        .startsWith(guarantee)
        .contains("; does not guarantee ");
  }

  @Test
  void aPolicyOrOptionThatTheKubeletDoesNotKnowIsRefused() {
    assertThat(KubeletSettings.topologyPolicies()).hasSize(4);
    assertError(() -> KubeletSettings.of("strict"), "kubelet.unknown");
    assertError(
        () -> KubeletSettings.of("none").staticCpuManager("full-cpus-only"), "kubelet.unknown");
  }

  @Test
  void withoutStaticCpusOnlyDevicesAreAligned() {
    assertThat(KubeletSettings.of("restricted").yamlWithComments().toString())
        .contains("without static CPUs only devices are aligned");
  }
}
