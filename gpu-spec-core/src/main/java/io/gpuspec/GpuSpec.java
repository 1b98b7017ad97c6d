package io.gpuspec;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A row of a catalog: some GPUs with the CPU and memory that can be had beside them.
 *
 * <p>A row offers one or more sizes. Each is a number of cores with the memory that comes with it
 * when the cloud chooses (upward matching); where a pod may state its shape exactly, any memory
 * from {@link #memoryMin()} to {@link #memoryMax()} goes with any of the row's core counts.
 */
public final class GpuSpec {

  /** Whether a row can still be had. */
  public enum Lifecycle {
    /** It can. */
    CURRENT,
    /** It cannot; such rows are listed and matched only on request. */
    RETIRED;

    /** The word used in catalog files and JSON. */
    @Override
    public String toString() {
      return this == CURRENT ? "current" : "retired";
    }
  }

  /** Rows in the order of their smallest shapes. */
  static final Comparator<GpuSpec> ROWS =
      Comparator.comparing(spec -> spec.shapes.get(0), Shape.SMALLEST);

  private static final MemorySize UNKNOWN_LAST = MemorySize.ofBytes(Long.MAX_VALUE);

  private final String target;
  private final String edition;
  private final String name;
  private final GpuType type;
  private final int gpus;
  private final Arch arch;
  private final Lifecycle lifecycle;
  private final List<Shape> shapes;
  private final MemorySize memoryMin;
  private final MemorySize memoryMax;
  private final MemorySize memoryStep;
  private final Optional<Shape> typical;
  private final Optional<Price> price;
  private final Citation citation;
  private final String policy;
  private final List<Note> notes;

  /** A size as catalog files state it. */
  record Size(CpuAmount cpu, MemorySize memory) {}

  GpuSpec(
      String target,
      String edition,
      String name,
      GpuType type,
      int gpus,
      Arch arch,
      Lifecycle lifecycle,
      List<Size> sizes,
      MemorySize memoryMin,
      MemorySize memoryMax,
      MemorySize memoryStep,
      Optional<Size> typical,
      Optional<Price> price,
      Citation citation,
      String policy,
      List<Note> notes) {
    this.target = target;
    this.edition = edition;
    this.name = name;
    this.type = type;
    this.gpus = gpus;
    this.arch = arch;
    this.lifecycle = lifecycle;
    List<Shape> offered = new ArrayList<>();
    for (Size size : sizes) {
      offered.add(new Shape(this, size.cpu(), size.memory()));
    }
    this.shapes = List.copyOf(offered);
    this.memoryMin = memoryMin;
    this.memoryMax = memoryMax;
    this.memoryStep = memoryStep;
    this.typical = typical.map(size -> new Shape(this, size.cpu(), size.memory()));
    this.price = price;
    this.citation = citation;
    this.policy = policy;
    this.notes = List.copyOf(notes);
  }

  /** The id of the target whose catalog this is a row of, such as {@code tke}. */
  public String target() {
    return target;
  }

  /** The catalog's edition, such as {@code 2026-01}. */
  public String edition() {
    return edition;
  }

  /** The vendor's name of the row where there is one, else the GPU and the count: {@code T4 x1}. */
  public String name() {
    return name;
  }

  /** The GPU as this target names it, fraction included: {@code 1/4*T4}, {@code A10*PNV4}. */
  public String gpu() {
    return type.name().toString();
  }

  /** The card behind it, where it is known. */
  public Optional<GpuModel> model() {
    return type.card();
  }

  /** How many devices a pod asks of Kubernetes. */
  public int gpus() {
    return gpus;
  }

  /** The share of a card that each device is. */
  public Fraction fraction() {
    return type.name().fraction();
  }

  /** The nominal memory of each device, where it is known. */
  public Optional<MemorySize> gpuMemory() {
    return type.memory();
  }

  /** The memory of each device as a driver or an API reports it, where that was seen. */
  public Optional<MemorySize> gpuMemoryReported() {
    return type.memoryReported();
  }

  /** The CUDA version that the target documents for this GPU, where it does. */
  public Optional<String> cuda() {
    return type.cuda();
  }

  /** The driver branch that the target documents for this GPU, where it does. */
  public Optional<String> driver() {
    return type.driver();
  }

  /** The architecture of the CPU beside the GPUs. */
  public Arch arch() {
    return arch;
  }

  /** Whether the row can still be had. */
  public Lifecycle lifecycle() {
    return lifecycle;
  }

  /** What upward matching can give, smallest first. */
  public Listing<Shape> shapes() {
    return Listing.of(shapes);
  }

  /** The least memory of an explicit shape. */
  public MemorySize memoryMin() {
    return memoryMin;
  }

  /** The most memory of an explicit shape. */
  public MemorySize memoryMax() {
    return memoryMax;
  }

  /** The configuration that the document calls typical, where it names one. */
  public Optional<Shape> typical() {
    return typical;
  }

  /** The list price, where it is known. */
  public Optional<Price> price() {
    return price;
  }

  /** Where the row comes from. */
  public Citation citation() {
    return citation;
  }

  /** The name of the rule by which the sizes of upward matching were made. */
  public String policy() {
    return policy;
  }

  /** What should be known about the row. */
  public List<Note> notes() {
    return notes;
  }

  boolean isSameRow(GpuSpec other) {
    return target.equals(other.target) && edition.equals(other.edition) && name.equals(other.name);
  }

  GpuType type() {
    return type;
  }

  List<Shape> sizes() {
    return shapes;
  }

  Shape largest() {
    return shapes.get(shapes.size() - 1);
  }

  MemorySize comparableGpuMemory() {
    return type.memory().orElse(UNKNOWN_LAST);
  }

  boolean offersCpu(CpuAmount cpu) {
    return shapes.stream().anyMatch(shape -> shape.cpu().equals(cpu));
  }

  /** Whether a pod may state this memory. */
  boolean offersMemory(MemorySize memory) {
    return isStep(memory) && memory.isAtLeast(memoryMin) && memoryMax.isAtLeast(memory);
  }

  private boolean isStep(MemorySize memory) {
    return memory.toBytes() % memoryStep.toBytes() == 0;
  }

  String cpuOptions() {
    return shapes.stream().map(shape -> shape.cpu().toString()).collect(Collectors.joining(", "));
  }

  String memoryRange() {
    return memoryMin.equals(memoryMax) ? memoryMax.toString() : memoryMin + " to " + memoryMax;
  }

  /** The memory that a pod may state, in words. */
  String memoryOffered() {
    return memoryMin.equals(memoryMax)
        ? memoryRange()
        : memoryRange() + " in steps of " + memoryStep;
  }

  /** Such as {@code V100 x1 · 2, 4, 8 cores · 2Gi to 40Gi on tke 2026-01}. */
  @Override
  public String toString() {
    return "%s · %s cores · %s on %s %s"
        .formatted(name, cpuOptions(), memoryRange(), target, edition);
  }
}
