package io.gpuspec.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gpuspec.GpuRequest;
import io.gpuspec.JsonShape;
import io.gpuspec.SpecCatalog;
import io.gpuspec.Target;
import io.gpuspec.TestCloud;
import io.gpuspec.internal.Json;
import io.gpuspec.json.GpuJson;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is written of plans and consolidations: scripts rely on the keys. */
class FleetJsonTest {
  private static final SpecCatalog CATALOG = TestCloud.read(TestCloud.text("nodes-2025-03.json"));
  private static final Target NODES = TestCloud.of("nodes", CATALOG).target();
  private static final String COST = "{amount, currency, per}";

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

  @Test
  void aMapperWritesAPlanAndANodeAsTheyAreWritten() throws Exception {
    ObjectMapper mapper = new ObjectMapper().findAndRegisterModules();
    FleetPlan plan = plan(t4("api", 1, "6"));
    JsonNode written = Json.parse(GpuJson.write(plan));

    assertThat(Json.parse(mapper.writeValueAsString(plan))).isEqualTo(written);
    assertThat(Json.parse(mapper.writeValueAsString(plan.nodes().get(0))))
        .isEqualTo(written.at("/nodes/0"));
  }
}
