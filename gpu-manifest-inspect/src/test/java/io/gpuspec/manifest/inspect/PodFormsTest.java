package io.gpuspec.manifest.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.rule.Severity;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pods whose kind writes them in another form than a PodSpec. */
class PodFormsTest {
  private static final Gpus GPUS = Gpus.load();
  private static final Inspector INSPECTOR = Inspector.of(GPUS);

  private static final String MODEL =
      """
      apiVersion: serving.kserve.io/v1beta1
      kind: InferenceService
      metadata: {name: llm}
      spec: {predictor: {model: {modelFormat: {name: huggingface}, resources: %s}}}
      """;
  private static final String STEP =
      """
      apiVersion: argoproj.io/v1alpha1
      kind: Workflow
      metadata: {generateName: train-}
      spec:
        entrypoint: main
        templates:
        - {name: main, container: {image: registry.example/t:v1, resources: %s}}
      """;
  private static final String TRAINER =
      """
      apiVersion: trainer.kubeflow.org/v1alpha1
      kind: TrainJob
      metadata: {name: train}
      spec:
        runtimeRef: {name: torch-distributed}
        trainer: {numNodes: 2, resourcesPerNode: %s}
      """;
  private static final String SPARK =
      """
      apiVersion: sparkoperator.k8s.io/v1beta2
      kind: SparkApplication
      metadata: {name: etl}
      spec:
        type: Python
        image: registry.example/spark:v1
        mainApplicationFile: local:///a.py
        sparkVersion: 3.5.3
        driver: {cores: 1, memory: 2g}
        executor: {instances: 2, cores: %s, memory: %s, gpu: {name: nvidia.com/gpu, quantity: 1}}
      """;

  private static List<String> told(Inspector inspector, String manifest) {
    return inspector.parse("a.yaml", manifest).findings().stream()
        .filter(each -> each.severity() != Severity.INFO)
        .map(each -> each.rule().id() + " " + each.line())
        .toList();
  }

