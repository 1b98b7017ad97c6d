package io.gpuspec.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.kube.KubeNames;
import io.gpuspec.manifest.platform.NodeOwner;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Note;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The labels and taints of a node. */
record SavedNode(String name, Map<String, String> labels, List<Taint> taints) {

  /** Refuses what no API server has given out: names, keys and values end up in a script. */
  static SavedNode of(SavedObject node) {
    String name = KubeNames.subdomain("node", node.name());
    String what = "node " + name + ": ";
    Map<String, String> labels = new TreeMap<>();
    node.tree()
        .at("/metadata/labels")
        .properties()
        .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
    labels.forEach(
        (key, value) -> {
          KubeNames.key(what + "label", key);
          KubeNames.labelValue(what + "label " + key, value);
        });
    List<Taint> taints =
        SavedObject.items(node.tree(), "spec", "taints", "*")
            .map(taint -> taint(what, taint))
            .toList();
    return new SavedNode(name, labels, taints);
  }

  private static Taint taint(String what, JsonNode taint) {
    String word = taint.path("effect").asText();
    return new Taint(
        KubeNames.key(what + "taint", taint.path("key").asText()),
        KubeNames.labelValue(what + "taint", taint.path("value").asText()),
        Arrays.stream(Taint.Effect.values())
            .filter(effect -> effect.toString().equals(word))
            .findFirst()
            .orElseThrow(
                () ->
                    new InvalidValueException(
                            "backup.malformed",
                            "%staint: '%s' is not an effect; allowed: NoSchedule, PreferNoSchedule, NoExecute"
                                .formatted(what, word))
                        .see(ClusterBackup.PAGE)));
  }

  private Map<String, String> ownLabels() {
    Map<String, String> own = new LinkedHashMap<>(labels);
    own.keySet().removeIf(key -> NodeOwner.ofLabel(key).isPresent());
    return own;
  }

  private List<Taint> ownTaints() {
    return taints.stream().filter(taint -> NodeOwner.ofTaint(taint.key()).isEmpty()).toList();
  }

  /** Returns the commands that put its labels and taints back, one of them each. */
  List<String> commands() {
    List<String> commands = new ArrayList<>();
    ownLabels()
        .forEach(
            (key, value) ->
                commands.add(
                    "kubectl label nodes %s %s=%s --overwrite".formatted(name, key, value)));
    ownTaints()
        .forEach(
            taint -> commands.add("kubectl taint nodes %s %s --overwrite".formatted(name, taint)));
    return commands;
  }

  /** Returns a note for each owner of labels or taints that are left alone. */
  List<Note> notes() {
    Map<NodeOwner, List<String>> left = new LinkedHashMap<>();
    for (String key : labels.keySet()) {
      NodeOwner.ofLabel(key)
          .ifPresent(owner -> left.computeIfAbsent(owner, o -> new ArrayList<>()).add(key));
    }
    for (Taint taint : taints) {
      NodeOwner.ofTaint(taint.key())
          .ifPresent(
              owner -> left.computeIfAbsent(owner, o -> new ArrayList<>()).add("taint " + taint));
    }
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

  /** Returns what another state of the node lacks of this one. */
  List<String> lacks(SavedNode now) {
    List<String> lacks = new ArrayList<>();
    ownLabels()
        .forEach(
            (key, value) -> {
              String instead = now.labels.get(key);
              if (!value.equals(instead)) {
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

  /** Returns the node with its labels and taints alone. */
  Map<String, Object> tree() {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("apiVersion", "v1");
    tree.put("kind", "Node");
    tree.put("metadata", Map.of("name", name, "labels", labels));
    if (!taints.isEmpty()) {
      tree.put("spec", Map.of("taints", taints.stream().map(SavedNode::tree).toList()));
    }
    return tree;
  }

  private static Map<String, String> tree(Taint taint) {
    Map<String, String> tree = new LinkedHashMap<>();
    tree.put("key", taint.key());
    if (!taint.value().isEmpty()) {
      tree.put("value", taint.value());
    }
    tree.put("effect", taint.effect().toString());
    return tree;
  }
}
