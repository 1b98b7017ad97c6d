package io.gpuspec.eks;

import io.gpuspec.CapacityType;
import io.gpuspec.GpuSpec;
import io.gpuspec.Match;
import io.gpuspec.Shape;
import io.gpuspec.SpecCatalog;
import io.gpuspec.Target;
import io.gpuspec.eks.internal.rules.Documents;
import io.gpuspec.eks.internal.rules.InstanceLabels;
import io.gpuspec.eks.internal.rules.KarpenterRules;
import io.gpuspec.eks.internal.rules.Labels;
import io.gpuspec.eks.internal.rules.TypesOfGpu;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.spi.PlannedNode;
import io.gpuspec.value.Citation;
import io.gpuspec.value.Explained;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Text;
import io.gpuspec.value.UnknownNameException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A Karpenter NodePool ({@code karpenter.sh/v1}) of GPU nodes: which instance types are bought, in
 * which way, and when they are removed.
 *
 * <pre>{@code
 * NodePool pool =
 *     NodePool.of("inference", gpus.in("eks"), "A10G", "L4")
 *         .capacityTypes(CapacityType.SPOT, CapacityType.ON_DEMAND)
 *         .limit("nvidia.com/gpu", "8")
 *         .weight(10);
 *
 * // As YAML, with the manifest builder; Eks.NODE_POOL puts it beside a workload.
 * KubeYaml.of(pool.toObject());    // apiVersion: karpenter.sh/v1 kind: NodePool ...
 *
 * // Every field with its reason and source.
 * pool.explain();    // NodePool inference: g5.xlarge, g5.2xlarge and 16 more, spot, on-demand ...
 *
 * // A node of it, to ask which pods it takes.
 * pool.node("g5.xlarge");    // inference-g5.xlarge: {cpu=3920m, memory=14162Mi, ...}, ...
 * }</pre>
 *
 * <p>It is immutable. Nodes carry the label {@code node-type: gpu} and the taint {@code
 * nvidia.com/gpu=true:NoSchedule}; those without pods are removed after 30 s. What Karpenter would
 * refuse is refused here first, with the fix.
 */
public final class NodePool {
  private static final String TEMPLATE = "spec.template.spec.";
  private static final String REQUIREMENTS = TEMPLATE + "requirements";
  private static final String LABELS = "spec.template.metadata.labels";
  private static final String LIMITS = "spec.limits";
  private static final String DEFAULT_CLASS = "gpu";

  private final String name;
  private final List<GpuSpec> types;
  private final String nodeClass;
  private final ObjectFields fields;
  private final Map<String, List<String>> requirements;
  private final Map<String, String> labels;
  private final Map<String, Taint> taints;
  private final PoolDevices devices;

  private NodePool(
      String name,
      List<GpuSpec> types,
      String nodeClass,
      ObjectFields fields,
      Map<String, List<String>> requirements,
      Map<String, String> labels,
      Map<String, Taint> taints,
      PoolDevices devices) {
    this.name = name;
    this.types = types;
    this.nodeClass = nodeClass;
    this.fields = fields;
    this.requirements = requirements;
    this.labels = labels;
    this.taints = taints;
    this.devices = devices;
  }

  /**
   * Returns a pool for a match, named after its GPUs, such as {@code gpu-a10g}: every instance type
   * with one of the requested GPUs, bought as the request says. Two matches with the same name have
   * the same pool, whatever CPU and memory they request.
   *
   * @throws InvalidValueException if the match was not found on {@code eks}
   */
  public static NodePool of(Match.Found found) {
    return of(PoolTypes.of(found).name(), found);
  }

  /**
   * The same under its own name.
   *
   * @throws InvalidValueException if the name is not valid, or the match was not found on {@code
   *     eks}
   */
  public static NodePool of(String name, Match.Found found) {
    PoolTypes types = PoolTypes.of(found);
    return of(name, types.types(), types.known())
        .capacityTypes(found.request().capacityType())
        .with(PoolDevices.of(found));
  }

  /**
   * A pool of on-demand nodes.
   *
   * @param name the pool's
   * @param eks the target {@code eks}
   * @param names of GPUs, each standing for every type that has it, or of instance types
   * @throws UnknownNameException if a name is not known
   * @throws InvalidValueException if no name is given, or Karpenter no longer lists one
   */
  public static NodePool of(String name, Target eks, String... names) {
    KarpenterRules.required("target", eks, "the target eks");
    PoolTypes.requireKarpenter(eks.id());
    SpecCatalog catalog = eks.catalog();
    List<GpuSpec> types = new ArrayList<>();
    for (String each : KarpenterRules.all("names", names, "names of GPUs")) {
      types.addAll(current(catalog, each));
    }
    if (types.isEmpty()) {
      throw KarpenterRules.refused(
          "node pool %s: no GPU was named; name one or more, such as T4, or g5.xlarge", name);
    }
    return of(
        name,
        types.stream().distinct().toList(),
        catalog.includeRetired().specs().stream().filter(row -> !row.isOwnNode()).toList());
  }

