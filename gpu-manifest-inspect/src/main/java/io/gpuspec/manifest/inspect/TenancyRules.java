package io.gpuspec.manifest.inspect;

import io.gpuspec.manifest.inspect.InspectedPods.Box;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.scheduling.GpuResource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Rules for quotas and limits of namespaces. */
final class TenancyRules {
  static final Map<String, Check> ALL =
      Map.of(
          "quota-not-whole", TenancyRules::notWhole,
          "quota-below-pods", TenancyRules::belowPods,
          "quota-asks-for-amounts", TenancyRules::noAmounts,
          "limit-range-refuses-pods", RangeRules::refusesPods,
          "limit-range-gives-gpus", TenancyRules::givesGpus,
          "limit-range-forces-gpus", TenancyRules::forcesGpus);

  private static final String REQUESTS = "requests.";
  private static final String LIMIT_RANGE = "LimitRange";
  private static final String BY_PRIORITY = "PriorityClass";
  private static final String RESOURCES = "resources";

  /**
   * What a quota asks of each container.
   *
   * <p>Source: Kubernetes, pkg/quota/v1/evaluator/core/pods.go, Constraints.
   */
  private static final List<String> ASKED_OF_EACH =
      List.of("requests.cpu", "requests.memory", "cpu", "memory", "limits.cpu", "limits.memory");

  private TenancyRules() {}

  private static void notWhole(Inspected object, Report report) {
    if (!object.is("ResourceQuota")) {
      return;
    }
    Places.fields(object.place(), "spec", "hard")
        .forEach(
            (key, value) -> {
              if (key.startsWith(REQUESTS)
                  && isGpu(key.substring(REQUESTS.length()))
                  && RequestRules.isPart(value)) {
                report.at(value, words(key, value));
              }
            });
  }

  private static void belowPods(Inspected object, Report report) {
    if (!object.is("ResourceQuota")) {
      return;
    }
    for (Map.Entry<String, YamlPlace> each :
        Places.fields(object.place(), "spec", "hard").entrySet()) {
      Optional<String> requested = requested(each.getKey());
      if (requested.isEmpty()) {
        continue;
      }
      String resource = requested.get();
      OptionalLong limit = PodAmounts.of(resource, each.getValue());
      long most =
          report.around().gpuWorkloadsOfNamespace(object).stream()
              .flatMap(one -> one.gpuPods().stream())
              .filter(pods -> isCounted(object, pods))
              .mapToLong(pods -> PodAmounts.of(pods, resource))
              .max()
              .orElse(0);
      if (limit.isPresent() && most > limit.getAsLong()) {
        report.at(
            each.getValue(),
            Map.of(
                "key",
                resource,
                "value",
                PodAmounts.text(resource, most),
                "limit",
                Places.textOf(each.getValue())));
      }
    }
  }

  /** Returns the resource whose requests a key counts; CPU and memory need no prefix. */
  private static Optional<String> requested(String key) {
    if (key.startsWith(REQUESTS)) {
      return Optional.of(key.substring(REQUESTS.length()));
    }
    return Optional.of(key).filter(List.of(PodAmounts.CPU, PodAmounts.MEMORY)::contains);
  }

  /**
   * Containers without an amount that a quota of their namespace asks of each, and that no
   * LimitRange of the input gives. Of pods that state amounts as a whole none is asked.
   */
  private static void noAmounts(Inspected object, Report report) {
    for (Inspected quota : report.around().ofNamespace("ResourceQuota", object)) {
      if (!report.hits().isEmpty()) {
        return; // One quota that refuses them is enough to know.
      }
      Set<String> hard = Places.fields(quota.place(), "spec", "hard").keySet();
      for (InspectedPods pods : object.gpuPods()) {
        boolean isWhole = Places.at(pods.spec(), RESOURCES).isPresent();
        if (!isWhole && isCounted(quota, pods)) {
          pods.boxes().forEach(box -> noAmounts(object, box, hard, quota, report));
        }
      }
    }
  }

  private static void noAmounts(
      Inspected object, Box box, Set<String> hard, Inspected quota, Report report) {
    boolean isWritten =
        Places.at(box.place(), RESOURCES)
            .filter(each -> !Places.isMapping(each) || each.template().isPresent())
            .isEmpty();
    for (String key : ASKED_OF_EACH) {
      String resource = key.replaceFirst(".*\\.", "");
      boolean isStated =
          Places.at(box.place(), RESOURCES, "limits", resource).isPresent()
              || (!key.startsWith("limits")
                  && Places.at(box.place(), RESOURCES, "requests", resource).isPresent());
      if (isWritten
          && hard.contains(key)
          && !isStated
          && !report.around().isGiven(object, resource)) {
        report.at(box.place(), Map.of("key", key, "value", box.name(), "name", quota.name()));
        return;
      }
    }
  }

