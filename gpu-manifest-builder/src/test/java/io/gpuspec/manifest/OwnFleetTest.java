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
import org.junit.jupiter.api.Test;

class OwnFleetTest {
  private static final Target TWO_NODES =
      Gpus.load()
          .in("own")
          .overlay(
              GpuPools.of(GpuPool.of("training", "A100-80G").nodes("a", "b").cards(8)).overlay());

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
