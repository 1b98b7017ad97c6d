package io.gpuspec.manifest.inspect;

import io.gpuspec.internal.clouds.CloudLabels;
import io.gpuspec.manifest.inspect.KarpenterTypes.Bought;
import io.gpuspec.manifest.inspect.KarpenterTypes.Type;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Rules for what the node pools of a file can buy at all. */
final class PoolBuying {
  private static final String GPU = "nvidia.com/gpu";
  private static final String MEMORY = "memory";
  private static final String VALUES = "values";

  private static final List<String> OF_NUMBERS = List.of("Gt", "Lt", "Gte", "Lte");

  private PoolBuying() {}

  /**
   * A pool whose every node exceeds a limit. A limit of 0 stops a pool; another rule reports pods
   * that request more than a limit.
   */
  static void limitBelowNode(Inspected object, Report report) {
    if (!object.is(PoolRules.NODE_POOL) || PoolRules.limitBelowPods(object, report).isPresent()) {
      return;
    }
    Map<String, YamlPlace> limits = new LinkedHashMap<>();
    Places.fields(object.place(), "spec", "limits")
        .forEach(
            (key, limit) -> {
              if (List.of("cpu", MEMORY, GPU).contains(key)) {
                limits.put(key, limit);
              }
            });
    List<Type> types =
        limits.isEmpty()
            ? List.of()
            : report.around().karpenterTypes().of(object).nodes().orElse(List.of());
    if (types.isEmpty() || limits.values().stream().anyMatch(RequestRules::isZero)) {
      return;
    }
    for (Map.Entry<String, YamlPlace> limit : limits.entrySet()) {
      String key = limit.getKey();
      if (types.stream().allMatch(type -> exceeds(type, key, limit.getValue()))) {
        Type smallest =
            types.stream()
                .min(
                    Comparator.comparing((Type type) -> number(type, key))
                        .thenComparing(Type::name))
                .orElseThrow();
        report.at(
            limit.getValue(),
            Map.of(
                "key",
                key,
                "limit",
                Places.textOf(limit.getValue()),
                "value",
                has(smallest, key),
                "name",
                smallest.name()));
        return;
      }
    }
  }

  /** Karpenter counts less memory than the machine has, and more than pods can use. */
  private static boolean exceeds(Type type, String key, YamlPlace limit) {
    String text = Places.textOf(limit);
    try {
      return switch (key) {
        case "cpu" -> !CpuAmount.parse(text).isAtLeast(type.machine().cpu());
        case MEMORY -> !MemorySize.parse(text).isAtLeast(type.machine().allocatable().memory());
        default -> text.matches("[0-9]{1,9}") && Integer.parseInt(text) < type.gpus();
      };
    } catch (InvalidValueException e) {
      return false;
    }
  }

  private static long number(Type type, String key) {
    return switch (key) {
      case "cpu" -> type.machine().cpu().toMillicores();
      case MEMORY -> type.machine().memory().toBytes();
      default -> type.gpus();
    };
  }

  private static String has(Type type, String key) {
    return switch (key) {
      case "cpu" -> type.machine().cpu().toString();
      case MEMORY -> type.machine().memory().toString();
      default -> String.valueOf(type.gpus());
    };
  }

  /**
   * Pods that no node of any pool of the file can take. Silent where it is not known what some pool
   * buys, where the pods may be meant for other nodes, and where Karpenter is told of other GPUs
   * than the machines have.
   */
  static void holdsNot(Inspected object, Report report) {
    if (object.gpuPods().isEmpty() || object.kind().equals("DaemonSet") || isRefined(report)) {
      return;
    }
    List<Pool> pools = new ArrayList<>();
    for (Inspected pool : report.around().of(PoolRules.NODE_POOL, object)) {
      Bought bought = report.around().karpenterTypes().of(pool);
      if (!bought.hasNoGpus()) {
        if (bought.nodes().isEmpty()) {
          return;
        }
        pools.add(new Pool(pool, bought.nodes().get()));
      }
    }
    for (InspectedPods pods : pools.isEmpty() ? List.<InspectedPods>of() : object.gpuPods()) {
      PodAmounts.view(pods)
          .filter(pod -> pod.nodeName().isEmpty() && pods.claims().isEmpty())
          .map(pod -> Asked.of(pods, pod))
          .filter(asked -> asked.gpus() > 0 && !isForOthers(asked.pod(), pools, report))
          .filter(asked -> !isHeld(asked, pools, report))
          .ifPresent(
              asked ->
                  report.at(
                      pods.firstGpu(),
                      Map.of(
                          "name",
                          pools.stream()
                              .map(pool -> pool.object().name())
                              .collect(Collectors.joining(", ")),
                          "value",
                          asked.toString())));
    }
  }

  private static boolean isRefined(Report report) {
    return !report.around().of(PoolRules.OVERLAY).isEmpty() || PluginRules.isSharing(report);
  }

  /**
   * A pool.
   *
   * @param nodes those that it may buy
   */
  private record Pool(Inspected object, List<Type> nodes) {}

