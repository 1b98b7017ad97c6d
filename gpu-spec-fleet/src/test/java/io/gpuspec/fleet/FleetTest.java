package io.gpuspec.fleet;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.GpuRequest;
import io.gpuspec.Target;
import io.gpuspec.TestCloud;
import io.gpuspec.internal.Json;
import io.gpuspec.json.GpuJson;
import io.gpuspec.scheduling.Allocatable;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.NodeTerm;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import java.io.StringReader;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

/** Which nodes pods need together. */
class FleetTest {
  /** One, two and four T4s, and a node with one V100 that has no price. */
  private static final String NODES =
      """
      {"target": "cloud", "edition": "2024-05", "unit": "node", "citation": "list",
       "citations": {"list": {"title": "A list", "date": "2024", "status": "documented"}},
       "gpus": [{"name": "T4", "card": "T4"}, {"name": "V100", "card": "V100-16G"}],
       "specs": [
         {"gpu": "T4", "gpus": 1, "name": "one", "upward": [{"cpu": "4", "memory": "16Gi"}],
          "policy": "fixed", "citation": "list", "prices": [%s]},
         {"gpu": "T4", "gpus": 2, "name": "two", "upward": [{"cpu": "16", "memory": "64Gi"}],
          "policy": "fixed", "citation": "list", "prices": [%s],
          "attributes": {"maxPods": "3"}},
         {"gpu": "T4", "gpus": 4, "name": "four", "upward": [{"cpu": "48", "memory": "192Gi"}],
          "policy": "fixed", "citation": "list", "prices": [%s]},
         {"gpu": "V100", "gpus": 1, "name": "volta", "upward": [{"cpu": "8", "memory": "61Gi"}],
          "policy": "fixed", "citation": "list"}]}
      """
          .formatted(price("1.00"), price("1.90"), price("3.50"));

  private final Target nodes = target(NODES);

  private static String price(String amount) {
    return """
    {"amount": "%s", "currency": "USD", "per": "hour", "region": "here",
     "capacityType": "on-demand", "citation": "list"}\
    """
        .formatted(amount);
  }

  private static Target target(String catalog) {
    return TestCloud.of("cloud", TestCloud.read(catalog)).target();
  }

  private static Demand t4(String name, int pods, String cpu) {
    return Demand.of(name, GpuRequest.of("T4").cpu(cpu).memory("4Gi").replicas(pods));
  }

  private FleetPlan plan(Demand... demands) {
    return Fleet.of(nodes).demands(List.of(demands)).plan();
  }

  @Test
  void differentWorkloadsShareNodes() {
    FleetPlan plan = plan(t4("api", 2, "4"), t4("batch", 2, "20"));

    assertThat(plan.nodes())
        .extracting(FleetNode::toString)
        .containsExactly("four-1 (four): api-0, api-1, batch-0, batch-1");
    assertThat(plan.cost()).hasToString("3.5 USD per hour");
    assertThat(plan.lowerBound()).hasToString("3.5 USD per hour");
    assertThat(plan.gap()).contains(new BigDecimal("0.0000"));
    assertThat(plan.isComplete()).isTrue();
    assertThat(plan.waste()).hasToString("0 devices · 0 cores · 176Gi");
  }

  @Test
  void theMixIsCheaperThanAnyOneShape() {
    FleetPlan plan = plan(t4("api", 7, "1"));

    assertThat(plan.cost()).hasToString("6.4 USD per hour");
    assertThat(plan.nodes()).extracting(FleetNode::spec).containsExactly("four", "one", "two");
  }

  @Test
  void aNodeTakesAtMostSoManyOfAWorkload() {
    FleetPlan plan = plan(t4("db", 3, "1").maxPerNode(1), t4("api", 1, "1"));

    assertThat(plan.nodes())
        .allSatisfy(
            node ->
                assertThat(node.pods().stream().filter(pod -> pod.startsWith("db")))
                    .hasSizeLessThanOrEqualTo(1));
    assertThat(plan.cost()).hasToString("3.9 USD per hour");
  }

