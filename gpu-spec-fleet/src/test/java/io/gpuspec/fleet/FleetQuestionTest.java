package io.gpuspec.fleet;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Target;
import io.gpuspec.TestCloud;
import io.gpuspec.scheduling.Allocatable;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is asked of a fleet, and what its costs are counted in. */
class FleetQuestionTest {
  private final Target nodes = Rows.target(Rows.ONE, Rows.TWO, Rows.FOUR);

  private static Fleet fleet(Target target, Demand... demands) {
    return Fleet.of(target).demands(List.of(demands));
  }

  @Test
  void aFleetSaysHowManyPodsItHas() {
    assertThat(fleet(nodes)).hasToString("0 workloads, 0 pods on cloud");
    assertThat(fleet(nodes, Rows.t4("a", 1, 1))).hasToString("1 workload, 1 pod on cloud");
    assertThat(fleet(nodes, Rows.t4("a", 2, 1), Rows.t4("b", 3, 1)))
        .hasToString("2 workloads, 5 pods on cloud");
  }

  @Test
  void anObjectiveHasAWord() {
    assertThat(Fleet.Objective.parse("fewest")).isEqualTo(Fleet.Objective.FEWEST_NODES);
    assertThat(Fleet.Objective.parse("least-waste")).hasToString("least-waste");
    assertError(() -> Fleet.Objective.parse("dearest"), "value.unknown", "dearest");
  }

  @Test
  void aDemandSaysWhatItAsks() {
    assertThat(Rows.t4("api", 4, 3)).hasToString("4 x api: T4 x1, 3 cores, 4Gi");
    assertThat(Rows.t4("api", 4, 3).maxPerNode(2).inZone("z").pool("team"))
        .hasToString("4 x api: T4 x1, 3 cores, 4Gi, at most 2 on a node, in zone z, pool team");
    Demand labelled = Rows.t4("api", 1, 3).pool(Map.of("b", "2", "a", "1")).name("other");
    assertThat(labelled.name()).isEqualTo("other");
    assertThat(labelled.pool()).isEqualTo("a=1,b=2");
    assertThat(labelled.poolLabels()).isEqualTo(Map.of("a", "1", "b", "2"));
    assertThat(labelled.maxPerNode()).isEmpty();
    assertThat(labelled.maxPerZone()).isEmpty();
    assertThat(labelled.zone()).isEmpty();
    assertThat(labelled.isEvenlyOverZones()).isFalse();
    assertThat(labelled.match()).isEmpty();
    Demand zoned = labelled.maxPerZone(3).evenlyOverZones().inZone("z");
    assertThat(zoned.maxPerZone()).hasValue(3);
    assertThat(zoned.zone()).contains("z");
    assertThat(zoned.isEvenlyOverZones()).isTrue();
    String[] names = new String[100];
    Arrays.setAll(names, i -> "T" + i);
    Demand many = Demand.of("a", GpuRequest.of(Devices.anyOf(names)));
    assertThat(many.toString())
        .startsWith("1 x a: any of T0,T1,")
        .hasSize("1 x a: ".length() + 200 + " ...".length())
        .endsWith(" ...");
  }

  @Test
  void ofAMatchOnlyItsRequestCounts() {
    Demand matched = Demand.of("m", nodes.match(GpuRequest.of("T4").cpu(2).replicas(2)));

    assertThat(matched.match()).isPresent();
    assertThat(matched.with(request -> request.cpu(9))).isSameAs(matched);
    assertThat(Rows.t4("a", 1, 1).with(request -> request.cpu(9)).request().cpu()).hasToString("9");
    assertThat(fleet(nodes, matched).plan().nodes()).hasToString("two-1 (two): m-0, m-1");
    assertError(
        () -> fleet(TestCloud.ofResources("other").target(), matched).plan(),
        "match.conflict",
        "other");
  }

  @Test
  void limitsQuotasAndChoicesAreOfRowsThatThereAre() {
    Fleet fleet = fleet(nodes, Rows.t4("a", 4, 1));

    assertThat(fleet.limit("four", 0).plan().cost()).hasToString("3.8 USD per hour");
    assertThat(fleet.quota("four", 0).plan().cost()).hasToString("3.8 USD per hour");
    assertThat(fleet.quota("FOUR", 48).plan().cost()).hasToString("3.5 USD per hour");
    assertThat(fleet.quota("four", 47).plan().cost()).hasToString("3.8 USD per hour");
    assertThat(fleet.only("ONE").plan().cost()).hasToString("4 USD per hour");
    assertThat(fleet.only("one", "two").plan().cost()).hasToString("3.8 USD per hour");
    assertError(() -> fleet.quota("four", -1), "fleet.out-of-range", "-1");
    for (String wrong : List.of("", " ", "x")) {
      assertThatThrownBy(() -> fleet.quota(wrong, 1)).isInstanceOf(GpuSpecException.class);
      assertThatThrownBy(() -> fleet.only(wrong)).isInstanceOf(GpuSpecException.class);
    }
    assertError(() -> fleet.zones(new String[0]), "fleet.malformed");
    assertThat(fleet.only("two").demand(Rows.t4("b", 1, 1).inZone("a")).zones("a").plan().cost())
        .hasToString("5.7 USD per hour");
    assertError(() -> fleet.existing(List.of(there("n"), there("n"))), "fleet.duplicate", "n");
    assertError(
        () -> fleet.existing(List.of(there("n"))).existing(List.of(there("n"))),
        "fleet.duplicate",
        "n");
  }

  private static ExistingNode there(String name) {
    return new ExistingNode(
        name, "two", 2, new Allocatable(CpuAmount.ofCores(16), MemorySize.ofGibibytes(64)), 9);
  }

