package io.gpuspec.manifest.internal.tree;

import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.NodeSelectorTermBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Required node affinity. Terms are alternatives and the requirements inside a term must all hold,
 * so what must hold everywhere goes into every term.
 */
public final class NodeTerms {
  /** The key of required terms. */
  public static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";

  /** The key of preferred terms. */
  public static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

  private NodeTerms() {}

  /** Adds a requirement to every term, or as the only one. */
  public static PodTemplateSpec requireEverywhere(
      PodTemplateSpec pod, String key, List<String> values) {
    NodeSelectorRequirement requirement = new NodeSelectorRequirement(key, "In", values);
    List<NodeSelectorTerm> terms = new ArrayList<>();
    for (NodeSelectorTerm term : of(pod.getSpec())) {
      terms.add(new NodeSelectorTermBuilder(term).addToMatchExpressions(requirement).build());
    }
    if (terms.isEmpty()) {
      terms.add(new NodeSelectorTermBuilder().withMatchExpressions(requirement).build());
    }
    return with(pod, terms);
  }

  /** The terms of the required node affinity of a pod's tree; none where it requires nothing. */
  public static List<Map<String, Object>> of(Map<String, Object> pod) {
    return YamlTree.maps(
        YamlTree.map(pod, "spec", "affinity", "nodeAffinity", REQUIRED), "nodeSelectorTerms");
  }

  /** The terms of the preferred node affinity of a pod's tree, the heaviest first. */
  public static List<Map<String, Object>> preferredOf(Map<String, Object> pod) {
    return weighted(pod).stream()
        .sorted(Comparator.comparingLong(NodeTerms::weight).reversed())
        .map(each -> YamlTree.map(each, "preference"))
        .toList();
  }

  /** The items of the preferred node affinity of a pod's tree, as they are written. */
  public static List<Map<String, Object>> weighted(Map<String, Object> pod) {
    return YamlTree.maps(YamlTree.map(pod, "spec", "affinity", "nodeAffinity"), PREFERRED);
  }

  private static long weight(Map<String, Object> preferred) {
    return preferred.get("weight") instanceof Number weight ? weight.longValue() : 0;
  }

  /** The terms of a pod's required node affinity; none where it requires nothing. */
  private static List<NodeSelectorTerm> of(PodSpec pod) {
    if (pod.getAffinity() == null
        || pod.getAffinity().getNodeAffinity() == null
        || pod.getAffinity().getNodeAffinity().getRequiredDuringSchedulingIgnoredDuringExecution()
            == null) {
      return List.of();
    }
    return pod.getAffinity()
        .getNodeAffinity()
        .getRequiredDuringSchedulingIgnoredDuringExecution()
        .getNodeSelectorTerms();
  }

  private static PodTemplateSpec with(PodTemplateSpec pod, List<NodeSelectorTerm> terms) {
    return new PodTemplateSpecBuilder(pod)
        .editSpec()
        .editOrNewAffinity()
        .editOrNewNodeAffinity()
        .withNewRequiredDuringSchedulingIgnoredDuringExecution()
        .withNodeSelectorTerms(terms)
        .endRequiredDuringSchedulingIgnoredDuringExecution()
        .endNodeAffinity()
        .endAffinity()
        .endSpec()
        .build();
  }
}
