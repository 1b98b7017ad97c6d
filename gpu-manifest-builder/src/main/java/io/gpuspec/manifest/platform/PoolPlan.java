package io.gpuspec.manifest.platform;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.gpuspec.internal.admission.ResourceTolerations;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.NodeTerm;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.scheduling.Toleration;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One pool of {@link GpuPools} with their label scheme: what is written on its nodes, and the
 * matching settings of pods.
 *
 * <pre>{@code
 * GpuPool pool = GpuPool.of("serving", "T4").nodes("t4-1").cards(4);
 * PoolPlan serving = GpuPools.of(pool).pool("serving");
 * serving.commands();    // kubectl label nodes t4-1 accelerator=nvidia-t4 --overwrite ...
 *
 * // The pods select these nodes and tolerate their taints.
 * serving.apply(workload).on(gpus.in("eks/nodegroup")).yaml();
 *     // ... nodeSelector: accelerator: nvidia-t4 workload: serving ... tolerations: ...
 * }</pre>
 *
 * <p>It is immutable.
 */
public final class PoolPlan {
  private final GpuPool pool;
  private final LabelScheme scheme;
  private final ImmutableList<String> gpu;

  PoolPlan(GpuPool pool, LabelScheme scheme) {
    this.pool = pool;
    this.scheme = scheme;
    this.gpu = values(pool.card(), scheme);
  }

  /** Returns why the scheme cannot be used for the pool, if it cannot. */
  static Optional<String> undocumented(GpuPool pool, LabelScheme scheme) {
    return values(pool.card(), scheme).isEmpty()
        ? Optional.of(
            "scheme: nobody documents what %s says of '%s'; take another scheme, such as gfd"
                .formatted(scheme.gpuLabel(), pool.card().model().name()))
        : Optional.empty();
  }

  /** Returns what a label can say of the card: the named form of it, if one was named. */
  private static ImmutableList<String> values(GpuPool.Card card, LabelScheme scheme) {
    List<String> all = card.model().labelValues(scheme.gpuLabel());
    List<String> one = all.stream().filter(value -> isSame(value, card.named())).toList();
    return ImmutableList.copyOf(one.isEmpty() ? all : one);
  }

  private static boolean isSame(String value, String named) {
    return value.toLowerCase(Locale.ROOT).equals(named.toLowerCase(Locale.ROOT).replace(' ', '-'));
  }

  /** Its name. */
  public String name() {
    return pool.name();
  }

  /** Returns the model of its GPUs, such as {@code A100-80G}. */
  public String gpu() {
    return pool.card().model().name();
  }

  /** Returns the names of its nodes; none where only their number is known. */
  public List<String> nodeNames() {
    return pool.members().isNamed() ? pool.members().names() : List.of();
  }

  /** Returns how many cards it has in all. */
  public long cards() {
    return pool.totalCards();
  }

  /**
   * Returns the labels to write: that of the purpose, and if nothing else writes them, those of the
   * GPU and the one with which {@link DevicePlugin} selects the nodes.
   */
  public Map<String, String> labels() {
    ImmutableMap.Builder<String, String> labels = ImmutableMap.builder();
    if (scheme.writer().isEmpty()) {
      labels.putAll(labelsOfTheGpu());
    }
    return labels
        .putAll(scheme.presence())
        .put(GpuPool.PURPOSE, pool.purpose())
        .putAll(pool.labels())
        .buildKeepingLast();
  }

  private Map<String, String> labelsOfTheGpu() {
    return scheme.labels(pool.card().model(), gpu.get(0), pool.card().count());
  }

  /** The taints that are written. */
  public Listing<Taint> taints() {
    return Listing.copyOf(pool.taints());
  }

  /** Returns what a pod requires of a node's labels to come here and nowhere else. */
  public NodeTerm selector() {
    List<NodeRequirement> asked = new ArrayList<>();
    asked.add(new NodeRequirement(scheme.gpuLabel(), "In", gpu));
    asked.add(NodeRequirement.in(GpuPool.PURPOSE, pool.purpose()));
    pool.labels().forEach((key, value) -> asked.add(NodeRequirement.in(key, value)));
    return new NodeTerm(asked);
  }

