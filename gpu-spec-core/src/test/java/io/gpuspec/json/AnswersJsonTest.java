package io.gpuspec.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.JsonShape;
import io.gpuspec.Rates;
import io.gpuspec.SpecCatalog;
import io.gpuspec.Target;
import io.gpuspec.TestCloud;
import io.gpuspec.fleet.ClusterState;
import io.gpuspec.fleet.Consolidation;
import io.gpuspec.fleet.Demand;
import io.gpuspec.fleet.Fleet;
import io.gpuspec.fleet.FleetPlan;
import io.gpuspec.fleet.WhatIf;
import io.gpuspec.internal.Json;
import io.gpuspec.scheduling.GpuResource;
import io.gpuspec.share.NodeParts;
import io.gpuspec.spi.CardParts;
import io.gpuspec.spi.Options;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is written of fleets, versions and catalogs: scripts rely on the keys. */
class AnswersJsonTest {
  private static final SpecCatalog CATALOG = TestCloud.read(TestCloud.text("nodes-2025-03.json"));
  private static final Target NODES = TestCloud.of("nodes", CATALOG).target();
  private static final String COST = "{amount, currency, per}";
  private static final String CLOUD = "{title, date, status}";

  private static FleetPlan plan(Demand... demands) {
    return Fleet.of(NODES).demands(List.of(demands)).plan();
  }

  private static Demand t4(String name, int pods, String cpu) {
    return Demand.of(name, GpuRequest.of("T4").cpu(cpu).memory("4Gi").replicas(pods));
  }

  @Test
  void aPlanHasItsCostItsNodesAndWhatHasNone() {
    JsonNode plan = Json.parse(GpuJson.write(plan(t4("api", 1, "6"), t4("large", 1, "99"))));

    assertThat(JsonShape.of(plan))
        .startsWith(
            ("{provider, edition, prefer, cost%1$s, bound%1$s, gap, nodes[{name, spec, existing, capacityType, pods[.], devices, devicesUsed, cpu, cpuUsed, memory, memoryUsed}], "
                    + "unplaced[{pod, reasons[.]}], waste{gpus, cpu, memory}, notes[")
                .formatted(COST));
    assertThat(plan.at("/nodes/0/spec").asText()).isEqualTo("t.large");
    assertThat(plan.at("/cost/amount").asText()).isEqualTo("0.75");
    assertThat(plan.at("/waste/cpu").asText()).isEqualTo("2");
    assertThat(plan.at("/unplaced/0/pod").asText()).isEqualTo("large-0");
  }

  @Test
  void plansOfSeveralProvidersStandInTheirOrder() {
    JsonNode plans =
        Json.parse(
            GpuJson.write(
                out ->
                    out.put("providers", List.of(plan(t4("a", 1, "1")), plan(t4("b", 1, "6"))))));

    assertThat(plans.path("providers")).hasSize(2);
    assertThat(plans.at("/providers/1/nodes/0/pods/0").asText()).isEqualTo("b-0");
  }

  @Test
  void whatWouldBeIsComparedWithThePlan() {
    FleetPlan asked = plan(t4("api", 4, "500m"));
    JsonNode both =
        Json.parse(
            GpuJson.write(
                asked.comparedWith(List.of(new WhatIf("one node", plan(t4("api", 1, "500m")))))));

    assertThat(JsonShape.of(both.path("whatIfs")))
        .isEqualTo("[{what, cost%1$s, bound%1$s, gap, saves, nodes, unplaced}]".formatted(COST));
    assertThat(both.at("/whatIfs/0/what").asText()).isEqualTo("one node");
    assertThat(both.at("/whatIfs/0/nodes").asInt()).isEqualTo(1);
    assertThat(both.path("cost")).isNotEmpty();
  }

  private static String node(String name, String type, int gpus, int cpu) {
    return """
        {"kind": "Node", "metadata": {"name": "%s",
          "labels": {"node.kubernetes.io/instance-type": "%s"}},
         "status": {"allocatable": {"cpu": "%d", "memory": "32Gi", "nvidia.com/gpu": "%d",
          "pods": "110"}}}"""
        .formatted(name, type, cpu, gpus);
  }

  private static String pod(String name, String node) {
    return """
        {"kind": "Pod", "metadata": {"name": "%s", "namespace": "x",
          "ownerReferences": [{"kind": "ReplicaSet"}]},
         "spec": {"nodeName": "%s", "containers": [{"name": "c", "resources": {
           "requests": {"cpu": "1"}, "limits": {"nvidia.com/gpu": "1"}}}]}}"""
        .formatted(name, node);
  }

