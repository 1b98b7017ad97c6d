package io.gpuspec.manifest.intent;

import io.gpuspec.NoMatchException;
import io.gpuspec.Target;
import io.gpuspec.manifest.error.InvalidWorkloadException;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.internal.fields.IntentTarget;
import io.gpuspec.manifest.internal.fields.Part;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.UnknownNameException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Finds the problems of an intent on its target, each with its line. */
final class TargetProblems {
  private final Part document;
  private final Part target;
  private final Intent intent;
  private final Function<? super Intent, Target> where;
  private final List<ManifestException> problems = new ArrayList<>();

  /** The options that the target refuses. */
  private final Set<String> refused = new HashSet<>();

  /**
   * @param where where an intent runs
   */
  TargetProblems(Part document, Intent intent, Function<? super Intent, Target> where) {
    this.document = document;
    this.target = document.orEmpty("spec").orEmpty("target");
    this.intent = intent;
    this.where = where;
  }

  /**
   * Returns what is wrong.
   *
   * @param known messages of what was found of the pods wherever they run
   * @param isRight whether nothing was; or else that nothing fits may follow from that
   */
  List<ManifestException> found(Set<String> known, boolean isRight) {
    Optional<Target> there = target();
    there.ifPresent(
        on ->
            refusals(() -> intent.on(on)).stream()
                .filter(problem -> !known.contains(problem.getMessage()))
                .filter(problem -> isRight || !(problem instanceof NoMatchException))
                .filter(problem -> refused.stream().noneMatch(option -> names(problem, option)))
                .forEach(problem -> problems.add(located(problem))));
    return problems;
  }

  /** Returns whether a problem may follow from an option, whose name it says. */
  private static boolean names(GpuSpecException problem, String option) {
    return Pattern.compile("(?<![\\w-])" + Pattern.quote(option) + "(?![\\w-])")
        .matcher(String.valueOf(problem.getMessage()))
        .find();
  }

  /** The target with those of its options that it takes. */
  private Optional<Target> target() {
    Optional<IntentTarget> said = intent.target();
    if (said.isEmpty()) {
      return tried(intent, document);
    }
    IntentTarget known = IntentTarget.of(said.get().provider());
    if (tried(intent.at(known), target.orEmpty("provider")).isEmpty()) {
      return Optional.empty();
    }
    if (said.get().edition().isPresent()) {
      IntentTarget edition = known.edition(said.get().edition().get());
      boolean there = tried(intent.at(edition), target.orEmpty("edition")).isPresent();
      known = there ? edition : known;
    }
    for (Map.Entry<String, String> option : said.get().options().entrySet()) {
      IntentTarget more = known.with(option.getKey(), option.getValue());
      Part part = target.orEmpty("options").orEmpty(option.getKey());
      if (tried(intent.at(more), part).isPresent()) {
        known = more;
      } else {
        refused.add(option.getKey());
      }
    }
    return Optional.of(where.apply(intent.at(known)));
  }

  private Optional<Target> tried(Intent there, Part part) {
    List<Target> targets = new ArrayList<>();
    refusals(() -> targets.add(where.apply(there)))
        .forEach(problem -> problems.add(named(part, problem)));
    return targets.stream().findFirst();
  }

  /** Returns each exception; a no-match alone is not a problem. */
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

  private ManifestException located(GpuSpecException problem) {
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

  /** Adds the name of the intent, because a line of a target says little about it. */
  private ManifestException named(Part part, GpuSpecException problem) {
    YamlPlace place = part.place();
    return new ManifestException(
        problem.id(),
        place.source(),
        place.node().line(),
        place.node().column(),
        place.path(),
        "%s %s: %s"
            .formatted(
                intent.kind(),
                document.orEmpty("metadata").find("name").map(Part::text).orElse(""),
                problem.getMessage()));
  }
}