  /** Returns whether pods are in all scopes of a quota for sure: others it does not count. */
  private static boolean isCounted(Inspected quota, InspectedPods pods) {
    String priority = Places.text(pods.spec(), "priorityClassName");
    // A class that is the cluster's default is given to pods that state none.
    return Places.items(quota.place(), "spec", "scopes").stream()
            .allMatch(scope -> Places.textOf(scope).equals(BY_PRIORITY) && !priority.isEmpty())
        && Places.items(quota.place(), "spec", "scopeSelector", "matchExpressions").stream()
            .allMatch(
                scope ->
                    Places.text(scope, "scopeName").equals(BY_PRIORITY)
                        && !priority.isEmpty()
                        && isIn(scope, priority));
  }

  private static boolean isIn(YamlPlace scope, String priority) {
    boolean isNamed =
        Places.items(scope, "values").stream()
            .anyMatch(value -> Places.textOf(value).equals(priority));
    return switch (Places.text(scope, "operator")) {
      case "In" -> isNamed;
      case "NotIn" -> !isNamed;
      case "Exists" -> true;
      default -> false;
    };
  }

  private static boolean isGpu(String resource) {
    return GpuResource.isGpu(resource);
  }

  /** A default of GPUs; a max without a default is the default, too. */
  private static void givesGpus(Inspected object, Report report) {
    if (!object.is(LIMIT_RANGE)) {
      return;
    }
    List<YamlPlace> items = RangeRules.items(object, "Container");
    Map<String, Integer> lastDefaults = new HashMap<>();
    for (int i = 0; i < items.size(); i++) {
      for (String key : Places.fields(items.get(i), "default").keySet()) {
        lastDefaults.put(key, i);
      }
    }
    for (int i = 0; i < items.size(); i++) {
      YamlPlace item = items.get(i);
      int index = i;
      for (String section : List.of("default", "defaultRequest")) {
        Places.fields(item, section)
            .forEach(
                (key, value) -> {
                  boolean isGiven =
                      isGpu(key)
                          && !RequestRules.isZero(value)
                          && report.around().hasDefault(object, key);
                  if (isGiven) {
                    report.suggest(value, words(key, value), Edit.replace(value, "0"));
                  }
                });
      }
      Places.fields(item, "max")
          .forEach(
              (key, value) -> {
                // Of several entries, the default of the last one counts.
                boolean isDefault = lastDefaults.getOrDefault(key, -1) < index;
                if (isGpu(key) && isDefault && !RequestRules.isZero(value)) {
                  report.suggest(value, words(key, value), withDefault(item, key));
                }
              });
    }
  }

  private static Map<String, String> words(String key, YamlPlace value) {
    return Map.of("key", key, "value", Places.textOf(value));
  }

  private static Edit[] withDefault(YamlPlace item, String key) {
    if (!item.fields().containsKey("default")) {
      return new Edit[] {Edit.add(item, "default: {" + key + ": 0}")};
    }
    return Places.at(item, "default").map(defaults -> Edit.add(defaults, key + ": 0")).stream()
        .toArray(Edit[]::new);
  }

  /**
   * A min; a max of pods, of which those without an amount of it are refused; or a request that is
   * given without a limit, which no extended resource may have.
   */
  private static void forcesGpus(Inspected object, Report report) {
    if (!object.is(LIMIT_RANGE)) {
      return;
    }
    for (YamlPlace item : Places.items(object.place(), "spec", "limits")) {
      Places.fields(item, "min")
          .forEach(
              (key, value) -> {
                if (isGpu(key) && !RequestRules.isZero(value)) {
                  report.suggest(
                      value, limit("min", key, value), Edit.remove(item.require("min").key(key)));
                }
              });
    }
    for (YamlPlace item : RangeRules.items(object, "Container")) {
      Places.fields(item, "defaultRequest")
          .forEach(
              (key, value) -> {
                if (isGpu(key) && !report.around().hasDefault(object, key)) {
                  report.suggest(
                      value,
                      limit("defaultRequest", key, value),
                      Edit.remove(item.require("defaultRequest").key(key)));
                }
              });
    }
    for (YamlPlace item : RangeRules.items(object, "Pod")) {
      Places.fields(item, "max")
          .forEach(
              (key, value) -> {
                if (isGpu(key) && !report.around().hasDefault(object, key)) {
                  report.at(value, limit("max", key, value));
                }
              });
    }
  }

  private static Map<String, String> limit(String name, String key, YamlPlace value) {
    return Map.of("name", name, "key", key, "value", Places.textOf(value));
  }
}
