package io.gpuspec.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.internal.Json;
import io.gpuspec.kube.Tree;
import io.gpuspec.scheduling.LabelSelector;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The nodes, pods and budgets of a cluster's list, read one by one: of each item, only what is
 * needed is kept.
 */
final class ClusterItems {
  private static final String ANTI_AFFINITY =
      "/spec/affinity/podAntiAffinity/requiredDuringSchedulingIgnoredDuringExecution";
  private static final Set<String> OVER = Set.of("Succeeded", "Failed");

  private static final String DO_NOT_DISRUPT = "karpenter.sh/do-not-disrupt";
  private static final String SAFE_TO_EVICT = "cluster-autoscaler.kubernetes.io/safe-to-evict";

  private static final String NO_SCALE_DOWN =
      "cluster-autoscaler.kubernetes.io/scale-down-disabled";

  /** The manifest that was applied is as long as the pod itself, and nothing asks for it. */
  private static final String APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

  /** No node has such a name. */
  private static final String LOST = "?";

  /** Owners whose pods go with their node. */
  private static final Set<String> OF_NODES = Set.of("DaemonSet", "Node");

  private final Map<String, Node> nodes = new TreeMap<>();
  private final Map<String, List<Pod>> podsByNode = new HashMap<>();
  private final Map<String, List<Pod>> podsByNamespace = new HashMap<>();
  private final List<JsonNode> budgets = new ArrayList<>();

  /**
   * A node.
   *
   * @param view without its pods
   * @param takesNone why it takes no more pods
   * @param stays why it is never drained, whatever runs on it
   */
  record Node(
      NodeView view,
      Map<String, String> allocatable,
      Optional<String> takesNone,
      Optional<String> stays) {}

  /**
   * A pod that is not over.
   *
   * @param name without its namespace
   * @param isOfNode whether it goes with its node
   * @param isReady whether it counts as healthy; one without conditions does
   * @param isStartingOrLeaving whether budgets are not asked when it is evicted
   * @param stays why it is never moved, whatever budgets say
   * @param apart the terms of its required anti-affinity
   */
  record Pod(
      String namespace,
      String name,
      PodView view,
      boolean isOfNode,
      boolean isReady,
      boolean isStartingOrLeaving,
      Optional<String> stays,
      List<Apart> apart) {}

  /**
   * A term of a pod's required anti-affinity.
   *
   * @param selector the pods that it keeps away
   * @param namespaces of these pods; empty if a selector of namespaces says
   */
  record Apart(String topologyKey, LabelSelector selector, Set<String> namespaces) {}

  private final String source;

  private ClusterItems(String source) {
    this.source = source;
  }

  static ClusterItems read(String source, InputStream in) {
    ClusterItems items = new ClusterItems(source);
    List<JsonNode> ofList = new ArrayList<>();
    JsonNode root =
        Json.items(
            in,
            source,
            "items",
            (list, item) -> {
              if (item.has("kind") || list.has("kind")) {
                items.add(kind(list, item), item);
              } else {
                ofList.add(item);
              }
            });
    ofList.forEach(item -> items.add(kind(root, item), item));
    if (!root.has("items")) {
      items.add(root.path("kind").asText(), root);
    }
    return items;
  }

  /**
   * The API server leaves out the kind of items, and writes that of their list first; a tool that
   * sorts fields writes it last.
   */
  private static String kind(JsonNode list, JsonNode item) {
    return item.path("kind").asText(list.path("kind").asText().replaceFirst("List$", ""));
  }

  /** An amount that cannot be read is told with the object that has it. */
  private void add(String kind, JsonNode item) {
    try {
      addReadable(kind, item);
    } catch (GpuSpecException e) {
      String name = item.at("/metadata/name").asText();
      throw new InvalidValueException(
          e.id(),
          "%s: %s %s: %s"
              .formatted(
                  source,
                  kind.toLowerCase(Locale.ROOT),
                  kind.equals("Pod") ? namespace(item) + "/" + name : name,
                  e.getMessage()),
          e);
    }
  }

  private void addReadable(String kind, JsonNode item) {
    if (kind.equals("Node")) {
      nodes.put(item.at("/metadata/name").asText(), node(item));
    } else if (kind.equals("Pod") && !OVER.contains(item.at("/status/phase").asText())) {
      Pod pod = pod(item);
      String node = item.at("/spec/nodeName").asText();
      boolean isLost = node.isEmpty() && item.at("/status/phase").asText().equals("Running");
      podsByNode.computeIfAbsent(isLost ? LOST : node, n -> new ArrayList<>()).add(pod);
      podsByNamespace.computeIfAbsent(pod.namespace(), n -> new ArrayList<>()).add(pod);
    } else if (kind.equals("PodDisruptionBudget")) {
      budgets.add(item);
    }
  }

  /** Returns the nodes by name. */
  Map<String, Node> nodes() {
    return nodes;
  }

  boolean hasPods() {
    return !podsByNode.isEmpty();
  }

  /** Returns the pods that wait for a node. */
  List<Pod> pending() {
    return podsOf("");
  }

  /** Returns the pods that run on nodes that are not stated. */
  List<Pod> lost() {
    return podsOf(LOST);
  }

  List<Pod> podsOf(String node) {
    return podsByNode.getOrDefault(node, List.of());
  }

  /** Returns the budgets by namespace. */
  Map<String, List<Budget>> budgets() {
    Map<String, List<Budget>> all = new HashMap<>();
    for (JsonNode each : budgets) {
      String namespace = namespace(each);
      all.computeIfAbsent(namespace, n -> new ArrayList<>())
          .add(Budget.of(each, podsByNamespace.getOrDefault(namespace, List.of())));
    }
    return all;
  }

