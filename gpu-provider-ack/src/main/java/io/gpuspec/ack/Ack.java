package io.gpuspec.ack;

import static io.gpuspec.ack.internal.rules.Documents.OPTIONS;

import io.gpuspec.share.NodeParts;
import io.gpuspec.spi.Option;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The options of the target {@code ack}, a node pool of ECS instances.
 *
 * <pre>{@code
 * gpus.in("ack")
 *     .with(Ack.MAX_PODS, 64)
 *     .with(Ack.NODE_SELECTION, Ack.NodeSelection.INSTANCE_TYPE)
 *     .match(GpuRequest.of("T4"));
 *     // ecs.gn6i-c4g1.xlarge · 4 cores · 15Gi  on ack
 * }</pre>
 *
 * <p>The first ones decide which nodes match and how pods are scheduled together, the others what a
 * node reserves for itself. ACK's policy is {@linkplain #MAX_PODS computed}; a node pool with its
 * own kubelet configuration states {@link #RESERVED_CPU} and {@link #RESERVED_MEMORY}.
 */
public final class Ack {

  /** The way in which a pod selects a node with the matching GPU. */
  public enum NodeSelection {
    /**
     * By {@code aliyun.accelerator/nvidia_name}, which any node with the GPU carries; by {@code
     * node.kubernetes.io/instance-type} if the name that ACK writes for the GPU is unknown, or if
     * an instance type was requested.
     */
    GPU_NAME,
    /** By {@code node.kubernetes.io/instance-type}, so that no other instance type is accepted. */
    INSTANCE_TYPE,
    /** Not at all: any node with enough free GPUs is accepted. */
    NONE
  }

  /** The way in which the pod selects a node; {@link NodeSelection#GPU_NAME} by default. */
  public static final Option<NodeSelection> NODE_SELECTION =
      OPTIONS.choice("node-selection", NodeSelection.GPU_NAME);

  /**
   * The whole cards of a node that the pod gets, as in {@code ack.node.gpu.schedule} of the node:
   * {@code default}, any that are free, by {@code nvidia.com/gpu}; or {@code topology}, those with
   * the best links, by {@code aliyun.com/gpu} of nodes with that label, which only ACK Pro clusters
   * have. That the cards, or the CPUs with them, are of one NUMA node it does not promise.
   */
  public static final Option<String> GPU_SCHEDULING = OPTIONS.word("gpu-scheduling");

  /** The driver that nodes must have, such as {@code 550.144.03}; any by default. */
  public static final Option<Optional<String>> NVIDIA_DRIVER_VERSION =
      OPTIONS.text("nvidia-driver-version");

  /**
   * The group of pods that start together or not at all; ACK's scheduler makes the group by this
   * name. It requires {@link #GANG_MIN_AVAILABLE}.
   */
  public static final Option<Optional<String>> GANG_NAME = OPTIONS.text("gang-name");

  /** The number of pods of the group that must find room before any starts. */
  public static final Option<Optional<Integer>> GANG_MIN_AVAILABLE =
      OPTIONS.optional("gang-min-available", Integer::valueOf);

  /**
   * The number of pods that a node can run, from which ACK computes the reserved memory; by default
   * 256, the usual maximum.
   */
  public static final Option<Integer> MAX_PODS = OPTIONS.value("max-pods", Integer::valueOf);

  /**
   * The part of an instance's memory that its firmware and kernel take before Kubernetes sees it,
   * in percent; the default is 7, which is more than on any known node.
   */
  public static final Option<BigDecimal> VM_MEMORY_OVERHEAD_PERCENT =
      OPTIONS.value("vm-memory-overhead-percent", BigDecimal::new);

  /** The CPU reserved for Kubernetes and the system together; by ACK's policy by default. */
  public static final Option<Optional<CpuAmount>> RESERVED_CPU =
      OPTIONS.optionalCpu("reserved-cpu");

  /** The memory reserved for Kubernetes and the system together; by ACK's policy by default. */
  public static final Option<Optional<MemorySize>> RESERVED_MEMORY =
      OPTIONS.optionalMemory("reserved-memory");

  /** The free memory below which a node evicts pods; 300Mi, ACK's default, by default. */
  public static final Option<MemorySize> EVICTION_MEMORY = OPTIONS.memory("eviction-memory");

  /** The CPU that DaemonSets request on each node; none by default. */
  public static final Option<CpuAmount> DAEMONSET_CPU = OPTIONS.cpu("daemonset-cpu");

  /** The memory that DaemonSets request on each node; none by default. */
  public static final Option<MemorySize> DAEMONSET_MEMORY = OPTIONS.memory("daemonset-memory");

  /** How many of a node's pods are DaemonSets'; none by default. It counts in plans of fleets. */
  public static final Option<Integer> DAEMONSET_PODS =
      OPTIONS.value("daemonset-pods", Integer::valueOf);

  private Ack() {}

  /** Returns every option of the node pool. */
  public static List<Option<?>> options() {
    return Stream.concat(OPTIONS.options("ack").stream(), NodeParts.options().stream()).toList();
  }
}
