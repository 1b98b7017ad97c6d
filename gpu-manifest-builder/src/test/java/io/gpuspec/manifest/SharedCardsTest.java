package io.gpuspec.manifest;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Devices;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Share;
import io.gpuspec.Target;
import io.gpuspec.manifest.read.FileMatches;
import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.tke.Qgpu;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pods with shares of cards: online beside offline ones, on nodes as they are planned. */
class SharedCardsTest {
  private static final Gpus GPUS = Gpus.load();
  private static final Target QGPU = GPUS.in("tke/qgpu");
  private static final Target ONLINE = QGPU.with(Qgpu.APP_CLASS, "online");
  private static final Target OFFLINE = QGPU.with(Qgpu.APP_CLASS, "offline");
  private static final Target CGPU = GPUS.in("ack/cgpu");

  private static final GpuWorkload POD = GpuWorkload.pod("p", "registry.example/p:v1");

  private static String approved(String name) {
    return Documents.resource("approved/" + name + ".approved.yml");
  }

  /** TKE's example: 10 percent of what is left, and 5 GiB. */
  @Test
  void anOfflinePodIsBuiltAsItWasReviewed() {
    assertThat(POD.share("5Gi", 10).on(OFFLINE).yamlWithComments().toString())
        .isEqualTo(approved("qgpu-offline"));
  }

  @Test
  void anOnlineDeploymentIsBuiltAsItWasReviewed() {
    assertThat(
            GpuWorkload.deployment("chat", "registry.example/chat:v1")
                .share("5Gi")
                .requests("2", "8Gi")
                .on(ONLINE)
                .yaml()
                .toString())
        .isEqualTo(approved("qgpu-online"));
  }

  @Test
  void bothAreReadBackWithoutTheOption() {
    assertThat(read("qgpu-offline").orThrow().request().devices())
        .isEqualTo(Devices.any().share("5Gi", 10));
    assertThat(read("qgpu-online").orThrow().request().devices())
        .isEqualTo(Devices.any().share("5Gi"));
  }

  private static Match read(String name) {
    FileMatches matches = WorkloadFile.parse(name, approved(name)).on(QGPU);
    assertThat(matches.problems()).isEmpty();
    return matches.matches().get(0).match().orElseThrow();
  }

  @Test
  void theErrorOfAWrongPartSaysTheLine() {
    String wrong = approved("qgpu-offline").replace("\"offline\"", "ofline");

    assertThat(WorkloadFile.parse("pod.yaml", wrong).on(QGPU).problems().toString())
        .contains("pod.yaml:19:", "'ofline' is no part that a pod can have");
  }

  /** An owner's annotation may not make the pod another one than was asked for. */
  @ParameterizedTest
  @CsvSource({"online", "offline"})
  void aPartThatDoesNotGoWithTheShareIsRefused(String part) {
    GpuWorkload workload = POD.share("5Gi", 30).annotation("tke.cloud.tencent.com/app-class", part);

    assertError(() -> workload.on(QGPU), "pod.conflict", part);
  }

  /** Eight of one card, and not four of each of two. */
  @Test
  void aNumberOfCardsBesideAShareOfOneIsRefused() {
    assertError(
        () -> POD.gpu("V100-16G").share("8Gi").label("aliyun.com/gpu-count", "2").on(CGPU),
        "pod.conflict",
        "2");
  }

  @ParameterizedTest
  @CsvSource({"1", "3"})
  void anotherNumberOfCardsThanWasAskedForIsRefused(String cards) {
    assertError(
        () -> POD.gpu(2, "V100-16G").share("6Gi").label("aliyun.com/gpu-count", cards).on(CGPU),
        "pod.conflict");
  }

  /** The planned node takes what is built, with its mode, policy, part and card. */
  @ParameterizedTest
  @CsvSource({
    "tke/qgpu, qgpu-policy, fixed-share, 30",
    "tke/qgpu, qgpu-app-class, offline, 30",
    "tke/qgpu, qgpu-app-class, online, 0",
    "tke/qgpu, card-label, example.com/card, 30",
    "ack/cgpu, card-placement, spread, 30",
    "ack/cgpu, card-sharing, mps, 0"
  })
  void theNodeThatIsPlannedTakesThePods(String id, String option, String value, int percent) {
    Target target = GPUS.in(id).with(option, value);
    Share share = percent == 0 ? Share.of("4Gi") : Share.of("4Gi", percent);
    Devices devices = Devices.of("T4").shared(share);
    NodeView node = target.sharedNode(devices).view("gpu-1");

    assertThat(POD.devices(devices).on(target).pod().fits(node).fits()).isTrue();
    assertThat(
            POD.devices(devices)
                .on(target)
                .pod()
                .fits(NodeView.of("bare").allocatable(node.allocatable()))
                .fits())
        .isFalse();
  }
}
