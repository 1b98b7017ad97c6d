package io.gpuspec.fleet;

import io.gpuspec.scheduling.NodeView;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the pods that run in a cluster keep off its nodes: a term of their required anti-affinity
 * holds on each node with the same value of its topology key.
 *
 * @param byDomain by a label and its value, the terms, each with the first pod that has it
 */
record Repelled(Map<Map.Entry<String, String>, Map<ClusterItems.Apart, String>> byDomain) {

  static Repelled of(ClusterItems items) {
    Map<Map.Entry<String, String>, Map<ClusterItems.Apart, String>> byDomain = new HashMap<>();
    items
        .nodes()
        .forEach(
            (name, node) -> {
              for (ClusterItems.Pod pod : items.podsOf(name)) {
                for (ClusterItems.Apart term : pod.apart()) {
                  String value = node.view().labels().get(term.topologyKey());
                  if (value != null) {
                    byDomain
                        .computeIfAbsent(
                            Map.entry(term.topologyKey(), value), key -> new LinkedHashMap<>())
                        .putIfAbsent(term, pod.namespace() + "/" + pod.name());
                  }
                }
              }
            });
    return new Repelled(byDomain);
  }

  /** Returns a node with what holds on it. */
  NodeView on(NodeView node) {
    NodeView with = node;
    for (Map.Entry<String, String> label : node.labels().entrySet()) {
      for (Map.Entry<ClusterItems.Apart, String> each :
          byDomain.getOrDefault(Map.entry(label.getKey(), label.getValue()), Map.of()).entrySet()) {
        ClusterItems.Apart term = each.getKey();
        with =
            with.repelling(each.getValue(), term.topologyKey(), term.selector(), term.namespaces());
      }
    }
    return with;
  }
}
