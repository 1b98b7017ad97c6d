package io.gpuspec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.PathType;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import io.gpuspec.internal.Json;
import io.gpuspec.internal.Place;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CatalogSchemaTest {
  private static final JsonNode CATALOG = Json.resource(GpuSpec.class, "catalog.schema.json");
  private static final JsonNode OVERLAY = Json.resource(GpuSpec.class, "overlay.schema.json");

  private static final JsonSchemaFactory FACTORY =
      JsonSchemaFactory.getInstance(
          SpecVersion.VersionFlag.V202012,
          builder ->
              builder.schemaLoaders(
                  loaders ->
                      loaders.schemas(Map.of(CATALOG.path("$id").asText(), CATALOG.toString()))));

  private static final JsonSchema CATALOG_SCHEMA = schema(CATALOG);
  private static final JsonSchema OVERLAY_SCHEMA = schema(OVERLAY);

  private static JsonSchema schema(JsonNode schema) {
    return FACTORY.getSchema(
        schema, SchemaValidatorsConfig.builder().pathType(PathType.JSON_POINTER).build());
  }

  static Set<ValidationMessage> problems(JsonNode catalog) {
    return CATALOG_SCHEMA.validate(catalog);
  }

  /** Where somebody else's validator finds a fault, as JSON pointers. */
  static Set<String> pointers(boolean overlay, JsonNode document) {
    return (overlay ? OVERLAY_SCHEMA : CATALOG_SCHEMA)
        .validate(document).stream().map(CatalogSchemaTest::pointer).collect(Collectors.toSet());
  }

  /** A field that should not be there is the fault itself, not the object around it. */
  private static String pointer(ValidationMessage problem) {
    String pointer = problem.getInstanceLocation().toString();
    return switch (problem.getMessageKey()) {
      case "additionalProperties", "propertyNames" ->
          pointer + Place.ROOT.field(String.valueOf(problem.getProperty()));
      default -> pointer;
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"cloud-2024-05.json", "cloud-2022-11.json"})
  void theTestCatalogsConform(String file) {
    assertThat(problems(Json.resource(GpuSpec.class, file))).isEmpty();
  }

  @Test
  void theSoundCatalogConforms() {
    assertThat(problems(CatalogReaderTest.sound())).isEmpty();
  }

  static Stream<Arguments> broken() {
    return Stream.of(
        broken("/target", file -> file.put("target", "Cloud")),
        broken("/target", file -> file.put("target", "a/b/c")),
        broken("/edition", file -> file.put("edition", "2024")),
        broken("/edition", file -> file.put("edition", "2024-13")),
        broken("", file -> file.remove("citation")),
        broken("/comment", file -> file.put("comment", "nobody reads this")),
        broken("/citations", file -> file.putObject("citations")),
        broken("/citations/list", file -> at(file, "/citations/list").remove("date")),
        broken("/citations/list/date", file -> at(file, "/citations/list").put("date", "May")),
        broken(
            "/citations/list/status", file -> at(file, "/citations/list").put("status", "rumour")),
        broken("/citations/list/url", file -> at(file, "/citations/list").put("url", "x")),
        broken("/gpus", file -> file.putArray("gpus")),
        broken("/gpus/0", file -> at(file, "/gpus/0").remove("name")),
        broken("/gpus/0/name", file -> at(file, "/gpus/0").put("name", "0.5*T4")),
        broken("/gpus/0/memory", file -> at(file, "/gpus/0").put("memory", "16GB")),
        broken("/gpus/0/cuda", file -> at(file, "/gpus/0").put("cuda", "11")),
        broken("/gpus/0/alias", file -> at(file, "/gpus/0").put("alias", "Tesla-T4")),
        broken("/gpus/0/aliases", file -> at(file, "/gpus/0").put("aliases", "Tesla-T4")),
        broken("/specs/0/gpus", file -> at(file, "/specs/0").put("gpus", 0)),
        broken("/specs/0/gpus", file -> at(file, "/specs/0").put("gpus", "1")),
        broken("/specs/0/gpus", file -> at(file, "/specs/0").put("gpus", 1.5)),
        broken("/specs/0", file -> at(file, "/specs/0").remove("policy")),
        broken("/specs/0/price", file -> at(file, "/specs/0").put("price", "3.10")),
        broken("/specs/0/prices", file -> at(file, "/specs/0").put("prices", "3.10")),
        broken("/specs/0/prices", file -> at(file, "/specs/0").putArray("prices")),
        broken("/unit", file -> file.put("unit", "Node")),
        broken(
            "/specs/0/capacityTypes",
            file -> at(file, "/specs/0").putArray("capacityTypes").add("spot").add("spot")),
        broken(
            "/specs/0/attributes/maxPods",
            file -> at(file, "/specs/0").putObject("attributes").put("maxPods", 58)),
        broken("/gpus/0/identified", file -> at(file, "/gpus/0").put("identified", "no")),
        broken("/specs/0/color", file -> at(file, "/specs/0").put("color", "green")),
        broken("/specs/0/arch", file -> at(file, "/specs/0").put("arch", "x86")),
        broken("/specs/0/lifecycle", file -> at(file, "/specs/0").put("lifecycle", "Retired")),
        broken("/specs/0/upward", file -> at(file, "/specs/0").putArray("upward")),
        broken("/specs/0/upward/0/cpu", file -> at(file, "/specs/0/upward/0").put("cpu", 2)),
        broken("/specs/0/upward/0/cpu", file -> at(file, "/specs/0/upward/0").put("cpu", "2c")),
        broken("/specs/0/upward/0/cpu", file -> at(file, "/specs/0/upward/0").put("cpu", "0")),
        broken(
            "/specs/0/upward/0/memory",
            file -> at(file, "/specs/0/upward/0").put("memory", "8GiB")),
        // 40G is a quantity too, and not 40Gi: in a catalog it is a slip.
        broken("/specs/0/memory/max", file -> at(file, "/specs/0/memory").put("max", "32G")),
        broken("/specs/0/memory", file -> at(file, "/specs/0/memory").remove("min")),
        broken(
            "/specs/0/notes/0/id",
            file ->
                at(file, "/specs/0")
                    .putArray("notes")
                    .addObject()
                    .put("id", "A note")
                    .put("message", "text")),
        broken(
            "/specs/0/notes/0/message",
            file ->
                at(file, "/specs/0")
                    .putArray("notes")
                    .addObject()
                    .put("id", "a.note")
                    .put("message", " ")));
  }

  private static Arguments broken(String where, Consumer<ObjectNode> damage) {
    return Arguments.of(where, damage);
  }

  private static ObjectNode at(ObjectNode file, String pointer) {
    return (ObjectNode) file.at(pointer);
  }

  @ParameterizedTest(name = "{index} at ''{0}''")
  @MethodSource("broken")
  void aBrokenCatalogDoesNotConformAndTheFaultIsFoundWhereItIs(
      String where, Consumer<ObjectNode> damage) {
    ObjectNode file = CatalogReaderTest.sound();
    damage.accept(file);

    assertThat(pointers(false, file)).containsExactly(where);
    assertThatThrownBy(() -> CatalogReader.read(file))
        .isInstanceOfSatisfying(
            MalformedCatalogException.class,
            e ->
                assertThat(e.problems())
                    .extracting(problem -> problem.place().toString())
                    .containsOnly(where));
  }
}
