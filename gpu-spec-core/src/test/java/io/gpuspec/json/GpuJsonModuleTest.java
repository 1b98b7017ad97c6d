package io.gpuspec.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.TestCloud;
import io.gpuspec.internal.Json;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.Fraction;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import io.gpuspec.value.Text;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class GpuJsonModuleTest {
  private static final ObjectMapper MAPPER = new ObjectMapper().findAndRegisterModules();

  private final Gpus gpus = Gpus.of(TestCloud.ofResources("cloud"));
  private final Target cloud = gpus.in("cloud");
  private final Match match = cloud.match(GpuRequest.of("V100").cpu(6).memory("32Gi"));

  private record Answer(String team, Match match, MemorySize quota, List<Note> notes) {}

  private static JsonNode written(Object value) throws Exception {
    return Json.parse(MAPPER.writeValueAsString(value));
  }

  @Test
  void anObjectOfOnesOwnCarriesAnswersAsTheLibraryWritesThem() throws Exception {
    Answer answer =
        new Answer("ml", match, MemorySize.parse("64Gi"), List.of(Note.of("a.b", "Look.")));
    assertThat(written(answer))
        .isEqualTo(
            Json.parse(
                """
                {"team": "ml", "match": %s, "quota": "64Gi",
                 "notes": [{"id": "a.b", "message": "Look."}]}
                """
                    .formatted(GpuJson.write(match))));
  }

  @Test
  void settingsOfTheMapperDoNotChangeTheFields() throws Exception {
    ObjectMapper other =
        JsonMapper.builder()
            .addModule(new GpuJsonModule())
            .defaultPropertyInclusion(
                JsonInclude.Value.construct(
                    JsonInclude.Include.NON_EMPTY, JsonInclude.Include.NON_EMPTY))
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .build();
    Match none = cloud.match(GpuRequest.of("V100").cpu(9000));
    assertThat(none.isFound()).isFalse();
    for (Match each : List.of(match, none)) {
      assertThat(Json.parse(other.writeValueAsString(each)))
          .isEqualTo(Json.parse(GpuJson.write(each)));
    }
  }

  @Test
  void anAnswerOfAnotherLibraryNeedsNoRegistration() throws Exception {
    io.gpuspec.value.Answer own = out -> out.put("nodes", 2).put("notes", match.notes());
    assertThat(written(own)).isEqualTo(Json.parse(GpuJson.write(own)));
    assertThat(written(Map.of("own", own)).at("/own/nodes").asInt()).isEqualTo(2);
  }

  @Test
  void otherAnswersAreTheSameToo() throws Exception {
    assertThat(written(gpus.match(GpuRequest.of("V100"))))
        .isEqualTo(Json.parse(GpuJson.write(gpus.match(GpuRequest.of("V100")))));
    assertThat(written(cloud.catalog())).isEqualTo(Json.parse(GpuJson.write(cloud.catalog())));
    MigGpu a100 = MigGpu.of("A100-40GB");
    assertThat(written(a100)).isEqualTo(Json.parse(GpuJson.write(a100)));
    assertThat(written(a100.layouts())).isEqualTo(Json.parse(GpuJson.write(a100.layouts())));
  }

  @Test
  void aPartOfAnAnswerIsWrittenAsItIsThere() throws Exception {
    JsonNode whole = Json.parse(GpuJson.write(match));
    assertThat(written(match.orThrow().shape())).isEqualTo(whole.path("spec"));
    assertThat(written(match.rejected())).isEqualTo(whole.path("rejected"));
    assertThat(written(match.notes())).isEqualTo(whole.path("notes"));
    assertThat(written(match.orThrow().shape().spec().citation()))
        .isEqualTo(whole.path("spec").path("citation"));
    assertThat(written(cloud.catalog().specs().get(0)))
        .isEqualTo(Json.parse(GpuJson.write(cloud.catalog())).path("specs").path(0));
    GpuRequest request = GpuRequest.of(Devices.of("T4").share("4Gi")).cpu("500m");
    assertThat(written(request).path("share")).isEqualTo(Json.parse("{\"memory\": \"4Gi\"}"));
    assertThat(written(request).has("arch")).isFalse();
  }

  @Test
  void valuesAreStrings() throws Exception {
    Map<String, Object> values = new TreeMap<>();
    values.put("cpu", CpuAmount.parse("500m"));
    values.put("memory", MemorySize.parse("40Gi"));
    values.put("part", Fraction.of(1, 2));
    values.put("target", cloud);
    values.put("text", Text.of("a\nb"));
    values.put("type", CapacityType.ON_DEMAND);
    assertThat(MAPPER.writeValueAsString(values))
        .isEqualTo(
            "{\"cpu\":\"500m\",\"memory\":\"40Gi\",\"part\":\"1/2\",\"target\":\"cloud\","
                + "\"text\":\"a\\nb\",\"type\":\"on-demand\"}");
  }
}
