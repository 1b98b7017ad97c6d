package io.gpuspec;

/**
 * A shape that suits a need, and why.
 *
 * <pre>{@code
 * Recommendation first = gpus.in("tke").recommend(Need.of(Use.TRAINING)).recommended().get(0);
 * first.shape();     // T4 x1 · 8 cores · 32Gi
 * first.reason();    // first steps and small models on one card, with 8 to 16 cores
 * }</pre>
 */
public final class Recommendation {
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

  /** Why, in one line. */
  public String reason() {
    return reason;
  }

  /** What should be known about the shape. */
  public Listing<Note> notes() {
    return Listing.of(shape.spec().notes());
  }

  /** The document that says what the GPU suits. */
  public Citation citation() {
    return citation;
  }

  /** Such as {@code T4 x1 · 8 cores · 32Gi on tke: general inference}. */
  @Override
  public String toString() {
    return shape + "  on " + shape.spec().target() + ": " + reason;
  }
}
