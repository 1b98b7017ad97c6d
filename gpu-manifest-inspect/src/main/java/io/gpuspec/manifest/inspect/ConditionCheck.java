package io.gpuspec.manifest.inspect;

import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.rule.Condition;
import io.gpuspec.rule.Rule;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A rule that is a row of data: conditions on the fields of a pod, a container or an object. */
final class ConditionCheck implements Check {
  /** A condition with its steps, read once. */
  private record Prepared(Condition condition, List<Places.Step> steps) {

    private static Prepared of(Condition condition) {
      return new Prepared(condition, condition.path().stream().map(Places.Step::of).toList());
    }

    private boolean isMet(YamlPlace subject) {
      boolean isThere = Places.any(subject, steps, each -> condition.isMet(text(condition, each)));
      return isThere != condition.isMissing();
    }
  }

  /** What a rule looks at in an object. */
  private interface Subjects {
    void of(Inspected object, Consumer<YamlPlace> told);

    private static Subjects named(String subject) {
      return switch (subject) {
        case "pod" -> (object, told) -> object.pods().forEach(each -> told.accept(each.pod()));
        case "gpu-pod" ->
            (object, told) -> object.gpuPods().forEach(each -> told.accept(each.pod()));
        case "container" -> (object, told) -> tell(containers(object), told);
        case "gpu-container" ->
            (object, told) -> tell(containers(object).filter(box -> !box.gpus().isEmpty()), told);
        default -> {
          Predicate<String> isSubject = Pattern.compile(subject).asMatchPredicate();
          yield (object, told) -> {
            if (isSubject.test(object.type())) {
              told.accept(object.place());
            }
          };
        }
      };
    }

    private static Stream<InspectedPods.Box> containers(Inspected object) {
      return object.pods().stream().flatMap(each -> each.containers().stream());
    }

    private static void tell(Stream<InspectedPods.Box> boxes, Consumer<YamlPlace> told) {
      boxes.forEach(box -> told.accept(box.place()));
    }
  }

  private final Rule rule;
  private final Subjects subjects;
  private final Prepared first;
  private final List<Prepared> others;

  ConditionCheck(Rule rule) {
    this.rule = rule;
    this.subjects = Subjects.named(rule.subject());
    List<Prepared> all = rule.conditions().stream().map(Prepared::of).toList();
    this.first = all.get(0);
    this.others = all.subList(1, all.size());
  }

  @Override
  public void look(Inspected object, Report report) {
    subjects.of(object, subject -> look(subject, object, report));
  }

  private void look(YamlPlace subject, Inspected object, Report report) {
    for (Prepared other : others) {
      if (!other.isMet(subject)) {
        return;
      }
    }
    Condition condition = first.condition();
    if (condition.isMissing()) {
      if (first.isMet(subject)) {
        add(new Places.Reached(subject, subject, ""), condition, object, report);
      }
      return;
    }
    Places.any(
        subject,
        first.steps(),
        reached -> {
          if (condition.isMet(text(condition, reached))) {
            add(reached, condition, object, report);
          }
          return false;
        });
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
    Optional<Edit> edit =
        switch (remedy.action()) {
          case "remove" -> Optional.of(Edit.remove(reached.key()));
          case "rename" -> Edit.rename(reached.parent(), reached.name(), remedy.text());
          default -> Optional.of(Edit.replace(reached.place(), remedy.text()));
        };
    Edit[] edits = edit.stream().toArray(Edit[]::new);
    if (remedy.isSafe()) {
      report.safe(at, words, edits);
    } else {
      report.suggest(at, words, edits);
    }
  }
}
