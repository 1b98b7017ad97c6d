package io.gpuspec.share;

/**
 * What of a shared card's compute a pod may use while it runs. The scheduler counts what pods ask
 * for under each of them in the same way, against 100 percent of a card.
 *
 * <p>Source: TKE, using qGPU (product doc 457/65734), whose names they are.
 */
public enum Isolation {
  /** All that is left; of N busy pods each has one part in N. */
  BEST_EFFORT("best-effort"),
  /** What it asked for, even while the rest of the card is idle. */
  FIXED_SHARE("fixed-share"),
  /** What it asked for at least, and what no other pod was given. */
  BURST_SHARE("burst-share");

  private final String word;

  Isolation(String word) {
    this.word = word;
  }

  /** Whether a pod that asks for no compute would have none. */
  boolean needsCompute() {
    return this != BEST_EFFORT;
  }

  /** The vendor's name, such as {@code fixed-share}. */
  @Override
  public String toString() {
    return word;
  }
}
