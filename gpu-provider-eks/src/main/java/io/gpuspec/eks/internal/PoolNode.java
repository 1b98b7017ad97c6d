package io.gpuspec.eks.internal;

import io.gpuspec.GpuSpec;
import io.gpuspec.Shape;
import io.gpuspec.spi.NodeView;
import io.gpuspec.spi.Taint;
import java.util.LinkedHashMap;
import java.util.Map;

/** A node of a NodePool as the scheduler sees it. */
public final class PoolNode {
  private PoolNode() {}

  /** An empty node of a type. */
  public static NodeView of(String pool, GpuSpec type, NodePoolFields fields) {
    Map<String, String> labels = new LinkedHashMap<>(fields.labels());
    labels.putAll(InstanceLabels.of(type));
    labels.put("karpenter.sh/nodepool", pool);
    NodeView node = NodeView.of(pool + "-" + type.name()).allocatable(allocatable(type));
    for (Map.Entry<String, String> label : labels.entrySet()) {
      node = node.label(label.getKey(), label.getValue());
    }
    for (Taint taint : fields.taints()) {
      node = node.taint(taint);
    }
    return node;
  }

  private static Map<String, String> allocatable(GpuSpec type) {
    Shape machine = type.shapes().get(0);
    Map<String, String> amounts = new LinkedHashMap<>();
    amounts.put("cpu", machine.allocatable().cpu().toString());
    amounts.put("memory", machine.allocatable().memory().toString());
    amounts.put(PodNeed.GPU, String.valueOf(type.gpus()));
    type.attribute("maxPods").ifPresent(pods -> amounts.put("pods", pods));
    return amounts;
  }
}
