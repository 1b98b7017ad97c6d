package io.gpuspec.manifest.inspect;

import io.gpuspec.internal.yaml.YamlKind;
import io.gpuspec.internal.yaml.YamlScalar;
import io.gpuspec.manifest.internal.found.Placeholders;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Rules for the form of objects. */
final class FormRules {
  static final Map<String, Check> ALL =
      Map.of(
          "api-version-removed", FormRules::removedVersion,
          "annotation-not-text", FormRules::notText,
          "placeholder-left", FormRules::placeholder);

  /** API versions that no supported Kubernetes serves, by version and kind. */
  private static final Map<String, String> REMOVED =
      Map.ofEntries(
          Map.entry("apps/v1beta1 Deployment", "apps/v1"),
          Map.entry("apps/v1beta2 Deployment", "apps/v1"),
          Map.entry("extensions/v1beta1 Deployment", "apps/v1"),
          Map.entry("apps/v1beta1 StatefulSet", "apps/v1"),
          Map.entry("apps/v1beta2 StatefulSet", "apps/v1"),
          Map.entry("apps/v1beta2 DaemonSet", "apps/v1"),
          Map.entry("extensions/v1beta1 DaemonSet", "apps/v1"),
          Map.entry("apps/v1beta2 ReplicaSet", "apps/v1"),
          Map.entry("extensions/v1beta1 ReplicaSet", "apps/v1"),
          Map.entry("batch/v1beta1 CronJob", "batch/v1"),
          Map.entry("batch/v2alpha1 CronJob", "batch/v1"),
          Map.entry("autoscaling/v2beta1 HorizontalPodAutoscaler", "autoscaling/v2"),
          Map.entry("autoscaling/v2beta2 HorizontalPodAutoscaler", "autoscaling/v2"),
          Map.entry("policy/v1beta1 PodDisruptionBudget", "policy/v1"),
          Map.entry("scheduling.k8s.io/v1beta1 PriorityClass", "scheduling.k8s.io/v1"),
          Map.entry("node.k8s.io/v1beta1 RuntimeClass", "node.k8s.io/v1"));

  private FormRules() {}

  private static void removedVersion(Inspected object, Report report) {
    String version = Places.text(object.place(), "apiVersion");
    String now = REMOVED.get(version + " " + object.kind());
    if (now != null) {
      YamlPlace at = object.place().require("apiVersion");
      report.suggest(
          at, Map.of("key", object.kind(), "value", version, "new", now), Edit.replace(at, now));
    }
  }

  private static void notText(Inspected object, Report report) {
    Stream.concat(Stream.of(object.place()), object.pods().stream().map(InspectedPods::pod))
        .distinct()
        .flatMap(
            each ->
                Stream.of("labels", "annotations")
                    .flatMap(map -> Places.fields(each, "metadata", map).entrySet().stream()))
        .forEach(field -> notText(field.getKey(), field.getValue(), report));
  }

  private static void notText(String key, YamlPlace value, Report report) {
    boolean isOther =
        value.node() instanceof YamlScalar scalar
            && List.of(YamlKind.INT, YamlKind.FLOAT, YamlKind.BOOL).contains(scalar.kind());
    if (isOther) {
      String text = Places.textOf(value);
      report.safe(
          value, Map.of("key", key, "value", text), Edit.replace(value, Edit.QUOTED + text));
    }
  }

  private static void placeholder(Inspected object, Report report) {
    if (!object.pods().isEmpty()) {
      Placeholders.in(object.place()).stream()
          .limit(1)
          .forEach(each -> report.at(each, Map.of("value", Places.textOf(each))));
    }
  }
}
