package io.gpuspec.manifest.platform;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gpuspec.value.Citation;
import io.gpuspec.value.GpuSpecException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The data files of this package. */
final class PlatformData {
  private PlatformData() {}

  static String text(String file) {
    try (InputStream in = PlatformData.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new GpuSpecException(
            "file.unreadable", file + ": the file is missing; is the jar complete?");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new GpuSpecException(
          "file.unreadable", file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  static JsonNode read(String file) {
    try {
      return new ObjectMapper().readTree(text(file));
    } catch (JsonProcessingException e) {
      throw new GpuSpecException(
          "file.unreadable", file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** A tree in one line of JSON, which is YAML too. */
  static String json(Object tree) {
    try {
      return new ObjectMapper().writeValueAsString(tree);
    } catch (JsonProcessingException e) {
      throw new GpuSpecException(
          "manifest.unwritable", "this patch cannot be written: " + e.getMessage(), e);
    }
  }

  /** The source that a data file states in full. */
  static Citation citation(JsonNode source) {
    return new Citation(
        source.path("title").asText(),
        source.path("date").asText(),
        Citation.Status.parse(source.path("status").asText()),
        Optional.ofNullable(source.get("url")).map(JsonNode::asText));
  }
}
