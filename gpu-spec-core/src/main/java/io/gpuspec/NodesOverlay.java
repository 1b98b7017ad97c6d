package io.gpuspec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.Maps;
import io.gpuspec.internal.ExtendedResources;
import io.gpuspec.internal.GpuProduct;
import io.gpuspec.internal.Place;
import io.gpuspec.internal.Problems;
import io.gpuspec.internal.Words;
import io.gpuspec.internal.yaml.Document;
import io.gpuspec.kube.Tree;
import io.gpuspec.scheduling.GpuResource;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.MemorySize;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The nodes of a cluster, as {@code kubectl get nodes -o json} writes them, as an overlay. */
final class NodesOverlay {
  private static final String GPU = "nvidia.com/gpu";
  private static final String COUNT = "nvidia.com/gpu.count";
  private static final String CITATION = "nodes";
  private static final String ARCH = "kubernetes.io/arch";
  private static final long MEBIBYTE = 1L << 20;
  private static final int MOST_NAMED = 5;

  /** Resources that are told by the number of cards. */
  private static final Set<String> OF_CARDS = Set.of(GPU, GPU + ".shared");

  private static final String MIG = "nvidia.com/mig-";

  /** The product of nodes whose MIG instances are advertised as GPUs. */
  private static final Pattern SINGLE =
      Pattern.compile(".*-MIG-([0-9]++g\\.(?<memory>[0-9]{1,4}+)gb(?:\\.[a-z.]++)?+)");

  /** What Kubernetes writes and takes away itself begins with this. */
  private static final String OF_KUBERNETES = "node.kubernetes.io/";

  private static final Pattern NAME =
      Pattern.compile("[a-z0-9](?:[a-z0-9.-]{0,251}+(?<=[a-z0-9]))?+");

  private static final String HOSTNAME = "kubernetes.io/hostname";

  /** The schema's form of a host name, which a label has. */
  private static final Pattern HOST_NAME =
      Pattern.compile("[A-Za-z0-9](?:[A-Za-z0-9._-]{0,61}+(?<=[A-Za-z0-9]))?+");

  /** Labels that differ from node to node; they do not select a kind of node. */
  private static final Set<String> OF_ONE_NODE =
      Set.of(
          HOSTNAME,
          "nvidia.com/gfd.timestamp",
          "node.kubernetes.io/instance-id",
          "karpenter.sh/nodeclaim");

  /** The labels by which nodes are best selected, where they set them apart. */
  private static final List<String> PREFERRED =
      List.of("accelerator", "nvidia.com/gpu.product", "node.kubernetes.io/instance-type");

  /** What nodes of one kind have in common. */
  private record Kind(
      String gpu,
      int gpus,
      int counted,
      String arch,
      CpuAmount cpu,
      Map<String, String> labels,
      Set<String> taints,
      Map<String, String> resources,
      Set<String> conditions,
      boolean isCordoned) {}

  /** The nodes of a kind, and the memory that each of them has at least. */
  private record Group(
      Kind kind, List<String> names, Map<String, String> hostNames, MemorySize memory) {}

  private final Document document;
  private final Problems problems = new Problems();
  private final Set<String> unknown = new TreeSet<>();
  private final List<Map<String, String>> others = new ArrayList<>();

  private NodesOverlay(Document document) {
    this.document = document;
  }

  /** Returns whether a document is a node, or a list of objects with at least one. */
  static boolean isOne(JsonNode root) {
    return items(root).stream().anyMatch(NodesOverlay::isNode);
  }

  /** Returns whether a document is a list of Kubernetes objects. */
  static boolean isList(JsonNode root) {
    return root.path("kind").asText().endsWith("List") && root.path("items").isArray();
  }

  private static boolean isNode(JsonNode item) {
    return item.path("kind").asText().equals("Node");
  }

  private static List<JsonNode> items(JsonNode root) {
    return switch (root.path("kind").asText()) {
      case "Node" -> List.of(root);
      case "NodeList", "List" ->
          root.path("items")
              .valueStream()
              .map(
                  item ->
                      item instanceof ObjectNode object && !object.has("kind")
                          ? object.put("kind", "Node")
                          : item)
              .toList();
      default -> List.of();
    };
  }

