package io.gpuspec.scheduling;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.scheduling.PodView.Container;
import io.gpuspec.scheduling.PodView.Role;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.Finding;
import io.gpuspec.value.MemorySize;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PodViewTest {

  private static Container container(Map<String, String> requests, Map<String, String> limits) {
    return new Container("main", Role.MAIN, requests, limits);
  }

  @Test
  void aLimitAloneCountsAsTheRequestAsInTheApiServer() {
    Container limited = container(Map.of(), Map.of("cpu", "2", "memory", "4Gi"));

    assertThat(limited.cpuRequest()).isEqualTo(CpuAmount.ofCores(2));
    assertThat(limited.memoryRequest()).isEqualTo(MemorySize.ofGibibytes(4));
  }

  @Test
  void aRequestAloneIsNoLimit() {
    Container requesting = container(Map.of("cpu", "500m", "memory", "1Gi"), Map.of());

    assertThat(requesting.cpuRequest()).isEqualTo(CpuAmount.ofMillicores(500));
    assertThat(requesting.cpuLimit()).isEqualTo(CpuAmount.ZERO);
    assertThat(requesting.memoryRequest()).isEqualTo(MemorySize.ofGibibytes(1));
    assertThat(requesting.memoryLimit()).isEqualTo(MemorySize.ZERO);
    assertThat(requesting.count("nvidia.com/gpu")).isZero();
  }

  @Test
  void aRequestOfZeroBesideALimitStaysZero() {
    assertThat(container(Map.of("cpu", "0"), Map.of("cpu", "2")).cpuRequest())
        .isEqualTo(CpuAmount.ZERO);
  }

  @Test
  void quantitiesAreReadOnlyWhenSomebodyAsks() {
    Container odd = container(Map.of("cpu", "many", "hugepages-2Mi", "?"), Map.of());

    assertThat(odd.memoryRequest()).isEqualTo(MemorySize.ZERO);
    assertError(odd::cpuRequest, "quantity.malformed", "many");
  }

  @Test
  void aPodKeepsItsContainersByRoleInOrder() {
    PodView pod =
        PodView.empty()
            .container(new Container("setup", Role.INIT, Map.of(), Map.of()))
            .container(new Container("proxy", Role.SIDECAR, Map.of(), Map.of()))
            .container("main", Map.of(), Map.of());

    assertThat(pod.runningContainers())
        .extracting(Container::name)
        .containsExactly("proxy", "main");
    assertThat(pod.initContainers()).extracting(Container::name).containsExactly("setup");
    assertThat(pod.containers())
        .extracting(Container::name)
        .containsExactly("setup", "proxy", "main");
    assertThat(PodView.empty().runningContainers()).isEmpty();
  }

  @Test
  void theLastAnnotationOfAKeyCounts() {
    PodView pod = PodView.empty().annotation("a", "1").annotation("a", "2");

    assertThat(pod.annotation("a")).contains("2");
    assertThat(pod.annotation("b")).isEmpty();
  }

  @Test
  void severalAtOnceAreAddedToWhatIsThere() {
    NodeTerm t4 = term(NodeRequirement.in("gpu", "t4"));
    NodeTerm v100 = term(NodeRequirement.in("gpu", "v100"));
    Toleration spot = Toleration.exists("spot");
    Container proxy = new Container("proxy", Role.SIDECAR, Map.of(), Map.of());
    PodView one =
        PodView.empty()
            .annotation("a", "1")
            .label("l", "1")
            .nodeSelector("s", "1")
            .nodeTerm(t4)
            .toleration(spot)
            .container("main", Map.of(), Map.of());

    PodView all =
        one.annotations(Map.of("a", "2", "b", "3"))
            .labels(Map.of("l", "2", "m", "3"))
            .nodeSelector(Map.of("s", "2", "t", "3"))
            .nodeTerms(List.of(v100))
            .tolerations(List.of(Toleration.exists("gpu")))
            .containers(List.of(proxy));

    assertThat(all.annotations()).containsOnly(Map.entry("a", "2"), Map.entry("b", "3"));
    assertThat(all.label("l")).contains("2");
    assertThat(all.label("m")).contains("3");
    assertThat(all.nodeSelector()).containsOnly(Map.entry("s", "2"), Map.entry("t", "3"));
    assertThat(all.nodeTerms()).containsExactly(t4, v100);
    assertThat(all.tolerations()).containsExactly(spot, Toleration.exists("gpu"));
    assertThat(all.containers()).extracting(Container::name).containsExactly("main", "proxy");
    assertThat(one.annotations()).containsOnly(Map.entry("a", "1"));
  }

  @Test
  void termsAreReplacedRequiredAndPreferredOnesApart() {
    NodeTerm t4 = term(NodeRequirement.in("gpu", "t4"));
    NodeTerm v100 = term(NodeRequirement.in("gpu", "v100"));
    PodView pod = PodView.empty().nodeTerm(t4).withPreferredNodeTerms(List.of(t4, v100));

    assertThat(pod.withNodeTerms(List.of(v100)).nodeTerms()).containsExactly(v100);
    assertThat(pod.withNodeTerms(List.of()).preferredNodeTerms()).containsExactly(t4, v100);
    assertThat(pod.withPreferredNodeTerms(List.of(v100)).preferredNodeTerms())
        .containsExactly(v100);
    assertThat(pod.nodeTerms()).containsExactly(t4);
  }

  @Test
  void theKindOfWorkloadAndTheClaimsAreKept() {
    PodView pod = PodView.empty().claim("gpu").claim("nic").workloadKind("Job");

    assertThat(pod.claims()).containsExactly("gpu", "nic");
    assertThat(pod.withoutClaims().claims()).isEmpty();
    assertThat(pod.withoutClaims().workloadKind()).contains("Job");
    assertThat(PodView.empty().workloadKind()).isEmpty();
    assertThat(pod.fits(NodeView.of("n")))
        .hasToString(
            "fits n; not known: whether the node has devices for the resource claims gpu, nic; ask"
                + " with the claims and the node's slices");
  }

  @Test
  void podsAreEqualThatSayTheSame() {
    PodView pod = PodView.empty().annotation("a", "1").claim("gpu");

    assertThat(pod)
        .isEqualTo(PodView.empty().claim("gpu").annotation("a", "1"))
        .isNotEqualTo(pod.withoutClaims())
        .isNotEqualTo(pod.workloadKind("Job"))
        .isNotEqualTo(pod.toString());
    assertThat(PodView.empty()).hasToString("pod without containers");
    assertThat(pod.container("main", Map.of(), Map.of())).hasToString("pod of main");
  }

  @Test
  void everyContainerIsChangedInItsPlace() {
    PodView pod =
        PodView.empty()
            .container("a", Map.of("cpu", "1"), Map.of())
            .container("b", Map.of("cpu", "2"), Map.of());

    PodView changed =
        pod.withContainers(
            c -> new Container(c.name(), c.role(), Map.of("cpu", "3"), Map.of("cpu", "4")));

    assertThat(changed.containers())
        .extracting(Container::toString)
        .containsExactly(
            "a (main): requests {cpu=3}, limits {cpu=4}",
            "b (main): requests {cpu=3}, limits {cpu=4}");
  }

  /** The scheduler counts the overhead with what runs, and what a pod states as a whole first. */
  @Test
  void aPodRequestsWhatItsContainersDoUnlessItSaysItselfAndItsOverhead() {
    PodView pod =
        PodView.empty()
            .container("a", Map.of("cpu", "1", "memory", "1Gi"), Map.of())
            .container("b", Map.of("cpu", "500m", "memory", "1Gi"), Map.of());

    assertThat(pod.cpuRequest()).isEqualTo(CpuAmount.ofMillicores(1500));
    assertThat(pod.memoryRequest()).isEqualTo(MemorySize.ofGibibytes(2));

    PodView all = pod.overhead(Map.of("cpu", "250m", "memory", "1Gi"));
    assertThat(all.cpuRequest()).isEqualTo(CpuAmount.ofMillicores(1750));
    assertThat(all.memoryRequest()).isEqualTo(MemorySize.ofGibibytes(3));

    PodView whole = all.resources(Map.of("cpu", "4", "memory", "8Gi"), Map.of());
    assertThat(whole.cpuRequest()).isEqualTo(CpuAmount.ofMillicores(4250));
    assertThat(whole.memoryRequest()).isEqualTo(MemorySize.ofGibibytes(9));
  }

  @Test
  void extendedResourcesAndHugePagesAreCountedAndNothingElse() {
    Map<String, String> amounts =
        Map.of("nvidia.com/gpu", "2", "hugepages-2Mi", "4Mi", "cpu", "1", "memory", "1Gi");
    PodView pod =
        PodView.empty()
            .container("a", amounts, amounts)
            .container("b", Map.of(), Map.of("nvidia.com/gpu", "1"));

    assertThat(pod.extendedResources())
        .containsExactly(Map.entry("hugepages-2Mi", 4L << 20), Map.entry("nvidia.com/gpu", 3L));
  }

  /** An extended resource is stated twice with one amount, or in the limits alone. */
  @Test
  void devicesAreCountedAsTheApiServerTakesThem() {
    String gpu = "nvidia.com/gpu";

    assertThat(container(Map.of(), Map.of(gpu, "2")).count(gpu)).isEqualTo(2);
    assertThat(container(Map.of(gpu, "2"), Map.of(gpu, "2")).count(gpu)).isEqualTo(2);
    assertThat(container(Map.of(), Map.of(gpu, "100k")).count(gpu)).isEqualTo(100_000);
    assertThat(container(Map.of(), Map.of(gpu, "0")).count(gpu)).isZero();
    assertRefused("100001", "'100001' is more than any node has; write what one pod needs");
    assertRefused(
        "4Gi",
        "'4Gi' is more than any node has; write what one pod needs, without a unit, such as 4");
    assertRefused("-1", "'-1' is negative; write 0 or more");
    assertRefused("-100000", "'-100000' is negative; write 0 or more");
    assertRefused("-100001", "'-100001' is more than any node has; write what one pod needs");
    assertError(
        () -> container(Map.of(gpu, "1"), Map.of(gpu, "2")).count(gpu),
        "pod.limit-not-request",
        "2",
        "1");
  }

  private static void assertRefused(String devices, String problem) {
    Container container = container(Map.of(), Map.of("nvidia.com/gpu", devices));

    assertThatThrownBy(() -> container.count("nvidia.com/gpu"))
        .isInstanceOfSatisfying(
            PodFieldException.class,
            refused -> {
              assertThat(refused.problem()).isEqualTo(problem);
              assertThat(refused.field()).isEqualTo(PodField.limit("main", "nvidia.com/gpu"));
            });
  }

  @Test
  void whatIsRefusedIsAFieldOfTheContainerOrOfThePod() {
    PodFieldException ofPod =
        new PodFieldException("pod.malformed", PodField.label("a"), "'x' is odd; write y");

    assertThat(ofPod).hasMessage("metadata.labels[a]: 'x' is odd; write y");
    assertThat(ofPod.field()).isEqualTo(PodField.label("a"));
    assertThat(ofPod.problem()).isEqualTo("'x' is odd; write y");
  }

  @Test
  void aResourceWithoutAnAmountIsNamed() {
    Map<String, String> requests = new HashMap<>();
    requests.put("cpu", null);

    assertError(() -> container(requests, Map.of()), "value.missing", "null");
  }

  @Test
  void aContainerKeepsCopies() {
    Map<String, String> requests = new HashMap<>(Map.of("cpu", "1"));
    Container container = container(requests, Map.of());
    requests.put("cpu", "2");

    assertThat(container.cpuRequest()).isEqualTo(CpuAmount.ofCores(1));
  }

  @Test
  void fieldsPrintAsTheirPathInAPod() {
    assertThat(PodField.annotation("a/b")).hasToString("metadata.annotations[a/b]");
    assertThat(PodField.label("a")).hasToString("metadata.labels[a]");
    assertThat(PodField.nodeSelector("a")).hasToString("spec.nodeSelector[a]");
    assertThat(PodField.nodeAffinity("a")).hasToString("spec.affinity.nodeAffinity[a]");
    assertThat(PodField.toleration("a")).hasToString("spec.tolerations[a]");
    assertThat(PodField.request("c", "cpu")).hasToString("container 'c' resources.requests[cpu]");
    assertThat(PodField.limit("c", "cpu")).hasToString("container 'c' resources.limits[cpu]");
    assertThat(PodField.claim("gpus")).hasToString("spec.resourceClaims[gpus]");
    assertThat(PodField.device("nvidia.com/gpu")).hasToString("resources[nvidia.com/gpu]");
  }

  private static NodeTerm term(NodeRequirement... requirements) {
    return new NodeTerm(List.of(requirements));
  }

  @Test
  void whatAPodAsksOfANodeIsItsSelectorThenItsTerms() {
    PodView pod =
        PodView.empty()
            .nodeTerm(term(NodeRequirement.in("zone", "a", "b"), NodeRequirement.in("gpu", "t4")))
            .nodeTerm(term(new NodeRequirement("disk", "Exists", List.of())))
            .nodeSelector("os", "linux");

    assertThat(pod.nodeRequirements())
        .extracting(NodeRequirement::toString)
        .containsExactly("os In [linux]", "zone In [a, b]", "gpu In [t4]", "disk Exists");
    assertThat(PodView.empty().nodeRequirements()).isEmpty();
  }

  /** As a migration takes the labels of the cloud that a pod comes from off it. */
  @Test
  void requirementsAreChangedOrRemovedWhereverTheyAre() {
    NodeRequirement type = NodeRequirement.in("type", "a", "b");
    PodView pod =
        PodView.empty()
            .nodeSelector("type", "a")
            .nodeSelector("team", "x")
            .nodeTerm(term(type, NodeRequirement.in("gpu", "t4")))
            .withPreferredNodeTerms(List.of(term(type), term(NodeRequirement.in("zone", "z"))))
            .toleration(Toleration.exists("spot"));

    PodView without =
        pod.withNodeRequirements(
            each -> each.key().equals("type") ? Optional.empty() : Optional.of(each));

    assertThat(without.nodeSelector()).containsExactly(Map.entry("team", "x"));
    assertThat(without.nodeTerms()).containsExactly(term(NodeRequirement.in("gpu", "t4")));
    assertThat(without.preferredNodeTerms()).containsExactly(term(NodeRequirement.in("zone", "z")));
    assertThat(without.tolerations()).containsExactly(Toleration.exists("spot"));
    assertThat(without.selects(Map.of("team", "x", "gpu", "t4"))).isTrue();
  }

  @Test
  void aRequirementOnANodesNameIsRemovedToo() {
    NodeTerm named = new NodeTerm(List.of(), List.of(NodeRequirement.in("metadata.name", "gpu-1")));

    PodView anywhere =
        PodView.empty().nodeTerm(named).withNodeRequirements(each -> Optional.empty());

    assertThat(anywhere.nodeTerms()).isEmpty();
  }

  @Test
  void aTermOfWhichNothingIsLeftAdmitsAnyNode() {
    NodeTerm t4 = term(NodeRequirement.in("gpu", "t4"));
    PodView pod = PodView.empty().nodeTerm(t4).nodeTerm(term(NodeRequirement.in("type", "a")));

    assertThat(
            pod.withNodeRequirements(
                    each -> each.key().equals("type") ? Optional.empty() : Optional.of(each))
                .nodeTerms())
        .isEmpty();
    // One that was empty before admits none, and goes on to.
    assertThat(
            PodView.empty()
                .nodeTerm(t4)
                .nodeTerm(term())
                .withNodeRequirements(Optional::of)
                .nodeTerms())
        .containsExactly(t4, term());
  }

  /** A node selector has one value by key; what it cannot say is a requirement all the same. */
  @Test
  void aChangedSelectorSaysWhatASelectorCanSay() {
    PodView pod = PodView.empty().nodeSelector("gpu", "t4").nodeSelector("spot", "yes");

    PodView changed =
        pod.withNodeRequirements(
            each ->
                Optional.of(
                    each.key().equals("gpu")
                        ? NodeRequirement.in("accelerator", "tesla-t4", "nvidia-t4")
                        : new NodeRequirement("spot", "Exists", List.of())));

    assertThat(changed.nodeSelector()).containsExactly(Map.entry("accelerator", "tesla-t4"));
    assertThat(changed.nodeRequirements())
        .extracting(NodeRequirement::toString)
        .containsExactly("accelerator In [tesla-t4, nvidia-t4]", "spot Exists");
    assertThat(changed.selects(Map.of("accelerator", "nvidia-t4", "spot", "no"))).isTrue();
    assertThat(changed.selects(Map.of("accelerator", "nvidia-t4"))).isFalse();
  }

  @Test
  void aNodeIsSelectedWhereItMeetsTheSelectorAndOneTerm() {
    PodView pod =
        PodView.empty()
            .nodeSelector("os", "linux")
            .nodeTerm(term(NodeRequirement.in("gpu", "t4"), NodeRequirement.in("zone", "a")))
            .nodeTerm(term(NodeRequirement.in("gpu", "v100")));

    assertThat(pod.selects(Map.of("os", "linux", "gpu", "v100"))).isTrue();
    assertThat(pod.selects(Map.of("os", "linux", "gpu", "t4"))).isFalse();
    assertThat(pod.selects(Map.of("gpu", "v100"))).isFalse();
    // Of zones nothing is known here.
    assertThat(pod.selects(asked -> !asked.key().equals("gpu") || asked.values().contains("t4")))
        .isTrue();
    assertThat(pod.selects(asked -> !asked.key().equals("gpu"))).isFalse();
  }

  @Test
  void aTermWithoutRequirementsAdmitsNoNode() {
    PodView pod = PodView.empty().nodeTerm(term());

    assertThat(pod.selects(Map.of())).isFalse();
    assertThat(pod.selects(asked -> true)).isFalse();
    assertThat(pod.nodeTerm(term(NodeRequirement.in("gpu", "t4"))).selects(asked -> true)).isTrue();
  }

  private static PodView.Container asking(String name, PodView.Role role, String cpu) {
    return new PodView.Container(name, role, Map.of("cpu", cpu), Map.of());
  }

  @Test
  void thePeakIsTheLargestOfWhatRunsAtOnce() {
    PodView pod =
        PodView.empty()
            .container(asking("first", PodView.Role.INIT, "7"))
            .container(asking("proxy", PodView.Role.SIDECAR, "2"))
            .container(asking("second", PodView.Role.INIT, "6"))
            .container(asking("main", PodView.Role.MAIN, "3"))
            .container(asking("log", PodView.Role.MAIN, "1"));

    // first alone is 7, second beside the proxy 8, the rest together 6
    assertThat(pod.peak(CpuAmount.ZERO, PodView.Container::cpuRequest, CpuAmount::plus))
        .isEqualTo(CpuAmount.ofCores(8));
    assertThat(
            pod.container(asking("more", PodView.Role.MAIN, "3"))
                .peak(CpuAmount.ZERO, PodView.Container::cpuRequest, CpuAmount::plus))
        .isEqualTo(CpuAmount.ofCores(9));
  }

  @Test
  void gpusUnderOtherNamesAreFound() {
    PodView pod =
        PodView.empty()
            .container("a", Map.of(), Map.of("nvidia.com/gpu", "1", "cpu", "1"))
            .container("b", Map.of(), Map.of("nvidia.com/mig-1g.5gb", "1"))
            .container("c", Map.of(), Map.of("aliyun.com/gpu-mem", "4"))
            .container("d", Map.of(), Map.of("tke.cloud.tencent.com/qgpu-core", "20"))
            .container("e", Map.of(), Map.of("example.com/fpga", "1"));

    assertThat(pod.gpusBeside("nvidia.com/gpu"))
        .extracting(PodField::key)
        .containsExactly(
            "nvidia.com/mig-1g.5gb", "aliyun.com/gpu-mem", "tke.cloud.tencent.com/qgpu-core");
    assertThat(pod.gpusBeside("aliyun.com/gpu-mem"))
        .extracting(PodField::key)
        .contains("nvidia.com/gpu");
  }

  /** Source: Kubernetes, plugin/pkg/admission/extendedresourcetoleration/admission_test.go. */
  @Test
  void eachExtendedResourceOfAContainerIsTolerated() {
    PodView pod =
        PodView.empty()
            .container(
                new Container(
                    "init", Role.INIT, Map.of("example.com/b", "0", "cpu", "1"), Map.of()))
            .container("main", Map.of(), Map.of("example.com/a", "1", "hugepages-2Mi", "2Mi"))
            .toleration(Toleration.exists("example.com/a").effect(Taint.Effect.NO_SCHEDULE));

    assertThat(pod.withResourceTolerations().tolerations())
        .extracting(Toleration::toString)
        .containsExactly("example.com/a Exists NoSchedule", "example.com/b Exists NoSchedule");
    assertThat(pod.withResourceTolerations().withResourceTolerations())
        .isEqualTo(pod.withResourceTolerations());
    assertThat(
            PodView.empty().container("c", Map.of("cpu", "1"), Map.of()).withResourceTolerations())
        .hasToString("pod of c");
  }

  @Test
  void aDaemonSetRunsWhereItsControllerToleratesTheTaint() {
    PodView pod = PodView.empty().container("agent", Map.of(), Map.of());
    Taint pressure = new Taint("node.kubernetes.io/disk-pressure", "", Taint.Effect.NO_SCHEDULE);
    Taint network =
        new Taint("node.kubernetes.io/network-unavailable", "", Taint.Effect.NO_SCHEDULE);

    assertThat(pod.workloadKind("DaemonSet").tolerates(pressure)).isTrue();
    assertThat(pod.workloadKind("DaemonSet").tolerates(Taint.UNSCHEDULABLE)).isTrue();
    assertThat(pod.workloadKind("DaemonSet").tolerates(network)).isFalse();
    assertThat(pod.workloadKind("Deployment").tolerates(pressure)).isFalse();
  }

  /** Source: Kubernetes, pkg/kubelet/lifecycle/predicate.go, generalFilter. */
  @Test
  void aPodThatNamesItsNodeIsUpToTheKubeletThere() {
    NodeView node =
        NodeView.of("a")
            .unschedulable()
            .taint("team", "x", Taint.Effect.NO_SCHEDULE)
            .allocatable(Map.of("cpu", "4"));
    PodView pod = PodView.empty().container("c", Map.of("cpu", "1"), Map.of()).nodeName("a");

    assertThat(pod.fits(node).fits()).isTrue();
    assertThat(pod.fits(NodeView.of("b").allocatable(Map.of("cpu", "4"))))
        .hasToString(
            "does not fit b: node(s) didn't match the requested node name: the pod names a");
    assertThat(pod.fits(node.taint("team", "x", Taint.Effect.NO_EXECUTE)).reasons())
        .extracting(Finding::id)
        .containsExactly("node.taint");
    assertThat(pod.nodeSelector("disk", "ssd").fits(node).reasons())
        .extracting(Finding::id)
        .containsExactly("node.selector");
    assertThat(pod.container("gpu", Map.of(), Map.of("nvidia.com/gpu", "1")).fits(node).reasons())
        .extracting(Finding::message)
        .containsExactly(
            "Insufficient nvidia.com/gpu: 1 requested, 0 of 0 free; the kubelet does not check that, and starts the pod without");
    assertThat(pod.nodeName("").fits(node).fits()).isFalse();
  }
}
