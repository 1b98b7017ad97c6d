package io.gpuspec.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
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
}
