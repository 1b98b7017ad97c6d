package io.gpuspec.eks.internal;

import io.gpuspec.CapacityType;
import io.gpuspec.GpuSpec;
import java.util.Optional;
import java.util.Set;

/** The labels of nodes of a managed node group; none of Karpenter's is among them. */
final class NodeGroupLabels implements NodeLabels {
  private static final Set<String> OF_TYPE = Set.of(Labels.INSTANCE_TYPE, Labels.ARCH, Labels.OS);

  @Override
  public boolean isKnown(String key) {
    return OF_TYPE.contains(key)
        || key.equals(Labels.GROUP_CAPACITY_TYPE)
        || key.startsWith("karpenter.sh/")
        || key.startsWith("karpenter.k8s.aws/");
  }

  @Override
  public Optional<String> value(String key, GpuSpec row, CapacityType capacityType) {
    if (key.equals(Labels.GROUP_CAPACITY_TYPE)) {
      return Optional.of(word(capacityType));
    }
    return OF_TYPE.contains(key) ? InstanceLabels.value(key, row) : Optional.empty();
  }

  /** EKS's word: a reservation is a capacity block. */
  static String word(CapacityType capacityType) {
    return switch (capacityType) {
      case ON_DEMAND -> "ON_DEMAND";
      case SPOT -> "SPOT";
      case RESERVED -> "CAPACITY_BLOCK";
    };
  }

  @Override
  public String writers() {
    return "EKS writes no such label, so the node group has to";
  }

  @Override
  public String nodes() {
    return "EKS makes the nodes of a group";
  }
}
