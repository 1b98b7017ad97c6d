package io.gpuspec.eks;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.scheduling.Toleration;
import io.gpuspec.testkit.Pods;
import io.gpuspec.value.Arch;
import io.gpuspec.value.Citation.Status;
import io.gpuspec.value.Explained;
import io.gpuspec.value.Finding;
import io.gpuspec.value.GpuSpecException;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which nodes a pool buys, what they carry, and what is refused before Karpenter refuses it. */
class NodePoolTest {
  private static final Target EKS = Gpus.load().in("eks");

  private static Match.Found found(GpuRequest request) {
    return EKS.match(request).orThrow();
  }

  /** The requirements on one line each. */
  private static List<String> requirements(NodePool pool) {
    return pool.settings().stream()
        .filter(setting -> setting.path().contains(".requirements["))
        .map(setting -> setting.path().replaceAll(".*\\[|]$", "") + " In " + setting.value())
        .toList();
  }

  private static String value(NodePool pool, String field) {
    return pool.settings().stream()
        .filter(setting -> setting.path().equals(field))
        .map(Explained::value)
        .findFirst()
        .orElse("none");
  }

  private static List<String> types(NodePool pool) {
    return pool.instanceTypes().stream().map(GpuSpec::name).toList();
  }

  @Test
  void thePoolOfAMatchBuysEverySizeWithTheGpuAndNothingElse() {
    NodePool pool = NodePool.of(found(GpuRequest.of("A10G").cpu(4).memory("16Gi")));

    assertThat(pool.name()).isEqualTo("gpu-a10g");
    assertThat(requirements(pool))
        .containsExactly(
            "karpenter.k8s.aws/instance-gpu-name In a10g",
            "kubernetes.io/arch In amd64",
            "kubernetes.io/os In linux",
            "karpenter.sh/capacity-type In on-demand");
    assertThat(types(pool))
        .containsExactly(
            "g5.xlarge",
            "g5.2xlarge",
            "g5.4xlarge",
            "g5.8xlarge",
            "g5.16xlarge",
            "g5.12xlarge",
            "g5.24xlarge",
            "g5.48xlarge");
  }

  /** A slice of an L4 is called l4 too; its memory tells it from the card. */
  @Test
  void whereTheNameIsNotEnoughMemoryAndCountTellTheTypes() {
    assertThat(requirements(NodePool.of(found(GpuRequest.of("L4")))))
        .startsWith(
            "karpenter.k8s.aws/instance-gpu-name In l4",
            "karpenter.k8s.aws/instance-gpu-memory In 22888");
    assertThat(requirements(NodePool.of(found(GpuRequest.of(4, "A10G").exactGpus()))))
        .startsWith(
            "karpenter.k8s.aws/instance-gpu-name In a10g",
            "karpenter.k8s.aws/instance-gpu-count In 4");
    assertThat(requirements(NodePool.of("p", EKS, "g5.xlarge", "g6.xlarge")))
        .startsWith("node.kubernetes.io/instance-type In g5.xlarge, g6.xlarge");
  }

  @Test
  void aSingleTypeIsRequiredByItsName() {
    assertThat(requirements(NodePool.of("p", EKS, "g5.4xlarge")))
        .startsWith("node.kubernetes.io/instance-type In g5.4xlarge");
  }

  @Test
  void aTypeThatIsRetiredIsBoughtOnlyIfTheRequestWantsIt() {
    assertThat(types(NodePool.of(found(GpuRequest.of("V100-16G").includeRetired()))))
        .containsExactly("p3.2xlarge", "p3.8xlarge", "p3.16xlarge");
  }

  @Test
  void aPoolIsOfKarpentersTarget() {
    Target group = Gpus.load().in("eks/nodegroup");

    assertError(() -> NodePool.of("p", group, "T4"), "karpenter.malformed", "'eks/nodegroup'");
  }

