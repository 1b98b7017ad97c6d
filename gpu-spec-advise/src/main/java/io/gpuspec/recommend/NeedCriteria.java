package io.gpuspec.recommend;

import io.gpuspec.CapacityType;
import io.gpuspec.GpuSpec;
import io.gpuspec.internal.Words;
import io.gpuspec.internal.dra.CardMemory;
import io.gpuspec.value.Finding;
import io.gpuspec.value.MemorySize;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The checks of a row against a need, regardless of its GPU's purpose. */
final class NeedCriteria {
  /** Which GPUs compute in which format. */
  private static final String FORMATS = "NVIDIA Transformer Engine, support matrix";

  private NeedCriteria() {}

  /** Returns all reasons why a row does not meet a need; empty if it does. */
  static List<Finding> reasonsAgainst(GpuSpec row, Need need) {
    List<Finding> reasons = new ArrayList<>();
    if (row.lifecycle() != GpuSpec.Lifecycle.CURRENT) {
      reasons.add(Finding.unmet("lifecycle", row.lifecycle() + "; it is never recommended"));
    }
    if (row.arch() != need.arch()) {
      reasons.add(
          Finding.unmet("arch", need.arch() + " requested, has " + row.arch())
              .withFix("request " + row.arch()));
    }
    if (!row.offers(CapacityType.ON_DEMAND)) {
      reasons.add(Finding.unmet("capacityType", "it is not available on demand"));
    }
    if (need.isWholeOnly() && !row.isWhole()) {
      reasons.add(
          Finding.unmet("gpu", "whole GPUs requested, is " + row.gpu())
              .withFix("leave the number of GPUs open"));
    }
    if (row.gpus() < need.gpus()) {
      reasons.add(
          Finding.unmet("gpus", need.gpus() + " requested, has " + row.gpus())
              .withFix("request " + Words.gpus(row.gpus())));
    }
    if (!row.gpuMemory().orElse(MemorySize.ZERO).isAtLeast(need.leastGpuMemory())) {
      reasons.add(gpuMemoryShort(row, need.leastGpuMemory()));
    }
    need.model()
        .filter(model -> !usable(row).orElse(MemorySize.ZERO).isAtLeast(model.total()))
        .ifPresent(model -> reasons.add(modelShort(row, model)));
    need.model().map(ModelMemory::precision).ifPresent(in -> reasons.addAll(whyNot(in, row)));
    need.budget().ifPresent(budget -> reasons.addAll(budget.whyNot(row.price())));
    return reasons;
  }

  /** The memory of all GPUs of a row. */
  static Optional<MemorySize> usable(GpuSpec row) {
    return CardMemory.usable(row).map(each -> each.times(row.gpus()));
  }

  /** Of a GPU that nobody identifies, it is not known whether it computes in a format. */
  private static List<Finding> whyNot(Precision precision, GpuSpec row) {
    return precision.computeCapability().stream()
        .filter(least -> row.model().filter(m -> m.isComputeCapabilityAtLeast(least)).isEmpty())
        .map(
            least ->
                Finding.unmet(
                        "precision",
                        "%s takes compute capability %s or newer (%s), %s"
                            .formatted(
                                precision,
                                least,
                                FORMATS,
                                row.model()
                                    .map(model -> "is " + model.computeCapability())
                                    .orElse("not known here")))
                    .withFix("take a model in " + precision.older()))
        .toList();
  }

  private static Finding gpuMemoryShort(GpuSpec row, MemorySize asked) {
    return Finding.unmet(
        "gpuMemory",
        row.gpuMemory()
            .map(has -> Words.shortOf(asked, has))
            .orElse(Words.memory(asked) + " requested, not known here"),
        row.gpuMemory().map(has -> "request GPUs of at most " + has));
  }

  private static Finding modelShort(GpuSpec row, ModelMemory model) {
    String needed = Words.memory(model.total()) + " needed, ";
    return usable(row)
        .map(
            all ->
                Finding.unmet(
                        "model",
                        "%shas %s, short %s"
                            .formatted(
                                needed, Words.memory(all), Words.memory(model.total().minus(all))))
                    .withFix("take a model of at most " + Words.memory(all) + " in all"))
        .orElseGet(() -> Finding.unmet("model", needed + "not known here"));
  }
}
