package io.gpuspec.scheduling;

import static io.gpuspec.testkit.Errors.assertWording;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.scheduling.PodView.Container;
import io.gpuspec.scheduling.PodView.Role;
import io.gpuspec.value.Finding;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeCardTest {
  private static final String MEMORY = "tke.cloud.tencent.com/qgpu-memory";
  private static final String CORE = "tke.cloud.tencent.com/qgpu-core";

  /** 20 GiB and 150 cores left, of which no card has more than 14 and 100. */
  private static final NodeView NODE =
      NodeView.of("qgpu-1")
          .allocatable(Map.of(MEMORY, "20", CORE, "150"))
          .card(Map.of(MEMORY, "14", CORE, "50"))
          .card(Map.of(MEMORY, "6", CORE, "100"));

  private static Container share(Role role, String name, int memory, int core) {
    Map<String, String> amounts = Map.of(MEMORY, "" + memory, CORE, "" + core);
    return new Container(name, role, amounts, amounts);
  }

  private static PodView pod(Container... containers) {
    PodView pod = PodView.empty();
    for (Container container : containers) {
      pod = pod.container(container);
    }
    return pod;
  }

  @Test
  void aShareComesFromOneCard() {
    assertThat(pod(share(Role.MAIN, "a", 14, 50)).fits(NODE).fits()).isTrue();

    NodeFit fit = pod(share(Role.MAIN, "a", 14, 60)).fits(NODE);

    assertThat(fit.reasons()).extracting(Finding::id).containsExactly("node.card");
    assertThat(fit)
        .hasToString(
            "does not fit qgpu-1: no shared card has what container 'a' asks of one: "
                + "tke.cloud.tencent.com/qgpu-core 60 and tke.cloud.tencent.com/qgpu-memory 14; free are "
                + "tke.cloud.tencent.com/qgpu-core 50 and tke.cloud.tencent.com/qgpu-memory 14 | "
                + "tke.cloud.tencent.com/qgpu-core 100 and tke.cloud.tencent.com/qgpu-memory 6; "
                + "kube-scheduler counts for the node as a whole and does not see this");
  }

  @Test
  void withoutCardsTheNodeAsAWholeCounts() {
    NodeView node = NodeView.of("qgpu-1").allocatable(NODE.allocatable());

    assertThat(pod(share(Role.MAIN, "a", 20, 100)).fits(node).fits()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "5, true",
    "7, false",
    "95, true",
    "100, true",
    "105, false",
    "150, false",
    "200, true"
  })
  void computeIsGivenOutInStepsAndWholeCards(int core, boolean isGivenOut) {
    NodeView node = NodeView.of("qgpu-1").allocatable(Map.of(MEMORY, "56", CORE, "400"));

    assertThat(pod(share(Role.MAIN, "a", 4, core)).fits(node).fits()).isEqualTo(isGivenOut);
  }

  @Test
  void whatIsNotGivenOutIsSaid() {
    assertThat(pod(share(Role.MAIN, "a", 4, 7)).fits(NODE).reasons())
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.id()).isEqualTo("node.card");
              assertThat(found.message()).contains("tke.cloud.tencent.com/qgpu-core", "7");
              assertWording(found.id(), found.message());
            });
  }

  @Test
  void theRoomIsThatOfEachCard() {
    assertThat(pod(share(Role.MAIN, "a", 5, 20)).room(NODE)).hasValue(3);
    assertThat(pod(share(Role.MAIN, "a", 7, 50)).room(NODE)).hasValue(1);
    assertThat(pod(share(Role.MAIN, "a", 5, 20), share(Role.MAIN, "b", 5, 20)).room(NODE))
        .isEmpty();
    assertThat(pod(share(Role.MAIN, "a", 5, 20)).room(NODE.allocatable(Map.of("pods", "2"))))
        .hasValue(2);
  }

  @Test
  void containersMustHaveTheirSharesTogether() {
    assertThat(pod(share(Role.MAIN, "a", 6, 50), share(Role.MAIN, "b", 6, 100)).fits(NODE).fits())
        .isTrue();
    assertThat(pod(share(Role.MAIN, "a", 8, 10), share(Role.MAIN, "b", 8, 10)).fits(NODE).reasons())
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.id()).isEqualTo("node.card");
              assertWording(found.id(), found.message());
            });
  }

  @Test
  void theFirstCardThatHasRoomNeedNotBeTheRightOne() {
    // a fits on either card; only where it takes the second does b have the first
    assertThat(pod(share(Role.MAIN, "a", 6, 50), share(Role.MAIN, "b", 14, 50)).fits(NODE).fits())
        .isTrue();
  }

  @Test
  void anInitContainerGivesItsShareBack() {
    assertThat(pod(share(Role.INIT, "a", 14, 50), share(Role.MAIN, "b", 14, 50)).fits(NODE).fits())
        .isTrue();
  }

  @Test
  void anInitContainerRunsBesideTheSidecarsBeforeIt() {
    Container sidecar = share(Role.SIDECAR, "proxy", 4, 50);
    Container init = share(Role.INIT, "setup", 14, 50);

    // The proxy has to leave the first card to what starts after it.
    assertThat(pod(sidecar, init).fits(NODE).fits()).isTrue();
    assertThat(pod(sidecar, init, share(Role.MAIN, "main", 2, 60)).fits(NODE).fits()).isFalse();
    assertThat(pod(init, sidecar, share(Role.MAIN, "main", 2, 60)).fits(NODE).fits()).isTrue();
  }

  @Test
  void whatNoCardHasIsCountedForTheNodeAlone() {
    NodeView node = NODE.allocatable(Map.of("cpu", "4"));

    assertThat(pod().container("a", Map.of("cpu", "4"), Map.of()).fits(node).fits()).isTrue();
  }

  @Test
  void aCardAddsNothingToWhatTheNodeStates() {
    NodeView node = NodeView.of("n").card(Map.of(MEMORY, "14", CORE, "100"));

    assertThat(pod(share(Role.MAIN, "a", 4, 10)).fits(node).reasons())
        .extracting(Finding::id)
        .containsExactly("node.resource", "node.resource");
  }

  @Test
  void manyAlikeContainersAreSettledQuickly() {
    NodeView node = NodeView.of("n").allocatable(Map.of(MEMORY, "1000", CORE, "1000"));
    PodView pod = PodView.empty();
    for (int i = 0; i < 8; i++) {
      node = node.card(Map.of(MEMORY, "15", CORE, "100"));
    }
    for (int i = 0; i < 25; i++) {
      pod = pod.container(share(Role.MAIN, "c" + i, 4, 1));
    }

    // Each card has three of them, so that 24 have room.
    assertThat(pod.fits(node).reasons()).extracting(Finding::id).containsExactly("node.card");
  }

  /**
   * 12 GiB over two cards are 6 of each: cards with 6 and 6 have it, cards with 12 and 0 do not.
   */
  @Test
  void aShareOfSeveralCardsIsNotJudged() {
    String memory = "aliyun.com/gpu-mem";
    PodView pod =
        PodView.empty()
            .label("aliyun.com/gpu-count", "2")
            .container("a", Map.of(memory, "12"), Map.of(memory, "12"));
    NodeView node = NodeView.of("cgpu-1").allocatable(Map.of(memory, "12"));

    for (NodeView cards :
        List.of(
            node.card(Map.of(memory, "12")).card(Map.of(memory, "0")),
            node.card(Map.of(memory, "6")).card(Map.of(memory, "6")))) {
      NodeFit fit = pod.fits(cards);

      assertThat(fit.fits()).isTrue();
      assertThat(fit.isJudged()).isFalse();
      assertThat(fit)
          .hasToString(
              "fits cgpu-1; not known: aliyun.com/gpu-count: 2 asks for several cards, and whether "
                  + "they have it is not judged; kube-scheduler counts for the node as a whole");
    }
    NodeView oneCard = node.card(Map.of(memory, "12"));
    assertThat(pod.label("aliyun.com/gpu-count", "1").fits(oneCard).isJudged()).isTrue();
    assertThat(pod.fits(node.allocatable(Map.of(memory, "11"))).isJudged()).isTrue();
    assertThat(pod.fits(node).isJudged()).isFalse();
  }

  @Test
  void severalWholeCardsAreNotJudged() {
    NodeView node =
        NodeView.of("n")
            .allocatable(Map.of(CORE, "200"))
            .card(Map.of(CORE, "100"))
            .card(Map.of(CORE, "100"));
    Map<String, String> two = Map.of(CORE, "200");
    Map<String, String> one = Map.of(CORE, "100");

    assertThat(PodView.empty().container("a", two, two).fits(node))
        .hasToString(
            "fits n; not known: container 'a' with tke.cloud.tencent.com/qgpu-core asks for several "
                + "cards, and whether they have it is not judged; kube-scheduler counts for the "
                + "node as a whole");
    assertThat(PodView.empty().container("a", one, one).fits(node).isJudged()).isTrue();
  }

  private static PodView ofAck(int... amounts) {
    PodView pod = PodView.empty();
    for (int amount : amounts) {
      Map<String, String> share = Map.of("aliyun.com/gpu-mem", "" + amount);
      pod = pod.container("c" + amount, share, share);
    }
    return pod;
  }

  /** Two T4. */
  private static NodeView ack() {
    return NodeView.of("c1")
        .label("aliyun.accelerator/nvidia_count", "2")
        .allocatable(Map.of("aliyun.com/gpu-mem", "28"));
  }

  @Test
  void theContainersOfAPodOnAckAreOnOneCard() {
    NodeView stated = ack().card(Map.of("aliyun.com/gpu-mem", "14"));

    for (NodeView node : List.of(ack(), stated)) {
      assertThat(ofAck(6, 8).fits(node).fits()).isTrue();
      assertThat(ofAck(9, 7).fits(node).reasons())
          .extracting(Finding::id)
          .containsExactly("node.card");
    }
  }

  @Test
  void cardsThatAreNotStatedAreThoseThatTheNodeShows() {
    NodeView qgpu = NodeView.of("q1").allocatable(Map.of(MEMORY, "28", CORE, "200"));

    assertThat(pod(share(Role.MAIN, "a", 14, 50)).fits(qgpu).isJudged()).isTrue();
    assertThat(pod(share(Role.MAIN, "a", 15, 50)).fits(qgpu).fits()).isFalse();
    assertThat(ofAck(14).fits(ack()).isJudged()).isTrue();
    assertThat(ofAck(20).fits(ack()))
        .asString()
        .contains("free are aliyun.com/gpu-mem 14 | aliyun.com/gpu-mem 14;");
  }

  /** On which card a running pod is, no pod of the cluster says. */
  @Test
  void whatIsFreeOfCardsInUseIsNotKnown() {
    NodeView used = ack().pod(ofAck(4));
    NodeFit fit = ofAck(11).fits(used);

    assertThat(fit.fits()).isTrue();
    assertThat(fit.isJudged()).isFalse();
    assertThat(fit.unknown().get(0).id()).isEqualTo("cards.unknown");
    assertThat(ofAck(20).fits(used)).asString().contains("free are at most ");
    NodeView one = used.label("aliyun.accelerator/nvidia_count", "1");
    assertThat(ofAck(20).fits(one).isJudged()).isTrue();
    assertThat(PodView.empty().fits(used).isJudged()).isTrue();
    NodeView uneven = used.label("aliyun.accelerator/nvidia_count", "3");
    assertThat(ofAck(20).fits(uneven).isJudged()).isFalse();
  }
}
