package io.gpuspec.recommend;

import com.google.common.collect.ImmutableList;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Facts;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import io.gpuspec.value.Text;
import java.util.List;

/**
 * The shapes that suit a need, best first, and the rejected ones.
 *
 * <pre>{@code
 * Recommendations found = Need.of(Use.TRAINING).gpus(4).on(gpus.in("tke"));
 * found.recommended().get(0).shape();    // V100 x4 · 36 cores · 160Gi
 * found.rejected();                      // A10*PNV4 x2: gpus: 4 requested, has 2 ...
 * }</pre>
 *
 * <p>One of each GPU: the least number that serves. For several clouds, each cloud's shapes are
 * together, ordered by the clouds' ids, because their prices may be in different currencies. Within
 * a cloud the order is "smallest" (GPU count, GPU memory, CPU, memory, name) or "cheapest" (price,
 * then smallest).
 */
public final class Recommendations implements Answer {
  private final Need need;
  private final Listing<Recommendation> recommended;
  private final Listing<Rejection> rejected;
  private final Listing<Note> notes;

  Recommendations(
      Need need, List<Recommendation> recommended, List<Rejection> rejected, List<Note> notes) {
    this.need = need;
    this.recommended = Listing.copyOf(recommended);
    this.rejected = Listing.copyOf(rejected);
    this.notes = Listing.copyOf(notes);
  }

  /** The answers of several clouds as one. */
  static Recommendations of(Need need, List<Recommendations> answers) {
    ImmutableList.Builder<Recommendation> recommended = ImmutableList.builder();
    ImmutableList.Builder<Rejection> rejected = ImmutableList.builder();
    ImmutableList.Builder<Note> notes = ImmutableList.builder();
    for (Recommendations answer : answers) {
      recommended.addAll(answer.recommended);
      rejected.addAll(answer.rejected);
      notes.addAll(answer.notes);
    }
    return new Recommendations(
        need, recommended.build(), rejected.build(), notes.build().stream().distinct().toList());
  }

  /** Returns what was asked. */
  public Need need() {
    return need;
  }

  /** Returns what suits, best first; empty when nothing does. */
  public Listing<Recommendation> recommended() {
    return recommended;
  }

  /** Returns whether nothing suits. */
  public boolean isEmpty() {
    return recommended.isEmpty();
  }

  /**
   * Returns the rows that are meant for the use but do not meet the need, nearest miss first: the
   * fewest reasons, then the largest row, or the cheapest if a budget was given.
   */
  public Listing<Rejection> rejected() {
    return rejected;
  }

  /** Returns additional information that is not an error. */
  public Listing<Note> notes() {
    return notes;
  }

  /** The whole answer in lines. */
  public Text explain() {
    return RecommendationText.of(this);
  }

  /** Adds {@code "recommendations", "model"?, "rejected", "notes"}. */
  @Override
  public void describe(Facts out) {
    out.put("recommendations", recommended())
        .put("model", need().model())
        .put("rejected", rejected())
        .put("notes", notes());
  }

  /** Returns one line for each, or what comes closest. */
  @Override
  public String toString() {
    return isEmpty()
        ? "nothing for " + need + (rejected.isEmpty() ? "" : "; nearest miss " + rejected.get(0))
        : recommended.toString();
  }
}
