package io.gpuspec.judges;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** JSON and YAML as the programs in {@code tools} read and write them. */
final class Trees {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  private Trees() {}

  /** Reads one document; JSON is YAML too. */
  static JsonNode read(String yaml) {
    try {
      return YAML.readTree(yaml);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String json(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The texts of a list; none where there is no list. */
  static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(item -> texts.add(item.asText()));
    return texts;
  }

  /** The items of a list; none where there is no list. */
  static List<JsonNode> items(JsonNode list) {
    List<JsonNode> items = new ArrayList<>();
    list.forEach(items::add);
    return items;
  }

  /** Gives one of our programs this text to read, and reads the JSON that it answers. */
  static JsonNode ask(String input, String tool) {
    Tools.Output output = Tools.run(input, tool);
    NoCompiler.skipWhere(output, tool);
    if (output.exit() != 0) {
      throw new IllegalStateException(tool + ": " + output.err());
    }
    return read(output.out());
  }
}
