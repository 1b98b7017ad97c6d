package io.gpuspec.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Note;
import io.gpuspec.Target;
import io.gpuspec.ack.Ack;
import io.gpuspec.ack.GpuScheduling;
import io.gpuspec.ack.NodeSelection;
import java.util.List;
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
      ACK.with(Ack.GPU_SCHEDULING, GpuScheduling.TOPOLOGY)
          .with(Ack.NODE_SELECTION, NodeSelection.NONE);

  private static Match match(String file, Target target) {
    return Documents.file(file).on(target).landings().get(0).match().orElseThrow();
  }

  private static List<String> notes(Match match) {
    return match.notes().stream().map(Note::id).toList();
  }

  // As they stand there

  @Test
  void theTrainingPodSelectsOnALabelThatAckDoesNotWrite() {
    Match match = match("002-0042-pod-gpu-training.yaml", ACK);

    assertThat(match.orThrow().shape().spec().name()).isEqualTo("ecs.gn6v-c8g1.4xlarge");
    assertThat(notes(match)).contains("label.foreign");
  }

  @ParameterizedTest
  @CsvSource({
    "002-0229-pod-cgpu-pod.yaml, 4Gi of any GPU x1",
    "002-0229-pod-cgpu-full-isolation.yaml, 8Gi and 50% of any GPU x1"
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
    assertThat(notes(match("002-0229-pod-cgpu-full-isolation.yaml", CGPU))).contains("share.alias");
    assertThat(notes(match("002-0229-pod-cgpu-pod.yaml", CGPU))).doesNotContain("share.alias");
  }

  @Test
  void theTopologyPodSelectsOnALabelThatSaysNothingOfTopology() {
    Match match = match("002-0266-pod-gpu-topology-aware.yaml", ACK);

    assertThat(match.isFound()).isTrue();
    assertThat(match.notes())
        .extracting(Note::message)
        .anyMatch(note -> note.startsWith("nvidia.com/gpu.count In [8]: which nodes carry"));
  }

  // As they are built

  /** ACK's own label in place of {@code accelerator}; no NVIDIA_VISIBLE_DEVICES: all. */
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
        Arguments.of("ack-gpu-training", training(), ACK),
        // With the label of nodes that keep memory apart.
        Arguments.of("cgpu-pod", cuda("cgpu-pod", "cuda-container").share("4Gi"), CGPU),
        // The same for compute, and that by its name on ACK.
        Arguments.of(
            "cgpu-full-isolation",
            cuda("cgpu-full-isolation", "cuda-container").share("8Gi", 50),
            CGPU),
        // Nodes that know their topology, and their resource, in place of nvidia.com/gpu.count.
        Arguments.of(
            "ack-gpu-topology-aware",
            cuda("gpu-topology-aware", "cuda")
                .gpu(2, "V100")
                .requests("8", "32Gi")
                .limits("8", "32Gi"),
            LINKED));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("corrected")
  void isBuiltCorrected(String name, GpuWorkload workload, Target target) {
    assertThat(workload.on(target).yamlWithComments().toString())
        .isEqualTo(Documents.resource("approved/" + name + ".approved.yml"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("corrected")
  void isReadBackWithoutANote(String name, GpuWorkload workload, Target target) {
    Manifests built = workload.on(target);
    Landings read =
        WorkloadFile.parse(name, Documents.resource("approved/" + name + ".approved.yml"))
            .on(target);

    assertThat(read.problems()).isEmpty();
    Match match = read.landings().get(0).match().orElseThrow();
    assertThat(match.isFound()).isTrue();
    assertThat(match.request().devices().share())
        .isEqualTo(built.match().request().devices().share());
    assertThat(match.request().devices().count()).isEqualTo(built.match().devices());
    assertThat(notes(match))
        .doesNotContain("label.foreign", "label.unknown", "share.alias", "share.no-mode");
  }
}
