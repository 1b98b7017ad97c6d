package io.gpuspec.fleet;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Overlay;
import io.gpuspec.Target;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Fleets of your own nodes: so many as there are, in their zones, with cards that are divided. */
class OwnNodesFleetTest {
  /** Two nodes with two A100 each, in zones x and y, and one with a T4 in x. */
  private static final Target OWN =
      Gpus.load()
          .in("own")
          .overlay(
              Overlay.parse(
                  "nodes.json",
                  "{\"kind\": \"List\", \"apiVersion\": \"v1\", \"items\": [%s, %s, %s]}"
                      .formatted(
                          node("a", "NVIDIA-A100-SXM4-40GB", 2, "x"),
                          node("b", "Tesla-T4", 1, "x"),
                          node("c", "NVIDIA-A100-SXM4-40GB", 2, "y"))));

  private static String node(String name, String product, int gpus, String zone) {
    return """
        {"kind": "Node", "apiVersion": "v1", "metadata": {"name": "%s", "labels":
           {"nvidia.com/gpu.product": "%s", "topology.kubernetes.io/zone": "%s"}},
         "status": {"allocatable":
           {"cpu": "64", "memory": "64Gi", "nvidia.com/gpu": "%s", "pods": "110"}}}"""
        .formatted(name, product, zone, gpus);
  }

  private static Demand small(int pods) {
    return Demand.of("p", GpuRequest.of(Devices.any().memoryAtLeast("4Gi")).cpu(1).replicas(pods));
  }

  private static List<String> notes(FleetPlan plan) {
    return plan.notes().stream().map(Note::message).toList();
  }

  /**
   * Nine pods for five cards: a further node of any kind would not save one, it would take pods.
   */
  @Test
  void whereLimitsLeavePodsWithoutANodeOneMoreTakesThem() {
    FleetPlan plan = Fleet.of(OWN).demand(small(9)).plan();

    assertThat(plan.unplaced()).hasSize(4);
    assertThat(plan.cost()).hasToString("3 nodes");
    assertThat(notes(plan))
        .containsExactlyInAnyOrder(
            "own has no prices, so the fewest nodes are chosen; give prices in an overlay",
            "one more a than 1 would place more pods",
            "one more b than 1 would place more pods",
            "one more c than 1 would place more pods");
  }

  /** An A100 with 40 GB has seven instances of 1g.5gb, each with 4864Mi. */
  @Test
  void podsThatAskForLittleMemoryCanHaveMigInstances() {
    FleetPlan plan = Fleet.of(OWN).demand(small(9)).withMig().plan();

    assertThat(plan.isComplete()).isTrue();
    assertThat(plan.nodes()).hasSize(1);
    FleetNode node = plan.nodes().get(0);
    assertThat(node.room().devices()).isEqualTo(14);
    assertThat(node.cards()).isEqualTo(Devices.any().mig("1g.5gb"));
    assertThat(node.labels()).isEqualTo(Map.of("nvidia.com/mig.config", "all-1g.5gb"));
    assertThat(Fleet.of(OWN).demand(small(15)).withMig().plan().nodes()).hasSize(2);
  }

  @Test
  void whoAsksForWholeCardsOrForNoMemoryHasNoMig() {
    for (GpuRequest request :
        List.of(
            GpuRequest.of(Devices.any()),
            GpuRequest.of(Devices.any().memoryAtLeast("0")),
            GpuRequest.of(Devices.any().memoryAtLeast("90Gi")),
            GpuRequest.of(Devices.any().memoryAtLeast("4Gi").count(2)))) {
      assertThat(Fleet.of(OWN).demand(Demand.of("p", request)).withMig().demands().get(0).others())
          .as(request.toString())
          .isEmpty();
    }
  }

  /** Four pods take turns on a card: nine need the T4 and one node with two A100. */
  @Test
  void podsCanTakeTurnsOnACard() {
    FleetPlan plan = Fleet.of(OWN).demand(small(9)).timeSliced(4).plan();

    assertThat(plan.isComplete()).isTrue();
    assertThat(plan.nodes()).hasSize(2);
    assertThat(plan.nodes())
        .allSatisfy(
            node -> {
              assertThat(node.cards()).isEqualTo(Devices.any().replica());
              assertThat(node.labels())
                  .isEqualTo(
                      Map.of(
                          "nvidia.com/gpu.replicas",
                          "4",
                          "nvidia.com/gpu.sharing-strategy",
                          "time-slicing"));
            });
    assertThat(plan.target().id()).isEqualTo("own");
    Demand two = Demand.of("two", GpuRequest.of(2, "A100-40G"));
    assertThat(Fleet.of(OWN).demand(two).timeSliced(4).plan().nodes().get(0).room().devices())
        .isEqualTo(2);
    assertError(() -> Fleet.of(OWN).demand(small(1)).timeSliced(1).plan(), "option.malformed", "1");
  }

  /** Instances of a profile and slices are for pods that ask for them, and share no node. */
  @Test
  void podsThatUseCardsInDifferentWaysShareNoNode() {
    Demand whole = Demand.of("w", GpuRequest.of("A100-40G").cpu(1));
    Demand mig = Demand.of("m", GpuRequest.of(Devices.any().mig("1g.5gb")).cpu(1));
    FleetPlan plan = Fleet.of(OWN).demand(whole).demand(mig).plan();

    assertThat(plan.isComplete()).isTrue();
    assertThat(plan.nodes()).hasSize(2).allSatisfy(node -> assertThat(node.pods()).hasSize(1));
    assertThat(plan.nodes())
        .extracting(FleetNode::cards)
        .containsExactlyInAnyOrder(Devices.any(), Devices.any().mig("1g.5gb"));
  }

  /** Each node is in the zone that its label says. */
  @Test
  void zonesAreThoseOfTheNodes() {
    Demand cards = Demand.of("p", GpuRequest.of("A100-40G").cpu(1).replicas(4));

    FleetPlan spread = Fleet.of(OWN).demand(cards.evenlyOverZones()).plan();
    assertThat(spread.nodes())
        .extracting(node -> node.zone().orElseThrow() + " " + node.pods())
        .containsExactly("x [p-0, p-2]", "y [p-1, p-3]");
    assertThat(notes(spread)).noneMatch(note -> note.contains("three are assumed"));
    FleetPlan apart = Fleet.of(OWN).demand(cards.maxPerZone(1)).plan();
    assertThat(apart.unplaced())
        .extracting(Unplaced::toString)
        .containsExactly(
            "p-2: own: zone: at most 1 in each of 2 zones",
            "p-3: own: zone: at most 1 in each of 2 zones");
    FleetPlan inOne = Fleet.of(OWN).demand(cards.inZone("y")).plan();
    assertThat(inOne.nodes()).hasToString("c-1 (c, y): p-0, p-1");
    assertThat(inOne.unplaced()).hasSize(2);
  }

  @Test
  void nodesThatAreThereAlreadyAreNotThereAgain() {
    ExistingNode there =
        new ExistingNode(
            "n", "a", 0, OWN.catalog().specs().get(0).shapes().get(0).allocatable(), 9);
    Demand cards = Demand.of("p", GpuRequest.of("A100-40G").cpu(1).replicas(3));

    FleetPlan plan = Fleet.of(OWN).demand(cards).existing(List.of(there)).plan();
    assertThat(plan.nodes()).hasToString("c-1 (c): p-0, p-1");
    assertThat(plan.unplaced().get(0).toString())
        .contains("a: limit: no further node of it within at most 0 of it");
  }
}
