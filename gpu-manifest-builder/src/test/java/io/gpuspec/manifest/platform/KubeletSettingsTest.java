package io.gpuspec.manifest.platform;

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
    assertThatThrownBy(() -> KubeletSettings.of("best-effort").staticCpuManager().yaml())
        .isInstanceOf(InvalidValueException.class)
        .hasMessage(
            "kubelet: 'static' CPUs need reserved ones, or the kubelet does not start; say reservedCpus(\"0-1\") or systemReserved(\"cpu\", \"500m\"); see docs/kubelet.md");
  }

  @Test
  void allThatDoesNotGoTogetherIsToldAtOnce() {
    assertThatThrownBy(
            () ->
                KubeletSettings.of("none")
                    .podScope()
                    .preferClosestNumaNodes()
                    .staticCpuManager(
                        "distribute-cpus-across-numa", "prefer-align-cpus-by-uncorecache")
                    .reservedCpus("0-1")
                    .kubeReserved("cpu", "1")
                    .objects())
        .isInstanceOf(InvalidValueException.class)
        .hasMessage(
            "kubelet: 'kubeReserved' has CPU that does not count beside reservedSystemCPUs; reserve memory alone, or leave reservedCpus(...) out; "
                + "'prefer-align-cpus-by-uncorecache' and 'distribute-cpus-across-numa' contradict each other; choose one; "
                + "'none' aligns nothing, so topologyManagerScope would be ignored; choose another policy; "
                + "'none' aligns nothing, so topologyManagerPolicyOptions would be ignored; choose another policy; see docs/kubelet.md");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "two", "1-0", "0-1,", "0 1", "-1", "0-1-2", "1234567"})
  void whatIsNoListOfCpusIsRefused(String list) {
    assertThatThrownBy(() -> KubeletSettings.of("none").reservedCpus(list))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("'%s' is not a list of CPUs", list);
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
    assertThatThrownBy(() -> settings.maxAllowableNumaNodes(7))
        .hasMessage("NUMA nodes: '7' is below 8; give 8 or more");
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
    assertThatThrownBy(() -> KubeletSettings.of("strict"))
        .isInstanceOf(UnknownNameException.class)
        .hasMessageContaining("single-numa-node");
    assertThatThrownBy(() -> KubeletSettings.of("none").staticCpuManager("full-cpus-only"))
        .isInstanceOf(UnknownNameException.class)
        .hasMessageContaining("did you mean full-pcpus-only?");
  }

  @Test
  void withoutStaticCpusOnlyDevicesAreAligned() {
    assertThat(KubeletSettings.of("restricted").yamlWithComments().toString())
        .contains("without static CPUs only devices are aligned");
  }
}