  private static List<GpuSpec> current(SpecCatalog catalog, String name) {
    List<GpuSpec> rows =
        catalog.gpu(name).specs().stream().filter(row -> !row.isOwnNode()).toList();
    List<GpuSpec> available = rows.stream().filter(TypesOfGpu::isAvailable).toList();
    if (available.isEmpty()) {
      throw KarpenterRules.refused(
          rows.isEmpty()
              ? "node pool: '%s' has no instance type that Karpenter lists; there is %s"
              : "node pool: the overlay says that no '%s' is available; there is %s",
          name,
          offered(catalog));
    }
    return available;
  }

  private static String offered(SpecCatalog catalog) {
    return catalog.specs().stream()
        .filter(TypesOfGpu::isAvailable)
        .map(GpuSpec::gpu)
        .distinct()
        .collect(Collectors.joining(", "));
  }

  private static NodePool of(String name, List<GpuSpec> types, List<GpuSpec> known) {
    if (types.isEmpty()) {
      throw KarpenterRules.refused(
          "node pool %s: the match is on a node of your own, and Karpenter launches none such;"
              + " leave node-pool out",
          name);
    }
    NodePool pool =
        new NodePool(
                KarpenterRules.name("NodePool", name),
                types,
                DEFAULT_CLASS,
                ObjectFields.none(),
                Map.of(),
                Map.of(),
                Map.of(),
                PoolDevices.CARDS)
            .labelled(
                Labels.NODE_TYPE,
                "gpu",
                "the label that the guide's pods select on",
                Documents.GUIDE)
            .labelled(
                Labels.GPU_PRESENT,
                "true",
                "NVIDIA's device plugin runs on nodes with this label, and Karpenter does not write"
                    + " it",
                Documents.DEVICE_PLUGIN)
            .nodeClass(DEFAULT_CLASS)
            .tainted(Labels.DEFAULT_TAINT, "keeps pods off that ask for no GPU", Documents.GUIDE);
    for (Map.Entry<String, List<String>> each : PoolRequirements.of(types, known).entrySet()) {
      pool =
          pool.required(
              each.getKey(),
              each.getValue(),
              PoolRequirements.reason(each.getKey()),
              Documents.INSTANCE_TYPES);
    }
    return pool.capacityTypes(CapacityType.ON_DEMAND)
        .expireAfter("720h")
        .disruption(Disruption.whenEmpty("30s"));
  }

  /**
   * Returns pools that buy the new nodes of a plan and no others: one for each instance type, way
   * to buy it, labels that its pods select and way to divide its cards, and zone if the plan has
   * zones, limited to as many nodes as the plan has. Karpenter still decides which pod goes to
   * which node.
   *
   * <pre>{@code
   * Fleet fleet = Fleet.of(gpus.in("eks")).demand(Demand.of("api", GpuRequest.of("T4").replicas(3)));
   * NodePool.allOf(fleet.target(), fleet.plan().nodes());    // NodePool fleet-g4dn-xlarge: g4dn.xlarge, on-demand
   * }</pre>
   *
   * @param planned the nodes of the plan; those that are there already need no pool
   * @throws InvalidValueException if the target is not {@code eks}, or its pools could not give the
   *     pods their nodes: zones are not of AWS, or pods select a NodePool by name
   */
  public static Listing<NodePool> allOf(Target eks, Collection<? extends PlannedNode> planned) {
    PoolTypes.requireKarpenter(KarpenterRules.required("target", eks, "a Target").id());
    KarpenterRules.required("planned", planned, "nodes of a plan")
        .forEach(node -> KarpenterRules.required("planned", node, "a node of a plan"));
    return PlanPools.of(eks, planned);
  }

  /** Returns a pool of nodes like one of a plan. */
  static NodePool of(String name, Target eks, PlannedNode node) {
    NodePool pool =
        of(name, eks, node.spec())
            .capacityTypes(node.capacityType().orElse(CapacityType.ON_DEMAND))
            .with(PoolDevices.of(eks.catalog(), node));
    for (Map.Entry<String, String> label : node.labels().entrySet()) {
      pool = pool.label(label.getKey(), label.getValue());
    }
    return node.zone().isPresent() ? pool.requirement(Labels.ZONE, node.zone().get()) : pool;
  }

