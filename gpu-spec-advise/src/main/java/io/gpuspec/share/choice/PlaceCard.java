package io.gpuspec.share.choice;

import io.gpuspec.GpuModel;
import io.gpuspec.GpuSpec;
import io.gpuspec.internal.dra.CardMemory;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.value.MemorySize;
import java.util.Optional;

/**
 * A card of a place.
 *
 * @param name as the place calls it
 * @param memory of all of it, where that is known
 * @param offered the part that a vendor's technique offers to shares, if it shares the card
 */
record PlaceCard(
    String name,
    Optional<GpuModel> model,
    Optional<MemorySize> memory,
    Optional<MemorySize> offered) {

  static PlaceCard of(GpuModel model) {
    MemorySize memory = CardMemory.usable(model);
    return new PlaceCard(
        model.name(), Optional.of(model), Optional.of(memory), Optional.of(memory));
  }

  static PlaceCard of(GpuSpec row) {
    return new PlaceCard(row.gpu(), row.model(), CardMemory.usable(row), row.shareMemory());
  }

  boolean hasMig() {
    return mig().isPresent();
  }

  /** Returns what it is cut into by MIG; empty where it has none. */
  Optional<MigGpu> mig() {
    return model
        .filter(GpuModel::hasMig)
        .flatMap(
            known ->
                MigGpu.all().stream()
                    .filter(gpu -> gpu.models().contains(known.name()))
                    .findFirst());
  }
}
