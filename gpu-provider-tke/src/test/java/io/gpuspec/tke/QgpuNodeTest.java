package io.gpuspec.tke;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.NoMatchException;
import io.gpuspec.Share;
import io.gpuspec.Target;
import io.gpuspec.scheduling.Allocatable;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.SharedNode;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Note;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes with qGPU: what they are labelled, and what they then show. */
class QgpuNodeTest {
  private static final String PREFIX = "tke.cloud.tencent.com/";
  private static final Devices T4 = Devices.of("T4").shared(Share.of("5Gi", 30));

  private static final Gpus GPUS = Gpus.load();
  private final Target qgpu = GPUS.in("tke/qgpu");
  private final Target twoCards = qgpu.with("node-gpus", "2");

  /** One hundred of each card, and the 14 GiB that TKE's page shows of a T4. */
  @Test
  void aNodeHasTheComputeAndTheMemoryOfItsCards() {
    assertThat(qgpu.sharedNode(T4).resources())
        .isEqualTo(Map.of(PREFIX + "qgpu-core", 100, PREFIX + "qgpu-memory", 14));
    assertThat(twoCards.sharedNode(T4).resources())
        .isEqualTo(Map.of(PREFIX + "qgpu-core", 200, PREFIX + "qgpu-memory", 28));
    assertThat(twoCards.with("card-memory", "20Gi").sharedNode(T4).resources())
        .containsEntry(PREFIX + "qgpu-memory", 40);
  }

  @Test
  void whatTkeWritesItselfIsNotWritten() {
    SharedNode node = qgpu.sharedNode(T4);

    assertThat(node.commands("gpu-1")).isEmpty();
    assertThat(node.labels())
        .extracting(SharedNode.Label::key, SharedNode.Label::writer)
        .containsExactly(tuple("qgpu-device-enable", SharedNode.Writer.VENDOR));
  }

