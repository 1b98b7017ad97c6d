package io.gpuspec.eks;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.fleet.Demand;
import io.gpuspec.fleet.Fleet;
import io.gpuspec.fleet.FleetPlan;
import org.junit.jupiter.api.Test;

/** Steps of a fleet that say how its pods can run hold together. */
class FleetWaysTest {
  private static final Target EKS = Gpus.load().in("eks");

  private static final Fleet FLEET =
      Fleet.of(EKS)
          .demand(
              Demand.of(
                  "small",
                  GpuRequest.of(Devices.any().memoryAtLeast("4Gi"))
                      .cpu(1)
                      .memory("4Gi")
                      .replicas(60)));

  @Test
  void anInstanceStaysAWayWhenTheNodesAreBoughtInAnotherWay() {
    FleetPlan plan = FLEET.withMig().plan();

    assertThat(plan.cost().amount())
        .isLessThan(FLEET.plan().cost().amount())
        .isEqualTo(FLEET.withMig().capacityType(CapacityType.ON_DEMAND).plan().cost().amount())
        .isEqualTo(FLEET.capacityType(CapacityType.ON_DEMAND).withMig().plan().cost().amount());
  }
}
