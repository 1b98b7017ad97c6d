package io.gpuspec.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Note;
import io.gpuspec.value.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A backup of what a GPU platform has in addition to its workloads: device plugins with their
 * configuration and rights, quotas and limit ranges, labels and taints of nodes.
 *
 * <p>Nothing is deleted, neither of the cluster nor of a quota. Labels and taints that the kubelet,
 * a controller or a tool writes again by itself stay as they are. Secrets are not read.
 *
 * <p>It is immutable.
 */
public final class ClusterBackup {
  /** The kinds in the order in which they are created. */
  private static final List<String> KINDS =
      List.of(
          "Namespace",
          "PriorityClass",
          "RuntimeClass",
          "ServiceAccount",
          "ClusterRole",
          "ClusterRoleBinding",
          "Role",
          "RoleBinding",
          "ConfigMap",
          "ResourceQuota",
          "LimitRange",
          "DaemonSet",
          "Node");

  static final String PAGE = "docs/node-plan.md";

  private static final Set<String> QUOTAS = Set.of("ResourceQuota", "LimitRange");
  private static final Set<String> ALWAYS_THERE =
      Set.of("default", "kube-system", "kube-public", "kube-node-lease");
  private static final String END = "GPUSPEC_END";

  private static final Comparator<SavedObject> IN_ORDER =
      Comparator.<SavedObject>comparingInt(object -> KINDS.indexOf(object.kind()))
          .thenComparing(SavedObject::namespace)
          .thenComparing(SavedObject::name);

  private final List<SavedObject> read;
  private final List<SavedObject> objects;
  private final List<SavedNode> nodes;
  private final List<Note> missing;

  private ClusterBackup(List<SavedObject> everything) {
    this.read = everything.stream().filter(object -> KINDS.contains(object.kind())).toList();
    PluginNeeds plugins = new PluginNeeds(read);
    Set<SavedObject> kept = new LinkedHashSet<>(plugins.found());
    read.stream().filter(object -> QUOTAS.contains(object.kind())).forEach(kept::add);
    Map<String, SavedObject> namespaces = new LinkedHashMap<>();
    kept.forEach(object -> namespaces.putIfAbsent(object.namespace(), object));
    namespaces.remove("");
    namespaces.keySet().removeAll(ALWAYS_THERE);
    read.stream()
        .filter(object -> object.kind().equals("Namespace"))
        .filter(object -> namespaces.remove(object.name()) != null)
        .forEach(kept::add);
    this.objects = kept.stream().map(SavedObject::written).sorted(IN_ORDER).toList();
    this.nodes =
        read.stream()
            .filter(object -> object.kind().equals("Node"))
            .map(SavedNode::of)
            .sorted(Comparator.comparing(SavedNode::name))
            .toList();
    this.missing = missing(plugins, namespaces);
  }

  /**
   * @param namespaces those that were not read, each with an object in it
   */
  private static List<Note> missing(PluginNeeds plugins, Map<String, SavedObject> namespaces) {
    List<Note> notes = new ArrayList<>();
    if (plugins.found().isEmpty()) {
      notes.add(
          Note.of(
              "backup.no-plugin",
              "no device plugin was read, so none is kept; where there is one, read what this"
                  + " prints: "
                  + command()));
    }
    Map<String, Object> missing = new LinkedHashMap<>(plugins.missing());
    namespaces.forEach((namespace, object) -> missing.put("Namespace " + namespace, object));
    missing.forEach(
        (object, needing) ->
            notes.add(
                Note.of(
                    "backup.missing",
                    "%s is needed by %s and was not read; read it too"
                        .formatted(object, needing))));
    plugins
        .secrets()
        .forEach(
            (secret, needing) ->
                notes.add(
                    Note.of(
                        "backup.secret",
                        "%s is needed by %s, and a backup has no Secrets; create it in the cluster yourself"
                            .formatted(secret, needing))));
    return notes;
  }

  /** The command whose output is read here; it reads no Secret. */
  public static String command() {
    return "kubectl get"
        + " nodes,namespaces,resourcequotas,limitranges,daemonsets,configmaps,serviceaccounts,roles,rolebindings,clusterroles,clusterrolebindings,runtimeclasses,priorityclasses"
        + " --all-namespaces -o json";
  }

  /**
   * Reads what {@link #command()} printed, or a backup.
   *
   * @param source what to call it in messages
   * @throws InvalidValueException if it is neither YAML nor JSON, or has nothing to keep
   */
  public static ClusterBackup parse(String source, String text) {
    ClusterBackup backup = new ClusterBackup(SavedObject.parse(source, text));
    if (backup.objects.isEmpty() && backup.nodes.isEmpty()) {
      throw new InvalidValueException(
              "backup.missing",
              "%s: has no device plugin, quota, limit range or node; give what this prints: %s"
                  .formatted(source, command()))
          .see(PAGE);
    }
    return backup;
  }

