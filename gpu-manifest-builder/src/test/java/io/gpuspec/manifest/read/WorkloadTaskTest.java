package io.gpuspec.manifest.read;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.json.GpuJson;
import io.gpuspec.manifest.migrate.Migration;
import io.gpuspec.value.Note;
import java.io.IOException;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Volcano Jobs and JobSets of a manifest file: each task lands by itself. */
class WorkloadTaskTest {
  private static final Target EKS = Gpus.load().in("eks");

  private static final String VOLCANO =
      """
      apiVersion: batch.volcano.sh/v1alpha1
      kind: Job
      metadata: {name: llama, namespace: ai}
      spec:
        minAvailable: 4
        tasks:
        - name: master
          replicas: 1
          template:
            spec:
              containers:
              - {name: m, image: r/i, resources: {limits: {nvidia.com/gpu: 1}}}
        - name: worker
          replicas: 3
          template:
            spec:
              containers:
              - {name: w, image: r/i, resources: {limits: {nvidia.com/gpu: 8}}}
        - name: logger
          replicas: 1
          template:
            spec:
              containers: [{name: l, image: r/i}]
      """;

  private static final String JOB_SET =
      """
      apiVersion: jobset.x-k8s.io/v1alpha2
      kind: JobSet
      metadata: {name: train}
      spec:
        replicatedJobs:
        - name: worker
          replicas: 2
          template:
            spec:
              parallelism: 4
              completions: 3
              template:
                spec:
                  containers:
                  - {name: w, image: r/i, resources: {limits: {nvidia.com/gpu: 8}}}
      """;

  @Test
  void eachTaskOfAVolcanoJobLandsByItself() throws IOException {
    FileMatches matches = WorkloadFile.parse("f.yaml", VOLCANO).on(EKS);

    assertThat(matches.problems()).isEmpty();
    assertThat(matches.matches())
        .extracting(each -> each.workload().toString())
        .containsExactly("Job llama, task master", "Job llama, task worker");
    assertThat(matches.matches())
        .extracting(each -> each.match().orElseThrow().request().replicas())
        .containsExactly(1, 3);
    assertThat(matches.notes())
        .extracting(note -> note.message())
        .contains("Job llama, task logger asks for no GPU");
    StringWriter json = new StringWriter();
    GpuJson.write(matches, json);
    assertThat(json.toString()).contains("\"name\": \"llama\"", "\"task\": \"worker\"");
  }

  @Test
  void theJobsOfAJobSetAreCountedWithTheirPods() {
    FileMatches matches = WorkloadFile.parse("f.yaml", JOB_SET).on(EKS);

    assertThat(matches.matches()).hasSize(1);
    assertThat(matches.matches().get(0).workload()).hasToString("JobSet train, task worker");
    // Two Jobs, each of at most three pods at once, because three complete it.
    assertThat(matches.matches().get(0).match().orElseThrow().request().replicas()).isEqualTo(6);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "name: ''\n          ", "name:\n          "})
  void aTaskOfAVolcanoJobWithoutANameHasTheOneThatVolcanoGivesIt(String name) {
    String job =
        """
        apiVersion: batch.volcano.sh/v1alpha1
        kind: Job
        metadata: {name: llama}
        spec:
          tasks:
          - name: master
            template: {spec: {containers: [{name: m, image: r/i}]}}
          - %sreplicas: 2
            template:
              spec:
                containers: [{name: m, image: r/i, resources: {limits: {nvidia.com/gpu: 8}}}]
        """
            .formatted(name.replace("          ", "    "));

    FileMatches matches = WorkloadFile.parse("f.yaml", job).on(EKS);

    assertThat(matches.problems()).isEmpty();
    assertThat(matches.matches())
        .singleElement()
        .extracting(each -> each.workload().task().orElseThrow())
        .isEqualTo("default1");
    assertThat(Migration.from(EKS).to(EKS).parse("f.yaml", job).yaml()).hasToString(job);
  }

  @Test
  void aTaskThatCannotBeReadIsAProblemAndTheOthersAreThere() {
    WorkloadFile file =
        WorkloadFile.parse("f.yaml", VOLCANO.replace("  - name: master\n", "  - name: 8\n"));

    assertThat(file.workloads())
        .extracting(Workload::toString)
        .containsExactly("Job llama, task worker", "Job llama, task logger");
    assertThat(file.problems()).hasSize(1);
    assertError(file.problems().get(0), "manifest.malformed", "f.yaml:7:11");
  }

  @Test
  void aJobOfAJobSetHasAName() {
    WorkloadFile file =
        WorkloadFile.parse("f.yaml", JOB_SET.replace("  - name: worker\n    ", "  - "));

    assertThat(file.problems()).hasSize(1);
    assertError(file.problems().get(0), "manifest.missing", "f.yaml:6:5");
  }

  @Test
  void anObjectWithoutTasksIsTold() {
    WorkloadFile file =
        WorkloadFile.parse(
            "f.yaml",
            "{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, metadata: {name: a}, spec: {}}");

    assertThat(file.problems()).isEmpty();
    assertThat(file.notes())
        .extracting(Note::toString)
        .containsExactly(
            "object.no-pods: f.yaml:1: jobset.x-k8s.io/v1alpha2 JobSet has no pods that are read here");
  }

  @Test
  void moreJobsOfPodsThanCanBeCountedAreAProblem() {
    FileMatches matches =
        WorkloadFile.parse("f.yaml", JOB_SET.replace("replicas: 2", "replicas: 2147483647"))
            .on(EKS);

    assertThat(matches.problems()).hasSize(1);
    assertError(matches.problems().get(0), "manifest.malformed", "2147483647");
  }
}
