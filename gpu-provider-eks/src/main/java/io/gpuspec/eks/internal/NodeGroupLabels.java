package io.gpuspec.eks.internal;

import io.gpuspec.CapacityType;
import io.gpuspec.GpuSpec;
import io.gpuspec.eks.internal.rules.InstanceLabels;
import io.gpuspec.eks.internal.rules.Labels;
import io.gpuspec.spi.NodeLabels;
import java.util.Optional;
import java.util.Set;

/** The labels of nodes of a managed node group, which do not include any of Karpenter's. */
record NodeGroupLabels() implements NodeLabels {
  private static final Set<String> OF_TYPE = Set.of(Labels.INSTANCE_TYPE, Labels.ARCH, Labels.OS);

  private static final Set<String> KEYS =
      Set.of(Labels.INSTANCE_TYPE, Labels.ARCH, Labels.OS, Labels.GROUP_CAPACITY_TYPE);

  @Override
  public Set<String> keys() {
    return KEYS;
  }

  @Override
  public boolean isDecided(String key) {
    return KEYS.contains(key)
        || Labels.isOfKarpenter(key)
        || key.startsWith(Labels.OF_EKS + "instance-")
        || key.equals(Labels.OF_EKS + "compute-type");
  }

  @Override
  public Optional<String> value(String key, GpuSpec row, CapacityType capacityType) {
    if (key.equals(Labels.GROUP_CAPACITY_TYPE)) {
      return Optional.of(word(capacityType));
    }
    return OF_TYPE.contains(key) ? InstanceLabels.value(key, row) : Optional.empty();
  }

  /** Returns EKS's word: a reservation is a capacity block. */
  static String word(CapacityType capacityType) {
    return switch (capacityType) {
      case ON_DEMAND -> "ON_DEMAND";
      case SPOT -> "SPOT";
      case RESERVED -> "CAPACITY_BLOCK";
    };
  }

  @Override
  public boolean isPossible(String key, String value) {
    return Labels.isPossible(key, value);
  }

  @Override
  public String writers() {
    return "EKS writes no such label, so the node group has to";
  }

  @Override
  public Optional<String> absence(String key) {
    return KEYS.contains(key)
        ? Optional.empty()
        : Optional.of(
            "no node of a group has this label, which Karpenter or EKS Auto Mode writes; match it on eks, or select on %s"
                .formatted(Labels.INSTANCE_TYPE));
  }
}
