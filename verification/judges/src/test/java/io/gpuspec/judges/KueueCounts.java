package io.gpuspec.judges;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.read.FileMatches;
import io.gpuspec.manifest.read.WorkloadFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/**
 * How many pods an object runs: what Kueue counts when it admits the object, with the code of the
 * kind's own operator where that has any, is what we count. Run at night, because Kueue takes some
 * minutes to build.
 */
class KueueCounts {
  private static final Path CORPUS =
      Path.of("../../gpu-manifest-builder/src/test/resources/io/gpuspec/manifest/corpus");

  private static final Target EKS = Gpus.load().in("eks");
  private static final String POD =
      "{spec: {containers: [{name: main, image: r/i:1, resources: {limits: {nvidia.com/gpu: 1}}}]}}";

  private static final List<Integer> NUMBERS = List.of(1, 2, 3, 7);

  @Test
  void objectsWithAnyNumbers() {
    List<String> objects =
        NUMBERS.stream()
            .flatMap(
                a -> NUMBERS.stream().flatMap(b -> NUMBERS.stream().map(c -> List.of(a, b, c))))
            .flatMap(n -> objects(n.get(0), n.get(1), n.get(2)))
            .distinct()
            .toList();
    List<Optional<List<Integer>>> counted = counted(objects);

    try (Trial trial = trial("counts pods of any numbers of replicas as we do")) {
      for (int i = 0; i < objects.size(); i++) {
        String object = objects.get(i);
        List<Integer> theirs = counted.get(i).orElse(List.of());
        List<Integer> ours = ours(object);
        trial.agreed(ours.equals(theirs), () -> object + "we: " + ours + ", Kueue: " + theirs);
      }
    }
  }

  /** Kueue reads what the API server has completed, so a number that is not stated counts none. */
  @Test
  void manifestsOfTheCorpus() throws IOException {
    List<String> documents = new ArrayList<>();
    try (Stream<Path> files = Files.list(CORPUS)) {
      for (Path file : files.sorted().toList()) {
        documents.addAll(List.of(Files.readString(file).split("(?m)^---.*\n")));
      }
    }
    List<Optional<List<Integer>>> counted = counted(documents);

    try (Trial trial = trial("counts pods of manifests as public repositories have them")) {
      for (int i = 0; i < documents.size(); i++) {
        String document = documents.get(i);
        Optional<List<Integer>> theirs = counted.get(i).filter(counts -> !counts.contains(0));
        List<Integer> ours = ours(document);
        theirs.ifPresent(
            counts -> {
              List<Integer> left = new ArrayList<>(counts);
              trial.agreed(
                  ours.stream().allMatch(left::remove),
                  () -> document + "we: " + ours + ", Kueue: " + counts);
            });
      }
    }
  }

  private static Trial trial(String law) {
    return Trial.of("kueue", Pinned.version("kueue", "sigs.k8s.io/kueue"), law);
  }

  /** Returns the numbers of pods of each object, in ascending order; empty if it is not known. */
  private static List<Optional<List<Integer>>> counted(List<String> objects) {
    String answers = Tools.run(String.join("\n---\n", objects), "kueue-pods").out();
    return answers
        .lines()
        .map(Trees::read)
        .map(
            sets ->
                sets.isNull()
                    ? Optional.<List<Integer>>empty()
                    : Optional.of(
                        StreamSupport.stream(sets.spliterator(), false)
                            .map(set -> set.path("count").asInt())
                            .sorted()
                            .toList()))
        .toList();
  }

  private static List<Integer> ours(String object) {
    FileMatches matches = WorkloadFile.parse("f", object).on(EKS);
    return matches.matches().stream()
        .flatMap(each -> each.match().stream())
        .filter(match -> match.isJudged())
        .map(match -> match.request().replicas())
        .sorted()
        .toList();
  }

  private static Stream<String> objects(int a, int b, int c) {
    String cluster =
        """
        {rayVersion: "2.46.0", headGroupSpec: {rayStartParams: {}, template: %s}, workerGroupSpecs: [
            {groupName: one, replicas: %d, numOfHosts: %d, minReplicas: 0, maxReplicas: 9, rayStartParams: {}, template: %s},
            {groupName: two, replicas: %d, minReplicas: 0, maxReplicas: 9, rayStartParams: {}, template: %s}]}"""
            .formatted(POD, a, b, POD, c, POD);
    String job = "{parallelism: %d, completions: %d, template: %s}".formatted(b, c, POD);
    return Stream.of(
        object("ray.io/v1", "RayCluster", cluster),
        object(
            "ray.io/v1",
            "RayJob",
            "{entrypoint: a, submissionMode: HTTPMode, rayClusterSpec: " + cluster + "}"),
        object("ray.io/v1", "RayService", "{rayClusterConfig: " + cluster + "}"),
        object("batch/v1", "Job", job),
        object(
            "jobset.x-k8s.io/v1alpha2",
            "JobSet",
            "{replicatedJobs: [{name: one, replicas: %d, template: {spec: %s}}]}"
                .formatted(a, job)),
        object(
            "kubeflow.org/v2beta1",
            "MPIJob",
            replicas("mpiReplicaSpecs", "Launcher", 1, "Worker", a)),
        object(
            "kubeflow.org/v1",
            "PyTorchJob",
            replicas("pytorchReplicaSpecs", "Master", 1, "Worker", a)),
        object("kubeflow.org/v1", "TFJob", replicas("tfReplicaSpecs", "PS", a, "Worker", b)),
        object(
            "kubeflow.org/v1", "XGBoostJob", replicas("xgbReplicaSpecs", "Master", 1, "Worker", b)),
        object(
            "kubeflow.org/v1",
            "PaddleJob",
            replicas("paddleReplicaSpecs", "Master", a, "Worker", b)),
        object(
            "workload.codeflare.dev/v1beta2",
            "AppWrapper",
            "{components: [{template: {apiVersion: batch/v1, kind: Job, metadata: {name: a}, spec: %s}}]}"
                .formatted(job)));
  }

  private static String replicas(String field, String one, int ones, String other, int others) {
    return "{%s: {%s: {replicas: %d, template: %s}, %s: {replicas: %d, template: %s}}}"
        .formatted(field, one, ones, POD, other, others, POD);
  }

  private static String object(String version, String kind, String spec) {
    return "apiVersion: %s\nkind: %s\nmetadata: {name: x}\nspec: %s\n"
        .formatted(version, kind, spec);
  }
}