  @Test
  void aConsolidationHasWhatIsLaunchedDrainedAndMoved() {
    String state =
        "{\"kind\": \"List\", \"items\": [%s, %s]}"
            .formatted(node("a", "t.large", 1, 8), pod("p", "a"));
    JsonNode less = Json.parse(GpuJson.write(Consolidation.of(NODES, ClusterState.parse(state))));

    assertThat(JsonShape.of(less))
        .startsWith(
            "{provider, before%1$s, after%1$s, saved%1$s, launch[{name, spec, capacityType}], drain[.], moves[{pod, from, to}], notes["
                .formatted(COST));
    assertThat(less.at("/launch/0/spec").asText()).isEqualTo("t.small");
    assertThat(less.at("/drain/0").asText()).isEqualTo("a");
    assertThat(less.at("/moves/0/pod").asText()).isEqualTo("x/p");
    assertThat(less.at("/saved/amount").asText()).isEqualTo("0.25");
  }

  @ParameterizedTest
  @MethodSource("resources")
  void aResourceIsWrittenWithWhatIsKnownOfIt(GpuResource each) {
    JsonNode written = Json.parse(GpuJson.write(each));
    assertThat(written.path("counts").asText("")).isEqualTo(each.counts().orElse(""));
    assertThat(written.path("since").asText("")).isEqualTo(each.since().orElse(""));
    assertThat(written.path("instead").asText("")).isEqualTo(each.instead().orElse(""));
    assertThat(written.path("note").asText("")).isEqualTo(each.note().orElse(""));
    assertThat(written.path("correction").asText("")).isEqualTo(each.correction().orElse(""));
    assertThat(written.path("advertisedBy").asText("")).isEqualTo(each.advertisedBy().orElse(""));
    assertThat(written.at("/citation/title").asText()).isEqualTo(each.citation().title());
    assertThat(written.path("real").asBoolean()).isEqualTo(each.isReal());
  }

  static List<GpuResource> resources() {
    return GpuResource.all();
  }

  @Test
  void aPlanOfReplicasHasItsNodesAndItsTotalPrice() {
    JsonNode match = Json.parse(GpuJson.write(NODES.match(GpuRequest.of("T4").cpu(3).replicas(3))));

    assertThat(JsonShape.of(match.at("/spec/plan")))
        .isEqualTo(
            "{replicas, podsPerNode, nodes, totalPrice{amount, currency, per, region, capacityType, citation%s}}"
                .formatted(CLOUD));
    assertThat(match.at("/spec/plan/nodes").asInt()).isEqualTo(3);
    assertThat(match.at("/spec/plan/totalPrice/amount").asText()).isEqualTo("1.50");
  }

  @Test
  void aRowHasEveryPriceThatItIsNotMatchedWithAndWhatADocumentCallsItsPrice() {
    JsonNode rows = Json.parse(GpuJson.write(CATALOG.gpu("T4").gpus(1)));

    assertThat(JsonShape.of(rows.at("/specs/1")))
        .isEqualTo(
            "{provider, edition, name, gpu, gpus, fraction, gpuMemory, gpuMemoryReported, arch, cpu, memory, price%1$s, prices[%1$s], referencePrice{amount, currency, per, citation%2$s}, citation%2$s}"
                .formatted(
                    "{amount, currency, per, region, capacityType, citation" + CLOUD + "}", CLOUD));
    assertThat(rows.at("/specs/1/prices")).hasSize(2);
  }

  @Test
  void ofInstancesAndReplicasTheWasteIsCountedToo() {
    Target divided = TestCloud.of("nodes", CATALOG.withParts(parts("time-slicing:4"))).target();
    JsonNode replica =
        Json.parse(GpuJson.write(divided.match(GpuRequest.of(Devices.of("T4").replica()))));
    JsonNode instance =
        Json.parse(GpuJson.write(divided.match(GpuRequest.of(Devices.any().mig("1g.5gb")))));

    assertThat(replica.at("/waste/replicas").asInt()).isEqualTo(3);
    assertThat(instance.at("/waste/instances").asInt()).isEqualTo(55);
    assertThat(replica.path("waste").has("instances")).isFalse();
  }

  private static CardParts parts(String replicas) {
    return NodeParts.of(Options.of("2025-03").with(NodeParts.REPLICAS, Optional.of(replicas)));
  }

  @Test
  void answersOfSeveralProvidersAreRankedWithTheirComparablePrice() {
    Gpus both = Gpus.of(TestCloud.of("nodes", CATALOG), TestCloud.ofResources("cloud"));
    JsonNode ranked =
        Json.parse(GpuJson.write(both.match(GpuRequest.of("T4").cpu(3)).rates(Rates.to("USD"))));

    assertThat(ranked.at("/providers/0/provider").asText()).isEqualTo("nodes");
    assertThat(ranked.at("/providers/0/rank").asInt()).isEqualTo(1);
    assertThat(JsonShape.of(ranked.at("/providers/0/comparablePrice")))
        .isEqualTo("{amount, currency}");
    assertThat(ranked.at("/providers/1/provider").asText()).isEqualTo("cloud");
    assertThat(ranked.at("/providers/1").has("rank")).isFalse();
    assertThat(ranked.at("/providers/1/matched").asBoolean()).isTrue();
  }
}
