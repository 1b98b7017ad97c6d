package io.gpuspec;

import java.math.BigDecimal;
import java.util.Comparator;

/** What a pod lands on: a catalog row with one of its sizes. */
public final class Shape {

  /**
   * The order called "smallest": GPU count, GPU memory, CPU, memory, name, ascending. It is total
   * over the shapes of one catalog, because names of rows are unique there.
   */
  static final Comparator<Shape> SMALLEST =
      Comparator.<Shape>comparingInt(shape -> shape.spec.gpus())
          .thenComparing(shape -> shape.spec.comparableGpuMemory())
          .thenComparing(Shape::cpu)
          .thenComparing(Shape::memory)
          .thenComparing(shape -> shape.spec.name());

  /**
   * The order called "cheapest": price, then smallest; shapes of rows without a price come last.
   * Within one catalog all prices have one currency and one unit of time.
   */
  static final Comparator<Shape> CHEAPEST =
      Comparator.<Shape, Boolean>comparing(shape -> shape.spec.price().isEmpty())
          .thenComparing(shape -> shape.spec.price().map(Price::amount).orElse(BigDecimal.ZERO))
          .thenComparing(SMALLEST);

  private final GpuSpec spec;
  private final CpuAmount cpu;
  private final MemorySize memory;

  Shape(GpuSpec spec, CpuAmount cpu, MemorySize memory) {
    this.spec = spec;
    this.cpu = cpu;
    this.memory = memory;
  }

  /** The row it is a size of. */
  public GpuSpec spec() {
    return spec;
  }

  /** The number of GPU devices. */
  public int gpus() {
    return spec.gpus();
  }

  /** Its CPU, in millicores. */
  public CpuAmount cpu() {
    return cpu;
  }

  /** Its memory, in bytes. */
  public MemorySize memory() {
    return memory;
  }

  boolean holds(CpuAmount askedCpu, MemorySize askedMemory) {
    return cpu.isAtLeast(askedCpu) && memory.isAtLeast(askedMemory);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Shape that
        && spec.isSameRow(that.spec)
        && cpu.equals(that.cpu)
        && memory.equals(that.memory);
  }

  @Override
  public int hashCode() {
    return (spec.name().hashCode() * 31 + cpu.hashCode()) * 31 + memory.hashCode();
  }

  /** Such as {@code V100 x1 · 8 cores · 40Gi}. */
  @Override
  public String toString() {
    return spec.name() + " · " + Words.cores(cpu) + " · " + Words.memory(memory);
  }
}
