package io.gpuspec.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.Json;
import io.gpuspec.scheduling.Allocatable;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.NodeTerm;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.scheduling.Toleration;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

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
  private static final String GPU = "nvidia.com/gpu";
  private static final String INSTANCE_TYPE = "node.kubernetes.io/instance-type";
  private static final String ZONE = "topology.kubernetes.io/zone";
  private static final String REQUIRED_TERMS =
      "/spec/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution/nodeSelectorTerms";
  private static final Set<String> OVER = Set.of("Succeeded", "Failed");

  private static final String DO_NOT_DISRUPT = "karpenter.sh/do-not-disrupt";
  private static final String SAFE_TO_EVICT = "cluster-autoscaler.kubernetes.io/safe-to-evict";

  /** Owners whose pods go with their node. */
  private static final Set<String> OF_NODES = Set.of("DaemonSet", "Node");

  private final List<RunningNode> running;
  private final Listing<NodeView> views;
  private final Listing<Note> notes;

  private ClusterState(List<RunningNode> running, List<NodeView> views, List<Note> notes) {
    this.running = List.copyOf(running);
    this.views = Listing.of(views);
    this.notes = Listing.of(notes);
  }

  /**
   * Reads a file.
   *
   * @throws GpuSpecException if it cannot be read, or is not such a list
   */
  public static ClusterState read(Path file) {
    Arguments.required("file", file, "the path of a file");
    try (InputStream in = Files.newInputStream(file)) {
      return of(Json.read(in, file.toString()), file.toString());
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
    return of(Json.read(new ByteArrayInputStream(bytes), "nodes"), "nodes");
  }

  private static ClusterState of(JsonNode root, String source) {
    Map<String, JsonNode> nodes = new TreeMap<>();
    Map<String, List<JsonNode>> pods = new HashMap<>();
    List<JsonNode> budgets = new ArrayList<>();
    List<JsonNode> items =
        root.path("kind").asText().endsWith("List")
            ? root.path("items").valueStream().toList()
            : List.of(root);
    for (JsonNode item : items) {
      String kind =
          item.path("kind").asText(root.path("kind").asText().equals("NodeList") ? "Node" : "");
      if (kind.equals("Node")) {
        nodes.put(item.at("/metadata/name").asText(), item);
      } else if (kind.equals("Pod") && !OVER.contains(item.at("/status/phase").asText())) {
        pods.computeIfAbsent(item.at("/spec/nodeName").asText(), name -> new ArrayList<>())
            .add(item);
      } else if (kind.equals("PodDisruptionBudget")
          && item.at("/status/disruptionsAllowed").asInt() == 0) {
        budgets.add(item);
      }
    }
    if (nodes.isEmpty()) {
      throw new InvalidValueException(
          "fleet.malformed",
          "%s: has no node; give the output of kubectl get nodes,pods -A -o json"
              .formatted(source));
    }
    return of(nodes, pods, budgets);
  }

  private static ClusterState of(
      Map<String, JsonNode> nodes, Map<String, List<JsonNode>> pods, List<JsonNode> budgets) {
    List<RunningNode> free = new ArrayList<>();
    List<NodeView> views = new ArrayList<>();
    List<Note> notes = new ArrayList<>();
    nodes.forEach(
        (name, node) -> {
          views.add(view(name, node, pods.getOrDefault(name, List.of())));
          String why = whyNot(node);
          if (why.isEmpty()) {
            free.add(running(name, node, pods.getOrDefault(name, List.of()), budgets));
          } else {
            notes.add(Note.of("fleet.node-left-out", "%s is left out: %s".formatted(name, why)));
          }
        });
    if (pods.isEmpty()) {
      notes.add(
          Note.of(
              "fleet.no-pods",
              "no pods are given, so the nodes count as empty; kubectl get nodes,pods -A -o json"
                  + " gives both"));
    }
    return new ClusterState(free, views, notes);
  }

  private static NodeView view(String name, JsonNode node, List<JsonNode> pods) {
    NodeView view = NodeView.of(name).allocatable(texts(node.at("/status/allocatable")));
    for (Map.Entry<String, JsonNode> label : node.at("/metadata/labels").properties()) {
      view = view.label(label.getKey(), label.getValue().asText());
    }
    for (JsonNode taint : node.at("/spec/taints")) {
      for (Taint.Effect effect : Taint.Effect.values()) {
        if (effect.toString().equals(taint.path("effect").asText())) {
          view = view.taint(taint.path("key").asText(), taint.path("value").asText(), effect);
        }
      }
    }
    for (JsonNode pod : pods) {
      view = view.running(pod(pod));
    }
    return node.at("/spec/unschedulable").asBoolean() ? view.unschedulable() : view;
  }

  private static String whyNot(JsonNode node) {
    if (node.at("/spec/unschedulable").asBoolean()) {
      return "it is cordoned";
    }
    boolean isReady =
        node.at("/status/conditions")
            .valueStream()
            .filter(each -> each.path("type").asText().equals("Ready"))
            .allMatch(each -> each.path("status").asText().equals("True"));
    if (!isReady) {
      return "it is not ready";
    }
    return node.at("/metadata/labels").has(INSTANCE_TYPE) ? "" : "it has no label " + INSTANCE_TYPE;
  }

  private static RunningNode running(
      String name, JsonNode node, List<JsonNode> pods, List<JsonNode> budgets) {
    boolean isSpot =
        node.at("/metadata/labels").path("karpenter.sh/capacity-type").asText().equals("spot");
    Optional<String> stays =
        isTrue(node, DO_NOT_DISRUPT)
            ? Optional.of("it is annotated " + DO_NOT_DISRUPT)
            : Optional.empty();
    List<RunningNode.RunningPod> running =
        pods.stream()
            .filter(pod -> OF_NODES.stream().noneMatch(kind -> isOwnedBy(pod, kind)))
            .map(
                pod ->
                    new RunningNode.RunningPod(
                        pod.at("/metadata/namespace").asText("default")
                            + "/"
                            + pod.at("/metadata/name").asText(),
                        pod(pod),
                        whyStays(pod, budgets)))
            .toList();
    return new RunningNode(node(name, node, pods), isSpot, stays, running);
  }

  private static boolean isOwnedBy(JsonNode pod, String kind) {
    return pod.at("/metadata/ownerReferences")
        .valueStream()
        .anyMatch(owner -> owner.path("kind").asText().equals(kind));
  }

  private static boolean isTrue(JsonNode object, String annotation) {
    return object.at("/metadata/annotations").path(annotation).asText().equals("true");
  }

  private static Optional<String> whyStays(JsonNode pod, List<JsonNode> budgets) {
    if (isTrue(pod, DO_NOT_DISRUPT)) {
      return Optional.of("it is annotated " + DO_NOT_DISRUPT);
    }
    if (pod.at("/metadata/annotations").path(SAFE_TO_EVICT).asText().equals("false")) {
      return Optional.of("it is annotated " + SAFE_TO_EVICT + ": false");
    }
    if (pod.at("/metadata/ownerReferences").isEmpty()) {
      return Optional.of("nothing would create it again: it has no owner");
    }
    if (!pod.at("/spec/affinity/podAffinity").isEmpty()
        || !pod.at("/spec/affinity/podAntiAffinity").isEmpty()
        || !pod.at("/spec/topologySpreadConstraints").isEmpty()) {
      return Optional.of(
          "it has affinities to other pods or spread constraints, which are not judged here");
    }
    return budgets.stream()
        .filter(budget -> isOf(budget, pod))
        .findFirst()
        .map(
            budget ->
                "the PodDisruptionBudget %s allows no disruption"
                    .formatted(budget.at("/metadata/name").asText()));
  }

  /** Whether a budget selects a pod; one that is not read completely selects every pod. */
  private static boolean isOf(JsonNode budget, JsonNode pod) {
    if (!budget.at("/metadata/namespace").equals(pod.at("/metadata/namespace"))) {
      return false;
    }
    JsonNode labels = pod.at("/metadata/labels");
    return budget
        .at("/spec/selector/matchLabels")
        .propertyStream()
        .allMatch(each -> each.getValue().equals(labels.get(each.getKey())));
  }

  private static ExistingNode node(String name, JsonNode node, List<JsonNode> pods) {
    JsonNode has = node.at("/status/allocatable");
    long gpus = number(has, GPU);
    CpuAmount cpu = CpuAmount.parse(has.path("cpu").asText("0"));
    MemorySize memory = MemorySize.parse(has.path("memory").asText("0"));
    for (JsonNode each : pods) {
      PodView pod = pod(each);
      cpu = cpu.minus(pod.cpuRequest());
      memory = memory.minus(pod.memoryRequest());
      gpus -= pod.extendedResources().getOrDefault(GPU, 0L);
    }
    return new ExistingNode(
        name,
        node.at("/metadata/labels").path(INSTANCE_TYPE).asText(),
        (int) Math.max(0, gpus),
        new Allocatable(
            CpuAmount.max(CpuAmount.ZERO, cpu), MemorySize.max(MemorySize.ZERO, memory)),
        (int) Math.max(0, number(has, "pods") - pods.size()),
        Optional.of(node.at("/metadata/labels").path(ZONE).asText())
            .filter(zone -> !zone.isEmpty()),
        Optional.of(view(name, node, List.of())));
  }

  private static long number(JsonNode amounts, String name) {
    return amounts.has(name) ? MemorySize.parse(amounts.path(name).asText("0")).toBytes() : 0;
  }

  private static PodView pod(JsonNode pod) {
    PodView view =
        PodView.empty()
            .labels(texts(pod.at("/metadata/labels")))
            .annotations(texts(pod.at("/metadata/annotations")))
            .nodeSelector(texts(pod.at("/spec/nodeSelector")))
            .nodeTerms(
                pod.at(REQUIRED_TERMS)
                    .valueStream()
                    .map(
                        term ->
                            new NodeTerm(
                                requirements(term.path("matchExpressions")),
                                requirements(term.path("matchFields"))))
                    .toList())
            .tolerations(
                pod.at("/spec/tolerations").valueStream().map(ClusterState::toleration).toList());
    for (JsonNode container : pod.at("/spec/containers")) {
      view = view.container(container(container, PodView.Role.MAIN));
    }
    for (JsonNode container : pod.at("/spec/initContainers")) {
      boolean isSidecar = container.path("restartPolicy").asText().equals("Always");
      view =
          view.container(
              container(container, isSidecar ? PodView.Role.SIDECAR : PodView.Role.INIT));
    }
    return view.overhead(texts(pod.at("/spec/overhead")));
  }

  private static List<NodeRequirement> requirements(JsonNode all) {
    return all.valueStream()
        .map(
            each ->
                new NodeRequirement(
                    each.path("key").asText(),
                    each.path("operator").asText(),
                    each.path("values").valueStream().map(JsonNode::asText).toList()))
        .toList();
  }

  private static Toleration toleration(JsonNode each) {
    return new Toleration(
        each.path("key").asText(),
        each.path("operator").asText(),
        each.path("value").asText(),
        each.path("effect").asText());
  }

  private static PodView.Container container(JsonNode container, PodView.Role role) {
    return new PodView.Container(
        container.path("name").asText(),
        role,
        texts(container.at("/resources/requests")),
        texts(container.at("/resources/limits")));
  }

  private static Map<String, String> texts(JsonNode mapping) {
    Map<String, String> all = new TreeMap<>();
    mapping.properties().forEach(each -> all.put(each.getKey(), each.getValue().asText()));
    return all;
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

  /** Returns what was left out. */
  public Listing<Note> notes() {
    return notes;
  }

  /** Returns text such as {@code 12 nodes}. */
  @Override
  public String toString() {
    return running.size() == 1 ? "1 node" : running.size() + " nodes";
  }
}
