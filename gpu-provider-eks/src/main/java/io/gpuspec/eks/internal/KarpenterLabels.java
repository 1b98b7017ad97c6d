package io.gpuspec.eks.internal;

import io.gpuspec.CapacityType;
import io.gpuspec.GpuSpec;
import java.util.Optional;

/** The labels of nodes that Karpenter launches. */
final class KarpenterLabels implements NodeLabels {
  @Override
  public boolean isKnown(String key) {
    return key.equals(Labels.CAPACITY_TYPE) || InstanceLabels.KEYS.contains(key);
  }

  @Override
  public Optional<String> value(String key, GpuSpec row, CapacityType capacityType) {
    return key.equals(Labels.CAPACITY_TYPE)
        ? Optional.of(capacityType.toString())
        : InstanceLabels.value(key, row);
  }

  @Override
  public String writers() {
    return "Karpenter writes no such label, so the NodePool has to";
  }

  @Override
  public String nodes() {
    return "Karpenter knows these nodes";
  }
}
