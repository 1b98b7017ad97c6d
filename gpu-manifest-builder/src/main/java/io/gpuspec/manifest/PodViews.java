package io.gpuspec.manifest;

import io.gpuspec.manifest.internal.tree.NodeTerms;
import io.gpuspec.manifest.internal.tree.YamlTree;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.NodeTerm;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.PodView.Role;
import io.gpuspec.scheduling.Toleration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Converts a pod's tree, or that of a template of pods, to the view of a provider and of the
 * scheduler.
 */
final class PodViews {
  private PodViews() {}

  /** The same without what the pod carries and asks of nodes: its containers alone. */
  static PodView ofContainers(Map<String, Object> pod) {
    Map<String, Object> spec = YamlTree.map(pod, "spec");
    List<PodView.Container> containers = new ArrayList<>();
    for (Map<String, Object> init : YamlTree.maps(spec, "initContainers")) {
      boolean sidecar = "Always".equals(init.get("restartPolicy"));
      containers.add(container(init, sidecar ? Role.SIDECAR : Role.INIT));
    }
    for (Map<String, Object> container : YamlTree.maps(spec, "containers")) {
      containers.add(container(container, Role.MAIN));
    }
    PodView view = PodView.empty().containers(containers);
    if (spec.containsKey("resources")) {
      view =
          view.resources(texts(spec, "resources", "requests"), texts(spec, "resources", "limits"));
    }
    return spec.containsKey("overhead") ? view.overhead(texts(spec, "overhead")) : view;
  }

  static PodView of(Map<String, Object> pod) {
    return ofContainers(pod)
        .annotations(texts(pod, "metadata", "annotations"))
        .labels(texts(pod, "metadata", "labels"))
        .nodeSelector(texts(pod, "spec", "nodeSelector"))
        .nodeTerms(NodeTerms.of(pod).stream().map(PodViews::term).toList())
        .withPreferredNodeTerms(NodeTerms.preferredOf(pod).stream().map(PodViews::term).toList())
        .tolerations(
            YamlTree.maps(YamlTree.map(pod, "spec"), "tolerations").stream()
                .map(each -> Toleration.of(field -> text(each, field)))
                .toList());
  }

  private static NodeTerm term(Map<String, Object> term) {
    return new NodeTerm(requirements(term, "matchExpressions"), requirements(term, "matchFields"));
  }

  private static List<NodeRequirement> requirements(Map<String, Object> term, String list) {
    return YamlTree.maps(term, list).stream()
        .map(
            asked ->
                new NodeRequirement(
                    text(asked, "key"), text(asked, "operator"), YamlTree.texts(asked, "values")))
        .toList();
  }

  /** Returns a field that Kubernetes treats as an empty string if it is missing. */
  private static String text(Map<String, Object> tree, String key) {
    return tree.get(key) instanceof String text ? text : "";
  }

  private static PodView.Container container(Map<String, Object> container, Role role) {
    return new PodView.Container(
        text(container, "name"),
        role,
        texts(container, "resources", "requests"),
        texts(container, "resources", "limits"));
  }

  private static Map<String, String> texts(Map<String, Object> tree, String... path) {
    Map<String, String> texts = new LinkedHashMap<>();
    YamlTree.map(tree, path).forEach((key, value) -> texts.put(key, String.valueOf(value)));
    return texts;
  }
}
