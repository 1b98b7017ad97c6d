package io.gpuspec.manifest.read;

import io.gpuspec.GpuRequest;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.fleet.Demand;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.internal.found.NotJudged;
import io.gpuspec.manifest.internal.found.PodRange;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.manifest.internal.tree.Lines;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.Answer;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.Facts;
import io.gpuspec.value.Listing;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The matches of a file's workloads on one target.
 *
 * <pre>{@code
 * FileMatches matches = WorkloadFile.read(Path.of("deployment.yaml")).on(gpus.in("tke"));
 * matches.isFound();     // true
 * matches.matches();
 *     // Deployment llm: 3 x T4 x1 · 4 cores · 16Gi  on tke (over by 3 cores, 12Gi)
 * }</pre>
 */
public final class FileMatches implements Answer {
  /**
   * One workload with its result: a match, or a problem that prevented it from being matched.
   *
   * @param workload the workload
   * @param match its match
   * @param problem what is wrong with its manifest, with file, line and column
   * @param claimed the devices of its claims, if it requests devices with claims
   */
  public record WorkloadMatch(
      Workload workload,
      Optional<Match> match,
      Optional<ManifestException> problem,
      Optional<ClaimedMatch> claimed)
      implements Answer {

    /** Checks that all are there. */
    public WorkloadMatch {
      Checks.given("workload", workload);
      Checks.given("match", match);
      Checks.given("problem", problem);
      Checks.given("claimed", claimed);
    }

    /** Returns whether a shape was found. */
    public boolean isFound() {
      return match.filter(Match::isFound).isPresent();
    }

    /** Returns whether there is an answer, which can be that its pods match nothing. */
    public boolean isJudged() {
      return match.filter(Match::isJudged).isPresent()
          && claimed.map(ClaimedMatch::isJudged).orElse(true);
    }

    /**
     * Adds {@code "kind", "name", "task"?, "pods"?, "namespace"?, "claims"?, ...as of a match}; one
     * that could not be read has an {@code "error"}.
     */
    @Override
    public void describe(Facts out) {
      out.put("kind", workload.kind())
          .put("name", workload.name())
          .put("task", workload.task())
          .put("pods", workload.found().range().map(range -> (Answer) of -> describe(range, of)))
          .put("namespace", workload.namespace())
          .put("claims", claimed.map(ClaimedMatch::devices));
      match.ifPresentOrElse(out::putAll, () -> describeUnread(out));
    }

    private static void describe(PodRange range, Facts out) {
      out.put("least", range.least());
      if (range.isLimited()) {
        out.put("most", range.most());
      }
    }

    private void describeUnread(Facts out) {
      Optional<String> message = problem.map(Throwable::getMessage);
      out.put("matched", false)
          .put("error", message)
          .putOrNull("requested", Optional.empty())
          .putOrNull("spec", Optional.empty())
          .putOrNull("waste", Optional.empty())
          .put("alternatives", List.of())
          .put(
              "rejected",
              List.of(workload),
              (of, item) ->
                  item.put("name", of.toString()).put("reasons", message.stream().toList()))
          .put("notes", List.of());
    }

    @Override
    public String toString() {
      return workload
          + ": "
          + match.map(Match::toString).or(() -> problem.map(Throwable::getMessage)).orElse("");
    }
  }

  private final String source;
  private final Target target;
  private final UnaryOperator<GpuRequest> wishes;
  private final Listing<WorkloadMatch> matches;
  private final Listing<Note> notes;
  private final Listing<Note> notJudged;
  private final Listing<ManifestException> problems;

  private FileMatches(
      String source,
      Target target,
      UnaryOperator<GpuRequest> wishes,
      List<WorkloadMatch> matches,
      List<Note> notes,
      List<Note> notJudged,
      List<ManifestException> problems) {
    this.source = source;
    this.target = target;
    this.wishes = wishes;
    this.matches = Listing.copyOf(matches);
    this.notes = Listing.copyOf(notes);
    this.notJudged = Listing.copyOf(notJudged);
    this.problems = Listing.copyOf(problems);
  }

