package io.gpuspec.manifest;

import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Match;
import io.gpuspec.kube.Tree;
import io.gpuspec.manifest.internal.fields.Problems;
import io.gpuspec.scheduling.PodFieldException;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Note;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Reads built pods back as their target does, to check that they still match what was promised with
 * everything that the user set: {@code kubernetes.io/arch: arm64} together with a GPU that is only
 * available with amd64 is refused.
 */
final class ReadBack {

  /** The notes of a reading on what no request says: what the containers ask for beside it. */
  private static final Set<String> OF_PODS =
      Set.of("shape.below-requests", "limit.above-shape", "image-cache.disk");

  /**
   * The target's reading of a pod.
   *
   * @param match where it lands
   * @param why why it does not
   * @param instead what to do about it
   */
  private record Outcome(Optional<Match.Found> match, String why, String instead) {

    /**
     * Returns whether pods with the two outcomes get the same: as much of the same shape, bought in
     * the same way.
     */
    boolean isSameAs(Outcome other) {
      return match.isPresent() && other.match.isPresent()
          ? isSame(match.get(), other.match.get())
          : why.equals(other.why);
    }

    private static boolean isSame(Match.Found one, Match.Found other) {
      return one.shape().equals(other.shape()) && isBoughtAlike(one, other) && isAsMuch(one, other);
    }

    static boolean isBoughtAlike(Match.Found one, Match.Found other) {
      return one.request().capacityType() == other.request().capacityType();
    }

    static boolean isAsMuch(Match.Found one, Match.Found other) {
      return one.devicesPerPod() == other.devicesPerPod() && part(one).equals(part(other));
    }

    private static List<Object> part(Match.Found match) {
      Devices devices = match.request().devices();
      return List.of(devices.share(), devices.migProfile(), devices.isReplica());
    }
  }

  private final Match.Found found;
  private final UnaryOperator<Map<String, Object>> placed;
  private final UnaryOperator<GpuRequest> wishes;
  private final Outcome wanted;

  /**
   * @param found where the pods are to land
   * @param placed adds what the target writes to the user's part
   * @param wishes preferences that the pods do not state themselves
   */
  ReadBack(
      Match.Found found,
      UnaryOperator<Map<String, Object>> placed,
      UnaryOperator<GpuRequest> wishes) {
    this.found = found;
    this.placed = placed;
    this.wishes = wishes;
    this.wanted = new Outcome(Optional.of(found), "", "");
  }

  /**
   * Finds the entries of the user's part that direct the pods to other nodes.
   *
   * @param owners the pods without the target's part
   * @param pods the pods with it; empty if both write the same keys, which is already reported
   * @param isPlain whether the user's part has nothing that selects nodes
   * @return notes about the pods as they are built
   */
  List<Note> check(
      Map<String, Object> owners,
      Optional<Map<String, Object>> pods,
      boolean isPlain,
      Problems problems) {
    Map<String, Object> bare = isPlain ? owners : OwnersEntry.without(owners);
    Optional<Outcome> built = pods.map(pod -> outcome(PodView.of(Tree.of(pod))));
    Optional<Outcome> alone = isPlain ? built : outcome(bare);
    boolean isWanted = built.filter(wanted::isSameAs).isPresent();
    if (!isWanted && !isSame(built, alone)) {
      refuse(owners, bare, built, alone, problems);
      return List.of();
    }
    List<Note> notes = new ArrayList<>(isPlain ? List.of() : ofOwners(built, alone));
    PlacementNotes placement = new PlacementNotes(found);
    built
        .flatMap(Outcome::match)
        .map(read -> isWanted ? placement.onNamed(read) : placement.onOpen(read))
        .ifPresent(notes::addAll);
    built.flatMap(Outcome::match).stream()
        .flatMap(read -> read.notes().stream())
        .filter(note -> OF_PODS.contains(note.id()))
        .forEach(notes::add);
    return notes;
  }

  private static boolean isSame(Optional<Outcome> one, Optional<Outcome> other) {
    return one.isPresent() && other.filter(one.get()::isSameAs).isPresent();
  }

