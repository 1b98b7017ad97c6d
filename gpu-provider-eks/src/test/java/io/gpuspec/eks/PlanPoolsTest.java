package io.gpuspec.eks;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.fleet.Demand;
import io.gpuspec.fleet.Fleet;
import io.gpuspec.fleet.FleetPlan;
import io.gpuspec.value.Listing;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The pools of a plan: what they are called, and what they buy. */
class PlanPoolsTest {
  private static final Target EKS = Gpus.load().in("eks");
  private static final GpuRequest T4 = GpuRequest.of("T4");

  private static Listing<NodePool> allOf(FleetPlan plan) {
    return NodePool.allOf(plan.target(), plan.nodes());
  }

  private static List<String> pools(Fleet fleet) {
    return allOf(fleet.plan()).stream().map(NodePool::toString).toList();
  }

  private static Fleet fleet(Demand... demands) {
    return Fleet.of(EKS).demands(List.of(demands)).objective(Fleet.Objective.FEWEST_NODES);
  }

  private static String value(NodePool pool, String field) {
    return pool.settings().stream()
        .filter(setting -> setting.path().equals(field))
        .map(setting -> setting.value())
        .findFirst()
        .orElse("none");
  }

  @Test
  void aPoolBuysAsManyNodesAsThePlanHas() {
    NodePool pool =
        allOf(fleet(Demand.of("api", T4.replicas(3))).only("g4dn.xlarge").plan()).get(0);

    assertThat(pool).hasToString("NodePool fleet-g4dn-xlarge: g4dn.xlarge, on-demand");
    assertThat(value(pool, "spec.limits[nodes]")).isEqualTo("3");
  }

  @Test
  void theWayToBuyTheZoneAndTheLabelsMakeAnotherPool() {
    assertThat(
            pools(
                fleet(
                        Demand.of("a", T4).inZone("us-east-1a"),
                        Demand.of("b", T4.capacityType(CapacityType.SPOT)).inZone("us-east-1a"),
                        Demand.of("c", T4)
                            .inZone("us-east-1b")
                            .pool(Map.of("example.com/team", "ML")))
                    .only("g4dn.xlarge")
                    .zones("us-east-1a", "us-east-1b")))
        .containsExactlyInAnyOrder(
            "NodePool fleet-g4dn-xlarge-us-east-1a: g4dn.xlarge, on-demand",
            "NodePool fleet-g4dn-xlarge-us-east-1a-spot: g4dn.xlarge, spot",
            "NodePool fleet-g4dn-xlarge-us-east-1b-team-ml: g4dn.xlarge, on-demand");
  }

  @Test
  void aNodeOfThePoolHasTheZoneAndTheLabels() {
    NodePool pool =
        allOf(
                fleet(
                        Demand.of("c", T4)
                            .inZone("us-east-1a")
                            .pool(Map.of("example.com/team", "ML")))
                    .only("g4dn.xlarge")
                    .zones("us-east-1a", "us-east-1b")
                    .plan())
            .get(0);

    assertThat(pool.node("g4dn.xlarge").labels())
        .containsEntry("topology.kubernetes.io/zone", "us-east-1a")
        .containsEntry("example.com/team", "ML");
  }

  /** The labels of the parts are in the pool, and not in its name. */
  @Test
  void whatCardsAreDividedIntoMakesAnotherPool() {
    NodePool pool =
        allOf(fleet(Demand.of("a", GpuRequest.of(Devices.of("A100-40G").mig("1g.5gb")))).plan())
            .get(0);

    assertThat(pool.name()).isEqualTo("fleet-p4d-24xlarge-mig-1g-5gb");
    // Seven of each of eight cards.
    assertThat(pool.node("p4d.24xlarge").allocatable())
        .containsEntry("nvidia.com/mig-1g.5gb", "56");
  }

  /** To the EC2 API, such a node has eight whole cards, and a slice has none. */
  @Test
  void anOverlayTellsKarpenterWhatThesePartsAreAndThatNoCardIsWhole() {
    assertThat(
            capacities(fleet(Demand.of("a", GpuRequest.of(Devices.of("A100-40G").mig("1g.5gb"))))))
        .containsExactly(Map.of("nvidia.com/mig-1g.5gb", "56", "nvidia.com/gpu", "0"));
    assertThat(capacities(fleet(Demand.of("a", GpuRequest.of("1/8*L4")))))
        .containsExactly(Map.of("nvidia.com/gpu", "1"));
    assertThat(capacities(fleet(Demand.of("a", T4)))).isEmpty();
  }

  private static List<Object> capacities(Fleet fleet) {
    return allOf(fleet.plan()).stream()
        .flatMap(pool -> pool.overlays().stream())
        .map(overlay -> ((Map<?, ?>) overlay.tree().get("spec")).get("capacity"))
        .map(Object.class::cast)
        .toList();
  }

  /** A plan that names no zones assumes some. */
  @Test
  void zonesThatAreAssumedMakeNoPools() {
    Fleet fleet = fleet(Demand.of("a", T4.replicas(2)).maxPerZone(1));

    assertError(
        () -> allOf(fleet.plan()),
        "karpenter.malformed",
        "'zone-1' is not a zone of AWS",
        "--zones us-east-1a,us-east-1b");
    assertThat(allOf(fleet.zones("us-east-1a", "us-east-1b").plan())).hasSize(2);
  }

  @Test
  void podsThatSelectAPoolOfTheirOwnGetNoneOfThePlan() {
    assertError(
        () ->
            allOf(fleet(Demand.of("a", T4).pool(Map.of("karpenter.sh/nodepool", "gpu-t4"))).plan()),
        "karpenter.malformed",
        "select the NodePool 'gpu-t4' by name");
  }

  /** Of the same name are labels of two domains, and "team: a-2" is the name of the second. */
  @Test
  void noPoolTakesTheNameOfAnother() {
    assertThat(
            allOf(
                    fleet(
                            Demand.of("a", T4).pool(Map.of("a.example/team", "a")),
                            Demand.of("b", T4).pool(Map.of("b.example/team", "a")),
                            Demand.of("c", T4).pool(Map.of("team", "a-2")))
                        .plan())
                .stream()
                .map(NodePool::name))
        .containsExactlyInAnyOrder(
            "fleet-g4dn-xlarge-team-a",
            "fleet-g4dn-xlarge-team-a-2",
            "fleet-g4dn-xlarge-team-a-2-2");
  }

  /** A name has 63 characters at most, four of them for a number. */
  @Test
  void aLongNameIsCutOff() {
    String words = "fleet-g4dn-xlarge-team-";
    String longest = "x".repeat(59 - words.length());

    assertThat(names("team", longest)).containsExactly(words + longest);
    assertThat(names("team", longest + "y")).containsExactly(words + longest);
    assertThat(names("team", longest.substring(1) + "-y"))
        .containsExactly(words + longest.substring(1));
  }

  private static List<String> names(String key, String value) {
    return allOf(fleet(Demand.of("a", T4).pool(Map.of(key, value))).plan()).stream()
        .map(NodePool::name)
        .toList();
  }

  @Test
  void aPlanForAnotherTargetHasNone() {
    Target group = Gpus.load().in("eks/nodegroup");

    assertError(
        () -> allOf(Fleet.of(group).demand(Demand.of("a", T4)).plan()),
        "karpenter.malformed",
        "'eks/nodegroup'");
  }
}
