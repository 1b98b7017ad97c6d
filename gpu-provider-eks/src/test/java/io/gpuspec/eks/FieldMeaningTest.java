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

  @ParameterizedTest
  @CsvSource({
    "eks, NEED, NODE_SELECTOR, karpenter.k8s.aws/instance-gpu-name, t4",
    "eks, NEED, NODE_AFFINITY, karpenter.sh/capacity-type, spot",
    "eks, NEED, NODE_SELECTOR, accelerator, nvidia-t4",
    "eks, NEED, NODE_AFFINITY, nvidia.com/gpu.product, 'Tesla-T4,NVIDIA-A10G'",
    "eks, SETTING, NODE_SELECTOR, karpenter.k8s.aws/instance-size, 2xlarge",
    "eks, SETTING, NODE_SELECTOR, node.kubernetes.io/instance-type, g5.xlarge",
    "eks, SETTING, NODE_SELECTOR, karpenter.sh/nodepool, gpu",
    "eks, SETTING, ANNOTATION, karpenter.sh/do-not-disrupt, true",
    "eks, WAY, NODE_SELECTOR, node-type, gpu",
    "eks, OWNERS, NODE_SELECTOR, node-type, cpu",
    "eks, OWNERS, NODE_SELECTOR, kubernetes.io/arch, amd64",
    "eks, WAY, TOLERATION, nvidia.com/gpu, true",
    "eks, OWNERS, TOLERATION, team, a",
    "eks/nodegroup, SETTING, NODE_SELECTOR, eks.amazonaws.com/nodegroup, gpu",
    "eks/nodegroup, WAY, TOLERATION, nvidia.com/gpu, true",
    "eks/nodegroup, OWNERS, NODE_SELECTOR, disk, ssd"
  })
  void aPartOfAPodIsTheTargetsOrItsOwners(
      String target, FieldMeaning meaning, Kind kind, String key, String value) {
    PodField field = new PodField(kind, key, Optional.empty());

    assertThat(Gpus.load().in(target).meaning(field, value)).isEqualTo(meaning);
  }
}
