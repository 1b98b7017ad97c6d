package io.gpuspec.manifest.platform;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableList;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.gpuspec.GpuSpecException;
import io.gpuspec.InvalidValueException;
import io.gpuspec.Listing;
import io.gpuspec.Note;
import io.gpuspec.Text;
import io.gpuspec.manifest.PlatformObjects;
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
 * What a GPU platform has beside its workloads, kept so that it can be put back: device plugins
 * with their configuration and rights, quotas and limit ranges, labels and taints of nodes.
 *
 * <pre>{@code
 * // Prints the file that is read here.
 * ClusterBackup.command();    // kubectl get nodes,namespaces,... --all-namespaces -o json
 * ClusterBackup backup = ClusterBackup.read(Path.of("cluster.json"));
 *
 * // The file to keep, which can be read again; a script that puts it back; what is left alone.
 * backup.yaml();      // apiVersion: v1 kind: ResourceQuota ...
 * backup.script();    // #!/bin/sh # Puts back what was saved; nothing is deleted. ...
 * backup.notes();     // backup.no-plugin: no device plugin was read, so none is kept; ...
 * }</pre>
 *
 * <p>Nothing is deleted, neither of the cluster nor of a quota. Labels and taints that the kubelet,
 * a controller or a tool writes again by itself stay as they are. Secrets are not read.
 *
 * <p>It is immutable.
 */
public final class ClusterBackup {
  /** In the order in which they are created. */
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

  private static final Set<String> QUOTAS = Set.of("ResourceQuota", "LimitRange");
  private static final Set<String> ALWAYS_THERE =
      Set.of("default", "kube-system", "kube-public", "kube-node-lease");
  private static final String END = "GPUSPEC_END";

  private static final Comparator<KubeTree> IN_ORDER =
      Comparator.<KubeTree>comparingInt(object -> KINDS.indexOf(object.kind()))
          .thenComparing(KubeTree::namespace)
          .thenComparing(KubeTree::name);

  private final ImmutableList<KubeTree> read;
  private final ImmutableList<KubeTree> objects;
  private final ImmutableList<SavedNode> nodes;
  private final ImmutableList<Note> missing;

  private ClusterBackup(List<KubeTree> everything) {
    this.read =
        everything.stream()
            .filter(object -> KINDS.contains(object.kind()))
            .collect(ImmutableList.toImmutableList());
    PluginObjects plugins = new PluginObjects(read);
    Set<KubeTree> kept = new LinkedHashSet<>(plugins.found());
    read.stream().filter(object -> QUOTAS.contains(object.kind())).forEach(kept::add);
    Set<String> namespaces = new LinkedHashSet<>();
    kept.forEach(object -> namespaces.add(object.namespace()));
    namespaces.removeAll(ALWAYS_THERE);
    read.stream()
        .filter(object -> object.kind().equals("Namespace") && namespaces.contains(object.name()))
        .forEach(kept::add);
    this.objects =
        kept.stream()
            .map(ClusterBackup::written)
            .sorted(IN_ORDER)
            .collect(ImmutableList.toImmutableList());
    this.nodes =
        read.stream()
            .filter(object -> object.kind().equals("Node"))
            .map(SavedNode::of)
            .sorted(Comparator.comparing(SavedNode::name))
            .collect(ImmutableList.toImmutableList());
    this.missing = missing(plugins);
  }

  private static ImmutableList<Note> missing(PluginObjects plugins) {
    ImmutableList.Builder<Note> notes = ImmutableList.builder();
    if (plugins.found().isEmpty()) {
      notes.add(
          Note.of(
              "backup.no-plugin",
              "no device plugin was read, so none is kept; where there is one, read what this prints: "
                  + command()));
    }
    plugins
        .missing()
        .forEach(
            (object, plugin) ->
                notes.add(
                    Note.of(
                        "backup.missing",
                        "%s is needed by %s and was not read; read it too"
                            .formatted(object, plugin))));
    return notes.build();
  }

  /** A namespace keeps its labels; its finalizers are the server's. */
  private static KubeTree written(KubeTree object) {
    KubeTree written = object.written();
    if (object.kind().equals("Namespace")) {
      Map<String, Object> tree = new LinkedHashMap<>(written.tree());
      tree.remove("spec");
      return new KubeTree(tree);
    }
    return written;
  }

