package io.gpuspec.eks;

import static io.gpuspec.testkit.Pods.ONE_GPU;
import static io.gpuspec.testkit.Pods.ids;
import static io.gpuspec.testkit.Pods.pod;
import static io.gpuspec.testkit.Pods.term;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.eks.internal.Karpenter;
import io.gpuspec.eks.internal.ManagedNodeGroup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which labels nodes of Karpenter and of a node group have, and which nobody writes there. */
class NodeLabelsTest {
  private final Gpus gpus = Gpus.of(new Karpenter(), new ManagedNodeGroup());
  private final Target eks = gpus.in("eks");
  private final Target group = gpus.in("eks/nodegroup");

  private static Match match(Target target, String requirement) {
    return target.match(pod(ONE_GPU).nodeTerm(term(requirement))).orElseThrow();
  }

  /** The cluster decides on them, not the instance type. */
  @ParameterizedTest
  @CsvSource({
    "karpenter.sh/nodepool, gpu",
    "karpenter.k8s.aws/ec2nodeclass, gpu",
    "karpenter.k8s.aws/placement-group-id, pg-1",
    "eks.amazonaws.com/nodegroup, gpu"
  })
  void whatAClusterMayHaveIsTakenToBeThere(String key, String value) {
    Match match = match(eks, key + " In " + value);

    assertThat(match.isFound()).isTrue();
    assertThat(ids(match)).contains("node.label-not-judged");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "karpenter.k8s.aws/instance-gpu-nam | t4 | Karpenter 1.14 knows no such label and lets nobody write it; select the pool by karpenter.sh/nodepool, or the instance by karpenter.k8s.aws/instance-...",
        "karpenter.sh/pool | gpu | Karpenter 1.14 knows no such label and lets nobody write it; select the pool by karpenter.sh/nodepool, or the instance by karpenter.k8s.aws/instance-...",
        "eks.amazonaws.com/capacityType | SPOT | only nodes of a managed node group have this label; match it on eks/nodegroup",
        "karpenter.sh/capacity-type | SPOT | no node here has that; there is on-demand, reserved, spot"
      })
  void whatNoNodeOfKarpenterHasIsRefused(String key, String value, String why) {
    assertThat(match(eks, key + " In " + value).rejected())
        .hasToString("%s: labels: In %s requested, and %s".formatted(key, value, why));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "karpenter.sh/nodepool | gpu | no node of a group has this label, which Karpenter or EKS Auto Mode writes; match it on eks, or select on node.kubernetes.io/instance-type",
        "eks.amazonaws.com/instance-family | g5 | no node of a group has this label, which Karpenter or EKS Auto Mode writes; match it on eks, or select on node.kubernetes.io/instance-type",
        "eks.amazonaws.com/compute-type | auto | no node of a group has this label, which Karpenter or EKS Auto Mode writes; match it on eks, or select on node.kubernetes.io/instance-type",
        "eks.amazonaws.com/capacityType | spot | no node here has that; there is CAPACITY_BLOCK, ON_DEMAND, SPOT"
      })
  void whatNoNodeOfAGroupHasIsRefused(String key, String value, String why) {
    assertThat(match(group, key + " In " + value).rejected())
        .hasToString("%s: labels: In %s requested, and %s".formatted(key, value, why));
  }

  @ParameterizedTest
  @CsvSource({
    "eks, topology.kubernetes.io/zone, us-east-1a, true",
    "eks, topology.kubernetes.io/zone, us-east-1-atl-1a, true",
    "eks, topology.kubernetes.io/zone, us-east-1, false",
    "eks, topology.kubernetes.io/region, us-gov-east-1, true",
    "eks, topology.kubernetes.io/region, us-east-1a, false",
    "eks/nodegroup, topology.kubernetes.io/zone, us-east-1a, true",
    "eks/nodegroup, topology.kubernetes.io/zone, cn-hangzhou-b, false"
  })
  void aPlaceIsOneOfAws(String target, String key, String value, boolean isOne) {
    assertThat(match(gpus.in(target), key + " In " + value).isFound()).isEqualTo(isOne);
  }

  @Test
  void aNameOfTheGpuByALabelOfOthersIsUpToTheNodeGroup() {
    assertThat(match(group, "nvidia.com/gpu.product In NVIDIA-A10G").notes().toString())
        .contains("EKS writes no such label, so the node group has to");
  }

  /** A metal instance has the label, with an empty value. */
  @ParameterizedTest
  @CsvSource({
    "In nitro, g4dn.xlarge",
    "NotIn nitro, g4dn.metal",
  })
  void theHypervisorOfAMetalInstanceIsNone(String asked, String type) {
    Match match = match(eks, "karpenter.k8s.aws/instance-hypervisor " + asked);

    assertThat(match.orThrow().shape().spec().name()).isEqualTo(type);
  }

  @Test
  void aMetalInstanceHasTheLabelAllTheSame() {
    assertThat(
            eks.match(
                    pod(ONE_GPU)
                        .nodeTerm(
                            term(
                                "karpenter.k8s.aws/instance-hypervisor Exists",
                                "node.kubernetes.io/instance-type In g4dn.metal")))
                .orElseThrow()
                .isFound())
        .isTrue();
  }

  /** On a node group, the labels that name an architecture are those of the type. */
  @Test
  void arm64IsNotTakenForWhatNamesOtherTypes() {
    Match match =
        group
            .match(
                pod(ONE_GPU)
                    .nodeTerm(term("node.kubernetes.io/instance-type In p5.4xlarge"))
                    .nodeTerm(term("kubernetes.io/os In linux")))
            .orElseThrow();

    assertThat(match.orThrow().shape().spec().name()).isEqualTo("g4dn.xlarge");
    assertThat(ids(match)).contains("arch.assumed");
    assertThat(ids(match(group, "kubernetes.io/arch In arm64 amd64")))
        .doesNotContain("arch.assumed");
  }
}
