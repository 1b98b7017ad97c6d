package io.gpuspec.manifest.inspect;

import io.gpuspec.internal.yaml.YamlScalar;
import io.gpuspec.manifest.internal.found.Placeholders;
import io.gpuspec.manifest.internal.kube.KubeFinding;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Rules for the form of objects. */
final class FormRules {
  static final Map<String, Check> ALL =
      Stream.concat(
              Stream.of(
                      "annotation-not-text",
                      "field-misspelt",
                      "field-unknown",
                      "field-missing",
                      "field-of-another-type",
                      "field-value-refused",
                      "toleration-value-with-exists",
                      "toleration-without-key",
                      "node-affinity-terms-empty",
                      "node-requirement-values",
                      "selector-without-pods",
                      "container-name-duplicate",
                      "volume-not-declared",
                      "mount-path-duplicate",
                      "env-two-sources",
                      "probe-of-init-container",
                      "host-port-unlike-container-port")
                  .map(id -> Map.<String, Check>entry(id, FormRules::mistakes)),
              Stream.of(
                  Map.<String, Check>entry("api-version-removed", FormRules::removedVersion),
                  Map.<String, Check>entry("object-twice", FormRules::twice),
                  Map.<String, Check>entry("placeholder-left", FormRules::placeholder)))
          .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));

  /** The API versions of kinds that supported Kubernetes serves; the first is what to write. */
  private static final Map<String, List<String>> SERVED =
      Map.ofEntries(
          Map.entry("Deployment", List.of("apps/v1")),
          Map.entry("StatefulSet", List.of("apps/v1")),
          Map.entry("DaemonSet", List.of("apps/v1")),
          Map.entry("ReplicaSet", List.of("apps/v1")),
          Map.entry("Job", List.of("batch/v1")),
          Map.entry("CronJob", List.of("batch/v1")),
          Map.entry("HorizontalPodAutoscaler", List.of("autoscaling/v2", "autoscaling/v1")),
          Map.entry("PodDisruptionBudget", List.of("policy/v1")),
          Map.entry("PriorityClass", List.of("scheduling.k8s.io/v1")),
          Map.entry("RuntimeClass", List.of("node.k8s.io/v1")));

  /**
   * The minor version of Kubernetes 1 that first refuses an API version.
   *
   * <p>Source: Kubernetes, Deprecated API Migration Guide.
   */
  private static final Map<String, Integer> REMOVED_IN =
      Map.ofEntries(
          Map.entry("extensions/v1beta1 Deployment", 16),
          Map.entry("extensions/v1beta1 DaemonSet", 16),
          Map.entry("extensions/v1beta1 ReplicaSet", 16),
          Map.entry("apps/v1beta1 Deployment", 16),
          Map.entry("apps/v1beta1 StatefulSet", 16),
          Map.entry("apps/v1beta2 Deployment", 16),
          Map.entry("apps/v1beta2 StatefulSet", 16),
          Map.entry("apps/v1beta2 DaemonSet", 16),
          Map.entry("apps/v1beta2 ReplicaSet", 16),
          Map.entry("scheduling.k8s.io/v1beta1 PriorityClass", 22),
          Map.entry("batch/v1beta1 CronJob", 25),
          Map.entry("autoscaling/v2beta1 HorizontalPodAutoscaler", 25),
          Map.entry("policy/v1beta1 PodDisruptionBudget", 25),
          Map.entry("node.k8s.io/v1beta1 RuntimeClass", 25),
          Map.entry("autoscaling/v2beta2 HorizontalPodAutoscaler", 26));

  private FormRules() {}

  private static void removedVersion(Inspected object, Report report) {
    List<String> served = SERVED.getOrDefault(object.kind(), List.of());
    String version = Places.text(object.place(), "apiVersion");
    if (served.isEmpty() || served.contains(version) || !isOf(object.group(), served.get(0))) {
      return;
    }
    Integer removedIn = REMOVED_IN.get(version + " " + object.kind());
    if (removedIn != null
        && report.around().kubernetesMinor().filter(minor -> minor < removedIn).isPresent()) {
      return;
    }
    YamlPlace at = object.place().require("apiVersion");
    String now = served.get(0);
    report.suggest(
        at, Map.of("key", object.kind(), "value", version, "new", now), Edit.replace(at, now));
  }

  /** Most kinds were in group extensions before they had their own. */
  private static boolean isOf(String group, String served) {
    return group.equals("extensions") || served.startsWith(group + "/");
  }

  /** Reports what the API server refuses; a change of quotes is safe. */
  static void mistakes(Inspected object, Report report) {
    for (KubeFinding each : object.mistakes()) {
      if (each.rule().equals(report.rule().id())) {
        YamlPlace at = (YamlPlace) each.at();
        List<Edit> edits = edits(each, at);
        if (edits.isEmpty() || edits.get(0).kind() == Edit.Kind.RENAME) {
          report.suggest(at, each.words(), edits.toArray(Edit[]::new));
        } else {
          report.safe(at, each.words(), edits.toArray(Edit[]::new));
        }
      }
    }
  }

  private static String last(String path) {
    return path.substring(path.lastIndexOf('.') + 1);
  }

  /** Returns the change of the text that mends it, if there is one. */
  static List<Edit> edits(KubeFinding finding, YamlPlace at) {
    return switch (finding.fix()) {
      case NONE -> List.of();
      case QUOTE -> List.of(Edit.replace(at, Edit.QUOTED + ((YamlScalar) at.node()).text()));
      case UNQUOTE -> List.of(Edit.unquote(at, ((YamlScalar) at.node()).text()));
      case REMOVE -> List.of(Edit.remove(((YamlPlace) finding.owner()).key(last(at.path()))));
      case RENAME ->
          Edit.rename(
                  (YamlPlace) finding.owner(),
                  Objects.requireNonNull(finding.words().get("value")),
                  Objects.requireNonNull(finding.words().get("meant")))
              .stream()
              .toList();
    };
  }

  private static void placeholder(Inspected object, Report report) {
    if (!object.pods().isEmpty()) {
      Placeholders.in(object.place()).stream()
          .limit(1)
          .forEach(each -> report.at(each, Map.of("value", Places.textOf(each))));
    }
  }

  /** In one file, because folders may hold the same object for several clusters. */
  private static void twice(Inspected object, Report report) {
    report
        .around()
        .first(object)
        .filter(other -> other != object && !object.name().isEmpty())
        .ifPresent(
            other ->
                report.at(
                    object.place(),
                    Map.of(
                        "name",
                        object.called(),
                        "line",
                        String.valueOf(other.place().node().line()))));
  }
}
