package io.gpuspec.manifest.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.InvalidValueException;
import io.gpuspec.UnknownNameException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class KubeletSettingsTest {
  @Test
  void everythingIsWrittenAsTheKubeletReadsIt() {
    assertThat(
            KubeletSettings.of(TopologyPolicy.SINGLE_NUMA_NODE)
                .perPod()
                .preferClosestNumaNodes()
                .mostNumaNodes(16)
                .staticCpus(CpuOption.FULL_PCPUS_ONLY, CpuOption.STRICT_CPU_RESERVATION)
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
    assertThat(
            KubeletSettings.of(TopologyPolicy.RESTRICTED).reservedCpus("0").staticCpus().perPod())
        .hasToString(
            KubeletSettings.of(TopologyPolicy.RESTRICTED)
                .perPod()
                .staticCpus()
                .reservedCpus("0")
                .toString());
  }

  @Test
  void staticCpusNeedReservedOnes() {
    assertThatThrownBy(() -> KubeletSettings.of(TopologyPolicy.BEST_EFFORT).staticCpus().yaml())
        .isInstanceOf(InvalidValueException.class)
        .hasMessage(
            "kubelet: 'static' CPUs need reserved ones, or the kubelet does not start; say reservedCpus(\"0-1\") or systemReserved(\"cpu\", \"500m\"); see docs/kubelet.md");
  }

  @Test
  void allThatDoesNotGoTogetherIsToldAtOnce() {
    assertThatThrownBy(
            () ->
                KubeletSettings.of(TopologyPolicy.NONE)
                    .perPod()
                    .preferClosestNumaNodes()
                    .staticCpus(
                        CpuOption.DISTRIBUTE_CPUS_ACROSS_NUMA,
                        CpuOption.PREFER_ALIGN_CPUS_BY_UNCORECACHE)
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
    assertThatThrownBy(() -> KubeletSettings.of(TopologyPolicy.NONE).reservedCpus(list))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("'%s' is no list of CPUs", list);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "0-1", "0-1,32-33", "3,1"})
  void aListOfCpusStaysAsItIsWritten(String list) {
    assertThat(KubeletSettings.of(TopologyPolicy.NONE).reservedCpus(list).yaml().toString())
        .contains("reservedSystemCPUs: \"" + list + "\"\n");
  }

  @Test
  void whatCannotBeReservedIsRefused() {
    KubeletSettings settings = KubeletSettings.of(TopologyPolicy.NONE);

    assertThatThrownBy(() -> settings.systemReserved("nvidia.com/gpu", "1"))
        .isInstanceOf(UnknownNameException.class);
    assertThatThrownBy(() -> settings.kubeReserved("cpu", "0"))
        .isInstanceOf(InvalidValueException.class);
    assertThatThrownBy(() -> settings.mostNumaNodes(7))
        .hasMessage("NUMA nodes: '7' is below 8; give 8 or more");
  }

  @ParameterizedTest
  @EnumSource(TopologyPolicy.class)
  void theCommentSaysWhatThePolicyGuaranteesAndWhatNot(TopologyPolicy policy) {
    assertThat(KubeletSettings.of(policy).objects().reasons().get(0).text())
        .isEqualTo("guarantees " + policy.guarantees() + "; does not guarantee " + policy.lacks());
  }

  @Test
  void withoutStaticCpusOnlyDevicesAreAligned() {
    assertThat(KubeletSettings.of(TopologyPolicy.RESTRICTED).yamlWithComments().toString())
        .contains("without static CPUs only devices are aligned");
  }
}
