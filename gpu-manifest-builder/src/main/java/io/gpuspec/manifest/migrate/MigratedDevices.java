package io.gpuspec.manifest.migrate;

import io.gpuspec.Devices;
import io.gpuspec.GpuModel;
import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.Match;
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
    return (asked.isOrdered() ? Devices.of(all) : Devices.anyOf(all)).like(asked);
  }

  /**
   * Returns a match that lets a pod have any GPU of an unordered list, the found one first; a match
   * of such a list is otherwise of one GPU alone.
   */
  static Match.Found withAll(Match.Found found) {
    GpuRequest request = found.request();
    Devices asked = of(request.devices(), found.target().catalog());
    Set<String> names = new LinkedHashSet<>();
    if (isOpen(asked)) {
      name(found.shape().spec()).ifPresent(names::add);
      names.addAll(asked.names());
    } else if (isOpen(request.devices())) {
      // Several rows with one GPU.
      names.add(found.shape().spec().name());
      names.addAll(request.devices().names());
    } else {
      return found;
    }
    return found
        .target()
        .match(request.devices(Devices.of(names.toArray(String[]::new)).like(asked)))
        .found()
        .filter(all -> all.shape().equals(found.shape()))
        .orElse(found);
  }

  /**
   * Returns what a claim must request: only the pod's node selection, which it keeps, says which of
   * the GPUs it is.
   */
  static Devices inClaim(Match.Found found) {
    Devices asked = found.request().devices();
    return isOpen(of(asked, found.target().catalog())) ? Devices.any().like(asked) : asked;
  }

  private static boolean isOpen(Devices asked) {
    return !asked.isOrdered() && asked.names().size() > 1;
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
