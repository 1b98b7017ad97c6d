package io.gpuspec.manifest;

import static io.gpuspec.manifest.DocumentExample.assertApproved;
import static io.gpuspec.manifest.DocumentExample.assertMeans;
import static io.gpuspec.manifest.DocumentExample.request;
import static io.gpuspec.manifest.DocumentExample.taint;
import static io.gpuspec.manifest.DocumentExample.variable;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.ack.Ack;
import io.gpuspec.ack.Ack.NodeSelection;
import io.gpuspec.manifest.DocumentExample.Difference;
import io.gpuspec.manifest.read.FileMatches;
import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The pods of the text about GPUs on ACK: as they stand there, and as they are built. */
class AckDocumentsTest {
  private static final Target ACK = Gpus.load().in("ack");
  private static final Target CGPU = Gpus.load().in("ack/cgpu");

  /** Any node will do that gives out the cards linked best. */
  private static final Target LINKED =
      ACK.with(Ack.GPU_SCHEDULING, "topology").with(Ack.NODE_SELECTION, NodeSelection.NONE);

  private static Match match(String file, Target target) {
    return Documents.file(file).on(target).matches().get(0).match().orElseThrow();
  }

  private static List<String> notes(Match match) {
    return match.notes().stream().map(Note::id).toList();
  }

  // As they stand there

  @Test
  void theTrainingPodSelectsOnALabelThatAckDoesNotWrite() {
    Match match = match("ack-guide-pod-gpu-training.yaml", ACK);

    assertThat(match.orThrow().shape().spec().name()).isEqualTo("ecs.gn6v-c8g1.4xlarge");
    assertThat(notes(match)).contains("node.label-of-others");
  }

  @ParameterizedTest
  @CsvSource({
    "ack-guide-pod-cgpu-pod.yaml, 4Gi of any GPU x1",
    "ack-guide-pod-cgpu-full-isolation.yaml, 8Gi and 50% of any GPU x1"
  })
  void theSharesAreHadOnSharedCardsOnly(String file, String asked) {
    assertThat(match(file, CGPU).orThrow().request()).hasToString(asked);
    assertThat(notes(match(file, CGPU))).contains("share.no-mode");
    assertThat(match(file, ACK).isFound()).isFalse();
    assertThat(match(file, ACK).rejected().toString())
        .contains("this pod stays Pending; match it on ack/cgpu");
  }

  @Test
  void theComputeHasANameThatNoNodeOfAckAdvertises() {
    assertThat(notes(match("ack-guide-pod-cgpu-full-isolation.yaml", CGPU)))
        .contains("share.alias");
    assertThat(notes(match("ack-guide-pod-cgpu-pod.yaml", CGPU))).doesNotContain("share.alias");
  }

  @Test
  void theTopologyPodSelectsOnALabelThatSaysNothingOfTopology() {
    Match match = match("ack-guide-pod-gpu-topology-aware.yaml", ACK);

    assertThat(match.isFound()).isTrue();
    assertThat(match.notes())
        .extracting(Note::message)
        .anyMatch(
            note -> note.startsWith("nvidia.com/gpu.count In [8] says how many GPUs the node has"));
  }

  // As they are built

