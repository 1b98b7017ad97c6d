package io.gpuspec.share.choice;

import io.gpuspec.internal.Arguments;
import io.gpuspec.value.Listing;
import io.gpuspec.value.UnknownNameException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;

/**
 * The work of pods, in the words of the documents' tables of strategies.
 *
 * <pre>{@code
 * SharingUse.INFERENCE.strategies();
 *     // inference: shared scheduling: time slices for inference services
 *     // ...
 * }</pre>
 */
public enum SharingUse {
  /** A trained model answers. */
  INFERENCE,
  /** A model is trained. */
  TRAINING,
  /** A model is trained on several cards, which exchange what they learn. */
  DISTRIBUTED_TRAINING(Assurance.PEER_TO_PEER),
  /** A model that one card does not hold, over several linked ones. */
  LARGE_MODEL(Assurance.PEER_TO_PEER),
  /** Different kinds of work together. */
  MIXED,
  /**
   * Pods of tenants who do not trust each other: neither memory nor errors of one may reach
   * another.
   */
  MULTI_TENANT(Assurance.MEMORY, Assurance.FAULTS),
  /** Development and tests. */
  DEV;

  private final Set<Assurance> needs;

  SharingUse(Assurance... needs) {
    this.needs = Set.of(needs);
  }

  /**
   * Reads {@code inference}, {@code training}, {@code distributed-training}, {@code large-model},
   * {@code mixed}, {@code multi-tenant} or {@code dev}.
   *
   * @throws UnknownNameException for anything else
   */
  public static SharingUse parse(String word) {
    Arguments.required("workload", word, "a word, such as inference");
    return Arrays.stream(values())
        .filter(each -> each.toString().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new UnknownNameException(
                    "sharing.unknown",
                    "workload",
                    word,
                    Arrays.stream(values()).map(SharingUse::toString).toList()));
  }

  /** Returns what such work cannot do without. */
  Set<Assurance> needs() {
    return needs;
  }

  /** Returns what the documents' tables say of it, in their order. */
  public Listing<Strategy> strategies() {
    return Listing.copyOf(Strategy.all().stream().filter(each -> each.workload() == this).toList());
  }

  /** Returns the word, such as {@code multi-tenant}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
