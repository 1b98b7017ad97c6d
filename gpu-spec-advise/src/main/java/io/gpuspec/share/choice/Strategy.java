package io.gpuspec.share.choice;

import io.gpuspec.internal.Arguments;
import io.gpuspec.value.Citation;
import io.gpuspec.value.Listing;
import java.util.List;
import java.util.Optional;

/**
 * A line of a document's table of strategies: the recommended techniques for a kind of work.
 *
 * <pre>{@code
 * Strategy first = Strategy.all().get(0);
 *     // training: exclusive scheduling: the whole card for training
 * first.techniques();    // [whole card]
 * }</pre>
 *
 * @param workload the kind of work
 * @param says the line, in English
 * @param techniques those that it names, in its order
 * @param utilisation how much of the card it says is used with the first of them, without a
 *     measurement, such as {@code 30-50%}; a reference figure that decides nothing
 * @param citation the document
 */
public record Strategy(
    SharingUse workload,
    String says,
    List<Technique> techniques,
    Optional<String> utilisation,
    Citation citation) {

  /** Keeps an unmodifiable copy of the techniques. */
  public Strategy {
    Arguments.notNull("workload, says", workload, says);
    techniques = Arguments.copied("techniques", techniques, "Techniques");
    Arguments.notNull("utilisation, citation", utilisation, citation);
  }

  /** Returns every line of the documents' tables, in their order. */
  public static Listing<Strategy> all() {
    return Listing.copyOf(TechniqueFile.CONTENT.strategies());
  }

  /** Returns text such as {@code training: exclusive scheduling: the whole card for training}. */
  @Override
  public String toString() {
    return workload + ": " + says;
  }
}
