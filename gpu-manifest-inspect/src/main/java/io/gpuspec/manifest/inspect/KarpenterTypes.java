package io.gpuspec.manifest.inspect;

import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.Gpus;
import io.gpuspec.Shape;
import io.gpuspec.Target;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.spi.FieldMeaning;
import io.gpuspec.value.GpuSpecException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The instance types with GPUs that Karpenter launches, with the labels that it writes. */
final class KarpenterTypes {
  private static final String VALUES = "values";
  private static final String CAPACITY_TYPE = "karpenter.sh/capacity-type";
  private static final Set<String> CAPACITY_TYPES = Set.of("on-demand", "spot", "reserved");

  /** Keys of requirements that say exactly which instance types are meant. */
  private static final Set<String> NAMING =
      Set.of(
          "node.kubernetes.io/instance-type",
          "karpenter.k8s.aws/instance-family",
          "karpenter.k8s.aws/instance-gpu-name");

  /**
   * An instance type.
   *
   * @param gpus how many the API counts: none on a slice
   */
  record Type(Shape machine, Map<String, String> labels, int gpus) {
    String name() {
      return machine.spec().name();
    }
  }

  /**
   * What a pool may buy.
   *
   * @param hasNoGpus whether its requirements leave no instance type with GPUs
   * @param nodes each instance type bought in one way; empty if its requirements do not say which
   *     types are meant, or one of them is not known here
   */
  record Bought(boolean hasNoGpus, Optional<List<Type>> nodes) {}

  private final List<Type> nodes = new ArrayList<>();
  private final Set<String> values = new HashSet<>();
  private final Map<Inspected, Bought> known = new IdentityHashMap<>();
  private final Set<String> decided = new HashSet<>();

  private KarpenterTypes(List<Type> types) {
    for (Type type : types) {
      decided.addAll(type.labels().keySet());
      type.labels().forEach((key, value) -> values.add(key + "=" + value));
      for (String capacityType : CAPACITY_TYPES) {
        Map<String, String> labels = new LinkedHashMap<>(type.labels());
        labels.put(CAPACITY_TYPE, capacityType);
        nodes.add(new Type(type.machine(), labels, type.gpus()));
      }
    }
    decided.add(CAPACITY_TYPE);
  }

  /** Returns those of a target, if it is Karpenter's; else those of the library. */
  static KarpenterTypes of(Gpus gpus, Optional<Target> given) {
    Optional<Target> eks =
        given
            .filter(KarpenterTypes::hasPools)
            .or(() -> gpus.targets().stream().filter(KarpenterTypes::hasPools).findFirst());
    List<Type> types = new ArrayList<>();
    eks.ifPresent(
        target ->
            target.catalog().includeRetired().specs().stream()
                .filter(row -> !row.isOwnNode())
                .forEach(row -> type(target, row).ifPresent(types::add)));
    return new KarpenterTypes(List.copyOf(types));
  }

  /** Returns whether node pools of Karpenter decide what pods get on a target. */
  private static boolean hasPools(Target target) {
    return target.meaning("karpenter.sh/v1", "NodePool") == FieldMeaning.REQUEST;
  }

  private static Optional<Type> type(Target eks, GpuSpec row) {
    try {
      return eks.match(GpuRequest.of(row.name()).arch(row.arch()).includeRetired())
          .found()
          .filter(found -> found.shape().spec().name().equals(row.name()))
          .map(
              found ->
                  new Type(
                      found.shape(),
                      ofMachine(eks.node(found).labels()),
                      row.isWhole() ? row.gpus() : 0));
    } catch (GpuSpecException e) {
      // A target whose options leave the type out.
      return Optional.empty();
    }
  }

  /** Karpenter knows nothing of labels that are written once a node runs. */
  private static Map<String, String> ofMachine(Map<String, String> labels) {
    Map<String, String> kept = new LinkedHashMap<>(labels);
    kept.keySet().removeIf(key -> key.startsWith("nvidia.com/"));
    return kept;
  }

  /** Returns whether an instance type, or how it is bought, decides on a label. */
  boolean isDecided(String key) {
    return decided.contains(key);
  }

  /** Returns what a pool buys, which is found once. */
  Bought of(Inspected pool) {
    return known.computeIfAbsent(pool, this::bought);
  }

  private Bought bought(Inspected pool) {
    YamlPlace template = PoolRules.template(pool);
    List<YamlPlace> requirements = Places.items(template, "requirements");
    boolean isKnown =
        Places.text(template, "nodeClassRef", "kind").equals("EC2NodeClass")
            && PoolRules.hasGpus(pool)
            && requirements.stream().anyMatch(this::isNaming)
            && requirements.stream().allMatch(KarpenterTypes::isWritten);
    return new Bought(
        PoolRules.hasNoGpus(pool),
        isKnown
            ? Optional.of(
                nodes.stream()
                    .filter(
                        node -> requirements.stream().allMatch(each -> isMet(each, node.labels())))
                    .toList())
            : Optional.empty());
  }

  /** Returns whether no value is left for a template. */
  private static boolean isWritten(YamlPlace requirement) {
    return Places.fields(requirement).values().stream().allMatch(each -> each.template().isEmpty())
        && Places.items(requirement, VALUES).stream().allMatch(each -> each.template().isEmpty());
  }

  /** Returns whether a requirement names types, all of which are known. */
  private boolean isNaming(YamlPlace requirement) {
    String key = Places.text(requirement, "key");
    List<YamlPlace> named = Places.items(requirement, VALUES);
    return NAMING.contains(key)
        && Places.text(requirement, "operator").equals("In")
        && !named.isEmpty()
        && named.stream().allMatch(value -> values.contains(key + "=" + Places.textOf(value)));
  }

  /** What no instance type decides on, such as a zone, is taken to be met. */
  private boolean isMet(YamlPlace requirement, Map<String, String> labels) {
    String key = Places.text(requirement, "key");
    return !isDecided(key) || required(requirement).matchesValue(labels.get(key));
  }

  private static NodeRequirement required(YamlPlace requirement) {
    List<String> values = Places.items(requirement, VALUES).stream().map(Places::textOf).toList();
    String key = Places.text(requirement, "key");
    String operator = Places.text(requirement, "operator");
    return switch (operator) {
      case "Gte" ->
          values.equals(List.of("0"))
              ? new NodeRequirement(key, "Exists", List.of())
              : new NodeRequirement(key, "Gt", moved(values, -1));
      case "Lte" -> new NodeRequirement(key, "Lt", moved(values, 1));
      default -> new NodeRequirement(key, operator, values);
    };
  }

  private static List<String> moved(List<String> values, int by) {
    return values.stream()
        .map(
            value ->
                value.matches("[0-9]{1,9}") ? String.valueOf(Integer.parseInt(value) + by) : value)
        .toList();
  }
}
