package io.gpuspec.manifest;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.manifest.read.FileMatches;
import io.gpuspec.manifest.read.Workload;
import io.gpuspec.value.Note;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the best-practice document's own files land on, in both editions of the catalog. */
class DocumentMatchesTest {
  private static final Target NEW = Gpus.load().in("tke");
  private static final Target OLD = NEW.edition("2023-06");

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    // The document's own "finally allocated" comment under each example; where it has none, the
    // rule: nothing stated is 1 core and 2 GiB, then upward.
    "tke-guide-pod-tensorflow-training-v100.yaml, V100 x1 8 40Gi",
    "tke-guide-deploy-inference-service-t4-mini.yaml, 1/4*T4 x1 4 16Gi",
    "tke-guide-deploy-inference-service-t4-half.yaml, 1/2*T4 x1 8 32Gi",
    "tke-guide-job-pytorch-training-job.yaml, T4 x2 40 160Gi",
    "tke-guide-pod-multi-gpu-priority.yaml, T4 x1 8 32Gi",
    "tke-guide-deploy-gpu-workload-affinity.yaml, A10*GNV4 x1 2 7Gi",
    "tke-guide-pod-large-model-inference-pnv5b.yaml, L20 x1 48 192Gi",
    "tke-guide-job-multi-gpu-training-a10.yaml, A10*PNV4 x4 112 466Gi",
    "tke-guide-pod-flexible-v100-pod.yaml, V100 x1 2 2Gi",
    "tke-guide-pod-gpu-inference-fast.yaml, T4 x1 2 8Gi",
    "tke-guide-pod-gpu-training-multi.yaml, V100 x1 2 10Gi",
    "tke-guide-pod-gpu-inference-cached.yaml, T4 x1 2 8Gi",
    "tke-guide-deploy-gpu-inference-service.yaml, T4 x1 8 32Gi",
  })
  void landsWhereTheDocumentSays(String file, String shape) {
    assertThat(shape(file, NEW)).isEqualTo(shape);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "tke-guide-pod-tensorflow-training-v100.yaml, V100 x1 8 40Gi",
    "tke-guide-deploy-inference-service-t4-mini.yaml, 1/4*T4 x1 4 20Gi",
    "tke-guide-deploy-inference-service-t4-half.yaml, 1/2*T4 x1 10 40Gi",
    "tke-guide-job-pytorch-training-job.yaml, T4 x2 40 160Gi",
    "tke-guide-pod-multi-gpu-priority.yaml, T4 x1 8 32Gi",
    "tke-guide-deploy-gpu-workload-affinity.yaml, A10*GNV4 x1 12 44Gi",
    "tke-guide-job-multi-gpu-training-a10.yaml, A10*PNV4 x4 112 466Gi",
    "tke-guide-pod-gpu-inference-fast.yaml, T4 x1 8 32Gi",
    "tke-guide-pod-gpu-training-multi.yaml, V100 x1 8 40Gi",
    "tke-guide-pod-gpu-inference-cached.yaml, T4 x1 8 32Gi",
    "tke-guide-deploy-gpu-inference-service.yaml, T4 x1 8 32Gi",
  })
  void landsOnAPublishedPointIn2023(String file, String shape) {
    assertThat(shape(file, OLD)).isEqualTo(shape);
  }

  @Test
  void l20HasNoShapeIn2023() {
    Match match = only("tke-guide-pod-large-model-inference-pnv5b.yaml", OLD).match().orElseThrow();

    assertThat(match.isFound()).isFalse();
    assertThat(match.rejected().get(0))
        .hasToString(
            "PNV5b: gpu: tke 2023-06 has no PNV5b; it has V100, 1/4*V100, 1/2*V100, T4, 1/4*T4, 1/2*T4, A10*PNV4, A10*GNV4, 1/4*A10*GNV4v, 1/2*A10*GNV4v, A10*GNV4v");
  }

  @Test
  void theSmallestV100IsRefusedIn2023BecauseAStatedShapeMustBeAPublishedOne() {
    Match match = only("tke-guide-pod-flexible-v100-pod.yaml", OLD).match().orElseThrow();

    assertThat(match.isFound()).isFalse();
    assertThat(match.rejected().get(0))
        .hasToString(
            "V100 x1: cpu: exactly 2 requested; it can be 8; memory: exactly 2Gi requested; it can be 40Gi");
  }

  @Test
  void statedShapesThatTheOtherEditionLacksGetANote() {
    assertThat(noteIds("tke-guide-pod-flexible-v100-pod.yaml"))
        .containsExactlyInAnyOrder("gpu.ambiguous", "shape.other-edition");
    assertThat(noteIds("tke-guide-pod-large-model-inference-pnv5b.yaml"))
        .containsExactlyInAnyOrder("annotation.alias", "gpu.alias", "shape.other-edition");
    assertThat(noteIds("tke-guide-job-pytorch-training-job.yaml")).containsExactly("shape.example");
    assertThat(noteIds("tke-guide-job-multi-gpu-training-a10.yaml")).isEmpty();
  }

  @Test
  void workloadsHaveTheKindNameAndNamespaceOfTheFile() {
    Workload workload =
        Documents.file("tke-guide-deploy-gpu-inference-service.yaml").workloads().get(0);

    assertThat(workload).hasToString("Deployment gpu-inference-service");
    assertThat(workload.namespace()).contains("ai-workloads");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "tke-guide-imagecache-gpu-training-cache.yaml, 2, eks.cloud.tencent.com/v1 ImageCache",
    "tke-guide-imagecache-base-gpu-cache.yaml, 3, eks.cloud.tencent.com/v1 ImageCache",
    "tke-guide-imagecache-framework-cache.yaml, 3, eks.cloud.tencent.com/v1 ImageCache",
    "tke-guide-svc-inference-service.yaml, 2, v1 Service",
  })
  void otherObjectsArePassedOverWithANote(String file, int line, String object) {
    FileMatches matches = Documents.file(file).on(NEW);

    assertThat(matches.matches()).isEmpty();
    assertThat(matches.problems()).isEmpty();
    assertThat(matches.isFound()).isTrue();
    assertThat(matches.notes())
        .extracting(Note::toString)
        .containsExactly(
            "object.passed-over: %s:%d: %s is not a workload that is read here"
                .formatted(file, line, object),
            "file.no-gpu: no workload that was read asks for a GPU; what the 1 object passed over may ask for is not known");
  }

  @ParameterizedTest
  @CsvSource({"tke-guide-methodA.fragment.yaml", "tke-guide-methodB.fragment.yaml"})
  void aFragmentIsAProblemAtItsPlace(String file) {
    FileMatches matches = Documents.file(file).on(NEW);

    assertThat(matches.matches()).isEmpty();
    assertThat(matches.problems())
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.line()).isEqualTo(1);
              assertThat(problem.column()).isEqualTo(1);
              assertError(problem, "manifest.malformed", file);
            });
  }

  private static FileMatches.WorkloadMatch only(String file, Target target) {
    List<FileMatches.WorkloadMatch> matches = Documents.file(file).on(target).matches();
    assertThat(matches).hasSize(1);
    return matches.get(0);
  }

  private static String shape(String file, Target target) {
    Match.Found found = only(file, target).match().orElseThrow().orThrow();
    return "%s x%d %s %s"
        .formatted(
            found.shape().spec().gpu(),
            found.shape().gpus(),
            found.shape().cpu(),
            found.shape().memory());
  }

  private static List<String> noteIds(String file) {
    return only(file, NEW).match().orElseThrow().notes().stream().map(Note::id).toList();
  }
}
