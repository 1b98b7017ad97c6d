package io.gpuspec.manifest;

import io.gpuspec.GpuSpecException;
import io.gpuspec.NoMatchException;
import io.gpuspec.Target;
import io.gpuspec.UnknownNameException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * An intent of a file as far as it could be read, which may be without what is wrong in it. What
 * can be judged of it is judged all the same.
 */
final class Draft {
  private final Part document;
  private final GpuWorkload pods;
  private final Optional<Intent> intent;
  private final Function<IntentTarget, Optional<Intent>> moved;

  /** What was found of the pods, told or not because it may follow from something else. */
  private final Set<String> known = new HashSet<>();

  private Draft(
      Part document,
      GpuWorkload pods,
      Optional<Intent> intent,
      Function<IntentTarget, Optional<Intent>> moved) {
    this.document = document;
    this.pods = pods;
    this.intent = intent;
    this.moved = moved;
  }

  /** Pods for which nothing could be made of the rest. */
  static Draft of(Part document, GpuWorkload pods) {
    return new Draft(document, pods, Optional.empty(), target -> Optional.empty()).judged();
  }

  /**
   * An intent that was read.
   *
   * @param in how it is brought to a target
   */
  static <T extends Intent> Draft of(
      Part document, GpuWorkload pods, T intent, BiFunction<T, IntentTarget, T> in) {
    Part spec = document.orEmpty("spec");
    T there = spec.step("target", intent, (i, part) -> in.apply(i, WorkloadReader.target(part)));
    return new Draft(
            document, pods, Optional.of(there), target -> Optional.of(in.apply(intent, target)))
        .judged();
  }

  /** Whether nothing is wrong with it, wherever it is to run. */
  boolean isRight() {
    return intent.isPresent() && document.problems().isEmpty();
  }

  /** The intent itself, if nothing is wrong with it. */
  Optional<Intent> intent() {
    return intent.filter(right -> isRight());
  }

  /** What no two intents of a file may share: what runs the pods, its namespace and its name. */
  Optional<String> identity() {
    if (document.orEmpty("metadata").find("name").isEmpty()
        || intent.isEmpty()
        || document.orEmpty("spec").find("kind").isEmpty()
            && !(intent.get() instanceof GangIntent)) {
      return Optional.empty();
    }
    String kind =
        intent.get() instanceof GangIntent gang
            ? String.valueOf(gang.gang().settings().get("controller"))
            : pods.kind().noun();
    return Optional.of(
        "%s '%s'"
            .formatted(
                kind.equals("indexed-job") ? "job" : kind,
                Optional.ofNullable(pods.meta().getNamespace()).map(ns -> ns + "/").orElse("")
                    + pods.meta().getName()));
  }

  /** Says that another intent of the file, at that line, is the same object. */
  void repeats(String identity, int line) {
    document
        .orEmpty("metadata")
        .require("name")
        .add(
            "%s is there already, at line %d; give it a name or namespace of its own, or leave one of the two out"
                .formatted(identity, line));
  }

  /** The line of its name. */
  int line() {
    return document.orEmpty("metadata").orEmpty("name").place().node().line();
  }

  /** What is wrong with the parts of the pods beside each other. */
  private Draft judged() {
    Problems found = new Problems();
    new UnplacedPods(pods).check(found);
    List<ManifestException> before = List.copyOf(document.problems());
    for (Problems.Problem problem : found.found()) {
      known.add(problem.cause().getMessage());
      if (!follows(problem, before)) {
        tell(problem);
      }
    }
    return this;
  }

  private boolean follows(Problems.Problem problem, List<ManifestException> before) {
    return problem.about().stream()
        .map(this::at)
        .filter(Place::exact)
        .map(place -> place.part().place().path())
        .anyMatch(path -> before.stream().anyMatch(other -> other.isWithin(path)));
  }

  private void tell(Problems.Problem problem) {
    IntentPath path = problem.about().get(0);
    Place place = at(path);
    String said = problem.cause().getMessage();
    boolean named = said.startsWith(path + ": ") && place.exact();
    document
        .problems()
        .add(
            place
                .part()
                .place()
                .problem(named ? said.substring(path.toString().length() + 2) : said));
  }

  /** A part of the document, or the innermost around it that is there. */
  private record Place(Part part, boolean exact) {}

  private Place at(IntentPath path) {
    Part here = document;
    List<Object> steps = path.steps();
    for (int i = 0; i < steps.size(); i++) {
      Optional<Part> next = child(here, steps.get(i));
      if (next.isEmpty() && !steps.get(i).equals("resources")) {
        return new Place(here, false);
      }
      // A file may leave "resources" out and say requests and limits in the container itself.
      here = next.orElse(here);
    }
    return new Place(here, true);
  }

