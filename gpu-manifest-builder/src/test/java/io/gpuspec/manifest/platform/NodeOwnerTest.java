package io.gpuspec.manifest.platform;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeOwnerTest {
  @ParameterizedTest
  @CsvSource({
    "feature.node.kubernetes.io/pci-10de.present, Node Feature Discovery",
    "kubernetes.io/os, the kubelet or a controller of Kubernetes",
    "topology.kubernetes.io/zone, the kubelet or a controller of Kubernetes",
    "nvidia.com/gpu.product, GPU Feature Discovery",
    "nvidia.com/cuda.driver.major, GPU Feature Discovery",
    "karpenter.k8s.aws/instance-gpu-name, Karpenter",
    "node-role.kubernetes.io/gpu, nobody",
    "notkubernetes.io/os, nobody",
    "nvidia.com/gpu.present, nobody",
    "workload, nobody",
  })
  void aLabelHasOneOwnerOrNone(String key, String owner) {
    assertThat(NodeOwner.ofLabel(key).map(NodeOwner::name).orElse("nobody")).isEqualTo(owner);
  }

  @ParameterizedTest
  @CsvSource({
    "node.kubernetes.io/not-ready, a controller of Kubernetes",
    "karpenter.sh/disrupted, Karpenter",
    "ToBeDeletedByClusterAutoscaler, Cluster Autoscaler",
    "workload, nobody",
  })
  void aTaintHasOneOwnerOrNone(String key, String owner) {
    assertThat(NodeOwner.ofTaint(key).map(NodeOwner::name).orElse("nobody")).isEqualTo(owner);
  }
}
