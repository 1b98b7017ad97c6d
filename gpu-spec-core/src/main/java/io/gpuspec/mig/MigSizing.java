package io.gpuspec.mig;

import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.TextTable;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Facts;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import io.gpuspec.value.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The profiles and layouts for models of given memory sizes.
 *
 * <pre>{@code
 * MigSizing sizing = a100.forMemory("4G", "9G", "18G");
 * sizing.layouts();    // [4g.20gb][2g.10gb][1g.5gb]x
 * sizing.choices();
 *     // 3.72Gi: 1g.5gb with 4.75Gi (nominal 5Gi), 1.02Gi not needed
 *     // 8.38Gi: 2g.10gb with 9.62Gi (nominal 10Gi), 1.24Gi not needed
 *     // 16.76Gi: 4g.20gb with 19.5Gi (nominal 20Gi), 2.73Gi not needed
 * }</pre>
 *
 * <p>Memory is what the driver reports an instance to have, never what its name says: {@code
 * 1g.18gb} of an H200 has 16Gi. Each need gets the fewest memory slices that hold it. Of profiles
 * with as many, it gets the most compute slices that still go on as few cards. Profiles with more
 * or fewer media engines than usual, such as {@code +me}, are not chosen.
 */
public final class MigSizing implements Answer {

  /**
   * The profile for a need.
   *
   * @param need the requested memory
   * @param profile the chosen profile; empty if none has enough
   */
  public record Choice(MemorySize need, Optional<MigProfile> profile) {

    /** Refuses null, and a negative need. */
    public Choice {
      Arguments.required("need", need, "a size");
      if (need.toBytes() < 0) {
        throw new InvalidValueException(
            "mig.out-of-range", "need: '" + need + "' is negative; ask for 0 or more");
      }
      Arguments.required("profile", profile, "an Optional, empty for none");
    }

    /** Returns the memory of the instance that is not needed; empty if there is no instance. */
    public Optional<MemorySize> wasted() {
      return profile.flatMap(MigProfile::memory).map(memory -> memory.minus(need));
    }

    /** Returns text such as {@code 16Gi: 1g.18gb with 16Gi (nominal 18Gi), 0Gi not needed}. */
    @Override
    public String toString() {
      return MigText.gibibytes(need)
          + ": "
          + profile
              .map(
                  each ->
                      "%s with %s (nominal %s), %s not needed"
                          .formatted(
                              each.name(),
                              each.memory().map(MigText::gibibytes).orElse("unknown"),
                              each.nominalMemory(),
                              wasted().map(MigText::gibibytes).orElse("unknown")))
              .orElse("no profile has as much");
    }
  }

  private final MigFleet fleet;
  private final List<Choice> choices;
  private final Optional<MigFit> fit;
  private final List<String> reasons;
  private final boolean trained;

  MigSizing(
      MigFleet fleet,
      List<Choice> choices,
      Optional<MigFit> fit,
      List<String> reasons,
      boolean trained) {
    this.fleet = fleet;
    this.choices = List.copyOf(choices);
    this.fit = fit;
    this.reasons = List.copyOf(reasons);
    this.trained = trained;
  }

  /** Returns the same sizing with a note on what training lacks in an instance. */
  public MigSizing forTraining() {
    return new MigSizing(fleet, choices, fit, reasons, true);
  }

  /** Returns what each need gets, in the order given. */
  public Listing<Choice> choices() {
    return Listing.copyOf(choices);
  }

  /** The profiles chosen, in the order of the needs; a need that no profile holds has none. */
  public List<String> profiles() {
    return choices.stream().flatMap(each -> each.profile().stream()).map(MigProfile::name).toList();
  }

  /** Returns whether there is a profile for each need, and room for all. */
  public boolean fits() {
    return reasons.isEmpty();
  }

  /** The layout of each card used; empty where it does not fit. */
  public Listing<MigLayout> layouts() {
    return fits()
        ? fit.map(MigFit::layouts).orElse(Listing.copyOf(List.of()))
        : Listing.copyOf(List.of());
  }

  /** Returns why it does not fit; empty where it does. */
  public List<String> reasons() {
    return reasons;
  }

  /**
   * The changes after which the profiles fit, never to one that a need outgrows; empty where they
   * do, or a need has no profile.
   */
  public Listing<MigChange> changes() {
    return Listing.copyOf(
        fit.map(MigFit::changes).orElse(Listing.copyOf(List.of())).stream()
            .filter(change -> change.kind() != MigChange.Kind.SMALLER)
            .toList());
  }

  /** The memory of all instances that is not needed. */
  public MemorySize wastedMemory() {
    return choices.stream()
        .flatMap(each -> each.wasted().stream())
        .reduce(MemorySize.ZERO, MemorySize::plus);
  }

