package io.gpuspec;

import com.google.common.collect.ImmutableListMultimap;
import com.google.common.collect.ImmutableSet;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.ComputeCapability;
import io.gpuspec.internal.GpuSpelling;
import io.gpuspec.value.Citation;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.UnknownNameException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A GPU as its maker built it, with one canonical name.
 *
 * <pre>{@code
 * GpuModel.find("Tesla-T4");    // T4 · 16Gi · Turing 7.5
 * GpuModel.find("V100");        // V100-16G · 16Gi · Volta 7.0
 *                                // V100-32G · 32Gi · Volta 7.0
 * }</pre>
 */
public final class GpuModel {
  private final String name;
  private final ImmutableListMultimap<String, String> seen;
  private final List<String> aliases;
  private final String architecture;
  private final ComputeCapability computeCapability;
  private final MemorySize memory;
  private final Optional<MemorySize> memoryReported;
  private final boolean mig;
  private final List<Citation> citations;
  private final ImmutableSet<String> spellings;

  /**
   * @param seen its other spellings by where they were seen
   */
  GpuModel(
      String name,
      ImmutableListMultimap<String, String> seen,
      String architecture,
      ComputeCapability computeCapability,
      MemorySize memory,
      Optional<MemorySize> memoryReported,
      boolean mig,
      List<Citation> citations) {
    this.name = name;
    this.seen = seen;
    this.aliases = seen.values().stream().distinct().toList();
    this.architecture = architecture;
    this.computeCapability = computeCapability;
    this.memory = memory;
    this.memoryReported = memoryReported;
    this.mig = mig;
    this.citations = List.copyOf(citations);
    this.spellings =
        Stream.concat(Stream.of(name), aliases.stream())
            .map(GpuSpelling::of)
            .collect(ImmutableSet.toImmutableSet());
  }

  /** Returns every model that the library knows. */
  public static Listing<GpuModel> all() {
    return GpuModels.ALL;
  }

  /**
   * Returns the models that a name stands for: one, several if the name is ambiguous, none if it is
   * unknown.
   *
   * <p>Names are compared whole. Upper and lower case are equal, and so are space, hyphen and
   * underscore; NVIDIA and Tesla before the name are dropped; a node label such as {@code
   * nvidia.com/gpu.product=Tesla-T4} is read as its value. Spellings that this does not reach are
   * listed: {@link #aliases()}.
   */
  public static Listing<GpuModel> find(String name) {
    return GpuModels.named(Arguments.required("gpu", name, "a name, such as T4"));
  }

  /**
   * Returns the models that a name stands for: one, or several if the name is ambiguous.
   *
   * @throws UnknownNameException if no model has the name
   */
  public static Listing<GpuModel> parse(String name) {
    Listing<GpuModel> models = find(name);
    if (models.isEmpty()) {
      throw GpuModels.unknown(name, all().stream().map(GpuModel::name).toList(), List.of());
    }
    return models;
  }

  /** The canonical name, such as {@code A100-40G}. */
  public String name() {
    return name;
  }

  /** Other spellings, as tools and vendors write them. */
  public List<String> aliases() {
    return aliases;
  }

  /**
   * Returns what the driver calls it, as {@code nvidia-smi --query-gpu=name} prints it, by form and
   * age: {@code NVIDIA A100-SXM4-40GB}, {@code A100-SXM4-40GB}.
   */
  public List<String> driverNames() {
    return spellings(GpuLabel.DRIVER);
  }

  /**
   * The values that a node with this GPU can have under a label that holds a GPU's name, such as
   * {@code nvidia.com/gpu.product}: one for each form of the card. None where the values are not
   * known.
   *
   * @throws UnknownNameException if that label does not hold a GPU's name
   */
  public List<String> labelValues(String label) {
    return GpuLabel.of(Arguments.required("label", label, "a label's key")).values(this);
  }

  /** Its other spellings that were seen in these places. */
  List<String> spellings(Collection<String> sources) {
    return sources.stream().flatMap(source -> seen.get(source).stream()).distinct().toList();
  }

  /** The maker's name of the generation, such as {@code Turing}. */
  public String architecture() {
    return architecture;
  }

  /** The CUDA compute capability, such as {@code 7.5}. */
  public String computeCapability() {
    return computeCapability.toString();
  }

  /**
   * Returns whether its CUDA compute capability is this or newer: 10.0 is newer than 9.0.
   *
   * @param least such as {@code 7.5}
   * @throws InvalidValueException if the name is not valid
   */
  public boolean isComputeCapabilityAtLeast(String least) {
    Arguments.required("computeCapability", least, "a compute capability, such as 7.5");
    return computeCapability.compareTo(ComputeCapability.parse(least)) >= 0;
  }

  ComputeCapability capability() {
    return computeCapability;
  }

  /** The memory that the card is sold with: a "16 GB" card has 16 GiB. */
  public MemorySize memory() {
    return memory;
  }

  /** Returns the memory that the driver reports, if its own output was seen. */
  public Optional<MemorySize> memoryReported() {
    return memoryReported;
  }

  /** Returns whether the card can be cut into MIG instances. */
  public boolean hasMig() {
    return mig;
  }

  /** The documents that the figures were taken from. */
  public Listing<Citation> citations() {
    return Listing.copyOf(citations);
  }

  /** Its name and aliases as {@link GpuSpelling} writes them. */
  ImmutableSet<String> spellings() {
    return spellings;
  }

  /** Returns whether a name means this model; the name must be as {@link GpuSpelling} writes it. */
  boolean answersTo(String spelling) {
    return spellings.contains(spelling);
  }

  @Override
  public String toString() {
    return name + " · " + memory + " · " + architecture + " " + computeCapability;
  }
}
