package io.gpuspec.manifest.inspect;

import io.gpuspec.manifest.internal.found.Placeholders;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.util.Map;

/** Rules for the form of objects. */
final class FormRules {
  static final Map<String, Check> ALL =
      Map.of(
          "api-version-removed", FormRules::removedVersion,
          "annotation-not-text", FormRules::mistakes,
          "field-misspelt", FormRules::mistakes,
          "field-unknown", FormRules::mistakes,
          "field-missing", FormRules::mistakes,
          "field-of-another-type", FormRules::mistakes,
          "field-value-refused", FormRules::mistakes,
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

  /** Reports what the types of the Kubernetes API do not have; a change of quotes is safe. */
  private static void mistakes(Inspected object, Report report) {
    for (ApiForm.Mistake mistake : object.mistakes()) {
      if (mistake.rule().equals(report.rule().id())) {
        Edit[] edits = mistake.edit().stream().toArray(Edit[]::new);
        if (edits.length == 0 || edits[0].kind() == Edit.Kind.RENAME) {
          report.suggest(mistake.at(), mistake.words(), edits);
        } else {
          report.safe(mistake.at(), mistake.words(), edits);
        }
      }
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
