package io.gpuspec.manifest.migrate;

import io.gpuspec.Devices;
import io.gpuspec.GpuModel;
import io.gpuspec.GpuSpec;
import io.gpuspec.SpecCatalog;
import io.gpuspec.value.Fraction;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Translates one target's GPU names to the makers' names, which every target knows. */
final class MigratedDevices {
  private MigratedDevices() {}

  /**
   * @param from the catalog whose names they are
   */
  static Devices of(Devices asked, SpecCatalog from) {
    if (asked.names().isEmpty()) {
      return asked;
    }
    Set<String> names = new LinkedHashSet<>();
    asked.names().forEach(name -> names.addAll(models(name, from.includeRetired())));
    return named(List.copyOf(names), asked);
  }

  /**
   * Returns the same number of these GPUs, with the same requirements, ordered if the requested
   * ones are.
   */
  static Devices named(List<String> names, Devices asked) {
    String[] all = names.toArray(String[]::new);
    Devices devices =
        (asked.isOrdered() ? Devices.of(all) : Devices.anyOf(all)).count(asked.count());
    devices = asked.memoryAtLeast().map(devices::memoryAtLeast).orElse(devices);
    devices = asked.totalMemoryAtLeast().map(devices::totalMemoryAtLeast).orElse(devices);
    devices = asked.architecture().map(devices::architecture).orElse(devices);
    devices =
        asked.computeCapabilityAtLeast().map(devices::computeCapabilityAtLeast).orElse(devices);
    devices = asked.share().map(devices::shared).orElse(devices);
    devices = asked.migProfile().map(devices::mig).orElse(devices);
    return asked.isReplica() ? devices.replica() : devices;
  }

  /**
   * Returns the models for a name; a name without a row can still be a model's, and any other name
   * is kept.
   */
  private static Set<String> models(String name, SpecCatalog from) {
    Set<String> models = new LinkedHashSet<>();
    from.gpu(name).specs().forEach(row -> name(row).ifPresent(models::add));
    if (models.isEmpty()) {
      GpuModel.find(name).forEach(model -> models.add(model.name()));
    }
    return models.isEmpty() ? Set.of(name) : models;
  }

  /**
   * Returns a name such as {@code A10}, or {@code 1/4*T4}; empty for a GPU that is not a known
   * model.
   */
  static Optional<String> name(GpuSpec row) {
    return row.model()
        .map(
            model ->
                row.isWhole()
                    ? model.name()
                    : row.fraction().map(Fraction::toString).orElse("1") + "*" + model.name());
  }
}