  @Test
  void limitsAndQuotasHoldAndSayWhatTheyCost() {
    Fleet fleet = Fleet.of(nodes).demand(t4("api", 8, "1"));

    assertThat(fleet.limit("four", 1).plan().cost()).hasToString("7.3 USD per hour");
    assertThat(fleet.limit("four", 1).plan().notes())
        .anyMatch(note -> note.message().startsWith("one more four than 1 would save about 0.3"));
    // The two with 16 vCPUs are the only ones whose names begin so.
    assertThat(fleet.only("t", "f").quota("f", 48).quota("t", 32).plan().cost())
        .hasToString("7.3 USD per hour");
    FleetPlan tight = fleet.only("t", "f").quota("f", 48).quota("t", 16).plan();
    assertThat(tight.unplaced()).hasSize(2);
    assertThat(tight.notes())
        .filteredOn(note -> note.id().equals("fleet.limit-costs"))
        .isNotEmpty()
        .allMatch(note -> note.message().endsWith("would place more pods"));
  }

  @Test
  void whatDoesNotFitIsToldWithEveryReason() {
    FleetPlan plan =
        Fleet.of(nodes)
            .demand(t4("large", 1, "49"))
            .demand(t4("api", 3, "1"))
            .limit("one", 1)
            .limit("two", 0)
            .limit("four", 0)
            .plan();

    assertThat(plan.isComplete()).isFalse();
    assertThat(plan.unplaced())
        .extracting(Unplaced::pod)
        .containsExactly("large-0", "api-1", "api-2");
    assertThat(plan.unplaced().get(0).reasons()).extracting("name").contains("four", "two", "one");
    assertThat(plan.unplaced().get(1).toString())
        .contains("one: limit: no further node of it within at most 1 of it");
    assertThat(plan.cost()).hasToString("1 USD per hour");
    assertThat(plan.lowerBound()).hasToString("1 USD per hour");
  }

  @Test
  void aRowWithoutAPriceIsLeftOutByPriceAndTakenByNumber() {
    Demand volta = Demand.of("v", GpuRequest.of("V100"));

    assertThat(Fleet.of(nodes).demand(volta).objective(Fleet.Objective.CHEAPEST).plan().unplaced())
        .hasToString("v-0: volta: limit: its price is not known; give one in an overlay");
    assertThat(plan(volta).cost()).hasToString("1 node");
    assertThat(plan(volta).notes().toString()).contains("has no prices");
  }

  @Test
  void existingNodesAreFilledFirst() {
    ExistingNode node =
        new ExistingNode(
            "n1", "two", 1, new Allocatable(CpuAmount.ofCores(2), MemorySize.ofGibibytes(8)), 2);
    FleetPlan plan = Fleet.of(nodes).demand(t4("api", 2, "1")).existing(List.of(node)).plan();

    assertThat(plan.nodes())
        .extracting(FleetNode::toString)
        .containsExactly("n1 (two, existing): api-0", "one-1 (one): api-1");
    assertThat(plan.cost()).hasToString("1 USD per hour");
  }

  @Test
  void anExistingNodeTakesAsManyPodsAsItHasOfTheirOtherResources() {
    Allocatable free = new Allocatable(CpuAmount.ofCores(40), MemorySize.ofGibibytes(80));
    Demand demand =
        Demand.of("rdma", GpuRequest.of("T4").cpu(1).resource("rdma/hca", 2).replicas(3));
    String catalog =
        NODES.replace(
            "\"name\": \"four\",", "\"name\": \"four\", \"resources\": {\"rdma/hca\": \"8\"},");
    ExistingNode node =
        new ExistingNode(
            "n1", "four", 4, free, 9, Optional.empty(), Optional.empty(), Map.of("rdma/hca", 5L));

    assertThat(node.resources()).containsEntry("rdma/hca", 5L);
    assertError(
        () ->
            new ExistingNode(
                "n", "four", 4, free, 9, Optional.empty(), Optional.empty(), Map.of("a/b", -1L)),
        "fleet.out-of-range",
        "-1");
    assertThat(Fleet.of(target(catalog)).demand(demand).existing(List.of(node)).plan().nodes())
        .extracting(FleetNode::toString)
        .containsExactly("n1 (four, existing): rdma-0, rdma-1", "four-1 (four): rdma-2");
  }