  static FileMatches of(WorkloadFile file, Target target, UnaryOperator<GpuRequest> wishes) {
    List<WorkloadMatch> matches = new ArrayList<>();
    List<Note> notes = new ArrayList<>(file.notes());
    List<Note> notJudged = new ArrayList<>(file.notJudged());
    List<ManifestException> problems = new ArrayList<>(file.problems());
    List<PodView> daemons = new ArrayList<>();
    for (Workload workload : file.workloads()) {
      notes.addAll(workload.notes());
      boolean found = false;
      try {
        workload.claimsOfOthers().ifPresent(notes::add);
        workload.adminClaim().ifPresent(notes::add);
        Optional<ClaimedMatch> claimed = workload.claimed(target, wishes);
        if (claimed.isPresent()) {
          found = claimed.get().match().isFound();
          matches.add(
              new WorkloadMatch(
                  workload, Optional.of(claimed.get().match()), Optional.empty(), claimed));
          claimed.get().unknown().ifPresent(notJudged::add);
          file.runtimes().missing(workload.found()).ifPresent(notes::add);
          continue;
        }
        Optional<Match> match = workload.match(target, wishes);
        found = match.filter(Match::isFound).isPresent();
        if (match.isPresent()) {
          matches.add(new WorkloadMatch(workload, match, Optional.empty(), Optional.empty()));
          file.runtimes().missing(workload.found()).ifPresent(notes::add);
          if (match.get() instanceof Match.NotJudged unknown) {
            notJudged.addAll(NotJudged.of(workload.found(), unknown));
            workload.sharedClaim().ifPresent(notes::add);
          }
        } else {
          notes.add(Note.of("workload.no-gpu", workload + " asks for no GPU"));
          notes.addAll(workload.found().uncountedGpus());
          if (workload.kind().equals("DaemonSet")) {
            daemons.add(workload.pod());
          }
        }
      } catch (ManifestException e) {
        matches.add(
            new WorkloadMatch(workload, Optional.empty(), Optional.of(e), Optional.empty()));
        problems.add(e);
      }
      if (!found) {
        workload.found().misplacedAnnotations(target).ifPresent(notes::add);
      }
    }
    if (!matches.isEmpty()) {
      ofNodes(daemons, target).ifPresent(notes::add);
    }
    notes.addAll(notJudged);
    if (matches.isEmpty() && problems.isEmpty() && notJudged.isEmpty()) {
      notes.add(Note.of("file.no-gpu", noGpu(file)));
    }
    return new FileMatches(file.source(), target, wishes, matches, notes, notJudged, problems);
  }

