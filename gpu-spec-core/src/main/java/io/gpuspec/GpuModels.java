package io.gpuspec;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.internal.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The list of models in the jar. */
final class GpuModels {
  private static final String FILE = "gpu-models.json";

  static final Listing<GpuModel> ALL = read();

  private GpuModels() {}

  static Listing<GpuModel> named(String name) {
    return ALL.stream().filter(model -> model.answersTo(name)).collect(Listing.collector());
  }

  private static Listing<GpuModel> read() {
    JsonNode file = Json.resource(GpuModels.class, FILE);
    List<GpuModel> models = new ArrayList<>();
    for (JsonNode model : file.path("models")) {
      List<String> aliases = new ArrayList<>();
      model.path("aliases").forEach(alias -> aliases.add(alias.asText()));
      models.add(
          new GpuModel(
              model.path("name").asText(),
              aliases,
              model.path("architecture").asText(),
              ComputeCapability.parse(model.path("computeCapability").asText()),
              MemorySize.parse(model.path("memory").asText()),
              Optional.ofNullable(model.get("memoryReported"))
                  .map(reported -> MemorySize.parse(reported.asText())),
              model.path("mig").asBoolean()));
    }
    return Listing.of(models);
  }
}