  private static Node node(JsonNode node) {
    NodeView view = NodeView.of(Tree.of(node));
    return new Node(
        view,
        view.allocatable(),
        view.isUnschedulable()
            ? Optional.of("it is cordoned")
            : isReady(node, true) ? Optional.empty() : Optional.of("it is not ready"),
        Stream.of(DO_NOT_DISRUPT, NO_SCALE_DOWN)
            .filter(annotation -> isTrue(node, annotation))
            .findFirst()
            .map("it is annotated "::concat));
  }

  private static boolean isReady(JsonNode object, boolean otherwise) {
    return object
        .at("/status/conditions")
        .valueStream()
        .filter(each -> each.path("type").asText().equals("Ready"))
        .map(each -> each.path("status").asText().equals("True"))
        .findFirst()
        .orElse(otherwise);
  }

  private static Pod pod(JsonNode pod) {
    boolean isSaid = pod.path("status").has("conditions");
    PodView view = view(pod);
    boolean isLeaving = pod.at("/metadata").hasNonNull("deletionTimestamp");
    return new Pod(
        namespace(pod),
        pod.at("/metadata/name").asText(),
        view,
        OF_NODES.stream().anyMatch(kind -> isOwnedBy(pod, kind)),
        isReady(pod, !isSaid) && !isLeaving,
        isLeaving || pod.at("/status/phase").asText().equals("Pending"),
        whyStays(pod),
        apart(pod));
  }

  private static List<Apart> apart(JsonNode pod) {
    List<Apart> terms = new ArrayList<>();
    for (JsonNode term : pod.at(ANTI_AFFINITY)) {
      Set<String> named =
          term.path("namespaces").valueStream().map(JsonNode::asText).collect(Collectors.toSet());
      Set<String> namespaces =
          term.hasNonNull("namespaceSelector")
              ? Set.of()
              : named.isEmpty() ? Set.of(namespace(pod)) : named;
      LabelSelector.of(Tree.of(term.path("labelSelector")))
          .map(labels -> new Apart(term.path("topologyKey").asText(), labels, namespaces))
          .ifPresent(terms::add);
    }
    return terms;
  }

  private static boolean isOwnedBy(JsonNode pod, String kind) {
    return pod.at("/metadata/ownerReferences")
        .valueStream()
        .anyMatch(owner -> owner.path("kind").asText().equals(kind));
  }

  private static boolean isTrue(JsonNode object, String annotation) {
    return object.at("/metadata/annotations").path(annotation).asText().equals("true");
  }

  private static Optional<String> whyStays(JsonNode pod) {
    if (isTrue(pod, DO_NOT_DISRUPT)) {
      return Optional.of("it is annotated " + DO_NOT_DISRUPT);
    }
    if (pod.at("/metadata/annotations").path(SAFE_TO_EVICT).asText().equals("false")) {
      return Optional.of("it is annotated " + SAFE_TO_EVICT + ": false");
    }
    if (pod.at("/metadata/ownerReferences").isEmpty()) {
      return Optional.of("it has no owner, so nothing would create it again");
    }
    if (!pod.at("/spec/restartPolicy").asText("Always").equals("Always")) {
      return Optional.of("it runs until it is done, such as a Job's, and would begin anew");
    }
    if (!pod.at("/spec/resourceClaims").isEmpty()) {
      return Optional.of("it has resource claims, which are not judged here");
    }
    if (!pod.at("/spec/affinity/podAffinity").isEmpty()
        || !pod.at("/spec/affinity/podAntiAffinity").isEmpty()
        || !pod.at("/spec/topologySpreadConstraints").isEmpty()) {
      return Optional.of(
          "it has affinities to other pods or spread constraints, which are not judged here");
    }
    if (hasVolume(pod, "persistentVolumeClaim")) {
      return Optional.of(
          "it has a PersistentVolumeClaim, whose volume can be bound to its zone or node");
    }
    if (hasVolume(pod, "hostPath")) {
      return Optional.of("it has files of its node (hostPath)");
    }
    return hostPorts(pod).isEmpty()
        ? Optional.empty()
        : Optional.of("it has ports of its node, which are not judged here");
  }

  /** The API server writes hostPort for hostNetwork too. */
  private static List<JsonNode> hostPorts(JsonNode pod) {
    return Stream.concat(
            pod.at("/spec/containers").valueStream(),
            pod.at("/spec/initContainers")
                .valueStream()
                .filter(each -> each.path("restartPolicy").asText().equals("Always")))
        .flatMap(container -> container.path("ports").valueStream())
        .filter(port -> port.path("hostPort").asInt() > 0)
        .toList();
  }

  private static boolean hasVolume(JsonNode pod, String kind) {
    return pod.at("/spec/volumes").valueStream().anyMatch(volume -> volume.hasNonNull(kind));
  }

  private static PodView view(JsonNode pod) {
    if (pod.at("/metadata/annotations") instanceof ObjectNode annotations) {
      annotations.remove(APPLIED);
    }
    return readable(PodView.of(Tree.of(pod)).namespace(namespace(pod)));
  }

  /** A pod reads its amounts when they are asked for, which would be too late to name it. */
  private static PodView readable(PodView pod) {
    pod.cpuRequest();
    pod.memoryRequest();
    pod.extendedResources();
    return pod;
  }

  static String namespace(JsonNode object) {
    return object.at("/metadata/namespace").asText("default");
  }
}
