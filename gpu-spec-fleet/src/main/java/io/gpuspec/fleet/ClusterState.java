package io.gpuspec.fleet;

import io.gpuspec.CapacityType;
import io.gpuspec.Target;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.ExtendedResources;
import io.gpuspec.internal.GpuProduct;
import io.gpuspec.internal.Words;
import io.gpuspec.scheduling.Allocatable;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The nodes of a cluster and what is free on them, as {@code kubectl get nodes,pods -A -o json}
 * writes them.
 *
 * <pre>{@code
 * String nodes =
 *     """
 *     {"kind": "List", "items": [{"kind": "Node",
 *       "metadata": {"name": "n1", "labels": {"node.kubernetes.io/instance-type": "g5.xlarge"}},
 *       "status": {"allocatable":
 *         {"cpu": "3920m", "memory": "14162Mi", "nvidia.com/gpu": "1", "pods": "58"}}}]}
 *     """;
 * ClusterState.parse(nodes).nodes();
 *     // n1 (g5.xlarge): 1 GPU, 3.92 cores · about 13.8Gi, 58 pods free
 * }</pre>
 *
 * <p>What running pods request is taken off. A node that is cordoned, not ready or without an
 * instance type takes no more pods and is left out, with a note.
 */
public final class ClusterState {
  static final String GPU = "nvidia.com/gpu";
  static final String STORAGE = "ephemeral-storage";
  private static final String INSTANCE_TYPE = "node.kubernetes.io/instance-type";
  private static final String PRODUCT = "nvidia.com/gpu.product";

  /** Of the kubelet, as {@link NodeView} has it. */
  private static final String PODS_BY_DEFAULT = "110";

  /**
   * Labels of nodes that are not bought on demand: of Karpenter, node groups of EKS, and ACK.
   *
   * <p>Source: Karpenter 1.14, Scheduling, Well-Known Labels; EKS API, Nodegroup, capacityType;
   * ACK, spot instance-based node pools.
   */
  private static final Map<Map.Entry<String, String>, CapacityType> BOUGHT =
      Map.of(
          Map.entry("karpenter.sh/capacity-type", "spot"), CapacityType.SPOT,
          Map.entry("karpenter.sh/capacity-type", "reserved"), CapacityType.RESERVED,
          Map.entry("eks.amazonaws.com/capacityType", "SPOT"), CapacityType.SPOT,
          Map.entry("eks.amazonaws.com/capacityType", "CAPACITY_BLOCK"), CapacityType.RESERVED,
          Map.entry("node.alibabacloud.com/spot-strategy", "SpotAsPriceGo"), CapacityType.SPOT,
          Map.entry("node.alibabacloud.com/spot-strategy", "SpotWithPriceLimit"),
              CapacityType.SPOT);

  static final String ZONE = "topology.kubernetes.io/zone";
  private final List<RunningNode> running;
  private final Listing<NodeView> views;
  private final DaemonSets daemonSets;
  private final Listing<Note> notes;

  private ClusterState(
      List<RunningNode> running, List<NodeView> views, DaemonSets daemonSets, List<Note> notes) {
    this.running = List.copyOf(running);
    this.views = Listing.copyOf(views);
    this.daemonSets = daemonSets;
    this.notes = Listing.copyOf(notes);
  }

  /**
   * Reads a file.
   *
   * @throws GpuSpecException if it cannot be read, or is not such a list
   */
  public static ClusterState read(Path file) {
    Arguments.required("file", file, "the path of a file");
    try (InputStream in = Files.newInputStream(file)) {
      return of(ClusterItems.read(file.toString(), in), file.toString());
    } catch (IOException e) {
      throw new GpuSpecException(
          "file.unreadable",
          "file: '%s' cannot be read; give the output of kubectl get nodes,pods -A -o json"
              .formatted(file),
          e);
    }
  }