  /** The command whose output is read here; it reads no Secret. */
  public static String command() {
    return "kubectl get nodes,namespaces,resourcequotas,limitranges,daemonsets,configmaps,serviceaccounts,"
        + "roles,rolebindings,clusterroles,clusterrolebindings,runtimeclasses,priorityclasses"
        + " --all-namespaces -o json";
  }

  /**
   * Reads what {@link #command()} printed, or a backup.
   *
   * @param source what to call it in messages
   * @throws InvalidValueException if it is neither YAML nor JSON, or has nothing to keep
   */
  public static ClusterBackup parse(String source, String text) {
    PlatformChecks.given("source", source);
    ClusterBackup backup =
        new ClusterBackup(KubeTree.parse(source, PlatformChecks.given("text", text)));
    if (backup.objects.isEmpty() && backup.nodes.isEmpty()) {
      throw new InvalidValueException(
              "%s: has no device plugin, quota, limit range or node; give what this prints: %s"
                  .formatted(source, command()))
          .see(Pages.NODE_PLAN);
    }
    return backup;
  }

  /**
   * Reads a file that has what {@link #command()} printed, or a backup.
   *
   * @throws GpuSpecException if there is no such file
   */
  public static ClusterBackup read(Path path) {
    PlatformChecks.given("path", path);
    try {
      return parse(path.toString(), Files.readString(path));
    } catch (IOException e) {
      throw new GpuSpecException(
          "%s: cannot be read: %s; name a file that is there".formatted(path, e.getMessage()), e);
    }
  }

  /** Everything that is kept, as YAML documents; what is read from it is the same backup. */
  public Text yaml() {
    return printed(everything()).yaml();
  }

  /** The same as one JSON document, a List. */
  public String json() {
    return printed(everything()).json();
  }

  private List<KubeTree> everything() {
    List<KubeTree> all = new ArrayList<>(objects);
    nodes.forEach(node -> all.add(node.tree()));
    return all;
  }

  private static PlatformObjects printed(List<KubeTree> trees) {
    ObjectMapper mapper = new ObjectMapper();
    return PlatformObjects.of(
        trees.stream()
            .map(tree -> mapper.convertValue(tree.tree(), GenericKubernetesResource.class))
            .toList(),
        List.of());
  }

  /** The objects beside nodes, as their trees. */
  List<Map<String, Object>> trees() {
    return objects.stream().map(KubeTree::tree).toList();
  }

  /** The objects beside nodes, for {@code kubectl apply -f -}; empty where there is none. */
  public Text objects() {
    return objects.isEmpty() ? Text.of("") : printed(objects).yaml();
  }

  /** The commands that put labels and taints of nodes back, one of them each. */
  public Listing<String> commands() {
    List<String> commands = new ArrayList<>();
    for (SavedNode node : nodes) {
      node.ownLabels()
          .forEach(
              (key, value) ->
                  commands.add(
                      "kubectl label nodes %s %s=%s --overwrite"
                          .formatted(node.name(), key, value)));
      node.ownTaints()
          .forEach(
              taint ->
                  commands.add(
                      "kubectl taint nodes %s %s --overwrite".formatted(node.name(), taint)));
    }
    return Listing.of(commands);
  }

  /**
   * All of it as a script for {@code sh}. It goes on where one thing cannot be put back, such as a
   * label of a node that is gone, and then ends with 1.
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
    return Listing.of(notes);
  }

  /**
   * What of this backup is not so in a cluster, as it was read now; empty once all is back. What
   * the cluster has beside it is no difference.
   */
  public Listing<String> differences(ClusterBackup now) {
    PlatformChecks.given("now", now);
    List<String> differences = new ArrayList<>();
    Map<String, KubeTree> there = new LinkedHashMap<>();
    now.read.forEach(object -> there.put(object.toString(), written(object)));
    for (KubeTree object : objects) {
      KubeTree other = there.get(object.toString());
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
    return Listing.of(differences);
  }

  /** How much it keeps. */
  @Override
  public String toString() {
    return "backup of %d objects and the labels and taints of %d nodes"
        .formatted(objects.size(), nodes.size());
  }
}
