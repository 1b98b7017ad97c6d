package io.gpuspec.manifest.intent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.gpuspec.manifest.internal.tree.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The schema in the jar says what the reader takes; somebody else's validator reads it. */
class WorkloadSchemaTest {
  private static final String RESOURCE = "/io/gpuspec/manifest/gpu-workload.schema.json";
  private static final JsonSchema SCHEMA =
      JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(resource());

  /** Whether the validator takes a document. */
  static boolean takes(JsonNode document) {
    return SCHEMA.validate(document).isEmpty();
  }

  private static String resource() {
    try (InputStream in = WorkloadSchemaTest.class.getResourceAsStream(RESOURCE)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void theFileIsWhatTheReaderGoesBy() {
    assertThat(resource()).isEqualTo(WorkloadSchema.text());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "true  | {kind: Pod, container: {image: r/i:v1}}",
        "true  | {kind: CronJob, schedule: '@daily', container: {image: r/i:v1, env: {A: '1'}}}",
        "true  | {kind: Pod, container: {image: r/i:v1, requests: {cpu: 0.5, memory: 1Gi}}}",
        "true  | {kind: Pod, container: {image: r/i:v1, env: [{name: A, value: '1'}]}}",
        "true  | {kind: Pod, container: {image: r/i:v1, ports: [{name: web, containerPort: 80}], livenessProbe: {httpGet: {port: web}}}}",
        "false | {kind: Pod}",
        "false | {kind: ReplicaSet, container: {image: r/i:v1}}",
        "false | {kind: Pod, container: {}}",
        "false | {kind: Pod, container: {image: 1}}",
        "false | {kind: Pod, container: {image: r/i:v1, env: {A: 1}}}",
        "false | {kind: Pod, container: {image: r/i:v1, envs: {}}}",
        "false | {kind: Pod, container: {image: r/i:v1}, gpu: {names: []}}",
        "false | {kind: Pod, container: {image: r/i:v1}, gpu: {names: T4}}",
        "false | {kind: Pod, container: {image: r/i:v1}, gpu: {count: 0}}",
        "false | {kind: Pod, container: {image: r/i:v1}, port: 65536}",
        "false | {kind: Pod, container: {image: r/i:v1}, match: {prefer: best}}",
        "false | {kind: Pod, container: {image: r/i:v1}, pod: {nodeSelectr: {}}}",
        "false | {kind: Pod, container: {image: r/i:v1}, pod: {volumes: [{emptyDir: 1}]}}",
        "false | {kind: Pod, container: {image: r/i:v1}, pod: {tolerations: [{oprator: Exists}]}}",
        "false | {kind: Pod, container: {image: r/i:v1}, service: {}}",
        "false | {kind: Pod, container: {image: r/i:v1, imagePullPolicy: always}}",
        "false | {kind: Pod, container: {image: r/i:v1}, pod: {dnsPolicy: foo}}",
      })
  void readerAndSchemaAgree(boolean right, String spec) {
    String text =
        "{apiVersion: gpuspec.io/v1, kind: GpuWorkload, metadata: {name: w}, spec: " + spec + "}";
    IntentFile file = IntentFile.parse("w.yaml", text);

    assertThat(file.problems().isEmpty()).as(file.problems()::toString).isEqualTo(right);
    assertThat(takes(tree(text))).isEqualTo(right);
  }

  /** By a reader of YAML that is not ours. */
  static JsonNode tree(String yaml) {
    return Json.MAPPER.valueToTree(new org.yaml.snakeyaml.Yaml().load(yaml));
  }
}