  /** The API counts seven of the smallest instances on each of eight cards. */
  @Test
  void aNodeWhoseCardsAreDividedHasTheParts() {
    NodePool pool = NodePool.of(found(GpuRequest.of(Devices.of("A100-40G").mig("1g.5gb")).cpu(1)));

    assertThat(pool.name()).isEqualTo("gpu-a100-40g-mig-1g-5gb");
    assertThat(pool.node("p4d.24xlarge").allocatable())
        .containsEntry("nvidia.com/mig-1g.5gb", "56");
  }

  /** Of a zone of a region, a local one and a Wavelength zone. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "us-gov-west-1a",
        "eusc-de-east-1a",
        "us-east-1-bos-1a",
        "us-east-1-wl1-bos-wlz-1"
      })
  void zonesOfEachKindCanBeRequired(String zone) {
    assertThat(
            NodePool.of("p", EKS, "T4")
                .requirement("topology.kubernetes.io/zone", zone)
                .node("g4dn.xlarge")
                .labels())
        .containsEntry("topology.kubernetes.io/zone", zone);
  }

  @Test
  void aNameHas63CharactersAtMost() {
    assertThat(NodePool.of("a".repeat(63), EKS, "T4").name()).hasSize(63);
    assertError(() -> NodePool.of("a".repeat(64), EKS, "T4"), "karpenter.malformed");
  }

  @Test
  void theNameSaysWhatMakesThePoolAnother() {
    assertThat(NodePool.of(found(GpuRequest.of("T4", "A100-80G"))).name())
        .isEqualTo("gpu-t4-a100-80g");
    assertThat(NodePool.of(found(GpuRequest.of("g5.4xlarge"))).name()).isEqualTo("gpu-g5-4xlarge");
    assertThat(
            NodePool.of(found(GpuRequest.of(4, "T4").exactGpus().capacityType(CapacityType.SPOT)))
                .name())
        .isEqualTo("gpu-t4-x4-spot");
    assertThat(
            NodePool.of(
                    found(
                        GpuRequest.of(
                            "T4",
                            "A10G",
                            "L4",
                            "L40S",
                            "RTX-PRO-4500",
                            "RTX-PRO-6000-Server",
                            "A100-40G",
                            "A100-80G",
                            "H100",
                            "H200")))
                .name())
        .isEqualTo("gpu-t4-and-9-more");
  }

  @Test
  void anArchitectureThatWasAskedForIsKept() {
    assertThat(requirements(NodePool.of(found(GpuRequest.of("T4g", "T4").arch(Arch.ARM64)))))
        .contains("karpenter.k8s.aws/instance-gpu-name In t4g", "kubernetes.io/arch In arm64");
  }

  @Test
  void nodesCarryWhatTheGuidesPodsSelectOnAndTolerate() {
    NodeView node = NodePool.of("gpu", EKS, "T4").node("g4dn.xlarge");

    assertThat(node.labels())
        .containsEntry("node-type", "gpu")
        .containsEntry("karpenter.sh/nodepool", "gpu")
        .containsEntry("karpenter.sh/capacity-type", "on-demand")
        .containsEntry("node.kubernetes.io/instance-type", "g4dn.xlarge")
        .containsEntry("karpenter.k8s.aws/instance-gpu-name", "t4");
    assertThat(node.taints())
        .containsExactly(new Taint("nvidia.com/gpu", "true", Taint.Effect.NO_SCHEDULE));
    // As Karpenter publishes it: 3920m, 14481Mi, 29 pods.
    assertThat(node.allocatable())
        .isEqualTo(
            Map.of("cpu", "3920m", "memory", "14481Mi", "nvidia.com/gpu", "1", "pods", "29"));
  }

  /** Whatever was asked: every node of the pool with room for the pod takes it. */
  @ParameterizedTest
  @CsvSource({"A10G", "T4g", "1/8*L4", "g5.4xlarge", "A100-80G", "H200"})
  void aNodeOfThePoolTakesThePod(String gpu) {
    for (String selection : List.of("gpu-name", "instance-type", "node-type", "none")) {
      Target eks = EKS.with("node-selection", selection);
      Match.Found found = eks.match(GpuRequest.of(gpu).cpu(1).memory("1Gi")).orThrow();
      NodeView node = NodePool.of(found).node(found.shape().spec().name());

      PodView pod = Pods.carrying(eks.place(found), "1", "1Gi");

      assertThat(pod.fits(node).reasons()).extracting(Finding::id).containsExactly("node.taint");
      assertThat(pod.toleration(Toleration.exists("nvidia.com/gpu")).fits(node).fits()).isTrue();
    }
  }

