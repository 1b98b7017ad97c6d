package io.gpuspec.ack;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.spi.Placement;
import io.gpuspec.testkit.Pods;
import io.gpuspec.value.MemorySize;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a pod must carry to land on a node. */
class PlacementTest {
  private static final String NAME = "spec.nodeSelector[aliyun.accelerator/nvidia_name] = ";
  private static final String TYPE = "spec.nodeSelector[node.kubernetes.io/instance-type] = ";

  private static final Target ACK = Gpus.load().in("ack");

  private static Placement placement(Target target, GpuRequest request) {
    return target.place(target.match(request).orThrow());
  }

  private static List<String> entries(Target target, GpuRequest request) {
    return placement(target, request).entries().stream()
        .map(entry -> entry.field() + " = " + entry.value())
        .toList();
  }

  @Test
  void aPodNeedsItsGpusTheTolerationAndTheNameOfTheGpu() {
    assertThat(entries(ACK, GpuRequest.of("T4").cpu(6).memory("20Gi")))
        .containsExactly(
            "resources[nvidia.com/gpu] = 1",
            "spec.tolerations[nvidia.com/gpu] = ",
            NAME + "Tesla-T4");
  }

  /** ACK, enable GPU scheduling: such nodes count their cards as aliyun.com/gpu. */
  @Test
  void theCardsLinkedBestAreAskedForByAnotherName() {
    assertThat(entries(ACK.with("gpu-scheduling", "topology"), GpuRequest.of(2, "V100-16G")))
        .containsExactly(
            "resources[aliyun.com/gpu] = 2",
            "spec.nodeSelector[ack.node.gpu.schedule] = topology",
            "spec.tolerations[nvidia.com/gpu] = ",
            NAME + "Tesla-V100-SXM2-16GB");
  }

  /** A node has one mode, and what other modes count is 0 there (ACK, enable GPU scheduling). */
  @Test
  void aNodeThatGivesOutTheCardsLinkedBestCountsThem() {
    Target linked = ACK.with("gpu-scheduling", "topology");
    Match.Found found = linked.match(GpuRequest.of(2, "V100-16G")).orThrow();

    assertThat(linked.node(found).allocatable())
        .containsEntry("aliyun.com/gpu", "2")
        .containsEntry("nvidia.com/gpu", "0");
    assertThat(ACK.node(ACK.match(GpuRequest.of(2, "V100-16G")).orThrow()).allocatable())
        .containsEntry("nvidia.com/gpu", "2")
        .doesNotContainKey("aliyun.com/gpu");
  }

  /** Parts of cards are NVIDIA's device plugin's, which those nodes do not run. */
  @Test
  void aNodeThatGivesOutTheCardsLinkedBestHasNoParts() {
    GpuRequest replica = GpuRequest.of(Devices.of("T4").replica());
    Target shared = ACK.with("card-replicas", "time-slicing:4");

    assertThat(shared.match(replica).isFound()).isTrue();
    assertThat(shared.with("gpu-scheduling", "topology").match(replica).isFound()).isFalse();
    assertThat(ACK.nodeAgents())
        .hasToString("no device plugin: ACK runs a device plugin of its own on GPU nodes");
  }

  /** The page's example of a gang: three pods of tf-smoke-gpu. */
  @Test
  void podsCanStartTogetherOrNotAtAll() {
    Target gang = ACK.with("gang-name", "tf-smoke-gpu").with("gang-min-available", "3");

    assertThat(entries(gang, GpuRequest.of("T4")))
        .contains(
            "metadata.labels[pod-group.scheduling.sigs.k8s.io/name] = tf-smoke-gpu",
            "metadata.labels[pod-group.scheduling.sigs.k8s.io/min-available] = 3");
  }

  @ParameterizedTest
  @CsvSource({"gang-name, training", "gang-min-available, 4"})
  void halfAGangIsRefused(String option, String value) {
    assertError(
        () -> placement(ACK.with(option, value), GpuRequest.of("T4")),
        "option.conflict",
        option,
        value);
  }

  @Test
  void theDriverOfTheNodesCanBeChosen() {
    assertThat(entries(ACK.with("nvidia-driver-version", "550.144.03"), GpuRequest.of("T4")))
        .contains("spec.nodeSelector[ack.aliyun.com/nvidia-driver-version] = 550.144.03");
  }

