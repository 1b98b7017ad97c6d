package io.gpuspec.manifest.internal.found;

import io.gpuspec.internal.yaml.YamlScalar;
import io.gpuspec.internal.yaml.YamlText;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.manifest.internal.tree.YamlTree;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Identical pods of an object, with their place in it. */
public final class FoundPods {
  private static final String PARENT = "../";
  private static final String ROOT = "/";
  private static final String ANNOTATIONS = "annotations";

  /** Flags with which a controller creates no pods, for now. */
  private static final List<PlacePath> SUSPENDED =
      Stream.of("spec suspend", "spec runPolicy suspend", "spec jobTemplate spec suspend")
          .map(PlacePath::of)
          .toList();

  private final PodsPath path;
  private final PlacePath.Reached reached;
  private final PodDocument pods;

  FoundPods(PodsPath path, PlacePath.Reached reached, PodDocument pods) {
    this.path = path;
    this.reached = reached;
    this.pods = pods;
  }

  /** Returns pods at a place that no row of the kinds names; they count once. */
  static FoundPods byShape(YamlPlace place, List<Object> steps, PodForm form) {
    return new FoundPods(
        PodsPath.byShape(place.path(), steps, form),
        new PlacePath.Reached(place, List.of(place), List.of()),
        new PodDocument(place, form));
  }

  PodDocument pods() {
    return pods;
  }

  /** Returns the fields and indexes that lead to them in the object's tree. */
  public List<Object> steps() {
    int item = 0;
    Stream.Builder<Object> steps = Stream.builder();
    for (String step : path.at().steps()) {
      steps.add(step.equals("*") ? reached.keys().get(item++) : step);
    }
    return steps.build().toList();
  }

  /** Returns whether they are a pod template, so that they can be changed as one. */
  public boolean isTemplate() {
    return path.form().isTemplate();
  }

  /** Returns their name among the object's pods; empty if the object has no others. */
  Optional<String> task() {
    if (path.task().isPresent()) {
      return path.task();
    }
    if (path.taskField().isPresent()) {
      return Optional.of(named(path.taskField().get()));
    }
    return reached.keys().isEmpty()
        ? Optional.empty()
        : Optional.of(String.valueOf(reached.keys().get(reached.keys().size() - 1)));
  }

  private String named(String field) {
    YamlPlace item = item(field);
    if (path.taskDefault().isEmpty()) {
      return item.require(without(field)).string();
    }
    String name = item.find(without(field)).map(YamlPlace::string).orElse("");
    return name.isEmpty()
        ? path.taskDefault().get() + reached.keys().get(reached.keys().size() - 1)
        : name;
  }

  /** Returns whether none of them run, because the object counts others among them. */
  public boolean isNone() {
    return path.lessIf().isPresent() && scaled() == 0;
  }

  /** Why none of them run at present: a field, and what it says. */
  public record Idle(YamlPlace place, String why) {
    static Idle of(YamlPlace field) {
      return new Idle(field, "%s is %s".formatted(field.path(), YamlTree.of(field.node())));
    }
  }

  /** Returns the field for which none of them run at present. */
  Optional<Idle> idle() {
    Stream<Optional<YamlPlace>> none =
        Stream.concat(
                path.count().stream().skip(hasLeast() ? 1 : 0),
                path.jobs().stream().map(job -> job + " parallelism"))
            .flatMap(names -> Stream.of(names.split(" \\| ")))
            .map(field -> field.split("=", 2)[0])
            .map(field -> PlacePath.of(without(field)).find(item(field)))
            .map(stated -> stated.filter(number -> says(number, "0")));
    Stream<Optional<YamlPlace>> suspended =
        Stream.concat(
                SUSPENDED.stream().map(flag -> flag.find(object())),
                Stream.of(reached.item().find("suspend")))
            .map(flag -> flag.filter(set -> says(set, "true")));
    return Stream.concat(none, suspended)
        .flatMap(Optional::stream)
        .findFirst()
        .map(Idle::of)
        .or(this::noneByDefault);
  }

  /** Returns where a number of pods is missing whose default is none. */
  private Optional<Idle> noneByDefault() {
    return path.count().stream()
        .findFirst()
        .filter(field -> field.endsWith("=0"))
        .map(field -> field.split("=", 2)[0])
        .filter(field -> PlacePath.of(without(field)).find(item(field)).isEmpty())
        .filter(field -> number(path.least()).orElse(0) == 0)
        .map(
            field ->
                new Idle(
                    item(field),
                    "%s has no %s, whose default is 0"
                        .formatted(item(field).path(), without(field))));
  }

  /** Returns whether the least of them run however few are stated. */
  private boolean hasLeast() {
    return path.isLimited() && number(path.least()).orElse(0) > 0;
  }

