package io.gpuspec.manifest.read;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.GpuSpec;
import io.gpuspec.Gpus;
import io.gpuspec.claim.NodeDevices;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.internal.found.AdmittedPod;
import io.gpuspec.scheduling.LabelSelector;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.value.Finding;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which nodes of a cluster take the pods of a file, and with which devices. */
class NodeFitsTest {
  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: train}
      spec:
        tolerations: [{key: nvidia.com/gpu, operator: Exists}]
        resourceClaims: [{name: gpu, resourceClaimTemplateName: two}]
        containers:
        - name: main
          image: r/train:v1
          resources: {requests: {cpu: "8"}, claims: [{name: gpu}]}
      ---
      apiVersion: resource.k8s.io/v1
      kind: ResourceClaimTemplate
      metadata: {name: two}
      spec:
        spec:
          devices:
            requests:
            - {name: gpus, exactly: {deviceClassName: gpu.nvidia.com, count: 2}}
      """;

  private static NodeView node(String name) {
    return NodeView.of(name).allocatable(Map.of("cpu", "47", "memory", "170Gi"));
  }

  private static String slices(String row, String node) {
    GpuSpec spec = Gpus.load().in("eks/nodegroup").catalog().gpu(row).specs().get(0);
    return PlatformObjects.of(NodeDevices.of(spec).node(node).slices().toArray(KubeObject[]::new))
        .yaml()
        .toString();
  }

  private static String claim(String name, String status) {
    return """
        ---
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaim
        metadata: {name: %s}
        spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.nvidia.com}}]}}
        %s
        """
        .formatted(name, status);
  }

  private static String given(String name, String device) {
    return claim(
        name,
        "status: {allocation: {devices: {results: [{request: gpu, driver: gpu.nvidia.com, pool: a,"
            + " device: %s}]}}}".formatted(device));
  }

  private static NodeFits fits(String devices, String... nodes) {
    return WorkloadFile.parse("pod.yaml", POD)
        .fits(
            List.of(nodes).stream().map(NodeFitsTest::node).toList(),
            DeviceFile.parse("devices.yaml", devices));
  }

  @Test
  void aPodFitsTheNodesWhoseDevicesItsClaimsAreGiven() {
    NodeFits fits =
        fits(slices("g6.12xlarge", "a") + "---\n" + slices("g6.xlarge", "b"), "a", "b", "c");

    assertThat(fits.isFound()).isTrue();
    assertThat(fits.isJudged()).isTrue();
    assertThat(fits.explain().toString().lines())
        .startsWith("Pod train: 1 of 3 nodes", "  fits      a: gpus gpu-0, gpus gpu-1")
        .last()
        .isEqualTo("  not       c: cannot allocate all claims: the node has no devices");
    assertThat(fits.answers().get(0).nodes().get(0).devices()).hasSize(2);
  }

  @Test
  void aPodThatRunsKeepsThePodsOfItsNamespaceAway() {
    String pod =
        "{apiVersion: v1, kind: Pod, metadata: {name: a, labels: {app: x}%s}, spec: {containers: [{name: a, image: i:1}]}}";
    NodeView taken =
        node("a")
            .repelling(
                "ml/old",
                "kubernetes.io/hostname",
                LabelSelector.of(Map.of("app", "x")),
                Set.of("ml"));

    assertThat(fitsOf(pod.formatted(", namespace: ml"), taken).isFound()).isFalse();
    assertThat(fitsOf(pod.formatted(", namespace: web"), taken).isJudged()).isTrue();
    assertThat(fitsOf(pod.formatted(""), taken).isFound()).isTrue();
    assertThat(fitsOf(pod.formatted(""), taken).isJudged()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"2, 2, true", "2, 5, false", "5, 2, false"})
  void workloadsThatWantTheSameNodeAreSaidToBeAskedOneByOne(int one, int other, boolean isSaid) {
    String pod =
        "{apiVersion: v1, kind: Pod, metadata: {name: p%s}, spec: {containers: [{name: a, image: i:1, resources: {limits: {nvidia.com/gpu: %s}}}]}}";
    NodeView four = node("a").allocatable(Map.of("cpu", "47", "nvidia.com/gpu", "4"));
    NodeFits fits = fitsOf(pod.formatted(1, one) + "\n---\n" + pod.formatted(2, other), four);

    assertThat(fits.notes().stream().anyMatch(note -> note.id().equals("nodes.one-by-one")))
        .isEqualTo(isSaid);
  }

  private static NodeFits fitsOf(String pod, NodeView node) {
    return WorkloadFile.parse("pod.yaml", pod).fits(List.of(node));
  }

  @Test
  void noSchedulerGivesDevicesToAPodThatNamesItsNode() {
    String named = POD.replace("spec:\n  tolerations", "spec:\n  nodeName: a\n  tolerations");
    NodeFits fits =
        WorkloadFile.parse("pod.yaml", named)
            .fits(List.of(node("a")), DeviceFile.parse("d.yaml", slices("g6.12xlarge", "a")));

    assertThat(named).isNotEqualTo(POD);
    assertThat(fits.explain())
        .hasToString(
            "Pod train: 0 of 1 node\n"
                + "  not       a: the pod names its node, so no scheduler gives its claims devices, and the kubelet waits for them");
    assertThat(
            WorkloadFile.parse("pod.yaml", named)
                .on(Gpus.load().in("eks/nodegroup"))
                .matches()
                .get(0)
                .match()
                .orElseThrow()
                .notes())
        .extracting(Note::id)
        .contains("claim.no-scheduler");
  }

  @Test
  void aPodThatRunsOnANodeIsAnsweredWithIt() {
    String running =
        "{apiVersion: v1, kind: Pod, metadata: {name: old}, spec: {nodeName: %s, containers: [{name: a, image: i:1, resources: {requests: {cpu: 99}}}]}%s}";
    String put = ", status: {phase: Running}";
    NodeFits here =
        WorkloadFile.parse("pod.yaml", running.formatted("a", put))
            .fits(List.of(node("b"), node("a")));
    NodeFits elsewhere =
        WorkloadFile.parse("pod.yaml", running.formatted("gone", put)).fits(List.of(node("a")));
    NodeFits wished =
        WorkloadFile.parse("pod.yaml", running.formatted("a", "")).fits(List.of(node("a")));

    assertThat(here.explain()).hasToString("Pod old: runs on a");
    assertThat(here.isFound()).isTrue();
    assertThat(here.isJudged()).isTrue();
    assertThat(elsewhere.isFound()).isFalse();
    assertThat(elsewhere.explain().toString()).startsWith("Pod old: 0 of 1 node\n");
    // A manifest asks for a node by its name; whether it is there already, a cluster says.
    assertThat(wished.isFound()).isFalse();
  }

  @Test
  void aManifestThatNamesItsNodeIsJudgedThereAsTheKubeletDoes() {
    String pod =
        "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {nodeName: a, containers: [{name: c, image: i:1, resources: {requests: {cpu: 1}}}]}}";
    NodeView a =
        NodeView.of("a")
            .allocatable(Map.of("cpu", "4"))
            .unschedulable()
            .taint("team", "x", Taint.Effect.NO_SCHEDULE);
    NodeView b = NodeView.of("b").allocatable(Map.of("cpu", "4"));
    NodeFits fits = WorkloadFile.parse("pod.yaml", pod).fits(List.of(a, b));

    assertThat(fits.explain())
        .hasToString(
            """
            Pod p: 1 of 2 nodes
              fits      a
              not       b: node(s) didn't match the requested node name: the pod names a""");
    assertThat(fits.notes()).extracting(Note::id).containsExactly("node.named");
    assertThat(WorkloadFile.parse("pod.yaml", pod).fits(List.of(b)).isFound()).isFalse();
    assertThat(
            WorkloadFile.parse("pod.yaml", pod)
                .fits(List.of(a.taint("team", "x", Taint.Effect.NO_EXECUTE)))
                .isFound())
        .isFalse();
  }

  /** The scheduler asks the devices of the class for what no device plugin advertises. */
  @ParameterizedTest
  @CsvSource({
    "nvidia.com/gpu, a, false, false",
    "deviceclass.resource.kubernetes.io/gpu.nvidia.com, a, false, false",
    "amd.com/gpu, a, false, true",
    // A node without devices, and one with a device plugin.
    "nvidia.com/gpu, b, false, true",
    "nvidia.com/gpu, a, true, true",
  })
  void aResourceThatADeviceClassServesIsNoHardNo(
      String resource, String name, boolean isAdvertised, boolean isNo) {
    String pod =
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: p}
        spec: {containers: [{name: c, image: i:1, resources: {limits: {%s: 2}}}]}
        """
            .formatted(resource);
    String devices =
        """
        apiVersion: resource.k8s.io/v1
        kind: DeviceClass
        metadata: {name: gpu.nvidia.com}
        spec: {extendedResourceName: nvidia.com/gpu}
        ---
        """
            + slices("g6.12xlarge", "a");
    NodeView node = isAdvertised ? node(name).allocatable(Map.of(resource, "1")) : node(name);
    NodeFits fits =
        WorkloadFile.parse("pod.yaml", pod)
            .fits(List.of(node), DeviceFile.parse("devices.yaml", devices));

    assertThat(fits.isFound()).isEqualTo(!isNo);
    assertThat(fits.isJudged()).isEqualTo(isNo);
  }

  @ParameterizedTest
  @CsvSource({"'', true", "'spec: {}', false", "'spec: {extendedResourceName: x.com/gpu}', false"})
  void theDriversOwnClassServesItsResourceUnlessTheFileHasAnother(String ofClass, boolean fits) {
    String pod =
        "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: c, image: i:1, resources: {limits: {nvidia.com/gpu: 1}}}]}}";
    String devices =
        ofClass.isEmpty()
            ? ""
            : "apiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: gpu.nvidia.com}\n%s\n---\n"
                .formatted(ofClass);
    NodeFits answer =
        WorkloadFile.parse("pod.yaml", pod)
            .fits(
                List.of(node("a")),
                DeviceFile.parse("devices.yaml", devices + slices("g6.12xlarge", "a")));

    assertThat(answer.isFound()).isEqualTo(fits);
    assertThat(answer.isJudged()).isEqualTo(!fits);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{driver: gpu.nvidia.com, pool: a, device: gpu-0} | NoExecute  | gpus gpu-1, gpus gpu-2",
        "{driver: gpu.nvidia.com, pool: a, device: gpu-0} | NoSchedule | gpus gpu-1, gpus gpu-2",
        "{driver: gpu.nvidia.com, pool: a, device: gpu-0} | None       | gpus gpu-0, gpus gpu-1",
        "{device: gpu-1}                                  | NoExecute  | gpus gpu-0, gpus gpu-2",
        "{pool: b}                                        | NoExecute  | gpus gpu-0, gpus gpu-1",
        "{}                                               | NoExecute  | taint example.com/broken is not tolerated",
        "null                                             | NoExecute  | gpus gpu-0, gpus gpu-1",
      })
  void rulesGiveDevicesTaints(String selector, String effect, String told) {
    String rule =
        """
        ---
        apiVersion: resource.k8s.io/v1
        kind: DeviceTaintRule
        metadata: {name: broken}
        spec:
          %s
          taint: {key: example.com/broken, effect: %s}
        """
            .formatted(selector.equals("null") ? "" : "deviceSelector: " + selector, effect);

    assertThat(fits(slices("g6.12xlarge", "a") + rule, "a").explain().toString()).contains(told);
  }

  @Test
  void aRuleThatSelectsByWhatIsNotReadLeavesTheAnswerOpen() {
    String rule =
        "---\n{apiVersion: resource.k8s.io/v1alpha3, kind: DeviceTaintRule, metadata: {name: r}, spec: {deviceSelector: {deviceClassName: gpu.nvidia.com}, taint: {key: a, effect: NoExecute}}}\n";
    NodeFits fits = fits(slices("g6.12xlarge", "a") + rule, "a");

    assertThat(fits.isFound()).isTrue();
    assertThat(fits.isJudged()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"Deployment, 9, 5", "Deployment, 5, ''", "Deployment, 1, ''", "DaemonSet, 9, ''"})
  void replicasWithoutRoomAreTold(String kind, int replicas, String room) {
    String file =
        """
        apiVersion: apps/v1
        kind: %s
        metadata: {name: w}
        spec:
          %s
          selector: {matchLabels: {app: w}}
          template:
            metadata: {labels: {app: w}}
            spec: {containers: [{name: c, image: i:1, resources: {limits: {nvidia.com/gpu: 1}}}]}
        """
            .formatted(kind, kind.equals("DaemonSet") ? "" : "replicas: " + replicas);
    NodeFits fits =
        WorkloadFile.parse("w.yaml", file)
            .fits(
                List.of(
                    node("a").allocatable(Map.of("nvidia.com/gpu", "3")),
                    node("b").allocatable(Map.of("nvidia.com/gpu", "2")),
                    node("c")));

    assertThat(fits.isFound()).isTrue();
    assertThat(fits.notes().stream().map(Note::toString))
        .filteredOn(note -> note.startsWith("nodes.short"))
        .containsExactlyElementsOf(
            room.isEmpty()
                ? List.of()
                : List.of(
                    "nodes.short: Deployment w has 9 pods, and the nodes have room for 5 of them"));
  }

  private static NodeFits fitsOfReplicas(
      int replicas, String other, String asked, PodView... pods) {
    String file =
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: w}
        spec:
          replicas: %s
          selector: {matchLabels: {app: w}}
          template:
            metadata: {labels: {app: w}}
            spec:
              %s
              containers: [{name: c, image: i:1, resources: {limits: {%s}}}]
        """
            .formatted(replicas, other, asked);
    NodeView node =
        node("a")
            .label("aliyun.accelerator/nvidia_count", "2")
            .allocatable(Map.of("aliyun.com/gpu-mem", "28", "nvidia.com/gpu", "2"));
    for (PodView pod : pods) {
      node = node.pod(pod);
    }
    return WorkloadFile.parse("w.yaml", file).fits(List.of(node));
  }

  /** Of two cards of 14, each holds two pods that ask 5, and what they leave holds none. */
  @Test
  void theRoomOfCardsIsCountedCardByCard() {
    assertThat(fitsOfReplicas(4, "", "aliyun.com/gpu-mem: 5").notes()).isEmpty();
    assertThat(fitsOfReplicas(5, "", "aliyun.com/gpu-mem: 5").notes())
        .extracting(Note::toString)
        .containsExactly(
            "nodes.short: Deployment w has 5 pods, and the nodes have room for 4 of them");
  }

  @Test
  void roomThatIsNotKnownIsNotCounted() {
    String apart =
        "affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: kubernetes.io/hostname,"
            + " labelSelector: {matchLabels: {app: w}}}]}}";
    Map<String, String> some = Map.of("aliyun.com/gpu-mem", "3");
    PodView running = PodView.empty().container("c", some, some);

    for (NodeFits fits :
        List.of(
            fitsOfReplicas(9, apart, "nvidia.com/gpu: 1"),
            fitsOfReplicas(9, "", "aliyun.com/gpu-mem: 5", running))) {
      assertThat(fits.isFound()).isTrue();
      assertThat(fits.isJudged()).isFalse();
      assertThat(fits.notes()).extracting(Note::id).doesNotContain("nodes.short");
    }
  }

  private static NodeFits fitsOfClaims(int replicas, String claim, String request, String devices) {
    String file =
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: w}
        spec:
          replicas: %s
          selector: {matchLabels: {app: w}}
          template:
            metadata: {labels: {app: w}}
            spec:
              resourceClaims: [{name: gpu, %s}]
              containers: [{name: c, image: i:1, resources: {requests: {cpu: "8"}, claims: [{name: gpu}]}}]
        ---
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaimTemplate
        metadata: {name: own}
        spec: {spec: {devices: {requests: [{name: gpu, exactly: {%s}}]}}}
        ---
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaim
        metadata: {name: all}
        spec: {devices: {requests: [{name: gpu, exactly: {%s}}]}}
        """
            .formatted(replicas, claim, request, request);
    return WorkloadFile.parse("w.yaml", file)
        .fits(List.of(node("a"), node("b")), DeviceFile.parse("devices.yaml", devices));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "5   | resourceClaimTemplateName: own | deviceClassName: gpu.nvidia.com                    |",
        "6   | resourceClaimTemplateName: own | deviceClassName: gpu.nvidia.com                    | 5",
        "2   | resourceClaimTemplateName: own | 'deviceClassName: gpu.nvidia.com, count: 3'        | 1",
        "9   | resourceClaimTemplateName: own | 'deviceClassName: gpu.nvidia.com, adminAccess: true' |",
        "11  | resourceClaimTemplateName: own | 'deviceClassName: gpu.nvidia.com, adminAccess: true' | 10",
        "5   | resourceClaimName: all         | deviceClassName: gpu.nvidia.com                    |",
        "6   | resourceClaimName: all         | deviceClassName: gpu.nvidia.com                    | 5",
      })
  void devicesAreCountedForAllReplicas(int replicas, String claim, String request, Integer room) {
    NodeFits fits =
        fitsOfClaims(
            replicas,
            claim,
            request,
            slices("g6.12xlarge", "a") + "---\n" + slices("g6.xlarge", "b"));

    assertThat(fits.isFound()).isTrue();
    assertThat(fits.notes())
        .extracting(Note::toString)
        .filteredOn(note -> note.startsWith("nodes."))
        .containsExactlyElementsOf(
            room == null
                ? List.of()
                : List.of(
                    "nodes.short: Deployment w has %s pods, and the nodes have room for %s of them"
                        .formatted(replicas, room)));
  }

  /** Each of two nodes has a card, and a slice of a network that some nodes have. */
  @ParameterizedTest
  @CsvSource({"2, false", "3, true"})
  void itIsNotKnownWhetherThereIsRoomOnlyWhereTooLittleWasFound(int replicas, boolean isTold) {
    String network =
        slices("g6.xlarge", "c").replace("nodeName: c", "nodeSelector: {nodeSelectorTerms: []}");
    NodeFits fits =
        fitsOfClaims(
            replicas,
            "resourceClaimTemplateName: own",
            "deviceClassName: gpu.nvidia.com",
            slices("g6.xlarge", "a") + "---\n" + slices("g6.xlarge", "b") + "---\n" + network);

    assertThat(ofNodes(fits))
        .containsExactlyElementsOf(
            isTold
                ? List.of(
                    "nodes.not-counted: Deployment w has 3 pods, and it is not known whether the nodes have devices for all of them")
                : List.of());
  }

  @ParameterizedTest
  @CsvSource({"5, nodeName, ''", "6, nodeName, nodes.short", "6, allNodes, nodes.not-counted"})
  void aClaimInCommonKeepsPodsOnANodeThatHasTheDevice(int replicas, String of, String note) {
    String devices =
        slices("g6.xlarge", "a")
            .replace("nodeName: a", of + (of.equals("nodeName") ? ": a" : ": true"));
    NodeFits fits =
        fitsOfClaims(
            replicas, "resourceClaimName: all", "deviceClassName: gpu.nvidia.com", devices);

    assertThat(fits.isFound()).isTrue();
    assertThat(String.join("", ofNodes(fits))).startsWith(note);
  }

  private static List<String> ofNodes(NodeFits fits) {
    return fits.notes().stream()
        .map(Note::toString)
        .filter(note -> note.startsWith("nodes."))
        .toList();
  }

  @Test
  void devicesThatClaimsOfTheClusterHaveAreNotCounted() {
    NodeFits fits =
        fitsOfClaims(
            4,
            "resourceClaimTemplateName: own",
            "deviceClassName: gpu.nvidia.com",
            slices("g6.12xlarge", "a") + given("old", "gpu-0") + given("older", "gpu-3"));

    assertThat(fits.notes())
        .extracting(Note::toString)
        .contains("nodes.short: Deployment w has 4 pods, and the nodes have room for 2 of them");
  }

  @Test
  void whatTakesTooManyStepsIsNotCounted() {
    GpuSpec row = Gpus.load().in("eks/nodegroup").catalog().gpu("p4d.24xlarge").specs().get(0);
    String slices =
        PlatformObjects.of(
                NodeDevices.of(row).node("a").dynamicMig().slices().toArray(KubeObject[]::new))
            .yaml()
            .toString();
    // The first pod has the devices at once, and for the second all ways would have to be tried.
    NodeFits fits =
        fitsOfClaims(
            2,
            "resourceClaimTemplateName: own",
            "deviceClassName: mig.nvidia.com, count: 22",
            slices);

    assertThat(fits.isFound()).isTrue();
    assertThat(fits.notes()).extracting(Note::id).contains("nodes.not-counted");
  }

  private static NodeFits fits(String spec, NodeView node) {
    String pod =
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: p, labels: {app: a}}
        spec:
          %s
        """
            .formatted(spec);
    return WorkloadFile.parse("pod.yaml", pod).fits(List.of(node));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{hostPort: 80, containerPort: 8}                     | false | false",
        "{hostPort: 80, containerPort: 8, hostIP: 10.0.0.1}   | false | false",
        "{hostPort: 80, containerPort: 8, protocol: UDP}      | false | true",
        "{hostPort: 81, containerPort: 80}                    | false | true",
        "{containerPort: 80}                                  | false | true",
        "{containerPort: 80}                                  | true  | false",
      })
  void aPortOfTheNodeIsOfOnePod(String port, boolean isOfHost, boolean isFree) {
    NodeView node =
        NodeView.of("n").allocatable(Map.of()).pod(PodView.empty().hostPort("", "", 80));
    NodeFits fits =
        fits(
            "{hostNetwork: %s, containers: [{name: c, image: i:1, ports: [%s]}]}"
                .formatted(isOfHost, port),
            node);

    assertThat(fits.isFound()).isEqualTo(isFree);
    assertThat(fits.explain().toString().contains("didn't have free ports")).isEqualTo(!isFree);
  }

  @ParameterizedTest
  @CsvSource({"'', '', 80/TCP", "10.0.0.1, '', 80/TCP", "'', 10.0.0.1, 10.0.0.1:80/TCP"})
  void theReasonOfAPortNamesTheOneThatAnotherPodHas(String asked, String there, String named) {
    assertThat(
            PodView.empty()
                .hostPort("", asked, 80)
                .hostPort("UDP", "10.0.0.1", 53)
                .fits(
                    NodeView.of("n")
                        .pod(PodView.empty().hostPort("TCP", there, 80).hostPort("UDP", "", 54)))
                .reasons())
        .extracting(Finding::message)
        .containsExactly(
            "node(s) didn't have free ports for the requested pod ports: a pod there has " + named);
  }

  @Test
  void aPodWithGatesIsNotScheduled() {
    NodeFits fits =
        fits(
            "{schedulingGates: [{name: kueue.x-k8s.io/admission}], containers: [{name: c, image: i:1}]}",
            NodeView.of("n"));

    assertThat(fits.isFound()).isFalse();
    assertThat(fits.explain().toString())
        .contains("non-empty scheduling gates: kueue.x-k8s.io/admission");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: a}]}}  | required podAntiAffinity",
        "affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: a}]}}      | required podAffinity",
        "affinity: {podAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1}]}}          | ''",
        "topologySpreadConstraints: [{maxSkew: 1, topologyKey: a, whenUnsatisfiable: DoNotSchedule}]        | topologySpreadConstraints",
        "topologySpreadConstraints: [{maxSkew: 1, topologyKey: a, whenUnsatisfiable: ScheduleAnyway}]       | ''",
        "nodeName: g-1, affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: a}]}} | ''",
      })
  void whatAPodRequiresOfOtherPodsIsNotJudged(String field, String told) {
    NodeFits fits =
        fits("{%s, containers: [{name: c, image: i:1}]}".formatted(field), NodeView.of("g-1"));

    assertThat(fits.isFound()).isTrue();
    assertThat(fits.isJudged()).isEqualTo(told.isEmpty());
    assertThat(fits.explain().toString())
        .contains(told.isEmpty() ? "fits" : told + " is not judged");
  }

  @Test
  void whatKueueHoldsTogetherIsNotJudged() {
    String pod =
        "{apiVersion: v1, kind: Pod, metadata: {name: p, annotations: {kueue.x-k8s.io/podset-required-topology: kubernetes.io/hostname}}, spec: {containers: [{name: c, image: i:1}]}}";
    NodeFits fits = WorkloadFile.parse("pod.yaml", pod).fits(List.of(NodeView.of("g-1")));

    assertThat(fits.isFound()).isTrue();
    assertThat(fits.isJudged()).isFalse();
    assertThat(fits.explain().toString())
        .contains("kueue.x-k8s.io/podset-required-topology is not judged");
  }

  /** The API server of EKS adds the toleration before the scheduler sees the pod. */
  @Test
  void onNodesOfEksTheTaintOfAResourceIsTolerated() {
    String pod =
        "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: c, image: i:1, resources: {limits: {nvidia.com/gpu: 1}}}]}}";
    NodeView any =
        NodeView.of("a")
            .allocatable(Map.of("nvidia.com/gpu", "1"))
            .taint("nvidia.com/gpu", "true", Taint.Effect.NO_SCHEDULE);
    NodeFits eks =
        WorkloadFile.parse("pod.yaml", pod)
            .fits(List.of(any.label("eks.amazonaws.com/nodegroup", "gpu")));

    assertThat(eks.isFound()).isTrue();
    assertThat(eks.notes())
        .extracting(Note::message)
        .containsExactly(
            "Pod p does not tolerate the taint nvidia.com/gpu=true:NoSchedule; the API server adds the toleration, because the pod requests nvidia.com/gpu");
    NodeFits elsewhere = WorkloadFile.parse("pod.yaml", pod).fits(List.of(any));
    assertThat(elsewhere.isFound()).isFalse();
    assertThat(elsewhere.notes()).isEmpty();
  }

  /** Zones of AWS are labels of every cluster on AWS, and Karpenter runs on other clouds too. */
  @ParameterizedTest
  @CsvSource({
    "eks.amazonaws.com/nodegroup, true",
    "eks.amazonaws.com/compute-type, true",
    "karpenter.k8s.aws/instance-family, true",
    "topology.k8s.aws/zone-id, false",
    "karpenter.sh/nodepool, false",
    "eks.amazonaws.com, false",
    "noteks.amazonaws.com/nodegroup, false",
  })
  void labelsOfEksAloneSayThatATolerationIsAdded(String label, boolean isAdded) {
    String pod =
        "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: c, image: i:1, resources: {limits: {nvidia.com/gpu: 1}}}]}}";
    NodeView node =
        NodeView.of("a")
            .allocatable(Map.of("nvidia.com/gpu", "1"))
            .label("karpenter.sh/capacity-type", "on-demand")
            .label(label, "x")
            .label("kubernetes.io/os", "linux")
            .taint("nvidia.com/gpu", "true", Taint.Effect.NO_SCHEDULE);
    Workload workload = WorkloadFile.parse("pod.yaml", pod).workloads().get(0);

    assertThat(WorkloadFile.parse("pod.yaml", pod).fits(List.of(node)).isFound())
        .isEqualTo(isAdded);
    assertThat(workload.fits(node, List.of()).fits()).isEqualTo(isAdded);
  }

  /** What was looked up for a node is what counts: no pod looks at its labels again. */
  @Test
  void whatAnApiServerAddsIsLookedUpOnceForANode() {
    NodeView labelled =
        NodeView.of("a")
            .allocatable(Map.of("nvidia.com/gpu", "1"))
            .label("eks.amazonaws.com/nodegroup", "gpu")
            .taint("nvidia.com/gpu", "true", Taint.Effect.NO_SCHEDULE);
    AdmittedPod.Node lookedUp = AdmittedPod.Node.of(labelled);
    AdmittedPod.Node asNone = new AdmittedPod.Node(labelled, Optional.empty());
    Map<String, String> one = Map.of("nvidia.com/gpu", "1");
    AdmittedPod pod = AdmittedPod.of(PodView.empty().container("c", one, one));

    assertThat(pod.fits(lookedUp).fits()).isTrue();
    assertThat(pod.note("p", List.of(asNone, lookedUp))).map(Note::id).contains("toleration.added");
    assertThat(pod.fits(asNone).fits()).isFalse();
    assertThat(pod.note("p", List.of(asNone))).isEmpty();
    assertThat(AdmittedPod.of(PodView.empty()).note("p", List.of(lookedUp))).isEmpty();
  }

  @Test
  void aNodeNameThatIsNoneIsAProblemOfItsPodAlone() {
    String pod =
        "{apiVersion: v1, kind: Pod, metadata: {name: %s}, spec: {nodeName: %s, containers: [{name: a, image: i:1}]}, status: {phase: Running}}";
    NodeFits fits =
        WorkloadFile.parse(
                "pod.yaml", pod.formatted("bad", "5") + "\n---\n" + pod.formatted("good", "a"))
            .fits(List.of(node("a")));

    assertThat(fits.problems())
        .singleElement()
        .asString()
        .contains("pod.yaml:1:", "spec.nodeName: expected a string");
    assertThat(fits.explain()).hasToString("Pod good: runs on a");
  }

  @Test
  void devicesThatClaimsOfTheClusterHaveAreNotGivenAgain() {
    String devices = slices("g6.12xlarge", "a");

    assertThat(fits(devices + given("other", "gpu-0"), "a").explain().toString())
        .contains("fits      a: gpus gpu-1, gpus gpu-2");
    assertThat(
            fits(
                    devices
                        + given("one", "gpu-0")
                        + given("two", "gpu-1")
                        + given("three", "gpu-3"),
                    "a")
                .isFound())
        .isFalse();
  }

  @Test
  void theClustersDeviceClassCounts() {
    String none =
        """
        ---
        apiVersion: resource.k8s.io/v1
        kind: DeviceClass
        metadata: {name: gpu.nvidia.com}
        spec: {selectors: [{cel: {expression: "false"}}]}
        """;

    assertThat(fits(slices("g6.12xlarge", "a") + none, "a").isFound()).isFalse();
  }

  @Test
  void aClaimOfTheClusterThatCannotBeReadLeavesTheOthers() {
    String other =
        claim("other", "")
            .replace(
                "gpu.nvidia.com}}",
                "gpu.nvidia.com, selectors: [{cel: {expression: \"device.?x\"}}]}}");
    String devices = slices("g6.12xlarge", "a") + other;

    assertThat(DeviceFile.parse("devices.yaml", devices).problems()).hasSize(1);
    assertThat(fits(devices, "a").isFound()).isTrue();
    assertThat(fits(devices, "a").isJudged()).isTrue();
  }

  @Test
  void aClaimWithDevicesThatCannotBeReadLeavesTheAnswerOpen() {
    String devices =
        slices("g6.12xlarge", "a") + given("other", "gpu-0").replace("driver: gpu.nvidia.com,", "");

    assertThat(fits(devices, "a").isFound()).isTrue();
    assertThat(fits(devices, "a").isJudged()).isFalse();
  }

  @Test
  void aSliceThatCannotBeReadLeavesANoOpen() {
    String unread = slices("g6.12xlarge", "b").replaceAll("\n  name: .*", "");
    NodeFits fits = fits(slices("g6.xlarge", "a") + "---\n" + unread, "a", "b");

    assertThat(fits.isFound()).isTrue();
    assertThat(fits.isJudged()).isFalse();
  }

  @Test
  void slicesThatSelectTheirNodesAreNotJudged() {
    String network =
        slices("g6.12xlarge", "a").replace("nodeName: a", "nodeSelector: {nodeSelectorTerms: []}");
    NodeFits fits = fits(network, "b");

    assertThat(fits.isFound()).isTrue();
    assertThat(fits.isJudged()).isFalse();
  }

  @Test
  void withoutDevicesClaimsAreNotJudged() {
    NodeFits fits = WorkloadFile.parse("pod.yaml", POD).fits(List.of(node("a")));

    assertThat(fits.isFound()).isTrue();
    assertThat(fits.isJudged()).isFalse();
  }

  @Test
  void aListOfKubectlIsRead() {
    String list =
        "{\"apiVersion\": \"v1\", \"kind\": \"List\", \"items\": [{\"apiVersion\": \"resource.k8s.io/v1\","
            + " \"kind\": \"ResourceSlice\", \"metadata\": {\"name\": \"s\", \"managedFields\": null},"
            + " \"spec\": {\"driver\": \"d\", \"nodeName\": \"a\", \"pool\": {\"name\": \"a\","
            + " \"generation\": 1, \"resourceSliceCount\": 1}}}]}";

    assertThat(DeviceFile.parse("devices.json", list).slices()).hasSize(1);
    assertError(
        () -> DeviceFile.parse("devices.yaml", "kind: List\nitems: []\n"),
        "slices.missing",
        "devices.yaml");
  }
}
