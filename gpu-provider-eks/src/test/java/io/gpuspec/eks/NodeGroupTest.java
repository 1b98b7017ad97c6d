package io.gpuspec.eks;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.gpuspec.CapacityType;
import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.Option;
import io.gpuspec.spi.Placement;
import io.gpuspec.testkit.Pods;
import io.gpuspec.value.Arch;
import io.gpuspec.value.Rejection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** EKS without Karpenter: what a pod carries for a node group, and what it lands on. */
class NodeGroupTest {
  private static final String TYPE = "node.kubernetes.io/instance-type";
  private static final Target GROUP = Gpus.load().in("eks/nodegroup");

  private static List<String> entries(Target target, GpuRequest request) {
    return target.place(target.match(request).orThrow()).entries().stream()
        .map(entry -> entry.field().key() + " = " + entry.value())
        .toList();
  }

  @Test
  void itHasTheRowsOfEks() {
    assertThat(GROUP.catalog().includeRetired().specs())
        .extracting(GpuSpec::name, GpuSpec::gpu)
        .containsExactlyElementsOf(
            Gpus.load().in("eks").catalog().includeRetired().specs().stream()
                .map(row -> tuple(row.name(), row.gpu()))
                .toList());
  }

  /** A row counts once: who asks every cloud asks EKS, not each of its kinds of capacity. */
  @Test
  void aQuestionToEveryCloudLeavesItOut() {
    assertThat(Gpus.load().match(GpuRequest.of("A10G")).toString())
        .contains("on eks")
        .doesNotContain("nodegroup");
  }

  @Test
  void aGpuIsSelectedByTheTypesThatHaveIt() {
    assertThat(entries(GROUP, GpuRequest.of("A10G").cpu(4)))
        .containsExactly(
            TYPE
                + " = g5.xlarge,g5.2xlarge,g5.4xlarge,g5.8xlarge,g5.16xlarge,g5.12xlarge,g5.24xlarge,g5.48xlarge",
            "nvidia.com/gpu = 1",
            "nvidia.com/gpu = ");
    assertThat(entries(GROUP, GpuRequest.of(4, "A10G").exactGpus()))
        .startsWith(TYPE + " = g5.12xlarge,g5.24xlarge");
  }

  @Test
  void theTypeFoundOrTheGroupCanBeSelectedOn() {
    assertThat(entries(GROUP.with("node-selection", "instance-type"), GpuRequest.of("A10G").cpu(4)))
        .startsWith(TYPE + " = g5.2xlarge");
    assertThat(entries(GROUP.with(Eks.NODE_GROUP, Optional.of("gpu-a10g")), GpuRequest.of("A10G")))
        .containsExactly(
            "eks.amazonaws.com/nodegroup = gpu-a10g", "nvidia.com/gpu = 1", "nvidia.com/gpu = ");
    assertThat(entries(GROUP.with("node-selection", "node-type"), GpuRequest.of("T4g")))
        .startsWith("node-type = gpu", "kubernetes.io/arch = arm64");
  }

  /** One type is a node selector, several are a term of an affinity. */
  @Test
  void severalTypesAreATermOfTheAffinity() {
    Placement several = GROUP.place(GROUP.match(GpuRequest.of("A10G")).orThrow());
    Placement one = GROUP.place(GROUP.match(GpuRequest.of("g5.xlarge")).orThrow());

    assertThat(several.nodeTerms()).hasSize(1);
    assertThat(several.entries(PodField.Kind.NODE_SELECTOR)).isEmpty();
    assertThat(one.nodeTerms()).isEmpty();
    assertThat(one.entries(PodField.Kind.NODE_SELECTOR)).hasSize(1);
  }

  @Test
  void theTypesAreOfTheArchitectureThatWasAskedFor() {
    assertThat(entries(GROUP, GpuRequest.of("T4g", "T4").arch(Arch.ARM64)))
        .startsWith(
            TYPE + " = g5g.xlarge,g5g.2xlarge,g5g.4xlarge,g5g.8xlarge,g5g.16xlarge,g5g.metal");
  }

  @Test
  void retiredTypesAreSelectedOnlyIfTheRequestWantsThem() {
    assertThat(entries(GROUP, GpuRequest.of("V100-16G").includeRetired()))
        .startsWith(TYPE + " = p3.2xlarge,p3.8xlarge,p3.16xlarge");
  }

