package io.gpuspec.judges;

import io.gpuspec.spi.NodeView;
import io.gpuspec.spi.PodView;
import io.gpuspec.spi.Taint;
import io.gpuspec.spi.Taint.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Nodes with GPUs as clouds have them, each changed a little at random. */
final class Nodes {
  private static final List<NodeView> AS_THEY_ARE =
      List.of(
          eks("g4dn.xlarge", "t4", "1", "3920m", "14162Mi"),
          eks("g5.xlarge", "a10g", "1", "3920m", "14162Mi"),
          eks("g5.12xlarge", "a10g", "4", "47810m", "177Gi"),
          eks("p4d.24xlarge", "a100", "8", "95690m", "1059Gi"),
          ack("ecs.gn6i-c4g1.xlarge", "Tesla-T4", "1", "3900m", "12Gi"),
          ack("ecs.gn7i-c8g1.2xlarge", "NVIDIA-A10", "1", "7900m", "26Gi"),
          ack("ecs.gn6v-c8g1.16xlarge", "Tesla-V100-SXM2-16GB", "8", "63800m", "240Gi"),
          superNode("type", "virtual-kubelet", "serverless"),
          superNode(
              "node.kubernetes.io/instance-type", "eklet", "eks.tke.cloud.tencent.com/eklet"),
          mig(),
          qgpu(),
          cgpu(),
          NodeView.of("cpu-only").allocatable(Map.of("cpu", "7910m", "memory", "29Gi")));

  private Nodes() {}

  private static NodeView eks(String type, String gpu, String count, String cpu, String memory) {
    return NodeView.of(type)
        .label("node.kubernetes.io/instance-type", type)
        .label("kubernetes.io/arch", "amd64")
        .label("karpenter.sh/capacity-type", "on-demand")
        .label("karpenter.k8s.aws/instance-gpu-name", gpu)
        .label("karpenter.k8s.aws/instance-gpu-count", count)
        .label("node-type", "gpu")
        .taint("nvidia.com/gpu", "true", Effect.NO_SCHEDULE)
        .allocatable(Map.of("cpu", cpu, "memory", memory, "nvidia.com/gpu", count, "pods", "58"));
  }

  private static NodeView ack(String type, String gpu, String count, String cpu, String memory) {
    return NodeView.of(type)
        .label("node.kubernetes.io/instance-type", type)
        .label("aliyun.accelerator/nvidia_name", gpu)
        .label("aliyun.accelerator/nvidia_count", count)
        .allocatable(Map.of("cpu", cpu, "memory", memory, "nvidia.com/gpu", count, "pods", "64"));
  }

  private static NodeView superNode(String label, String value, String taint) {
    return NodeView.of(value)
        .label(label, value)
        .taint(taint, "", Effect.NO_SCHEDULE)
        .allocatable(
            Map.of("cpu", "10k", "memory", "40Ti", "nvidia.com/gpu", "1k", "pods", "1k"));
  }

  /** An A100 cut into pieces of two sizes, beside one that is whole. */
  private static NodeView mig() {
    return NodeView.of("mig")
        .label("nvidia.com/mig.strategy", "mixed")
        .label("nvidia.com/gpu.count", "2")
        .allocatable(
            Map.of(
                "cpu", "47810m",
                "memory", "177Gi",
                "nvidia.com/gpu", "1",
                "nvidia.com/mig-1g.5gb", "4",
                "nvidia.com/mig-3g.20gb", "1"));
  }

  /** Two cards under qGPU, of which the second is half used by pods that are not seen here. */
  private static NodeView qgpu() {
    return NodeView.of("qgpu")
        .label("qgpu-device-enable", "enable")
        .allocatable(
            Map.of(
                "cpu", "31",
                "memory", "118Gi",
                "tke.cloud.tencent.com/qgpu-core", "150",
                "tke.cloud.tencent.com/qgpu-memory", "21"))
        .card(
            Map.of(
                "tke.cloud.tencent.com/qgpu-core", "100", "tke.cloud.tencent.com/qgpu-memory", "14"))
        .card(
            Map.of(
                "tke.cloud.tencent.com/qgpu-core", "50", "tke.cloud.tencent.com/qgpu-memory", "7"));
  }