  private static List<String> on(String target, String manifest) {
    return told(INSPECTOR.on(GPUS.in(target)), manifest);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{limits: {nvidia.com/gpu: 1}, requests: {nvidia.com/gpu: 2}} | request-unlike-limit",
        "{requests: {nvidia.com/gpu: 2}} | request-without-limit",
        "{limits: {nvidia.com/gpu: 500m}} | request-not-whole",
        "{limits: {nvidia.com/gpu: 1, cpu: 1}, requests: {cpu: 2}} | request-above-limit",
      })
  void theAmountsOfAModelAStepAndATrainerAreJudged(String resources, String rule) {
    assertThat(told(INSPECTOR, MODEL.formatted(resources))).containsExactly(rule + " 4");
    assertThat(told(INSPECTOR, STEP.formatted(resources))).containsExactly(rule + " 7");
    assertThat(told(INSPECTOR, TRAINER.formatted(resources))).containsExactly(rule + " 6");
  }

  @Test
  void theirUnitsAreTooWhereTheyAreContainers() {
    String bytes = "{limits: {nvidia.com/gpu: 1, memory: 16}}";

    assertThat(told(INSPECTOR, MODEL.formatted(bytes))).containsExactly("memory-without-unit 4");
    assertThat(told(INSPECTOR, STEP.formatted(bytes))).containsExactly("memory-without-unit 7");
  }

  @Test
  void whatNoShapeHoldsIsTold() {
    String large = "{limits: {nvidia.com/gpu: 3, cpu: 500, memory: 10Ti}}";

    assertThat(on("eks", MODEL.formatted(large))).containsExactly("shape-none 4");
    assertThat(on("eks", STEP.formatted(large))).containsExactly("shape-none 7");
    assertThat(on("eks", TRAINER.formatted(large))).containsExactly("shape-none 6");
    assertThat(on("eks", SPARK.formatted("500", "8g"))).containsExactly("shape-none 10");
  }

  @Test
  void whatCannotBeReadIsToldAtItsPlace() {
    assertThat(on("eks", SPARK.formatted("4", "8x"))).containsExactly("pod-refused 10");
  }

  @Test
  void whatFitsIsCleanThoughAnotherObjectGivesItsImageAndVolumes() {
    String fits = "{limits: {nvidia.com/gpu: 1, cpu: 3, memory: 8Gi}}";

    assertThat(on("eks", MODEL.formatted(fits))).isEmpty();
    assertThat(on("eks", STEP.formatted(fits))).isEmpty();
    assertThat(on("eks", TRAINER.formatted(fits))).isEmpty();
    assertThat(on("eks", SPARK.formatted("3", "8g"))).isEmpty();
  }

  @Test
  void aParameterOfAWorkflowIsNotJudged() {
    String step = STEP.formatted("{limits: {nvidia.com/gpu: '{{inputs.parameters.n}}'}}");

    assertThat(INSPECTOR.on(GPUS.in("eks")).parse("a.yaml", step).findings())
        .singleElement()
        .satisfies(each -> assertThat(each.rule().id()).isEqualTo("gpu-not-judged"))
        .satisfies(each -> assertThat(each.message()).contains("{{inputs.parameters.n}}"));
  }

  @Test
  void withoutATargetTheyAreCountedAsNotMatched() {
    assertThat(INSPECTOR.parse("a.yaml", SPARK.formatted("4", "8g")).summary().unmatched()).isOne();
  }

  private static final String TYPE = "annotations: {eks.tke.cloud.tencent.com/gpu-type: %s}";
  private static final String ONE = "{limits: {nvidia.com/gpu: 1, cpu: 4, memory: 16Gi}}";

  @Test
  void kserveGivesPodsTheAnnotationsOfTheirService() {
    String service = MODEL.formatted(ONE).replace("name: llm", "name: llm, " + TYPE);

    assertThat(on("tke", service.formatted("T4"))).isEmpty();
    assertThat(on("tke", service.formatted("Z9"))).containsExactly("pod-refused 3");
    assertThat(
            on(
                "tke",
                service
                    .formatted("Z9")
                    .replace("{predictor: {", "{predictor: {" + TYPE.formatted("T4") + ", ")))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "InferenceService | predictor: {%s, model: {modelFormat: {name: a}}, workerSpec: {containers: [%s]}}",
        "LLMInferenceService | %s, template: {containers: [%s]}",
        "LLMInferenceService | annotations: {eks.tke.cloud.tencent.com/gpu-type: T4}, prefill: {%s, worker: {containers: [%s]}}",
      })
  void kserveGivesWorkersTheAnnotationsOfTheirPart(String kind, String spec) {
    String service =
        "apiVersion: serving.kserve.io/v1beta1\nkind: %s\nmetadata: {name: llm}\nspec:\n  {%s}\n"
            .formatted(
                kind,
                spec.formatted(
                    TYPE, "{name: main, image: 'r/i:v1', resources: %s}".formatted(ONE)));

    assertThat(on("tke", service.formatted("T4"))).isEmpty();
    assertThat(on("tke", service.formatted("Z9"))).containsExactly("pod-refused 5");
  }

  @Test
  void argoGivesPodsTheMetadataOfTheirWorkflowBeforeThatOfTheStep() {
    String workflow =
        STEP.formatted(ONE).replace("entrypoint: main", "podMetadata: {" + TYPE + "}");

    assertThat(on("tke", workflow.formatted("T4"))).isEmpty();
    assertThat(on("tke", workflow.formatted("Z9"))).containsExactly("pod-refused 5");
    assertThat(
            on(
                "tke",
                workflow
                    .formatted("T4")
                    .replace(
                        "name: main,", "name: main, metadata: {" + TYPE.formatted("Z9") + "},")))
        .isEmpty();
  }
}
