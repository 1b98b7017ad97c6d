package io.gpuspec.tke.internal;

import io.gpuspec.GpuSpec;
import io.gpuspec.scheduling.GpuResource;
import io.gpuspec.tke.internal.rules.Documents;
import io.gpuspec.value.Citation;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;

/** The limits of qGPU in one edition; memory is in whole GiB in both. */
enum QgpuEdition {
  /** Compute in steps, at most 16 shares of a card, and whole cards. */
  OF_2026("2026-01", Documents.QGPU, GpuResource.of(QgpuShares.CORE).step(), 100, row -> 16, true),
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

  /** Returns the edition with this name, which must exist. */
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

  /** Returns what its nodes must be. */
  List<Note> nodes() {
    return switch (this) {
      case OF_2026 ->
          List.of(
              Note.of(
                  "node.driver",
                  "drivers of 450, 470, 515, 525, 535, 550 and 570, with CUDA 11.4, 12.2, 12.4 and 12.8",
                  Documents.QGPU),
              Note.of(
                  "node.kind",
                  "native nodes only, of TKE v1.14 or newer; the driver's last figures are at most those of 450.102.04, 470.161.03, 515.65.01 and 525.89.02, and of newer ones this page says none",
                  Documents.QGPU_ADD_ON));
      case OF_2022 ->
          List.of(
              Note.of("node.driver", "drivers up to 450.102.04, with CUDA 11.3", citation),
              Note.of(
                  "node.kind",
                  "CVM with V100 or T4, of TKE v1.14 or newer, from the marketplace image TencentOS Server 3.1 (TK4)",
                  citation));
    };
  }

  boolean hasWholeCards() {
    return wholeCards;
  }
}
