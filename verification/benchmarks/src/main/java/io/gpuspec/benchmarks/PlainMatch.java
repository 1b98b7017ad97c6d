package io.gpuspec.benchmarks;

import io.gpuspec.CapacityType;
import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.Price;
import io.gpuspec.value.Arch;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The loop that a user would write over rows of one size each: for one pod, without reasons, for
 * names as the catalog writes them.
 */
final class PlainMatch {
  private static final Comparator<GpuSpec> SMALLEST =
      Comparator.comparingInt(GpuSpec::gpus)
          .thenComparing(PlainMatch::gpuMemory)
          .thenComparing(row -> row.shapes().get(0).cpu())
          .thenComparing(row -> row.shapes().get(0).memory())
          .thenComparing(GpuSpec::name);

  private static final Comparator<GpuSpec> CHEAPEST =
      Comparator.comparing(
              (GpuSpec row) ->
                  row.price(CapacityType.ON_DEMAND)
                      .map(Price::amount)
                      .orElse(BigDecimal.TEN.pow(9)))
          .thenComparing(SMALLEST);

  private PlainMatch() {}

  static Optional<GpuSpec> match(List<GpuSpec> rows, GpuRequest request) {
    Set<String> names = Set.copyOf(request.devices().names());
    MemorySize gpuMemory = request.devices().memoryAtLeast().orElse(MemorySize.ZERO);
    return rows.stream()
        .filter(row -> names.isEmpty() ? row.isWhole() : names.contains(row.gpu()))
        .filter(row -> row.arch() == Arch.AMD64)
        .filter(row -> row.gpus() >= request.devices().count())
        .filter(row -> gpuMemory(row).isAtLeast(gpuMemory))
        .filter(row -> holds(row, request.cpu(), request.memory()))
        .min(request.isCheapest() ? CHEAPEST : SMALLEST);
  }

  private static MemorySize gpuMemory(GpuSpec row) {
    return row.gpuMemory().orElse(MemorySize.ZERO);
  }

  private static boolean holds(GpuSpec row, CpuAmount cpu, MemorySize memory) {
    var allocatable = row.shapes().get(0).allocatable();
    return allocatable.cpu().isAtLeast(cpu) && allocatable.memory().isAtLeast(memory);
  }
}