  /**
   * A pool for each GPU of a request, in the order asked: the first has the weight 100 and each
   * next one less, so that Karpenter goes on to the next where it cannot have the first, or where
   * that has reached its limit.
   *
   * <p>They are for pods that would take any of them, such as with {@link
   * Eks.NodeSelection#NODE_TYPE}: of a pod that names its GPUs Karpenter tries the first it names
   * first.
   *
   * @param prefix what the names begin with, such as {@code gpu}
   * @throws InvalidValueException if there are more than 100, or the match was not found on {@code
   *     eks}
   */
  public static Listing<NodePool> inOrder(String prefix, Match.Found found) {
    PoolTypes types = PoolTypes.of(found);
    List<NodePool> pools = new ArrayList<>();
    for (Shape preference : found.preferences()) {
      GpuSpec row = preference.spec();
      pools.add(
          of(types.name(prefix, List.of(row)), types.types(row), types.known())
              .capacityTypes(found.request().capacityType())
              .with(PoolDevices.of(found))
              .weight(100 - pools.size()));
    }
    return Listing.copyOf(pools);
  }

  /** The same pool, whose nodes have such devices, with the labels by which they get them. */
  private NodePool with(PoolDevices divided) {
    NodePool pool =
        new NodePool(name, types, nodeClass, fields, requirements, labels, taints, divided);
    for (Explained label : divided.labels()) {
      pool = pool.labelled(label.path(), label.value(), label.reason(), label.citation());
    }
    return pool;
  }

  private NodePool with(ObjectFields changed) {
    return new NodePool(name, types, nodeClass, changed, requirements, labels, taints, devices);
  }

  private static <V> Map<String, V> and(Map<String, V> before, String key, V value) {
    Map<String, V> more = new LinkedHashMap<>(before);
    more.put(key, value);
    return more;
  }

  /**
   * Returns a copy whose nodes are bought in these ways. Karpenter prefers reserved capacity, then
   * spot: {@code SPOT, ON_DEMAND} is spot with on-demand to fall back on.
   *
   * @throws InvalidValueException if none is given
   */
  public NodePool capacityTypes(CapacityType... capacityTypes) {
    List<CapacityType> given = KarpenterRules.all("capacity types", capacityTypes, "CapacityTypes");
    if (given.isEmpty()) {
      throw KarpenterRules.refused(
          "capacity types: none was given; give ON_DEMAND, or SPOT and ON_DEMAND");
    }
    return required(
        Labels.CAPACITY_TYPE,
        given.stream().distinct().map(CapacityType::toString).toList(),
        given.size() > 1
            ? "how nodes are bought; Karpenter prefers reserved, then spot, then on-demand"
            : "how nodes are bought",
        Documents.NODE_POOLS);
  }

  private NodePool required(String key, List<String> values, String reason, Citation citation) {
    ObjectFields changed =
        fields.element(
            REQUIREMENTS,
            key,
            ObjectFields.ordered("key", key, "operator", "In", "values", values),
            String.join(", ", values),
            reason,
            citation);
    return new NodePool(
        name, types, nodeClass, changed, and(requirements, key, values), labels, taints, devices);
  }

  /**
   * The same pool, whose nodes also have one of these values of a label, such as of {@code
   * topology.kubernetes.io/zone}. What an instance type decides, can only be narrowed.
   *
   * @throws InvalidValueException if only Karpenter can write the label, a value is not valid, or
   *     no instance type of the pool is left, or none within its limits
   */
  public NodePool requirement(String key, String... values) {
    KarpenterRules.labelKey(key);
    List<String> allowed = KarpenterRules.all("requirement " + key, values, "texts");
    NodePool left =
        new NodePool(
            name, having(key, allowed), nodeClass, fields, requirements, labels, taints, devices);
    if (allowed.isEmpty()) {
      throw KarpenterRules.refused("requirement %s: no value was given; give one or more", key);
    }
    allowed.forEach(value -> KarpenterRules.labelValue(key, value));
    return left.required(key, allowed, "asked for", Documents.NODE_POOLS).withinLimits();
  }

