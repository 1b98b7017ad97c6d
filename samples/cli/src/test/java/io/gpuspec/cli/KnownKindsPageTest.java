package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gpuspec.manifest.read.WorkloadFile;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

/** The page on manifests names every kind that is read. */
class KnownKindsPageTest {
  @Test
  void everyKindIsOnThePageInItsGroup() throws IOException {
    String page = new GuidePage("docs/manifests.md").text();

    for (JsonNode row : kinds()) {
      String[] type = row.path("kind").asText().split("/", 2);
      String group = type[0].isEmpty() ? "core" : type[0];
      assertThat(page).containsPattern("\\| `\\Q" + group + "\\E` \\|.*\\b" + type[1] + "\\b.*\\|");
    }
  }

  private static JsonNode kinds() throws IOException {
    try (InputStream in =
        WorkloadFile.class.getResourceAsStream(
            "/io/gpuspec/manifest/internal/found/workload-kinds.json")) {
      return new ObjectMapper().readTree(in).path("kinds");
    }
  }
}
