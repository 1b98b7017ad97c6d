package io.gpuspec.eks.internal;

import io.gpuspec.CapacityType;
import io.gpuspec.Citation;
import io.gpuspec.GpuSpec;
import io.gpuspec.InvalidValueException;
import io.gpuspec.Listing;
import io.gpuspec.eks.Disruption;
import io.gpuspec.eks.DisruptionBudget;
import io.gpuspec.eks.Setting;
import io.gpuspec.spi.KubeObject;
import io.gpuspec.spi.Taint;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The fields of a NodePool, and what its nodes carry for it. */
public final class NodePoolFields {
  private static final String TEMPLATE = "spec.template.spec.";
  private static final String REQUIREMENTS = TEMPLATE + "requirements";
  private static final String LABELS = "spec.template.metadata.labels";
  private static final String DEFAULT_CLASS = "gpu";

  /** The taint of every pool by default. */
  static final Taint DEFAULT_TAINT = new Taint(PodNeed.GPU, "true", Taint.Effect.NO_SCHEDULE);

  private final ObjectFields fields;
  private final Map<String, List<String>> requirements;
  private final Map<String, String> labels;
  private final Map<String, Taint> taints;
  private final String nodeClass;

  private NodePoolFields(
      ObjectFields fields,
      Map<String, List<String>> requirements,
      Map<String, String> labels,
      Map<String, Taint> taints,
      String nodeClass) {
    this.fields = fields;
    this.requirements = requirements;
    this.labels = labels;
    this.taints = taints;
    this.nodeClass = nodeClass;
  }

  /** A pool of these types, on demand, with what the guide's has besides. */
  public static NodePoolFields of(List<GpuSpec> types, List<GpuSpec> known) {
    NodePoolFields pool =
        new NodePoolFields(ObjectFields.none(), Map.of(), Map.of(), Map.of(), DEFAULT_CLASS)
            .labelled(
                Labels.NODE_TYPE,
                "gpu",
                "the label that the guide's pods select on",
                Documents.GUIDE)
            .labelled(
                Labels.GPU_PRESENT,
                "true",
                "NVIDIA's device plugin runs on nodes with this label, and Karpenter does not write it",
                Documents.DEVICE_PLUGIN)
            .nodeClass(DEFAULT_CLASS)
            .tainted(DEFAULT_TAINT, "keeps pods off that ask for no GPU", Documents.GUIDE);
    for (Map.Entry<String, List<String>> each : PoolRequirements.of(types, known).entrySet()) {
      pool =
          pool.required(
              each.getKey(),
              each.getValue(),
              PoolRequirements.reason(each.getKey()),
              Documents.INSTANCE_TYPES);
    }
    return pool.capacityTypes(List.of(CapacityType.ON_DEMAND))
        .expireAfter("720h")
        .disruption(Disruption.whenEmpty("30s"));
  }

  private NodePoolFields with(ObjectFields changed) {
    return new NodePoolFields(changed, requirements, labels, taints, nodeClass);
  }

  private static <V> Map<String, V> and(Map<String, V> before, String key, V value) {
    Map<String, V> more = new LinkedHashMap<>(before);
    more.put(key, value);
    return more;
  }

  private NodePoolFields required(
      String key, List<String> values, String reason, Citation citation) {
    return new NodePoolFields(
        fields.element(
            REQUIREMENTS, key, element(key, values), String.join(", ", values), reason, citation),
        and(requirements, key, values),
        labels,
        taints,
        nodeClass);
  }

  /** That a label has one of these values. */
  static Map<String, Object> element(String key, List<String> values) {
    Map<String, Object> requirement = new LinkedHashMap<>();
    requirement.put("key", key);
    requirement.put("operator", "In");
    requirement.put("values", values);
    return requirement;
  }

  /** A requirement of the caller's. */
  public NodePoolFields requirement(String key, List<String> values) {
    if (values.isEmpty()) {
      throw new InvalidValueException(
              "requirement %s: no value was given; give one or more".formatted(key))
          .see(Pages.NODE_POOLS);
    }
    values.forEach(value -> KarpenterRules.labelValue(key, value));
    return required(key, values, "asked for", Documents.NODE_POOLS);
  }

  /** The types that have one of the values of a label, which may not decide on types at all. */
  public static List<GpuSpec> having(List<GpuSpec> types, String key, List<String> values) {
    if (!InstanceLabels.of(types.get(0)).containsKey(key)) {
      return types;
    }
    Set<String> there =
        types.stream().map(type -> InstanceLabels.of(type).get(key)).collect(Collectors.toSet());
    List<String> strange = values.stream().filter(value -> !there.contains(value)).toList();
    if (!strange.isEmpty()) {
      throw new InvalidValueException(
              "requirement %s: '%s' is of no instance type of this pool; there is %s"
                  .formatted(key, strange.get(0), there.stream().sorted().toList()))
          .see(Pages.NODE_POOLS);
    }
    return types.stream()
        .filter(type -> values.contains(InstanceLabels.of(type).get(key)))
        .toList();
  }

  /** How nodes are bought. */
  public NodePoolFields capacityTypes(List<CapacityType> types) {
    if (types.isEmpty()) {
      throw new InvalidValueException(
              "capacity types: none was given; give ON_DEMAND, or SPOT and ON_DEMAND")
          .see(Pages.NODE_POOLS);
    }
    return required(
        Labels.CAPACITY_TYPE,
        types.stream().distinct().map(CapacityType::toString).toList(),
        types.size() > 1
            ? "how nodes are bought; Karpenter prefers reserved, then spot, then on-demand"
            : "how nodes are bought",
        Documents.NODE_POOLS);
  }

