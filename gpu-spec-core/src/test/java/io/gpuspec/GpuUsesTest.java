package io.gpuspec;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.gpuspec.internal.Json;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
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

  private static GpuUses read(String uses) {
    return GpuUses.read(
        "uses.json",
        new ByteArrayInputStream(
            """
            {"citations": {"doc": {"title": "A page", "date": "2026", "status": "documented"}},
             "uses": [%s]}
            """
                .formatted(uses)
                .getBytes(StandardCharsets.UTF_8)));
  }

  private static final SpecCatalog ROWS = TestCloud.ofResources("cloud").target().catalog();

  private static String found(GpuUses uses, Use use, String gpu, int gpus) {
    return uses.find(use, ROWS.gpu(gpu).gpus(gpus).specs().get(0))
        .map(GpuUses.Entry::toString)
        .orElse("nothing");
  }

  @Test
  void aLineAboutACountGoesBeforeOneAboutAny() {
    GpuUses uses =
        read(
            """
            {"for": ["training"], "gpu": "T4", "reason": "any", "citation": "doc"},
            {"for": ["training", "hpc"], "gpu": "T4", "gpus": 4, "reason": "four", "citation": "doc"},
            {"for": ["training"], "gpu": "V100", "gpus": 8, "reason": "eight", "citation": "doc"}
            """);

    assertThat(found(uses, Use.TRAINING, "T4", 4)).isEqualTo("four; A page, 2026 (documented)");
    assertThat(found(uses, Use.TRAINING, "T4", 2)).isEqualTo("any; A page, 2026 (documented)");
    assertThat(found(uses, Use.HPC, "T4", 4)).startsWith("four; ");
    assertThat(found(uses, Use.HPC, "T4", 2)).isEqualTo("nothing");
    assertThat(found(uses, Use.TRAINING, "V100", 8)).startsWith("eight; ");
    // What the table names for another count or use is not looked up elsewhere.
    assertThat(found(uses, Use.TRAINING, "V100", 1)).isEqualTo("nothing");
    assertThat(found(uses, Use.INFERENCE, "T4", 1)).isEqualTo("nothing");
    assertThat(uses).hasToString("4 lines");
  }

  /** The library's own table is about whole cards, by their model. */
  @Test
  void aGpuThatTheTableDoesNotNameIsThatOfTheLibrary() {
    assertThat(found(GpuUses.none(), Use.INFERENCE, "T4", 1))
        .startsWith("a common choice for inference, video processing and the edge; NVIDIA");
    assertThat(found(GpuUses.none(), Use.TRAINING, "V100", 1))
        .startsWith("deep learning and scientific computing");
    assertThat(found(GpuUses.none(), Use.INFERENCE, "1/4*T4", 1)).isEqualTo("nothing");
    assertThat(found(GpuUses.none(), Use.INFERENCE, "K9", 1)).isEqualTo("nothing");
  }

  @Test
  void aLineMayAdviseASizeThatTheRowHas() {
    GpuUses uses =
        read(
            """
            {"for": ["training"], "gpu": "T4", "size": {"cpu": "8", "memory": "32Gi"}, "reason": "r", "citation": "doc"},
            {"for": ["inference"], "gpu": "T4", "size": {"cpu": "8", "memory": "16Gi"}, "reason": "r", "citation": "doc"},
            {"for": ["hpc"], "gpu": "T4", "size": {"cpu": "4", "memory": "32Gi"}, "reason": "r", "citation": "doc"}
            """);
    GpuSpec row = ROWS.gpu("T4").gpus(1).specs().get(0);

    assertThat(uses.find(Use.TRAINING, row).orElseThrow().shape())
        .map(Shape::toString)
        .contains("T4 x1 · 8 cores · 32Gi");
    assertThat(uses.find(Use.INFERENCE, row).orElseThrow().shape()).isEmpty();
    assertThat(uses.find(Use.HPC, row).orElseThrow().shape()).isEmpty();
  }

  @Test
  void everythingThatIsWrongWithATableIsTold() {
    assertError(() -> read("{\"for\": [], \"gpu\": \"T4\"}"), "catalog.malformed", "uses.json");
    assertError(
        () ->
            read(
                """
                    {"for": ["training"], "gpu": "T4", "reason": "r", "citation": "nowhere"},
                    {"for": ["training"], "gpu": "T4", "reason": "r", "citation": "doc"},
                    {"for": ["training"], "gpu": "2/1*T4", "reason": "r", "citation": "doc"}
                    """),
        "catalog.malformed",
        "uses.json");
    assertThat(Use.parse("hpc")).isEqualTo(Use.HPC).hasToString("hpc");
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
