package io.gpuspec.manifest;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.CapacityType;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.eks.Eks;
import io.gpuspec.manifest.error.InvalidWorkloadException;
import io.gpuspec.manifest.internal.tree.Quantities;
import io.gpuspec.value.Note;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the owner gives beside the target's part leads the pods where the match says, or fails. */
class OwnersEntriesTest {
  private static final Gpus GPUS = Gpus.load();

  private static GpuWorkload pod(String gpu) {
    return GpuWorkload.pod("w", "r/i:v1").gpu(gpu).requests("3", "8Gi");
  }

  @Test
  void nodeSelectorThatNoNodeWithTheGpuMeetsIsRefused() {
    GpuWorkload workload =
        pod("A10G").nodeSelector("karpenter.k8s.aws/instance-family", "g6").requests("3", "10Gi");

    assertError(() -> workload.on(GPUS.in("eks")), "pod.conflict", "g6");
  }

  @ParameterizedTest
  @CsvSource({
    "eks, A10G, kubernetes.io/arch, arm64",
    "eks/nodegroup, A10G, kubernetes.io/arch, arm64",
    "eks/nodegroup, A10G, node.kubernetes.io/instance-type, g4dn.xlarge",
    "eks/nodegroup, A10G, karpenter.k8s.aws/instance-family, g5",
    "ack, T4, node.kubernetes.io/instance-type, ecs.gn6v-c8g1.2xlarge",
  })
  void nodeSelectorThatLeavesNoNodeIsRefused(
      String target, String gpu, String label, String value) {
    assertError(
        () -> pod(gpu).nodeSelector(label, value).on(GPUS.in(target)),
        "pod.conflict",
        label,
        value,
        target);
    assertError(
        () -> pod(gpu).nodeAffinity(label, value).on(GPUS.in(target)),
        "pod.conflict",
        label,
        value,
        target);
  }

  @ParameterizedTest
  @CsvSource({"eks", "eks/nodegroup"})
  void nodeSelectorThatNarrowsTheShapeIsRefusedWithTheNameToAskFor(String target) {
    GpuWorkload workload =
        pod("A10G").nodeSelector("node.kubernetes.io/instance-type", "g5.4xlarge");

    assertError(() -> workload.on(GPUS.in(target)), "pod.conflict", "g5.4xlarge");
    assertThat(workload.gpu("g5.4xlarge").on(GPUS.in(target)).match().shape().spec().name())
        .isEqualTo("g5.4xlarge");
  }

  @ParameterizedTest
  @CsvSource({
    "karpenter.k8s.aws/instance-family, g5",
    "kubernetes.io/arch, amd64",
    "node.kubernetes.io/instance-type, g5.xlarge",
    "karpenter.sh/capacity-type, on-demand",
  })
  void nodeSelectorThatAgreesIsKept(String label, String value) {
    Manifests manifests = pod("A10G").nodeSelector(label, value).on(GPUS.in("eks"));

    assertThat(manifests.pod().nodeSelector()).containsEntry(label, value);
    assertThat(manifests.match().shape().spec().name()).isEqualTo("g5.xlarge");
  }

  @Test
  void labelThatIsNotJudgedIsKeptAndTold() {
    Manifests manifests = pod("A10G").nodeSelector("team", "ml").on(GPUS.in("eks"));

    assertThat(manifests.match().notes())
        .extracting(Note::message)
        .contains(
            "label team: which nodes have it is not known here; team In [ml] is assumed to match");
  }

  @Test
  void spotNodesBesideAPoolOfNodesOnDemandAreRefused() {
    Target eks = GPUS.in("eks").with(Eks.NODE_POOL, true);
    String label = "karpenter.sh/capacity-type";

    assertError(() -> pod("T4").nodeSelector(label, "spot").on(eks), "pod.conflict", label);
    assertError(() -> pod("T4").nodeAffinity(label, "spot").on(eks), "pod.conflict", label);

    Manifests spot = pod("T4").matched(r -> r.capacityType(CapacityType.SPOT)).on(eks);
    assertThat(spot.pod().nodeSelector()).containsEntry(label, "spot");
    assertThat(spot.yaml().toString()).contains("name: gpu-t4-spot");
  }

  @Test
  void everyEntryThatLeadsElsewhereIsTold() {
    GpuWorkload workload =
        pod("A10G")
            .nodeSelector("karpenter.k8s.aws/instance-family", "g6")
            .nodeSelector("zone", "a")
            .nodeSelector("kubernetes.io/arch", "arm64");

    assertThatThrownBy(() -> workload.on(GPUS.in("eks")))
        .isInstanceOf(InvalidWorkloadException.class)
        .hasMessageContaining("node selector karpenter.k8s.aws/instance-family: 'g6' was given")
        .hasMessageContaining("node selector kubernetes.io/arch: 'arm64' was given")
        .hasMessageNotContaining("zone");
  }

