package io.gpuspec.manifest.platform;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gpuspec.Citation;
import io.gpuspec.GpuSpecException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The data files of this package. */
final class PlatformData {
  private PlatformData() {}

  static JsonNode read(String file) {
    try (InputStream in = PlatformData.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new GpuSpecException(file + ": the file is missing; is the jar complete?");
      }
      return new ObjectMapper().readTree(in);
    } catch (IOException e) {
      throw new GpuSpecException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** The source of a line. */
  static Citation citation(JsonNode line) {
    JsonNode source = line.path("citation");
    return new Citation(
        source.path("title").asText(),
        source.path("date").asText(),
        Citation.Status.valueOf(
            source.path("status").asText().toUpperCase(Locale.ROOT).replace('-', '_')));
  }

  /** The texts of a list; none where it is not there. */
  static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(text -> texts.add(text.asText()));
    return texts;
  }
}
