package io.gpuspec.spi;

import com.google.common.base.Ascii;
import io.gpuspec.GpuSpec;
import io.gpuspec.Match;
import io.gpuspec.Shape;
import io.gpuspec.internal.ExtendedResources;
import io.gpuspec.scheduling.NodeView;
import java.util.LinkedHashMap;
import java.util.Map;

/** A node with whole cards, as its row describes it. */
final class PlainNode {
  private PlainNode() {}

  static NodeView of(Match.Found found, NodeLabels labels) {
    Shape shape = found.shape();
    NodeView node = NodeView.of(name(shape.spec())).allocatable(allocatable(shape));
    for (Map.Entry<String, String> label : labels(found, labels).entrySet()) {
      node = node.label(label.getKey(), label.getValue());
    }
    return node;
  }

  /** The row's name as the name of an object, such as {@code a100-x8}. */
  private static String name(GpuSpec row) {
    return Ascii.toLowerCase(row.name()).replaceAll("[^a-z0-9.]+", "-");
  }

  private static Map<String, String> labels(Match.Found found, NodeLabels labels) {
    GpuSpec row = found.shape().spec();
    if (row.isOwnNode()) {
      return NodeChoice.ownLabels(row);
    }
    Map<String, String> known = new LinkedHashMap<>();
    for (String key : labels.keys()) {
      labels
          .value(key, row, found.request().capacityType())
          .ifPresent(value -> known.put(key, value));
    }
    return known;
  }

  private static Map<String, String> allocatable(Shape shape) {
    GpuSpec row = shape.spec();
    Map<String, String> amounts = new LinkedHashMap<>();
    if (row.isSized()) {
      amounts.put("cpu", shape.allocatable().cpu().toString());
      amounts.put("memory", shape.allocatable().memory().toString());
    }
    amounts.put("nvidia.com/gpu", String.valueOf(row.gpus()));
    row.resources()
        .forEach((name, amount) -> amounts.put(name, ExtendedResources.text(name, amount)));
    row.attribute("maxPods").ifPresent(pods -> amounts.put("pods", pods));
    return amounts;
  }
}