  private static Optional<Part> child(Part part, Object step) {
    if (!(step instanceof Integer index)) {
      return part.find(step.toString());
    }
    List<Part> items =
        part.tree() instanceof Map ? List.copyOf(part.entries().values()) : part.items();
    return index < items.size() ? Optional.of(items.get(index)) : Optional.empty();
  }

  /**
   * What is wrong with it where it is to run, beside what is wrong with it anywhere.
   *
   * @param where where an intent runs
   */
  List<ManifestException> problemsOn(Function<? super Intent, Target> where) {
    List<ManifestException> problems = new ArrayList<>();
    Part target = document.orEmpty("spec").orEmpty("target");
    if (intent.isEmpty() || (intent.get().target().isEmpty() && isUnread("spec.target"))) {
      return problems;
    }
    Set<String> wrong = new HashSet<>();
    Optional<Target> there = target(target, where, wrong, problems);
    there.ifPresent(
        on ->
            refusals(() -> intent.get().on(on)).stream()
                .filter(problem -> !known.contains(problem.getMessage()))
                .filter(problem -> isRight() || !(problem instanceof NoMatchException))
                .filter(problem -> wrong.stream().noneMatch(problem.getMessage()::contains))
                .forEach(problem -> problems.add(located(problem, target))));
    return problems;
  }

  private boolean isUnread(String path) {
    return document.problems().stream().anyMatch(problem -> problem.isWithin(path));
  }

  /** The target with those of its options that it takes. */
  private Optional<Target> target(
      Part target,
      Function<? super Intent, Target> where,
      Set<String> wrong,
      List<ManifestException> problems) {
    Optional<IntentTarget> said = intent.get().target();
    if (said.isEmpty()) {
      return tried(where, intent.get(), document, problems);
    }
    IntentTarget known = IntentTarget.of(said.get().provider());
    if (tried(where, moved(known), target.orEmpty("provider"), problems).isEmpty()) {
      return Optional.empty();
    }
    if (said.get().edition().isPresent()) {
      IntentTarget edition = known.edition(said.get().edition().get());
      boolean there = tried(where, moved(edition), target.orEmpty("edition"), problems).isPresent();
      known = there ? edition : known;
    }
    for (Map.Entry<String, String> option : said.get().options().entrySet()) {
      IntentTarget more = known.with(option.getKey(), option.getValue());
      Part part = target.orEmpty("options").orEmpty(option.getKey());
      if (tried(where, moved(more), part, problems).isPresent()) {
        known = more;
      } else {
        wrong.add(option.getKey());
      }
    }
    return Optional.of(where.apply(moved(known)));
  }

  private Intent moved(IntentTarget target) {
    return moved.apply(target).orElseThrow();
  }

  private Optional<Target> tried(
      Function<? super Intent, Target> where,
      Intent there,
      Part part,
      List<ManifestException> problems) {
    List<Target> targets = new ArrayList<>();
    refusals(() -> targets.add(where.apply(there)))
        .forEach(problem -> problems.add(named(part, problem)));
    return targets.stream().findFirst();
  }

  /** Each of what is refused; that nothing fits is no problem where it is the only one. */
  private static List<GpuSpecException> refusals(Runnable step) {
    try {
      step.run();
      return List.of();
    } catch (InvalidWorkloadException e) {
      return e.problems();
    } catch (NoMatchException e) {
      return List.of();
    } catch (GpuSpecException e) {
      return List.of(e);
    }
  }

  private ManifestException located(GpuSpecException problem, Part target) {
    Part gpu = document.orEmpty("spec").orEmpty("gpu");
    if (problem instanceof UnknownNameException && problem.getMessage().startsWith("GPU ")) {
      return named(gpu.find("names").or(() -> gpu.find("anyOf")).orElse(gpu), problem);
    }
    Part options = target.orEmpty("options");
    return named(
        options.entries().entrySet().stream()
            .filter(option -> problem.getMessage().startsWith(option.getKey() + ":"))
            .map(Map.Entry::getValue)
            .findFirst()
            .orElse(document.orEmpty("metadata").orEmpty("name")),
        problem);
  }

  /** With the name of the intent, because a line of a target says little of it. */
  private ManifestException named(Part part, GpuSpecException problem) {
    YamlPlace place = part.place();
    return new ManifestException(
        place.source(),
        place.node().line(),
        place.node().column(),
        place.path(),
        "%s %s: %s"
            .formatted(
                intent.get().kind(),
                document.orEmpty("metadata").find("name").map(Part::text).orElse(""),
                problem.getMessage()));
  }
}
