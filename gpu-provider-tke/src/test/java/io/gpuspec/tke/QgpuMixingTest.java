package io.gpuspec.tke;

import static io.gpuspec.testkit.Errors.assertError;
import static io.gpuspec.testkit.Pods.ids;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Share;
import io.gpuspec.Target;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.Placement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Online and offline pods on the same cards, by TKE's page on mixing them. */
class QgpuMixingTest {
  private static final String PREFIX = "tke.cloud.tencent.com/";
  private static final String APP_CLASS = PREFIX + "app-class";

  private static final Target QGPU = Gpus.load().in("tke/qgpu");
  private final Target online = QGPU.with(Qgpu.APP_CLASS, Optional.of("online"));
  private final Target offline = QGPU.with("qgpu-app-class", "offline");

  private static List<String> entries(Target target, Devices devices) {
    Placement placement = target.place(target.match(GpuRequest.of(devices)).orThrow());
    return placement.entries().stream()
        .map(entry -> entry.field() + " = " + entry.value())
        .toList();
  }

  /** Resources in one line: {@code memory 5 core-greedy 10}. */
  private static PodView pod(String line) {
    Map<String, String> resources = new LinkedHashMap<>();
    String[] words = line.split(" ");
    for (int i = 0; i < words.length; i += 2) {
      resources.put(PREFIX + "qgpu-" + words[i], words[i + 1]);
    }
    return PodView.empty().container("main", resources, resources);
  }

  private static PodView pod(String part, String line) {
    return pod(line).annotation(APP_CLASS, part);
  }

  /** The page's example. */
  @Test
  void anOfflinePodAsksForWhatOnlinePodsLeave() {
    assertThat(entries(offline, Devices.any().share("5Gi", 10)))
        .containsExactly(
            "resources[tke.cloud.tencent.com/qgpu-memory] = 5",
            "resources[tke.cloud.tencent.com/qgpu-core-greedy] = 10",
            "metadata.annotations[tke.cloud.tencent.com/app-class] = offline",
            "spec.nodeSelector[mixed-qgpu-enable] = enable",
            "spec.nodeSelector[qgpu-device-enable] = enable");
  }

  @Test
  void whatAnOfflinePodAsksForIsSaidToBeThat() {
    Placement placement =
        offline.place(offline.match(GpuRequest.of(Devices.any().share("5Gi", 10))).orThrow());
    Placement ordinary =
        QGPU.place(QGPU.match(GpuRequest.of(Devices.any().share("5Gi", 10))).orThrow());

    assertThat(placement.entries().get(1))
        .satisfies(
            greedy -> {
              assertThat(greedy.reason())
                  .isEqualTo("percent of one card's compute, of what online pods leave");
              assertThat(greedy.citation().title()).contains("457/81034");
            });
    assertThat(ordinary.entries().get(1))
        .satisfies(
            core -> {
              assertThat(core.reason()).isEqualTo("percent of one card's compute");
              assertThat(core.citation().title()).contains("457/65734");
            });
  }

  @Test
  void anOnlinePodAsksForMemoryAlone() {
    assertThat(entries(online, Devices.any().share("5Gi")))
        .containsExactly(
            "resources[tke.cloud.tencent.com/qgpu-memory] = 5",
            "metadata.annotations[tke.cloud.tencent.com/app-class] = online",
            "spec.nodeSelector[mixed-qgpu-enable] = enable",
            "spec.nodeSelector[qgpu-device-enable] = enable");
  }

  @Test
  void anOnlinePodWithAPercentageIsRefused() {
    assertError(
        () -> online.match(GpuRequest.of(Devices.any().share("5Gi", 30))), "pod.invalid", "'30'");
  }

  @Test
  void anOfflinePodWithoutAPercentageIsRefused() {
    assertError(() -> offline.match(GpuRequest.of(Devices.any().share("5Gi"))), "pod.invalid");
  }

  @ParameterizedTest
  @CsvSource({"online", "offline"})
  void neitherHasWholeCards(String part) {
    assertThat(QGPU.with("qgpu-app-class", part).match(GpuRequest.of("T4")).rejected().toString())
        .contains("has shares of cards and no whole ones");
  }

  /** No more than 100 of a card, also in the edition whose ordinary pods get 99. */
  @ParameterizedTest
  @CsvSource({"2026-01, 100", "2022-01, 100", "2022-01, 7"})
  void anOfflinePodMayHaveAllThatIsLeft(String edition, int percent) {
    Target target = offline.edition(edition);

    assertThat(target.match(GpuRequest.of(Devices.any().share("1Gi", percent))).isFound()).isTrue();
    assertThat(
            target
                .match(pod("offline", "memory 1 core-greedy " + percent))
                .orElseThrow()
                .orThrow()
                .request()
                .devices()
                .share())
        .hasValue(Share.of("1Gi", percent));
  }

