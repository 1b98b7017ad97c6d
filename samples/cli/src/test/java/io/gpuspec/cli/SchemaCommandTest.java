package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaCommandTest {
  private static final Pattern HAN = Pattern.compile("\\p{IsHan}");

  private static JsonNode schema(String line) {
    Run run = Run.line("schema " + line);
    assertThat(run.status()).isZero();
    return run.json();
  }

  private static List<String> texts(JsonNode schema, String field) {
    List<String> found = new ArrayList<>();
    schema.findValues(field).stream()
        .filter(JsonNode::isTextual)
        .map(JsonNode::asText)
        .forEach(found::add);
    return found;
  }

  @ParameterizedTest
  @ValueSource(strings = {"intent", "catalog", "overlay", "settings", "match"})
  void everyDescriptionIsThereInBothLanguages(String kind) {
    JsonNode english = schema(kind);
    JsonNode chinese = schema(kind + " --lang zh");

    assertThat(texts(english, "description"))
        .isNotEmpty()
        .noneMatch(text -> HAN.matcher(text).find());
    assertThat(texts(chinese, "description"))
        .hasSameSizeAs(texts(english, "description"))
        .allSatisfy(text -> assertThat(text).containsPattern(HAN));
    assertThat(chinese.path("title").asText()).containsPattern(HAN);
    assertThat(chinese.path("$id")).isEqualTo(english.path("$id"));
  }

  /** Editors read one file, and find no other by the name that a reference has. */
  @ParameterizedTest
  @ValueSource(strings = {"intent", "catalog", "overlay", "settings", "match"})
  void everyReferenceLeadsToAPlaceInTheSameFile(String kind) {
    JsonNode schema = schema(kind);

    assertThat(texts(schema, "$ref"))
        .allSatisfy(
            reference ->
                assertThat(schema.at(reference.replaceFirst("^#", "")).isMissingNode())
                    .as(reference)
                    .isFalse());
  }

  @Test
  void settingsKnowRulesAndTargetsByName() {
    JsonNode properties = schema("settings").path("properties");

    assertThat(properties.at("/exclude/items/enum").valueStream().map(JsonNode::asText))
        .contains("request-unlike-limit", "requests")
        .hasSize(properties.at("/exclude/items/enumDescriptions").size());
    assertThat(properties.at("/severity/properties/request-unlike-limit/description").asText())
        .isNotEmpty();
    assertThat(properties.at("/severity/properties/request-unlike-limit/enum").size()).isEqualTo(3);
    assertThat(properties.at("/provider/enum").valueStream().map(JsonNode::asText))
        .contains("tke/qgpu", "eks");
  }

  @Test
  void anUnknownKindIsRefused() {
    assertThat(Run.line("schema job").err())
        .contains("'job' is not known; write intent or catalog or overlay or settings or match");
  }
}