  /** The total of the pods' requests, added up once. */
  private record Asked(
      InspectedPods pods, PodView pod, long gpus, CpuAmount cpu, MemorySize memory) {

    static Asked of(InspectedPods pods, PodView pod) {
      return new Asked(pods, pod, pods.count(GPU), pod.cpuRequest(), pod.memoryRequest());
    }

    boolean isWithin(Type node) {
      return node.gpus() >= gpus
          && node.machine().allocatable().cpu().isAtLeast(cpu)
          && node.machine().allocatable().memory().isAtLeast(memory);
    }

    /** Returns text such as {@code nvidia.com/gpu: 4, cpu: 2}. */
    @Override
    public String toString() {
      List<String> asked = new ArrayList<>();
      asked.add(GPU + ": " + gpus);
      if (!cpu.isZero()) {
        asked.add("cpu: " + cpu);
      }
      if (!memory.isZero()) {
        asked.add("memory: " + memory);
      }
      pod.nodeRequirements().forEach(each -> asked.add(each.toString()));
      return String.join(", ", asked);
    }
  }

  /** Returns whether pods select a label that neither an instance type nor a pool decides on. */
  private static boolean isForOthers(PodView pod, List<Pool> pools, Report report) {
    return pod.nodeRequirements().stream()
        .anyMatch(
            asked ->
                asked.key().equals(CloudLabels.NODE_POOL)
                    ? pools.stream().noneMatch(pool -> asked.matchesValue(pool.object().name()))
                    : !report.around().karpenterTypes().isDecided(asked.key())
                        && pools.stream().noneMatch(pool -> says(pool.object(), asked.key())));
  }

  private static boolean says(Inspected pool, String key) {
    return Places.at(pool.place(), "spec", "template", "metadata", "labels", key).isPresent()
        || ofKey(pool, key).findAny().isPresent();
  }

  private static Stream<YamlPlace> ofKey(Inspected pool, String key) {
    return Places.items(PoolRules.template(pool), "requirements").stream()
        .filter(each -> Places.text(each, "key").equals(key));
  }

  /** Pods that no pool tolerates are told by another rule. */
  private static boolean isHeld(Asked asked, List<Pool> pools, Report report) {
    KarpenterTypes types = report.around().karpenterTypes();
    boolean isTolerated = false;
    for (Pool pool : pools) {
      if (PoolRules.notTolerated(asked.pods(), pool.object()).isPresent()) {
        continue;
      }
      isTolerated = true;
      Map<NodeRequirement, Boolean> ofPool = new HashMap<>();
      asked.pod().nodeRequirements().stream()
          .filter(each -> !types.isDecided(each.key()))
          .forEach(each -> ofPool.put(each, isMet(each, pool.object()).orElse(true)));
      for (Type node : pool.nodes()) {
        boolean isHeld =
            asked.isWithin(node)
                && asked
                    .pod()
                    .selects(
                        each ->
                            types.isDecided(each.key())
                                ? each.matchesValue(node.labels().get(each.key()))
                                : ofPool.getOrDefault(each, true));
        if (isHeld) {
          return true;
        }
      }
    }
    return !isTolerated;
  }

  /** Returns whether nodes of a pool meet a requirement; empty if the pool says nothing of it. */
  private static Optional<Boolean> isMet(NodeRequirement asked, Inspected pool) {
    if (asked.key().equals(CloudLabels.NODE_POOL)) {
      return Optional.of(asked.matchesValue(pool.name()));
    }
    Optional<YamlPlace> label =
        Places.at(pool.place(), "spec", "template", "metadata", "labels", asked.key());
    if (label.isPresent()) {
      return label.map(each -> asked.matchesValue(Places.textOf(each)));
    }
    List<YamlPlace> stated =
        ofKey(pool, asked.key())
            .filter(each -> Places.text(each, "operator").equals("In"))
            .toList();
    return stated.isEmpty()
        ? Optional.empty()
        : Optional.of(
            stated.stream()
                .allMatch(
                    each ->
                        Places.items(each, VALUES).stream()
                            .anyMatch(value -> asked.matchesValue(Places.textOf(value)))));
  }

  /**
   * What the custom resource definition of a NodePool refuses in one field because of another.
   *
   * <p>Source: Karpenter v1.14.1, pkg/apis/crds/karpenter.sh_nodepools.yaml.
   */
  static void refused(Inspected object, Report report) {
    if (!object.is(PoolRules.NODE_POOL) || !object.version().equals("v1")) {
      return;
    }
    for (YamlPlace each : Places.items(PoolRules.template(object), "requirements")) {
      requirement(each, report);
    }
  }

  private static void requirement(YamlPlace requirement, Report report) {
    String word = Places.text(requirement, "operator");
    List<YamlPlace> values = Places.items(requirement, VALUES);
    boolean isStated =
        values.stream().allMatch(each -> each.template().isEmpty())
            && Places.at(requirement, VALUES).filter(each -> !each.template().isEmpty()).isEmpty();
    if (!isStated) {
      return;
    }
    if (OF_NUMBERS.contains(word)) {
      boolean isOne = values.size() == 1 && Places.textOf(values.get(0)).matches("[0-9]{1,18}");
      if (!isOne) {
        tell(report, requirement, word, shown(values), "[n], n >= 0");
      }
    } else if (word.equals("In") && values.isEmpty()) {
      tell(report, requirement, word, "[]", "[...]");
    }
    Places.at(requirement, "minValues")
        .filter(least -> word.equals("In") && Places.textOf(least).matches("[0-9]{1,9}"))
        .filter(least -> Integer.parseInt(Places.textOf(least)) > values.size())
        .ifPresent(
            least -> tell(report, least, "minValues", Places.textOf(least), "1-" + values.size()));
  }

  private static String shown(List<YamlPlace> values) {
    return values.stream().map(Places::textOf).collect(Collectors.joining(", ", "[", "]"));
  }

  private static void tell(Report report, YamlPlace at, String key, String value, String allowed) {
    report.at(at, Map.of("key", key, "value", value, "limit", allowed));
  }
}