  /**
   * Reads a text.
   *
   * @throws GpuSpecException if it is not such a list
   */
  public static ClusterState parse(String text) {
    byte[] bytes = Arguments.required("text", text, "JSON").getBytes(StandardCharsets.UTF_8);
    return of(ClusterItems.read("nodes", new ByteArrayInputStream(bytes)), "nodes");
  }

  private static ClusterState of(ClusterItems items, String source) {
    if (items.nodes().isEmpty()) {
      throw new InvalidValueException(
          "fleet.malformed",
          "%s: has no node; give the output of kubectl get nodes,pods -A -o json"
              .formatted(source));
    }
    Map<String, List<Budget>> budgets = items.budgets();
    Repelled repelled = Repelled.of(items);
    List<RunningNode> free = new ArrayList<>();
    List<NodeView> views = new ArrayList<>();
    List<Note> notes = new ArrayList<>();
    items
        .nodes()
        .forEach(
            (name, node) -> {
              List<ClusterItems.Pod> pods = items.podsOf(name);
              NodeView view = withPods(repelled.on(node.view()), pods);
              views.add(view);
              String why = whyNot(node);
              if (why.isEmpty()) {
                free.add(running(node, view, pods, budgets));
              } else {
                notes.add(
                    Note.of("fleet.node-left-out", "%s is left out: %s".formatted(name, why)));
              }
            });
    if (!items.hasPods()) {
      notes.add(
          Note.of(
              "fleet.no-pods",
              "no pods are given, so the nodes count as empty; kubectl get nodes,pods -A -o json"
                  + " gives both"));
    }
    int lost = items.lost().size();
    if (lost > 0) {
      notes.add(
          Note.of(
              "fleet.no-node-name",
              lost == 1
                  ? "1 pod runs and its spec.nodeName is missing, so what it takes of its node counts as free; give the output of kubectl as it is"
                  : "%s pods run and their spec.nodeName is missing, so what they take of their nodes counts as free; give the output of kubectl as it is"
                      .formatted(lost)));
    }
    int pending = items.pending().size();
    if (pending > 0) {
      notes.add(
          Note.of(
              "fleet.pending",
              pending == 1
                  ? "1 pod waits for a node; it is not planned for, and its room counts as free"
                  : "%s pods wait for a node; they are not planned for, and their room counts as free"
                      .formatted(pending)));
    }
    return new ClusterState(free, views, DaemonSets.of(items), notes);
  }

  private static NodeView withPods(NodeView node, List<ClusterItems.Pod> pods) {
    NodeView view = node;
    for (ClusterItems.Pod pod : pods) {
      view = view.pod(pod.view());
    }
    return view;
  }

  private static String whyNot(ClusterItems.Node node) {
    Map<String, String> labels = node.view().labels();
    return node.takesNone()
        .orElseGet(
            () ->
                GpuProduct.isOfParts(labels.getOrDefault(PRODUCT, ""))
                    ? "its GPUs are parts of cards, as %s says, and plans place whole cards"
                        .formatted(PRODUCT)
                    : labels.containsKey(INSTANCE_TYPE) ? "" : "it has no label " + INSTANCE_TYPE);
  }

  private static RunningNode running(
      ClusterItems.Node node,
      NodeView view,
      List<ClusterItems.Pod> pods,
      Map<String, List<Budget>> budgets) {
    CapacityType bought =
        view.labels().entrySet().stream()
            .flatMap(label -> Optional.ofNullable(BOUGHT.get(label)).stream())
            .findFirst()
            .orElse(CapacityType.ON_DEMAND);
    List<RunningNode.RunningPod> running =
        pods.stream()
            .filter(pod -> !pod.isOfNode())
            .map(pod -> running(pod, budgets.getOrDefault(pod.namespace(), List.of())))
            .toList();
    return new RunningNode(free(node, view, pods), bought, node.stays(), running);
  }

