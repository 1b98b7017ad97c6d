package io.gpuspec.eks;

import io.gpuspec.eks.internal.Documents;
import io.gpuspec.eks.internal.KarpenterRules;
import io.gpuspec.spi.Option;
import java.util.List;
import java.util.Optional;

/**
 * What can be chosen about the target {@code eks/nodegroup}: EKS with a managed node group, without
 * Karpenter.
 *
 * <pre>{@code
 * gpus.in("eks/nodegroup").with(EksNodeGroup.NODE_GROUP, Optional.of("gpu-a10g"));
 * gpus.in("eks/nodegroup").with(Eks.VM_MEMORY_OVERHEAD_PERCENT, new BigDecimal("3.5"));
 * }</pre>
 *
 * <p>The others are those of {@link Eks} that say what a node keeps and what a pod selects on. The
 * AMI reserves as Karpenter reckons. It states no memory that an instance does not see; a node's
 * {@code status.capacity} does, and unless told, Karpenter's estimate of 7.5 % holds here too.
 */
public final class EksNodeGroup {

  /** The node group that pods select on, in place of instance types; none unless chosen. */
  public static final Option<Optional<String>> NODE_GROUP =
      Option.optional(
          "node-group",
          "the name of a managed node group",
          name -> KarpenterRules.labelText("node-group", name),
          "the node group that pods select on, in place of instance types",
          Documents.NODE_GROUPS);

  private EksNodeGroup() {}

  /** Every option of the target {@code eks/nodegroup}. */
  public static List<Option<?>> options() {
    return List.of(
        Eks.NODE_SELECTION,
        NODE_GROUP,
        Eks.VM_MEMORY_OVERHEAD_PERCENT,
        Eks.AMI_FAMILY,
        Eks.MAX_PODS,
        Eks.KUBE_RESERVED_CPU,
        Eks.KUBE_RESERVED_MEMORY,
        Eks.SYSTEM_RESERVED_CPU,
        Eks.SYSTEM_RESERVED_MEMORY,
        Eks.EVICTION_MEMORY,
        Eks.DAEMONSET_CPU,
        Eks.DAEMONSET_MEMORY);
  }
}
