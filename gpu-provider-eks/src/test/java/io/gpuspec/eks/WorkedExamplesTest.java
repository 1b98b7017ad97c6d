package io.gpuspec.eks;

import static io.gpuspec.testkit.Errors.assertError;
import static io.gpuspec.testkit.Pods.ids;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Shape;
import io.gpuspec.Target;
import io.gpuspec.fleet.Demand;
import io.gpuspec.fleet.Fleet;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.testkit.Pods;
import io.gpuspec.value.Arch;
import io.gpuspec.value.Rejection;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What requests land on, and why not on what comes to mind first. */
class WorkedExamplesTest {
  private static final Target EKS = Gpus.load().in("eks");

  private String lands(GpuRequest request) {
    return EKS.match(request).orThrow().shape().spec().name();
  }

  private static List<String> rejected(Match match, String name) {
    return match.rejected().stream()
        .filter(rejection -> rejection.name().equals(name))
        .map(Rejection::toString)
        .toList();
  }

  @Test
  void fourCoresWith16GiDoNotFitAnInstanceOf4CoresWith16Gi() {
    Match match = EKS.match(GpuRequest.of("A10G").cpu(4).memory("16Gi"));

    assertThat(match)
        .hasToString("g5.2xlarge · 8 cores · 32Gi  on eks (over by 3.91 cores, about 12.6Gi)");
    // 14162 MiB are 13.83 GiB, and 16384 - 14162 = 2222 MiB are 2.17.
    assertThat(rejected(match, "g5.xlarge"))
        .containsExactly(
            "g5.xlarge: cpu: 4 requested, 3.92 allocatable of 4, short 0.08; memory: 16Gi requested, about"
                + " 13.8Gi allocatable of 16Gi, short about 2.2Gi");
  }

  @Test
  void whatIsJustLeftOfAnInstanceFitsAndAMebibyteMoreDoesNot() {
    assertThat(lands(GpuRequest.of("A10G").cpu("3920m").memory("14162Mi"))).isEqualTo("g5.xlarge");
    assertThat(lands(GpuRequest.of("A10G").cpu("3920m").memory("14163Mi"))).isEqualTo("g5.2xlarge");
    assertThat(lands(GpuRequest.of("A10G").cpu("3921m"))).isEqualTo("g5.2xlarge");
  }

  @Test
  void daemonSetsOfTheClusterComeOffToo() {
    Target busy = EKS.with("daemonset-cpu", "500m");

    assertThat(busy.match(GpuRequest.of("A10G").cpu("3500m")).orThrow().shape().spec().name())
        .isEqualTo("g5.2xlarge");
  }

  @ParameterizedTest
  @CsvSource({
    "T4,        1, g4dn.xlarge",
    "T4,        2, g4dn.12xlarge",
    "T4,        5, g4dn.metal",
    "A10G,      1, g5.xlarge",
    "A10G,      8, g5.48xlarge",
    "L4,        1, g6.xlarge",
    "L40S,      1, g6e.xlarge",
    "A100,      2, p4d.24xlarge",
    "A100-80G,  1, p4de.24xlarge",
    "H100,      1, p5.4xlarge",
    "H100,      2, p5.48xlarge",
    "H200,      1, p5e.48xlarge",
    "B200,      8, p6-b200.48xlarge",
    "B300,      8, p6-b300.48xlarge",
    "RTX PRO Server 6000, 2, g7e.12xlarge",
    "g6.12xlarge,         4, g6.12xlarge",
    "G5.XLARGE,           1, g5.xlarge"
  })
  void theSmallestInstanceTypeWithEnoughOfAGpu(String gpu, int count, String type) {
    assertThat(lands(GpuRequest.of(count, gpu).smallest())).isEqualTo(type);
  }

  /** A g4dn.xlarge has three network interfaces with ten addresses each: 3 x 9 + 2 pods. */
  @Test
  void aNodeTakesNoMorePodsThanItHasAddressesFor() {
    Target shared = EKS.with("card-replicas", "time-slicing:50");
    GpuRequest small = GpuRequest.of("T4").replica().cpu("10m").memory("100Mi").replicas(50);

    Match.Found found = shared.match(small).orThrow();

    assertThat(found.shape().name()).isEqualTo("g4dn.xlarge");
    assertThat(found.plan().podsPerNode()).isEqualTo(29);
    assertThat(found.plan().nodes()).isEqualTo(2);
    assertThat(found.price().orElseThrow().amount())
        .isEqualTo(Fleet.of(shared).demand(Demand.of("a", small)).plan().cost().amount());
  }

  @Test
  void devicesAreNoOtherResource() {
    assertError(
        () -> EKS.match(GpuRequest.of("T4").resource("nvidia.com/gpu", 1)),
        "resource.malformed",
        "nvidia.com/gpu",
        "eks");
  }

  @Test
  void onlyAShapeThatHoldsAPodHasAPlan() {
    Match.Found found = EKS.match(GpuRequest.of(4, "T4").cpu(40)).orThrow();
    Shape small = EKS.catalog().row("g4dn.xlarge").shapes().get(0);

    assertThat(found.plan().shape().name()).isEqualTo("g4dn.12xlarge");
    assertError(() -> found.plan(small), "match.conflict", "g4dn.xlarge · 4 cores · 16Gi");
  }

