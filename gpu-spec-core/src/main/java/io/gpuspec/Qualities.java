package io.gpuspec;

import io.gpuspec.internal.ComputeCapability;
import io.gpuspec.internal.Words;
import io.gpuspec.value.Finding;
import io.gpuspec.value.MemorySize;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The qualities that a GPU must have in addition to its name.
 *
 * @param memory least nominal memory of each, zero for any
 * @param totalMemory least nominal memory of all together, zero for any
 */
record Qualities(
    MemorySize memory,
    MemorySize totalMemory,
    Optional<String> architecture,
    Optional<ComputeCapability> computeCapability) {

  /** A quality that a GPU can lack. */
  private enum Quality {
    MEMORY,
    TOTAL_MEMORY,
    ARCHITECTURE,
    COMPUTE_CAPABILITY;

    /** Kept, because each call of {@code values()} copies. */
    private static final Quality[] ALL = values();
  }

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

  /** Returns how many devices of a row it takes to have the memory of all together; at least 1. */
  int devicesFor(GpuSpec row) {
    if (totalMemory.isZero()) {
      return 1;
    }
    long each = row.gpuMemory().map(MemorySize::toBytes).orElse(0L);
    return each == 0
        ? 1
        : Math.toIntExact(Math.min(row.gpus(), (totalMemory.toBytes() - 1) / each + 1));
  }

  /** Returns whether a row's GPUs have them all. */
  boolean areOf(GpuSpec row) {
    // Most requests need none.
    if (this == ANY) {
      return true;
    }
    for (Quality quality : Quality.ALL) {
      if (!isOf(quality, row)) {
        return false;
      }
    }
    return true;
  }

  /** Returns what a row's GPUs lack. */
  List<Finding> shortOf(GpuSpec row) {
    List<Finding> reasons = new ArrayList<>();
    for (Quality quality : Quality.ALL) {
      if (!isOf(quality, row)) {
        reasons.add(why(quality, row));
      }
    }
    return reasons;
  }

  private boolean isOf(Quality quality, GpuSpec row) {
    return switch (quality) {
      case MEMORY -> memory.isZero() || isAtLeast(row.gpuMemory(), memory);
      case TOTAL_MEMORY -> totalMemory.isZero() || isAtLeast(allMemory(row), totalMemory);
      case ARCHITECTURE ->
          architecture.isEmpty() || architecture.equals(row.model().map(GpuModel::architecture));
      case COMPUTE_CAPABILITY ->
          computeCapability.isEmpty()
              || isAtLeast(row.model().map(GpuModel::capability), computeCapability.get());
    };
  }

  private Finding why(Quality quality, GpuSpec row) {
    return switch (quality) {
      case MEMORY ->
          Finding.unmet(
              "gpuMemory",
              shortOf(memory, row.gpuMemory()),
              row.gpuMemory().map(has -> "request GPUs of at most " + has));
      case TOTAL_MEMORY ->
          Finding.unmet(
              "totalGpuMemory",
              shortOf(totalMemory, allMemory(row)),
              allMemory(row).map(has -> "request at most " + has + " of GPU memory in all"));
      case ARCHITECTURE ->
          Finding.unmet(
              "architecture",
              architecture.get() + " requested, " + has(row, GpuModel::architecture),
              row.model().map(model -> "request " + model.architecture()));
      case COMPUTE_CAPABILITY ->
          Finding.unmet(
              "computeCapability",
              computeCapability.get() + " requested, " + has(row, GpuModel::computeCapability),
              row.model().map(model -> "request compute capability " + model.computeCapability()));
    };
  }

  private static Optional<MemorySize> allMemory(GpuSpec row) {
    return row.gpuMemory().map(each -> each.times(row.gpus()));
  }

  private static <T extends Comparable<T>> boolean isAtLeast(Optional<T> has, T asked) {
    return has.isPresent() && has.get().compareTo(asked) >= 0;
  }

  private static String has(GpuSpec row, Function<GpuModel, String> quality) {
    return row.model().map(quality).map(value -> "is " + value).orElse("not known here");
  }

  private static String shortOf(MemorySize asked, Optional<MemorySize> has) {
    return has.map(memory -> Words.shortOf(asked, memory))
        .orElse(Words.memory(asked) + " requested, not known here");
  }

  @Override
  public String toString() {
    return (memory.isZero() ? "" : " of at least " + memory)
        + (totalMemory.isZero() ? "" : " with " + totalMemory + " in all")
        + architecture.map(name -> " of " + name).orElse("")
        + computeCapability.map(least -> " of compute capability " + least + " or more").orElse("");
  }
}