  /** What pods of DaemonSets take of each node, on a target with options for it that are open. */
  private static Optional<Note> ofNodes(List<PodView> daemons, Target target) {
    CpuAmount cpu =
        daemons.stream().map(PodView::cpuRequest).reduce(CpuAmount.ZERO, CpuAmount::plus);
    MemorySize memory =
        daemons.stream().map(PodView::memoryRequest).reduce(MemorySize.ZERO, MemorySize::plus);
    if (cpu.isZero() && memory.isZero()) {
      return Optional.empty();
    }
    Map<String, String> taken = new HashMap<>();
    taken.put("daemonset-pods", String.valueOf(daemons.size()));
    if (!cpu.isZero()) {
      taken.put("daemonset-cpu", cpu.toString());
    }
    if (!memory.isZero()) {
      taken.put("daemonset-memory", memory.toString());
    }
    String open =
        target.options().stream()
            .filter(option -> taken.containsKey(option.name()) && !target.isChosen(option))
            .map(option -> option.name() + "=" + taken.get(option.name()))
            .collect(Collectors.joining(", "));
    return open.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Note.of(
                "nodes.daemonsets",
                "what DaemonSets of the file request on each node that they run on counts if you give it: "
                    + open));
  }

  /** Objects of other kinds are not mentioned, because they may well contain pods with GPUs. */
  private static String noGpu(WorkloadFile file) {
    int passedOver = file.passedOver();
    return "no workload that was read asks for a GPU"
        + (passedOver == 0
            ? ""
            : "; what the %s passed over may ask for is not known"
                .formatted(Lines.count(passedOver, "object")));
  }

  /** Returns each GPU workload and what became of it, in the order of the file. */
  public Listing<WorkloadMatch> matches() {
    return matches;
  }

  /** Returns whether one of them is of no kind that the target takes, and nothing is wrong. */
  boolean isRefused() {
    return problems.isEmpty()
        && matches.stream().flatMap(each -> each.match().stream()).anyMatch(Match::isRefused);
  }

  /** Returns whether all have a shape for certain. */
  boolean isCertain() {
    return isFound()
        && isJudged()
        && matches.stream().flatMap(each -> each.match().stream()).allMatch(Match::isCertain);
  }

  /** Returns the target that they were matched on. */
  Target target() {
    return target;
  }

  /** Returns what was changed of every request before it was matched. */
  UnaryOperator<GpuRequest> wishes() {
    return wishes;
  }

  /**
   * Returns the workloads as demands of a fleet on the target that they were matched on: pods that
   * a required anti-affinity or a host port keeps apart are at most one on a node, and pods that
   * select on different labels of your own are in different pools. Pods that match but for an
   * extended resource can have a node that exists and has it.
   *
   * @throws ManifestException with file, line and column if an affinity cannot be read
   */
  public List<Demand> demands() {
    return FleetDemands.of(this);
  }

  /**
   * Returns notes on workloads that have a match and are not among the {@link #demands} as they are
   * written: a fleet counts whole cards and MIG instances of one profile, and they claim other
   * parts of cards; their node affinity leaves a choice between zones or labels of your own; or
   * they are apart from pods of others, or together with some.
   */
  public Listing<Note> notPlanned() {
    return Listing.copyOf(FleetDemands.notPlanned(this));
  }

  /**
   * Returns notes about what was ignored, workloads without GPUs, unknown fields, and annotations
   * in places where they have no effect.
   */
  public Listing<Note> notes() {
    return notes;
  }

  /**
   * Returns the requests for GPUs that were not evaluated, each with file, line and column: parts
   * of cards and claims, and pods of kinds that are not read. They are among the {@link #notes}
   * too.
   */
  public Listing<Note> notJudged() {
    return notJudged;
  }

  /** Returns what is wrong with the file's manifests. */
  public Listing<ManifestException> problems() {
    return problems;
  }

  /**
   * Returns whether every GPU workload that was judged has a matching shape, and nothing is wrong
   * with the file: what cannot be read may be a workload.
   */
  public boolean isFound() {
    return problems.isEmpty()
        && matches.stream()
            .allMatch(each -> each.isFound() || (each.match().isPresent() && !each.isJudged()));
  }

  /** Returns whether every request for a GPU was evaluated; see {@link #notJudged}. */
  public boolean isJudged() {
    return notJudged.isEmpty();
  }

  /** Adds {@code "workloads": [{"kind", "name", ...as of a match}], "notes"}. */
  @Override
  public void describe(Facts out) {
    out.put("workloads", matches).put("notes", notes, FileMatches::describe);
  }

  /** Adds a note of a file, without its source. */
  static void describe(Note note, Facts out) {
    out.put("id", note.id()).put("message", note.message());
  }

  /** The file, how many GPU workloads it has and how many land, then one a line. */
  @Override
  public String toString() {
    return Lines.of(source, counts(), matches);
  }

  /** Returns text such as {@code 2 GPU workloads, 1 on a shape}. */
  String counts() {
    String counts =
        "%s, %s on a shape"
            .formatted(
                Lines.count(matches.size(), "GPU workload"),
                matches.stream().filter(WorkloadMatch::isFound).count());
    if (!problems.isEmpty()) {
      counts += ", " + Lines.count(problems.size(), "problem");
    }
    return counts;
  }
}
