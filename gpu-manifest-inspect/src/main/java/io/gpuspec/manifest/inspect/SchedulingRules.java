package io.gpuspec.manifest.inspect;

import io.gpuspec.kube.KubeNames;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** Rules for where pods can run. */
final class SchedulingRules {
  static final Map<String, Check> ALL =
      Map.of(
          "node-label-renamed", SchedulingRules::renamed,
          "toleration-of-everything", SchedulingRules::everything);

  private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";

  private SchedulingRules() {}

  private static void renamed(Inspected object, Report report) {
    for (InspectedPods pods : object.pods()) {
      Places.at(pods.spec(), "nodeSelector")
          .filter(Places::isMapping)
          .ifPresent(selector -> renamed(selector, report));
      requirements(pods)
          .flatMap(each -> Places.at(each, "key").stream())
          .forEach(
              key ->
                  renamed(key, Places.textOf(key), report, now -> List.of(Edit.replace(key, now))));
    }
  }

  private static void renamed(YamlPlace selector, Report report) {
    for (String key : selector.fields().keySet()) {
      renamed(
          selector.key(key), key, report, now -> Edit.rename(selector, key, now).stream().toList());
    }
  }

  private static void renamed(
      YamlPlace at, String label, Report report, Function<String, List<Edit>> edits) {
    KubeNames.renamed(label)
        .ifPresent(
            now ->
                report.suggest(
                    at, Map.of("key", label, "value", now), edits.apply(now).toArray(Edit[]::new)));
  }

  /**
   * Agents of nodes are meant to tolerate everything; one that only stays where it is goes to no
   * other node.
   */
  private static void everything(Inspected object, Report report) {
    if (object.kind().equals("DaemonSet")) {
      return;
    }
    for (InspectedPods pods : object.gpuPods()) {
      for (YamlPlace each : Places.items(pods.spec(), "tolerations")) {
        if (Places.text(each, "operator").equals("Exists")
            && Places.text(each, "key").isEmpty()
            && !Places.text(each, "effect").equals("NoExecute")) {
          report.at(each, Map.of());
        }
      }
    }
  }

  private static Stream<YamlPlace> requirements(InspectedPods pods) {
    Stream<YamlPlace> required =
        Places.items(pods.spec(), "affinity", "nodeAffinity", REQUIRED, "nodeSelectorTerms")
            .stream();
    Stream<YamlPlace> preferred =
        Places.items(
                pods.spec(),
                "affinity",
                "nodeAffinity",
                "preferredDuringSchedulingIgnoredDuringExecution")
            .stream()
            .flatMap(each -> Places.at(each, "preference").stream());
    return Stream.concat(required, preferred)
        .flatMap(term -> Places.items(term, "matchExpressions").stream());
  }
}
