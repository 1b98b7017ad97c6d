package io.gpuspec.ack;

import static io.gpuspec.testkit.Pods.ONE_GPU;
import static io.gpuspec.testkit.Pods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.NodeTerm;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an existing pod asks of a node pool. */
class NodePoolPodTest {
  private static final String NAME = "aliyun.accelerator/nvidia_name";
  private static final String TYPE = "node.kubernetes.io/instance-type";

  private static final Target ACK = Gpus.load().in("ack");

  private Match match(PodView pod) {
    return ACK.match(pod).orElseThrow();
  }

  private String chosenRow(PodView pod) {
    return match(pod).orThrow().shape().spec().name();
  }

  private List<String> notes(PodView pod) {
    return match(pod).notes().stream().map(Note::id).toList();
  }

  private String refusal(PodView pod) {
    Match none = match(pod);
    assertThat(none.isFound()).isFalse();
    return none.rejected().get(0).toString();
  }

  /** What the containers add up to, as the scheduler counts. */
  @Nested
  class Need {

    static Stream<Arguments> needs() {
      return Stream.of(
          need(
              "requests add up",
              "6 12Gi 1",
              "MAIN | cpu 4 memory 8Gi gpu 1 | gpu 1",
              "MAIN | cpu 2 memory 4Gi | cpu 8 memory 16Gi"),
          need("a limit without a request is one", "8 2Gi 1", "MAIN | | cpu 8 memory 2Gi gpu 1"),
          need("nothing stated is nothing", "0 0 1", ONE_GPU),
          need("GPUs add up", "0 0 3", ONE_GPU, "MAIN | gpu 2 | gpu 2"),
          need(
              "an init container counts where it needs more",
              "6 8Gi 1",
              "INIT | cpu 6 memory 1Gi | ",
              "INIT | cpu 5 memory 7Gi | ",
              "MAIN | cpu 4 memory 8Gi gpu 1 | gpu 1"),
          need(
              "a sidecar counts with what runs",
              "7 12Gi 1",
              "SIDECAR | cpu 3 memory 4Gi | ",
              "MAIN | cpu 4 memory 8Gi gpu 1 | gpu 1"),
          need(
              "and with the init containers after it",
              "9 12Gi 1",
              "SIDECAR | cpu 3 memory 4Gi | ",
              "INIT | cpu 6 memory 1Gi | ",
              "MAIN | cpu 4 memory 8Gi gpu 1 | gpu 1"),
          need(
              "but not with those before it",
              "7 12Gi 1",
              "INIT | cpu 6 memory 1Gi | ",
              "SIDECAR | cpu 3 memory 4Gi | ",
              "MAIN | cpu 4 memory 8Gi gpu 1 | gpu 1"),
          need("GPUs of an init container are the same", "0 0 2", "INIT | gpu 2 | gpu 2", ONE_GPU));
    }

    private static Arguments need(String rule, String total, String... containers) {
      return Arguments.of(rule, total, containers);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("needs")
    void addsUpTo(String rule, String total, String[] containers) {
      GpuRequest need = ACK.request(pod(containers));

      assertThat(need.cpu() + " " + need.memory() + " " + need.devices().count()).isEqualTo(total);
      assertThat(need.devices().names()).isEmpty();
    }
  }

  @Test
  void aPodThatNamesNothingGoesToTheSmallestWholeGpu() {
    assertThat(chosenRow(pod(ONE_GPU))).isEqualTo("ecs.gn5i-c2g1.large");
    assertThat(chosenRow(pod("MAIN | cpu 6 memory 20Gi gpu 2 | gpu 2")))
        .isEqualTo("ecs.gn5i-c16g1.8xlarge");
  }

  @Test
  void limitsTakeNothingAway() {
    assertThat(chosenRow(pod("MAIN | cpu 1 memory 1Gi gpu 1 | cpu 96 memory 300Gi gpu 1")))
        .isEqualTo("ecs.gn5i-c2g1.large");
  }

  @ParameterizedTest
  @CsvSource({
    "Tesla-T4, ecs.gn6i-c4g1.xlarge",
    "Tesla-V100-SXM2-16GB, ecs.gn6v-c8g1.2xlarge",
    "Tesla-V100-SXM2-32GB, ecs.gn6e-c12g1.3xlarge",
    "Tesla-P4, ecs.gn5i-c2g1.large",
    "Tesla-P100-PCIE-16GB, ecs.gn5-c4g1.xlarge",
    "NVIDIA-A10, ecs.gn7i-c8g1.2xlarge",
    "NVIDIA-L20, ecs.gn8is.2xlarge",
    "GRID-P4-2Q, ecs.vgn5i-m2.xlarge",
    // What ACK writes for these was not seen; any spelling of the card is taken.
    "NVIDIA-A100-SXM4-40GB, ecs.gn7-c12g1.3xlarge",
    "NVIDIA-A100-SXM4-80GB, ecs.gn7e-c16g1.4xlarge",
    "NVIDIA-A30, ecs.gn7s-c8g1.2xlarge"
  })
  void theGpusNameOnNodesDecides(String name, String row) {
    assertThat(chosenRow(pod(ONE_GPU).nodeSelector(NAME, name))).isEqualTo(row);
    assertThat(notes(pod(ONE_GPU).nodeSelector(NAME, name)))
        .doesNotContain("node.label-of-others", "node.label-not-judged");
  }