  @Test
  void theOwnersLabelsAreWrittenOneByOne() {
    assertThat(
            qgpu.with("qgpu-policy", "fs")
                .with("qgpu-app-class", "offline")
                .with("card-label", "example.com/card")
                .sharedNode(T4)
                .commands("gpu-1"))
        .containsExactly(
            "kubectl label node gpu-1 tke.cloud.tencent.com/qgpu-schedule-policy=fixed-share",
            "kubectl label node gpu-1 mixed-qgpu-enable=enable",
            "kubectl label node gpu-1 example.com/card=T4");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "GPU-1", "gpu 1", "gpu-1; rm", "-gpu"})
  void whatIsNoNameOfANodeIsRefused(String name) {
    assertError(() -> qgpu.sharedNode(T4).commands(name), "share.malformed", name);
  }

  @Test
  void kubectlDescribeNodeThenShowsIt() {
    assertThat(
            twoCards
                .with("qgpu-policy", "bs")
                .with("node-cpu", "31500m")
                .with("node-memory", "118Gi")
                .sharedNode(T4)
                .describe())
        .hasToString(
            """
            Labels:             qgpu-device-enable=enable
                                tke.cloud.tencent.com/qgpu-schedule-policy=burst-share
            Capacity:
              tke.cloud.tencent.com/qgpu-core:    200
              tke.cloud.tencent.com/qgpu-memory:  28
            Allocatable:
              cpu:                                31500m
              memory:                             118Gi
              tke.cloud.tencent.com/qgpu-core:    200
              tke.cloud.tencent.com/qgpu-memory:  28""");
  }

  @Test
  void itTakesThePodsThatItIsFor() {
    Target target = twoCards.with("qgpu-policy", "fs").with("qgpu-app-class", "offline");
    Placement placement = target.place(target.match(GpuRequest.of(T4)).orThrow());
    NodeView node = target.sharedNode(T4).view("gpu-1");

    assertThat(placement.fits(node).fits()).isTrue();
    assertThat(placement.fits(qgpu.sharedNode(T4).view("gpu-1")).fits()).isFalse();
    assertThat(node.cards()).hasSize(2);
  }

  /** A node's label may be the abbreviation of what the pods ask for. */
  @ParameterizedTest
  @CsvSource({
    "best-effort, be",
    "fixed-share, fs",
    "burst-share, bs",
  })
  void aNodeWithTheAbbreviationTakesThemToo(String policy, String abbreviation) {
    Target target = qgpu.with("qgpu-policy", policy);
    Placement placement = target.place(target.match(GpuRequest.of(T4)).orThrow());
    NodeView node = qgpu.sharedNode(T4).view("gpu-1");

    assertThat(placement.fits(node.label(PREFIX + "qgpu-schedule-policy", abbreviation)).fits())
        .isTrue();
    assertThat(placement.fits(node.label(PREFIX + "qgpu-schedule-policy", policy)).fits()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2026-01 | node.driver | drivers of 450, 470, 515, 525, 535, 550 and 570, with CUDA 11.4, 12.2, 12.4 and 12.8",
        "2022-01 | node.driver | drivers up to 450.102.04, with CUDA 11.3",
        "2022-01 | node.kind | CVM with V100 or T4, of TKE v1.14 or newer, from the marketplace image TencentOS Server 3.1 (TK4)"
      })
  void whatNodesMustBeIsSaidByEdition(String edition, String id, String message) {
    assertThat(qgpu.edition(edition).sharedNode(T4).notes())
        .filteredOn(note -> note.id().equals(id))
        .extracting(Note::message)
        .containsExactly(message);
  }

  @Test
  void howTheLabelsGetThereIsSaidOfEveryNode() {
    assertThat(qgpu.sharedNode(T4).notes())
        .extracting(Note::id)
        .containsSequence("node.pool", "node.priority");
  }

  @Test
  void theAddOnGivesOutTheCardsItself() {
    assertThat(qgpu.nodeAgents())
        .hasToString("no device plugin: the qGPU add-on gives out the cards of these nodes");
  }

  /** The table of the page, in decimal megabytes. */
  @Test
  void theAddOnHasTheObjectsOfTheTable() {
    assertThat(Qgpu.addOn().objects())
        .extracting(Object::toString)
        .containsExactly(
            "DaemonSet qgpu-manager: 200m CPU, 300M on each node",
            "ClusterRole qgpu-manager",
            "ServiceAccount qgpu-manager",
            "ClusterRoleBinding qgpu-manager",
            "Deployment qgpu-scheduler: 1 CPU, 800M",
            "ClusterRole qgpu-scheduler",
            "ClusterRoleBinding qgpu-scheduler",
            "ServiceAccount qgpu-scheduler",
            "Service qgpu-scheduler");
    assertThat(Qgpu.addOn()).hasToString("qGPU: 200m CPU, 300M on each node, and 1 CPU, 800M once");
    assertThat(Qgpu.addOn().onEachNode().memory().toBytes()).isEqualTo(300_000_000L);
  }

  /** Ten times 0.2 and 1 CPU; ten times 300 and 800 MB. */
  @Test
  void theAddOnTakesSoMuchOfACluster() {
    assertThat(Qgpu.addOn().on(10)).hasToString("3 CPU, 3800M");
    assertThat(Qgpu.addOn().on(0)).hasToString("1 CPU, 800M");
    assertError(() -> Qgpu.addOn().on(-1), "share.out-of-range", "'-1'");
  }

  @Test
  void whatItTakesOfANodeIsNotLeftForPods() {
    Allocatable left =
        qgpu.with("node-cpu", "8").with("node-memory", "32Gi").sharedNode(T4).left().orElseThrow();

    assertThat(left.cpu()).isEqualTo(CpuAmount.parse("7800m"));
    assertThat(left.memory().toBytes()).isEqualTo(34_359_738_368L - 300_000_000L);
    assertThat(qgpu.with("node-cpu", "100m").with("node-memory", "1Gi").sharedNode(T4).left())
        .hasValueSatisfying(none -> assertThat(none.cpu().isZero()).isTrue());
    assertThat(qgpu.sharedNode(T4).left()).isEmpty();
  }

  @Test
  void whatIsNotSharedHasNoSuchNode() {
    assertError(() -> GPUS.in("tke").sharedNode(Devices.of("T4")), "share.unsupported", "'tke'");
    assertThatThrownBy(() -> qgpu.sharedNode(Devices.of("H100").shared(Share.of("5Gi"))))
        .isInstanceOf(NoMatchException.class);
    assertThatThrownBy(() -> qgpu.sharedNode(Devices.of("T4").shared(Share.of("5Gi", 33))))
        .isInstanceOf(InvalidValueException.class);
  }
}
