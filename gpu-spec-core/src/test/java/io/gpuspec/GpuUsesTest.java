package io.gpuspec;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.gpuspec.internal.Json;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The library's own table by model. */
class GpuUsesTest {
  private static final JsonNode FILE = Json.resource(GpuUses.class, "gpu-uses.json");

  @Test
  void itConformsToTheSchema() {
    assertThat(
            JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(Json.resource(GpuUses.class, "uses.schema.json"))
                .validate(FILE))
        .isEmpty();
  }

  @Test
  void everyLineIsAboutACanonicalModelAndStandsThereOnce() {
    List<String> models = GpuModel.all().stream().map(GpuModel::name).toList();
    List<String> lines = new ArrayList<>();
    for (JsonNode line : FILE.path("uses")) {
      assertThat(models).contains(line.path("gpu").asText());
      line.path("for")
          .forEach(use -> lines.add(use + " " + line.path("gpu") + " " + line.path("gpus")));
    }
    assertThat(lines).doesNotHaveDuplicates();
  }
}