  private static final Map<String, Difference[]> DIFFERENCES =
      Map.of(
          "ack-guide-pod-gpu-training",
          differences(
              new Difference(
                  "ACK writes aliyun.accelerator/nvidia_name on its nodes, and no accelerator (correction 54)",
                  "- spec nodeSelector accelerator = nvidia-tesla-v100",
                  "+ spec nodeSelector aliyun.accelerator/nvidia_name = Tesla-V100-SXM2-16GB"),
              request("spec", "trainer", 2),
              variable("spec", "trainer", "NVIDIA_VISIBLE_DEVICES", "all")),
          "ack-guide-pod-cgpu-pod",
          differences(nodes("cgpu"), card("Tesla-P4"), taint("spec", 0)),
          "ack-guide-pod-cgpu-full-isolation",
          differences(
              nodes("core_mem"),
              card("Tesla-T4"),
              taint("spec", 0),
              new Difference(
                  "the name of compute on ACK's nodes (correction 35)",
                  "- spec containers [cuda-container] resources limits aliyun.com/gpu-core = 50",
                  "- spec containers [cuda-container] resources requests aliyun.com/gpu-core = 50",
                  "+ spec containers [cuda-container] resources limits aliyun.com/gpu-core.percentage = 50",
                  "+ spec containers [cuda-container] resources requests aliyun.com/gpu-core.percentage = 50")),
          "ack-guide-pod-gpu-topology-aware",
          differences(
              new Difference(
                  "how many GPUs a node has says nothing of how they are linked; nodes of ACK that give out those linked best have a label and a resource of their own (correction 53)",
                  "- spec nodeSelector nvidia.com/gpu.count = 8",
                  "+ spec nodeSelector ack.node.gpu.schedule = topology",
                  "- spec containers [cuda] resources limits nvidia.com/gpu = 2",
                  "- spec containers [cuda] resources requests nvidia.com/gpu = 2",
                  "+ spec containers [cuda] resources limits aliyun.com/gpu = 2",
                  "+ spec containers [cuda] resources requests aliyun.com/gpu = 2"),
              taint("spec", 0)));

  private static Difference[] differences(Difference... all) {
    return all;
  }

  private static Difference card(String name) {
    return new Difference(
        "the pod keeps to the card that was matched, the smallest that gives such a share; the option node-selection=none leaves it open",
        "+ spec nodeSelector aliyun.accelerator/nvidia_name = " + name);
  }

  private static Difference nodes(String kept) {
    return new Difference(
        "shares are kept apart on nodes with this label alone (correction 36)",
        "+ spec nodeSelector ack.node.gpu.schedule = " + kept);
  }

  private static GpuWorkload training() {
    return GpuWorkload.pod(
            "gpu-training", WorkloadContainer.of("trainer", "nvcr.io/nvidia/pytorch:23.10-py3"))
        .gpu(2, "V100")
        .env("NVIDIA_DRIVER_CAPABILITIES", "compute,utility");
  }

  private static GpuWorkload cuda(String name, String container) {
    return GpuWorkload.pod(name, WorkloadContainer.of(container, "nvidia/cuda:12.0-base"));
  }

  static Stream<Arguments> corrected() {
    return Stream.of(
        Arguments.of("ack-guide-pod-gpu-training", training(), ACK),
        Arguments.of(
            "ack-guide-pod-cgpu-pod", cuda("cgpu-pod", "cuda-container").share("4Gi"), CGPU),
        Arguments.of(
            "ack-guide-pod-cgpu-full-isolation",
            cuda("cgpu-full-isolation", "cuda-container").share("8Gi", 50),
            CGPU),
        Arguments.of(
            "ack-guide-pod-gpu-topology-aware",
            cuda("gpu-topology-aware", "cuda")
                .gpu(2, "V100")
                .requests("8", "32Gi")
                .limits("8", "32Gi"),
            LINKED));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("corrected")
  void isBuiltCorrected(String name, GpuWorkload workload, Target target) {
    Manifests built = workload.on(target);

    assertApproved(name, built.yamlWithComments());
    assertMeans(0, name + ".yaml", built, DIFFERENCES.get(name));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("corrected")
  void isReadBackWithoutANote(String name, GpuWorkload workload, Target target) {
    Manifests built = workload.on(target);
    FileMatches read = WorkloadFile.parse(name, Documents.approved(name)).on(target);

    assertThat(read.problems()).isEmpty();
    Match match = read.matches().get(0).match().orElseThrow();
    assertThat(match.isFound()).isTrue();
    assertThat(match.request().devices().share())
        .isEqualTo(built.match().request().devices().share());
    assertThat(match.request().devices().count()).isEqualTo(built.match().devicesPerPod());
    assertThat(notes(match))
        .doesNotContain("node.label-of-others", "label.unknown", "share.alias", "share.no-mode");
  }
}
