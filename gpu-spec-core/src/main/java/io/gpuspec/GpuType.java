package io.gpuspec;

import com.google.common.collect.ImmutableSet;
import io.gpuspec.internal.DeviceName;
import io.gpuspec.internal.GpuSpelling;
import io.gpuspec.value.Arch;
import io.gpuspec.value.MemorySize;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A GPU as one catalog offers it: the name that a pod requests, the physical card and the fraction
 * of it.
 *
 * <p>It answers to its own name and aliases. Where its own name is a spelling of the card's (V100,
 * T4), it answers to every other spelling of that card too; a name of the cloud's own (A10*PNV4)
 * does not, because the card's plain name means something else there.
 *
 * <p>An instance belongs to one catalog and is equal only to itself.
 */
final class GpuType {
  private final DeviceName name;
  private final String text;
  private final Optional<GpuModel> card;
  private final Memory memory;
  private final long comparableMemory;
  private final Software software;
  private final Optional<Arch> arch;
  private final boolean identified;
  private final Map<String, String> attributes;
  private final ImmutableSet<String> spellings;

  /** The memory of each device: the nominal size, and the size that a driver or an API reports. */
  record Memory(Optional<MemorySize> nominal, Optional<MemorySize> reported) {}

  /** The software that the target documents for a GPU. */
  record Software(Optional<String> cuda, Optional<String> driver) {}

  /**
   * @param arch the architecture that it comes with, which a request for its name implies
   * @param identified false where the vendor does not say which GPU, or which share of it, this is
   */
  GpuType(
      DeviceName name,
      List<String> aliases,
      Optional<GpuModel> card,
      Memory memory,
      Software software,
      Optional<Arch> arch,
      boolean identified,
      Map<String, String> attributes) {
    this.name = name;
    this.text = name.toString();
    this.card = card;
    this.memory = memory;
    this.comparableMemory = memory.nominal().map(MemorySize::toBytes).orElse(Long.MAX_VALUE);
    this.software = software;
    this.arch = arch;
    this.identified = identified;
    this.attributes = attributes;
    this.spellings =
        Stream.of(
                Stream.of(name.spelling()),
                aliases.stream().map(GpuSpelling::of),
                card.filter(model -> model.answersTo(name.spelling())).stream()
                    .flatMap(model -> model.spellings().stream()))
            .flatMap(each -> each)
            .collect(ImmutableSet.toImmutableSet());
  }

  DeviceName name() {
    return name;
  }

  Optional<GpuModel> card() {
    return card;
  }

  Optional<MemorySize> memory() {
    return memory.nominal();
  }

  /** Returns the bytes of its memory; unknown ones are the most. */
  long comparableMemory() {
    return comparableMemory;
  }

  Optional<MemorySize> memoryReported() {
    return memory.reported();
  }

  Optional<String> cuda() {
    return software.cuda();
  }

  Optional<String> driver() {
    return software.driver();
  }

  Optional<Arch> arch() {
    return arch;
  }

  boolean identified() {
    return identified;
  }

  Map<String, String> attributes() {
    return attributes;
  }

  /** The names it answers to, without the share, as {@link GpuSpelling} writes them. */
  ImmutableSet<String> spellings() {
    return spellings;
  }

  @Override
  public String toString() {
    return text;
  }
}
