package io.gpuspec.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.json.RequestField;
import io.gpuspec.spi.ObjectField;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The properties of a request in {@code openapi.json} are those of {@link RequestField}; they are
 * written by this test with {@code -Dgpuspec.openapi=write}.
 */
class MatchQuestionSchemaTest {
  private static final boolean IS_WRITING = "write".equals(System.getProperty("gpuspec.openapi"));
  private static final Path FILE = Path.of("src/main/resources/io/gpuspec/service/openapi.json");

  /** The properties of a request stand between these lines. */
  private static final String FIRST = "          \"gpu\": {\"description\": \"GPUs";

  private static final String AFTER = "        }\n      },\n      \"Migrated\": {";

  @Test
  void everyPropertyOfARequestIsDescribedAsTheLibraryDescribesIt() throws IOException {
    String text = Files.readString(FILE);
    String described =
        RequestField.all().stream()
            .map(each -> "          \"%s\": %s".formatted(each.name(), spaced(schema(each))))
            .collect(Collectors.joining(",\n", "", "\n"));
    String whole =
        text.substring(0, text.indexOf(FIRST)) + described + text.substring(text.indexOf(AFTER));
    if (IS_WRITING) {
      Files.writeString(FILE, whole);
    }

    assertThat(Files.readString(FILE)).isEqualTo(whole);
  }

  private static String spaced(ObjectNode schema) {
    return schema.toString().replace("\":", "\": ").replace(",\"", ", \"");
  }

  private static ObjectNode schema(RequestField property) {
    return object().put("description", property.help("gpu")).setAll(schema(property.field()));
  }

  private static ObjectNode schema(ObjectField field) {
    return switch (field.form()) {
      case TEXT -> {
        ObjectNode text = type("string");
        if (!field.words().isEmpty()) {
          field.words().forEach(text.putArray("enum")::add);
        }
        yield text;
      }
      case WHOLE -> {
        ObjectNode whole = type("integer");
        if (field.least() > Integer.MIN_VALUE) {
          whole.put("minimum", field.least());
        }
        yield field.most() < Integer.MAX_VALUE ? whole.put("maximum", field.most()) : whole;
      }
      case TRUTH -> type("boolean");
      case AMOUNT -> quantity();
      case TEXTS -> type("array").set("items", type("string"));
      case AMOUNTS -> type("object").set("additionalProperties", quantity());
      case OBJECT -> {
        ObjectNode object = type("object");
        field.fields().stream()
            .filter(ObjectField::isRequired)
            .map(ObjectField::name)
            .forEach(object.putArray("required")::add);
        object.put("additionalProperties", false);
        ObjectNode properties = object.putObject("properties");
        field.fields().forEach(part -> properties.set(part.name(), described(part)));
        yield object;
      }
      case ENTRIES, LISTS, OBJECTS ->
          throw new IllegalStateException(field + " is not described; add its form here");
    };
  }

  private static ObjectNode described(ObjectField field) {
    return object().put("description", field.meaning()).setAll(schema(field));
  }

  private static ObjectNode quantity() {
    return object().put("$ref", "#/components/schemas/Quantity");
  }

  private static ObjectNode type(String type) {
    return object().put("type", type);
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }
}
