package io.gpuspec;

import com.google.common.collect.ImmutableList;
import io.gpuspec.internal.DeviceName;
import io.gpuspec.spi.CloudFacts;
import io.gpuspec.value.UnknownNameException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The names in all catalogs, including those of the current overlays.
 *
 * @param published the names of all editions as they are published
 * @param clouds what is known of clouds, which have names of their own for labels and storage
 */
record AllNames(
    Supplier<KnownNames> published, Supplier<List<CloudFacts>> clouds, ImmutableList<Layer> layers)
    implements SpecCatalog.Names {

  @Override
  public List<CloudFacts> cloudFacts() {
    return clouds.get();
  }

  /** The same names and those of an overlay. */
  AllNames with(Layer layer) {
    return new AllNames(
        published, clouds, ImmutableList.<Layer>builder().addAll(layers).add(layer).build());
  }

  /**
   * Returns whether the list of models or any catalog has this row, or this GPU in any fraction.
   */
  @Override
  public boolean has(DeviceName name) {
    return !GpuModel.find(name.base()).isEmpty()
        || published.get().has(name)
        || overlays().anyMatch(names -> names.has(name));
  }

  /** Returns the error for an unknown name, with suggestions from all rows. */
  @Override
  public UnknownNameException unknown(DeviceName name, Collection<String> gpus) {
    Set<String> known = new LinkedHashSet<>(gpus);
    GpuModel.all().forEach(model -> known.add(model.name()));
    Set<String> rows = new LinkedHashSet<>(published.get().rows());
    overlays().forEach(names -> rows.addAll(names.rows()));
    return GpuModels.unknown(name.toString(), known, rows);
  }

  private Stream<KnownNames> overlays() {
    return layers.stream().map(layer -> KnownNames.of(layer.version().overlay()));
  }
}
