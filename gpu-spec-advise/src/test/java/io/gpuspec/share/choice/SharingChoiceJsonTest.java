package io.gpuspec.share.choice;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.JsonShape;
import io.gpuspec.internal.Json;
import io.gpuspec.json.GpuJson;
import org.junit.jupiter.api.Test;

/** What is written of a choice. */
class SharingChoiceJsonTest {
  private static final String CITATION = "{title, date, status, url}";

  @Test
  void aChoiceHasEachTechniqueWithItsReasonsOnce() {
    JsonNode choice =
        Json.parse(
            GpuJson.write(
                SharingNeeds.of(SharingUse.LARGE_MODEL).shared().latencySensitive().anywhere()));
    JsonNode qgpu =
        Json.parse(
            GpuJson.write(
                SharingNeeds.of(SharingUse.MIXED)
                    .bursty()
                    .latencySensitive()
                    .gpu("T4")
                    .anywhere()));

    assertThat(choice.path("needs").asText()).isEqualTo("large-model, latency-sensitive, shared");
    assertThat(choice.path("place").asText()).isEqualTo("nodes of your own");
    assertThat(JsonShape.of(choice))
        .isEqualTo("{needs, place, choices[], rejected[{name, reasons[.]}], notes[{id, message}]}");
    assertThat(choice.path("rejected")).hasSize(6);
    assertThat(JsonShape.of(qgpu.path("choices").get(0)))
        .isEqualTo(
            "{technique, mode, isolation, gpus[.], reasons[{id, message, citation%s}], gaps[{id, message}], unmetWishes[]}"
                .formatted(CITATION));
    assertThat(qgpu.at("/choices/0/isolation").asText()).isEqualTo("burst-share");
    assertThat(qgpu.at("/choices/0/gpus/0").asText()).isEqualTo("T4");
    assertThat(qgpu.at("/choices").findValuesAsText("technique"))
        .containsExactlyInAnyOrder("qgpu", "whole-card", "cgpu", "time-slicing", "mps");
    assertThat(JsonShape.of(qgpu.at("/choices/4/unmetWishes"))).isEqualTo("[.]");
    assertThat(qgpu.at("/rejected/0/name").asText()).isEqualTo("MIG");
  }
}
