package io.gpuspec.share.choice;

import io.gpuspec.GpuModel;
import io.gpuspec.internal.Arguments;
import io.gpuspec.value.Citation;
import java.util.Locale;
import java.util.Optional;

/**
 * A vendor's statement on whether and how something is guaranteed.
 *
 * <pre>{@code
 * Guarantee memory = Technique.MPS.modes().get(0).guarantee(Assurance.MEMORY);
 *     // yes from compute capability 7.0: each client is kept to 1/n of the memory, ...
 * memory.answer();    // yes
 * memory.from();      // Optional[7.0]
 * }</pre>
 *
 * @param answer whether it is
 * @param how in what way, or why not
 * @param from the lowest compute capability for which a yes applies; empty for all
 * @param citation the source
 */
public record Guarantee(Answer answer, String how, Optional<String> from, Citation citation) {

  /** A vendor's answer. */
  public enum Answer {
    /** It is guaranteed. */
    YES,
    /** It is not guaranteed. */
    NO,
    /** The vendor does not say; do not rely on it. */
    UNSTATED;

    /** Returns the word, such as {@code unstated}. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Refuses null. */
  public Guarantee {
    Arguments.notNull("answer, how, from, citation", answer, how, from, citation);
  }

  /** Returns whether it holds on every card. */
  boolean holds() {
    return answer == Answer.YES && from.isEmpty();
  }

  /** Returns whether it holds on a card; of a card that is not known, only what holds on all. */
  boolean holdsOn(Optional<GpuModel> card) {
    return answer == Answer.YES
        && (from.isEmpty()
            || card.filter(model -> model.isComputeCapabilityAtLeast(from.get())).isPresent());
  }

  /** Returns text such as {@code no: each pod can allocate all of the card's memory}. */
  @Override
  public String toString() {
    return answer + from.map(least -> " from compute capability " + least).orElse("") + ": " + how;
  }
}
