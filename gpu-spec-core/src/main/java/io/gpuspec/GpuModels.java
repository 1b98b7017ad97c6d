package io.gpuspec;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableListMultimap;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Maps;
import io.gpuspec.internal.Citations;
import io.gpuspec.internal.ComputeCapability;
import io.gpuspec.internal.DeviceName;
import io.gpuspec.internal.GpuSpelling;
import io.gpuspec.internal.Json;
import io.gpuspec.internal.text.Spelling;
import io.gpuspec.value.Citation;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.UnknownNameException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The list of models in the jar. */
final class GpuModels {
  private static final String FILE = "gpu-models.json";

  static final Listing<GpuModel> ALL = read();

  private static final Listing<GpuModel> NONE = Listing.copyOf(List.of());
  private static final ImmutableMap<String, Listing<GpuModel>> BY_SPELLING = bySpelling();

  private GpuModels() {}

  static Listing<GpuModel> named(String name) {
    return BY_SPELLING.getOrDefault(GpuSpelling.of(name), NONE);
  }

  /** The canonical names behind each spelling, in the form in which names are compared. */
  static ImmutableListMultimap<String, String> namesBySpelling() {
    ImmutableListMultimap.Builder<String, String> names = ImmutableListMultimap.builder();
    BY_SPELLING.forEach(
        (spelling, models) -> models.forEach(model -> names.put(spelling, model.name())));
    return names.build();
  }

  private static ImmutableMap<String, Listing<GpuModel>> bySpelling() {
    ImmutableListMultimap.Builder<String, GpuModel> models = ImmutableListMultimap.builder();
    for (GpuModel model : ALL) {
      model.spellings().forEach(spelling -> models.put(spelling, model));
    }
    return ImmutableMap.copyOf(Maps.transformValues(models.build().asMap(), Listing::copyOf));
  }

  private static Listing<GpuModel> read() {
    JsonNode file = Json.resource(GpuModels.class, FILE);
    Citations citations = Citations.of(file);
    List<GpuModel> models = new ArrayList<>();
    for (JsonNode model : file.path("models")) {
      models.add(model(model, citations));
    }
    return Listing.copyOf(models);
  }

  private static GpuModel model(JsonNode model, Citations citations) {
    return new GpuModel(
        text(model, "name"),
        spellings(model, citations),
        text(model, "architecture"),
        ComputeCapability.parse(text(model, "computeCapability")),
        MemorySize.parse(text(model, "memory")),
        Optional.ofNullable(model.get("memoryReported"))
            .map(reported -> MemorySize.parse(reported.asText())),
        model.path("mig").asBoolean(),
        citations(model, citations));
  }

  /** Returns the spellings, by the source in which they were seen. */
  private static ImmutableListMultimap<String, String> spellings(
      JsonNode model, Citations citations) {
    ImmutableListMultimap.Builder<String, String> spellings = ImmutableListMultimap.builder();
    model
        .path("spellings")
        .properties()
        .forEach(
            source -> {
              citations.get(source.getKey());
              source
                  .getValue()
                  .forEach(spelling -> spellings.put(source.getKey(), spelling.asText()));
            });
    return spellings.build();
  }

  private static List<Citation> citations(JsonNode model, Citations all) {
    ImmutableSet.Builder<Citation> sources = ImmutableSet.builder();
    for (JsonNode key : model.path("sources")) {
      sources.add(all.get(key.asText()));
    }
    return sources.build().asList();
  }

  private static String text(JsonNode node, String key) {
    JsonNode value = node.path(key);
    if (!value.isTextual()) {
      throw new GpuSpecException("file.unreadable", FILE + ": '" + key + "' is missing in " + node);
    }
    return value.asText();
  }

  /**
   * An error about an unknown GPU: what is near is looked for in every spelling, also among the
   * names of rows, and suggested by its proper name.
   */
  static UnknownNameException unknown(
      String name, Collection<String> known, Collection<String> rows) {
    Map<String, Collection<String>> names = new HashMap<>();
    known.forEach(gpu -> names.putIfAbsent(normalised(gpu), List.of(gpu)));
    rows.forEach(row -> names.putIfAbsent(normalised(row), List.of(row)));
    namesBySpelling().asMap().forEach(names::putIfAbsent);
    return UnknownNameException.suggesting(
        "gpu.unknown", "GPU", name, known, Spelling.near(normalised(name), names));
  }

  private static String normalised(String gpu) {
    return DeviceName.parse(gpu).normalised().toString();
  }
}
