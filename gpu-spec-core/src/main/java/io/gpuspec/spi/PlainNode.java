package io.gpuspec.spi;

import com.google.common.base.Ascii;
import io.gpuspec.GpuSpec;
import io.gpuspec.Match;
import io.gpuspec.Shape;
import io.gpuspec.internal.ExtendedResources;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.Taint;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A node with whole cards, as its row describes it. */
final class PlainNode {
  private PlainNode() {}

  /**
   * @param taints those of nodes that are not your own
   */
  static NodeView of(Match.Found found, NodeLabels labels, List<Taint> taints) {
    Shape shape = found.shape();
    NodeView node = NodeView.of(name(shape.spec())).allocatable(allocatable(found));
    for (Map.Entry<String, String> label : labels(found, labels).entrySet()) {
      node = node.label(label.getKey(), label.getValue());
    }
    for (Taint taint : shape.spec().isOwnNode() ? shape.spec().taints() : taints) {
      node = node.taint(taint);
    }
    return node;
  }

  private static Map<String, String> ofParts(Match.Found found) {
    Map<String, String> labels = new LinkedHashMap<>();
    found
        .catalog()
        .parts()
        .ifPresent(
            parts ->
                parts
                    .labels(found.shape().spec(), found.request().devices())
                    .forEach(label -> labels.put(label.path(), label.value())));
    return labels;
  }

  /** The row's name as the name of an object, such as {@code a100-x8}. */
  private static String name(GpuSpec row) {
    return Ascii.toLowerCase(row.name()).replaceAll("[^a-z0-9.]+", "-");
  }

  private static int devices(Match.Found found) {
    GpuSpec row = found.shape().spec();
    return found
        .catalog()
        .parts()
        .map(parts -> parts.count(row, found.request().devices()))
        .orElse(row.gpus());
  }

  private static Map<String, String> labels(Match.Found found, NodeLabels labels) {
    GpuSpec row = found.shape().spec();
    Map<String, String> known = new LinkedHashMap<>(ofParts(found));
    if (row.isOwnNode()) {
      known.putAll(NodeLabels.ofOwnNode(row));
      return known;
    }
    for (String key : labels.keys()) {
      labels
          .value(key, row, found.request().capacityType())
          .ifPresent(value -> known.put(key, value));
    }
    return known;
  }

  private static Map<String, String> allocatable(Match.Found found) {
    Shape shape = found.shape();
    GpuSpec row = shape.spec();
    Map<String, String> amounts = new LinkedHashMap<>();
    if (row.isSized()) {
      amounts.put("cpu", shape.allocatable().cpu().toString());
      amounts.put("memory", shape.allocatable().memory().toString());
    }
    amounts.put(Placement.resource(found), String.valueOf(devices(found)));
    row.resources()
        .forEach((name, amount) -> amounts.put(name, ExtendedResources.text(name, amount)));
    row.attribute("maxPods").ifPresent(pods -> amounts.put("pods", pods));
    return amounts;
  }
}
