package io.gpuspec;

import io.gpuspec.internal.Arguments;
import io.gpuspec.value.UnknownNameException;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * A policy for how much of a shared GPU's compute a pod can use while it runs. Under every policy
 * the scheduler counts the requested compute in the same way, against 100 percent of a GPU.
 *
 * <pre>{@code
 * Isolation.parse("fs");    // fixed-share
 * cards.isolation(Isolation.FIXED_SHARE).pack(SharePolicy.SPREAD, 4, Devices.any().share("4Gi", 25));
 *     // 4 of 4 pods placed on 4 of 4 cards (spread) ...
 * }</pre>
 *
 * <p>Source: TKE, using qGPU (product doc 457/65734), whose names they are.
 */
public enum Isolation {
  /** Returns all that is left; of N busy pods each has one part in N. */
  BEST_EFFORT("best-effort", "be"),
  /** A pod gets what it requested, even while the rest of the card is idle. */
  FIXED_SHARE("fixed-share", "fs"),
  /** A pod gets at least what it requested, and what is not assigned to any other pod. */
  BURST_SHARE("burst-share", "bs");

  private final String word;
  private final String abbreviation;

  Isolation(String word, String abbreviation) {
    this.word = word;
    this.abbreviation = abbreviation;
  }

  /**
   * Reads a name in full or abbreviated: {@code fixed-share}, {@code fs}.
   *
   * @throws UnknownNameException for anything else
   */
  public static Isolation parse(String text) {
    Arguments.required("isolation", text, "a name, such as fixed-share");
    return Arrays.stream(values())
        .filter(each -> text.equals(each.word) || text.equals(each.abbreviation))
        .findFirst()
        .orElseThrow(
            () ->
                new UnknownNameException(
                    "share.unknown",
                    "isolation",
                    text,
                    Arrays.stream(values())
                        .flatMap(each -> Stream.of(each.word, each.abbreviation))
                        .toList()));
  }

  /** The vendor's short name, which says the same, such as {@code fs}. */
  public String abbreviation() {
    return abbreviation;
  }

  /** Returns whether a pod that requests no compute would have none. */
  public boolean needsCompute() {
    return this != BEST_EFFORT;
  }

  /** The vendor's name, such as {@code fixed-share}. */
  @Override
  public String toString() {
    return word;
  }
}