  /** One card under cGPU: what the node has is what the card has. */
  private static NodeView cgpu() {
    return NodeView.of("cgpu")
        .label("ack.node.gpu.schedule", "core_mem")
        .allocatable(
            Map.of(
                "cpu", "7900m",
                "memory", "26Gi",
                "aliyun.com/gpu-mem", "14",
                "aliyun.com/gpu-core.percentage", "100"))
        .card(Map.of("aliyun.com/gpu-mem", "14", "aliyun.com/gpu-core.percentage", "100"));
  }

  /** One to four of them, changed and named. */
  static Arbitrary<List<NodeView>> some() {
    return Combinators.combine(Arbitraries.of(AS_THEY_ARE), changes())
        .as(Nodes::changed)
        .list()
        .ofMinSize(1)
        .ofMaxSize(4)
        .map(Nodes::named);
  }

  private static NodeView changed(NodeView node, List<UnaryOperator<NodeView>> changes) {
    NodeView changed = node;
    for (UnaryOperator<NodeView> change : changes) {
      changed = change.apply(changed);
    }
    return changed;
  }

  private static Arbitrary<List<UnaryOperator<NodeView>>> changes() {
    return Arbitraries.frequencyOf(
            List.of(
                net.jqwik.api.Tuple.of(4, allocatable()),
                net.jqwik.api.Tuple.of(3, running()),
                net.jqwik.api.Tuple.of(2, taints()),
                net.jqwik.api.Tuple.of(2, labels()),
                net.jqwik.api.Tuple.of(
                    1, Arbitraries.<UnaryOperator<NodeView>>just(NodeView::unschedulable))))
        .list()
        .ofMaxSize(3);
  }

  private static Arbitrary<UnaryOperator<NodeView>> allocatable() {
    return Pods.amounts().map(amount -> node -> node.allocatable(amount));
  }

  private static Arbitrary<UnaryOperator<NodeView>> running() {
    return Pods.amounts()
        .map(
            amount -> node -> node.running(PodView.empty().container("there", amount, amount)));
  }

  private static Arbitrary<UnaryOperator<NodeView>> taints() {
    return Combinators.combine(
            Arbitraries.of("nvidia.com/gpu", "serverless", "dedicated"),
            Arbitraries.of("", "true", "team"),
            Arbitraries.of(Effect.values()))
        .as((key, value, effect) -> node -> node.taint(new Taint(key, value, effect)));
  }

  private static Arbitrary<UnaryOperator<NodeView>> labels() {
    return Combinators.combine(Arbitraries.of(Pods.LABELS), Arbitraries.of(Pods.LABEL_VALUES))
        .as((key, value) -> node -> node.label(key, value));
  }

  /** Nodes of a cluster have names of their own, and a label with the name. */
  private static List<NodeView> named(List<NodeView> nodes) {
    List<NodeView> named = new ArrayList<>();
    for (NodeView node : nodes) {
      named.add(renamed(node, "n" + named.size()));
    }
    return named;
  }

  private static NodeView renamed(NodeView node, String name) {
    NodeView renamed = NodeView.of(name).allocatable(node.allocatable());
    for (Map.Entry<String, String> label : node.labels().entrySet()) {
      renamed = renamed.label(label.getKey(), label.getValue());
    }
    for (Taint taint : node.taints()) {
      renamed = renamed.taint(taint);
    }
    for (PodView pod : node.running()) {
      renamed = renamed.running(pod);
    }
    for (Map<String, String> card : node.cards()) {
      renamed = renamed.card(card);
    }
    return node.isUnschedulable() ? renamed.unschedulable() : renamed;
  }
}
