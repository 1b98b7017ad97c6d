package io.gpuspec.judges;

import io.gpuspec.value.Arch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * One GPU or instance type to ask for, in our words and in Karpenter's labels. The labels are those
 * of Karpenter's reference, written by hand: ours are what is judged.
 *
 * @param name what we call it
 * @param labels what a node must have for it
 * @param archs the architectures that are meant where none is asked for; empty for any
 */
record KarpenterWish(String name, Map<String, String> labels, Set<Arch> archs) {
  private static final String GPU_NAME = "karpenter.k8s.aws/instance-gpu-name";
  private static final String GPU_MEMORY = "karpenter.k8s.aws/instance-gpu-memory";

  /** Every GPU that Karpenter can launch, by several of its names. */
  static final List<KarpenterWish> GPUS =
      List.of(
          gpu("T4", "t4"),
          gpu("Tesla T4", "t4"),
          gpu("A10G", "a10g"),
          gpu("a10g", "a10g"),
          new KarpenterWish("T4g", Map.of(GPU_NAME, "t4g"), Set.of(Arch.ARM64)),
          gpu("L4", "l4", "22888"),
          gpu("NVIDIA L4", "l4", "22888"),
          gpu("L40S", "l40s"),
          gpu("RTX-PRO-4500", "rtx-pro-4500"),
          gpu("RTX-PRO-6000-Server", "rtx-pro-server-6000"),
          gpu("rtx-pro-server-6000", "rtx-pro-server-6000"),
          gpu("A100", "a100"),
          gpu("A100-40G", "a100", "40960"),
          gpu("A100-80G", "a100", "81920"),
          gpu("A100-SXM4-80GB", "a100", "81920"),
          gpu("H100", "h100"),
          gpu("h100", "h100"),
          gpu("H200", "h200"),
          gpu("B200", "b200"),
          gpu("B300", "b300"));

  /** Any whole GPU. */
  static final KarpenterWish ANY =
      new KarpenterWish(
          "", Map.of("karpenter.k8s.aws/instance-gpu-manufacturer", "nvidia"), Set.of(Arch.AMD64));

  /**
   * Why a type is left out of the laws, by the beginning of its name. Their allocatable is judged
   * all the same, where we list them.
   */
  static final Map<String, String> LEFT_OUT =
      Map.of(
          "p3.", "retired: matched only when that is asked for, and Karpenter still knows it",
          "p3dn.", "retired: matched only when that is asked for, and Karpenter still knows it",
          "g6f.",
              "a share of a card: Karpenter counts no GPU there, and launches it for no GPU pod",
          "gr6f.",
              "a share of a card: Karpenter counts no GPU there, and launches it for no GPU pod",
          "g4ad.", "AMD: our list is of NVIDIA's GPUs");

  private static KarpenterWish gpu(String name, String karpenterName) {
    return new KarpenterWish(name, Map.of(GPU_NAME, karpenterName), Set.of(Arch.AMD64));
  }

  private static KarpenterWish gpu(String name, String karpenterName, String mebibytes) {
    return new KarpenterWish(
        name, Map.of(GPU_NAME, karpenterName, GPU_MEMORY, mebibytes), Set.of(Arch.AMD64));
  }

  /** This one type; whoever names a type means its architecture. */
  static KarpenterWish instanceType(String name) {
    return new KarpenterWish(name, Map.of("node.kubernetes.io/instance-type", name), Set.of());
  }

  static boolean isLeftOut(String type) {
    return LEFT_OUT.keySet().stream().anyMatch(type::startsWith);
  }

  /** Those of these types that the laws are about, in alphabetical order. */
  static Set<String> judged(Iterable<String> types) {
    List<String> kept = new ArrayList<>();
    types.forEach(kept::add);
    kept.removeIf(KarpenterWish::isLeftOut);
    return new TreeSet<>(kept);
  }
}
