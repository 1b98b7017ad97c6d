package io.gpuspec.ack;

import io.gpuspec.CpuAmount;
import io.gpuspec.MemorySize;
import io.gpuspec.ack.internal.Documents;
import io.gpuspec.spi.Option;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What can be chosen about the target {@code ack}, a node pool of ECS instances.
 *
 * <pre>{@code
 * gpus.in("ack")
 *     .with(Ack.MAX_PODS, 64)
 *     .with(Ack.NODE_SELECTION, NodeSelection.INSTANCE_TYPE)
 *     .match(GpuRequest.of("T4"));
 *     // ecs.gn6i-c4g1.xlarge · 4 cores · 15Gi  on ack
 * }</pre>
 *
 * <p>The first ones say which nodes will do and how pods are scheduled together, the others what a
 * node keeps for itself. ACK's policy is {@linkplain #MAX_PODS computed}; a node pool with a
 * kubelet configuration of its own states {@link #RESERVED_CPU} and {@link #RESERVED_MEMORY}.
 */
public final class Ack {
  private static final Pattern DRIVER = Pattern.compile("[0-9]{3}\\.[0-9]{1,3}(\\.[0-9]{1,3})?");
  private static final Pattern NAME =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
  private static final int LONGEST_LABEL = 63;

  /** How the pod finds a node; {@link NodeSelection#GPU_NAME} unless chosen. */
  public static final Option<NodeSelection> NODE_SELECTION =
      Option.choice(
          "node-selection",
          NodeSelection.GPU_NAME,
          "which label of a node the pod selects on",
          Documents.GPU_LABELS);

  /** Which of a node's cards the pod gets; {@link GpuScheduling#DEFAULT} unless chosen. */
  public static final Option<GpuScheduling> GPU_SCHEDULING =
      Option.choice(
          "gpu-scheduling",
          GpuScheduling.DEFAULT,
          "which whole cards of a node the pod gets",
          Documents.GPU_LABELS);

  /** The driver that nodes must have, such as {@code 550.144.03}; any unless chosen. */
  public static final Option<Optional<String>> NVIDIA_DRIVER_VERSION =
      Option.optional(
          "nvidia-driver-version",
          "a version, such as 550.144.03",
          Ack::driver,
          "the driver version that the node pool is labelled with",
          Documents.DRIVER);

  /**
   * The group of pods that start together or not at all; ACK's scheduler makes the group by this
   * name. It goes with {@link #GANG_MIN_AVAILABLE}.
   */
  public static final Option<Optional<String>> GANG_NAME =
      Option.optional(
          "gang-name",
          "a name in lower case, such as tf-smoke-gpu",
          Ack::name,
          "the group of pods that start together or not at all",
          Documents.GANG);

  /** How many pods of the group must find room before any starts. */
  public static final Option<Optional<Integer>> GANG_MIN_AVAILABLE =
      Option.optional(
          "gang-min-available",
          "a number of pods, 1 to 9999",
          Ack::pods,
          "how many pods of the group must find room before any starts",
          Documents.GANG);

  /**
   * The number of pods that a node can run, by which ACK reserves memory; 256, the most that a node
   * is commonly given, unless chosen.
   */
  public static final Option<Integer> MAX_PODS =
      Option.value(
          "max-pods",
          256,
          "a number of pods, 1 to 9999",
          Ack::pods,
          "the number of pods a node can run, by which memory is reserved",
          Documents.RESERVATION);

  /**
   * How much of an instance's memory its firmware and kernel take before Kubernetes sees it, in
   * percent; 7 unless chosen, which is more than any node seen took.
   */
  public static final Option<BigDecimal> VM_MEMORY_OVERHEAD_PERCENT =
      Option.value(
          "vm-memory-overhead-percent",
          new BigDecimal("7"),
          "a percentage from 0 to below 100, such as 7",
          Ack::percent,
          "the part of an instance's memory that its kernel takes, in percent",
          Documents.RESERVATION);

  /** The CPU reserved for Kubernetes and the system together; by ACK's policy unless chosen. */
  public static final Option<Optional<CpuAmount>> RESERVED_CPU =
      Option.optionalCpu(
          "reserved-cpu",
          "the CPU reserved for Kubernetes and the system, where the node pool states it",
          Documents.KUBELET);

  /** The memory reserved for Kubernetes and the system together; by ACK's policy unless chosen. */
  public static final Option<Optional<MemorySize>> RESERVED_MEMORY =
      Option.optionalMemory(
          "reserved-memory",
          "the memory reserved for Kubernetes and the system, where the node pool states it",
          Documents.KUBELET);

  /** The free memory below which a node evicts pods; 300Mi, ACK's default, unless chosen. */
  public static final Option<MemorySize> EVICTION_MEMORY =
      Option.memory(
          "eviction-memory",
          MemorySize.ofMebibytes(300),
          "the free memory below which a node evicts pods",
          Documents.KUBELET);

  /** The CPU that DaemonSets request on each node; none unless chosen. */
  public static final Option<CpuAmount> DAEMONSET_CPU =
      Option.cpu(
          "daemonset-cpu",
          CpuAmount.ZERO,
          "the CPU that DaemonSets request on each node",
          Documents.RESERVATION);

  /** The memory that DaemonSets request on each node; none unless chosen. */
  public static final Option<MemorySize> DAEMONSET_MEMORY =
      Option.memory(
          "daemonset-memory",
          MemorySize.ZERO,
          "the memory that DaemonSets request on each node",
          Documents.RESERVATION);

  private Ack() {}

  /** Every option of the node pool. */
  public static List<Option<?>> options() {
    return List.of(
        NODE_SELECTION,
        GPU_SCHEDULING,
        NVIDIA_DRIVER_VERSION,
        GANG_NAME,
        GANG_MIN_AVAILABLE,
        MAX_PODS,
        VM_MEMORY_OVERHEAD_PERCENT,
        RESERVED_CPU,
        RESERVED_MEMORY,
        EVICTION_MEMORY,
        DAEMONSET_CPU,
        DAEMONSET_MEMORY);
  }

  private static String driver(String value) {
    if (!DRIVER.matcher(value).matches()) {
      throw new IllegalArgumentException("write the whole version, such as 550.144.03");
    }
    return value;
  }

  private static String name(String value) {
    if (value.length() > LONGEST_LABEL || !NAME.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "write at most 63 lower-case letters, digits, hyphens and dots, such as tf-smoke-gpu");
    }
    return value;
  }

  private static Integer pods(String value) {
    if (!value.matches("[1-9][0-9]{0,3}")) {
      throw new IllegalArgumentException("write a number of pods from 1 to 9999, such as 64");
    }
    return Integer.valueOf(value);
  }

  private static BigDecimal percent(String value) {
    if (!value.matches("[0-9]{1,2}(\\.[0-9]{1,4})?")) {
      throw new IllegalArgumentException("write a percentage from 0 to below 100, such as 7");
    }
    return new BigDecimal(value);
  }
}
