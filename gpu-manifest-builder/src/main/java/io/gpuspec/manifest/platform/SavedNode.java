package io.gpuspec.manifest.platform;

import com.google.common.collect.ImmutableMap;
import io.gpuspec.InvalidValueException;
import io.gpuspec.Note;
import io.gpuspec.spi.Taint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Of a node what can be put back. */
record SavedNode(String name, Map<String, String> labels, List<Taint> taints) {

  /** Refuses what no API server has given out: names, keys and values end up in a script. */
  static SavedNode of(KubeTree node) {
    String name = PlatformChecks.name("node", node.name());
    String what = "node " + name + ": ";
    node.labels()
        .forEach(
            (key, value) ->
                PlatformChecks.labelValue(
                    what + "label " + PlatformChecks.key(what + "label", key), value));
    List<Taint> taints = new ArrayList<>();
    for (Map<String, Object> taint : KubeTree.maps(node.at("spec").get("taints"))) {
      taints.add(
          new Taint(
              PlatformChecks.key(what + "taint", KubeTree.text(taint.get("key"))),
              PlatformChecks.labelValue(what + "taint", KubeTree.text(taint.get("value"))),
              effect(what, KubeTree.text(taint.get("effect")))));
    }
    return new SavedNode(name, node.labels(), taints);
  }

  private static Taint.Effect effect(String what, String word) {
    for (Taint.Effect effect : Taint.Effect.values()) {
      if (effect.toString().equals(word)) {
        return effect;
      }
    }
    throw new InvalidValueException(
            "%staint: '%s' is no effect; allowed: NoSchedule, PreferNoSchedule, NoExecute"
                .formatted(what, word))
        .see(Pages.NODE_PLAN);
  }

  Map<String, String> ownLabels() {
    Map<String, String> own = new LinkedHashMap<>(labels);
    own.keySet().removeIf(key -> NodeOwners.OF_LABELS.of(key).isPresent());
    return own;
  }

  List<Taint> ownTaints() {
    return taints.stream().filter(taint -> NodeOwners.OF_TAINTS.of(taint.key()).isEmpty()).toList();
  }

  /** One for each owner of labels or taints that are left alone. */
  List<Note> notes() {
    Map<NodeOwners.Owner, List<String>> left = new LinkedHashMap<>();
    labels
        .keySet()
        .forEach(
            key ->
                NodeOwners.OF_LABELS
                    .of(key)
                    .ifPresent(
                        owner -> left.computeIfAbsent(owner, o -> new ArrayList<>()).add(key)));
    taints.forEach(
        taint ->
            NodeOwners.OF_TAINTS
                .of(taint.key())
                .ifPresent(
                    owner ->
                        left.computeIfAbsent(owner, o -> new ArrayList<>()).add("taint " + taint)));
    List<Note> notes = new ArrayList<>();
    left.forEach(
        (owner, keys) ->
            notes.add(
                Note.of(
                    "backup.left",
                    "node %s: %s writes %s, so it is left alone"
                        .formatted(name, owner.name(), String.join(", ", keys)),
                    owner.citation())));
    return notes;
  }

  List<String> lacks(SavedNode now) {
    List<String> lacks = new ArrayList<>();
    ownLabels()
        .forEach(
            (key, value) -> {
              if (!value.equals(now.labels.get(key))) {
                String instead = now.labels.get(key);
                lacks.add(
                    "Node %s lacks the label %s=%s".formatted(name, key, value)
                        + (instead == null ? "" : " and has %s=%s".formatted(key, instead)));
              }
            });
    for (Taint taint : ownTaints()) {
      if (!now.taints.contains(taint)) {
        lacks.add("Node %s lacks the taint %s".formatted(name, taint));
      }
    }
    return lacks;
  }

  KubeTree tree() {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("apiVersion", "v1");
    tree.put("kind", "Node");
    tree.put("metadata", ImmutableMap.of("name", name, "labels", labels));
    if (!taints.isEmpty()) {
      tree.put("spec", Map.of("taints", taints.stream().map(NodePatch::tree).toList()));
    }
    return new KubeTree(tree);
  }
}
