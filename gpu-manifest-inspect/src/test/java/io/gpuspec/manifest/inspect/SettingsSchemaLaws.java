package io.gpuspec.manifest.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.gpuspec.manifest.internal.tree.Json;
import io.gpuspec.value.GpuSpecException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What the schema of {@code .gpuspec.yaml} accepts, the reader accepts. */
class SettingsSchemaLaws {
  private static final JsonSchema SCHEMA =
      JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(resource());

  private static JsonNode resource() {
    try (InputStream in = SettingsSchemaLaws.class.getResourceAsStream("settings.schema.json")) {
      return Json.MAPPER.readTree(in);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Provide
  Arbitrary<Map<String, JsonNode>> settings() {
    Arbitrary<String> names =
        Arbitraries.of(
            "include",
            "exclude",
            "severity",
            "ignorePaths",
            "provider",
            "edition",
            "options",
            "kubernetesVersion",
            "providers",
            "");
    Arbitrary<String> values =
        Arbitraries.of(
            "[]",
            "[shape-idle-gpus]",
            "[\"charts/**\", a]",
            "[1]",
            "{}",
            "{a: error}",
            "{a: warning, b: info}",
            "{a: fatal}",
            "{spot: true, node-gpus: 2}",
            "{a: [b]}",
            "{a: null}",
            "tke",
            "\"2023-06\"",
            "\"1.30\"",
            "\"v1.30.2\"",
            "\"1\"",
            "\"1.1234\"",
            "1.30",
            "true",
            "null");
    return Arbitraries.maps(names, values.map(SettingsSchemaLaws::tree)).ofMaxSize(4);
  }

  private static JsonNode tree(String yaml) {
    return Json.MAPPER.valueToTree(new org.yaml.snakeyaml.Yaml().load(yaml));
  }

  @Property
  void whatTheSchemaAcceptsTheReaderAccepts(@ForAll("settings") Map<String, JsonNode> fields) {
    ObjectNode document = Json.MAPPER.createObjectNode();
    document.setAll(fields);
    boolean isAccepted = SCHEMA.validate(document).isEmpty();
    Throwable refusal =
        catchThrowable(() -> InspectSettings.parse(".gpuspec.yaml", document.toString()));

    if (isAccepted) {
      assertThat(refusal).as(document.toString()).isNull();
    } else if (refusal != null) {
      assertThat(refusal).isInstanceOf(GpuSpecException.class);
    }
  }

  @Example
  void everyFieldOfTheSchemaIsRead() {
    Map<String, String> examples =
        Map.of(
            "include", "[requests]",
            "exclude", "[shape-idle-gpus]",
            "severity", "{requests: info}",
            "ignorePaths", "[charts/**]",
            "provider", "tke",
            "edition", "2023-06",
            "options", "{spot: true}",
            "kubernetesVersion", "\"1.30\"");
    StringBuilder text = new StringBuilder();
    examples.forEach((field, value) -> text.append(field + ": " + value + "\n"));

    Set<String> fields = Set.copyOf(iterable(resource().path("properties")));
    assertThat(examples.keySet()).isEqualTo(fields);
    assertThat(SCHEMA.validate(tree(text.toString()))).isEmpty();
    assertThatCode(() -> InspectSettings.parse(".gpuspec.yaml", text.toString()))
        .doesNotThrowAnyException();
    assertThat(catchThrowable(() -> InspectSettings.parse(".gpuspec.yaml", "providers: tke")))
        .hasMessageContaining("did you mean provider");
  }

  private static Set<String> iterable(JsonNode object) {
    Set<String> names = new java.util.TreeSet<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }
}
