package io.gpuspec.manifest.read;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.intent.IntentFile;
import io.gpuspec.manifest.migrate.Migration;
import io.gpuspec.manifest.migrate.MigrationResult;
import io.gpuspec.value.Note;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a file does not say outright: its reader says it. */
class MatchNotesTest {
  private static final Target EKS = Gpus.load().in("eks");
  private static final Target TKE = Gpus.load().in("tke");

  private static final String JOB =
      "{kind: Job, spec: {containers: [{resources: {limits: {nvidia.com/gpu: 1}}}]}}";

  private static FileMatches on(String yaml) {
    return WorkloadFile.parse("f.yaml", yaml).on(EKS);
  }

  private static String template(String container, String more) {
    return "template: {spec: {containers: [{name: a, image: i:1, %s}]%s}}"
        .formatted(container, more);
  }

  private static final String GPU = "resources: {limits: {nvidia.com/gpu: 1}}";

  private static String workload(String version, String kind, String spec) {
    return "apiVersion: %s\nkind: %s\nmetadata: {name: w}\nspec:\n  %s\n"
        .formatted(version, kind, spec);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n  \n", "# nothing\n", "---\n---\n"})
  void aFileWithoutDocumentsIsRefused(String text, @TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("empty.yaml"), text);

    assertError(() -> WorkloadFile.read(file), "yaml.empty", "empty.yaml:1:1");
    assertError(() -> IntentFile.read(file), "yaml.empty", "empty.yaml:1:1");
    assertError(() -> Migration.from(TKE).to(EKS).read(file), "yaml.empty", "empty.yaml:1:1");
    assertError(
        () ->
            WorkloadFile.read(
                "standard input", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))),
        "yaml.empty");
  }

  @Test
  void filesOfAFolderAreReadAsOne(@TempDir Path folder) throws IOException {
    Path below = Files.createDirectory(folder.resolve("below"));
    Files.writeString(
        folder.resolve("b.yml"), workload("apps/v1", "Deployment", template(GPU, "")));
    Files.writeString(
        below.resolve("scaler.json"),
        """
        {"apiVersion": "autoscaling/v2", "kind": "HorizontalPodAutoscaler", "metadata": {"name": "s"},
         "spec": {"minReplicas": 3, "maxReplicas": 5,
          "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "w"}}}
        """);
    Files.writeString(folder.resolve("empty.yaml"), "# nothing\n");
    Files.writeString(folder.resolve("notes.txt"), "not: [yaml");
    Files.writeString(folder.resolve(".gpuspec.yaml"), "provider: eks\n");

    WorkloadFile file = WorkloadFile.read(folder);

    assertThat(file.problems()).isEmpty();
    assertThat(file.workloads()).extracting(Workload::toString).containsExactly("Deployment w");
    assertThat(file.on(EKS).matches().get(0).match().orElseThrow().request().replicas())
        .isEqualTo(3);
  }

  @Test
  void aFileThatIsNoYamlLeavesTheOthers(@TempDir Path folder) throws IOException {
    Path good =
        Files.writeString(
            folder.resolve("good.yaml"), workload("apps/v1", "Deployment", template(GPU, "")));
    Path bad = Files.writeString(folder.resolve("bad.yaml"), "a: [\n");

    WorkloadFile file = WorkloadFile.read(List.of(bad, good, good, folder));

    assertThat(file.problems()).singleElement().asString().contains(bad + ":");
    assertThat(file.workloads()).hasSize(1);
  }

  @Test
  void aFileIsReadOnceHoweverItIsNamed(@TempDir Path folder) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("a.yaml"), workload("apps/v1", "Deployment", template(GPU, "")));
    Path below = Files.createDirectory(folder.resolve("below"));

    assertThat(WorkloadFile.read(List.of(folder, below.resolve("../a.yaml"), file)).workloads())
        .hasSize(1);
  }

  @Test
  void whatIsNotThereIsRefused(@TempDir Path folder) {
    assertError(() -> WorkloadFile.read(folder), "file.unreadable", folder);
    assertError(() -> WorkloadFile.read(List.of(folder.resolve("none.yaml"))), "file.unreadable");
    assertError(
        () -> WorkloadFile.read(Collections.singletonList((Path) null)), "value.missing", "null");
    assertError(() -> WorkloadFile.read(List.of()), "file.unreadable");
  }

  @ParameterizedTest
  @CsvSource({"Succeeded, 0", "Failed, 0", "Pending, 1", "Running, 1"})
  void aPodThatHasFinishedIsLeftOut(String phase, int workloads) {
    WorkloadFile file =
        WorkloadFile.parse(
            "f.yaml",
            workload("v1", "Pod", "containers: [{name: a, image: i:1, %s}]".formatted(GPU))
                + "status: {phase: "
                + phase
                + "}\n");

    assertThat(file.workloads()).hasSize(workloads);
    assertThat(
            file.notes()
                .toString()
                .contains("pod.finished: 1 pod has finished, so it was left out"))
        .isEqualTo(workloads == 0);
  }

  @Test
  void ofManyObjectsThatAreNotReadAFewAreNamed() {
    String nodes = (workload("v1", "Node", "{}") + "---\n").repeat(500);

    assertThat(on(nodes + workload("v1", "Secret", "{}")).notes())
        .filteredOn(note -> note.id().equals("object.passed-over"))
        .extracting(Note::message)
        .hasSize(5)
        .contains(
            "f.yaml:1: v1 Node is not a workload that is read here",
            "497 more of v1 Node are no workloads that are read here");
  }

  @Test
  void filesThatWereJoinedWithoutALineBetweenThemAreTold() {
    String one = workload("apps/v1", "Deployment", template(GPU, ""));

    assertThat(on(one + one).notes())
        .extracting(Note::toString)
        .anyMatch(
            note ->
                note.contains("the key 'apiVersion' is ignored")
                    && note.endsWith(
                        "if two files were joined here, write a line --- between them"));
  }

  @Test
  void anIntentIsNotJudgedAndSaysWhoReadsIt() {
    FileMatches matches = on("apiVersion: gpuspec.io/v1\nkind: GpuWorkload\nmetadata: {name: w}\n");

    assertThat(matches.isJudged()).isFalse();
    assertThat(matches.notJudged())
        .singleElement()
        .hasToString(
            "object.tool-input: f.yaml:1: gpuspec.io/v1 GpuWorkload is an intent, not a manifest; write manifests from it, and see where they land: gpuspec build -f FILE");
  }

  @Test
  void aManifestAmongIntentsSaysWhoReadsIt() {
    assertThat(IntentFile.parse("f.yaml", workload("apps/v1", "Deployment", "{}")).problems())
        .singleElement()
        .asString()
        .contains(
            "f.yaml:1:13: apiVersion: 'apps/v1' is a manifest of a Deployment, not an intent; see where its pods land with gpuspec match -f FILE");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ConfigMap | v1 | data: {j.yaml: 'TEXT'} | a manifest in a text of v1 ConfigMap; save it as a file of its own",
        "Secret | v1 | stringData: {j.yaml: 'TEXT'} | a manifest in a text of v1 Secret; save it as a file of its own",
        "Secret | v1 | data: {j.yaml: BASE64} | a manifest in base64 of v1 Secret; decode it into a file of its own",
        "Application | argoproj.io/v1alpha1 | spec: {source: {helm: {values: 'TEXT'}}} | values of a Helm chart in a text of argoproj.io/v1alpha1 Application; save what helm template writes with them",
        "Application | argoproj.io/v1alpha1 | spec: {sources: [{helm: {values: 'TEXT'}}]} | values of a Helm chart in a text of argoproj.io/v1alpha1 Application; save what helm template writes with them"
      },
      quoteCharacter = '"')
  void aManifestInATextIsToldByMatchAndMigrate(
      String kind, String version, String text, String said) {
    String base64 = Base64.getEncoder().encodeToString(JOB.getBytes(StandardCharsets.UTF_8));
    String yaml =
        "apiVersion: %s\nkind: %s\nmetadata: {name: c}\n%s\n"
            .formatted(version, kind, text.replace("TEXT", JOB).replace("BASE64", base64));

    assertThat(on(yaml).notJudged()).singleElement().asString().endsWith(said + ", and match that");

    MigrationResult migrated = Migration.from(TKE).to(EKS).parse("f.yaml", yaml);
    assertThat(migrated.isJudged()).isFalse();
    assertThat(migrated.losses())
        .singleElement()
        .asString()
        .contains("it asks for a GPU in " + said.replaceFirst("; .*", ""))
        .endsWith("and migrate that");
    assertThat(migrated.yaml()).hasToString(yaml);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "apps/v1 | Deployment | replicas: 0 | spec.replicas is 0",
        "batch/v1 | Job | suspend: true | spec.suspend is true",
        "batch/v1 | Job | parallelism: 0 | spec.parallelism is 0",
        "kubeflow.org/v2beta1 | MPIJob | runPolicy: {suspend: true} | spec.runPolicy.suspend is true"
      })
  void aWorkloadWithoutPodsIsMatchedAsIfItHadOne(
      String version, String kind, String field, String said) {
    FileMatches matches = on(workload(version, kind, field + "\n  " + template(GPU, "")));

    assertThat(matches.isFound()).isTrue();
    assertThat(matches.notes())
        .extracting(Note::toString)
        .anyMatch(
            note ->
                note.startsWith("workload.idle: f.yaml:5: " + kind + " w")
                    && note.endsWith(said + "; it was matched as if it ran"));
    assertThat(on(workload(version, kind, template(GPU, ""))).notes())
        .extracting(Note::id)
        .doesNotContain("workload.idle");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "                              | has no replicas, whose default is 0",
        "minReplicas: 0,               | has no replicas, whose default is 0",
        "'replicas: 3, suspend: true,' | .suspend is true",
        "replicas: 0,                  | .replicas is 0"
      })
  void aGroupOfRayWithoutWorkersIsMatchedAsIfItHadOne(String fields, String said) {
    assertThat(ray(fields).isFound()).isTrue();
    assertThat(ray(fields).notes())
        .filteredOn(note -> note.id().equals("workload.idle"))
        .singleElement()
        .asString()
        .contains("RayCluster w, task g runs no pods now, because spec.workerGroupSpecs[0]")
        .endsWith(said + "; it was matched as if it ran");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "replicas: 3,",
        "replicas: 3, suspend: false,",
        "minReplicas: 2, maxReplicas: 4,",
        "replicas: 0, minReplicas: 2,"
      })
  void aGroupOfRayWithWorkersRuns(String fields) {
    assertThat(ray(fields).notes()).extracting(Note::id).doesNotContain("workload.idle");
  }

  private static FileMatches ray(String fields) {
    return on(
        workload(
            "ray.io/v1",
            "RayCluster",
            "workerGroupSpecs: [{groupName: g, %s %s}]"
                .formatted(fields == null ? "" : fields, template(GPU, ""))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tke     | eks.tke.cloud.tencent.com/gpu-type: T4 | no pods of its own on super nodes",
        "ack/eci | k8s.aliyun.com/eci-use-specs: ecs.gn6i-c4g1.xlarge | no pods on virtual nodes"
      })
  void aDaemonSetHasNoPodsOnVirtualNodes(String target, String annotation, String why) {
    String pods =
        "template: {metadata: {annotations: {%s}}, spec: {containers: [{name: a, image: i:1, %s}]}}"
            .formatted(annotation, GPU);
    Target there = Gpus.load().in(target);
    FileMatches refused =
        WorkloadFile.parse("f.yaml", workload("apps/v1", "DaemonSet", pods)).on(there);

    assertThat(refused.isFound()).isFalse();
    assertThat(refused.matches().get(0).match().orElseThrow().rejected())
        .first()
        .asString()
        .startsWith("DaemonSet: kind: a 'DaemonSet' has " + why);
    assertThat(
            WorkloadFile.parse("f.yaml", workload("apps/v1", "Deployment", pods))
                .on(there)
                .isFound())
        .isTrue();
  }

  @ParameterizedTest
  @CsvSource({"true, true", "false, false"})
  void aDaemonSetThatIsInjectedRunsOnSuperNodes(String injected, boolean runs) {
    String pods =
        "template: {metadata: {annotations: {eks.tke.cloud.tencent.com/gpu-type: T4, eks.tke.cloud.tencent.com/ds-injection: '%s'}}, spec: {containers: [{name: a, image: i:1, %s}]}}"
            .formatted(injected, GPU);
    String set = workload("apps/v1", "DaemonSet", pods);

    assertThat(WorkloadFile.parse("f.yaml", set).on(TKE).isFound()).isEqualTo(runs);
    assertThat(WorkloadFile.parse("f.yaml", set).on(TKE.with("ds-injection", "true")).isFound())
        .isTrue();
  }

  @Test
  void workersOfAnElasticJobAreARange() {
    String spec =
        """
        elasticPolicy: {minReplicas: 1, maxReplicas: 4}
          pytorchReplicaSpecs:
            Master: {%s}
            Worker: {replicas: 2, %s}
        """
            .formatted(template(GPU, ""), template(GPU, ""));

    FileMatches matches = on(workload("kubeflow.org/v1", "PyTorchJob", spec));

    assertThat(matches.matches()).hasSize(2);
    assertThat(matches.notes())
        .extracting(Note::toString)
        .contains(
            "workload.scaled: f.yaml:1: PyTorchJob w, task Worker runs 1 to 4 pods, and was matched with 2")
        .noneMatch(note -> note.contains("task Master runs"));
  }

  @Test
  void aDaemonSetRunsOnEachNodeThatItMatches() {
    assertThat(on(workload("apps/v1", "DaemonSet", template(GPU, ""))).notes())
        .extracting(Note::toString)
        .contains(
            "object.count: f.yaml:1: apps/v1 DaemonSet: a DaemonSet runs one pod on each node that it matches; it counts as one");
  }

  @Test
  void whatDaemonSetsTakeOfANodeIsToldWhereItCanBeGiven() {
    String agent = "resources: {requests: {cpu: 200m, memory: 1Gi}}";
    String file =
        workload("apps/v1", "Deployment", template(GPU, ""))
            + "---\n"
            + workload("apps/v1", "DaemonSet", template(agent, ""))
            + "---\n"
            + workload("apps/v1", "DaemonSet", template(agent, ""));

    assertThat(on(file).notes())
        .extracting(Note::toString)
        .contains(
            "nodes.daemonsets: what DaemonSets of the file request on each node that they run on"
                + " counts if you give it: daemonset-cpu=400m, daemonset-memory=2Gi,"
                + " daemonset-pods=2");
    assertThat(on(file.replace(", memory: 1Gi", "")).notes())
        .extracting(Note::toString)
        .anyMatch(note -> note.endsWith("it: daemonset-cpu=400m, daemonset-pods=2"));
    Target given = EKS.with("daemonset-cpu", "0").with("daemonset-pods", "2");
    assertThat(WorkloadFile.parse("f.yaml", file).on(given).notes())
        .extracting(Note::toString)
        .anyMatch(note -> note.endsWith("it: daemonset-memory=2Gi"));
    assertThat(WorkloadFile.parse("f.yaml", file).on(given.with("daemonset-memory", "2Gi")).notes())
        .extracting(Note::id)
        .doesNotContain("nodes.daemonsets");
    assertThat(WorkloadFile.parse("f.yaml", file).on(EKS.withDefault("daemonset-cpu", "3")).notes())
        .extracting(Note::toString)
        .anyMatch(note -> note.contains("it: daemonset-cpu=400m, "));
    assertThat(WorkloadFile.parse("f.yaml", file).on(TKE).notes())
        .extracting(Note::id)
        .doesNotContain("nodes.daemonsets");
    assertThat(on(workload("apps/v1", "DaemonSet", template(GPU, ""))).notes())
        .extracting(Note::id)
        .doesNotContain("nodes.daemonsets");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "env: [{name: NVIDIA_VISIBLE_DEVICES, value: all}] | '' | NVIDIA_VISIBLE_DEVICES=all",
        "env: [] | ', runtimeClassName: nvidia' | runtimeClassName: nvidia",
      })
  void gpusThatNobodyCountsAreTold(String container, String more, String said) {
    assertThat(on(workload("apps/v1", "Deployment", template(container, more))).notes())
        .extracting(Note::toString)
        .anyMatch(
            note -> note.startsWith("gpu.uncounted: Deployment w has " + said + ": such pods"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"void", "none"})
  void aVariableThatGivesNoGpuIsNotTold(String value) {
    String container = "env: [{name: NVIDIA_VISIBLE_DEVICES, value: %s}]".formatted(value);

    assertThat(on(workload("apps/v1", "Deployment", template(container, ""))).notes())
        .extracting(Note::id)
        .doesNotContain("gpu.uncounted");
  }

  @ParameterizedTest
  @CsvSource({
    "'0,1', true",
    "1, true",
    "'0', false",
    "-1, false",
    "GPU-8932f937, false",
    "'GPU-1,GPU-2', true"
  })
  void devicesBeyondThoseOfThePodAreTold(String devices, boolean told) {
    String container =
        "env: [{name: CUDA_VISIBLE_DEVICES, value: '%s'}], %s".formatted(devices, GPU);
    Match match =
        on(workload("apps/v1", "Deployment", template(container, "")))
            .matches()
            .get(0)
            .match()
            .orElseThrow();

    assertThat(match.notes().stream().anyMatch(note -> note.id().equals("env.devices")))
        .isEqualTo(told);
  }

  @Test
  void devicesBeyondThoseOfThePodAreToldOfABuiltOne() {
    GpuWorkload workload =
        GpuWorkload.pod("w", "r/i:1").gpu("T4").env("CUDA_VISIBLE_DEVICES", "0,1");

    assertThat(workload.on(EKS).match().notes())
        .extracting(Note::toString)
        .anyMatch(
            note ->
                note.startsWith(
                    "env.devices: CUDA_VISIBLE_DEVICES=0,1 names GPUs that the pod does not get: it asks for 1, numbered from 0"));
    assertThat(workload.gpu(2, "T4").on(EKS).match().notes())
        .extracting(Note::id)
        .doesNotContain("env.devices");
  }

  @Test
  void diskThatIsRequestedIsNotJudged() {
    String container = "resources: {limits: {nvidia.com/gpu: 1, ephemeral-storage: 500Gi}}";

    assertThat(
            on(workload("apps/v1", "Deployment", template(container, "")))
                .matches()
                .get(0)
                .match()
                .orElseThrow()
                .notes())
        .extracting(Note::toString)
        .anyMatch(note -> note.startsWith("storage.not-judged: ephemeral-storage 500Gi is not"));
  }

  @Test
  void aProblemOfAMigrationNamesNoOtherCommand() {
    String yaml =
        workload(
            "v1",
            "Pod",
            "containers: [{name: a, resources: {limits: {nvidia.com/gpu: '{{ .n }}'}}}]");

    assertThat(Migration.from(TKE).to(EKS).parse("f.yaml", yaml).problems())
        .extracting(ManifestException::getMessage)
        .singleElement()
        .asString()
        .contains("render it first: helm template CHART > FILE")
        .doesNotContain("gpuspec match");
  }
}