  @Test
  void entriesThatLeadElsewhereOnlyTogetherAreTold() {
    GpuWorkload workload =
        pod("A10G")
            .nodeSelector("karpenter.k8s.aws/instance-cpu", "4")
            .nodeAffinity("karpenter.k8s.aws/instance-size", "xlarge", "2xlarge")
            .nodeSelector("karpenter.sh/capacity-type", "on-demand");

    assertThat(workload.on(GPUS.in("eks")).match().shape().spec().name()).isEqualTo("g5.xlarge");

    GpuWorkload contrary =
        pod("A10G")
            .requests("3", "8Gi")
            .gpu("A10G", "L4")
            .nodeAffinity("karpenter.k8s.aws/instance-family", "g5", "g4dn")
            .nodeSelector("karpenter.k8s.aws/instance-generation", "6");

    assertError(
        () -> contrary.on(GPUS.in("eks")),
        "pod.conflict",
        "karpenter.k8s.aws/instance-generation",
        "6");
  }

  @ParameterizedTest
  @CsvSource({"cpu, 64", "mem, 16G"})
  void halfAStatedShapeInAnAnnotationIsRefused(String name, String value) {
    String annotation = "eks.tke.cloud.tencent.com/" + name;

    assertError(
        () -> pod("T4").annotation(annotation, value).on(GPUS.in("tke")),
        "pod.conflict",
        annotation,
        value);
  }

  @Test
  void annotationsThatStateAnotherShapeAreRefused() {
    GpuWorkload workload =
        pod("T4")
            .annotation("eks.tke.cloud.tencent.com/cpu", "20")
            .annotation("eks.tke.cloud.tencent.com/mem", "80Gi");

    assertError(() -> workload.on(GPUS.in("tke")), "workload.invalid", "20");
    assertError(
        () -> pod("T4").annotation("eks.tke.cloud.tencent.com/gpu-count", "2").on(GPUS.in("tke")),
        "pod.conflict",
        "2");
    assertError(
        () -> pod("T4").annotation("eks.tke.cloud.tencent.com/spot-pod", "true").on(GPUS.in("tke")),
        "pod.conflict");
  }

  @Test
  void annotationThatNoRequestHoldsIsTheOwners() {
    Manifests manifests =
        pod("T4").annotation("eks.tke.cloud.tencent.com/retain-ip", "true").on(GPUS.in("tke"));

    assertThat(manifests.pod().annotation("eks.tke.cloud.tencent.com/retain-ip")).contains("true");
  }

  /** Two ways of giving out GPUs, which no node has both: such a pod would stay Pending. */
  @ParameterizedTest
  @CsvSource({
    "ack, T4, aliyun.com/gpu-mem",
    "ack, T4, aliyun.com/gpu",
    "tke, T4, tke.cloud.tencent.com/qgpu-memory",
    "ack, T4, tke.cloud.tencent.com/qgpu-memory",
  })
  void deviceOfAnotherKindBesideTheTargetsIsRefused(String target, String gpu, String device) {
    GpuWorkload workload =
        pod(gpu)
            .main(
                c ->
                    c.edit(
                        container ->
                            container
                                .editOrNewResources()
                                .addToLimits(device, Quantities.of(4))
                                .endResources()));

    assertError(() -> workload.on(GPUS.in(target)), "pod.conflict", device, target);
  }

  @Test
  void numberOfSharedCardsIsSaidWithTheShare() {
    GpuWorkload workload =
        GpuWorkload.pod("w", "r/i:v1")
            .gpu("T4")
            .share("4Gi")
            .requests("1", "2Gi")
            .label("aliyun.com/gpu-count", "2");

    assertError(() -> workload.on(GPUS.in("ack/cgpu")), "pod.conflict", "2");
  }

  @ParameterizedTest
  @CsvSource({
    "eks, 'karpenter.sh/capacity-type: on-demand'",
    "eks/nodegroup, 'eks.amazonaws.com/capacityType: ON_DEMAND'",
    "ack, 'operator: NotIn'",
    "ack/cgpu, 'operator: NotIn'"
  })
  void capacityStatedToBeOnDemandKeepsPodsOffSpotNodes(String target, String label) {
    GpuWorkload pod = target.equals("ack/cgpu") ? pod("T4").share("4Gi") : pod("T4");

    Manifests stated = onDemand(pod).on(GPUS.in(target));

    assertThat(stated.yaml().toString()).contains(label);
    assertThat(stated.match().notes()).extracting(Note::id).doesNotContain("capacity.open");
    assertThat(pod.on(GPUS.in(target)).yaml().toString()).doesNotContain(label);
  }