  @Test
  void poolsInOrderHaveFallingWeights() {
    List<NodePool> pools =
        NodePool.inOrder("train", found(GpuRequest.of("H100", "A100-80G", "L4")));

    assertThat(pools)
        .extracting(NodePool::name, pool -> value(pool, "spec.weight"))
        .containsExactly(
            tuple("train-h100-80g", "100"), tuple("train-a100-80g", "99"), tuple("train-l4", "98"));
  }

  @Test
  void spotFallsBackOnOnDemand() {
    NodePool pool =
        NodePool.of("gpu", EKS, "T4").capacityTypes(CapacityType.SPOT, CapacityType.ON_DEMAND);

    assertThat(requirements(pool)).contains("karpenter.sh/capacity-type In spot, on-demand");
  }

  /** The guide: g4dn.xlarge spot, g5.xlarge on demand, p3.2xlarge both; p3 is gone. */
  @ParameterizedTest
  @CsvSource({
    "DEVELOPMENT, gpu-development, g4dn.xlarge, spot, 720h",
    "INFERENCE, gpu-inference, g5.xlarge, on-demand, 720h",
    "TRAINING, gpu-training, p5.4xlarge, 'spot, on-demand', Never"
  })
  void theGuidesTiers(GpuTier tier, String name, String type, String bought, String expires) {
    NodePool pool = tier.nodePool(EKS);

    assertThat(pool.name()).isEqualTo(name);
    assertThat(types(pool)).containsExactly(type);
    assertThat(requirements(pool)).contains("karpenter.sh/capacity-type In " + bought);
    assertThat(value(pool, "spec.template.spec.expireAfter")).isEqualTo(expires);
    assertThat(value(pool, "spec.disruption.consolidationPolicy")).isEqualTo("WhenEmpty");
    assertThat(value(pool, "spec.disruption.consolidateAfter")).isEqualTo("30s");
  }

  @Test
  void upToThreeTypesAreNamed() {
    assertThat(NodePool.of("p", EKS, "g5.xlarge", "g6.xlarge", "g4dn.xlarge"))
        .hasToString("NodePool p: g5.xlarge, g6.xlarge, g4dn.xlarge, on-demand");
    assertThat(NodePool.of("p", EKS, "g5.xlarge", "g6.xlarge", "g4dn.xlarge", "g6e.xlarge"))
        .hasToString("NodePool p: g5.xlarge, g6.xlarge and 2 more, on-demand");
  }

  @Test
  void whichOfSeveralWaysIsPreferredIsSaid() {
    assertThat(NodePool.of("p", EKS, "T4").explain().toString())
        .contains("how nodes are bought")
        .doesNotContain("Karpenter prefers reserved");
    assertThat(
            NodePool.of("p", EKS, "T4")
                .capacityTypes(CapacityType.SPOT, CapacityType.ON_DEMAND)
                .explain()
                .toString())
        .contains("how nodes are bought; Karpenter prefers reserved, then spot, then on-demand");
  }

  /** The API takes a taint without a value. */
  @Test
  void aTaintWithoutAValueHasNone() {
    NodePool pool =
        NodePool.of("p", EKS, "T4").taint(new Taint("team", "", Taint.Effect.NO_EXECUTE));

    assertThat(pool.toObject().tree().toString())
        .contains("{key=nvidia.com/gpu, value=true, effect=NoSchedule}")
        .contains("{key=team, effect=NoExecute}");
  }

