package io.gpuspec.eks;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.fleet.ClusterState;
import io.gpuspec.fleet.Consolidation;
import io.gpuspec.fleet.Demand;
import io.gpuspec.fleet.Fleet;
import io.gpuspec.fleet.FleetNode;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What new nodes the pods of a node with four A10G can move to. */
class ConsolidatedNodesTest {
  private static final Target EKS = Gpus.load().in("eks");

  /** A node with one pod, which needs 4 cores and one of the four cards. */
  private static Consolidation of(String labels, String ofPod) {
    String list =
        """
        {"kind": "List", "items": [
          {"kind": "Node", "metadata": {"name": "n1",
            "labels": {"node.kubernetes.io/instance-type": "g5.12xlarge"%s}},
           "status": {"allocatable": {"cpu": "47810m", "memory": "173400Mi",
            "nvidia.com/gpu": "4", "pods": "234"}}},
          {"kind": "Pod", "metadata": {"name": "p", "ownerReferences": [{"kind": "ReplicaSet"}]},
           "spec": {"nodeName": "n1"%s, "containers": [{"name": "c", "resources": {
             "requests": {"cpu": "4", "memory": "16Gi"}, "limits": {"nvidia.com/gpu": "1"}}}]}}]}
        """
            .formatted(labels, ofPod);
    return Consolidation.of(EKS, ClusterState.parse(list));
  }

  private static String selecting(String key, String value) {
    return ", \"nodeSelector\": {\"%s\": \"%s\"}".formatted(key, value);
  }

  private static String requiring(String key, String operator, String value) {
    return """
        , "affinity": {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution":
          {"nodeSelectorTerms": [{"matchExpressions": [
            {"key": "%s", "operator": "%s", "values": ["%s"]}]}]}}}"""
        .formatted(key, operator, value);
  }

  @ParameterizedTest
  @CsvSource({
    "node.kubernetes.io/instance-type, g5.12xlarge",
    "karpenter.k8s.aws/instance-size, 12xlarge",
    "karpenter.k8s.aws/instance-gpu-count, 4"
  })
  void aPodMovesToNoNewNodeThatItDoesNotSelect(String key, String value) {
    assertThat(of("", selecting(key, value)).isUseful()).isFalse();
    assertThat(of("", requiring(key, "In", value)).isUseful()).isFalse();
  }

  @Test
  void aPodMovesToTheCheapestNewNodeOfItsModelThatItDoesNotExclude() {
    String type = "node.kubernetes.io/instance-type";

    assertThat(of("", "").launches()).extracting(FleetNode::spec).containsExactly("g5.2xlarge");
    assertThat(of("", selecting("karpenter.k8s.aws/instance-category", "g")).launches())
        .extracting(FleetNode::spec)
        .containsExactly("g5.2xlarge");
    assertThat(of("", requiring(type, "NotIn", "g5.2xlarge")).launches())
        .extracting(FleetNode::spec)
        .containsExactly("g5.4xlarge");
    assertThat(of("", requiring("karpenter.k8s.aws/instance-gpu-count", "Gt", "1")).launches())
        .isEmpty();
  }

  @Test
  void aPodMovesToANewNodeOfThePoolThatItSelectsAndItsNodeIsOf() {
    String pool = "karpenter.sh/nodepool";
    String ofPool = ", \"%s\": \"gpu\"".formatted(pool);

    assertThat(of(ofPool, selecting(pool, "gpu")).launches())
        .extracting(FleetNode::spec)
        .containsExactly("g5.2xlarge");
    assertThat(of(ofPool, requiring(pool, "In", "gpu")).launches())
        .extracting(FleetNode::spec)
        .containsExactly("g5.2xlarge");
    assertThat(of(ofPool + ", \"team\": \"a\"", selecting(pool, "gpu\", \"team\": \"a")).launches())
        .isEmpty();
    assertThat(of("", selecting(pool, "gpu")).launches()).isEmpty();
  }

  @Test
  void newNodesCarryTheDaemonSetsOfThoseThatAreThere() {
    String list =
        """
        {"kind": "List", "items": [
          {"kind": "Node", "metadata": {"name": "n1",
            "labels": {"node.kubernetes.io/instance-type": "g5.12xlarge"}},
           "status": {"allocatable": {"cpu": "47810m", "memory": "173400Mi",
            "nvidia.com/gpu": "4", "pods": "234"}}},
          {"kind": "Pod", "metadata": {"name": "d", "ownerReferences": [{"kind": "DaemonSet"}]},
           "spec": {"nodeName": "n1", "containers": [{"name": "c", "resources": {
             "requests": {"cpu": "1", "memory": "2Gi"}}}]}},
          {"kind": "Pod", "metadata": {"name": "p", "ownerReferences": [{"kind": "ReplicaSet"}]},
           "spec": {"nodeName": "n1", "containers": [{"name": "c", "resources": {
             "requests": {"cpu": "3", "memory": "12Gi"}, "limits": {"nvidia.com/gpu": "1"}}}]}}]}
        """;
    ClusterState state = ClusterState.parse(list);
    Target chosen =
        EKS.with(Eks.DAEMONSET_CPU, CpuAmount.ZERO)
            .with(Eks.DAEMONSET_MEMORY, MemorySize.ZERO)
            .with(Eks.DAEMONSET_PODS, 0);

    assertThat(Consolidation.of(EKS, state).launches())
        .extracting(FleetNode::spec)
        .containsExactly("g5.2xlarge");
    assertThat(Consolidation.of(EKS, state).notes())
        .extracting(Object::toString)
        .singleElement()
        .asString()
        .endsWith(": daemonset-cpu=1, daemonset-memory=2Gi, daemonset-pods=1");
    assertThat(Consolidation.of(chosen, state).launches())
        .extracting(FleetNode::spec)
        .containsExactly("g5.xlarge");
    assertThat(state.notes(chosen)).isEmpty();
    Demand pods = Demand.of("q", GpuRequest.of("A10G").cpu(3).memory("12Gi").replicas(4));
    assertThat(Fleet.of(EKS).existing(state).demand(pods).plan().nodes())
        .extracting(FleetNode::spec)
        .containsExactly("g5.12xlarge", "g5.2xlarge");
    assertThat(Fleet.of(chosen).existing(state).demand(pods).plan().nodes())
        .extracting(FleetNode::spec)
        .containsExactly("g5.12xlarge", "g5.xlarge");
  }
}
