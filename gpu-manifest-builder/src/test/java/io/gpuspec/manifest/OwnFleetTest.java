package io.gpuspec.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Overlay;
import io.gpuspec.Target;
import io.gpuspec.fleet.Demand;
import io.gpuspec.fleet.Fleet;
import io.gpuspec.fleet.FleetPlan;
import io.gpuspec.manifest.platform.GpuPool;
import io.gpuspec.manifest.platform.GpuPools;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OwnFleetTest {
  private static final Target TWO_NODES =
      Gpus.load()
          .in("own")
          .overlay(
              GpuPools.of(GpuPool.of("training", "A100-80G").nodes("a", "b").cards(8)).overlay());

  @Test
  void whatPodsUseOfNodesOfUnknownSizeIsNotTakenFromTheRoomOfOthers() {
    Target pools =
        Gpus.load()
            .in("own")
            .overlay(
                GpuPools.of(
                        GpuPool.of("a", "A100-80G")
                            .nodes("a")
                            .cards(8)
                            .allocatable(Map.of("cpu", "64", "memory", "256Gi")),
                        GpuPool.of("b", "T4").nodes("b").cards(1))
                    .overlay());
    FleetPlan plan =
        Fleet.of(pools)
            .demand(Demand.of("a", GpuRequest.of(8, "A100-80G").cpu(4).memory("8Gi")))
            .demand(Demand.of("b", GpuRequest.of("T4").cpu(40).memory("200Gi")))
            .plan();

    assertThat(plan.isComplete()).isTrue();
    assertThat(plan.waste()).hasToString("0 devices · 60 cores · 248Gi");
  }

  @Test
  void thereAreNoMoreNodesThanTheFileSays() {
    FleetPlan plan =
        Fleet.of(TWO_NODES)
            .demand(Demand.of("train", GpuRequest.of(8, "A100-80G").replicas(3)))
            .plan();

    assertThat(plan.nodes()).hasSize(2);
    assertThat(plan.unplaced().toString()).contains("at most 2 of it");
  }

  @Test
  void aNodeIsInTheZoneThatItsLabelsSay() {
    Target own =
        Gpus.load()
            .in("own")
            .overlay(
                Overlay.parse(
                    "nodes.json",
                    "{\"kind\": \"List\", \"apiVersion\": \"v1\", \"items\": [%s, %s, %s]}"
                        .formatted(node("a0", "a"), node("a1", "a"), node("b0", "b"))));
    Demand demand = Demand.of("p", GpuRequest.of(2, "T4").replicas(3));

    FleetPlan apart = Fleet.of(own).demand(demand.maxPerZone(1)).plan();
    FleetPlan inZone = Fleet.of(own).demand(demand.inZone("b")).plan();

    assertThat(apart.nodes())
        .extracting(each -> each.zone().orElse(""))
        .containsExactlyInAnyOrder("a", "b");
    assertThat(apart.unplaced()).hasSize(1);
    assertThat(inZone.nodes()).extracting(each -> each.zone().orElse("")).containsExactly("b");
    assertThat(inZone.unplaced()).hasSize(2);
  }

  private static String node(String name, String zone) {
    return """
        {"kind": "Node", "apiVersion": "v1",
         "metadata": {"name": "%s", "labels":
           {"nvidia.com/gpu.product": "Tesla-T4", "topology.kubernetes.io/zone": "%s"}},
         "status": {"allocatable":
           {"cpu": "8", "memory": "32Gi", "nvidia.com/gpu": "2", "pods": "110"}}}"""
        .formatted(name, zone);
  }
}
