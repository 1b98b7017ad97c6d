package io.gpuspec.manifest.inspect;

import io.gpuspec.kube.KubeNames;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** Rules for where pods can run. */
final class SchedulingRules {
  static final Map<String, Check> ALL =
      Map.of(
          "node-label-renamed", SchedulingRules::renamed,
          "toleration-value-with-exists", tolerations(SchedulingRules::valueWithExists),
          "toleration-without-key", tolerations(SchedulingRules::withoutKey),
          "toleration-of-everything", SchedulingRules::everything,
          "node-affinity-terms-empty", SchedulingRules::noTerms,
          "node-requirement-values", SchedulingRules::values);

  private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";

  private SchedulingRules() {}

  private static Check tolerations(BiConsumer<YamlPlace, Report> check) {
    return (object, report) ->
        object.pods().stream()
            .flatMap(pods -> Places.items(pods.spec(), "tolerations").stream())
            .forEach(each -> check.accept(each, report));
  }

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

  private static void valueWithExists(YamlPlace toleration, Report report) {
    String value = Places.text(toleration, "value");
    if (Places.text(toleration, "operator").equals("Exists") && !value.isEmpty()) {
      report.safe(
          toleration.require("value"),
          Map.of("value", value),
          Edit.remove(toleration.key("value")));
    }
  }

  private static void withoutKey(YamlPlace toleration, Report report) {
    if (Places.isMapping(toleration)
        && Places.text(toleration, "key").isEmpty()
        && !Places.text(toleration, "operator").equals("Exists")) {
      report.at(toleration, Map.of());
    }
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

  private static void noTerms(Inspected object, Report report) {
    for (InspectedPods pods : object.pods()) {
      Places.at(pods.spec(), "affinity", "nodeAffinity", REQUIRED)
          .filter(Places::isMapping)
          .filter(each -> Places.items(each, "nodeSelectorTerms").isEmpty())
          .ifPresent(each -> report.at(each, Map.of()));
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

  private static void values(Inspected object, Report report) {
    for (InspectedPods pods : object.pods()) {
      requirements(pods).forEach(each -> values(each, report));
    }
  }

  private static void values(YamlPlace requirement, Report report) {
    String operator = Places.text(requirement, "operator");
    int count = Places.items(requirement, "values").size();
    boolean isRight =
        switch (operator) {
          case "In", "NotIn" -> count > 0;
          case "Exists", "DoesNotExist" -> count == 0;
          case "Gt", "Lt" -> count == 1;
          default -> true;
        };
    if (!isRight) {
      report.at(
          requirement,
          Map.of(
              "key", Places.text(requirement, "key"),
              "value", operator,
              "count", String.valueOf(count)));
    }
  }
}
