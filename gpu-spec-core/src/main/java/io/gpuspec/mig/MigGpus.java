package io.gpuspec.mig;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableListMultimap;
import com.google.common.collect.ImmutableMap;
import io.gpuspec.GpuModel;
import io.gpuspec.internal.GpuSpelling;
import io.gpuspec.internal.text.Quoted;
import io.gpuspec.internal.text.Spelling;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.UnknownNameException;
import java.util.List;
import java.util.Optional;

/** The GPUs of the file by all of their names. */
final class MigGpus {
  static final Listing<MigGpu> ALL = Listing.copyOf(MigFile.read());

  private static final ImmutableMap<String, MigGpu> BY_SPELLING = bySpelling();

  private static final ImmutableMap<String, ImmutableList<String>> AMBIGUOUS =
      MigFile.ambiguous().entrySet().stream()
          .collect(
              ImmutableMap.toImmutableMap(
                  each -> GpuSpelling.of(each.getKey()), each -> each.getValue()));

  private MigGpus() {}

  private static ImmutableMap<String, MigGpu> bySpelling() {
    ImmutableMap.Builder<String, MigGpu> found = ImmutableMap.builder();
    for (MigGpu gpu : ALL) {
      spellings(gpu).forEach(spelling -> found.put(spelling, gpu));
    }
    return found.buildOrThrow();
  }

  private static List<String> spellings(MigGpu gpu) {
    ImmutableList.Builder<String> names = ImmutableList.builder();
    names.add(gpu.name()).addAll(gpu.aliases());
    return names.build().stream().map(GpuSpelling::of).distinct().toList();
  }

  static MigGpu named(String name) {
    List<String> meant = AMBIGUOUS.get(GpuSpelling.of(name));
    if (meant != null) {
      throw ambiguous(name, meant);
    }
    MigGpu own = BY_SPELLING.get(GpuSpelling.of(name));
    if (own != null) {
      return own;
    }
    List<GpuModel> models = GpuModel.find(name);
    List<MigGpu> found = models.stream().flatMap(model -> of(model).stream()).distinct().toList();
    if (found.size() == 1) {
      return found.get(0);
    }
    throw found.isEmpty()
        ? unknown(name, models)
        : ambiguous(name, found.stream().map(MigGpu::name).toList());
  }

  private static Optional<MigGpu> of(GpuModel model) {
    return ALL.stream().filter(gpu -> gpu.models().contains(model.name())).findFirst();
  }

  private static RuntimeException ambiguous(String name, List<String> meant) {
    return new InvalidValueException(
        "mig.ambiguous",
        "mig: %s can be %s, which have different profiles; name one of them"
            .formatted(Quoted.of(name), String.join(" or ", meant)));
  }

  private static RuntimeException unknown(String name, List<GpuModel> models) {
    List<String> known = ALL.stream().map(MigGpu::name).toList();
    if (!models.isEmpty()) {
      return new InvalidValueException(
          "mig.unsupported",
          "mig: %s has no MIG; GPUs that have it: %s"
              .formatted(Quoted.of(name), String.join(", ", known)));
    }
    ImmutableListMultimap.Builder<String, String> names = ImmutableListMultimap.builder();
    BY_SPELLING.forEach((spelling, gpu) -> names.put(spelling, gpu.name()));
    return UnknownNameException.suggesting(
        "mig.unknown",
        "MIG GPU",
        name,
        known,
        Spelling.near(GpuSpelling.of(name), names.build().asMap()));
  }
}
