package io.gpuspec.tke;

import io.gpuspec.CpuAmount;
import io.gpuspec.MemorySize;
import io.gpuspec.share.AddOn;
import io.gpuspec.spi.Option;
import io.gpuspec.tke.internal.Documents;
import io.gpuspec.tke.internal.Names;
import io.gpuspec.tke.internal.QgpuNode;
import java.util.List;
import java.util.Optional;

/**
 * What can be chosen about the target {@code tke/qgpu}, a node pool whose cards pods share.
 *
 * <pre>{@code
 * Target qgpu = gpus.in("tke/qgpu").with(Qgpu.POLICY, Optional.of(QgpuPolicy.FIXED_SHARE));
 * qgpu.match(GpuRequest.of(Devices.of("T4").shared(Share.of("5Gi", 30))));
 *     // T4 x1 · CPU and memory not known  on tke/qgpu
 * }</pre>
 *
 * <p>No document says what CPU and memory the nodes of a pool have, because its owner chooses their
 * type. Until {@link #NODE_CPU} and {@link #NODE_MEMORY} say it, they are not judged.
 */
public final class Qgpu {
  /** Only nodes of this policy; any unless chosen, and those without the label are best-effort. */
  public static final Option<Optional<QgpuPolicy>> POLICY =
      Option.optional(
          "qgpu-policy",
          QgpuPolicy.spellings(),
          QgpuPolicy::parse,
          "only nodes that carry this policy as a label, in full or abbreviated",
          Documents.QGPU);

  /**
   * Pods of one part where online and offline pods are mixed, on nodes that mix them; ordinary pods
   * unless chosen. The percentage of a share is then the compute that an offline pod asks for, and
   * an online pod asks for memory alone.
   */
  public static final Option<Optional<QgpuAppClass>> APP_CLASS =
      Option.optional(
          "qgpu-app-class",
          QgpuAppClass.spellings(),
          QgpuAppClass::parse,
          "online or offline pods, on nodes that mix the two",
          Documents.QGPU_MIXING);

  /**
   * The memory of each card as its driver reports it, such as {@code 15109Mi}, 1 GiB or more;
   * unless chosen what was seen of the card, or else two GiB less than it is sold with.
   */
  public static final Option<Optional<MemorySize>> CARD_MEMORY =
      Option.optionalMemoryFrom(
          "card-memory",
          MemorySize.ofGibibytes(1),
          "the memory of each card as its driver reports it",
          Documents.QGPU_CARD_MEMORY);

  /**
   * The key of the node label by which the owner of the node pools says which card they have, such
   * as {@code example.com/card}, with the catalog's name of the card as its value; TKE documents no
   * such label.
   */
  public static final Option<Optional<String>> CARD_LABEL =
      Option.optional(
          "card-label",
          "a label's key, such as example.com/card",
          Qgpu::label,
          "the key of a label that you give node pools, whose value is the name of their card",
          Documents.QGPU);

  /** The CPU that pods can use of each node, as {@code kubectl describe node} says. */
  public static final Option<Optional<CpuAmount>> NODE_CPU =
      Option.optionalCpu(
          "node-cpu",
          "the allocatable CPU of each node of the pool; goes with node-memory",
          Documents.ALLOCATABLE);

  /** The memory that pods can use of each node, as {@code kubectl describe node} says. */
  public static final Option<Optional<MemorySize>> NODE_MEMORY =
      Option.optionalMemory(
          "node-memory",
          "the allocatable memory of each node of the pool; goes with node-cpu",
          Documents.ALLOCATABLE);

  /** How many cards each node has; it counts as one unless chosen. */
  public static final Option<Integer> NODE_GPUS =
      Option.value(
          "node-gpus",
          1,
          "a number of cards, 1 to 16",
          Qgpu::cards,
          "how many cards each node of the pool has",
          Documents.ALLOCATABLE);

  private Qgpu() {}

  /** Every option of a node pool whose cards are shared. */
  public static List<Option<?>> options() {
    return List.of(POLICY, APP_CLASS, CARD_MEMORY, CARD_LABEL, NODE_CPU, NODE_MEMORY, NODE_GPUS);
  }

  /**
   * The objects of the add-on and what their pods request: {@code Qgpu.addOn().on(10)} is what qGPU
   * takes of a cluster with ten such nodes.
   */
  public static AddOn addOn() {
    return QgpuNode.ADD_ON;
  }

  private static String label(String key) {
    if (!Names.LABEL_KEY.matcher(key).matches()) {
      throw new IllegalArgumentException("write a label's key, such as example.com/card");
    }
    return key;
  }

  private static Integer cards(String value) {
    if (!value.matches("[1-9]|1[0-6]")) {
      throw new IllegalArgumentException("write a number of cards, 1 to 16");
    }
    return Integer.valueOf(value);
  }
}
