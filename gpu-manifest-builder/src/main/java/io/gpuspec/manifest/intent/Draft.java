package io.gpuspec.manifest.intent;

import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.WorkloadFields;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.internal.fields.IntentPath;
import io.gpuspec.manifest.internal.fields.IntentTarget;
import io.gpuspec.manifest.internal.fields.Part;
import io.gpuspec.manifest.internal.fields.Problems;
import io.gpuspec.manifest.internal.tree.Pages;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A document of a file as far as it could be read, without its invalid parts. What can be judged of
 * it is judged all the same.
 */
final class Draft {
  private static final Comparator<ManifestException> IN_ORDER =
      Comparator.comparingInt(ManifestException::line).thenComparingInt(ManifestException::column);

  /** Levels that a file may leave out: it says requests, and sources of variables, at once. */
  private static final Set<Object> LEFT_OUT = Set.of("resources", "valueFrom");

  /** Kinds of which a file is written and no object of Kubernetes, with what reads it. */
  private static final Map<String, String> NO_OBJECTS =
      Map.of("KubeletSettings", "of a node", "GpuOperatorValues", "for Helm");

  private final String page;
  private final Part document;
  private final Optional<GpuWorkload> pods;
  private final Optional<Intent> intent;
  private final String controller;

  /** The messages of known problems of the pods, whether or not they are reported. */
  private final Set<String> known = new HashSet<>();

  private Draft(
      Part document, Optional<GpuWorkload> pods, Optional<Intent> intent, String controller) {
    this.document = document;
    this.pods = pods;
    this.intent = intent;
    this.controller = controller;
    this.page =
        document
            .find("kind")
            .map(kind -> IntentKind.ALL.get(kind.text()))
            .map(IntentKind::page)
            .orElse(Pages.INTENTS);
    pods.ifPresent(this::judge);
  }

  /** Reads a document. */
  static Draft read(YamlPlace place) {
    List<ManifestException> problems = new FirstProblems();
    try {
      IntentKind kind = IntentKind.of(place);
      Object tree = kind.schema().read(place, problems).orElseThrow();
      return kind.reader().read(new Part(place, tree, problems));
    } catch (ManifestException e) {
      problems.add(e);
      return new Draft(new Part(place, Map.of(), problems), Optional.empty(), Optional.empty(), "");
    }
  }

  static Draft workload(Part document) {
    GpuWorkload workload = WorkloadFields.read(document);
    boolean isKind = document.orEmpty("spec").find("kind").isPresent();
    return runs(
        document, workload, Intent.of(workload), isKind ? WorkloadFields.noun(workload) : "");
  }

  /** A gang is read where its number is known; its workers in any case. */
  static Draft gang(Part document) {
    GpuWorkload worker = GangFields.worker(document);
    return GangFields.read(document, worker)
        .map(gang -> runs(document, worker, Intent.of(gang), GangFields.object(gang)))
        .orElseGet(() -> new Draft(document, Optional.of(worker), Optional.empty(), ""));
  }

  private static Draft runs(Part document, GpuWorkload pods, Intent intent, String controller) {
    Intent there =
        document
            .orEmpty("spec")
            .step("target", intent, (i, target) -> i.at(IntentTarget.read(target)));
    return new Draft(document, Optional.of(pods), Optional.of(there), controller);
  }

  static Draft platform(Part document, Optional<Intent> intent) {
    return new Draft(document, Optional.empty(), intent, "");
  }

  /** Returns whether nothing is wrong with it, wherever it is to run. */
  private boolean isRight() {
    return intent.isPresent() && document.problems().isEmpty();
  }

  /** The workload or gang, if nothing is wrong with it. */
  Optional<Intent> intent() {
    return intent.filter(right -> pods.isPresent() && isRight()).map(this::placed);
  }

  /** The objects that a cluster needs, if nothing is wrong with them. */
  Optional<Intent> platform() {
    return intent.filter(right -> pods.isEmpty() && isRight()).map(this::placed);
  }

  private Intent placed(Intent read) {
    YamlPlace name = document.orEmpty("metadata").orEmpty("name").place();
    return read.readAt(
        "%s:%s:%s".formatted(name.source(), name.node().line(), name.node().column()));
  }

  /**
   * Returns what no two intents of a file may share: what runs the pods, its namespace and its
   * name.
   */
  Optional<String> identity() {
    return controller.isEmpty() || document.orEmpty("metadata").find("name").isEmpty()
        ? Optional.empty()
        : pods.map(workload -> "%s '%s'".formatted(controller, WorkloadFields.identity(workload)));
  }

  /** Reports a problem if the document must be alone in its output, because it is not an object. */
  void requireAlone() {
    document
        .find("kind")
        .filter(kind -> NO_OBJECTS.containsKey(kind.text()))
        .ifPresent(
            kind ->
                document
                    .problems()
                    .add(
                        kind.place()
                            .problem(
                                "is a file %s, which kubectl apply refuses; write it in a file of its own"
                                    .formatted(NO_OBJECTS.get(kind.text())))));
  }

  /** Says that another intent of the file, at that line, is the same object. */
  void repeats(String identity, int line) {
    document
        .orEmpty("metadata")
        .require("name")
        .add(
            "%s is there already, at line %s; give it a name or namespace of its own, or leave one of the two out"
                .formatted(identity, line));
  }

  /** The line of its name. */
  int line() {
    return document.orEmpty("metadata").orEmpty("name").place().node().line();
  }

  /** Reports the problems of the pods' parts in combination. */
  private void judge(GpuWorkload judged) {
    Problems found = WorkloadFields.problems(judged);
    List<ManifestException> before = List.copyOf(document.problems());
    for (Problems.Problem problem : found.found()) {
      known.add(problem.cause().getMessage());
      if (!follows(problem, before)) {
        tell(problem);
      }
    }
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
    place
        .part()
        .add(problem.cause().id(), named ? said.substring(path.toString().length() + 2) : said);
  }

  /** A part of the document, or the innermost existing part around it. */
  private record Place(Part part, boolean exact) {}

  private Place at(IntentPath path) {
    Part here = document;
    List<Object> steps = path.steps();
    for (int i = 0; i < steps.size(); i++) {
      Optional<Part> next = child(here, steps.get(i));
      if (next.isEmpty() && !LEFT_OUT.contains(steps.get(i))) {
        return new Place(here, false);
      }
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

  /** Returns all that is wrong with it wherever it runs, in order; the last names the page. */
  List<ManifestException> problems() {
    return reported(List.of());
  }

  /**
   * Returns all that is wrong with it, also where it is to run.
   *
   * @param where where an intent runs
   */
  List<ManifestException> problemsOn(Function<? super Intent, Target> where) {
    return reported(
        intent
            .filter(one -> pods.isPresent())
            .filter(one -> one.provider().isPresent() || !isUnread("spec.target"))
            .map(one -> new TargetProblems(document, one, where))
            .map(there -> there.found(known, isRight()))
            .orElse(List.of()));
  }

  private List<ManifestException> reported(List<ManifestException> there) {
    List<ManifestException> told = new ArrayList<>(document.problems());
    told.addAll(there);
    told.sort(IN_ORDER);
    if (!told.isEmpty()) {
      told.add(told.remove(told.size() - 1).copy(page));
    }
    return told;
  }

  private boolean isUnread(String path) {
    return document.problems().stream().anyMatch(problem -> problem.isWithin(path));
  }
}
