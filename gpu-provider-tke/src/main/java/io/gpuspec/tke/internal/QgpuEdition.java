package io.gpuspec.tke.internal;

import io.gpuspec.Citation;
import io.gpuspec.GpuSpec;
import io.gpuspec.MemorySize;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;

/** What qGPU gives out, by the text of one edition; memory is in whole GiB in both. */
enum QgpuEdition {
  /** Compute in steps of 5 percent, at most 16 shares of a card, and whole cards. */
  OF_2026("2026-01", Documents.QGPU, 5, 100, row -> 16, true),
  /** Less than 100 percent, one share for each 4 GiB that the card is sold with, no whole card. */
  OF_2022("2022-01", Documents.QGPU_2022, 1, 99, QgpuEdition::oneForEachFourGibibytes, false);

  private final String edition;
  private final Citation citation;
  private final int computeStep;
  private final int computeAtMost;
  private final ToIntFunction<GpuSpec> sharesPerCard;
  private final boolean wholeCards;

  QgpuEdition(
      String edition,
      Citation citation,
      int computeStep,
      int computeAtMost,
      ToIntFunction<GpuSpec> sharesPerCard,
      boolean wholeCards) {
    this.edition = edition;
    this.citation = citation;
    this.computeStep = computeStep;
    this.computeAtMost = computeAtMost;
    this.sharesPerCard = sharesPerCard;
    this.wholeCards = wholeCards;
  }

  private static int oneForEachFourGibibytes(GpuSpec row) {
    return row.gpuMemory()
        .map(memory -> Math.toIntExact(memory.toBytes() / MemorySize.ofGibibytes(4).toBytes()))
        .orElse(1);
  }

  static List<String> names() {
    return Arrays.stream(values()).map(each -> each.edition).toList();
  }

  /** The one of this name, which is there. */
  static QgpuEdition of(String name) {
    return Arrays.stream(values())
        .filter(each -> each.edition.equals(name))
        .findFirst()
        .orElseThrow();
  }

  Citation citation() {
    return citation;
  }

  int computeStep() {
    return computeStep;
  }

  int computeAtMost() {
    return computeAtMost;
  }

  ToIntFunction<GpuSpec> sharesPerCard() {
    return sharesPerCard;
  }

  boolean hasWholeCards() {
    return wholeCards;
  }
}
