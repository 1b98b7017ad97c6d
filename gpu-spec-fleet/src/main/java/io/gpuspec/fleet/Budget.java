package io.gpuspec.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.internal.Words;
import io.gpuspec.kube.Tree;
import io.gpuspec.scheduling.LabelSelector;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A PodDisruptionBudget, and how many of its pods may be disrupted at a time.
 *
 * <p>Source: Kubernetes 1.37, {@code pkg/controller/disruption/disruption.go} (what a budget
 * allows) and {@code pkg/registry/core/pod/storage/eviction.go} (which pods may be evicted).
 *
 * @param selector the pods that it selects; empty if it selects none
 * @param allowed how many disruptions it allows now
 * @param isStated whether that is its status; if not, it is counted from the pods that are given
 * @param isHealthy whether it has the healthy pods that it wants, and wants some
 * @param isForHealthyOnly whether pods that are not ready may always be evicted
 */
record Budget(
    String namespace,
    String name,
    Optional<LabelSelector> selector,
    int allowed,
    boolean isStated,
    boolean isHealthy,
    boolean isForHealthyOnly) {
  private static final Pattern PERCENT = Pattern.compile("([0-9]{1,6})%");
  private static final int HUNDRED = 100;

  /**
   * Returns the budget of an object.
   *
   * @param pods the pods of its namespace
   */
  static Budget of(JsonNode object, List<ClusterItems.Pod> pods) {
    JsonNode status = object.path("status");
    Optional<LabelSelector> selector = LabelSelector.of(Tree.of(object.at("/spec/selector")));
    List<ClusterItems.Pod> its = pods.stream().filter(pod -> selects(selector, pod)).toList();
    boolean isStated = status.has("disruptionsAllowed");
    long healthy =
        isStated
            ? status.path("currentHealthy").asLong()
            : its.stream().filter(ClusterItems.Pod::isReady).count();
    long desired =
        isStated
            ? status.path("desiredHealthy").asLong()
            : desired(object.path("spec"), its.size());
    long allowed =
        isStated
            ? status.path("disruptionsAllowed").asLong()
            : its.isEmpty() ? 0 : healthy - desired;
    // The API server waits for a status of the newest spec.
    boolean isOld =
        status.path("observedGeneration").asLong() < object.at("/metadata/generation").asLong();
    return new Budget(
        ClusterItems.namespace(object),
        object.at("/metadata/name").asText(),
        selector,
        isStated && isOld ? 0 : (int) Math.max(0, Math.min(Integer.MAX_VALUE, allowed)),
        isStated,
        desired > 0 && healthy >= desired,
        object.at("/spec/unhealthyPodEvictionPolicy").asText().equals("AlwaysAllow"));
  }

  private static boolean selects(Optional<LabelSelector> selector, ClusterItems.Pod pod) {
    return selector.map(asked -> asked.selects(pod.view().labels())).orElse(false);
  }

  /**
   * Returns how many healthy pods the budget wants of so many, which are taken to be all that their
   * owners want; a percentage is rounded up. Nothing may be disrupted if neither bound can be read.
   */
  private static long desired(JsonNode spec, int pods) {
    if (spec.hasNonNull("maxUnavailable")) {
      return scaled(spec.path("maxUnavailable"), pods)
          .map(most -> Math.max(0, pods - most))
          .orElse(Long.MAX_VALUE);
    }
    return scaled(spec.path("minAvailable"), pods).orElse(Long.MAX_VALUE);
  }

  private static Optional<Long> scaled(JsonNode bound, int pods) {
    if (bound.isIntegralNumber()) {
      return Optional.of(bound.asLong());
    }
    Matcher percent = PERCENT.matcher(bound.asText());
    return percent.matches()
        ? Optional.of(-Math.floorDiv(-Long.parseLong(percent.group(1)) * pods, HUNDRED))
        : Optional.empty();
  }

  boolean selects(ClusterItems.Pod pod) {
    return namespace.equals(pod.namespace()) && selects(selector, pod);
  }

  /** Returns whether a pod that it selects may be evicted, one at a time. */
  boolean permits(ClusterItems.Pod pod) {
    return allowed > 0 || (!pod.isReady() && (isForHealthyOnly || isHealthy));
  }

  /** Returns text such as {@code the PodDisruptionBudget web allows 2 disruptions at a time}. */
  @Override
  public String toString() {
    return "the PodDisruptionBudget %s allows %s at a time%s"
        .formatted(
            name,
            Words.count(allowed, "disruption"),
            isStated ? "" : ", by the pods that are given: it has no status");
  }
}