  @Test
  void theLeastAndTheGreatestWeightAreTaken() {
    NodePool pool = NodePool.of("p", EKS, "T4");

    assertThat(value(pool.weight(1), "spec.weight")).isEqualTo("1");
    assertThat(value(pool.weight(100), "spec.weight")).isEqualTo("100");
  }

  @Test
  void whatStandsInForThePTypeOfTheGuideIsSaid() {
    assertThat(GpuTier.TRAINING.nodePool(EKS).explain().toString())
        .contains(
            "in place of the guide's p3.2xlarge, which Karpenter's reference no longer lists");
    assertError(() -> NodePool.of("gpu", EKS, "p3.2xlarge"), "karpenter.malformed", "'p3.2xlarge'");
  }

  @Test
  void everyFieldHasAReasonAndASource() {
    NodePool pool =
        NodePool.of("gpu", EKS, "T4")
            .label("example.com/team", "ml")
            .taint(new Taint("example.com/ml", "", Taint.Effect.NO_EXECUTE))
            .requirement("topology.kubernetes.io/zone", "us-east-1a")
            .limit("nvidia.com/gpu", "8")
            .limit("cpu", "100")
            .limit("memory", "400Gi")
            .weight(10)
            .nodeClass("other")
            .disruption(
                Disruption.whenEmptyOrUnderutilized("5m")
                    .budget("10%")
                    .budget("0", "0 9 * * mon-fri", "8h"));

    assertThat(pool.settings())
        .hasSize(19)
        .allSatisfy(
            setting -> {
              assertThat(setting.reason()).isNotBlank();
              assertThat(setting.citation().status()).isIn(Status.DOCUMENTED, Status.UNCONFIRMED);
            });
    assertThat(value(pool, "spec.limits[nvidia.com/gpu]")).isEqualTo("8");
    assertThat(value(pool, "spec.disruption.budgets"))
        .isEqualTo("nodes 10%; nodes 0, schedule 0 9 * * mon-fri, duration 8h");
    assertThat(value(pool, "spec.template.spec.nodeClassRef"))
        .isEqualTo("group karpenter.k8s.aws, kind EC2NodeClass, name other");
  }

  @Test
  void aRequirementNarrowsTheTypes() {
    NodePool pool =
        NodePool.of("gpu", EKS, "T4").requirement("karpenter.k8s.aws/instance-size", "xlarge");

    assertThat(types(pool)).containsExactly("g4dn.xlarge");
    assertError(
        () -> pool.requirement("node.kubernetes.io/instance-type", "g5.xlarge"),
        "karpenter.malformed",
        "'g5.xlarge'");
  }

  private static final String GPU = "nvidia.com/gpu";

  private static Arguments refused(String what, UnaryOperator<NodePool> step, String message) {
    return Arguments.of(what, step, message);
  }