  @Test
  void gpusThatOnlyComeInEightsLeaveSomeOver() {
    Match.Found found = EKS.match(GpuRequest.of(2, "A100")).orThrow();

    assertThat(found.wastedGpus()).isEqualTo(6);
    assertThat(ids(found)).contains("gpu.ambiguous", "gpus.escalated");
    assertThat(EKS.match(GpuRequest.of(2, "A100").exactGpus()).isFound()).isFalse();
  }

  @Test
  void aSliceServesWhoeverNamesItAndNobodyElse() {
    assertThat(lands(GpuRequest.of("1/8*L4"))).isEqualTo("g6f.large");
    assertThat(lands(GpuRequest.of("1/2*L4").memory("64Gi"))).isEqualTo("gr6f.4xlarge");
    assertThat(lands(GpuRequest.of("g6f.xlarge"))).isEqualTo("g6f.xlarge");
    assertThat(EKS.match(GpuRequest.of("L4")).alternatives())
        .noneMatch(shape -> shape.spec().name().contains("6f."));
    assertThat(EKS.match(GpuRequest.of(Devices.any())).alternatives())
        .noneMatch(shape -> shape.spec().name().contains("6f."));
    assertThat(ids(EKS.match(GpuRequest.of("1/8*L4")))).contains("gpu.slice", "gpu.uncounted");
  }

  @Test
  void arm64IsForWhoeverAsksForItOrForTheGpuThatHasNothingElse() {
    assertThat(lands(GpuRequest.of("T4g"))).isEqualTo("g5g.xlarge");
    assertThat(lands(GpuRequest.of(Devices.any()).arch(Arch.ARM64))).isEqualTo("g5g.xlarge");
    assertThat(EKS.match(GpuRequest.of(Devices.any())).alternatives())
        .noneMatch(shape -> shape.spec().arch() == Arch.ARM64);
    assertThat(EKS.match(GpuRequest.of("T4g").arch(Arch.AMD64)).isFound()).isFalse();
  }

  @Test
  void p3IsForWhoeverAsksForWhatIsRetired() {
    assertThat(lands(GpuRequest.of("V100"))).isEqualTo("p3dn.24xlarge");
    assertThat(rejected(EKS.match(GpuRequest.of("V100")), "p3.2xlarge"))
        .containsExactly(
            "p3.2xlarge: lifecycle: retired; left out unless retired rows are included");
    assertThat(lands(GpuRequest.of("V100").includeRetired())).isEqualTo("p3.2xlarge");
    assertThat(ids(EKS.match(GpuRequest.of("V100").includeRetired())))
        .contains("lifecycle.retired");
  }

  @Test
  void cheapestIsNotSmallest() {
    GpuRequest request = GpuRequest.of("T4", "L4", "A10G").cpu(7).memory("24Gi");

    GpuRequest either = GpuRequest.of(Devices.anyOf("A10G", "L4")).cpu(7);
    assertThat(lands(either.smallest())).isEqualTo("g5.2xlarge");
    assertThat(lands(either)).isEqualTo("g6.2xlarge");
    assertThat(lands(either.smallest().cheapest())).isEqualTo("g6.2xlarge");
    assertThat(lands(request)).isEqualTo("g4dn.2xlarge");
  }

  /** The guide's Job {@code pytorch-training} and Deployment {@code tensorflow-serving}. */
  @Test
  void theGuidesPodsAskForOneGpuOfAnyKind() {
    PodView pod = Pods.pod(Pods.ONE_GPU).nodeSelector("node-type", "gpu");

    Match.Found found = EKS.match(pod).orElseThrow().orThrow();

    assertThat(found.request()).isEqualTo(GpuRequest.of(Devices.any()));
    assertThat(found.shape()).hasToString("g4dn.xlarge · 4 cores · 16Gi");
    assertThat(found.notes())
        .anySatisfy(
            note -> {
              assertThat(note.id()).isEqualTo("node.label-not-judged");
              assertThat(note.message()).startsWith("label node-type:");
            });
  }

  /** The guide's table of instance types; its GB are GiB. */
  @ParameterizedTest
  @CsvSource({
    "g4dn.xlarge,  1, T4,   4,  16Gi,  Up to 25 Gigabit",
    "g4dn.2xlarge, 1, T4,   8,  32Gi,  Up to 25 Gigabit",
    "g4dn.4xlarge, 1, T4,   16, 64Gi,  Up to 25 Gigabit",
    "g5.xlarge,    1, A10G, 4,  16Gi,  Up to 10 Gigabit",
    "g5.2xlarge,   1, A10G, 8,  32Gi,  Up to 10 Gigabit",
    "g5.4xlarge,   1, A10G, 16, 64Gi,  Up to 25 Gigabit",
    "p3.2xlarge,   1, V100-16G, 8,  61Gi,  Up to 10 Gigabit",
    "p3.8xlarge,   4, V100-16G, 32, 244Gi, 10 Gigabit"
  })
  void theGuidesTableOfInstanceTypes(
      String type, int gpus, String gpu, String cpu, String memory, String network) {
    Match.Found found = EKS.match(GpuRequest.of(gpus, type).includeRetired()).orThrow();

    assertThat(found.shape().gpus()).isEqualTo(gpus);
    assertThat(found.shape().spec().gpu()).isEqualTo(gpu);
    assertThat(found.shape().cpu()).hasToString(cpu);
    assertThat(found.shape().memory()).hasToString(memory);
    assertThat(found.shape().spec().attribute("network")).contains(network);
  }
}