  @Test
  void anExistingNodeCanHaveAResourceThatNoRowHas() {
    Allocatable free = new Allocatable(CpuAmount.ofCores(40), MemorySize.ofGibibytes(80));
    Demand demand =
        Demand.of("fuse", GpuRequest.of("T4").cpu(1).resource("example.com/fuse", 1).replicas(3));
    ExistingNode node =
        new ExistingNode(
            "n1",
            "four",
            4,
            free,
            9,
            Optional.empty(),
            Optional.empty(),
            Map.of("example.com/fuse", 2L));
    FleetPlan plan = Fleet.of(nodes).demand(demand).existing(List.of(node)).plan();

    assertThat(plan.nodes())
        .extracting(FleetNode::toString)
        .containsExactly("n1 (four, existing): fuse-0, fuse-1");
    assertThat(plan.unplaced()).extracting(Unplaced::pod).containsExactly("fuse-2");
    assertThat(plan.unplaced().get(0).reasons())
        .isEqualTo(Fleet.of(nodes).demand(demand).plan().unplaced().get(0).reasons());
  }

  @Test
  void podsAreSpreadOverZones() {
    Fleet fleet =
        Fleet.of(nodes)
            .demand(t4("api", 5, "1").evenlyOverZones())
            .demand(t4("web", 3, "1").maxPerZone(1))
            .zones("a", "b");
    FleetPlan plan = fleet.plan();

    assertThat(podsByZone(plan, "api")).isEqualTo(Map.of("a", 3L, "b", 2L));
    assertThat(podsByZone(plan, "web")).isEqualTo(Map.of("a", 1L, "b", 1L));
    assertThat(plan.unplaced()).hasToString("web-2: cloud: zone: at most 1 in each of 2 zones");
    assertThat(plan.cost().amount()).isGreaterThanOrEqualTo(plan.lowerBound().amount());
  }

  @Test
  void podsAreEvenOverZonesWhereALimitLeavesSomeOver() {
    Fleet fleet =
        Fleet.of(nodes)
            .demand(t4("api", 8, "1").evenlyOverZones())
            .zones("a", "b", "c")
            .only("one");

    assertThat(podsByZone(fleet.limit("one", 3).plan(), "api"))
        .isEqualTo(Map.of("a", 1L, "b", 1L, "c", 1L));
    assertThat(podsByZone(fleet.limit("one", 5).plan(), "api"))
        .isEqualTo(Map.of("a", 2L, "b", 2L, "c", 1L));
    assertThat(fleet.limit("one", 5).plan().unplaced())
        .extracting(Unplaced::pod)
        .containsExactlyInAnyOrder("api-5", "api-6", "api-7");
  }

  @Test
  void thePodThatALimitLeavesOverLacksANodeAndNoOtherZoneDoes() {
    FleetPlan plan =
        Fleet.of(nodes)
            .demand(t4("api", 28, "1").evenlyOverZones())
            .zones("a", "b", "c")
            .only("one")
            .limit("one", 27)
            .plan();

    assertThat(podsByZone(plan, "api")).isEqualTo(Map.of("a", 9L, "b", 9L, "c", 9L));
    assertThat(plan.unplaced())
        .singleElement()
        .asString()
        .startsWith("api-27: one: limit: no further node of it within at most 27 of it;");
  }

  @Test
  void aZoneWithoutRoomLimitsTheOthers() {
    FleetPlan plan =
        Fleet.of(nodes)
            .demand(t4("api", 6, "1").evenlyOverZones())
            .existing(List.of(inZone("n1", 2, "a"), inZone("n2", 2, "a"), inZone("n3", 1, "b")))
            .only("one")
            .limit("one", 0)
            .plan();

    assertThat(podsByZone(plan, "api")).isEqualTo(Map.of("a", 2L, "b", 1L));
    assertThat(plan.unplaced().toString())
        .contains("another zone has no node for more of its pods");
  }