  /**
   * Returns what a pod tolerates to come here; also where the scheduler would only avoid the nodes.
   */
  public Listing<Toleration> tolerations() {
    return Listing.copyOf(
        pool.taints().stream()
            .map(taint -> Toleration.equal(taint.key(), taint.value()).effect(taint.effect()))
            .toList());
  }

  /** The workload with what brings it here: the selector and the tolerations. */
  public GpuWorkload apply(GpuWorkload workload) {
    GpuWorkload applied = Checks.given("workload", workload);
    for (NodeRequirement asked : selector().expressions()) {
      applied =
          asked.values().size() == 1
              ? applied.nodeSelector(asked.key(), asked.values().get(0))
              : applied.nodeAffinity(asked.key(), asked.values().toArray(String[]::new));
    }
    for (Taint taint : pool.taints()) {
      applied = applied.toleration(taint.key(), taint.value(), taint.effect());
    }
    return applied;
  }

  /** Its nodes as the scheduler will see them, with nothing on them. */
  public Listing<NodeView> nodes() {
    return Listing.copyOf(pool.members().names().stream().map(this::node).toList());
  }

  private NodeView node(String name) {
    Map<String, String> labels = new LinkedHashMap<>();
    labels.put("kubernetes.io/hostname", name);
    labels.put("kubernetes.io/os", "linux");
    labels.putAll(labelsOfTheGpu());
    labels.putAll(pool.there());
    labels.putAll(labels());
    NodeView node =
        NodeView.of(name)
            .allocatable(Map.of(GpuPool.CARD, String.valueOf(pool.card().count())))
            .allocatable(pool.allocatable());
    for (Map.Entry<String, String> label : labels.entrySet()) {
      node = node.label(label.getKey(), label.getValue());
    }
    for (Taint taint : pool.taints()) {
      node = node.taint(taint);
    }
    return node;
  }

  /**
   * Returns whether its nodes take a pod, with the tolerations that the API server of the scheme's
   * cloud adds.
   */
  public PoolFit fits(PodView pod) {
    return PoolFit.of(name(), nodes(), admitted(Checks.given("pod", pod)));
  }

  private PodView admitted(PodView pod) {
    return scheme.resourceTolerations().isPresent() ? pod.withResourceTolerations() : pod;
  }

  /** Returns the taints that a pod tolerates only because the API server adds a toleration. */
  List<Taint> toleratedByAdmission(PodView pod) {
    return ResourceTolerations.tolerated(pool.taints(), pod, admitted(pod));
  }

  /**
   * The commands that write the labels and taints, one command for each, for all nodes at once.
   * They are idempotent, and change nothing that they do not name.
   *
   * @throws InvalidValueException if the nodes have neither names nor a label to select them
   */
  public Listing<String> commands() {
    String nodes = target();
    List<String> commands = new ArrayList<>();
    labels()
        .forEach(
            (key, value) ->
                commands.add(
                    "kubectl label nodes %s %s=%s --overwrite".formatted(nodes, key, value)));
    pool.taints()
        .forEach(
            taint -> commands.add("kubectl taint nodes %s %s --overwrite".formatted(nodes, taint)));
    return Listing.copyOf(commands);
  }

  /** Returns the commands that remove the labels and taints again, whatever their values. */
  public Listing<String> removal() {
    String nodes = target();
    List<String> commands = new ArrayList<>();
    pool.taints()
        .forEach(
            taint ->
                commands.add(
                    "kubectl taint nodes %s %s:%s-".formatted(nodes, taint.key(), taint.effect())));
    labels()
        .keySet()
        .forEach(key -> commands.add("kubectl label nodes %s %s-".formatted(nodes, key)));
    return Listing.copyOf(commands);
  }