  /** What a plan leaves out is told by row. */
  @Test
  void whyNoFurtherNodeIsTakenIsTold() {
    Fleet fleet =
        fleet(nodes, Rows.t4("a", 9, 1)).limit("one", 1).only("one", "two").quota("t", 16);

    assertThat(fleet.plan().unplaced().get(0).reasons())
        .extracting(Object::toString)
        .containsExactlyInAnyOrder(
            "one: limit: no further node of it within at most 1 of it",
            "two: limit: no further node of it within 16 vCPUs of t",
            "four: limit: left out by the choice of rows");
  }

  private static String priced(String name, String amount, String type) {
    return """
        {"gpu": "T4", "gpus": 1, "name": "%s", "upward": [{"cpu": "4", "memory": "16Gi"}],
         "policy": "fixed", "citation": "list", "prices": [
          {"amount": "%s", "currency": "USD", "per": "hour", "region": "here",
           "capacityType": "%s", "citation": "list"}]}"""
        .formatted(name, amount, type);
  }

  /** 3 x 0.12345 and a whole dollar. */
  @Test
  void pricesAreAddedUpExactly() {
    Target fine =
        Rows.target(priced("fine", "0.12345", "on-demand"), priced("whole", "1", "on-demand"));
    Fleet fleet = fleet(fine, Rows.t4("p", 4, 1)).limit("fine", 3);

    assertThat(fleet.plan().cost()).hasToString("1.37035 USD per hour");
    assertThat(fleet.plan().lowerBound()).hasToString("1.37035 USD per hour");
    assertThat(
            fleet(Rows.target(priced("ten", "10", "on-demand")), Rows.t4("p", 4, 1)).plan().cost())
        .hasToString("40 USD per hour");
    Target finest =
        Rows.target(
            priced("fine", "0.000000000000000001", "on-demand"),
            priced("whole", "100", "on-demand"));
    assertError(() -> fleet(finest, Rows.t4("p", 1, 1)).plan(), "fleet.out-of-range", "100");
  }

  @Test
  void spotNodesAreBoughtForTheirOwnPrice() {
    Target spot = Rows.target(priced("demand", "1", "on-demand"), priced("spot", "0.3", "spot"));
    FleetPlan plan = fleet(spot, Rows.t4("p", 1, 1)).capacityType(CapacityType.SPOT).plan();

    assertThat(plan.nodes()).extracting(FleetNode::spec).containsExactly("spot");
    assertThat(plan.nodes().get(0).capacityType()).contains(CapacityType.SPOT);
    assertThat(plan.cost()).hasToString("0.3 USD per hour");
    assertThat(fleet(spot, Rows.t4("p", 1, 1)).plan().nodes())
        .extracting(FleetNode::spec)
        .containsExactly("demand");
  }

  /** Of equally many nodes the cheaper ones are taken. */
  @Test
  void ofEqualPlansTheCheaperNodesAreTaken() {
    Fleet fleet = fleet(nodes, Rows.t4("p", 2, 1));

    assertThat(fleet.objective(Fleet.Objective.FEWEST_NODES).plan().nodes())
        .hasToString("two-1 (two): p-0, p-1");
    Target same =
        Rows.target(priced("b-dear", "2", "on-demand"), priced("c-cheap", "1", "on-demand"));
    assertThat(
            fleet(same, Rows.t4("p", 1, 1)).objective(Fleet.Objective.LEAST_WASTE).plan().nodes())
        .hasToString("c-cheap-1 (c-cheap): p-0");
  }

  @Test
  void rowsWithoutAPriceAreNamedOnce() {
    Target some =
        Rows.target(
            Rows.ONE,
            Rows.TWO.replace("\"capacityType\": \"on-demand\"", "\"capacityType\": \"spot\""));

    assertThat(fleet(some, Rows.t4("p", 2, 1)).plan().notes())
        .extracting(Note::toString)
        .containsExactly("fleet.unpriced: left out, because their price is not known: two");
    assertThat(fleet(some, Rows.t4("p", 2, 1)).plan().cost()).hasToString("2 USD per hour");
  }

  @Test
  void podsOfDifferentPoolsShareNoNode() {
    FleetPlan plan =
        fleet(
                nodes,
                Rows.t4("a", 1, 1).pool(Map.of("team", "a")),
                Rows.t4("b", 1, 1).pool("b"),
                Rows.t4("c", 1, 1))
            .plan();

    assertThat(plan.nodes()).hasSize(3).extracting(FleetNode::spec).containsOnly("one");
    assertThat(plan.nodes())
        .extracting(FleetNode::labels)
        .containsExactlyInAnyOrder(Map.of("team", "a"), Map.of(), Map.of());
    // Limits hold for all pools of a row together.
    assertThat(
            fleet(nodes, Rows.t4("a", 1, 1).pool("a"), Rows.t4("b", 1, 1).pool("b"))
                .limit("one", 1)
                .plan()
                .cost())
        .hasToString("2.9 USD per hour");
  }

  @Test
  void podsThatSelectLabelsOfNoNewNodeAreTold() {
    Demand demand = Rows.t4("p", 1, 1);
    Demand there = demand.with(Selection.of(PodView.empty()).isForNewNodes(false));

    assertThat(fleet(nodes, there).plan().unplaced().get(0))
        .asString()
        .isEqualTo(
            "p-0: cloud: labels: the pod selects labels that a new node does not have, and no"
                + " existing node with them has room for it");
    assertThat(fleet(nodes, there).existing(List.of(there("n"))).plan().nodes())
        .hasToString("n (two, existing): p-0");
  }
}