  @ParameterizedTest
  @CsvSource({
    "node.kubernetes.io/instance-type, ecs.sgn6i-vws-m4.2xlarge, ecs.sgn6i-vws-m4.2xlarge",
    "beta.kubernetes.io/instance-type, ecs.vgn6i-m4.xlarge, ecs.vgn6i-m4.xlarge",
    "aliyun.accelerator/nvidia_count, 4, ecs.gn6v-c8g1.8xlarge",
    // The page's example of a vGPU's label, and what drivers report of whole cards.
    "aliyun.accelerator/nvidia_mem, 2048MiB, ecs.sgn7i-vws-m2s.xlarge",
    "aliyun.accelerator/nvidia_mem, 15109MiB, ecs.gn6i-c4g1.xlarge",
    "aliyun.accelerator/nvidia_mem, 23028MiB, ecs.gn7i-c8g1.2xlarge",
    "kubernetes.io/arch, amd64, ecs.gn5i-c2g1.large",
    "ack.node.gpu.schedule, default, ecs.gn5i-c2g1.large"
  })
  void otherLabelsOfNodesDecideToo(String key, String value, String row) {
    assertThat(chosenRow(pod(ONE_GPU).nodeSelector(key, value))).isEqualTo(row);
  }

  @ParameterizedTest
  @CsvSource({
    "aliyun.accelerator/nvidia_name, Tesla-K80",
    "node.kubernetes.io/instance-type, ecs.gn4-c4g1.xlarge",
    "aliyun.accelerator/nvidia_mem, 16GB",
    "kubernetes.io/arch, arm64",
    "kubernetes.io/os, windows",
    // A node in another mode offers no whole card.
    "ack.node.gpu.schedule, cgpu"
  })
  void labelsThatNoNodeCarriesAreANoMatchThatNamesThem(String key, String value) {
    assertThat(refusal(pod(ONE_GPU).nodeSelector(key, value)))
        .startsWith(key + ": labels: In " + value + " requested, and ");
  }

  @Test
  void termsOfAnAffinityAreAlternatives() {
    PodView pod =
        pod(ONE_GPU)
            .nodeTerm(new NodeTerm(List.of(NodeRequirement.in(NAME, "NVIDIA-L20"))))
            .nodeTerm(new NodeTerm(List.of(NodeRequirement.in(NAME, "Tesla-T4", "NVIDIA-A10"))));

    assertThat(chosenRow(pod)).isEqualTo("ecs.gn6i-c4g1.xlarge");
    assertThat(chosenRow(pod.nodeSelector("aliyun.accelerator/nvidia_count", "8")))
        .isEqualTo("ecs.gn7i-8x.16xlarge");
    assertThat(
            chosenRow(
                pod(ONE_GPU)
                    .nodeTerm(
                        new NodeTerm(
                            List.of(
                                new NodeRequirement(
                                    NAME, "NotIn", List.of("Tesla-P4", "Tesla-T4")))))))
        .isEqualTo("ecs.vgn5i-m1.large");
    assertThat(refusal(pod.nodeSelector(TYPE, "ecs.gn6v-c8g1.2xlarge"))).contains(" and ");
  }

  @Test
  void aSharesNodeServesOnlyWhoNamesIt() {
    assertThat(chosenRow(pod(ONE_GPU).nodeSelector(TYPE, "ecs.vgn6i-m4-vws.xlarge")))
        .isEqualTo("ecs.vgn6i-m4-vws.xlarge");
    assertThat(match(pod(ONE_GPU)).orThrow().alternatives())
        .allSatisfy(shape -> assertThat(shape.spec().fraction()).hasToString("Optional[1]"));
  }

  /** The text's pod: two V100 by a label that ACK does not write. */
  @Test
  void theLabelOfTheTextNamesAGpuAndIsNoneOfAcks() {
    PodView pod = pod("MAIN | gpu 2 | gpu 2").nodeSelector("accelerator", "nvidia-tesla-v100");
    Match match = match(pod);

    assertThat(match.orThrow().shape().spec().name()).isEqualTo("ecs.gn6v-c8g1.4xlarge");
    assertThat(match.notes().stream().filter(n -> n.id().equals("node.label-of-others")))
        .singleElement()
        .extracting(Note::message)
        .asString()
        .contains("ACK writes no such label", "aliyun.accelerator/nvidia_name");
  }

