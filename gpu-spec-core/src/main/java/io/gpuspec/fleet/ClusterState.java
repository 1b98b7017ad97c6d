package io.gpuspec.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.Json;
import io.gpuspec.scheduling.Allocatable;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
  private static final Set<String> OVER = Set.of("Succeeded", "Failed");

  private final Listing<ExistingNode> nodes;
  private final Listing<Note> notes;

  private ClusterState(List<ExistingNode> nodes, List<Note> notes) {
    this.nodes = Listing.of(nodes);
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
    return of(Json.parse(Arguments.required("text", text, "JSON")), "nodes");
  }

  private static ClusterState of(JsonNode root, String source) {
    Map<String, JsonNode> nodes = new TreeMap<>();
    Map<String, List<JsonNode>> pods = new HashMap<>();
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
      }
    }
    if (nodes.isEmpty()) {
      throw new InvalidValueException(
          "fleet.malformed",
          "%s: has no node; give the output of kubectl get nodes,pods -A -o json"
              .formatted(source));
    }
    return of(nodes, pods);
  }

  private static ClusterState of(Map<String, JsonNode> nodes, Map<String, List<JsonNode>> pods) {
    List<ExistingNode> free = new ArrayList<>();
    List<Note> notes = new ArrayList<>();
    nodes.forEach(
        (name, node) -> {
          String why = whyNot(node);
          if (why.isEmpty()) {
            free.add(node(name, node, pods.getOrDefault(name, List.of())));
          } else {
            notes.add(Note.of("fleet.node-left-out", "%s is left out: %s".formatted(name, why)));
          }
        });
    if (pods.isEmpty()) {
      notes.add(
          Note.of(
              "fleet.no-pods",
              "no pods are given, so the nodes count as empty; kubectl get nodes,pods -A -o json gives both"));
    }
    return new ClusterState(free, notes);
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
        (int) Math.max(0, number(has, "pods") - pods.size()));
  }

  private static long number(JsonNode amounts, String name) {
    return amounts.has(name) ? MemorySize.parse(amounts.path(name).asText("0")).toBytes() : 0;
  }

  private static PodView pod(JsonNode pod) {
    PodView view = PodView.empty();
    for (JsonNode container : pod.at("/spec/containers")) {
      view = view.container(container(container, PodView.Role.MAIN));
    }
    for (JsonNode container : pod.at("/spec/initContainers")) {
      boolean isSidecar = container.path("restartPolicy").asText().equals("Always");
      view =
          view.container(
              container(container, isSidecar ? PodView.Role.SIDECAR : PodView.Role.INIT));
    }
    return view.overhead(amounts(pod.at("/spec/overhead")));
  }

  private static PodView.Container container(JsonNode container, PodView.Role role) {
    return new PodView.Container(
        container.path("name").asText(),
        role,
        amounts(container.at("/resources/requests")),
        amounts(container.at("/resources/limits")));
  }

  private static Map<String, String> amounts(JsonNode amounts) {
    Map<String, String> all = new TreeMap<>();
    amounts.properties().forEach(each -> all.put(each.getKey(), each.getValue().asText()));
    return all;
  }

  /** Returns the nodes that take more pods, by name. */
  public Listing<ExistingNode> nodes() {
    return nodes;
  }

  /** Returns what was left out. */
  public Listing<Note> notes() {
    return notes;
  }

  /** Returns text such as {@code 12 nodes}. */
  @Override
  public String toString() {
    return nodes.size() == 1 ? "1 node" : nodes.size() + " nodes";
  }
}
