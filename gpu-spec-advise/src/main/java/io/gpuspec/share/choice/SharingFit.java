package io.gpuspec.share.choice;

import io.gpuspec.value.Answer;
import io.gpuspec.value.Facts;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Note;
import java.util.List;

/**
 * A suitable technique, with the reasons, and what it does not provide.
 *
 * <pre>{@code
 * SharingFit best = SharingNeeds.of(SharingUse.TRAINING).on(gpus.in("ack")).fits().get(0);
 * best.technique();    // whole card
 * best.gaps();         // share.idle: what the pod leaves idle of the card, nobody else can use
 * }</pre>
 */
public final class SharingFit implements Answer {
  private final SharingMode mode;
  private final List<String> gpus;
  private final List<Note> reasons;
  private final List<Note> gaps;
  private final List<Assurance> unmetWishes;

  SharingFit(
      SharingMode mode,
      List<String> gpus,
      List<Note> reasons,
      List<Note> gaps,
      List<Assurance> unmetWishes) {
    this.mode = mode;
    this.gpus = List.copyOf(gpus);
    this.reasons = List.copyOf(reasons);
    this.gaps = List.copyOf(gaps);
    this.unmetWishes = List.copyOf(unmetWishes);
  }

  /** The technique. */
  public Technique technique() {
    return mode.technique();
  }

  /** The technique in the way that serves best; of qGPU it has the policy of the nodes. */
  public SharingMode mode() {
    return mode;
  }

  /** Returns the cards on which it is suitable, with their names in this place. */
  public Listing<String> gpus() {
    return Listing.copyOf(gpus);
  }

  /** Returns why it serves, each with its source. */
  public Listing<Note> reasons() {
    return Listing.copyOf(reasons);
  }

  /** Returns what it does not give, each with its source. */
  public Listing<Note> gaps() {
    return Listing.copyOf(gaps);
  }

  /** Returns the preferences that are not met. */
  public Listing<Assurance> unmetWishes() {
    return Listing.copyOf(unmetWishes);
  }

  /** Adds {@code "technique", "mode", "isolation"?, "gpus", "reasons", "gaps", "unmetWishes"}. */
  @Override
  public void describe(Facts out) {
    out.put("technique", technique().word())
        .put("mode", mode().toString())
        .put("isolation", mode().isolation())
        .put("gpus", gpus())
        .put("reasons", reasons())
        .put("gaps", gaps())
        .put("unmetWishes", unmetWishes());
  }

  /** Returns text such as {@code qGPU (burst-share)}. */
  @Override
  public String toString() {
    return mode.toString();
  }
}
