package io.gpuspec.manifest.inspect;

import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.rule.Condition;
import io.gpuspec.rule.Rule;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** A rule that is a row of data: conditions on the fields of a pod, a container or an object. */
final class ConditionCheck implements Check {
  /** A condition with its steps, read once. */
  private record Prepared(Condition condition, List<Places.Step> steps) {

    private static Prepared of(Condition condition) {
      return new Prepared(condition, condition.path().stream().map(Places.Step::of).toList());
    }
  }

  private final Rule rule;
  private final Predicate<String> isSubject;
  private final Prepared first;
  private final List<Prepared> others;

  ConditionCheck(Rule rule) {
    this.rule = rule;
    this.isSubject = Pattern.compile(rule.subject()).asMatchPredicate();
    List<Prepared> all = rule.conditions().stream().map(Prepared::of).toList();
    this.first = all.get(0);
    this.others = all.subList(1, all.size());
  }

  @Override
  public void look(Inspected object, Report report) {
    switch (rule.subject()) {
      case "pod" -> object.pods().forEach(each -> look(each.pod(), object, report));
      case "gpu-pod" -> object.gpuPods().forEach(each -> look(each.pod(), object, report));
      case "container" -> object.pods().forEach(each -> look(each.boxes(), object, report));
      case "gpu-container" ->
          object.gpuPods().forEach(each -> look(each.gpuBoxes(), object, report));
      default -> {
        if (isSubject.test(object.type())) {
          look(object.place(), object, report);
        }
      }
    }
  }

  private void look(List<InspectedPods.Box> boxes, Inspected object, Report report) {
    boxes.forEach(box -> look(box.place(), object, report));
  }

  private void look(YamlPlace subject, Inspected object, Report report) {
    for (Prepared other : others) {
      if (!isMet(other, subject)) {
        return;
      }
    }
    Condition condition = first.condition();
    if (condition.isMissing()) {
      if (isMet(first, subject)) {
        add(new Places.Reached(subject, subject, ""), condition, object, report);
      }
      return;
    }
    for (Places.Reached reached : Places.all(subject, first.steps())) {
      if (condition.isMet(text(condition, reached))) {
        add(reached, condition, object, report);
      }
    }
  }

  private static boolean isMet(Prepared prepared, YamlPlace subject) {
    Condition condition = prepared.condition();
    for (Places.Reached reached : Places.all(subject, prepared.steps())) {
      if (condition.isMet(text(condition, reached))) {
        return !condition.isMissing();
      }
    }
    return condition.isMissing();
  }

  private static String text(Condition condition, Places.Reached reached) {
    return condition.isKey() ? reached.name() : Places.textOf(reached.place());
  }

  private void add(Places.Reached reached, Condition condition, Inspected object, Report report) {
    YamlPlace at = condition.isKey() ? reached.key() : reached.place();
    Map<String, String> words =
        Map.of(
            "value", Places.textOf(reached.place()),
            "key", reached.name(),
            "name", object.called());
    if (rule.remedy().isEmpty()) {
      report.at(at, words);
      return;
    }
    Rule.Remedy remedy = rule.remedy().get();
    Edit edit =
        switch (remedy.action()) {
          case "remove" -> Edit.remove(reached.key());
          case "rename" -> Edit.rename(reached.key(), remedy.text());
          default -> Edit.replace(reached.place(), remedy.text());
        };
    if (remedy.isSafe()) {
      report.safe(at, words, edit);
    } else {
      report.suggest(at, words, edit);
    }
  }
}