  /**
   * Returns the overlay.
   *
   * @throws OverlayException if no node has a GPU, or an amount cannot be read
   */
  static Document of(Document document) {
    NodesOverlay overlay = new NodesOverlay(document);
    ObjectNode root = overlay.root();
    if (!overlay.problems.isEmpty()) {
      throw new OverlayException(overlay.problems.all().stream().map(document::located).toList());
    }
    return Document.of(document.source(), root);
  }

  private ObjectNode root() {
    List<JsonNode> nodes = items(document.root());
    Map<Kind, Group> groups = new LinkedHashMap<>();
    boolean isList = document.root().has("items");
    for (int i = 0; i < nodes.size(); i++) {
      if (!isNode(nodes.get(i))) {
        continue;
      }
      Place place = isList ? Place.ROOT.field("items").item(i) : Place.ROOT;
      try {
        add(nodes.get(i), groups);
      } catch (GpuSpecException | ClassCastException e) {
        problems.add(place, String.valueOf(e.getMessage()));
      }
    }
    if (groups.isEmpty() && problems.isEmpty()) {
      List<JsonNode> all = nodes.stream().filter(NodesOverlay::isNode).toList();
      problems.add(
          Place.ROOT,
          "of %s, none has %s; %s".formatted(Words.count(all.size(), "node"), GPU, instead(all)));
    }
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("target", "own").put("citation", CITATION);
    root.putObject("citations")
        .putObject(CITATION)
        .put("title", "The nodes of your cluster, by kubectl get nodes")
        .put("date", date(nodes.stream().filter(NodesOverlay::isNode).toList()))
        .put("status", "third-party");
    if (!unknown.isEmpty()) {
      ArrayNode gpus = root.putArray("gpus");
      for (String name : unknown) {
        ObjectNode gpu = gpus.addObject().put("name", name);
        Matcher single = SINGLE.matcher(name);
        if (single.matches()) {
          gpu.put("memory", single.group("memory") + "Gi");
        }
      }
    }
    ArrayNode rows = root.putArray("specs");
    Map<String, Integer> names = new HashMap<>();
    groups.values().forEach(group -> write(group, rows, names, groups.values()));
    return root;
  }

  /** What to do: beside a plugin that shares cards, another would give them out twice. */
  private static String instead(List<JsonNode> nodes) {
    return shared(
            resource ->
                nodes.stream()
                    .anyMatch(node -> node.at("/status/allocatable").path(resource).asInt() > 0))
        .orElse("install the device plugin, or describe the nodes yourself");
  }

  /** Says who judges shared cards, if nodes have such. */
  private static Optional<String> shared(Predicate<String> isThere) {
    return GpuResource.all().stream()
        .filter(each -> each.target().isPresent() && isThere.test(each.name()))
        .map(
            each ->
                "their cards are shared as %s, which gpuspec fits judges, and the target %s matches"
                    .formatted(each.name(), each.target().orElseThrow()))
        .findFirst();
  }

  /** The last day on which one of them said how it is; that of the file is not in it. */
  private static String date(List<JsonNode> nodes) {
    return nodes.stream()
        .flatMap(
            node ->
                Stream.concat(
                    node.at("/status/conditions")
                        .valueStream()
                        .map(each -> each.path("lastHeartbeatTime").asText()),
                    Stream.of(node.at("/metadata/creationTimestamp").asText())))
        .filter(time -> time.matches("[0-9]{4}-[0-9]{2}-[0-9]{2}T.*"))
        .map(time -> time.substring(0, 10))
        .max(String::compareTo)
        .orElse("2026");
  }