  /** Each entry that leads elsewhere by itself; all of them where only together they do. */
  private void refuse(
      Map<String, Object> owners,
      Map<String, Object> bare,
      Optional<Outcome> built,
      Optional<Outcome> alone,
      Problems problems) {
    boolean named = false;
    List<OwnersEntry> entries = OwnersEntry.of(owners, PodView.of(Tree.of(owners)));
    for (OwnersEntry entry : entries) {
      Optional<Outcome> with = outcome(entry.onto().apply(bare));
      if (with.isPresent() && !with.get().isSameAs(wanted) && !isSame(with, alone)) {
        problems.check(() -> refuse(entry.toString(), "was", with.get()));
        named = true;
      }
    }
    if (!named && built.isPresent()) {
      List<String> all = entries.stream().map(OwnersEntry::toString).toList();
      problems.check(() -> refuse(String.join(" and ", all), "were", built.get()));
    }
  }

  private void refuse(String entries, String were, Outcome with) {
    throw new InvalidValueException(
        "pod.conflict",
        "%s %s given, and with it %s; remove it%s"
            .formatted(
                entries,
                were,
                with.match().map(this::elsewhere).orElse(with.why()),
                with.match().map(this::instead).orElse(with.instead())));
  }

  private String elsewhere(Match.Found other) {
    if (!Outcome.isBoughtAlike(other, found)) {
      return "the pods land on %s capacity, and %s was asked for"
          .formatted(other.request().capacityType(), found.request().capacityType());
    }
    return "the pods land on %s, not on %s".formatted(match(other), match(found));
  }

  private static String match(Match.Found match) {
    Devices devices = match.request().devices();
    return devices.share().isPresent() || devices.migProfile().isPresent() || devices.isReplica()
        ? match.request().devices() + " of " + match.shape()
        : match.shape().toString();
  }

  private String instead(Match.Found other) {
    if (!Outcome.isBoughtAlike(other, found)) {
      return ", and ask for it: match.capacityType %1$s of an intent file, matched(r -> r.capacityType(CapacityType.parse(\"%1$s\"))) in Java"
          .formatted(other.request().capacityType());
    }
    if (other.request().isExplicit() && !found.request().isExplicit()) {
      return ", and say it with explicit(\"%s\", \"%s\")"
          .formatted(other.request().cpu(), other.request().memory());
    }
    if (!other.shape().spec().name().equals(found.shape().spec().name())) {
      return ", or ask for that with gpu(\"%s\")".formatted(other.shape().spec().name());
    }
    return sayIt();
  }

  /**
   * Returns the target's reading of the pods; empty if its part cannot be added to them, which is
   * reported for the keys that both write.
   */
  private Optional<Outcome> outcome(Map<String, Object> owners) {
    PodView pod;
    try {
      pod = PodView.of(Tree.of(placed.apply(owners)));
    } catch (InvalidValueException contradiction) {
      return Optional.empty();
    }
    return Optional.of(outcome(pod));
  }

  private Outcome outcome(PodView pod) {
    String target = found.target().id();
    try {
      Optional<Match> match = found.target().match(pod, wishes);
      return match
          .map(this::outcome)
          .orElseGet(() -> unread("the pods ask %s for no GPU".formatted(target)));
    } catch (PodFieldException e) {
      return unread("%s cannot read the pods: %s".formatted(target, e.problem()));
    } catch (GpuSpecException e) {
      return unread("%s cannot match the pods: %s".formatted(target, e.getMessage()));
    }
  }

  private Outcome outcome(Match match) {
    if (!match.isJudged()) {
      return new Outcome(
          Optional.empty(),
          "what the pods land on is not judged on %s: %s"
              .formatted(found.target().id(), match.notes().get(0).message()),
          "");
    }
    return match.isFound()
        ? new Outcome(match.found(), "", "")
        : new Outcome(
            Optional.empty(),
            "the pods land nowhere on %s%s".formatted(found.target().id(), why(match)),
            ", or ask for GPUs that go with it");
  }

  private static String why(Match none) {
    return none.rejected().stream().findFirst().map(rejection -> ": " + rejection).orElse("");
  }

  private Outcome unread(String why) {
    return new Outcome(Optional.empty(), why, sayIt());
  }

  private String sayIt() {
    return ", and say it with gpu(), explicit() or an option of " + found.target().id();
  }

  /** Returns the notes on the user's part, such as labels that the target cannot judge. */
  private List<Note> ofOwners(Optional<Outcome> built, Optional<Outcome> alone) {
    List<Note> notes = new ArrayList<>(all(built));
    notes.removeAll(found.notes());
    notes.removeAll(all(alone));
    return notes;
  }

  private static List<Note> all(Optional<Outcome> outcome) {
    return outcome
        .flatMap(Outcome::match)
        .map(match -> List.copyOf(match.notes()))
        .orElse(List.of());
  }
}