  static Stream<Arguments> refused() {
    return Stream.of(
        refused("weight 0", pool -> pool.weight(0), "weight: '0' is not from 1 to 100"),
        refused("weight 101", pool -> pool.weight(101), "weight: '101' is not from 1 to 100"),
        refused(
            "days",
            pool -> pool.expireAfter("30d"),
            "write hours, minutes and seconds, such as 720h"),
        refused(
            "a duration of any length",
            pool -> pool.expireAfter("1h".repeat(100_000) + "d"),
            "write hours, minutes and seconds, such as 720h"),
        refused(
            "a label of Karpenter's",
            pool -> pool.label("karpenter.sh/nodepool", "gpu"),
            "label: 'karpenter.sh/nodepool' is Karpenter's to write"),
        refused(
            "a label of a domain within Karpenter's",
            pool -> pool.label("team.karpenter.sh/x", "gpu"),
            "is Karpenter's to write"),
        refused(
            "a host", pool -> pool.label("kubernetes.io/hostname", "a"), "is Karpenter's to write"),
        refused(
            "a misspelt label",
            pool -> pool.requirement("karpenter.k8s.aws/instance-gpu-nam", "t4"),
            "did you mean karpenter.k8s.aws/instance-gpu-name"),
        refused(
            "Spot",
            pool -> pool.requirement("karpenter.sh/capacity-type", "Spot"),
            "did you mean spot"),
        refused(
            "no value",
            pool -> pool.requirement("topology.kubernetes.io/zone"),
            "no value was given"),
        refused(
            "a zone that no cloud has",
            pool -> pool.requirement("topology.kubernetes.io/zone", "zone-1"),
            "'zone-1' is not a name that AWS gives"),
        refused(
            "a region's end",
            pool -> pool.label("topology.kubernetes.io/region", "us-east"),
            "name yours, such as us-east-1"),
        refused(
            "a label value",
            pool -> pool.label("gpu", "1/4*T4"),
            "label gpu: '1/4*T4' is not a value of a label"),
        refused(
            "a taint's key",
            pool -> pool.taint(new Taint("nvidia gpu", "", Taint.Effect.NO_SCHEDULE)),
            "taint: 'nvidia gpu' is not a key"),
        refused(
            "half a GPU",
            pool -> pool.limit("nvidia.com/gpu", "0.5"),
            "limit nvidia.com/gpu: '0.5' is not a whole number"),
        refused(
            "a limit that nothing counts",
            pool -> pool.limit("gpu", "8"),
            "limit: 'gpu' is nothing that Karpenter counts on these nodes, so it would limit nothing; write one of nvidia.com/gpu, cpu,"),
        refused(
            "other GPUs",
            pool -> pool.limit("amd.com/gpu", "8"),
            "limit: 'amd.com/gpu' is nothing"),
        refused("a limit in GB", pool -> pool.limit("memory", "400GB"), "400GB"),
        refused(
            "a limit of CPU below a node",
            pool -> pool.limit("cpu", "2"),
            "node pool gpu: limit cpu: '2' is less than any node of it has, so Karpenter would buy none; g4dn.xlarge has 4,"),
        refused(
            "a limit of memory below a node",
            pool -> pool.limit("memory", "8Gi"),
            "limit memory: '8Gi' is less than any node of it has, so Karpenter would buy none; g4dn.xlarge has 16Gi,"),
        refused(
            "a limit of GPUs below a node",
            pool -> pool.requirement("karpenter.k8s.aws/instance-gpu-count", "4").limit(GPU, "2"),
            "limit nvidia.com/gpu: '2' is less than any node of it has, so Karpenter would buy none; g4dn.12xlarge has 4,"),
        refused(
            "of two types alike, the first that was named",
            pool -> NodePool.of("gpu", EKS, "g5.xlarge", "g4dn.xlarge").limit("cpu", "2"),
            "g5.xlarge has 4,"),
        refused(
            "and of two with as much memory",
            pool -> NodePool.of("gpu", EKS, "g5.xlarge", "g4dn.xlarge").limit("memory", "8Gi"),
            "g5.xlarge has 16Gi,"),
        refused(
            "of several the type with the fewest GPUs",
            pool ->
                NodePool.of("gpu", EKS, "g4dn.metal", "g5.12xlarge", "g4dn.12xlarge")
                    .limit(GPU, "2"),
            "g5.12xlarge has 4,"),
        refused(
            "types above a limit that is there already",
            pool -> pool.limit(GPU, "2").requirement("karpenter.k8s.aws/instance-gpu-count", "4"),
            "limit nvidia.com/gpu: '2' is less"),
        refused(
            "limits that no type is within together",
            pool ->
                pool.requirement(
                        "node.kubernetes.io/instance-type", "g4dn.16xlarge", "g4dn.12xlarge")
                    .limit("cpu", "48")
                    .limit(GPU, "1"),
            "each node of it has more of one of them"),
        refused("a class", pool -> pool.nodeClass("Gpu"), "EC2NodeClass: 'Gpu' is not a name"),
        refused("no capacity type", NodePool::capacityTypes, "none was given"));
  }

