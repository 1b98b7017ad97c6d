package io.gpuspec;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a GPU must have beyond its name.
 *
 * @param memory least nominal memory of each, zero for any
 * @param totalMemory least nominal memory of all together, zero for any
 */
record Qualities(
    MemorySize memory,
    MemorySize totalMemory,
    Optional<String> architecture,
    Optional<ComputeCapability> computeCapability) {

  static final Qualities ANY =
      new Qualities(MemorySize.ZERO, MemorySize.ZERO, Optional.empty(), Optional.empty());

  Qualities withMemory(MemorySize least) {
    return new Qualities(least, totalMemory, architecture, computeCapability);
  }

  Qualities withTotalMemory(MemorySize least) {
    return new Qualities(memory, least, architecture, computeCapability);
  }

  Qualities withArchitecture(String name) {
    return new Qualities(memory, totalMemory, Optional.of(name), computeCapability);
  }

  Qualities withComputeCapability(ComputeCapability least) {
    return new Qualities(memory, totalMemory, architecture, Optional.of(least));
  }

  /** How many devices of a row it takes to have the memory of all together; at least 1. */
  int devicesFor(GpuSpec row) {
    long each = row.gpuMemory().map(MemorySize::toBytes).orElse(0L);
    return totalMemory.isZero() || each == 0
        ? 1
        : Math.toIntExact(Math.min(row.gpus(), (totalMemory.toBytes() - 1) / each + 1));
  }

  /** What a row's GPUs lack. */
  List<Shortfall> shortOf(GpuSpec row) {
    List<Shortfall> reasons = new ArrayList<>();
    if (!memory.isZero() && !isAtLeast(row.gpuMemory(), memory)) {
      reasons.add(
          new Shortfall(
              "gpuMemory",
              shortOf(memory, row.gpuMemory()),
              row.gpuMemory().map(has -> "ask for GPUs of at most " + has)));
    }
    Optional<MemorySize> all = row.gpuMemory().map(each -> each.times(row.gpus()));
    if (!totalMemory.isZero() && !isAtLeast(all, totalMemory)) {
      reasons.add(
          new Shortfall(
              "totalGpuMemory",
              shortOf(totalMemory, all),
              all.map(has -> "ask for at most " + has + " of GPU memory in all")));
    }
    architecture
        .filter(asked -> !is(row, GpuModel::architecture, asked))
        .ifPresent(
            asked ->
                reasons.add(
                    new Shortfall(
                        "architecture",
                        asked + " asked, " + has(row, GpuModel::architecture),
                        row.model().map(model -> "ask for " + model.architecture()))));
    computeCapability
        .filter(asked -> !isAtLeast(row.model().map(GpuModel::capability), asked))
        .ifPresent(
            asked ->
                reasons.add(
                    new Shortfall(
                        "computeCapability",
                        asked + " asked, " + has(row, GpuModel::computeCapability),
                        row.model()
                            .map(
                                model ->
                                    "ask for compute capability " + model.computeCapability()))));
    return reasons;
  }

  private static <T extends Comparable<T>> boolean isAtLeast(Optional<T> has, T asked) {
    return has.filter(value -> value.compareTo(asked) >= 0).isPresent();
  }

  private static boolean is(GpuSpec row, Function<GpuModel, String> quality, String asked) {
    return row.model().map(quality).filter(asked::equals).isPresent();
  }

  private static String has(GpuSpec row, Function<GpuModel, String> quality) {
    return row.model().map(quality).map(value -> "is " + value).orElse("not known here");
  }

  private static String shortOf(MemorySize asked, Optional<MemorySize> has) {
    return has.map(memory -> Words.shortOf(asked, memory))
        .orElse(Words.memory(asked) + " asked, not known here");
  }

  @Override
  public String toString() {
    return (memory.isZero() ? "" : " of at least " + memory)
        + (totalMemory.isZero() ? "" : " with " + totalMemory + " in all")
        + architecture.map(name -> " of " + name).orElse("")
        + computeCapability.map(least -> " of compute capability " + least + " or more").orElse("");
  }
}