  @Test
  void whereNothingInAPodSaysHowItsNodeIsBoughtThatIsTold() {
    Target pools = GPUS.in("tke/gpu");

    assertThat(onDemand(pod("T4")).on(pools).match().notes())
        .filteredOn(note -> note.id().equals("capacity.open"))
        .singleElement()
        .extracting(Note::message)
        .asString()
        .startsWith("on-demand capacity was asked for, and on tke/gpu nothing in a pod says how");
    assertThat(pod("T4").on(pools).match().notes())
        .extracting(Note::id)
        .doesNotContain("capacity.open");
    assertThat(onDemand(pod("T4")).on(GPUS.in("tke")).match().notes())
        .extracting(Note::id)
        .doesNotContain("capacity.open");
  }

  private static GpuWorkload onDemand(GpuWorkload workload) {
    return workload.matched(r -> r.capacityType(CapacityType.ON_DEMAND));
  }

  @ParameterizedTest
  @CsvSource({"eks, none", "eks, node-type", "eks/nodegroup, none", "ack, none"})
  void selectionThatDoesNotNameTheGpuIsTold(String target, String selection) {
    Target open = GPUS.in(target).with("node-selection", selection);

    assertThat(pod("V100").on(open).match().notes())
        .filteredOn(note -> note.id().equals("placement.open"))
        .singleElement()
        .extracting(Note::message)
        .asString()
        .startsWith("with these options %s writes nothing that asks nodes for".formatted(target))
        .endsWith("as well; choose other options, or select on the nodes yourself");
    assertThat(pod("V100").on(GPUS.in(target)).match().notes())
        .extracting(Note::id)
        .doesNotContain("placement.open");
  }

  @Test
  void selectionOfTheOwnersOwnMayNameTheGpu() {
    Target open = GPUS.in("eks").with("node-selection", "none");

    Manifests manifests =
        pod("A10G").nodeSelector("karpenter.k8s.aws/instance-gpu-name", "a10g").on(open);

    assertThat(manifests.match().notes()).extracting(Note::id).doesNotContain("placement.open");
    assertError(
        () -> pod("A10G").nodeSelector("karpenter.k8s.aws/instance-gpu-name", "l4").on(open),
        "pod.conflict");
  }

  @Test
  void whatWasWishedHoldsWhenPodsAreReadBack() {
    assertThat(pod("T4").explicit("8", "32Gi").on(GPUS.in("tke")).match().shape())
        .hasToString("T4 x1 · 8 cores · 32Gi");
    assertThat(pod("A10G").exactGpus().on(GPUS.in("eks")).match().shape())
        .hasToString("g5.xlarge · 4 cores · 16Gi");
  }

  /** The node pool's cards of any kind will do, and still the pod has to name one of them. */
  @Test
  void gpuThatIsNamedForAPodThatTakesAnyIsTold() {
    Manifests manifests =
        GpuWorkload.pod("w", "r/i:v1").share("6Gi").requests("1", "2Gi").on(GPUS.in("ack/cgpu"));

    assertThat(manifests.match().notes())
        .filteredOn(note -> note.id().equals("placement.named"))
        .singleElement()
        .extracting(Note::message)
        .asString()
        .startsWith("any GPU was asked for, and on ack/cgpu the pods name one: ");
    assertThat(
            GpuWorkload.pod("w", "r/i:v1")
                .gpu("T4")
                .share("6Gi")
                .requests("1", "2Gi")
                .on(GPUS.in("ack/cgpu"))
                .match()
                .notes())
        .extracting(Note::id)
        .doesNotContain("placement.named");
  }

  @Test
  void meaningsOfANameThatThePodsLeaveOutAreTold() {
    GpuWorkload workload = GpuWorkload.pod("w", "r/i:v1").requests("8", "64Gi").gpu(8, "A100");

    assertThat(workload.on(GPUS.in("eks")).match().notes())
        .extracting(Note::message)
        .contains(
            "of what A100 can mean on eks the pods name A100-40G alone; where A100-80G will do as"
                + " well, name it too");
    assertThat(workload.gpu(8, "A100-40G", "A100-80G").on(GPUS.in("eks")).match().notes())
        .extracting(Note::id)
        .doesNotContain("placement.one-meaning");
  }
}
