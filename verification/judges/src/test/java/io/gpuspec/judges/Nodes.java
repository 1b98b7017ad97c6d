package io.gpuspec.judges;

import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodField.Kind;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.scheduling.Taint.Effect;
import io.gpuspec.spi.Placement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

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
          superNode("node.kubernetes.io/instance-type", "eklet", "eks.tke.cloud.tencent.com/eklet"),
          mig(),
          qgpu(),
          cgpu(),
          NodeView.of("cpu-only").allocatable(Map.of("cpu", "7910m", "memory", "29Gi")));

  private static final String QGPU_MEMORY = "tke.cloud.tencent.com/qgpu-memory";
  private static final String QGPU_GREEDY = "tke.cloud.tencent.com/qgpu-core-greedy";
  private static final String QGPU_CORE = "tke.cloud.tencent.com/qgpu-core";

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
        .allocatable(Map.of("cpu", "10k", "memory", "40Ti", "nvidia.com/gpu", "1k", "pods", "1k"));
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
                "tke.cloud.tencent.com/qgpu-core",
                "100",
                "tke.cloud.tencent.com/qgpu-memory",
                "14"))
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

  /** One to three of them, changed and named. */
  static Arbitrary<List<NodeView>> some() {
    return Combinators.combine(Arbitraries.of(AS_THEY_ARE), changes())
        .as((node, change) -> change.on(node))
        .list()
        .ofMinSize(1)
        .ofMaxSize(3)
        .map(Nodes::named);
  }

  /** A large node of a kind that a placement asks for. */
  static NodeView welcoming(Placement placement) {
    NodeView node =
        NodeView.of("welcoming")
            .allocatable(Map.of("cpu", "64", "memory", "256Gi", "nvidia.com/gpu", "8"));
    node =
        switch (placement.entries(Kind.DEVICE).get(0).field().key()) {
          case "aliyun.com/gpu-mem" -> shared(node);
          case QGPU_MEMORY -> divided(node);
          case QGPU_CORE ->
              node.allocatable(Map.of("cpu", "64", "memory", "256Gi", QGPU_CORE, "400"));
          default -> node;
        };
    List<Placement.Entry> selected = new ArrayList<>(placement.entries(Kind.NODE_SELECTOR));
    placement.nodeTerms().stream().findFirst().ifPresent(selected::addAll);
    for (Placement.Entry entry : selected) {
      node = node.label(entry.field().key(), entry.values().get(0));
    }
    for (Placement.Entry entry : placement.entries(Kind.TOLERATION)) {
      node = node.taint(entry.field().key(), "present", Effect.NO_SCHEDULE);
    }
    return node;
  }

  /** With two cards under cGPU, of which the second is half used by pods that are not seen here. */
  private static NodeView shared(NodeView node) {
    return node.allocatable(
            Map.of(
                "cpu", "64",
                "memory", "256Gi",
                "aliyun.com/gpu-mem", "21",
                "aliyun.com/gpu-core.percentage", "150"))
        .card(Map.of("aliyun.com/gpu-mem", "14", "aliyun.com/gpu-core.percentage", "100"))
        .card(Map.of("aliyun.com/gpu-mem", "7", "aliyun.com/gpu-core.percentage", "50"));
  }

  /** The same with qGPU. */
  private static NodeView divided(NodeView node) {
    return node.allocatable(
            Map.of(
                "cpu",
                "64",
                "memory",
                "256Gi",
                QGPU_MEMORY,
                "21",
                QGPU_CORE,
                "150",
                QGPU_GREEDY,
                "200"))
        .card(Map.of(QGPU_MEMORY, "14", QGPU_CORE, "100", QGPU_GREEDY, "100"))
        .card(Map.of(QGPU_MEMORY, "7", QGPU_CORE, "50", QGPU_GREEDY, "100"));
  }

  /** What is changed about a node; most is not. */
  record Change(
      List<Map<String, String>> allocatable,
      List<Map<String, String>> running,
      List<Taint> taints,
      List<Map<String, String>> labels,
      boolean cordoned) {

    NodeView on(NodeView node) {
      NodeView changed = node;
      for (Map<String, String> amount : allocatable) {
        changed = changed.allocatable(amount);
      }
      for (Map<String, String> amount : running) {
        changed = changed.pod(PodView.empty().container("there", amount, amount));
      }
      for (Taint taint : taints) {
        changed = tainted(changed, taint);
      }
      for (Map<String, String> label : labels) {
        changed = labelled(changed, label);
      }
      return cordoned ? changed.unschedulable() : changed;
    }
  }

  static Arbitrary<Change> changes() {
    return Combinators.combine(
            seldom(Pods.amounts()),
            Pods.amounts().list().ofMaxSize(2),
            seldom(taints()),
            seldom(
                Combinators.combine(Arbitraries.of(Pods.LABELS), Arbitraries.of(Pods.LABEL_VALUES))
                    .as(Map::of)),
            Arbitraries.frequency(Tuple.of(19, false), Tuple.of(1, true)))
        .as(Change::new);
  }

  /** One or, more often, none. */
  static <T> Arbitrary<List<T>> seldom(Arbitrary<T> something) {
    return Arbitraries.frequencyOf(
        Tuple.of(3, Arbitraries.just(List.of())), Tuple.of(1, something.map(List::of)));
  }

  private static Arbitrary<Taint> taints() {
    return Combinators.combine(
            Arbitraries.of(
                "nvidia.com/gpu", "serverless", "dedicated", "node.kubernetes.io/not-ready"),
            Arbitraries.of("", "true", "team"),
            Arbitraries.of(Effect.values()))
        .as(Taint::new);
  }

  /** A node has one taint of a key and an effect. */
  private static NodeView tainted(NodeView node, Taint taint) {
    return node.taints().stream()
            .anyMatch(t -> t.key().equals(taint.key()) && t.effect() == taint.effect())
        ? node
        : node.taint(taint);
  }

  private static NodeView labelled(NodeView node, Map<String, String> labels) {
    NodeView labelled = node;
    for (Map.Entry<String, String> label : labels.entrySet()) {
      labelled = labelled.label(label.getKey(), label.getValue());
    }
    return labelled;
  }

  /** Nodes of a cluster have names of their own. */
  static List<NodeView> named(List<NodeView> nodes) {
    List<NodeView> named = new ArrayList<>();
    for (NodeView node : nodes) {
      named.add(renamed(node, "n" + named.size()));
    }
    return named;
  }

  private static NodeView renamed(NodeView node, String name) {
    NodeView renamed = labelled(NodeView.of(name), node.labels()).allocatable(node.allocatable());
    for (Taint taint : node.taints()) {
      renamed = renamed.taint(taint);
    }
    for (PodView pod : node.pods()) {
      renamed = renamed.pod(pod);
    }
    for (Map<String, String> card : node.cards()) {
      renamed = renamed.card(card);
    }
    return node.isUnschedulable() ? renamed.unschedulable() : renamed;
  }
}
