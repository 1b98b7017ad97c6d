package io.gpuspec.ack.internal;

import io.gpuspec.CapacityType;
import io.gpuspec.GpuSpec;
import io.gpuspec.spi.NodeLabels;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The labels of the virtual node through which pods get to Elastic Container Instance. */
record VirtualNodeLabels() implements NodeLabels {
  private static final Map<String, String> LABELS =
      Map.of("type", "virtual-kubelet", "kubernetes.io/arch", "amd64", "kubernetes.io/os", "linux");

  /** The labels that only nodes of a node pool have. */
  private static final Set<String> OF_NODE_POOLS =
      Set.of(
          InstanceLabels.INSTANCE_TYPE,
          InstanceLabels.NVIDIA_NAME,
          InstanceLabels.NVIDIA_COUNT,
          "aliyun.accelerator/nvidia_mem",
          InstanceLabels.GPU_SCHEDULE,
          InstanceLabels.GPU_PLACEMENT,
          InstanceLabels.DRIVER_VERSION,
          InstanceLabels.SPOT_STRATEGY);

  @Override
  public Set<String> keys() {
    return LABELS.keySet();
  }

  @Override
  public Optional<String> value(String key, GpuSpec row, CapacityType capacityType) {
    return Optional.ofNullable(LABELS.get(key));
  }

  @Override
  public String writers() {
    return "the virtual node has no such label";
  }

  @Override
  public Optional<String> absence(String key) {
    return OF_NODE_POOLS.contains(key)
        ? Optional.of(
            "only nodes of a node pool have this label, and the virtual node has not; remove it and name instance types in %s, or match it on ack"
                .formatted(EciLabels.USE_SPECS))
        : Optional.empty();
  }
}