  /** The nodes' names, or the labels that select them in kubectl. */
  private String target() {
    if (pool.members().isNamed()) {
      return String.join(" ", pool.members().names());
    }
    lost()
        .ifPresent(
            problem -> {
              throw new InvalidValueException("node-pool.invalid", problem);
            });
    return found().map(term -> "-l '" + selector(term) + "'").orElseThrow();
  }

  /** Returns why no command finds its nodes, if none does. */
  Optional<String> lost() {
    return pool.members().isNamed() || found().isPresent()
        ? Optional.empty()
        : Optional.of(
            "nodes: pool '%s' has %s without names; name them, or give a label that they have already, by labelled"
                .formatted(name(), countOfNodes()));
  }

  /** Returns the term that selects its nodes before anything is written, if they have no names. */
  Optional<NodeTerm> found() {
    List<NodeRequirement> asked = new ArrayList<>();
    if (scheme.writer().isPresent()) {
      asked.add(new NodeRequirement(scheme.gpuLabel(), "In", gpu));
    }
    pool.there().forEach((key, value) -> asked.add(NodeRequirement.in(key, value)));
    return pool.members().isNamed() || asked.isEmpty()
        ? Optional.empty()
        : Optional.of(new NodeTerm(asked));
  }

  /** Requirements as {@code kubectl -l} takes them. */
  static String selector(NodeTerm term) {
    return term.expressions().stream()
        .map(
            asked ->
                asked.values().size() == 1
                    ? asked.key() + "=" + asked.values().get(0)
                    : "%s in (%s)".formatted(asked.key(), String.join(",", asked.values())))
        .collect(Collectors.joining(","));
  }

  /** The labels that its nodes have before anything is written, as far as that is known. */
  Map<String, String> labelsBefore() {
    Map<String, String> labels = new LinkedHashMap<>();
    if (scheme.writer().isPresent()) {
      labels.putAll(labelsOfTheGpu());
    }
    labels.putAll(pool.there());
    return labels;
  }

  /**
   * Returns the same as merge patches, a command for each node.
   *
   * <p>Labels that are not named stay. Taints are not merged: {@code spec.taints} is an atomic
   * list, so both a merge patch and a strategic merge patch replace it, including taints from
   * others, such as {@code node.kubernetes.io/not-ready}. {@link #commands} change only what they
   * name; a patch is for a node that has no other taint.
   *
   * @throws InvalidValueException if the nodes have no names
   */
  public Listing<String> patches() {
    Map<String, Object> patch = new LinkedHashMap<>();
    patch.put("metadata", Map.of("labels", labels()));
    if (!pool.taints().isEmpty()) {
      patch.put("spec", Map.of("taints", taintTrees()));
    }
    String json = PlatformData.json(patch);
    return Listing.copyOf(
        named().stream()
            .map(node -> "kubectl patch node %s --type merge -p '%s'".formatted(node, json))
            .toList());
  }

  private String countOfNodes() {
    int count = pool.members().names().size();
    return count + (count == 1 ? " node" : " nodes");
  }

  private List<String> named() {
    if (!pool.members().isNamed()) {
      throw new InvalidValueException(
          "node-pool.missing",
          "nodes: pool '%s' has %s without names, and a patch is of one node; name them, or take the commands"
              .formatted(name(), countOfNodes()));
    }
    return pool.members().names();
  }

  /** Returns a Node for each node, with its labels and taints alone. */
  List<PlatformObjects> objects() {
    return named().stream()
        .map(
            node ->
                Template.of("node.yaml")
                    .objects(Map.of("name", node, "labels", labels(), "taints", taintTrees())))
        .toList();
  }

  private List<Map<String, String>> taintTrees() {
    return pool.taints().stream().map(PoolPlan::tree).toList();
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

  GpuPool pool() {
    return pool;
  }

  /** Its line of the table, its labels and its taints. */
  @Override
  public String toString() {
    return pool
        + "; "
        + labels().entrySet().stream()
            .map(label -> label.getKey() + "=" + label.getValue())
            .collect(Collectors.joining(", "))
        + (pool.taints().isEmpty()
            ? ""
            : "; " + pool.taints().stream().map(Taint::toString).collect(Collectors.joining(", ")));
  }
}
