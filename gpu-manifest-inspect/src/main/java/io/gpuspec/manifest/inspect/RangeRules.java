package io.gpuspec.manifest.inspect;

import io.gpuspec.manifest.inspect.InspectedPods.Box;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.scheduling.GpuResource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * LimitRanges against the pods of their namespace.
 *
 * <p>Source: Kubernetes, plugin/pkg/admission/limitranger/admission.go.
 */
final class RangeRules {
  private static final String LIMITS = "limits";
  private static final String REQUESTS = "requests";
  private static final String CONTAINER = "Container";

  private RangeRules() {}

  /** Returns the limits of a LimitRange for containers, or for pods. */
  static List<YamlPlace> items(Inspected range, String type) {
    return Places.items(range.place(), "spec", LIMITS).stream()
        .filter(item -> Places.text(item, "type").equals(type))
        .toList();
  }

  /** One LimitRange that refuses them is enough to know. */
  static void refusesPods(Inspected object, Report report) {
    List<Inspected> ranges = report.around().ofNamespace("LimitRange", object);
    for (Inspected range : ranges) {
      if (!report.hits().isEmpty()) {
        return;
      }
      for (InspectedPods pods : object.gpuPods()) {
        for (Box box : pods.boxes()) {
          items(range, CONTAINER).forEach(item -> refuses(item, range, box, report));
          if (ranges.size() == 1) {
            belowRequest(range, box, report);
          }
        }
        if (Places.at(pods.spec(), "resources").isEmpty()) {
          items(range, "Pod").forEach(item -> refuses(item, range, pods, report));
        }
      }
    }
  }

  /** The larger of the two amounts is held against a max, a request against a min. */
  private static void refuses(YamlPlace item, Inspected range, Box box, Report report) {
    Places.fields(item, "max")
        .forEach(
            (key, most) ->
                stated(box, LIMITS, key)
                    .or(() -> stated(box, REQUESTS, key))
                    .filter(amount -> isLess(key, most, amount))
                    .ifPresent(amount -> tell(report, range, key, amount, "max", most)));
    Places.fields(item, "min")
        .forEach(
            (key, least) ->
                stated(box, REQUESTS, key)
                    .or(() -> stated(box, LIMITS, key))
                    .filter(amount -> isLess(key, amount, least))
                    .ifPresent(amount -> tell(report, range, key, amount, "min", least)));
  }

  private static Optional<YamlPlace> stated(Box box, String section, String resource) {
    return Places.at(box.place(), "resources", section, resource);
  }

  /** A limit that is filled in may be less than the request that is stated. */
  private static void belowRequest(Inspected range, Box box, Report report) {
    Map<String, YamlPlace> defaults = new HashMap<>();
    for (YamlPlace item : items(range, CONTAINER)) {
      Places.fields(item, "max").forEach(defaults::putIfAbsent);
    }
    for (YamlPlace item : items(range, CONTAINER)) {
      defaults.putAll(Places.fields(item, "default"));
    }
    Places.fields(box.place(), "resources", REQUESTS)
        .forEach(
            (key, request) -> {
              YamlPlace limit = defaults.get(key);
              if (limit != null
                  && !GpuResource.isGpu(key)
                  && stated(box, LIMITS, key).isEmpty()
                  && isLess(key, limit, request)
                  && isAllowed(range, key, request)) {
                tell(report, range, key, request, "default", limit);
              }
            });
  }

  /** Returns whether a request is within every max, which is told otherwise. */
  private static boolean isAllowed(Inspected range, String key, YamlPlace request) {
    return items(range, CONTAINER).stream()
        .flatMap(item -> Places.at(item, "max", key).stream())
        .noneMatch(most -> isLess(key, most, request));
  }

  /** Of other resources than GPUs, the containers that run at once need at least their sum. */
  private static void refuses(YamlPlace item, Inspected range, InspectedPods pods, Report report) {
    Places.fields(item, "max")
        .forEach(
            (key, most) -> {
              long sum = GpuResource.isGpu(key) ? pods.count(key) : sum(pods, key);
              OptionalLong limit = PodAmounts.of(key, most);
              if (limit.isPresent() && sum > limit.getAsLong()) {
                tell(report, range, key, PodAmounts.text(key, sum), pods.firstGpu(), "max", most);
              }
            });
    Places.fields(item, "min")
        .forEach(
            (key, least) -> {
              long count = GpuResource.isGpu(key) ? pods.count(key) : 0;
              OptionalLong limit = PodAmounts.of(key, least);
              if (limit.isPresent() && count > 0 && count < limit.getAsLong()) {
                tell(
                    report, range, key, PodAmounts.text(key, count), pods.firstGpu(), "min", least);
              }
            });
  }

  private static long sum(InspectedPods pods, String key) {
    long sum = 0;
    for (Box box : pods.mains()) {
      sum +=
          stated(box, LIMITS, key)
              .or(() -> stated(box, REQUESTS, key))
              .map(amount -> PodAmounts.of(key, amount).orElse(0))
              .orElse(0L);
    }
    return sum;
  }

  private static boolean isLess(String key, YamlPlace one, YamlPlace other) {
    OptionalLong amount = PodAmounts.of(key, one);
    OptionalLong most = PodAmounts.of(key, other);
    return amount.isPresent() && most.isPresent() && amount.getAsLong() < most.getAsLong();
  }

  private static void tell(
      Report report, Inspected range, String key, YamlPlace amount, String what, YamlPlace limit) {
    tell(report, range, key, Places.textOf(amount), amount, what, limit);
  }

  private static void tell(
      Report report,
      Inspected range,
      String key,
      String amount,
      YamlPlace at,
      String what,
      YamlPlace limit) {
    report.at(
        at,
        Map.of(
            "key",
            key,
            "value",
            amount,
            "name",
            range.name(),
            "limit",
            what + ": " + Places.textOf(limit)));
  }
}
