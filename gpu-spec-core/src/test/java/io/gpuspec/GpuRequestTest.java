package io.gpuspec;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.value.Arch;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GpuRequestTest {

  @Test
  void asksForNothingButTheGpuUntilTold() {
    GpuRequest request = GpuRequest.of("T4");

    assertThat(request.devices()).isEqualTo(Devices.of("T4"));
    assertThat(request.cpu()).isEqualTo(CpuAmount.ZERO);
    assertThat(request.memory()).isEqualTo(MemorySize.ZERO);
    assertThat(request.arch()).isEmpty();
    assertThat(request.capacityType()).isEqualTo(CapacityType.ON_DEMAND);
    assertThat(request.isCapacityTypeStated()).isFalse();
    assertThat(request.isExplicit()).isFalse();
    assertThat(request.isExactGpus()).isFalse();
    assertThat(request.isCheapest()).isFalse();
    assertThat(request.isIncludeRetired()).isFalse();
    assertThat(request).hasToString("T4 x1");
  }

  @Test
  void printsWhatWasAsked() {
    assertThat(GpuRequest.of("V100").cpu(6).memory("32Gi")).hasToString("V100 x1, 6 cores, 32Gi");
    assertThat(
            GpuRequest.of(2, "T4", "V100")
                .cpu("500m")
                .memory("1Gi")
                .arch(Arch.ARM64)
                .includeRetired()
                .cheapest()
                .exactGpus()
                .explicit())
        .hasToString(
            "T4,V100 x2, 0.5 cores, 1Gi, arm64, explicit, exact GPU count, cheapest, retired rows"
                + " too");
  }

  @Test
  void aPartOfEachCardIsAStepAsOnDevices() {
    assertThat(GpuRequest.of(2, "T4").share("4Gi").cpu(1))
        .isEqualTo(GpuRequest.of(Devices.of(2, "T4").share("4Gi")).cpu(1));
    assertThat(GpuRequest.of("T4").share("4Gi", 25)).hasToString("4Gi and 25% of T4 x1");
    assertThat(GpuRequest.of("A100-40GB").mig("1g.5gb"))
        .isEqualTo(GpuRequest.of(Devices.of("A100-40GB").mig("1g.5gb")));
    assertThat(GpuRequest.of("T4").replica()).isEqualTo(GpuRequest.of(Devices.of("T4").replica()));
  }

  @Test
  void everyStepGivesAnotherRequest() {
    GpuRequest request = GpuRequest.of("T4");

    request.cpu(1).memory("1Gi").arch(Arch.ARM64).explicit().devices(Devices.any());

    assertThat(request).hasToString("T4 x1");
  }

  @Test
  void refusesLessThanNothing() {
    assertError(() -> GpuRequest.of("T4").cpu(-1), "cpu.out-of-range", "-1");
    assertError(() -> GpuRequest.of("T4").memory("-1Gi"), "memory.out-of-range", "-1Gi");
  }

  @Test
  void refusesWhatIsNoQuantity() {
    assertError(() -> GpuRequest.of("T4").cpu("6c"), "quantity.malformed", "6c");
    assertError(() -> GpuRequest.of("T4").memory("32GB"), "quantity.malformed", "32GB");
  }

  @Test
  void otherResourcesAreAskedForByTheirNameAndZeroAsksForNone() {
    GpuRequest request =
        GpuRequest.of("H100").resource("rdma/hca", 8).resource("hugepages-2Mi", 4 << 20);

    assertThat(request.resources())
        .containsExactly(Map.entry("hugepages-2Mi", 4L << 20), Map.entry("rdma/hca", 8L));
    assertThat(request).hasToString("H100 x1, 4Mi hugepages-2Mi, 8 rdma/hca");
    assertThat(request.resource("rdma/hca", 4).resources()).containsEntry("rdma/hca", 4L);
    assertThat(request.resource("rdma/hca", 0).resources()).containsOnlyKeys("hugepages-2Mi");
    assertThat(request.resource("rdma/other", 0)).isEqualTo(request);
  }

  @Test
  void aResourceThatIsNoneOrLessThanNothingIsRefused() {
    assertError(() -> GpuRequest.of("T4").resource("cpu", 1), "resource.malformed", "cpu");
    assertError(() -> GpuRequest.of("T4").resource("rdma/hca", -1), "resource.out-of-range", "-1");
  }

  @Test
  void requestsAreEqualThatAskForTheSame() {
    GpuRequest request = GpuRequest.of("T4").cpu(1).resource("rdma/hca", 1);

    assertThat(request)
        .isEqualTo(GpuRequest.of("T4").resource("rdma/hca", 1).cpu("1000m"))
        .hasSameHashCodeAs(GpuRequest.of("T4").resource("rdma/hca", 1).cpu("1000m"))
        .isNotEqualTo(request.resource("rdma/hca", 2))
        .isNotEqualTo(request.replicas(2))
        .isNotEqualTo(request.capacityType(CapacityType.SPOT))
        .isNotEqualTo(request.cheapest())
        .isNotEqualTo(request.toString());
  }

  @Test
  void onDemandIsTheDefaultAndCanBeStated() {
    GpuRequest stated = GpuRequest.of("T4").capacityType(CapacityType.ON_DEMAND);

    assertThat(stated.capacityType()).isEqualTo(CapacityType.ON_DEMAND);
    assertThat(stated.isCapacityTypeStated()).isTrue();
    assertThat(stated).hasToString("T4 x1, on-demand").isNotEqualTo(GpuRequest.of("T4"));
  }

  @Test
  void smallestAndCheapestExcludeEachOther() {
    GpuRequest request = GpuRequest.of("T4");

    assertThat(request.smallest().isSmallest()).isTrue();
    assertThat(request.smallest().cheapest().isSmallest()).isFalse();
    assertThat(request.cheapest().smallest().isCheapest()).isFalse();
    assertThat(request.exactGpus().cheapest().smallest().isExactGpus()).isTrue();
    assertThat(request.isSmallest()).isFalse();
  }

  @Test
  void replicasAreCountedUpToMoreThanAnyClusterRuns() {
    assertThat(GpuRequest.of("T4").replicas(1).replicas()).isEqualTo(1);
    assertThat(GpuRequest.of("T4").replicas(1_000_000).replicas()).isEqualTo(1_000_000);
    assertError(() -> GpuRequest.of("T4").replicas(1_000_001), "replicas.out-of-range");
  }

  @Test
  void theLastWordCounts() {
    assertThat(GpuRequest.of("T4").cpu(6).cpu(2).memory("2Gi").memory("1Gi"))
        .hasToString("T4 x1, 2 cores, 1Gi");
  }
}