  /** A policy is about compute that pods ask for, and an online pod asks for none. */
  @Test
  void aPolicyDoesNotHoldOnlinePods() {
    Target fixed = online.with("qgpu-policy", "fixed-share");

    assertThat(entries(fixed, Devices.any().share("5Gi")))
        .contains(
            "spec.affinity.nodeAffinity[tke.cloud.tencent.com/qgpu-schedule-policy] = fixed-share,fs");
    assertThat(
            QGPU.match(
                    pod("online", "memory 5")
                        .nodeSelector("tke.cloud.tencent.com/qgpu-schedule-policy", "fs"))
                .orElseThrow()
                .isFound())
        .isTrue();
  }

  @Test
  void existingPodsSayTheirPartThemselves() {
    Match read = QGPU.match(pod("offline", "memory 5 core-greedy 10")).orElseThrow();

    assertThat(read.orThrow().request().devices().share()).hasValue(Share.of("5Gi", 10));
    assertThat(QGPU.match(pod("online", "memory 5")).orElseThrow().orThrow().request().devices())
        .isEqualTo(Devices.any().share("5Gi"));
  }

  @Test
  void aPodThatDoesNotSelectMixedNodesIsNoted() {
    PodView pod = pod("online", "memory 5");

    assertThat(ids(QGPU.match(pod).orElseThrow()))
        .contains("shares.unmixed")
        .doesNotContain("share.no-compute");
    assertThat(ids(QGPU.match(pod.nodeSelector("mixed-qgpu-enable", "enable")).orElseThrow()))
        .doesNotContain("shares.unmixed", "label.unknown");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "online | memory 5 core 30 | an online pod asks for tke.cloud.tencent.com/qgpu-memory alone",
        "online | memory 5 core-greedy 30 | an online pod asks for tke.cloud.tencent.com/qgpu-memory alone",
        "online | core 100 | an online pod asks for tke.cloud.tencent.com/qgpu-memory alone",
        "offline | memory 5 core 30 | an offline pod asks for tke.cloud.tencent.com/qgpu-core-greedy instead",
        "offline | memory 5 core 30 core-greedy 30 | an offline pod asks for tke.cloud.tencent.com/qgpu-core-greedy instead",
        "offline | memory 5 | an offline pod says how much compute it asks for; add it, 5 to 100 in steps of 5",
        "offline | core-greedy 10 | add tke.cloud.tencent.com/qgpu-memory, in GiB"
      })
  void whatDoesNotGoWithThePartIsRefused(String part, String line, String why) {
    assertThat(QGPU.match(pod(part, line)).orElseThrow().rejected().toString()).contains(why);
  }

  /** The name of what is to be left out, not of what an offline pod would write. */
  @ParameterizedTest
  @CsvSource({"core, core", "core-greedy, core-greedy"})
  void whatAnOnlinePodLeavesOutIsNamed(String compute, String named) {
    assertThat(
            QGPU.match(pod("online", "memory 5 " + compute + " 30"))
                .orElseThrow()
                .rejected()
                .get(0)
                .name())
        .isEqualTo(PREFIX + "qgpu-" + named);
  }

  /** Not what ordinary pods could have: the share is wrong under any choice. */
  @Test
  void aShareThatNoOfflinePodHasIsAnErrorOfItsOwn() {
    assertError(() -> QGPU.match(pod("offline", "memory 5 core-greedy 33")), "pod.invalid", "33");
  }

  @Test
  void anOrdinaryPodHasNoOfflineCompute() {
    assertThat(QGPU.match(pod("memory 5 core-greedy 10")).orElseThrow().rejected().toString())
        .contains("add the annotation tke.cloud.tencent.com/app-class: offline");
  }

  @ParameterizedTest
  @CsvSource({"0", "101", "200"})
  void anOfflinePodHasNoMoreThanOneCard(String greedy) {
    assertError(
        () -> QGPU.match(pod("offline", "memory 5 core-greedy " + greedy)),
        "pod.out-of-range",
        greedy);
  }

  @Test
  void aPartThatThereIsNotIsAnErrorOfTheAnnotation() {
    assertError(() -> QGPU.match(pod("Online", "memory 5")), "pod.unknown", "Online");
    assertError(() -> QGPU.with("qgpu-app-class", "batch"), "option.malformed", "'batch'");
  }

  @Test
  void aPodOfAnotherPartThanWasChosenIsRefused() {
    assertThat(online.match(pod("memory 5 core 30")).orElseThrow().rejected().toString())
        .contains("the pod is an ordinary one, and online pods were chosen");
    assertThat(online.match(pod("offline", "memory 5 core-greedy 10")).orElseThrow().rejected())
        .asString()
        .contains(
            "the pod is offline, and its share is against the rules for online pods; choose qgpu-app-class=offline to match it");
    assertThat(offline.match(pod("online", "memory 5")).orElseThrow().rejected())
        .asString()
        .contains(
            "the pod is online, and its share is against the rules for offline pods; choose qgpu-app-class=online to match it");
    assertThat(
            online
                .edition("2022-01")
                .match(pod("offline", "memory 5 core-greedy 1"))
                .orElseThrow()
                .rejected()
                .toString())
        .contains("choose qgpu-app-class=offline to match it");
    assertThat(
            QGPU.edition("2022-01")
                .match(pod("offline", "memory 5 core-greedy 100"))
                .orElseThrow()
                .rejected()
                .toString())
        .contains("choose qgpu-app-class=offline to match it");
  }
}
