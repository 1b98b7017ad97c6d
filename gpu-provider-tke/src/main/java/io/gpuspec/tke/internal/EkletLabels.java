package io.gpuspec.tke.internal;

import io.gpuspec.CapacityType;
import io.gpuspec.GpuSpec;
import io.gpuspec.spi.NodeLabels;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The labels of a super node. */
record EkletLabels() implements NodeLabels {
  private static final Map<String, String> LABELS =
      Map.of(
          SuperNodePlacement.INSTANCE_TYPE,
          SuperNodePlacement.EKLET,
          SuperNodePlacement.TYPE,
          SuperNodePlacement.VIRTUAL_KUBELET,
          "kubernetes.io/arch",
          "amd64",
          "kubernetes.io/os",
          "linux");

  /** The labels that TKE writes on nodes of a node pool with cards. */
  private static final Map<String, String> OF_NODE_POOLS =
      Map.of(QgpuShares.ENABLED.key(), "tke/qgpu", GpuNodePool.ENABLED.key(), "tke/gpu");

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
    return "a super node has no such label by default, so it has to be written there";
  }

  @Override
  public Optional<String> absence(String key) {
    return Optional.ofNullable(OF_NODE_POOLS.get(key))
        .map(target -> "only nodes of a node pool have this label; match it on " + target);
  }
}
