package io.gpuspec.recommend;

import io.gpuspec.Shape;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Citation;
import io.gpuspec.value.Facts;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Note;

/**
 * A shape that suits a need, with the reason.
 *
 * <pre>{@code
 * Recommendation first = Need.of(Use.TRAINING).on(gpus.in("tke")).recommended().get(0);
 * first.shape();     // T4 x1 · 8 cores · 32Gi
 * first.reason();    // first steps and small models on one card, with 8 to 16 cores
 * }</pre>
 */
public final class Recommendation implements Answer {
  private final Shape shape;
  private final String reason;
  private final Citation citation;

  Recommendation(Shape shape, String reason, Citation citation) {
    this.shape = shape;
    this.reason = reason;
    this.citation = citation;
  }

  /** The row, with the CPU and memory that the table or the catalog suggests. */
  public Shape shape() {
    return shape;
  }

  /** Returns why, in one line. */
  public String reason() {
    return reason;
  }

  /** Returns what should be known about the shape. */
  public Listing<Note> notes() {
    return Listing.copyOf(shape.spec().notes());
  }

  /** The document that says what the GPU suits. */
  public Citation citation() {
    return citation;
  }

  /** Adds {@code "spec", "reason", "citation", "notes"}. */
  @Override
  public void describe(Facts out) {
    out.put("spec", shape())
        .put("reason", reason())
        .put("citation", citation())
        .put("notes", notes());
  }

  /** Returns text such as {@code T4 x1 · 8 cores · 32Gi on tke: general inference}. */
  @Override
  public String toString() {
    return shape + "  on " + shape.spec().target() + ": " + reason;
  }
}
