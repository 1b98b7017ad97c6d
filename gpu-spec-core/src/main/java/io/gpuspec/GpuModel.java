package io.gpuspec;

import io.gpuspec.internal.Arguments;
import java.util.List;
import java.util.Optional;

/**
 * A GPU as its maker built it, under one canonical name.
 *
 * <pre>{@code
 * GpuModel.named("Tesla-T4")     // [T4 · 16Gi · Turing 7.5]
 * GpuModel.named("V100")         // two models: V100-16G and V100-32G
 * }</pre>
 */
public final class GpuModel {
  private final String name;
  private final List<String> aliases;
  private final String architecture;
  private final ComputeCapability computeCapability;
  private final MemorySize memory;
  private final Optional<MemorySize> memoryReported;
  private final boolean mig;

  GpuModel(
      String name,
      List<String> aliases,
      String architecture,
      ComputeCapability computeCapability,
      MemorySize memory,
      Optional<MemorySize> memoryReported,
      boolean mig) {
    this.name = name;
    this.aliases = List.copyOf(aliases);
    this.architecture = architecture;
    this.computeCapability = computeCapability;
    this.memory = memory;
    this.memoryReported = memoryReported;
    this.mig = mig;
  }

  /** Every model that the library knows. */
  public static Listing<GpuModel> all() {
    return GpuModels.ALL;
  }

  /**
   * The models that a name stands for: one, several when the name is ambiguous, none when it is
   * unknown. Whole names only, upper and lower case alike.
   */
  public static Listing<GpuModel> named(String name) {
    return GpuModels.named(Arguments.required("gpu", name, "a name, such as T4"));
  }

  /** The canonical name, such as {@code A100-40G}. */
  public String name() {
    return name;
  }

  /** Other spellings, as tools and vendors write them. */
  public List<String> aliases() {
    return aliases;
  }

  /** The maker's name of the generation, such as {@code Turing}. */
  public String architecture() {
    return architecture;
  }

  /** The CUDA compute capability, such as {@code 7.5}. */
  public String computeCapability() {
    return computeCapability.toString();
  }

  ComputeCapability capability() {
    return computeCapability;
  }

  /** The memory that the card is sold with: a "16 GB" card has 16 GiB. */
  public MemorySize memory() {
    return memory;
  }

  /** The memory that the driver reports, where its own output was seen. */
  public Optional<MemorySize> memoryReported() {
    return memoryReported;
  }

  /** Whether the card can be cut into MIG instances. */
  public boolean hasMig() {
    return mig;
  }

  boolean answersTo(String spelling) {
    return name.equalsIgnoreCase(spelling)
        || aliases.stream().anyMatch(alias -> alias.equalsIgnoreCase(spelling));
  }

  @Override
  public String toString() {
    return name + " · " + memory + " · " + architecture + " " + computeCapability;
  }
}