  /** The types that have one of the values of a label, which may not decide on types at all. */
  private List<GpuSpec> having(String key, List<String> values) {
    if (!InstanceLabels.of(types.get(0)).containsKey(key)) {
      return types;
    }
    Set<String> there =
        types.stream().map(type -> InstanceLabels.of(type).get(key)).collect(Collectors.toSet());
    List<String> strange = values.stream().filter(value -> !there.contains(value)).toList();
    if (!strange.isEmpty()) {
      throw KarpenterRules.refused(
          "requirement %s: '%s' is of no instance type of this pool; there is %s",
          key, strange.get(0), there.stream().sorted().toList());
    }
    return types.stream()
        .filter(type -> values.contains(InstanceLabels.of(type).get(key)))
        .toList();
  }

  /**
   * The same pool, whose nodes carry this label.
   *
   * @throws InvalidValueException if only Karpenter can write the label, or it is not valid
   */
  public NodePool label(String key, String value) {
    KarpenterRules.labelKey(key);
    KarpenterRules.labelValue(key, value);
    return labelled(key, value, "asked for", Documents.NODE_POOLS);
  }

  private NodePool labelled(String key, String value, String reason, Citation citation) {
    ObjectFields changed = fields.entry(LABELS, key, value, reason, citation);
    return new NodePool(
        name, types, nodeClass, changed, requirements, and(labels, key, value), taints, devices);
  }

  /**
   * The same pool, whose nodes carry one more taint.
   *
   * @throws InvalidValueException if the key or value is not valid
   */
  public NodePool taint(Taint taint) {
    KarpenterRules.required("taint", taint, "a Taint");
    KarpenterRules.taint(taint.key(), taint.value());
    return tainted(taint, "asked for", Documents.NODE_POOLS);
  }

