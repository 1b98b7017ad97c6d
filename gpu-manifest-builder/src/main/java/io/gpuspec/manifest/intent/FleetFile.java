package io.gpuspec.manifest.intent;

import io.gpuspec.GpuRequest;
import io.gpuspec.Target;
import io.gpuspec.fleet.Demand;
import io.gpuspec.fleet.DemandLines;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.manifest.internal.tree.YamlInput;
import io.gpuspec.manifest.read.FileMatches;
import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Note;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * The pods of a file, as demands of a fleet: manifests, intents, or JSON lines.
 *
 * <pre>{@code
 * FleetFile file = FleetFile.read(Path.of("deployment.yaml"), gpus.in("eks"));
 * file.demands();    // 3 x llm: ...
 * Fleet.of(gpus.in("eks")).demands(file.demands()).plan().isComplete();    // true
 * }</pre>
 */
public final class FleetFile {
  private static final Pattern INTENT =
      Pattern.compile("(?m)^\\s*[\"']?apiVersion[\"']?\\s*:\\s*[\"']?gpuspec\\.io/");

  private final Listing<Demand> demands;
  private final Listing<Note> notes;
  private final Listing<GpuSpecException> problems;
  private final boolean isJudged;

  private FleetFile(
      List<Demand> demands,
      List<Note> notes,
      List<? extends GpuSpecException> problems,
      boolean isJudged) {
    this.demands = Listing.copyOf(demands);
    this.notes = Listing.copyOf(notes);
    this.problems = Listing.copyOf(problems);
    this.isJudged = isJudged;
  }

  /**
   * Reads a file.
   *
   * @throws GpuSpecException if the file does not exist, or is no YAML
   */
  public static FleetFile read(Path path, Target target) {
    return read(path, target, UnaryOperator.identity());
  }

  /**
   * Reads a file, with what holds for all requests, such as a capacity type.
   *
   * @throws GpuSpecException if the file does not exist, or is no YAML
   */
  public static FleetFile read(Path path, Target target, UnaryOperator<GpuRequest> wishes) {
    return YamlInput.read(
        path,
        "manifests, intents or JSON lines",
        in ->
            parse(
                path.toString(),
                new String(in.readAllBytes(), StandardCharsets.UTF_8),
                target,
                wishes));
  }

  /**
   * Reads a text.
   *
   * @param source what to call it in messages
   * @param wishes what holds for all requests, such as a capacity type
   * @throws GpuSpecException if it is no YAML
   */
  public static FleetFile parse(
      String source, String text, Target target, UnaryOperator<GpuRequest> wishes) {
    Checks.given("source", source);
    Checks.given("target", target);
    Checks.given("wishes", wishes);
    if (DemandLines.isOne(Checks.given("text", text))) {
      return lines(source, text, wishes);
    }
    return INTENT.matcher(text).find()
        ? intents(IntentFile.parse(source, text), target, wishes)
        : of(WorkloadFile.parse(source, text).on(target, wishes), false, List.of());
  }

  private static FleetFile lines(String source, String text, UnaryOperator<GpuRequest> wishes) {
    List<GpuSpecException> problems = new ArrayList<>();
    List<Demand> demands =
        DemandLines.read(
            text,
            problem ->
                problems.add(
                    new GpuSpecException(
                        problem.id(), source + ": " + problem.getMessage(), problem)));
    return new FleetFile(
        demands.stream().map(each -> each.with(wishes)).toList(), List.of(), problems, true);
  }

  private static FleetFile intents(
      IntentFile file, Target target, UnaryOperator<GpuRequest> wishes) {
    List<GpuSpecException> problems =
        new ArrayList<>(file.problemsOn(intent -> intent.withOptions(target)));
    List<Demand> demands = new ArrayList<>();
    List<Note> notes = new ArrayList<>();
    boolean isJudged = true;
    if (problems.isEmpty()) {
      for (Intent intent : file.intents()) {
        FleetFile built = built(intent, target, wishes);
        demands.addAll(built.demands);
        notes.addAll(built.notes);
        problems.addAll(built.problems);
        isJudged &= built.isJudged;
      }
    }
    return new FleetFile(demands, notes, problems, isJudged);
  }

  /** A target without the GPU of an intent is a problem of it there, as in its other fields. */
  private static FleetFile built(Intent intent, Target target, UnaryOperator<GpuRequest> wishes) {
    Target there = intent.withOptions(target);
    String manifests;
    try {
      manifests = intent.on(there).yaml().toString();
    } catch (GpuSpecException e) {
      return new FleetFile(List.of(), List.of(), List.of(e), true);
    }
    return of(
        WorkloadFile.parse(intent.toString(), manifests).on(there, wishes),
        true,
        intent.unusedOptions(there));
  }

  private static FleetFile of(FileMatches matches, boolean isBuilt, List<Note> before) {
    List<Note> notes = new ArrayList<>(before);
    // An intent's own node pools, for example, are no objects of the file.
    matches.notes().stream()
        .filter(note -> !isBuilt || !note.id().equals("object.passed-over"))
        .forEach(notes::add);
    matches.matches().stream()
        .filter(each -> each.claimed().isPresent())
        .flatMap(each -> each.match().stream())
        .flatMap(match -> match.target().claimsNote().stream())
        .findFirst()
        .ifPresent(notes::add);
    matches.notPlanned().forEach(notes::add);
    return new FleetFile(
        matches.demands(),
        notes,
        matches.problems(),
        matches.isJudged() && matches.notPlanned().isEmpty());
  }

  /** Returns the demands, in the order of the file. */
  public Listing<Demand> demands() {
    return demands;
  }

  /** Returns what was ignored or is to be known. */
  public Listing<Note> notes() {
    return notes;
  }

  /** Returns what is wrong with the file. */
  public Listing<GpuSpecException> problems() {
    return problems;
  }

  /** Returns whether everything that requests a GPU was evaluated. */
  public boolean isJudged() {
    return isJudged;
  }

  /** Returns text such as {@code 2 demands}. */
  @Override
  public String toString() {
    return demands.size() == 1 ? "1 demand" : demands.size() + " demands";
  }
}
