package io.gpuspec;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A GPU as one catalog offers it: the name a pod asks for, the card behind it and the share of it.
 *
 * <p>It answers to its own name and aliases. Where its own name is a spelling of the card's (V100,
 * T4), it answers to every other spelling of that card too; a name of the cloud's own (A10*PNV4)
 * does not, because the card's plain name means something else there.
 *
 * @param identified false where the vendor does not say which GPU, or which share of it, this is
 */
record GpuType(
    DeviceName name,
    List<String> aliases,
    Optional<GpuModel> card,
    Optional<MemorySize> memory,
    Optional<MemorySize> memoryReported,
    Optional<String> cuda,
    Optional<String> driver,
    boolean identified,
    Map<String, String> attributes) {

  boolean answersTo(DeviceName asked) {
    return name.fraction().equals(asked.fraction())
        && (isSpelled(asked.spelling())
            || (card.isPresent()
                && card.get().answersTo(name.spelling())
                && card.get().answersTo(asked.spelling())));
  }

  private boolean isSpelled(String spelling) {
    return name.spelling().equals(spelling)
        || aliases.stream().anyMatch(alias -> GpuSpelling.of(alias).equals(spelling));
  }

  @Override
  public String toString() {
    return name.toString();
  }
}