  private static boolean says(YamlPlace field, String text) {
    return field.node() instanceof YamlScalar scalar && scalar.text().equals(text);
  }

  /** Returns how many run at once; 1 if they are scaled to zero, or nothing counts them. */
  int count() {
    return product(Math.max(1, scaled()));
  }

  /** Returns how many of them are in each replica of the object. */
  int podsOfReplica() {
    return Math.max(1, count() / Math.max(1, number(object().find("spec"), "replicas", 1)));
  }

  /** Returns how many run at least and at most; empty unless a range is stated. */
  Optional<PodRange> range() {
    Optional<Integer> most = number(path.most());
    if (most.isEmpty() || path.autoscaler().filter(flag -> !isTrue(flag)).isPresent()) {
      return Optional.empty();
    }
    int least = number(path.least()).orElseGet(this::scaled);
    return Optional.of(new PodRange(least, most.get()).times(product(1)))
        .filter(range -> range.most() > range.least());
  }

  private boolean isTrue(String flag) {
    return PlacePath.of(without(flag)).find(item(flag)).filter(YamlPlace::bool).isPresent();
  }

  /** Returns the number that scaling changes. */
  private int scaled() {
    Optional<Integer> stated = path.count().stream().findFirst().flatMap(this::number);
    int pods = Math.max(1, stated.or(() -> number(path.least())).orElse(1));
    if (path.isLimited()) {
      pods = Math.max(pods, number(path.least()).orElse(1));
      pods = Math.max(1, Math.min(pods, number(path.most()).orElse(pods)));
    }
    return path.lessIf().flatMap(field -> field.find(reached.item())).isPresent() ? pods - 1 : pods;
  }

  private int product(int scaled) {
    int others = 1;
    try {
      for (String factor : path.count().stream().skip(1).toList()) {
        others = Math.multiplyExact(others, Math.max(1, number(factor).orElse(1)));
      }
      others = Math.multiplyExact(others, path.jobs().map(this::podsOfJob).orElse(1));
      return Math.multiplyExact(scaled, others);
    } catch (ArithmeticException e) {
      throw reached
          .item()
          .problem(
              "'%s' jobs of %s pods are more than any cluster runs; write fewer"
                  .formatted(scaled, others));
    }
  }

  /** Returns how many pods of a Job run at once: never more than are still to be completed. */
  private int podsOfJob(String job) {
    int parallel = Math.max(1, number(job + " parallelism").orElse(1));
    return Math.min(parallel, Math.max(1, number(job + " completions").orElse(parallel)));
  }

  private Optional<Integer> number(Optional<String> field) {
    return field.flatMap(this::number);
  }

  /** A number under the first name that is present; empty if it is missing and means 1. */
  private Optional<Integer> number(String names) {
    return Stream.of(names.split(" \\| ")).flatMap(name -> numberOf(name).stream()).findFirst();
  }

  private Optional<Integer> numberOf(String field) {
    String[] parts = field.split("=", 2);
    Optional<Integer> missing =
        parts.length == 2 ? Optional.of(Integer.valueOf(parts[1])) : Optional.empty();
    return PlacePath.of(without(parts[0]))
        .find(item(parts[0]))
        .map(FoundPods::number)
        .or(() -> missing);
  }

  /** Returns a number of pods under a key. */
  static int number(Optional<YamlPlace> parent, String key, int missing) {
    return parent.flatMap(p -> p.find(key)).map(FoundPods::number).orElse(missing);
  }

  private static int number(YamlPlace stated) {
    long pods = isText(stated) ? digits(stated) : stated.integer();
    if (pods > Integer.MAX_VALUE) {
      throw stated.problem("'%s' is more than Kubernetes takes; write fewer".formatted(pods));
    }
    return (int) Math.max(0, pods);
  }

  private static boolean isText(YamlPlace stated) {
    return stated.path().contains(ANNOTATIONS);
  }

  /** Annotations are strings. */
  private static long digits(YamlPlace stated) {
    try {
      return Long.parseLong(stated.rendered());
    } catch (NumberFormatException e) {
      throw stated.problem(
          "'%s' is not a number of pods; write it like '2'"
              .formatted(YamlText.shown(stated.string())));
    }
  }

  private YamlPlace item(String field) {
    if (field.startsWith(ROOT)) {
      return object();
    }
    List<YamlPlace> items = reached.items();
    return field.startsWith(PARENT) ? items.get(items.size() - 2) : reached.item();
  }

  private YamlPlace object() {
    return reached.items().get(0);
  }

  private static String without(String field) {
    return field.startsWith(PARENT)
        ? field.substring(PARENT.length())
        : field.startsWith(ROOT) ? field.substring(ROOT.length()) : field;
  }
}
