package io.gpuspec.mig;

import io.gpuspec.internal.GpuProduct;
import io.gpuspec.internal.MigNames;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Facts;
import io.gpuspec.value.Listing;
import io.gpuspec.value.MemorySize;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A kind of MIG instance that a GPU can be divided into.
 *
 * <pre>{@code
 * MigProfile profile = MigGpu.of("H200").profile("1g.18gb");
 * profile.nominalMemory();    // 18Gi
 * profile.memory();           // Optional[16Gi]
 * profile.resourceName();     // nvidia.com/mig-1g.18gb
 * }</pre>
 *
 * <p>A name means something on its GPU only: {@code 1g.35gb} is four to a card on an H200 and seven
 * on a GB300.
 */
public final class MigProfile implements Answer {

  /** The facts about a profile; the file's row. */
  record Data(
      String name,
      OptionalInt id,
      OptionalInt nvmlProfile,
      int computeSlices,
      int memorySlices,
      List<Integer> starts,
      int maxInstances,
      MemorySize nominalMemory,
      Optional<MemorySize> memory,
      OptionalInt multiprocessors,
      OptionalInt copyEngines,
      MigEngines engines) {

    Data with(MemorySize size) {
      return new Data(
          name,
          id,
          nvmlProfile,
          computeSlices,
          memorySlices,
          starts,
          maxInstances,
          nominalMemory,
          Optional.of(size),
          multiprocessors,
          copyEngines,
          engines);
    }
  }

  private final Data facts;
  private final List<MigPlacement> placements;

  MigProfile(Data facts) {
    this.facts = facts;
    this.placements =
        facts.starts().stream()
            .map(start -> new MigPlacement(facts.name(), start, facts.memorySlices()))
            .toList();
  }

  MigProfile with(MemorySize memory) {
    return new MigProfile(facts.with(memory));
  }

  /** Its name, such as {@code 1g.5gb+me}. */
  public String name() {
    return facts.name();
  }

  /**
   * Returns what follows the size in its name: {@code +me}, {@code +me.all}, {@code +gfx}, {@code
   * -me} or nothing.
   */
  public String attribute() {
    return MigNames.attribute(name());
  }

  /** The number that {@code nvidia-smi mig -cgi} takes; empty if it is not known. */
  public OptionalInt id() {
    return facts.id();
  }

  /** NVML's number of the profile; empty if it is not known. */
  public OptionalInt nvmlProfile() {
    return facts.nvmlProfile();
  }

  /** Returns how many of the card's compute slices an instance has: the 3 of {@code 3g.20gb}. */
  public int computeSlices() {
    return facts.computeSlices();
  }

  /** Returns the number of memory slices of an instance; 0 if it is not known. */
  public int memorySlices() {
    return facts.memorySlices();
  }

  /** Returns how many instances a card can have at most, as the vendor states it. */
  public int maxInstances() {
    return facts.maxInstances();
  }

  /** The memory that the name promises: 20Gi for {@code 3g.20gb}; more than an instance gets. */
  public MemorySize nominalMemory() {
    return facts.nominalMemory();
  }

  /** The memory that an instance gets, as the driver reports it; empty if it is not known. */
  public Optional<MemorySize> memory() {
    return facts.memory();
  }

  /** Returns how many streaming multiprocessors an instance has; empty if it is not known. */
  public OptionalInt multiprocessors() {
    return facts.multiprocessors();
  }

  /** Returns how many copy engines an instance has; empty if it is not known. */
  public OptionalInt copyEngines() {
    return facts.copyEngines();
  }

  /** The media engines that an instance has. */
  public MigEngines engines() {
    return facts.engines();
  }

  /** Returns the possible placements of an instance, by start; empty if they are unknown. */
  public Listing<MigPlacement> placements() {
    return Listing.copyOf(placements);
  }

  /**
   * Returns the resource that the device plugin advertises for it with the strategy {@code mixed},
   * such as {@code nvidia.com/mig-1g.5gb.me}: a resource name cannot contain a plus.
   */
  public String resourceName() {
    return MigNames.RESOURCE_PREFIX + MigNames.inKubernetes(name());
  }

  /**
   * Returns what GPU Feature Discovery appends to the product's name, such as {@code
   * -MIG-1g.5gb.me} in {@code NVIDIA-A100-SXM4-40GB-MIG-1g.5gb.me}.
   */
  String productSuffix() {
    return GpuProduct.MIG + MigNames.inKubernetes(name());
  }

  /**
   * Adds {@code "name", "id", "memory", "nominalMemory", "computeSlices", "memorySlices",
   * "maxInstances", "placements": [{"start", "size"}], "multiprocessors", "copyEngines", "engines",
   * "resource"}; {@code memory} is what an instance gets, and what is not known is null.
   */
  @Override
  public void describe(Facts out) {
    out.put("name", name())
        .putOrNull("id", id())
        .putOrNull("memory", memory())
        .put("nominalMemory", nominalMemory())
        .put("computeSlices", computeSlices())
        .putOrNull("memorySlices", MigGpu.known(memorySlices()))
        .put("maxInstances", maxInstances())
        .put(
            "placements",
            placements(),
            (place, item) -> item.put("start", place.start()).put("size", place.size()))
        .putOrNull("multiprocessors", multiprocessors())
        .putOrNull("copyEngines", copyEngines())
        .put("engines", engines())
        .put("resource", resourceName());
  }

  /**
   * Returns text such as {@code 3g.20gb: 3 compute and 4 memory slices, 19.5Gi, at most 2, at 0,
   * 4}.
   */
  @Override
  public String toString() {
    return MigText.profile(this);
  }
}
