package io.gpuspec.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.JsonShape;
import io.gpuspec.internal.Json;
import io.gpuspec.json.GpuJson;
import org.junit.jupiter.api.Test;

/** What is written of versions and features: scripts rely on the keys. */
class ClusterJsonTest {
  @Test
  void aReportHasAResultForEachComponent() {
    ComponentReport report = ClusterVersions.of().driver("470.182.03").cuda("12.4").check();
    JsonNode node = Json.parse(GpuJson.write(report));

    assertThat(JsonShape.of(node))
        .startsWith(
            "{ok, components[{component, version, standing, reason, citation{title, date, status")
        .contains("}], notes[");
    assertThat(node.path("ok").asBoolean(true)).isFalse();
    assertThat(node.path("components")).hasSameSizeAs(report.results());
    assertThat(node.at("/components/0/standing").asText()).isEqualTo("below-minimum");
  }

  @Test
  void featuresAreWrittenWithWhatIsKnownOfThem() {
    for (FeatureState each : KubernetesFeature.allIn("1.33")) {
      JsonNode written = Json.parse(GpuJson.write(each));
      assertThat(written.path("name").asText()).isEqualTo(each.feature().name());
      assertThat(written.path("gates")).hasSameSizeAs(each.feature().gates());
      assertThat(written.path("since").asText("")).isEqualTo(each.since().orElse(""));
      assertThat(written.path("note").asText("")).isEqualTo(each.feature().note().orElse(""));
      assertThat(written.path("correction").asText(""))
          .isEqualTo(each.feature().correction().orElse(""));
    }
    JsonNode dra = Json.parse(GpuJson.write(KubernetesFeature.of("DRA").in("1.33")));
    assertThat(dra.path("stage").asText()).isEqualTo("beta");
    assertThat(dra.path("onByDefault").asBoolean(true)).isFalse();
    assertThat(dra.at("/citation/title").asText())
        .isEqualTo(KubernetesFeature.of("DRA").citation().title());
  }
}
