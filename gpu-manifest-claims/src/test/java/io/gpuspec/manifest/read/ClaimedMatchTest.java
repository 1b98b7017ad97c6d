package io.gpuspec.manifest.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Overlay;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.Manifests;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClaimedMatchTest {
  private static final Gpus GPUS = Gpus.load();

  private static final String POD =
      """
      ---
      apiVersion: v1
      kind: Pod
      metadata: {name: train}
      spec:
        tolerations: [{key: nvidia.com/gpu, operator: Exists}]
        resourceClaims: [{name: gpu, resourceClaimTemplateName: c}]
        containers:
        - name: main
          image: registry.example/train:v1
          resources: {requests: {cpu: "8", memory: 32Gi}, claims: [{name: gpu}]}
      """;

  private static FileMatches on(String target, String exactly) {
    String claim =
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaimTemplate
        metadata: {name: c}
        spec: {spec: {devices: {requests: [{name: gpus, exactly: {%s}}]}}}
        """
            .formatted(exactly);
    return WorkloadFile.parse("pod.yaml", claim + POD).on(GPUS.in(target));
  }

  private static ClaimedMatch match(String target, String exactly) {
    return on(target, exactly).matches().get(0).claimed().orElseThrow();
  }

  private static String memory(String least) {
    return "deviceClassName: gpu.nvidia.com, count: 2, selectors: [{cel: {expression: \"device.capacity['gpu.nvidia.com'].memory.compareTo(quantity('"
        + least
        + "')) >= 0\"}}]";
  }

  @Test
  void aShapeWhoseNodeHasTheDevicesIsFoundBeforeThereIsACluster() {
    ClaimedMatch match = match("eks/nodegroup", memory("140Gi"));
    assertThat(match.match().toString()).startsWith("p5e.48xlarge");
    assertThat(match.devices().all().toString()).isEqualTo("gpus gpu-0\ngpus gpu-1");
  }

  @Test
  void aNoNamesEachRowWithTheReasonOfItsDevices() {
    FileMatches matches = on("eks/nodegroup", memory("400Gi"));
    assertThat(matches.isFound()).isFalse();
    Match none = matches.matches().get(0).match().orElseThrow();
    assertThat(none.rejected().all().toString())
        .contains("p4d.24xlarge", "gpu-0 to gpu-7", "memory 40Gi < 400Gi");
  }

  @Test
  void thePodsOwnNodesStillCount() {
    ClaimedMatch match =
        WorkloadFile.parse(
                "pod.yaml",
                """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaimTemplate
                metadata: {name: c}
                spec: {spec: {devices: {requests: [{name: gpus, exactly: {deviceClassName: gpu.nvidia.com}}]}}}
                """
                    + POD.replace(
                        "  tolerations:",
                        "  nodeSelector: {node.kubernetes.io/instance-type: g6.4xlarge}\n  tolerations:"))
            .on(GPUS.in("eks/nodegroup"))
            .matches()
            .get(0)
            .claimed()
            .orElseThrow();
    assertThat(match.match().toString()).startsWith("g6.4xlarge");
  }

  @Test
  void aMigDeviceNeedsTheGateOfTheDriver() {
    ClaimedMatch match =
        match(
            "eks/nodegroup",
            "deviceClassName: mig.nvidia.com, selectors: [{cel: {expression: \"device.attributes['gpu.nvidia.com'].profile == '3g.20gb'\"}}]");
    assertThat(match.match().toString()).startsWith("p4d.24xlarge");
    assertThat(match.devices().get(0).device()).isEqualTo("gpu-0-mig-3g20gb-9-0");
    assertThat(match.slices())
        .anyMatch(slice -> slice.tree().toString().contains("gpu-0-mig-3g20gb-9-0"));
    assertThat(match.match().notes().all().toString()).contains("needs the gate DynamicMIG");
  }

  /** EKS adds tolerations for resources; a claim is none. */
  @Test
  void aClaimIsNoResourceThatATolerationIsAddedFor() {
    String claim =
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaimTemplate
        metadata: {name: c}
        spec: {spec: {devices: {requests: [{name: gpus, exactly: {deviceClassName: gpu.nvidia.com}}]}}}
        """;
    Target pool = GPUS.in("eks").with("node-pool", "true");
    String intolerant =
        POD.replace("  tolerations: [{key: nvidia.com/gpu, operator: Exists}]\n", "");

    assertThat(WorkloadFile.parse("pod.yaml", claim + POD).on(pool).isFound()).isTrue();
    FileMatches refused = WorkloadFile.parse("pod.yaml", claim + intolerant).on(pool);
    assertThat(refused.isFound()).isFalse();
    assertThat(refused.matches().get(0).match().orElseThrow().rejected().all().toString())
        .contains("nvidia.com/gpu=true:NoSchedule, which the pod does not tolerate");
  }

  @Test
  void aCordonedNodeIsSaidToBeCordoned() {
    String claim =
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaimTemplate
        metadata: {name: c}
        spec: {spec: {devices: {requests: [{name: gpus, exactly: {deviceClassName: gpu.nvidia.com}}]}}}
        """;
    String node =
        """
        {"kind": "Node", "metadata": {"name": "gpu-1", "labels": {"nvidia.com/gpu.product": "Tesla-T4"}},
         "spec": {%s},
         "status": {"allocatable": {"cpu": "30", "memory": "200Gi", "nvidia.com/gpu": "1"}}}
        """;
    String cordoned = "\"unschedulable\": true";
    String daemon =
        POD.replace(
            "  tolerations: [{key: nvidia.com/gpu, operator: Exists}]",
            "  tolerations: [{key: node.kubernetes.io/unschedulable, operator: Exists}]");

    assertThat(onNode(node.formatted(""), claim + POD).isFound()).isTrue();
    assertThat(onNode(node.formatted(cordoned), claim + daemon).isFound()).isTrue();
    FileMatches refused = onNode(node.formatted(cordoned), claim + POD);
    assertThat(refused.isFound()).isFalse();
    assertThat(refused.matches().get(0).match().orElseThrow().rejected().all().toString())
        .contains("gpu-1: lifecycle: cordoned; kubectl uncordon gpu-1")
        .doesNotContain("add a toleration");

    // Another node serves a pod with one GPU, and has not the devices of the claim.
    String t4 =
        claim.replace(
            "gpu.nvidia.com}",
            "gpu.nvidia.com, selectors: [{cel: {expression: \"device.attributes['gpu.nvidia.com'].productName == 'Tesla T4'\"}}]}");
    String two =
        "{\"kind\": \"List\", \"items\": [%s, %s]}"
            .formatted(
                node.formatted(cordoned),
                node.formatted("").replace("gpu-1", "gpu-2").replace("Tesla-T4", "NVIDIA-A10G"));
    assertThat(onNode(two, t4 + daemon).isFound()).isTrue();
    assertThat(
            onNode(two, t4 + POD)
                .matches()
                .get(0)
                .match()
                .orElseThrow()
                .rejected()
                .all()
                .toString())
        .contains("gpu-1: lifecycle: cordoned; kubectl uncordon gpu-1")
        .doesNotContain("selects other nodes");
  }

  @Test
  void whetherTheDriverReplacesAPluginIsNotKnown() {
    String claim =
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaimTemplate
        metadata: {name: c}
        spec: {spec: {devices: {requests: [{name: gpus, exactly: {deviceClassName: gpu.nvidia.com}}]}}}
        """;
    FileMatches matches =
        onNode(
            """
            {"kind": "Node", "metadata": {"name": "gpu-1", "labels":
              {"nvidia.com/gpu.product": "Tesla-T4", "nvidia.com/gpu.count": "2"}},
             "status": {"allocatable": {"cpu": "30", "memory": "200Gi"}}}
            """,
            claim + POD);

    // Nothing that was judged has no shape: the answer is no "no".
    assertThat(matches.matches().get(0).isFound()).isFalse();
    assertThat(matches.isFound()).isTrue();
    assertThat(matches.isJudged()).isFalse();
    assertThat(matches.notes().toString()).contains("gpuspec fits judges that with --slices");
    assertThat(matches.demands()).isEmpty();
  }

  private static FileMatches onNode(String node, String pod) {
    return WorkloadFile.parse("pod.yaml", pod)
        .on(GPUS.in("own").overlay(Overlay.parse("node.json", node)));
  }

  @Test
  void aPodWithoutItsTemplateIsNotJudged() {
    FileMatches matches = WorkloadFile.parse("pod.yaml", POD).on(GPUS.in("eks/nodegroup"));
    assertThat(matches.isJudged()).isFalse();
    assertThat(matches.matches().get(0).claimed()).isEmpty();
  }

  private static final String ONE =
      """
      apiVersion: resource.k8s.io/v1
      kind: ResourceClaim
      metadata: {name: c}
      spec: {devices: {requests: [{name: gpus, exactly: {deviceClassName: gpu.nvidia.com}}]}}
      """;

  private static final String SHARED_POD =
      POD.replace("resourceClaimTemplateName", "resourceClaimName");

  @Test
  void podsThatShareAClaimAreNotJudged() {
    FileMatches one = WorkloadFile.parse("pod.yaml", ONE + SHARED_POD).on(GPUS.in("eks/nodegroup"));
    assertThat(one.isJudged()).isTrue();
    assertThat(one.isFound()).isTrue();
    FileMatches two =
        WorkloadFile.parse("pod.yaml", ONE + SHARED_POD + SHARED_POD.replace("train", "other"))
            .on(GPUS.in("eks/nodegroup"));
    assertThat(two.isJudged()).isFalse();
    assertThat(two.matches().get(0).claimed()).isEmpty();
    assertThat(two.notes().toString())
        .contains("claim.shared: Pod train: several pods have the ResourceClaim c");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gpu.nvidia.com", "mig.nvidia.com"})
  void aSelectorByTheDriversVersionIsNotJudgedOnAnyForm(String deviceClass) {
    String claim =
        ONE.replace(
            "gpu.nvidia.com}",
            deviceClass
                + ", selectors: [{cel: {expression: \"device.attributes['gpu.nvidia.com'].driverVersion.isGreaterThan(semver('550.0.0'))\"}}]}");
    FileMatches matches =
        WorkloadFile.parse("pod.yaml", claim + SHARED_POD).on(GPUS.in("eks/nodegroup"));
    assertThat(matches.matches().get(0).isFound()).isFalse();
    assertThat(matches.isJudged()).isFalse();
    assertThat(matches.notes().toString()).contains("claim.not-judged");
  }

  @Test
  void whatAClaimOfAdministratorsNeedsIsTold() {
    String admin =
        ONE.replace("gpu.nvidia.com}", "gpu.nvidia.com, adminAccess: true}") + SHARED_POD;
    assertThat(
            WorkloadFile.parse("pod.yaml", ONE + SHARED_POD)
                .on(GPUS.in("eks/nodegroup"))
                .notes()
                .toString())
        .doesNotContain("claim.admin");
    assertThat(
            WorkloadFile.parse("pod.yaml", admin).on(GPUS.in("eks/nodegroup")).notes().toString())
        .contains("claim.admin: Pod train: the claim c asks for adminAccess");
    assertThat(WorkloadFile.parse("pod.yaml", admin).fits(List.of()).notes().toString())
        .contains("claim.admin");
  }

  @Test
  void replicasThatShareAClaimAreNotJudged() {
    String deployment =
        """
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: nb}
        spec:
          replicas: 4
          selector: {matchLabels: {a: b}}
          template:
            metadata: {labels: {a: b}}
            spec:
              resourceClaims: [{name: gpu, resourceClaimName: c}]
              containers:
              - name: main
                image: registry.example/nb:v1
                resources: {requests: {cpu: "1", memory: 4Gi}, claims: [{name: gpu}]}
        """;
    FileMatches four = WorkloadFile.parse("nb.yaml", ONE + deployment).on(GPUS.in("eks/nodegroup"));
    assertThat(four.isJudged()).isFalse();
    assertThat(four.demands()).allMatch(demand -> !demand.toString().contains("T4"));
    FileMatches each =
        WorkloadFile.parse("nb.yaml", ONE + deployment.replace("replicas: 4", "replicas: 1"))
            .on(GPUS.in("eks/nodegroup"));
    assertThat(each.isJudged()).isTrue();
  }

  /** A claim for a network interface, of a class that names another driver. */
  private static final String NIC =
      """
      ---
      apiVersion: resource.k8s.io/v1
      kind: DeviceClass
      metadata: {name: dranet}
      spec: {selectors: [{cel: {expression: "device.driver == 'dra.net'"}}]}
      ---
      apiVersion: resource.k8s.io/v1
      kind: ResourceClaimTemplate
      metadata: {name: nic}
      spec: {spec: {devices: {requests: [{name: nic, exactly: {deviceClassName: dranet}}]}}}
      """;

  private static FileMatches withNic(String pod) {
    return WorkloadFile.parse("nic.yaml", NIC + "---\n" + ONE + pod).on(GPUS.in("eks/nodegroup"));
  }

  @Test
  void aClaimForOtherDevicesAsksForNoGpu() {
    String nic = POD.replace("resourceClaimTemplateName: c", "resourceClaimTemplateName: nic");
    FileMatches none = withNic(nic);
    assertThat(none.matches()).isEmpty();
    assertThat(none.isJudged()).isTrue();
    assertThat(none.notes().toString())
        .contains("claim.other-devices: Pod train: the claim nic is for devices that are not GPUs");
    FileMatches card =
        withNic(nic.replace("claims: [", "limits: {nvidia.com/gpu: \"1\"}, claims: ["));
    assertThat(card.isJudged()).isTrue();
    assertThat(card.matches().get(0).match().orElseThrow().toString()).startsWith("g4dn");
  }

  @Test
  void aClaimForAGpuCountsBesideOneForOtherDevices() {
    FileMatches both =
        withNic(
            POD.replace(
                    "{name: gpu, resourceClaimTemplateName: c}",
                    "{name: gpu, resourceClaimName: c}, {name: nic, resourceClaimTemplateName: nic}")
                .replace("claims: [{name: gpu}]", "claims: [{name: gpu}, {name: nic}]"));
    assertThat(both.isJudged()).isTrue();
    assertThat(both.matches().get(0).claimed().orElseThrow().devices().all().toString())
        .isEqualTo("gpus gpu-0");
  }

  @Test
  void oneClaimForAGpuAndAnotherDeviceIsNotJudged() {
    String mixed =
        NIC.replace(
            "exactly: {deviceClassName: dranet}}]",
            "exactly: {deviceClassName: dranet}}, {name: gpu, exactly: {deviceClassName: gpu.nvidia.com}}]");
    FileMatches matches =
        WorkloadFile.parse(
                "nic.yaml",
                mixed
                    + POD.replace("resourceClaimTemplateName: c", "resourceClaimTemplateName: nic"))
            .on(GPUS.in("eks/nodegroup"));
    assertThat(matches.isJudged()).isFalse();
  }

  @Test
  void aClaimThatAnyRowMeetsNamesNoRows() {
    Match match = match("eks/nodegroup", "deviceClassName: gpu.nvidia.com").match();
    assertThat(match.request().devices().names()).isEmpty();
    assertThat(match.explain().toString()).contains("any GPU").doesNotContain("any of");
  }

  @Test
  void aSuperNodeHasNoDriverForClaims() {
    assertThat(
            on("tke", "deviceClassName: gpu.nvidia.com")
                .matches()
                .get(0)
                .match()
                .orElseThrow()
                .rejected()
                .all()
                .toString())
        .contains("no node that a DRA driver runs on");
  }

  @Test
  void whatIsBuiltWithClaimsIsFoundOnTheShapeThatItWasBuiltFor() {
    for (GpuWorkload workload :
        new GpuWorkload[] {
          pod().gpu(2, "A100-40G"),
          pod().gpu("H100", "A100-40G", "L40S"),
          pod().gpu("T4"),
          pod().devices(io.gpuspec.Devices.any().memoryAtLeast("80Gi")),
          pod().gpu("A100-40G").mig("3g.20gb"),
          pod().share("4Gi"),
        }) {
      Manifests built = workload.claims().on(GPUS.in("eks/nodegroup"));
      FileMatches matches =
          WorkloadFile.parse("built.yaml", built.yaml().toString()).on(GPUS.in("eks/nodegroup"));
      assertThat(matches.matches().get(0).claimed().orElseThrow().match().toString())
          .as(workload.toString())
          .startsWith(built.match().shape().spec().name());
    }
  }

  private static GpuWorkload pod() {
    return GpuWorkload.pod("p", "registry.example/p:v1").requests("2", "8Gi");
  }
}