  private void add(JsonNode node, Map<Kind, Group> groups) {
    NodeView view = NodeView.of(Tree.of(node));
    String name = view.name();
    Map<String, String> labels = labels(view);
    Map<String, String> there = view.allocatable();
    int gpus = gpus(labels, there);
    int counted = counted(labels);
    if (Math.max(gpus, counted) == 0) {
      others.add(labels);
      return;
    }
    Set<String> conditions = taints(view, true);
    boolean isCordoned =
        view.isUnschedulable() || conditions.contains(Taint.UNSCHEDULABLE.toString());
    conditions.remove(Taint.UNSCHEDULABLE.toString());
    Kind kind =
        new Kind(
            gpu(labels),
            gpus,
            counted,
            labels.getOrDefault(ARCH, "amd64"),
            CpuAmount.parse(there.getOrDefault("cpu", "0")),
            labels,
            taints(view, false),
            resources(there),
            conditions,
            isCordoned);
    MemorySize memory = MemorySize.parse(there.getOrDefault("memory", "0"));
    Group before = groups.get(kind);
    List<String> names = before == null ? new ArrayList<>() : before.names();
    names.add(name);
    Map<String, String> hostNames = before == null ? new TreeMap<>() : before.hostNames();
    hostNames.put(name, view.labels().getOrDefault(HOSTNAME, name));
    groups.put(
        kind,
        new Group(
            kind,
            names,
            hostNames,
            before == null || before.memory().isAtLeast(memory) ? memory : before.memory()));
  }

  private static Map<String, String> labels(NodeView node) {
    Map<String, String> labels = new TreeMap<>(node.labels());
    labels.keySet().removeAll(OF_ONE_NODE);
    // What NVIDIA's labels say is of no one node, even of one called mps.
    labels
        .entrySet()
        .removeIf(
            each ->
                each.getValue().equals(node.name()) && !each.getKey().startsWith("nvidia.com/"));
    return labels;
  }

  /** The cards by their label, which stays when one of them, or the device plugin, is lost. */
  private static int counted(Map<String, String> labels) {
    String counted = labels.getOrDefault(COUNT, "");
    return counted.matches("[1-9][0-9]{0,3}") ? Integer.parseInt(counted) : 0;
  }

  /**
   * The cards of which pods can have something. What is advertised can be replicas of them, or
   * instances.
   */
  private static int gpus(Map<String, String> labels, Map<String, String> there) {
    int advertised = OF_CARDS.stream().mapToInt(name -> count(there, name)).sum();
    int counted = counted(labels);
    if (hasInstances(there)) {
      return Math.max(1, counted == 0 ? count(there, GPU) : counted);
    }
    if (counted == 0) {
      return advertised;
    }
    String replicas = labels.getOrDefault(GPU + ".replicas", "");
    int each = replicas.matches("[1-9][0-9]{0,3}") ? Integer.parseInt(replicas) : 1;
    return Math.min(counted, (advertised + each - 1) / each);
  }

  /**
   * The kubelet keeps the names of instances that are gone, with none of them, until it restarts.
   */
  private static boolean hasInstances(Map<String, String> there) {
    return there.keySet().stream().anyMatch(name -> name.startsWith(MIG) && count(there, name) > 0);
  }

  private static int count(Map<String, String> there, String resource) {
    String advertised = there.getOrDefault(resource, "0");
    return advertised.matches("[0-9]{1,7}") ? Integer.parseInt(advertised) : 0;
  }

  /** The model that a label names, or else a name of its own. */
  private String gpu(Map<String, String> labels) {
    List<GpuModel> models = List.of();
    for (Map.Entry<String, String> label : labels.entrySet()) {
      List<GpuModel> named = GpuLabel.models(label.getKey(), product(label.getValue()));
      if (!named.isEmpty() && (models.isEmpty() || named.size() < models.size())) {
        models = named;
      }
    }
    if (models.size() == 1) {
      return models.get(0).name();
    }
    String memory = labels.getOrDefault("nvidia.com/gpu.memory", "");
    Optional<GpuModel> byMemory =
        memory.matches("[0-9]{1,9}")
            ? models.stream()
                .filter(
                    model ->
                        model
                            .memoryReported()
                            .filter(has -> has.toBytes() / MEBIBYTE == Long.parseLong(memory))
                            .isPresent())
                .findFirst()
            : Optional.empty();
    if (byMemory.isPresent()) {
      return byMemory.get().name();
    }
    String product =
        PREFERRED.stream()
            .flatMap(key -> Stream.ofNullable(labels.get(key)))
            .map(NodesOverlay::product)
            .findFirst()
            .orElse("GPU");
    String name = product.matches("[A-Za-z][A-Za-z0-9._ -]*") ? product : "GPU";
    unknown.add(name);
    return name;
  }