  /**
   * Reads a file that has what {@link #command()} printed, or a backup.
   *
   * @throws GpuSpecException if the file does not exist
   */
  public static ClusterBackup read(Path path) {
    try {
      return parse(path.toString(), Files.readString(path));
    } catch (IOException e) {
      throw new GpuSpecException(
          "file.unreadable",
          "%s: cannot be read: %s; name a file that is there".formatted(path, e.getMessage()),
          e);
    }
  }

  /**
   * Returns everything that is kept, as YAML documents; what is read from it is the same backup.
   */
  public Text yaml() {
    return printed(everything()).yaml();
  }

  /** The same as one JSON document, a List. */
  public String json() {
    return printed(everything()).json();
  }

  private List<Object> everything() {
    List<Object> all = new ArrayList<>(trees());
    nodes.forEach(node -> all.add(node.tree()));
    return all;
  }

  private static PlatformObjects printed(List<?> trees) {
    ObjectMapper mapper = new ObjectMapper();
    return PlatformObjects.of(
        trees.stream().map(tree -> resource(mapper, tree)).toList(), List.of());
  }

  private static GenericKubernetesResource resource(ObjectMapper mapper, Object tree) {
    try {
      return mapper.convertValue(tree, GenericKubernetesResource.class);
    } catch (IllegalArgumentException e) {
      throw new InvalidValueException(
              "backup.malformed",
              "%s: its fields are not of the types that Kubernetes has: %s; give what this prints: %s"
                  .formatted(
                      new SavedObject(mapper.valueToTree(tree)),
                      String.valueOf(e.getMessage()).lines().findFirst().orElse(""),
                      command()),
              e)
          .see(PAGE);
    }
  }

  private List<JsonNode> trees() {
    return objects.stream().map(SavedObject::tree).toList();
  }

  /** Returns what puts it back as JSON: {@code {"objects", "commands", "notes"}}. */
  String restoreJson() {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("objects", trees());
    tree.put("commands", commands());
    tree.put("notes", NodesJson.notes(notes()));
    return PrettyJson.write(tree);
  }

  /**
   * Returns the objects other than nodes, for {@code kubectl apply -f -}; empty if there are none.
   */
  public Text objects() {
    return objects.isEmpty() ? Text.of("") : printed(trees()).yaml();
  }

  /** The commands that put labels and taints of nodes back, one of them each. */
  public Listing<String> commands() {
    return Listing.copyOf(nodes.stream().flatMap(node -> node.commands().stream()).toList());
  }

  /**
   * Returns all of it as a script for {@code sh}. It goes on where one thing cannot be put back,
   * such as a label of a node that is gone, and then ends with 1.
   */
  public Text script() {
    StringBuilder script =
        new StringBuilder("#!/bin/sh\n# Puts back what was saved; nothing is deleted.\nfailed=0\n");
    if (!objects.isEmpty()) {
      script
          .append("kubectl apply -f - <<'%s' || failed=1\n".formatted(END))
          .append(objects())
          .append(END)
          .append('\n');
    }
    commands().forEach(command -> script.append(command).append(" || failed=1\n"));
    return Text.of(script.append("exit $failed\n").toString());
  }

  /** Labels and taints that are left alone, with whose they are, and what was not there to read. */
  public Listing<Note> notes() {
    List<Note> notes = new ArrayList<>(missing);
    nodes.forEach(node -> notes.addAll(node.notes()));
    return Listing.copyOf(notes);
  }

  /**
   * Returns what of this backup is not so in a cluster, as it was read now; empty once all is back.
   * Other objects of the cluster are not a difference.
   */
  public Listing<String> differences(ClusterBackup now) {
    List<String> differences = new ArrayList<>();
    Map<String, SavedObject> there = new LinkedHashMap<>();
    now.read.forEach(object -> there.put(object.toString(), object.written()));
    for (SavedObject object : objects) {
      SavedObject other = there.get(object.toString());
      if (other == null) {
        differences.add(object + " is not there");
      } else if (!other.equals(object)) {
        differences.add(object + " is another in " + String.join(", ", object.differences(other)));
      }
    }
    Map<String, SavedNode> others = new LinkedHashMap<>();
    now.nodes.forEach(node -> others.put(node.name(), node));
    for (SavedNode node : nodes) {
      SavedNode other = others.get(node.name());
      if (other == null) {
        differences.add("Node %s is not there".formatted(node.name()));
      } else {
        differences.addAll(node.lacks(other));
      }
    }
    return Listing.copyOf(differences);
  }

  /** Returns how much it keeps. */
  @Override
  public String toString() {
    return "backup of %s object%s and the labels and taints of %s node%s"
        .formatted(
            objects.size(),
            objects.size() == 1 ? "" : "s",
            nodes.size(),
            nodes.size() == 1 ? "" : "s");
  }
}
