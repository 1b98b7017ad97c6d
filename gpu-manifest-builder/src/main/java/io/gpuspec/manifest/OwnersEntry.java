package io.gpuspec.manifest;

import io.gpuspec.kube.Tree;
import io.gpuspec.manifest.internal.tree.NodeTerms;
import io.gpuspec.manifest.internal.tree.PlacedPod;
import io.gpuspec.manifest.internal.tree.YamlTree;
import io.gpuspec.scheduling.NodeTerm;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * An entry that the user set and that can affect the match: an annotation, a label, a node
 * requirement, or a GPU under some name.
 *
 * @param name what it is and where, such as {@code node selector kubernetes.io/arch}
 * @param value its value
 * @param onto adds it to a copy of pods that lack it
 */
record OwnersEntry(String name, String value, UnaryOperator<Map<String, Object>> onto) {
  private static final List<String> AMOUNTS = List.of("requests", "limits");

  /**
   * Returns those of a pod.
   *
   * @param containers the view of at least its containers
   */
  static List<OwnersEntry> of(Map<String, Object> pod, PodView containers) {
    List<OwnersEntry> entries = new ArrayList<>();
    addKeys(entries, "annotation", pod, "metadata", "annotations");
    addKeys(entries, "label", pod, "metadata", "labels");
    addKeys(entries, "node selector", pod, "spec", "nodeSelector");
    if (!NodeTerms.of(pod).isEmpty()) {
      entries.add(nodeAffinity(pod));
    }
    if (!NodeTerms.weighted(pod).isEmpty()) {
      entries.add(preferredNodeAffinity(pod));
    }
    PlacedPod.gpus(containers).forEach(gpu -> entries.add(gpu(pod, gpu)));
    return entries;
  }

  private static void addKeys(
      List<OwnersEntry> entries, String what, Map<String, Object> pod, String... path) {
    YamlTree.map(pod, path)
        .forEach(
            (key, value) ->
                entries.add(
                    with(
                        what + " " + key,
                        String.valueOf(value),
                        copy -> YamlTree.mapToFill(copy, path).put(key, value))));
  }

  private static OwnersEntry with(String name, String value, Consumer<Map<String, Object>> change) {
    return new OwnersEntry(
        name,
        value,
        pod -> {
          Map<String, Object> copy = YamlTree.copy(pod);
          change.accept(copy);
          return copy;
        });
  }

  /** The pod without any of them. */
  static Map<String, Object> without(Map<String, Object> pod) {
    Map<String, Object> bare = YamlTree.copy(pod);
    YamlTree.map(bare, "metadata").keySet().removeAll(List.of("annotations", "labels"));
    YamlTree.map(bare, "spec").remove("nodeSelector");
    YamlTree.map(bare, "spec", "affinity", "nodeAffinity")
        .keySet()
        .removeAll(List.of(NodeTerms.REQUIRED, NodeTerms.PREFERRED));
    for (PodField gpu : PlacedPod.gpus(PodView.of(Tree.of(pod)))) {
      for (String section : AMOUNTS) {
        YamlTree.map(container(bare, gpu), "resources", section).remove(gpu.key());
      }
    }
    return bare;
  }

  private static OwnersEntry nodeAffinity(Map<String, Object> owners) {
    return with(
        "node affinity",
        joined(PodView.of(Tree.of(owners)).nodeTerms(), " or "),
        pod ->
            YamlTree.mapToFill(pod, "spec", "affinity", "nodeAffinity", NodeTerms.REQUIRED)
                .put("nodeSelectorTerms", NodeTerms.of(owners)));
  }

  /** Karpenter launches what the pods prefer, so a preference can direct them elsewhere. */
  private static OwnersEntry preferredNodeAffinity(Map<String, Object> owners) {
    return with(
        "preferred node affinity",
        joined(PodView.of(Tree.of(owners)).preferredNodeTerms(), ", then "),
        pod ->
            YamlTree.mapToFill(pod, "spec", "affinity", "nodeAffinity")
                .put(NodeTerms.PREFERRED, NodeTerms.weighted(owners)));
  }

  private static String joined(List<NodeTerm> terms, String word) {
    return terms.stream().map(NodeTerm::toString).collect(Collectors.joining(word));
  }

  private static OwnersEntry gpu(Map<String, Object> owners, PodField gpu) {
    String amount =
        String.valueOf(YamlTree.map(container(owners, gpu), "resources", "limits").get(gpu.key()));
    return with(
        gpu.toString(),
        amount,
        pod -> {
          for (String section : AMOUNTS) {
            YamlTree.mapToFill(container(pod, gpu), "resources", section).put(gpu.key(), amount);
          }
        });
  }

  private static Map<String, Object> container(Map<String, Object> pod, PodField gpu) {
    return PlacedPod.containers(pod).stream()
        .filter(
            container ->
                gpu.container().filter(name -> name.equals(container.get("name"))).isPresent())
        .findFirst()
        .orElseThrow();
  }

  /** Returns text such as {@code node selector kubernetes.io/arch: 'arm64'}. */
  @Override
  public String toString() {
    return name + ": '" + value + "'";
  }
}