  /** A taint with the same key and effect is replaced. */
  private NodePool tainted(Taint taint, String reason, Citation citation) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("key", taint.key());
    if (!taint.value().isEmpty()) {
      tree.put("value", taint.value());
    }
    tree.put("effect", taint.effect().toString());
    String key = taint.key() + ":" + taint.effect();
    ObjectFields changed =
        fields.element(TEMPLATE + "taints", key, tree, taint.toString(), reason, citation);
    return new NodePool(
        name, types, nodeClass, changed, requirements, labels, and(taints, key, taint), devices);
  }

  /**
   * The same pool, whose nodes are made as this class says; of the class {@code gpu} unless chosen.
   *
   * @throws InvalidValueException if it is not a valid name
   */
  public NodePool nodeClass(String name) {
    KarpenterRules.name("EC2NodeClass", name);
    ObjectFields changed =
        fields.set(
            TEMPLATE + "nodeClassRef",
            ObjectFields.ordered(
                "group", "karpenter.k8s.aws", "kind", "EC2NodeClass", "name", name),
            "the AMI, disks and network of the nodes",
            Documents.NODE_POOLS);
    return new NodePool(this.name, types, name, changed, requirements, labels, taints, devices);
  }

  /** The same pool, which takes nodes away in this way. */
  public NodePool disruption(Disruption disruption) {
    KarpenterRules.required("disruption", disruption, "one");
    ObjectFields changed =
        fields
            .without("spec.disruption")
            .set(
                "spec.disruption.consolidationPolicy",
                disruption.policy(),
                "which nodes are taken away to save costs",
                Documents.GUIDE)
            .set(
                "spec.disruption.consolidateAfter",
                disruption.consolidateAfter(),
                "how long a node has been so before; before 1.15, the API requires it with every policy",
                Documents.NODE_POOLS);
    if (!disruption.budgets().isEmpty()) {
      changed =
          changed.set(
              "spec.disruption.budgets",
              disruption.budgets(),
              "how many nodes at once; the strictest counts",
              Documents.NODE_POOLS);
    }
    return with(changed);
  }

  /**
   * Returns a copy whose nodes live at most this long; by default {@code 720h}. Pods that still run
   * then are evicted; with {@code Never} none are.
   *
   * @throws InvalidValueException if it is neither hours, minutes and seconds nor {@code Never}
   */
  public NodePool expireAfter(String duration) {
    return with(
        fields.set(
            TEMPLATE + "expireAfter",
            KarpenterRules.duration("expireAfter", duration),
            "how long a node lives at most, so that new AMIs get in; its pods are evicted then",
            Documents.NODE_POOLS));
  }

  /**
   * The same pool, whose nodes have so much of a resource together at most.
   *
   * @param resource such as {@code nvidia.com/gpu}, {@code cpu}, {@code memory} or {@code nodes}
   * @throws InvalidValueException if the amount is not a quantity of the resource, Karpenter does
   *     not count the resource on these nodes, so that it would limit nothing, or each node of the
   *     pool has more of it, so that none would be bought; 0 is for a pool that shall buy none
   */
  public NodePool limit(String resource, String amount) {
    return with(fields.entry(
            LIMITS,
            resource,
            KarpenterRules.limit(resource, amount),
            "what the pool's nodes have together at most; pods beyond that stay Pending",
            Documents.LIMITS))
        .withinLimits();
  }

  private NodePool withinLimits() {
    PoolLimits.check(name, types, fields.entries(LIMITS));
    return this;
  }

  /**
   * The same pool, tried before those of less weight; pools without one come last.
   *
   * @throws InvalidValueException if it is not from 1 to 100
   */
  public NodePool weight(int weight) {
    return with(
        fields.set(
            "spec.weight",
            KarpenterRules.weight(weight),
            "of several pools that would do, the greatest weight is tried first",
            Documents.NODE_POOLS));
  }

  /** Returns a copy with another reason for its instance types. */
  NodePool withReason(String reason) {
    return required(
        Labels.INSTANCE_TYPE,
        requirements.getOrDefault(Labels.INSTANCE_TYPE, List.of()),
        reason,
        Documents.GUIDE);
  }

  /** The pool's name. */
  public String name() {
    return name;
  }

  /** The instance types that it may buy, the GPUs in the order in which they were named. */
  public Listing<GpuSpec> instanceTypes() {
    return Listing.copyOf(types);
  }

  /** The name of the EC2NodeClass that its nodes are made by. */
  public String nodeClass() {
    return nodeClass;
  }

  /**
   * A node of this pool, empty, as the scheduler sees it: the labels and taints that the pool
   * writes, those of the instance type, and what pods can use of it.
   *
   * @throws UnknownNameException if the pool does not buy the type
   */
  public NodeView node(String instanceType) {
    KarpenterRules.required("instance type", instanceType, "a name such as g5.xlarge");
    GpuSpec type =
        types.stream()
            .filter(each -> each.name().equals(instanceType))
            .findFirst()
            .orElseThrow(
                () ->
                    new UnknownNameException(
                            "karpenter.unknown",
                            "instance type of NodePool " + name,
                            String.valueOf(instanceType),
                            types.stream().map(GpuSpec::name).toList())
                        .see(Documents.NODE_POOLS_PAGE));
    Map<String, String> known = new LinkedHashMap<>(labels);
    requirements.forEach((key, values) -> known.putIfAbsent(key, values.get(0)));
    known.putAll(InstanceLabels.of(type));
    known.put(Labels.NODE_POOL, name);
    NodeView node = NodeView.of(name + "-" + type.name()).allocatable(allocatable(type));
    for (Map.Entry<String, String> label : known.entrySet()) {
      node = node.label(label.getKey(), label.getValue());
    }
    for (Taint taint : taints.values()) {
      node = node.taint(taint);
    }
    return node;
  }

  private Map<String, String> allocatable(GpuSpec type) {
    Shape machine = type.shapes().get(0);
    Map<String, String> amounts = new LinkedHashMap<>();
    amounts.put("cpu", machine.allocatable().cpu().toString());
    amounts.put("memory", machine.allocatable().memory().toString());
    amounts.put(devices.resource(), String.valueOf(devices.of(type)));
    type.attribute("maxPods").ifPresent(pods -> amounts.put("pods", pods));
    return amounts;
  }

  /**
   * The NodeOverlays that tell Karpenter of devices of these nodes that the EC2 API does not count:
   * slices, MIG instances and replicas; none for whole cards. Karpenter needs the feature gate
   * {@code NodeOverlay} for them, and without them buys no node of this pool for such devices.
   */
  public Listing<KubeObject> overlays() {
    return NodeOverlays.of(this, devices);
  }

  /** The object as data, without its {@link #overlays()}. */
  public KubeObject toObject() {
    return fields.in(KubeObject.of("karpenter.sh/v1", "NodePool", name));
  }

  /** Returns every field with its reason and source. */
  public Listing<Explained> settings() {
    return fields.settings();
  }

  /** The same to read. */
  public Text explain() {
    return Text.of(this + "\n" + ObjectFields.cited(settings()));
  }

  /**
   * Returns text such as {@code NodePool gpu-a10g: g5.xlarge, g5.2xlarge and 6 more, on-demand}.
   */
  @Override
  public String toString() {
    return "NodePool %s: %s, %s"
        .formatted(
            name,
            shown(),
            String.join(", ", requirements.getOrDefault(Labels.CAPACITY_TYPE, List.of())));
  }

  private String shown() {
    List<String> names = types.stream().map(GpuSpec::name).toList();
    return names.size() <= 3
        ? String.join(", ", names)
        : String.join(", ", names.subList(0, 2)) + " and " + (names.size() - 2) + " more";
  }
}