  /** GPU Feature Discovery marks the product of cards that the device plugin shares. */
  private static String product(String label) {
    return label.endsWith(GpuProduct.SHARED)
        ? label.substring(0, label.length() - GpuProduct.SHARED.length())
        : label;
  }

  /**
   * @param isOfConditions whether those are wanted that Kubernetes writes and takes away itself and
   *     that keep pods off, or the others
   */
  private static Set<String> taints(NodeView node, boolean isOfConditions) {
    return node.taints().stream()
        .filter(taint -> taint.key().startsWith(OF_KUBERNETES) == isOfConditions)
        .filter(taint -> !isOfConditions || taint.effect() != Taint.Effect.PREFER_NO_SCHEDULE)
        .map(Taint::toString)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** On nodes with MIG instances, labels of the whole card name the instances too. */
  private static Map<String, String> resources(Map<String, String> there) {
    Map<String, String> resources = new TreeMap<>();
    if (hasInstances(there) && count(there, GPU) > 0) {
      resources.put(GPU, there.get(GPU));
    }
    there.forEach(
        (name, stated) -> {
          long amount = MemorySize.parse(stated).toBytes();
          if (ExtendedResources.isOne(name) && !OF_CARDS.contains(name) && amount > 0) {
            resources.put(name, ExtendedResources.text(name, amount));
          }
        });
    return resources;
  }

  private static void note(ObjectNode row, String id, String message) {
    row.withArray("notes")
        .addObject()
        .put("id", id)
        .put("message", message)
        .put("citation", CITATION);
  }

  private void write(
      Group group, ArrayNode rows, Map<String, Integer> names, Collection<Group> all) {
    Kind kind = group.kind();
    String base =
        group.names().size() == 1
            ? group.names().get(0)
            : "%s-x%s".formatted(kind.gpu().toLowerCase(Locale.ROOT), kind.gpus());
    String name = base;
    for (int i = names.getOrDefault(base, 2); names.containsKey(name); i++) {
      name = base + "-" + i;
      names.put(base, i + 1);
    }
    names.putIfAbsent(name, 2);
    ObjectNode row = rows.addObject();
    row.put("name", name)
        .put("gpu", kind.gpu())
        .put("gpus", kind.gpus() == 0 ? kind.counted() : kind.gpus())
        .put("arch", kind.arch())
        .put("nodes", group.names().size())
        .put("policy", "allocatable");
    Set<String> nodeNames = group.hostNames().keySet();
    Map<String, String> others =
        Maps.filterEntries(group.hostNames(), each -> !each.getKey().equals(each.getValue()));
    if (nodeNames.stream().allMatch(each -> NAME.matcher(each).matches())
        && others.values().stream().allMatch(each -> HOST_NAME.matcher(each).matches())) {
      nodeNames.forEach(row.putArray("nodeNames")::add);
      put(row, "hostNames", others);
    }
    List<String> whyNot = whyNot(group);
    if (!whyNot.isEmpty()) {
      row.put("lifecycle", GpuSpec.Lifecycle.UNAVAILABLE.toString());
      whyNot.forEach(why -> note(row, OverlayNotes.UNAVAILABLE, why));
    }
    boolean isOnlyWithoutCards = kind.gpus() == 0 && whyNot.size() == 1;
    if ((whyNot.isEmpty() || isOnlyWithoutCards) && kind.gpus() < kind.counted()) {
      note(
          row,
          "cards.not-allocatable",
          kind.gpus() == 0
              ? "none of %s is allocatable as %s"
                  .formatted(Words.count(kind.counted(), "card"), GPU)
              : "%s of %s cards are allocatable; look for Xid errors on the others, and at the device plugin"
                  .formatted(kind.gpus(), kind.counted()));
    }
    long mebibytes = group.memory().toBytes() / MEBIBYTE;
    if (!kind.cpu().isZero() && mebibytes > 0) {
      row.putArray("upward")
          .addObject()
          .put("cpu", kind.cpu().toString())
          .put("memory", mebibytes + "Mi");
    }
    put(row, "labels", selector(group, all));
    put(row, "nodeLabels", kind.labels());
    put(row, "resources", kind.resources());
    String replicas = kind.labels().getOrDefault(GPU + ".replicas", "1");
    if (!replicas.equals("1")) {
      note(
          row,
          "replicas.node",
          "the nodes advertise %s replicas of each card; where they are not renamed, what counts as a GPU here is a replica. Ask for it as one with the option card-replicas, such as time-slicing:%1$s"
              .formatted(replicas));
    }
    Matcher single = SINGLE.matcher(kind.labels().getOrDefault(GPU + ".product", ""));
    if (single.matches()) {
      note(
          row,
          "mig.single",
          "the nodes have MIG strategy single: what counts as a GPU here is an instance %s, which pods request as %s"
              .formatted(single.group(1), GPU));
    }
    Set<String> taints = new TreeSet<>(kind.taints());
    // Pods that tolerate a cordon run there, if nothing else keeps them off.
    if (kind.isCordoned() && whyNot.size() == 1) {
      taints.add(Taint.UNSCHEDULABLE.toString());
    }
    if (!taints.isEmpty()) {
      taints.forEach(row.putArray("taints")::add);
    }
  }

  /** Why no pod, or none that does not tolerate a cordon, runs on the nodes now. */
  private static List<String> whyNot(Group group) {
    Kind kind = group.kind();
    List<String> why = new ArrayList<>();
    if (kind.isCordoned()) {
      why.add("cordoned; kubectl uncordon %s".formatted(shortened(group.names())));
    }
    if (!kind.conditions().isEmpty()) {
      why.add(
          "Kubernetes keeps pods off with %s; kubectl describe node %s"
              .formatted(String.join(", ", kind.conditions()), shortened(group.names())));
    }
    if (kind.gpus() == 0) {
      why.add(
          "%s, and none is allocatable as %s; %s"
              .formatted(
                  Words.count(kind.counted(), "card"),
                  GPU,
                  shared(kind.resources()::containsKey)
                      .orElse(
                          "see what gives them out, such as the device plugin, or a driver for"
                              + " resource claims")));
    }
    return why;
  }

  /** Names that fit a line: all of a few, and the number of the others. */
  private static String shortened(List<String> names) {
    return names.size() <= MOST_NAMED
        ? String.join(" ", names)
        : "%s, and %s more nodes"
            .formatted(String.join(" ", names.subList(0, MOST_NAMED)), names.size() - MOST_NAMED);
  }

  private static void put(ObjectNode row, String field, Map<String, String> values) {
    if (!values.isEmpty()) {
      ObjectNode node = row.putObject(field);
      values.forEach(node::put);
    }
  }

  /** A few labels that set these nodes apart from all others, as far as labels do. */
  private Map<String, String> selector(Group group, Collection<Group> all) {
    Map<String, String> own = group.kind().labels();
    List<Map<String, String>> left = new ArrayList<>(others);
    all.stream()
        .filter(other -> other != group)
        .map(other -> other.kind().labels())
        .filter(labels -> !labels.equals(own))
        .forEach(left::add);
    Map<String, String> chosen = new LinkedHashMap<>();
    List<String> keys = new ArrayList<>(PREFERRED);
    own.keySet().stream().filter(key -> !PREFERRED.contains(key)).forEach(keys::add);
    for (String key : keys) {
      String value = own.get(key);
      if (value == null || value.isEmpty()) {
        continue;
      }
      boolean isFirst = chosen.isEmpty();
      boolean setsApart = left.removeIf(labels -> !value.equals(labels.get(key)));
      if (setsApart || isFirst) {
        chosen.put(key, value);
      }
      if (left.isEmpty()) {
        return chosen;
      }
    }
    return chosen;
  }
}
