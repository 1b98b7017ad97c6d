package io.gpuspec.manifest.migrate;

import io.gpuspec.Target;
import io.gpuspec.internal.yaml.YamlText;
import io.gpuspec.manifest.internal.found.PodDocument;
import io.gpuspec.manifest.internal.tree.NodeTerms;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.manifest.internal.tree.YamlTree;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.spi.FieldMeaning;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Removes from a pod what ties it to single nodes of its old target, or spreads it over labels that
 * only nodes there have, because it would stay Pending on other nodes.
 */
final class OldNodes {
  private static final String REQUIRED = NodeTerms.REQUIRED;
  private static final String PREFERRED = NodeTerms.PREFERRED;
  private static final String KEY = "topologyKey";

  private final Target from;
  private final Target to;
  private final PodDocument pods;
  private final Map<String, Object> pod;
  private final List<MigrationResult.Loss> losses = new ArrayList<>();

  /**
   * @param pods the pod as it was read
   * @param pod the same as a tree, to be changed
   */
  OldNodes(Target from, Target to, PodDocument pods, Map<String, Object> pod) {
    this.from = from;
    this.to = to;
    this.pods = pods;
    this.pod = pod;
  }

  /** Leaves a pod that any node may have; what is lost is returned. */
  List<MigrationResult.Loss> leave() {
    nodeName();
    fieldsOfNodes();
    topologies(YamlTree.map(pod, "spec"), "topologySpreadConstraints", "spec");
    for (String affinity : List.of("podAffinity", "podAntiAffinity")) {
      Map<String, Object> terms = YamlTree.map(pod, "spec", "affinity", affinity);
      topologies(terms, REQUIRED, "spec.affinity." + affinity);
      topologies(terms, PREFERRED, "spec.affinity." + affinity);
      YamlTree.prune(pod, "spec", "affinity", affinity);
    }
    return losses;
  }

  private void nodeName() {
    Map<String, Object> spec = YamlTree.map(pod, "spec");
    if (spec.get("nodeName") instanceof String name && !name.isEmpty()) {
      spec.remove("nodeName");
      loseNode("spec.nodeName", name);
    }
  }

  /** The only field that an affinity can match is a node's name. */
  private void fieldsOfNodes() {
    Map<String, Object> affinity = YamlTree.map(pod, "spec", "affinity", "nodeAffinity");
    Map<String, Object> required = YamlTree.map(affinity, REQUIRED);
    List<Map<String, Object>> terms = new ArrayList<>(YamlTree.maps(required, "nodeSelectorTerms"));
    YamlTree.maps(affinity, PREFERRED)
        .forEach(preferred -> terms.add(YamlTree.map(preferred, "preference")));
    for (Map<String, Object> term : terms) {
      for (Map<String, Object> field : YamlTree.maps(term, "matchFields")) {
        loseNode(
            "spec.affinity.nodeAffinity",
            "%s %s %s"
                .formatted(
                    field.get("key"),
                    field.get("operator"),
                    String.join(", ", YamlTree.texts(field, "values"))));
      }
      term.remove("matchFields");
    }
    YamlTree.keep(required, "nodeSelectorTerms", term -> !term.isEmpty());
    YamlTree.keep(affinity, PREFERRED, term -> !YamlTree.map(term, "preference").isEmpty());
    YamlTree.prune(pod, "spec", "affinity", "nodeAffinity", REQUIRED);
  }

  private void loseNode(String path, String name) {
    lose(
        path,
        " = " + name,
        "it names a node of %s's cluster".formatted(from.id()),
        "it was left out, and the scheduler chooses the node");
  }

  private void topologies(Map<String, Object> parent, String list, String path) {
    YamlTree.keep(
        parent,
        list,
        term -> {
          Map<String, Object> weighed = YamlTree.map(term, "podAffinityTerm");
          String key = String.valueOf((weighed.isEmpty() ? term : weighed).get(KEY));
          boolean isLost = isOfOldNodes(key);
          if (isLost) {
            lose(
                path + "." + list,
                ", %s %s".formatted(KEY, key),
                "nodes of %s have the label and those of %s do not".formatted(from.id(), to.id()),
                "it was left out; spread over kubernetes.io/hostname or topology.kubernetes.io/zone");
          }
          return !isLost;
        });
  }

  /** Kubernetes' own labels are on every cloud's nodes, whatever their values mean there. */
  private boolean isOfOldNodes(String key) {
    PodField label = PodField.nodeSelector(key);
    boolean isOfKubernetes = key.replaceFirst("/.*", "").endsWith("kubernetes.io");
    return !isOfKubernetes
        && from.meaning(label, "") != FieldMeaning.USER_FIELD
        && to.meaning(label, "") == FieldMeaning.USER_FIELD;
  }

  /** Returns where the pod has it. */
  private YamlPlace place(String path) {
    YamlPlace place = pods.place();
    for (String step : path.split("\\.")) {
      place = place.require(step);
    }
    return place;
  }

  private void lose(String path, String what, String why, String instead) {
    MigrationResult.Loss loss =
        MigrationResult.Loss.at(place(path), YamlText.printable(path + what, 200), why, instead);
    if (!losses.contains(loss)) {
      losses.add(loss);
    }
  }
}