  /**
   * Returns how many multiprocessors of the cards used are in no instance; empty where the
   * product's are not known.
   */
  public OptionalInt idleMultiprocessors() {
    OptionalInt ofCard = gpu().multiprocessors();
    List<OptionalInt> used =
        layouts().stream()
            .flatMap(layout -> layout.profiles().stream())
            .map(name -> gpu().profile(name).multiprocessors())
            .toList();
    if (ofCard.isEmpty() || used.stream().anyMatch(OptionalInt::isEmpty)) {
      return OptionalInt.empty();
    }
    return OptionalInt.of(
        layouts().size() * ofCard.getAsInt() - used.stream().mapToInt(OptionalInt::getAsInt).sum());
  }

  /** Compares with the sizes in names, although an instance has less. */
  private boolean isMoreThanACard(MemorySize need) {
    return gpu().profiles().stream().noneMatch(each -> each.nominalMemory().isAtLeast(need));
  }

  private MigGpu gpu() {
    return fleet.gpus().get(0);
  }

  /** Returns what should be known: when MIG is the wrong tool, and what could not be chosen. */
  public Listing<Note> notes() {
    List<Note> notes = new ArrayList<>();
    if (choices.stream().anyMatch(each -> isMoreThanACard(each.need()))) {
      notes.add(MigNotes.noPeers());
    }
    choices.stream()
        .flatMap(each -> each.profile().stream())
        .filter(profile -> profile.memorySlices() == gpu().memorySlices())
        .findFirst()
        .map(MigNotes::wholeCard)
        .ifPresent(notes::add);
    unequal().forEach((need, names) -> notes.add(MigNotes.unequal(need, names)));
    if (trained) {
      notes.add(MigNotes.training());
    }
    MigNotes.memoryUnknown(gpu(), gpu().profiles()).ifPresent(notes::add);
    MigNotes.geometry(gpu()).ifPresent(notes::add);
    return Listing.copyOf(notes);
  }

  /** The profiles of each need that got several, in the order of needs. */
  private Map<MemorySize, Set<String>> unequal() {
    Map<MemorySize, Set<String>> names = new LinkedHashMap<>();
    for (Choice choice : choices) {
      choice
          .profile()
          .ifPresent(
              profile ->
                  names
                      .computeIfAbsent(choice.need(), need -> new LinkedHashSet<>())
                      .add(profile.name()));
    }
    names.values().removeIf(each -> each.size() < 2);
    return names;
  }

  /** The answer as a table, with waste, reasons and notes. */
  public Text explain() {
    TextTable table =
        new TextTable("NEED", "PROFILE", "MEMORY", "NOMINAL", "NOT NEEDED", "MULTIPROCESSORS");
    for (Choice choice : choices) {
      table.row(
          MigText.gibibytes(choice.need()),
          choice.profile().map(MigProfile::name).orElse("none"),
          choice.profile().flatMap(MigProfile::memory).map(MigText::gibibytes).orElse(""),
          choice.profile().map(each -> each.nominalMemory().toString()).orElse(""),
          choice.wasted().map(MigText::gibibytes).orElse(""),
          choice.profile().map(each -> number(each.multiprocessors())).orElse(""));
    }
    List<String> lines = new ArrayList<>();
    lines.add(table.toString());
    layouts().forEach(layout -> lines.add("layout: " + layout));
    if (fits()) {
      lines.add(
          "not used: %s of the instances' memory, %s multiprocessors"
              .formatted(MigText.gibibytes(wastedMemory()), number(idleMultiprocessors())));
    }
    reasons.forEach(reason -> lines.add("why: " + reason));
    changes().forEach(change -> lines.add("to fit: " + change));
    notes().forEach(note -> lines.add("note: " + note.message()));
    return Text.of(String.join("\n", lines));
  }

  private static String number(OptionalInt number) {
    return number.isPresent() ? String.valueOf(number.getAsInt()) : "unknown";
  }

  /**
   * Adds {@code "fits", "choices": [{"need", "profile", "memory", "nominalMemory", "wasted"}],
   * "gpusUsed", "gpus", "wastedMemory", "idleMultiprocessors", "reasons", "changes", "notes"}; if
   * no profile holds a need, it is null there.
   */
  @Override
  public void describe(Facts out) {
    out.put("fits", fits())
        .put(
            "choices",
            choices(),
            (choice, item) ->
                item.put("need", choice.need())
                    .putOrNull("profile", choice.profile().map(MigProfile::name))
                    .putOrNull("memory", choice.profile().flatMap(MigProfile::memory))
                    .putOrNull("nominalMemory", choice.profile().map(MigProfile::nominalMemory))
                    .putOrNull("wasted", choice.wasted()))
        .put("gpusUsed", layouts().size())
        .put("gpus", layouts())
        .put("wastedMemory", wastedMemory())
        .putOrNull("idleMultiprocessors", idleMultiprocessors())
        .put("reasons", reasons())
        .put("changes", changes())
        .put("notes", notes());
  }

  /** The layouts, one a line; or that it does not fit, and why. */
  @Override
  public String toString() {
    return fits() ? layouts().toString() : "does not fit: " + String.join("; ", reasons);
  }
}
