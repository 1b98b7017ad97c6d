package io.gpuspec.manifest;

import io.gpuspec.Target;
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
  private final Optional<Movable> read;

  /** Messages of what was found of the pods, told or not because it follows from something else. */
  private final Set<String> known = new HashSet<>();

  /** An intent, and the same on another target. */
  private record Movable(Intent intent, Function<IntentTarget, Intent> moved) {}

  private Draft(Part document, GpuWorkload pods, Optional<Movable> read) {
    this.document = document;
    this.pods = pods;
    this.read = read;
  }

  /** Pods for which nothing could be made of the rest. */
  static Draft of(Part document, GpuWorkload pods) {
    return new Draft(document, pods, Optional.empty()).judged();
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
    Movable read = new Movable(there, target -> in.apply(intent, target));
    return new Draft(document, pods, Optional.of(read)).judged();
  }

  /** Whether nothing is wrong with it, wherever it is to run. */
  boolean isRight() {
    return read.isPresent() && document.problems().isEmpty();
  }

  /** The intent itself, if nothing is wrong with it. */
  Optional<Intent> intent() {
    return read.filter(right -> isRight()).map(Movable::intent);
  }

  /** What no two intents of a file may share: what runs the pods, its namespace and its name. */
  Optional<String> identity() {
    return document.orEmpty("metadata").find("name").isEmpty()
        ? Optional.empty()
        : controller().map(noun -> "%s '%s'".formatted(noun, qualifiedName()));
  }

  /** What runs the pods, as far as the document says it. */
  private Optional<String> controller() {
    Optional<Intent> said = read.map(Movable::intent);
    if (said.isPresent() && said.get() instanceof GangIntent gang) {
      return Optional.of(GangController.of(gang.gang()).object());
    }
    return said.filter(intent -> document.orEmpty("spec").find("kind").isPresent())
        .map(intent -> pods.kind().noun());
  }

  private String qualifiedName() {
    String name = pods.meta().getName();
    String namespace = pods.meta().getNamespace();
    return namespace == null ? name : namespace + "/" + name;
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
    return read.filter(one -> one.intent().target().isPresent() || !isUnread("spec.target"))
        .map(one -> new TargetProblems(document, one.intent(), one.moved(), where))
        .map(there -> there.found(known, isRight()))
        .orElse(List.of());
  }

  private boolean isUnread(String path) {
    return document.problems().stream().anyMatch(problem -> problem.isWithin(path));
  }
}
