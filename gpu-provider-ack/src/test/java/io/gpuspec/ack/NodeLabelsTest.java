package io.gpuspec.ack;

import static io.gpuspec.testkit.Pods.ONE_GPU;
import static io.gpuspec.testkit.Pods.ids;
import static io.gpuspec.testkit.Pods.pod;
import static io.gpuspec.testkit.Pods.term;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Overlay;
import io.gpuspec.Target;
import io.gpuspec.ack.internal.ContainerInstance;
import io.gpuspec.ack.internal.NodePool;
import io.gpuspec.ack.internal.SharedNodePool;
import io.gpuspec.value.Note;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which nodes a pod's labels leave, operator by operator. */
class NodeLabelsTest {
  private static final String NAME = "aliyun.accelerator/nvidia_name";
  private static final String MEMORY = "aliyun.accelerator/nvidia_mem";
  private static final String SPOT = "node.alibabacloud.com/spot-strategy";
  private static final String MODE = "ack.node.gpu.schedule";

  private final Gpus gpus = Gpus.of(new NodePool(), new SharedNodePool(), new ContainerInstance());
  private final Target ack = gpus.in("ack");

  private static Match match(Target target, String container, String requirement) {
    return target.match(pod(container).nodeTerm(term(requirement))).orElseThrow();
  }

  private Match match(String requirement) {
    return match(ack, ONE_GPU, requirement);
  }

  private String row(String requirement) {
    return match(requirement).orThrow().shape().spec().name();
  }

  @ParameterizedTest
  @CsvSource({
    "node.kubernetes.io/instance-type In ecs.gn6i-c8g1.2xlarge, ecs.gn6i-c8g1.2xlarge",
    "aliyun.accelerator/nvidia_count Gt 3, ecs.gn6v-c8g1.8xlarge",
    "kubernetes.io/os In linux, ecs.gn5i-c2g1.large",
    "kubernetes.io/arch NotIn arm64, ecs.gn5i-c2g1.large"
  })
  void whatACloudWritesIsCompared(String requirement, String row) {
    assertThat(row(requirement)).isEqualTo(row);
  }

  /** Where ACK's name of a card was not seen, a spelling of the card is taken, of a whole one. */
  @ParameterizedTest
  @CsvSource({
    "In NVIDIA-A30, ecs.gn7s-c8g1.2xlarge",
    "In Quadro-K80 NVIDIA-A30, ecs.gn7s-c8g1.2xlarge",
    "In NVIDIA-A10, ecs.gn7i-c8g1.2xlarge",
    "In Tesla-T4, ecs.gn6i-c4g1.xlarge"
  })
  void aCardIsSaidByItsName(String asked, String row) {
    assertThat(row(NAME + " " + asked)).isEqualTo(row);
  }

  @Test
  void aCardThatIsExcludedByASpellingOfItIsNotTaken() {
    assertThat(match(NAME + " NotIn NVIDIA-A30").orThrow().alternatives())
        .extracting(shape -> shape.spec().gpu())
        .doesNotContain("A30");
    assertThat(match(NAME + " Exists").isFound()).isTrue();
    assertThat(match(NAME + " DoesNotExist").isFound()).isFalse();
  }