  /** How nodes are bought, in words. */
  public String capacityTypes() {
    return String.join(", ", requirements.getOrDefault(Labels.CAPACITY_TYPE, List.of()));
  }

  /** A label of the caller's. */
  public NodePoolFields label(String key, String value) {
    KarpenterRules.labelKey(key);
    KarpenterRules.labelValue(key, value);
    return labelled(key, value, "asked for", Documents.NODE_POOLS);
  }

  private NodePoolFields labelled(String key, String value, String reason, Citation citation) {
    return new NodePoolFields(
        fields.entry(LABELS, key, value, reason, citation),
        requirements,
        and(labels, key, value),
        taints,
        nodeClass);
  }

  /** A taint of the caller's; one of the same key and effect is replaced. */
  public NodePoolFields taint(Taint taint) {
    KarpenterRules.taint(taint.key(), taint.value());
    return tainted(taint, "asked for", Documents.NODE_POOLS);
  }

  private NodePoolFields tainted(Taint taint, String reason, Citation citation) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("key", taint.key());
    if (!taint.value().isEmpty()) {
      tree.put("value", taint.value());
    }
    tree.put("effect", taint.effect().toString());
    String key = taint.key() + ":" + taint.effect();
    return new NodePoolFields(
        fields.element(TEMPLATE + "taints", key, tree, taint.toString(), reason, citation),
        requirements,
        labels,
        and(taints, key, taint),
        nodeClass);
  }

  /** What nodes are made by. */
  public NodePoolFields nodeClass(String name) {
    KarpenterRules.name("EC2NodeClass", name);
    Map<String, String> reference = new LinkedHashMap<>();
    reference.put("group", "karpenter.k8s.aws");
    reference.put("kind", "EC2NodeClass");
    reference.put("name", name);
    ObjectFields changed =
        fields.set(
            TEMPLATE + "nodeClassRef",
            reference,
            "the AMI, disks and network of the nodes",
            Documents.NODE_POOLS);
    return new NodePoolFields(changed, requirements, labels, taints, name);
  }

  /** The name of the EC2NodeClass. */
  public String nodeClass() {
    return nodeClass;
  }

  /** How long a node lives. */
  public NodePoolFields expireAfter(String duration) {
    return with(
        fields.set(
            TEMPLATE + "expireAfter",
            KarpenterRules.duration("expireAfter", duration),
            "how long a node lives at most, so that new AMIs get in; its pods are evicted then",
            Documents.NODE_POOLS));
  }

  /** When nodes are taken away. */
  public NodePoolFields disruption(Disruption disruption) {
    ObjectFields changed =
        fields
            .without("spec.disruption")
            .set(
                "spec.disruption.consolidationPolicy",
                disruption.policy().toString(),
                "which nodes are taken away to save costs",
                Documents.GUIDE)
            .set(
                "spec.disruption.consolidateAfter",
                disruption.consolidateAfter(),
                "how long a node has been so before; the API requires it with every policy",
                Documents.NODE_POOLS);
    if (!disruption.budgets().isEmpty()) {
      changed =
          changed.set(
              "spec.disruption.budgets",
              disruption.budgets().stream().map(NodePoolFields::tree).toList(),
              "how many nodes at once; the strictest counts",
              Documents.NODE_POOLS);
    }
    return with(changed);
  }

  private static Map<String, String> tree(DisruptionBudget budget) {
    Map<String, String> tree = new LinkedHashMap<>();
    tree.put("nodes", budget.nodes());
    budget.schedule().ifPresent(schedule -> tree.put("schedule", schedule));
    budget.duration().ifPresent(duration -> tree.put("duration", duration));
    return tree;
  }

  /** How much the pool may have together. */
  public NodePoolFields limit(String resource, String amount) {
    return with(
        fields.entry(
            "spec.limits",
            resource,
            KarpenterRules.limit(resource, amount),
            "what the pool's nodes have together at most; pods beyond that stay Pending",
            Documents.LIMITS));
  }

  /** What orders pools. */
  public NodePoolFields weight(int weight) {
    return with(
        fields.set(
            "spec.weight",
            KarpenterRules.weight(weight),
            "of several pools that would do, the greatest weight is tried first",
            Documents.NODE_POOLS));
  }

  /** The same with another reason for the instance types. */
  public NodePoolFields because(String reason) {
    return required(
        Labels.INSTANCE_TYPE,
        requirements.getOrDefault(Labels.INSTANCE_TYPE, List.of()),
        reason,
        Documents.GUIDE);
  }

  /** What nodes carry as labels, and how they are bought at best. */
  Map<String, String> labels() {
    Map<String, String> all = new LinkedHashMap<>(labels);
    requirements.forEach((key, values) -> all.putIfAbsent(key, values.get(0)));
    return all;
  }

  List<Taint> taints() {
    return List.copyOf(taints.values());
  }

  /** Every field with its reason. */
  public Listing<Setting> settings() {
    return fields.settings();
  }

  /** The object with these fields. */
  public KubeObject in(KubeObject object) {
    return fields.in(object);
  }
}