  /** A budget is not asked for pods that start or leave. */
  private static RunningNode.RunningPod running(ClusterItems.Pod pod, List<Budget> budgets) {
    List<Budget> its =
        pod.isStartingOrLeaving()
            ? List.of()
            : budgets.stream().filter(budget -> budget.selects(pod)).toList();
    Optional<String> stays =
        pod.stays()
            .or(
                () ->
                    its.size() > 1
                        ? Optional.of(
                            "%s PodDisruptionBudgets select it, and such a pod is never evicted"
                                .formatted(its.size()))
                        : its.stream()
                            .filter(budget -> !budget.permits(pod))
                            .findFirst()
                            .map(
                                budget ->
                                    "the PodDisruptionBudget %s allows no disruption"
                                        .formatted(budget.name())));
    return new RunningNode.RunningPod(
        pod.namespace() + "/" + pod.name(), pod.view(), stays, its.stream().findFirst());
  }

  private static ExistingNode free(
      ClusterItems.Node node, NodeView view, List<ClusterItems.Pod> pods) {
    Map<String, String> has = node.allocatable();
    Map<String, Long> free = new TreeMap<>();
    has.keySet().stream()
        .filter(resource -> ExtendedResources.isOne(resource) || resource.equals(STORAGE))
        .forEach(resource -> free.put(resource, number(has, resource, "0")));
    CpuAmount cpu = CpuAmount.parse(has.getOrDefault("cpu", "0"));
    MemorySize memory = MemorySize.parse(has.getOrDefault("memory", "0"));
    for (ClusterItems.Pod each : pods) {
      PodView pod = each.view();
      cpu = cpu.minus(pod.cpuRequest());
      memory = memory.minus(pod.memoryRequest());
      long disk = pod.storageRequest().toBytes();
      free.computeIfPresent(STORAGE, (r, left) -> left - disk);
      pod.extendedResources()
          .forEach((resource, asked) -> free.computeIfPresent(resource, (r, left) -> left - asked));
    }
    free.replaceAll((resource, left) -> Math.max(0, left));
    long gpus = free.getOrDefault(GPU, 0L);
    free.remove(GPU);
    Map<String, String> labels = view.labels();
    return new ExistingNode(
        view.name(),
        labels.getOrDefault(INSTANCE_TYPE, ""),
        (int) Math.min(Integer.MAX_VALUE, gpus),
        new Allocatable(
            CpuAmount.max(CpuAmount.ZERO, cpu), MemorySize.max(MemorySize.ZERO, memory)),
        (int)
            Math.min(
                Integer.MAX_VALUE, Math.max(0, number(has, "pods", PODS_BY_DEFAULT) - pods.size())),
        Optional.ofNullable(labels.get(ZONE)).filter(zone -> !zone.isEmpty()),
        Optional.of(view),
        free);
  }

  private static long number(Map<String, String> amounts, String name, String otherwise) {
    return MemorySize.parse(amounts.getOrDefault(name, otherwise)).toBytes();
  }

  /** Returns the nodes that take more pods, by name. */
  public Listing<ExistingNode> nodes() {
    return running.stream().map(RunningNode::free).collect(Listing.collector());
  }

  /** Returns the same nodes with their pods. */
  List<RunningNode> running() {
    return running;
  }

  /**
   * Returns every node as the scheduler sees it, with the pods that run there: also those that take
   * no more pods.
   */
  public Listing<NodeView> views() {
    return views;
  }

  /** Returns what DaemonSets request on the nodes with GPUs. */
  DaemonSets daemonSets() {
    return daemonSets;
  }

  /** Returns what was left out. */
  public Listing<Note> notes() {
    return notes;
  }

  /**
   * Returns what was left out, and which options of a target new nodes have for their DaemonSets
   * ({@link Fleet#existing(ClusterState)}).
   */
  public Listing<Note> notes(Target target) {
    return Stream.concat(
            notes.stream(),
            daemonSets.note(Arguments.required("target", target, "a Target")).stream())
        .collect(Listing.collector());
  }

  /** Returns text such as {@code 12 nodes}. */
  @Override
  public String toString() {
    return Words.count(running.size(), "node");
  }
}