  @Test
  void aLimitIsOfOneNodeOrMoreOrStopsThePool() {
    NodePool pool = NodePool.of("gpu", EKS, "T4");

    assertThat(value(pool.limit(GPU, "1").limit("cpu", "4"), "spec.limits[cpu]")).isEqualTo("4");
    assertThat(value(pool.limit("cpu", "0").limit(GPU, "1"), "spec.limits[cpu]")).isEqualTo("0");
    assertThat(value(pool.limit("nodes", "1"), "spec.limits[nodes]")).isEqualTo("1");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refused")
  void whatKarpenterRefusesIsRefusedFirst(
      String what, UnaryOperator<NodePool> step, String message) {
    NodePool pool = NodePool.of("gpu", EKS, "T4");

    assertThatThrownBy(() -> step.apply(pool))
        .isInstanceOf(GpuSpecException.class)
        .hasMessageContaining(message);
  }

  private static Arguments call(String what, ThrowingCallable call, String message) {
    return Arguments.of(what, call, message);
  }

  static Stream<Arguments> refusedDisruptions() {
    return Stream.of(
        call(
            "WhenEmpty alone",
            () -> Disruption.of("WhenEmpty", ""),
            "consolidateAfter: '' was given with WhenEmpty, and Karpenter before 1.15 requires it with every policy; write 30s"),
        call(
            "the policy of v1beta1",
            () -> Disruption.of("WhenUnderutilized", "30s"),
            "in v1 write WhenEmptyOrUnderutilized"),
        call("seconds without a unit", () -> Disruption.whenEmpty("30"), "such as 720h"),
        call(
            "a budget above all",
            () -> Disruption.whenEmpty("5m").budget("101%"),
            "budget: '101%' is neither a number of nodes nor a percentage up to 100"),
        call(
            "a budget above all at times",
            () -> Disruption.whenEmpty("5m").budget("101%", "@daily", "8h"),
            "budget: '101%' is neither a number of nodes nor a percentage up to 100"),
        call(
            "a budget more than the API takes",
            () -> budgets(50).budget("1"),
            "budgets: 51 are more than the 50 that Karpenter takes"),
        call(
            "a duration in seconds",
            () -> Disruption.whenEmpty("5m").budget("1", "@daily", "30s"),
            "in hours and minutes"),
        call(
            "four fields",
            () -> Disruption.whenEmpty("5m").budget("1", "0 9 * *", "8h"),
            "is not a cron line"),
        call("a name", () -> NodePool.of("GPU", EKS, "T4"), "NodePool: 'GPU' is not a name"),
        call("no GPU", () -> NodePool.of("gpu", EKS), "no GPU was named"),
        call("a GPU that AWS lacks", () -> NodePool.of("gpu", EKS, "P100"), "P100"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refusedDisruptions")
  void whatMakesNoPoolIsRefusedWithTheFix(String what, ThrowingCallable call, String message) {
    assertThatThrownBy(call).isInstanceOf(GpuSpecException.class).hasMessageContaining(message);
  }

  private static Disruption budgets(int count) {
    Disruption disruption = Disruption.whenEmpty("5m");
    for (int i = 0; i < count; i++) {
      disruption = disruption.budget("1");
    }
    return disruption;
  }

  @Test
  void aDisruptionSaysItself() {
    assertThat(Disruption.whenEmpty("30s")).hasToString("WhenEmpty after 30s");
    assertThat(
            Disruption.whenEmptyOrUnderutilized("5m")
                .budget("10%")
                .budget("0", "0 9 * * mon-fri", "8h"))
        .hasToString(
            "WhenEmptyOrUnderutilized after 5m; 10% of nodes; 0 of nodes, from 0 9 * * mon-fri for 8h");
  }

  @Test
  void aTypeThatThePoolDoesNotBuyHasNoNode() {
    assertError(
        () -> NodePool.of("gpu", EKS, "T4").node("g5.xlarge"), "karpenter.unknown", "'g5.xlarge'");
  }
}