  @Test
  void itsOptionsAreListed() {
    assertThat(Eks.nodeGroupOptions()).isEqualTo(GROUP.options());
    assertThat(Eks.nodeGroupOptions())
        .extracting(Option::name)
        .contains("node-selection", "node-group", "max-pods", "card-replicas")
        .doesNotContain("node-pool", "cluster-name");
  }

  @Test
  void capacityOnDemandIsSelectedOnlyIfItIsStated() {
    assertThat(entries(GROUP, GpuRequest.of("T4").capacityType(CapacityType.ON_DEMAND)))
        .contains("eks.amazonaws.com/capacityType = ON_DEMAND");
    assertThat(entries(GROUP, GpuRequest.of("T4")))
        .noneMatch(entry -> entry.contains("capacityType"));
  }

  @Test
  void spotIsTheGroupsWordForIt() {
    assertThat(entries(GROUP, GpuRequest.of("T4").capacityType(CapacityType.SPOT)))
        .contains("eks.amazonaws.com/capacityType = SPOT");
  }

  @Test
  void noneOfKarpentersLabelsIsWritten() {
    for (String selection : List.of("gpu-name", "instance-type", "node-type", "none")) {
      assertThat(
              entries(
                  GROUP.with("node-selection", selection),
                  GpuRequest.of(4, "T4", "L4").exactGpus().capacityType(CapacityType.SPOT)))
          .noneMatch(entry -> entry.contains("karpenter"));
    }
  }

  /** There it would stay Pending, as no node has the label. */
  @Test
  void aPodForKarpentersNodesIsRefusedWithWhereItLands() {
    PodView pod = Pods.pod(Pods.ONE_GPU).nodeSelector("karpenter.k8s.aws/instance-gpu-name", "t4");

    assertThat(GROUP.match(pod).orElseThrow().rejected())
        .extracting(Rejection::toString)
        .singleElement()
        .asString()
        .contains("In t4 requested, and no node of a group has this label")
        .contains("match it on eks");
  }

  @Test
  void aPodOfAGroupIsReadBack() {
    PodView pod =
        Pods.pod("MAIN | cpu 4 memory 20Gi gpu 1 | gpu 1")
            .nodeSelector("eks.amazonaws.com/capacityType", "SPOT")
            .nodeSelector(TYPE, "g5.2xlarge");

    Match.Found found = GROUP.match(pod).orElseThrow().orThrow();

    assertThat(found.shape().spec().name()).isEqualTo("g5.2xlarge");
    assertThat(found.request().capacityType()).isEqualTo(CapacityType.SPOT);
  }

  /**
   * As nodeadm reserves: 255 MiB and 11 MiB for each of 58 pods, 100 MiB against eviction; 60 m, 10
   * m and 2 x 5 m. What the machine states, 16384 MiB, no node sees: 7.5 % unless told.
   */
  @Test
  void podsGetWhatTheAmiLeavesThem() {
    Map<String, String> nominal = Map.of("vm-memory-overhead-percent", "0");
    assertThat(allocatable(Map.of())).isEqualTo("3920m, 14162Mi");
    assertThat(allocatable(nominal)).isEqualTo("3920m, 15391Mi");
    assertThat(GROUP.match(GpuRequest.of("A10G")).notes())
        .anySatisfy(
            note ->
                assertThat(note.message())
                    .contains("what a VM does not see is Karpenter's estimate, on the safe side"));
  }

  private static String allocatable(Map<String, String> options) {
    Target target = GROUP;
    for (Map.Entry<String, String> option : options.entrySet()) {
      target = target.with(option.getKey(), option.getValue());
    }
    var allocatable = target.catalog().row("g5.xlarge").shapes().get(0).allocatable();
    return allocatable.cpu() + ", " + allocatable.memory();
  }

  @Test
  void karpentersOptionsAndPoolsAreNotOfThisTarget() {
    assertError(() -> GROUP.with("node-pool", "true"), "option.unknown");
    assertError(() -> GROUP.with("spot", "true"), "option.unknown", "--capacity-type spot");
    assertError(() -> GROUP.with("region", "eu-west-1"), "option.unknown", "docs/overlays.md");
    assertError(
        () -> NodePool.of(GROUP.match(GpuRequest.of("T4")).orThrow()),
        "karpenter.malformed",
        "'eks/nodegroup'");
    assertError(() -> GROUP.with("node-group", "a b"), "option.malformed", "'a b'");
  }
}