  @ParameterizedTest
  @CsvSource({"nvidia-driver-version, tesla=535", "gang-name, Training_1", "gang-min-available, 0"})
  void anOptionRefusesWhatNoNodeOrPodCanCarry(String option, String value) {
    assertError(() -> ACK.with(option, value), "option.malformed", option, value);
  }

  @ParameterizedTest
  @CsvSource({
    "V100-32G, Tesla-V100-SXM2-32GB",
    "V100, Tesla-V100-SXM2-16GB",
    "P100, Tesla-P100-PCIE-16GB",
    "NVIDIA-L20, NVIDIA-L20",
    "1/4*P4, GRID-P4-2Q"
  })
  void theNameIsTheOneThatAckWrites(String gpu, String name) {
    assertThat(entries(ACK, GpuRequest.of(gpu))).endsWith(NAME + name);
  }

  @ParameterizedTest
  @CsvSource({
    // It is a vGPU, it was asked for as itself.
    "1/4*T4, ecs.vgn6i-m4-vws.xlarge",
    "ecs.gn6i-c8g1.2xlarge, ecs.gn6i-c8g1.2xlarge",
    "ecs.sgn6i-vws-m2.xlarge, ecs.sgn6i-vws-m2.xlarge"
  })
  void withoutAKnownNameTheInstanceTypeIsSelected(String gpu, String type) {
    assertThat(entries(ACK, GpuRequest.of(gpu))).endsWith(TYPE + type);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 8})
  void whereItsNameOnNodesIsNotKnownEveryTypeWithTheGpuIsSelected(int replicas) {
    assertThat(entries(ACK, GpuRequest.of("A100").replicas(replicas)))
        .endsWith(
            "spec.affinity.nodeAffinity[node.kubernetes.io/instance-type] = ecs.ebmgn7.26xlarge,ecs.gn7-c12g1.3xlarge,ecs.gn7-c13g1.13xlarge,ecs.gn7-c13g1.26xlarge");
  }

  @Test
  void aListIsAnAffinityWithOneAlternativeForEachLabel() {
    assertThat(terms(ACK, GpuRequest.of("T4", "A10", "A100")))
        .containsExactly(
            "aliyun.accelerator/nvidia_name NVIDIA-A10,Tesla-T4",
            "node.kubernetes.io/instance-type ecs.ebmgn7.26xlarge,ecs.gn7-c12g1.3xlarge,ecs.gn7-c13g1.13xlarge,ecs.gn7-c13g1.26xlarge");
    assertThat(entries(ACK, GpuRequest.of("T4", "A10")))
        .endsWith(
            "spec.affinity.nodeAffinity[aliyun.accelerator/nvidia_name] = NVIDIA-A10,Tesla-T4");
  }

  @Test
  void theSelectionCanBeChosen() {
    GpuRequest request = GpuRequest.of("T4", "A10").cpu(6);

    assertThat(entries(ACK.with(Ack.NODE_SELECTION, Ack.NodeSelection.INSTANCE_TYPE), request))
        .endsWith(
            "spec.affinity.nodeAffinity[node.kubernetes.io/instance-type] = ecs.gn6i-c8g1.2xlarge,ecs.gn7i-c8g1.2xlarge");
    assertThat(entries(ACK.with("node-selection", "none"), request)).hasSize(2);
  }

  @Test
  void theGpusAreThoseAskedForNotThoseOfTheNode() {
    assertThat(entries(ACK, GpuRequest.of(3, "T4"))).startsWith("resources[nvidia.com/gpu] = 3");
    assertThat(
            entries(
                ACK,
                GpuRequest.of(Devices.of("T4").totalMemoryAtLeast(MemorySize.ofGibibytes(40)))))
        .startsWith("resources[nvidia.com/gpu] = 3");
  }

  @ParameterizedTest
  @CsvSource({"V100, 1, 3, 8", "T4, 2, 8, 5", "A10, 1, 100, 3"})
  void eachOfManyPodsAsksForItsOwnGpus(String gpu, int count, int cpu, int replicas) {
    GpuRequest request = GpuRequest.of(count, gpu).cpu(cpu).replicas(replicas);

    assertThat(entries(ACK, request)).contains("resources[nvidia.com/gpu] = " + count);
  }

  @Test
  void anExactCountIsSelectedToo() {
    assertThat(entries(ACK, GpuRequest.of(2, "T4").exactGpus()))
        .contains("spec.nodeSelector[aliyun.accelerator/nvidia_count] = 2", NAME + "Tesla-T4");
  }

  @Test
  void spotCapacityIsSelectedInEveryAlternative() {
    GpuRequest spot = GpuRequest.of("T4", "A30").capacityType(CapacityType.SPOT);
    String strategies = "node.alibabacloud.com/spot-strategy SpotAsPriceGo,SpotWithPriceLimit";

    assertThat(terms(ACK, spot))
        .containsExactly(
            "aliyun.accelerator/nvidia_name Tesla-T4 & " + strategies,
            "node.kubernetes.io/instance-type ecs.gn7s-c16g1.4xlarge,ecs.gn7s-c32g1.16xlarge,ecs.gn7s-c32g1.32xlarge,ecs.gn7s-c32g1.8xlarge,ecs.gn7s-c48g1.12xlarge,ecs.gn7s-c56g1.14xlarge,ecs.gn7s-c8g1.2xlarge & "
                + strategies);
    assertThat(terms(ACK.with("node-selection", "none"), spot)).containsExactly(strategies);
  }

  /** Nodes on demand have another value, or no such label. */
  @Test
  void capacityStatedToBeOnDemandKeepsOffSpotNodes() {
    GpuRequest onDemand = GpuRequest.of("T4").capacityType(CapacityType.ON_DEMAND);

    NodeRequirement asked =
        placement(ACK, onDemand).nodeTerms().get(0).stream()
            .map(Placement.Entry::requirement)
            .filter(each -> each.key().equals("node.alibabacloud.com/spot-strategy"))
            .findFirst()
            .orElseThrow();

    assertThat(asked.matches(Map.of())).isTrue();
    assertThat(asked.matches(Map.of(asked.key(), "NoSpot"))).isTrue();
    assertThat(asked.matches(Map.of(asked.key(), "SpotAsPriceGo"))).isFalse();
    assertThat(asked.matches(Map.of(asked.key(), "SpotWithPriceLimit"))).isFalse();
    assertThat(terms(ACK, GpuRequest.of("T4"))).isEmpty();
  }

  private static List<String> terms(Target target, GpuRequest request) {
    return placement(target, request).nodeTerms().stream()
        .map(
            term ->
                term.stream()
                    .map(entry -> entry.field().key() + " " + entry.value())
                    .collect(Collectors.joining(" & ")))
        .toList();
  }

  @Test
  void everyEntrySaysWhyAndWhereItComesFrom() {
    GpuRequest request = GpuRequest.of(2, "T4", "A30").exactGpus().capacityType(CapacityType.SPOT);

    assertThat(placement(ACK, request).entries())
        .hasSize(7)
        .allSatisfy(
            entry -> {
              assertThat(entry.reason()).isNotBlank();
              assertThat(entry.citation().title()).contains("ACK");
            });
  }

  @ParameterizedTest
  @CsvSource({
    "T4, 1, 6, 20Gi",
    "V100, 2, 4, 8Gi",
    "V100-32G, 8, 90, 600Gi",
    "A10, 3, 100, 300Gi",
    "A100, 1, 20, 100Gi",
    "Hopper-96G, 4, 8, 8Gi",
    "1/3*A10, 1, 9, 50Gi",
    "1/8*P4, 1, 1, 1Gi",
    "ecs.sgn6i-vws-m4.2xlarge, 1, 7, 8Gi",
    "ecs.ebmgn9g.64xlarge, 8, 200, 1000Gi"
  })
  void aPodThatCarriesThePlacementLandsOnTheShapeFound(
      String gpu, int count, String cpu, String memory) {
    Match.Found found = ACK.match(GpuRequest.of(count, gpu).cpu(cpu).memory(memory)).orThrow();

    Match read = ACK.match(Pods.carrying(ACK.place(found), cpu, memory)).orElseThrow();

    assertThat(read.orThrow().shape()).isEqualTo(found.shape());
    assertThat(read.notes()).extracting(note -> note.id()).doesNotContain("label.unknown");
  }
}
