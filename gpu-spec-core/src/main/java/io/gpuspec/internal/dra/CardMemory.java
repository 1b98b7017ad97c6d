package io.gpuspec.internal.dra;

import io.gpuspec.GpuModel;
import io.gpuspec.GpuSpec;
import io.gpuspec.value.MemorySize;
import java.util.Optional;
import java.util.stream.Stream;

/** How much memory a card really has, which is less than it is sold with. */
public final class CardMemory {
  private CardMemory() {}

  /** Returns what a driver reports for a model; the newest driver that was seen counts. */
  public static Optional<MemorySize> reported(GpuModel model) {
    return Optional.ofNullable(NvidiaDriver.MEMORY.get(model.name())).or(model::memoryReported);
  }

  /** Returns the least that is known of a model: drivers differ. */
  public static MemorySize usable(GpuModel model) {
    return Stream.concat(reported(model).stream(), model.memoryReported().stream())
        .reduce(model.memory(), CardMemory::lesser);
  }

  /**
   * Returns the least that is known of each GPU of a row: an API can report the size on the box.
   * What was seen of a card says nothing about a share of it, nor about one with other memory.
   */
  public static Optional<MemorySize> usable(GpuSpec row) {
    Optional<MemorySize> seen =
        row.model()
            .filter(model -> row.isWhole())
            .filter(model -> row.gpuMemory().filter(model.memory()::equals).isPresent())
            .map(CardMemory::usable);
    return Stream.of(row.gpuMemory(), row.gpuMemoryReported(), seen)
        .flatMap(Optional::stream)
        .reduce(CardMemory::lesser);
  }

  private static MemorySize lesser(MemorySize one, MemorySize other) {
    return one.isAtLeast(other) ? other : one;
  }
}
