package io.gpuspec.share.choice;

import io.gpuspec.value.Answer;
import io.gpuspec.value.Facts;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import io.gpuspec.value.Text;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The techniques that meet the needs, best first, and the others with the reasons against them;
 * each technique is in one of the two lists.
 *
 * <pre>{@code
 * SharingChoice choice = SharingNeeds.of(SharingUse.INFERENCE).memoryIsolated().on(gpus.in("eks"));
 * choice.fits();        // MIG
 *                       // MPS
 *                       // whole card
 * choice.rejected();    // ... time slicing: gpuMemory: memory isolation requested; each pod can ...
 * }</pre>
 *
 * <p>The order: fewest wishes that are not met; then as the documents' tables name techniques for
 * the work ({@link SharingUse#strategies()}), one that none names after all that are; then the
 * order of {@link Technique}.
 */
public final class SharingChoice implements Answer {
  private final SharingNeeds needs;
  private final String place;
  private final List<SharingFit> fits;
  private final List<Rejection> rejected;
  private final List<Note> notes;

  SharingChoice(
      SharingNeeds needs,
      String place,
      List<SharingFit> fits,
      List<Rejection> ruledOut,
      List<Note> notes) {
    this.needs = needs;
    this.place = place;
    this.fits = List.copyOf(fits);
    this.rejected = List.copyOf(ruledOut);
    this.notes = List.copyOf(notes);
  }

  /** Returns what was asked. */
  public SharingNeeds needs() {
    return needs;
  }

  /** Returns where, such as {@code ack 2026-01}. */
  public String place() {
    return place;
  }

  /** The techniques that serve, best first; empty when none does. */
  public Listing<SharingFit> fits() {
    return Listing.copyOf(fits);
  }

  /** Returns whether none serves. */
  public boolean isEmpty() {
    return fits.isEmpty();
  }

  /** The techniques that do not serve, in the order of {@link Technique}, each with its reasons. */
  public Listing<Rejection> rejected() {
    return Listing.copyOf(rejected);
  }

  /** Returns what should be known, such as needs that contradict each other. */
  public Listing<Note> notes() {
    return Listing.copyOf(notes);
  }

  /** The whole answer in lines. */
  public Text explain() {
    return ChoiceText.of(this);
  }

  /**
   * Adds {@code "needs", "place", "choices", "rejected", "notes"}: the techniques that serve, best
   * first.
   */
  @Override
  public void describe(Facts out) {
    out.put("needs", needs().toString())
        .put("place", place())
        .put("choices", fits())
        .put("rejected", rejected())
        .put("notes", notes());
  }

  /** The techniques that serve, best first; then those that do not. */
  @Override
  public String toString() {
    String served =
        isEmpty()
            ? "nothing serves"
            : fits.stream().map(SharingFit::toString).collect(Collectors.joining(", "));
    return rejected.isEmpty()
        ? served
        : served
            + "; not "
            + rejected.stream().map(Rejection::name).collect(Collectors.joining(", "));
  }
}