  @ParameterizedTest
  @CsvSource({
    "nvidia.com/gpu.product, Tesla-V100-SXM2-32GB, ecs.gn6e-c12g1.3xlarge",
    "cloud.google.com/gke-accelerator, nvidia-tesla-t4, ecs.gn6i-c4g1.xlarge",
    "karpenter.k8s.aws/instance-gpu-name, t4, ecs.gn6i-c4g1.xlarge"
  })
  void labelsOfOtherCloudsNameGpusToo(String key, String value, String row) {
    PodView pod = pod(ONE_GPU).nodeSelector(key, value);

    assertThat(chosenRow(pod)).isEqualTo(row);
    assertThat(notes(pod)).contains("node.label-of-others");
  }

  @Test
  void aLabelThatNobodyKnowsIsTakenToBeThereAndNoted() {
    assertThat(notes(pod(ONE_GPU).nodeSelector("team", "ai"))).contains("node.label-not-judged");
    assertThat(notes(pod(ONE_GPU).nodeSelector("topology.kubernetes.io/zone", "cn-beijing-h")))
        .contains("node.label-not-judged");
  }

  @ParameterizedTest
  @CsvSource({"SpotAsPriceGo, spot", "SpotWithPriceLimit, spot", "NoSpot, on-demand"})
  void theLabelOfSpotInstancesIsTheCapacityType(String strategy, String capacityType) {
    PodView pod = pod(ONE_GPU).nodeSelector("node.alibabacloud.com/spot-strategy", strategy);

    assertThat(match(pod).request().capacityType()).hasToString(capacityType);
    assertThat(notes(pod)).doesNotContain("node.label-not-judged");
  }

  @Test
  void aPodForElasticContainerInstanceIsRefusedAndOneWithItsAnnotationsAloneIsNoted() {
    assertThat(refusal(pod(ONE_GPU).label("alibabacloud.com/eci", "true")))
        .contains("match it on ack/eci");
    assertThat(match(pod(ONE_GPU).label("alibabacloud.com/eci", "false")).isFound()).isTrue();
    assertThat(notes(pod(ONE_GPU).annotation("k8s.aliyun.com/eci-gpu-type", "P4")))
        .contains("pod.eci");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "aliyun.com/gpu-mem",
        "aliyun.com/gpu-core.percentage",
        "aliyun.com/gpu-core",
        "tke.cloud.tencent.com/qgpu-core"
      })
  void aDeviceThatNoWholeCardNodeOffersIsANoMatch(String resource) {
    Map<String, String> one = Map.of(resource, "1");

    boolean shared = resource.startsWith("aliyun.com");
    String refusal =
        "container 'shared' resources.limits[%s]: gpus: a node of this target offers whole cards, nvidia.com/gpu, and nothing else; this pod stays Pending"
            .formatted(resource);

    assertThat(refusal(PodView.empty().container("shared", one, one)))
        .isEqualTo(refusal + (shared ? "; match it on ack/cgpu" : ""));
    assertThat(refusal(pod(ONE_GPU).container("shared", one, one)))
        .isEqualTo(refusal + (shared ? "; no node has both, so remove one of them" : ""));
  }

  /** ACK, enable GPU scheduling: on a node with the label's value topology. */
  @Test
  void cardsOfNodesThatGiveOutTheBestLinkedAreWholeCards() {
    PodView pod =
        pod("MAIN | aliyun.com/gpu 2 | aliyun.com/gpu 2")
            .nodeSelector(NAME, "Tesla-V100-SXM2-16GB");

    assertThat(chosenRow(pod)).isEqualTo("ecs.gn6v-c8g1.4xlarge");
    assertThat(chosenRow(pod.nodeSelector("ack.node.gpu.schedule", "topology")))
        .isEqualTo("ecs.gn6v-c8g1.4xlarge");
    assertThat(refusal(pod.nodeSelector("ack.node.gpu.schedule", "default"))).contains("labels");
    assertThat(refusal(pod(ONE_GPU, "MAIN | aliyun.com/gpu 1 | aliyun.com/gpu 1")))
        .startsWith("aliyun.com/gpu: gpus: a node offers nvidia.com/gpu or")
        .endsWith("and never both; ask for one of them");
  }

  @ParameterizedTest
  @CsvSource({"ack.aliyun.com/nvidia-driver-version, 550.144.03", "ack.node.gpu.placement, spread"})
  void labelsOfHowANodeIsSetUpStandInNoWay(String key, String value) {
    PodView pod = pod(ONE_GPU).nodeSelector(key, value);

    assertThat(chosenRow(pod)).isEqualTo("ecs.gn5i-c2g1.large");
    assertThat(notes(pod)).contains("node.label-not-judged");
  }

  @Test
  void aPodThatAsksForNoGpuIsNoneOfOurs() {
    assertThat(ACK.match(PodView.empty())).isEmpty();
    assertThat(ACK.match(pod("MAIN | cpu 8 memory 32Gi gpu 0 | gpu 0"))).isEmpty();
  }
}
