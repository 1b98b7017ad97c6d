package io.gpuspec.eks.internal;

import io.gpuspec.CapacityType;
import io.gpuspec.GpuSpec;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The labels of nodes that Karpenter launches. */
final class KarpenterLabels implements NodeLabels {
  private static final Set<String> KNOWN =
      Set.of(
          Labels.INSTANCE_TYPE,
          Labels.ARCH,
          Labels.OS,
          Labels.CAPACITY_TYPE,
          Labels.CATEGORY,
          Labels.FAMILY,
          Labels.GENERATION,
          Labels.SIZE,
          Labels.CPU,
          Labels.MEMORY,
          Labels.GPU_NAME,
          Labels.GPU_MANUFACTURER,
          Labels.GPU_COUNT,
          Labels.GPU_MEMORY);

  @Override
  public boolean isKnown(String key) {
    return KNOWN.contains(key);
  }

  @Override
  public Map<String, String> of(GpuSpec row, CapacityType capacityType) {
    Map<String, String> labels = new LinkedHashMap<>(InstanceLabels.of(row));
    labels.put(Labels.CAPACITY_TYPE, capacityType.toString());
    return labels;
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