  private static ExistingNode inZone(String name, int gpus, String zone) {
    return new ExistingNode(
        name,
        "two",
        gpus,
        new Allocatable(CpuAmount.ofCores(16), MemorySize.ofGibibytes(64)),
        100,
        Optional.of(zone),
        Optional.empty(),
        Map.of());
  }

  private static Map<String, Long> podsByZone(FleetPlan plan, String workload) {
    Map<String, Long> pods = new TreeMap<>();
    for (FleetNode node : plan.nodes()) {
      long count = node.pods().stream().filter(pod -> pod.startsWith(workload)).count();
      pods.merge(node.zone().orElseThrow(), count, Long::sum);
    }
    return pods;
  }

  @Test
  void aPodInAZoneGoesToANodeThere() {
    Allocatable free = new Allocatable(CpuAmount.ofCores(2), MemorySize.ofGibibytes(8));
    Fleet fleet =
        Fleet.of(nodes)
            .existing(
                List.of(
                    new ExistingNode(
                        "n1", "two", 1, free, 2, Optional.of("a"), Optional.empty(), Map.of()),
                    new ExistingNode(
                        "n2", "two", 1, free, 2, Optional.of("b"), Optional.empty(), Map.of())));

    assertThat(fleet.demand(t4("api", 1, "1").inZone("b")).plan().nodes())
        .hasToString("n2 (two, b, existing): api-0");
    assertThat(fleet.demand(t4("api", 1, "1").inZone("c")).zones("a").plan().unplaced())
        .hasToString("api-0: cloud: zone: 'c' is not one of a");
  }

  @Test
  void constraintsHoldTogether() {
    FleetPlan one = plan(t4("api", 5, "1").maxPerZone(1).inZone("a"));

    assertThat(one.nodes()).hasToString("one-1 (one, a): api-0");
    assertThat(one.unplaced())
        .hasSize(4)
        .element(0)
        .hasToString("api-1: cloud: zone: at most 1 in a");
    assertThat(one.notes()).isEmpty();
    assertThat(t4("api", 5, "1").maxPerNode(1).maxPerNode(2).maxPerNode()).hasValue(1);
    assertThat(t4("api", 5, "1").evenlyOverZones().maxPerZone(2).maxPerZone(3))
        .hasToString("5 x api: T4 x1, 1 core, 4Gi, evenly over zones, at most 2 in a zone");
  }

  @Test
  void withoutNamesThreeZonesAreAssumed() {
    FleetPlan plan = plan(t4("api", 4, "1").evenlyOverZones());

    assertThat(podsByZone(plan, "api")).hasSize(3);
    assertThat(plan.notes().toString()).contains("three are assumed");
    assertThat(plan(t4("api", 4, "1")).nodes()).allMatch(node -> node.zone().isEmpty());
  }

  @Test
  void theNumberOfNodesOrTheGpuMemoryCanBeLeast() {
    Fleet fleet = Fleet.of(nodes).demand(t4("api", 5, "1"));

    FleetPlan fewest = fleet.objective(Fleet.Objective.FEWEST_NODES).plan();
    assertThat(fewest.cost()).hasToString("2 nodes");
    assertThat(fewest.lowerBound()).hasToString("2 nodes");
    assertThat(fleet.objective(Fleet.Objective.LEAST_WASTE).plan().cost())
        .hasToString("81920 MiB of GPU memory");
  }

  @Test
  void podsOfANodeAreLimited() {
    // A node of two takes three pods in all; here GPUs end first.
    assertThat(plan(t4("api", 2, "5")).nodes()).hasSize(1);
  }

  @Test
  void jsonHasTheContractsKeys() {
    String json = GpuJson.write(plan(t4("api", 1, "1")));

    assertThat(Json.parse(json).path("cost").path("amount").asText()).isEqualTo("1");
    assertThat(Json.parse(json).path("cost").path("per").asText()).isEqualTo("hour");
    assertThat(Json.parse(json).path("gap").asDouble()).isZero();
    assertThat(Json.parse(json).at("/nodes/0/pods/0").asText()).isEqualTo("api-0");
    assertThat(Json.parse(json).at("/nodes/0/existing").asBoolean(true)).isFalse();
    assertThat(Json.parse(json).path("unplaced").isArray()).isTrue();
  }

