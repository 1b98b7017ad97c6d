package io.gpuspec.manifest.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import io.gpuspec.GpuSpec;
import io.gpuspec.Gpus;
import io.gpuspec.json.GpuJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Answers to files conform to the schema that the core publishes for all answers. */
class FileMatchesSchemaTest {
  private static final Gpus GPUS = Gpus.load();

  /** One that matches, one of a range, one that is wrong, one in part, one for which nothing is. */
  private static final String FILE =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: fits, namespace: ai}
      spec:
        replicas: 2
        template:
          spec: {containers: [{name: c, image: r/i, resources: {limits: {nvidia.com/gpu: 1}}}]}
      ---
      apiVersion: ray.io/v1
      kind: RayCluster
      metadata: {name: scaled}
      spec:
        enableInTreeAutoscaling: true
        workerGroupSpecs:
        - groupName: gpu
          minReplicas: 1
          maxReplicas: 4
          template:
            spec: {containers: [{name: c, image: r/i, resources: {limits: {nvidia.com/gpu: 1}}}]}
        - groupName: unlimited
          template:
            spec: {containers: [{name: c, image: r/i, resources: {limits: {nvidia.com/gpu: 1}}}]}
      ---
      apiVersion: v1
      kind: Pod
      metadata: {name: wrong}
      spec: {containers: [{name: c, image: r/i, resources: {limits: {nvidia.com/gpu: 1, cpu: 1x}}}]}
      ---
      apiVersion: v1
      kind: Pod
      metadata: {name: part}
      spec:
        containers:
        - {name: c, image: r/i, resources: {limits: {nvidia.com/gpu: 1, nvidia.com/gpumem: 3000}}}
      ---
      apiVersion: v1
      kind: Pod
      metadata: {name: large}
      spec: {containers: [{name: c, image: r/i, resources: {limits: {nvidia.com/gpu: 99}}}]}
      """;

  @Test
  void theAnswerOfATargetConforms() throws IOException {
    StringWriter json = new StringWriter();
    FileMatches matches = WorkloadFile.parse("f.yaml", FILE).on(GPUS.in("eks"));
    GpuJson.write(matches, json);

    assertThat(matches.matches()).hasSize(6);
    conforms(json.toString());
  }

  @Test
  void theAnswerOfEveryCloudConforms() throws IOException {
    StringWriter json = new StringWriter();
    GpuJson.write(WorkloadFile.parse("f.yaml", FILE).on(GPUS), json);

    conforms(json.toString());
  }

  @Test
  void whatTheSchemaDoesNotNameDoesNotConform() throws IOException {
    StringWriter json = new StringWriter();
    GpuJson.write(WorkloadFile.parse("f.yaml", FILE).on(GPUS.in("eks")), json);

    assertThat(problems(json.toString().replaceFirst("\"namespace\"", "\"nameSpace\"")))
        .isNotEmpty();
  }

  private static void conforms(String json) throws IOException {
    assertThat(problems(json)).isEmpty();
    assertThat(problems(GpuJson.brief(json, 1))).isEmpty();
  }

  private static List<String> problems(String json) throws IOException {
    try (InputStream in = GpuSpec.class.getResourceAsStream("json/match.schema.json")) {
      JsonSchema schema =
          JsonSchemaFactory.getInstance(VersionFlag.V202012)
              .getSchema(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      return schema.validate(json, InputFormat.JSON).stream()
          .map(ValidationMessage::getMessage)
          .toList();
    }
  }
}
