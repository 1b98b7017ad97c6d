package io.gpuspec;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.Words;
import io.gpuspec.scheduling.Allocatable;
import io.gpuspec.value.Answer;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.Facts;
import io.gpuspec.value.MemorySize;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;

/**
 * A catalog row with one of its sizes: the answer to a request.
 *
 * <pre>{@code
 * Shape shape = gpus.in("tke").match(GpuRequest.of("V100").cpu(6)).orThrow().shape();
 *     // V100 x1 · 8 cores · 40Gi
 * shape.cpu();       // 8
 * shape.memory();    // 40Gi
 * shape.spec();      // V100 x1 · 2, 4, 8 cores · 2Gi to 40Gi on tke 2026-01
 * }</pre>
 *
 * <p>Of a row whose CPU and memory are not known ({@link GpuSpec#isSized()}) both are zero here. It
 * holds any pod as far as the catalog can say, which every answer says with it.
 */
public final class Shape implements Answer {

  /**
   * The order called "smallest": GPU count, GPU memory, CPU, memory, name, ascending; what has no
   * known CPU and memory after what has. It is total over the shapes of one catalog, because names
   * of rows are unique there.
   */
  public static final Comparator<Shape> SMALLEST = Shape::compareSizes;

  private static final ImmutableMap<CapacityType, Comparator<Shape>> CHEAPEST =
      Maps.toMap(
          EnumSet.allOf(CapacityType.class),
          type ->
              Price.<Shape>cheapestFirst(s -> s.spec.priceAs(type), s -> 1)
                  .thenComparing(SMALLEST));

  private final GpuSpec spec;
  private final CpuAmount cpu;
  private final MemorySize memory;
  private final Allocatable allocatable;

  Shape(GpuSpec spec, CpuAmount cpu, MemorySize memory) {
    this(spec, cpu, memory, new Allocatable(cpu, memory));
  }

  /** Returns a shape for a row whose CPU and memory are unknown. */
  static Shape ofUnknownSize(GpuSpec row) {
    return new Shape(row, CpuAmount.ZERO, MemorySize.ZERO);
  }

  private Shape(GpuSpec spec, CpuAmount cpu, MemorySize memory, Allocatable allocatable) {
    this.spec = spec;
    this.cpu = cpu;
    this.memory = memory;
    this.allocatable = allocatable;
  }

  private static int compareSizes(Shape one, Shape other) {
    // As numbers, one after the other: sorting a large catalog compares millions of them.
    int order = Integer.compare(one.gpus(), other.gpus());
    if (order == 0) {
      order = Long.compare(one.spec.comparableGpuMemory(), other.spec.comparableGpuMemory());
    }
    if (order == 0) {
      order = Boolean.compare(other.spec.isSized(), one.spec.isSized());
    }
    if (order == 0) {
      order = Long.compare(one.cpu.toMillicores(), other.cpu.toMillicores());
    }
    if (order == 0) {
      order = Long.compare(one.memory.toBytes(), other.memory.toBytes());
    }
    return order == 0 ? one.spec.name().compareTo(other.spec.name()) : order;
  }

  /** The order called "cheapest": the price, then "smallest"; what has no price comes last. */
  public static Comparator<Shape> cheapest(CapacityType capacityType) {
    return Objects.requireNonNull(
        CHEAPEST.get(Arguments.required("capacityType", capacityType, "a CapacityType")));
  }

  /** The same size of the same row, of which pods can use so much. */
  Shape withAllocatable(Allocatable usable) {
    return new Shape(spec, cpu, memory, usable);
  }

  /** Returns the name of its row, such as {@code g5.xlarge} or {@code V100}. */
  public String name() {
    return spec.name();
  }

  /** The row it is a size of. */
  public GpuSpec spec() {
    return spec;
  }

  /** The number of GPU devices. */
  public int gpus() {
    return spec.gpus();
  }

  /** Its CPU, in millicores; zero if it is not known. */
  public CpuAmount cpu() {
    return cpu;
  }

  /** Its memory, in bytes; zero if it is not known. */
  public MemorySize memory() {
    return memory;
  }

  /** Returns what pods can use of it; all of it where the shape is made for one pod. */
  public Allocatable allocatable() {
    return allocatable;
  }

  /** Returns whether pods can use less than all of it. */
  public boolean hasReservedCapacity() {
    return !allocatable.cpu().equals(cpu) || !allocatable.memory().equals(memory);
  }

  boolean holds(CpuAmount askedCpu, MemorySize askedMemory) {
    return !spec.isSized() || hasRoom(allocatable, askedCpu, askedMemory);
  }

  /** Any pod needs some of both, even one that asks for nothing. */
  private static boolean hasRoom(Allocatable left, CpuAmount cpu, MemorySize memory) {
    return !left.cpu().isZero()
        && !left.memory().isZero()
        && left.cpu().isAtLeast(cpu)
        && left.memory().isAtLeast(memory);
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

  /** Adds the facts of the row with one CPU and memory, and the price on demand. */
  @Override
  public void describe(Facts out) {
    priced(CapacityType.ON_DEMAND).describe(out);
  }

  /** Returns the same facts with the price of another capacity type. */
  public Answer priced(CapacityType capacityType) {
    return out -> {
      spec().identity(out);
      if (spec().isSized()) {
        size(out);
      }
      spec().provenance(out, spec().price(capacityType));
    };
  }

  /** Adds the CPU and memory, and what pods can use of them where that is less. */
  Facts size(Facts out) {
    return out.put("cpu", cpu())
        .put("memory", memory())
        .put(
            "allocatable",
            Optional.of(allocatable())
                .filter(usable -> hasReservedCapacity())
                .map(usable -> (Answer) of -> amounts(of, usable.cpu(), usable.memory())));
  }

  static Facts amounts(Facts out, CpuAmount cpu, MemorySize memory) {
    return out.put("cpu", cpu).put("memory", memory);
  }

  /**
   * Returns text such as {@code V100 x1 · 8 cores · 40Gi}, or {@code T4 x1 · CPU and memory not
   * known}.
   */
  @Override
  public String toString() {
    return spec.name() + " · " + (spec.isSized() ? size() : "CPU and memory not known");
  }

  /** Returns text such as {@code 8 cores · 40Gi}. */
  String size() {
    return Words.cores(cpu) + " · " + Words.memory(memory);
  }
}
