package io.gpuspec.eks;

import static io.gpuspec.testkit.Pods.ONE_GPU;
import static io.gpuspec.testkit.Pods.ids;
import static io.gpuspec.testkit.Pods.pod;
import static io.gpuspec.testkit.Pods.term;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.CapacityType;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.eks.internal.Karpenter;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.Note;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Pods that select nodes of EKS Auto Mode, whose labels about the instance type are under EKS's own
 * prefix (Amazon EKS, create a node pool for EKS Auto Mode, supported labels).
 */
class AutoModeTest {
  private static final String PREFIX = "eks.amazonaws.com/instance-";

  private final Target eks = Gpus.of(new Karpenter()).in("eks");

  private Match match(PodView pod) {
    return eks.match(pod).orElseThrow();
  }

  private Match selecting(String key, String value) {
    return match(pod(ONE_GPU).nodeSelector(key, value));
  }

  @ParameterizedTest
  @CsvSource({
    "eks.amazonaws.com/instance-gpu-name, l4, g6.xlarge",
    "eks.amazonaws.com/instance-gpu-count, 4, g4dn.12xlarge",
    "eks.amazonaws.com/instance-family, gr6, gr6.4xlarge",
    "eks.amazonaws.com/instance-cpu, 16, g4dn.4xlarge",
    "eks.amazonaws.com/compute-type, auto, g4dn.xlarge"
  })
  void theTypeIsSaidByTheLabelsOfAutoMode(String key, String value, String type) {
    assertThat(selecting(key, value).orThrow().shape().spec().name()).isEqualTo(type);
  }

  @Test
  void thatOtherNodesHaveOtherLabelsIsNoted() {
    assertThat(selecting(PREFIX + "gpu-name", "l4").notes())
        .extracting(Note::toString)
        .contains(
            "node.auto-mode: eks.amazonaws.com/instance-... are labels of nodes of EKS Auto Mode; nodes of a Karpenter of your own have karpenter.k8s.aws/instance-... instead");
    assertThat(ids(match(pod(ONE_GPU)))).doesNotContain("node.auto-mode");
    assertThat(ids(selecting("karpenter.k8s.aws/instance-gpu-name", "l4")))
        .doesNotContain("node.auto-mode");
  }

  @Test
  void theWayToBuyANodeIsKarpentersWord() {
    Match match =
        match(
            pod(ONE_GPU)
                .nodeSelector(PREFIX + "gpu-name", "l4")
                .nodeSelector("karpenter.sh/capacity-type", "spot"));

    assertThat(match.request().capacityType()).isEqualTo(CapacityType.SPOT);
  }

  @Test
  void aLabelThatANodePoolWritesIsTakenToBeThere() {
    Match match =
        match(
            pod(ONE_GPU)
                .nodeSelector(PREFIX + "gpu-name", "l4")
                .nodeSelector("karpenter.sh/nodepool", "gpu"));

    assertThat(match.isFound()).isTrue();
    assertThat(ids(match)).contains("node.label-not-judged");
  }

  @ParameterizedTest
  @CsvSource({
    "karpenter.k8s.aws/instance-gpu-name, l4",
    "karpenter.k8s.aws/ec2nodeclass, gpu",
    "eks.amazonaws.com/nodegroup, gpu"
  })
  void aLabelThatItsNodesDoNotHaveIsRefused(String key, String value) {
    PodView both = pod(ONE_GPU).nodeSelector(PREFIX + "gpu-name", "l4").nodeSelector(key, value);

    assertThat(match(both).rejected())
        .hasToString(
            "%s: labels: In %s requested, and the pod also selects by labels of EKS Auto Mode, whose nodes do not have this one; select by eks.amazonaws.com/instance-... alone"
                .formatted(key, value));
  }

  @Test
  void aValueThatNoTypeHasIsAnsweredWithThoseThatThereAre() {
    assertThat(selecting("eks.amazonaws.com/compute-type", "hybrid").rejected())
        .hasToString(
            "eks.amazonaws.com/compute-type: labels: In hybrid requested, and no node here has that; there is auto");
  }

  @ParameterizedTest
  @CsvSource({"us-east-1a, true", "us-east-1, false", "eu, false"})
  void aZoneIsOneOfAws(String zone, boolean isOne) {
    PodView there =
        pod(ONE_GPU)
            .nodeTerm(term(PREFIX + "gpu-name In l4", "topology.kubernetes.io/zone In " + zone));

    assertThat(match(there).isFound()).isEqualTo(isOne);
  }

  @Test
  void aNameOfTheGpuByALabelOfOthersIsUpToTheNodePool() {
    PodView named =
        pod(ONE_GPU)
            .nodeSelector("eks.amazonaws.com/compute-type", "auto")
            .nodeSelector("nvidia.com/gpu.product", "NVIDIA-A10G");

    assertThat(match(named).orThrow().shape().spec().name()).isEqualTo("g5.xlarge");
    assertThat(match(named).notes())
        .extracting(Note::message)
        .anyMatch(
            note -> note.contains("EKS Auto Mode writes no such label, so the NodePool has to"));
  }
}
