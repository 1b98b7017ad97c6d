package io.gpuspec.manifest;

import com.google.common.collect.ImmutableMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.value.Citation;
import io.gpuspec.value.InvalidValueException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The number of a workload's pods that can be evicted at once.
 *
 * @param maxUnavailable a number, or a percentage of the pods
 */
record DisruptionBudget(String maxUnavailable) {
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");
  private static final Pattern PERCENTAGE = Pattern.compile("(100|[0-9]{1,2})%");

  private static final Citation DISRUPTIONS =
      new Citation(
          "Kubernetes, Disruptions",
          "2026",
          Citation.Status.DOCUMENTED,
          Optional.of("https://kubernetes.io/docs/concepts/workloads/pods/disruptions/"));

  static DisruptionBudget of(String maxUnavailable) {
    Checks.given("disruptionBudget", maxUnavailable);
    if (!NUMBER.matcher(maxUnavailable).matches()
        && !PERCENTAGE.matcher(maxUnavailable).matches()) {
      throw new InvalidValueException(
          "disruption-budget.malformed",
          "disruptionBudget: '%s' is neither a number of pods nor a percentage of them; write 1 or 50%%, for instance"
              .formatted(maxUnavailable));
    }
    return new DisruptionBudget(maxUnavailable);
  }

  /** Returns why the object says what it says. */
  List<Reason> reasons() {
    return List.of(
        new Reason(
            "PodDisruptionBudget",
            "spec.maxUnavailable",
            maxUnavailable.matches("0%?")
                ? "no pod is ever evicted, so none of their nodes can be drained"
                : "at most so many of the pods are evicted at once, such as when nodes are drained",
            DISRUPTIONS),
        new Reason("PodDisruptionBudget", "spec.selector", "the workload's own pods", DISRUPTIONS));
  }

  /** The object, with the workload's name and namespace. */
  HasMetadata of(ObjectMeta meta, Map<String, String> selector) {
    KubeObject budget =
        KubeObject.of("policy/v1", "PodDisruptionBudget", meta.getName())
            .with(
                "spec",
                ImmutableMap.of(
                    "maxUnavailable",
                    maxUnavailable.endsWith("%") ? maxUnavailable : Integer.valueOf(maxUnavailable),
                    "selector",
                    Map.of("matchLabels", selector)));
    return KubeObjects.of(
        meta.getNamespace() == null ? budget : budget.namespace(meta.getNamespace()));
  }
}