  @Test
  void theReportIsAPageThatLoadsNothing() throws Exception {
    FleetPlan plan = Fleet.of(nodes).demand(t4("a<b>", 3, "1")).demand(t4("large", 1, "99")).plan();
    String page = plan.html().toString();

    var document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(page.replace("<!DOCTYPE html>", ""))));
    assertThat(document.getElementsByTagName("svg").getLength()).isEqualTo(plan.nodes().size());
    assertThat(page)
        .contains("a&lt;b&gt;-0", "large-0", "Pods without a node")
        .contains(">1 USD per hour</td>", ">1.9 USD per hour</td>")
        .doesNotContain("{{", "<script", "<link", "src=", "href=");
  }

  @Test
  void questionsThatAreWrongAreRefused() {
    Fleet fleet = Fleet.of(nodes).demand(t4("api", 1, "1"));

    assertError(() -> fleet.demand(t4("api", 1, "1")), "fleet.duplicate", "api");
    assertError(() -> fleet.limit("tow", 1), "fleet.unknown");
    assertError(() -> fleet.limit("two", -1), "fleet.out-of-range", "-1");
    assertError(() -> fleet.zones("a", "a"), "fleet.duplicate");
    assertError(() -> fleet.zones(" "), "fleet.malformed");
    assertError(() -> t4("api", 1, "1").maxPerZone(0), "fleet.out-of-range");
    assertError(() -> t4("api", 1, "1").inZone(""), "fleet.malformed");
    assertError(() -> fleet.only("x"), "fleet.unknown", "x");
    assertError(() -> Demand.of(" ", GpuRequest.of("T4")), "fleet.malformed");
    assertError(() -> t4("api", 1, "1").maxPerNode(0), "fleet.out-of-range");
  }

  @Test
  void nothingAskedIsAnEmptyPlan() {
    FleetPlan plan = Fleet.of(nodes).plan();

    assertThat(plan.nodes()).isEmpty();
    assertThat(plan.isComplete()).isTrue();
    assertThat(plan.cost()).hasToString("0 USD per hour");
    assertThat(plan.gap()).contains(new BigDecimal("0.0000"));
  }

  private boolean hasNewNode(PodView pod) {
    return Fleet.of(nodes).demand(t4("a", 1, "1").pod(pod)).plan().isComplete();
  }

  @Test
  void whoSelectsNodesByNameGetsNoNewNode() {
    NodeRequirement name = NodeRequirement.in("metadata.name", "n1");
    NodeRequirement host = NodeRequirement.in("kubernetes.io/hostname", "n1", "n2");
    NodeRequirement other = new NodeRequirement("kubernetes.io/hostname", "NotIn", List.of("n1"));
    NodeRequirement zone = NodeRequirement.in("topology.kubernetes.io/zone", "z");

    assertThat(hasNewNode(PodView.empty().nodeName("n1"))).isFalse();
    assertThat(hasNewNode(PodView.empty().nodeSelector("kubernetes.io/hostname", "n1"))).isFalse();
    assertThat(hasNewNode(PodView.empty().nodeTerm(new NodeTerm(List.of(zone, host))))).isFalse();
    assertThat(hasNewNode(PodView.empty().nodeTerm(new NodeTerm(List.of(), List.of(name)))))
        .isFalse();
    assertThat(hasNewNode(PodView.empty().nodeTerm(new NodeTerm(List.of(other))))).isTrue();
    // One of the terms must hold, and a new node can meet the second.
    assertThat(
            hasNewNode(
                PodView.empty()
                    .nodeTerm(new NodeTerm(List.of(host)))
                    .nodeTerm(new NodeTerm(List.of(zone)))))
        .isTrue();
  }

  @Test
  void whoNamesTheirNodeGetsThatOneAlone() {
    NodeView tainted = NodeView.of("n1").taint("dedicated", "", Taint.Effect.NO_SCHEDULE);
    Demand named = t4("a", 1, "1").pod(PodView.empty().nodeName("n1"));
    Fleet fleet = Fleet.of(nodes).demand(named);

    assertThat(
            fleet
                .existing(List.of(existing("n2", 1, NodeView.of("n2")), existing("n1", 1, tainted)))
                .plan()
                .nodes())
        .extracting(FleetNode::name)
        .containsExactly("n1");
    for (Optional<NodeView> view :
        List.of(Optional.of(NodeView.of("n2")), Optional.<NodeView>empty())) {
      FleetPlan full =
          fleet.existing(List.of(existing("n1", 0, tainted), existing("n2", 1, view))).plan();

      assertThat(full.nodes()).isEmpty();
      assertThat(full.unplaced())
          .singleElement()
          .asString()
          .contains("the pod selects a node by its name");
    }
  }

  @Test
  void podsWithoutTolerationsStayOffNodesWithTaints() {
    NodeView dead =
        NodeView.of("n1").taint("node.kubernetes.io/unreachable", "", Taint.Effect.NO_SCHEDULE);
    NodeView soft = NodeView.of("n2").taint("team", "x", Taint.Effect.PREFER_NO_SCHEDULE);
    NodeView control =
        NodeView.of("n3")
            .taint("node-role.kubernetes.io/control-plane", "", Taint.Effect.NO_SCHEDULE);
    Fleet fleet =
        Fleet.of(nodes)
            .existing(
                List.of(
                    existing("n1", 2, dead), existing("n2", 1, soft), existing("n3", 0, control)));
    FleetPlan plan = fleet.demand(t4("a", 2, "1")).plan();

    assertThat(plan.nodes()).extracting(FleetNode::name).containsExactly("n2", "one-1");
    assertThat(plan.notes())
        .extracting(Note::message)
        .containsExactly(
            "the taint node.kubernetes.io/unreachable:NoSchedule of 1 node keeps off pods whose"
                + " tolerations are not stated, such as those of JSON lines");
    assertThat(fleet.demand(t4("a", 2, "1").pod(PodView.empty())).plan().notes()).isEmpty();
  }

  private static ExistingNode existing(String name, int gpus, NodeView view) {
    return existing(name, gpus, Optional.of(view));
  }

  private static ExistingNode existing(String name, int gpus, Optional<NodeView> view) {
    return new ExistingNode(
        name,
        "two",
        gpus,
        new Allocatable(CpuAmount.ofCores(16), MemorySize.ofGibibytes(64)),
        100,
        Optional.empty(),
        view,
        Map.of());
  }

  @Test
  void aResourceThatNoRowHasIsThatOfAnExistingNode() {
    Demand fuse =
        Demand.of("a", nodes.match(GpuRequest.of("T4").cpu(1).replicas(2)))
            .resource("example.com/fuse", 1);
    ExistingNode node =
        new ExistingNode(
            "n1",
            "two",
            2,
            new Allocatable(CpuAmount.ofCores(16), MemorySize.ofGibibytes(64)),
            100,
            Optional.empty(),
            Optional.empty(),
            Map.of("example.com/fuse", 1L));
    FleetPlan plan = Fleet.of(nodes).demand(fuse).existing(List.of(node)).plan();

    assertThat(plan.nodes()).extracting(FleetNode::name).containsExactly("n1");
    assertThat(plan.unplaced()).extracting(Unplaced::pod).containsExactly("a-1");
    assertThat(plan.unplaced().get(0)).asString().contains("example.com/fuse");
    assertThat(Fleet.of(nodes).demand(fuse).withMig().existing(List.of(node)).plan().unplaced())
        .hasSize(1);
  }

  @Test
  void memoryWithoutAUnitIsDoubted() {
    FleetPlan plan =
        Fleet.of(nodes).demand(Demand.of("api", GpuRequest.of("T4").memory("12"))).plan();

    assertThat(plan.notes())
        .extracting(Note::toString)
        .contains("memory.tiny: api: memory '12' is 12 bytes; was 12Gi meant?");
  }
}
