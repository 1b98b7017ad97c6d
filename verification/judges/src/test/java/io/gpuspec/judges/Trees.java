package io.gpuspec.judges;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.yaml.snakeyaml.LoaderOptions;

/** JSON and YAML as the programs in {@code tools} read and write them. */
final class Trees {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int LARGEST = 16_000_000;
  private static final ObjectMapper YAML = new ObjectMapper(yaml());

  private Trees() {}

  /** Definitions of workloads, with the pod's fields at every depth, are beyond the default. */
  private static YAMLFactory yaml() {
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(LARGEST);
    return YAMLFactory.builder().loaderOptions(options).build();
  }

  /** A definition as JSON without the descriptions of its fields, which are half of it. */
  static String withoutDescriptions(String yaml) {
    JsonNode tree = read(yaml);
    removeDescriptions(tree);
    return tree.toString();
  }

  private static void removeDescriptions(JsonNode node) {
    // A field that is called so is an object.
    if (node instanceof ObjectNode object && object.path("description").isTextual()) {
      object.remove("description");
    }
    node.forEach(Trees::removeDescriptions);
  }

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
