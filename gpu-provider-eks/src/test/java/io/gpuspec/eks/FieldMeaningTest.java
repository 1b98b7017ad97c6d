package io.gpuspec.eks;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodField.Kind;
import io.gpuspec.spi.FieldMeaning;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What parts of a pod mean where Karpenter launches nodes. */
class FieldMeaningTest {
  private static final Gpus GPUS = Gpus.load();

  @ParameterizedTest
  @CsvSource({
    "eks, REQUEST, NODE_SELECTOR, karpenter.k8s.aws/instance-gpu-name, t4",
    "eks, REQUEST, NODE_AFFINITY, karpenter.sh/capacity-type, spot",
    "eks, REQUEST, NODE_SELECTOR, accelerator, nvidia-t4",
    "eks, REQUEST, NODE_AFFINITY, nvidia.com/gpu.product, 'Tesla-T4,NVIDIA-A10G'",
    "eks, PROVIDER_SETTING, NODE_SELECTOR, karpenter.k8s.aws/instance-size, 2xlarge",
    "eks, PROVIDER_SETTING, NODE_SELECTOR, node.kubernetes.io/instance-type, g5.xlarge",
    "eks, PROVIDER_SETTING, NODE_SELECTOR, karpenter.sh/nodepool, gpu",
    "eks, PROVIDER_SETTING, ANNOTATION, karpenter.sh/do-not-disrupt, true",
    "eks, NODE_SELECTION, NODE_SELECTOR, node-type, gpu",
    "eks, USER_FIELD, NODE_SELECTOR, node-type, cpu",
    "eks, USER_FIELD, NODE_SELECTOR, kubernetes.io/arch, amd64",
    "eks, NODE_SELECTION, TOLERATION, nvidia.com/gpu, true",
    "eks, USER_FIELD, TOLERATION, team, a",
    "eks/nodegroup, PROVIDER_SETTING, NODE_SELECTOR, eks.amazonaws.com/nodegroup, gpu",
    "eks/nodegroup, NODE_SELECTION, TOLERATION, nvidia.com/gpu, true",
    "eks/nodegroup, USER_FIELD, NODE_SELECTOR, disk, ssd",
    "eks/nodegroup, REQUEST, NODE_SELECTOR, eks.amazonaws.com/capacityType, SPOT",
    "eks/nodegroup, REQUEST, NODE_AFFINITY, eks.amazonaws.com/capacityType, 'SPOT,ON_DEMAND'",
    "eks/nodegroup, PROVIDER_SETTING, ANNOTATION, eks.amazonaws.com/capacityType, SPOT",
    "eks/nodegroup, USER_FIELD, NODE_SELECTOR, karpenter.sh/capacity-type, spot",
    "eks/nodegroup, USER_FIELD, NODE_AFFINITY, karpenter.k8s.aws/instance-gpu-name, t4",
    "eks/nodegroup, PROVIDER_SETTING, ANNOTATION, karpenter.sh/do-not-disrupt, true",
    "eks/nodegroup, NODE_SELECTION, TOLERATION, karpenter.sh/disrupted, ''"
  })
  void aPartOfAPodIsTheTargetsOrItsOwners(
      String target, FieldMeaning meaning, Kind kind, String key, String value) {
    PodField field = new PodField(kind, key, Optional.empty());

    assertThat(GPUS.in(target).meaning(field, value)).isEqualTo(meaning);
  }

  /** Karpenter's objects decide which nodes are bought, and how. */
  @ParameterizedTest
  @CsvSource({
    "eks, REQUEST, karpenter.sh/v1, NodePool",
    "eks, REQUEST, karpenter.k8s.aws/v1, EC2NodeClass",
    "eks, USER_FIELD, v1, ConfigMap",
    "eks/nodegroup, USER_FIELD, karpenter.sh/v1, NodePool"
  })
  void anObjectOfKarpentersIsARequest(
      String target, FieldMeaning meaning, String apiVersion, String kind) {
    assertThat(GPUS.in(target).meaning(apiVersion, kind)).isEqualTo(meaning);
  }
}