  /** Seven eighths of what a card is sold with, 14336 MiB of a T4, up to all of it. */
  @ParameterizedTest
  @CsvSource({
    "15109MiB, ecs.gn6i-c4g1.xlarge",
    "14336MiB, ecs.gn5-c4g1.xlarge",
    "16384MiB, ecs.gn5-c4g1.xlarge"
  })
  void memoryIsWhatADriverReportsOfACard(String memory, String row) {
    Match match = match(MEMORY + " In " + memory);

    assertThat(match.orThrow().alternatives().stream().map(shape -> shape.spec().gpu()))
        .containsAnyOf("T4", "P100", "V100-16G");
    assertThat(match.request().devices().names())
        .allSatisfy(
            name ->
                assertThat(ack.catalog().gpu(name).specs().get(0).gpuMemory().orElseThrow())
                    .hasToString("16Gi"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"14335MiB", "16385MiB", "16Gi", "MiB", "15109"})
  void memoryThatNoDriverReportsIsOfNoCard(String memory) {
    assertThat(
            match(ack, ONE_GPU, MEMORY + " In " + memory).request().devices().names().stream()
                .map(name -> ack.catalog().gpu(name).specs().get(0).gpuMemory().orElseThrow())
                .map(Object::toString))
        .doesNotContain("16Gi");
  }

  @Test
  void memoryThatIsExcludedIsThatOfEveryCardWithSoMuch() {
    assertThat(match(MEMORY + " NotIn 15109MiB").orThrow().alternatives())
        .extracting(shape -> shape.spec().gpu())
        .doesNotContain("T4");
    assertThat(match(MEMORY + " Exists").isFound()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "In SpotAsPriceGo, SPOT",
    "In SpotWithPriceLimit, SPOT",
    "In SpotAsPriceGo SpotWithPriceLimit, SPOT",
    "Exists, ON_DEMAND",
    "NotIn NoSpot, ON_DEMAND",
    "In NoSpot SpotAsPriceGo, ON_DEMAND",
    "DoesNotExist, ON_DEMAND"
  })
  void theWayToBuyANodeIsReadFromItsLabel(String asked, CapacityType type) {
    assertThat(match(SPOT + " " + asked).request().capacityType()).isEqualTo(type);
  }

  @ParameterizedTest
  @CsvSource({
    "In default, true",
    "DoesNotExist, true",
    "NotIn cgpu, true",
    "In topology, false",
    "Exists, true"
  })
  void wholeCardsAreOfNodesWithTheDefaultModeOrNone(String asked, boolean isFound) {
    assertThat(match(MODE + " " + asked).isFound()).isEqualTo(isFound);
  }

  @ParameterizedTest
  @CsvSource({
    "aliyun.com/gpu-mem 4, In core_mem, false",
    "aliyun.com/gpu-mem 4, In share, true",
    "aliyun.com/gpu-mem 4, DoesNotExist, false",
    "aliyun.com/gpu-mem 4, Exists, true",
    "aliyun.com/gpu-mem 4 aliyun.com/gpu-core.percentage 50, In core_mem, true",
    "aliyun.com/gpu-mem 4 aliyun.com/gpu-core.percentage 50, In cgpu, false"
  })
  void sharesAreOfNodesWithTheirMode(String resources, String asked, boolean isFound) {
    String container = "MAIN | %s | %s".formatted(resources, resources);

    assertThat(match(gpus.in("ack/cgpu"), container, MODE + " " + asked).isFound())
        .isEqualTo(isFound);
  }

  @Test
  void whatAllowsEveryWholeCardMeansAnyGpu() {
    assertThat(ack.match(pod(ONE_GPU)).orElseThrow().request().devices()).isEqualTo(Devices.any());
    assertThat(match("kubernetes.io/os In linux").request().devices()).isEqualTo(Devices.any());
    assertThat(match(NAME + " In Tesla-T4").request().devices().names())
        .contains("ecs.gn6i-c4g1.xlarge")
        .doesNotContain("ecs.gn5i-c2g1.large");
  }

  @Test
  void aRowThatAnOverlayRetiresIsNotTaken() {
    Target without =
        ack.overlay(
            Overlay.parse(
                "gone.yaml",
                """
                target: ack
                citation: ours
                citations: {ours: {title: Ours, date: 2026-03-01, status: third-party}}
                specs:
                - {name: ecs.gn5i-c2g1.large, lifecycle: retired}
                """));

    assertThat(without.match(pod(ONE_GPU)).orElseThrow().request().devices())
        .isEqualTo(Devices.any());
    assertThat(match(without, ONE_GPU, NAME + " In Tesla-P4").request().devices().names())
        .isNotEmpty()
        .doesNotContain("ecs.gn5i-c2g1.large");
  }

  /** The virtual node has few labels, none of them of a card. */
  @Test
  void aPodForContainerInstancesSelectsNoNodeWithCards() {
    Target eci = gpus.in("ack/eci");

    assertThat(
            eci.match(
                    pod(ONE_GPU)
                        .label("alibabacloud.com/eci", "true")
                        .annotation("k8s.aliyun.com/eci-use-specs", "ecs.gn6i-c4g1.xlarge")
                        .nodeSelector(NAME, "Tesla-T4"))
                .orElseThrow()
                .rejected())
        .hasToString(
            "aliyun.accelerator/nvidia_name: labels: In Tesla-T4 requested, and only nodes of a node pool have this label, and the virtual node has not; remove it and name instance types in metadata.annotations[k8s.aliyun.com/eci-use-specs], or match it on ack");
  }

  @ParameterizedTest
  @CsvSource({"type, virtual-kubelet, true", "type, eklet, false", "kubernetes.io/os, linux, true"})
  void theVirtualNodeHasItsOwnLabels(String key, String value, boolean isFound) {
    Match match =
        gpus.in("ack/eci")
            .match(
                pod(ONE_GPU)
                    .annotation("k8s.aliyun.com/eci-use-specs", "ecs.gn6i-c4g1.xlarge")
                    .nodeSelector(key, value))
            .orElseThrow();

    assertThat(match.isFound()).isEqualTo(isFound);
    assertThat(ids(match)).doesNotContain("node.label-not-judged");
  }

  @Test
  void aNameOfTheGpuByALabelOfOthersIsUpToTheOwner() {
    assertThat(match("nvidia.com/gpu.product In Tesla-T4").notes())
        .extracting(Note::message)
        .anyMatch(note -> note.contains("ACK writes no such label"));
  }
}
