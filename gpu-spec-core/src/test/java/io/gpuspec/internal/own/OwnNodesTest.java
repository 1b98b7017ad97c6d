package io.gpuspec.internal.own;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Overlay;
import io.gpuspec.Target;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.Placement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The target of your own nodes, which has those of overlays and no others. */
class OwnNodesTest {
  private static final String ONE_GPU = "nvidia.com/gpu 1";

  private final Target none = Gpus.of(new OwnNodes()).in("own");
  private final Target racks =
      none.overlay(
          Overlay.parse(
              "racks.yaml",
              """
              target: own
              citation: racks
              citations: {racks: {title: Our racks, date: 2026-03-01, status: third-party}}
              specs:
              - {name: t4, gpu: T4, gpus: 4, upward: [{cpu: "48", memory: 190Gi}], policy: fixed, labels: {rack: a}}
              - {name: l4, gpu: L4, gpus: 8, upward: [{cpu: "96", memory: 380Gi}], policy: fixed, labels: {rack: b}}
              """));

  /** A pod with a container for each, such as {@code nvidia.com/gpu 2}. */
  private static PodView pod(String... limits) {
    PodView pod = PodView.empty();
    for (String limit : limits) {
      String[] words = limit.split(" ");
      pod = pod.container("c" + pod.containers().size(), Map.of(), Map.of(words[0], words[1]));
    }
    return pod;
  }

  private Match match(PodView pod) {
    return racks.match(pod).orElseThrow();
  }

  private static List<List<String>> terms(Placement placement) {
    return placement.nodeTerms().stream()
        .map(term -> term.stream().map(e -> e.field().key() + "=" + e.value()).toList())
        .toList();
  }

  @Test
  void withoutAnOverlayItKnowsEveryModelAndHasNoNode() {
    assertThat(none.catalog().specs()).isEmpty();
    assertThat(none.catalog().gpuNames()).contains("T4", "H100-80G");
    assertThat(none.match(pod(ONE_GPU)).orElseThrow().rejected())
        .hasToString("nodes: labels: no nodes are known here; add yours with an overlay");
  }

  @Test
  void aPodMayGoToEveryNodeThatItSelects() {
    assertThat(match(pod(ONE_GPU)).request().devices()).isEqualTo(Devices.anyOf("t4", "l4"));
    assertThat(match(pod("nvidia.com/gpu 2").nodeSelector("rack", "b")).request().devices())
        .isEqualTo(Devices.anyOf("l4").count(2));
    assertThat(racks.match(pod("cpu 1"))).isEmpty();
  }

  @Test
  void whatItDoesNotSelectIsListed() {
    assertThat(match(pod(ONE_GPU).nodeSelector("rack", "b")).rejected().toString())
        .contains("t4: label: rack In [b] requested, the node has 'a'");
    assertThat(match(pod(ONE_GPU).nodeSelector("rack", "c")).isFound()).isFalse();
  }

  @Test
  void aPodThatNamesItsNodeIsThere() {
    assertThat(match(pod(ONE_GPU).nodeName("l4")).orThrow().shape().spec().name()).isEqualTo("l4");
  }

  @Test
  void aDeviceThatNoSuchNodeOffersIsRefused() {
    String share = "aliyun.com/gpu-mem 4";

    for (PodView each : List.of(pod(share), pod(share, ONE_GPU))) {
      assertThat(match(each).rejected())
          .hasToString(
              "container 'c0' resources.limits[aliyun.com/gpu-mem]: gpus: your nodes offer"
                  + " nvidia.com/gpu; this pod stays Pending");
    }
  }

  @Test
  void aPodCarriesTheLabelsOfTheNodesThatMatch() {
    Placement one = racks.place(racks.match(GpuRequest.of("T4")).orThrow());
    Placement two = racks.place(racks.match(GpuRequest.of("T4", "L4")).orThrow());

    assertThat(one.entries())
        .extracting(entry -> entry.field() + " = " + entry.value())
        .containsExactlyInAnyOrder("spec.nodeSelector[rack] = a", "resources[nvidia.com/gpu] = 1");
    assertThat(terms(one)).isEmpty();
    assertThat(terms(two)).containsExactly(List.of("rack=a"), List.of("rack=b"));
  }
}
