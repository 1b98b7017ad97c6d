package io.gpuspec.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.NoMatchException;
import io.gpuspec.Target;
import io.gpuspec.manifest.intent.FleetFile;
import io.gpuspec.manifest.read.FileMatches;
import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.value.Note;
import org.junit.jupiter.api.Test;

/** What else the builder does with pods: edits, fleets and systems count for claims as well. */
class ClaimedPodsTest {
  private static final Gpus GPUS = Gpus.load();
  private static final Target EKS = GPUS.in("eks");

  private static final String TEMPLATE =
      """
      apiVersion: resource.k8s.io/v1
      kind: ResourceClaimTemplate
      metadata: {name: one}
      spec: {spec: {devices: {requests: [{name: g, exactly: {deviceClassName: gpu.nvidia.com}}]}}}
      ---
      """;

  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: a}
      spec:
        os: {name: linux}
        resourceClaims: [{name: c, resourceClaimTemplateName: one}]
        containers: [{name: m, image: "r/i:v1", resources: {claims: [{name: c}]}}]
      """;

  private static Manifests withCpu(Manifests built, String cpu) {
    return built.edit(
        PodSpecBuilder.class,
        pod ->
            pod.editFirstContainer()
                .editResources()
                .addToRequests("cpu", new Quantity(cpu))
                .endResources()
                .endContainer());
  }

  @Test
  void anEditOfPodsWithClaimsIsMatchedAgain() {
    Manifests claimed =
        GpuWorkload.deployment("llm", "r/i:v1")
            .gpu("T4")
            .requests("3", "10Gi")
            .claims()
            .on(GPUS.in("eks/nodegroup"));

    assertThat(claimed.match().shape().spec().name()).isEqualTo("g4dn.xlarge");
    assertThat(withCpu(claimed, "12").match().shape().spec().name()).isEqualTo("g4dn.4xlarge");
    assertThatThrownBy(() -> withCpu(claimed, "5000")).isInstanceOf(NoMatchException.class);
    assertThat(claimed.edit(PodSpecBuilder.class, pod -> pod.withHostname("gold")).match())
        .isSameAs(claimed.match());
  }

  /** A claim for a network interface asks for no GPU. */
  @Test
  void whatPodsPreferIsNoDemandOfThoseThatClaimOtherDevicesEither() {
    String nic =
        """
        apiVersion: resource.k8s.io/v1
        kind: DeviceClass
        metadata: {name: gpu.nvidia.com}
        spec: {selectors: [{cel: {expression: "device.driver == 'dra.net'"}}]}
        ---
        """;
    String pod =
        POD.replace("{claims: [{name: c}]}", "{claims: [{name: c}], limits: {nvidia.com/gpu: 1}}")
            .replace(
                "  os:",
                """
                  affinity:
                    nodeAffinity:
                      preferredDuringSchedulingIgnoredDuringExecution:
                      - weight: 1
                        preference:
                          matchExpressions:
                          - {key: karpenter.sh/capacity-type, operator: In, values: [spot]}
                  os:\
                """);
    FileMatches matches = WorkloadFile.parse("pods.yaml", nic + TEMPLATE + pod).on(EKS);

    assertThat(matches.problems()).isEmpty();
    assertThat(matches.demands())
        .singleElement()
        .satisfies(demand -> assertThat(demand.match().orElseThrow().isFound()).isTrue());
  }

  @Test
  void aPodForWindowsThatClaimsItsGpusHasNoNodeEither() {
    assertThat(match(POD).isFound()).isTrue();
    assertThat(match(POD.replace("linux", "windows")).rejected().toString())
        .contains("spec.os.name is windows");
  }

  private static Match match(String pod) {
    return WorkloadFile.parse("f.yaml", TEMPLATE + pod)
        .on(EKS)
        .matches()
        .get(0)
        .match()
        .orElseThrow();
  }

  @Test
  void whatKarpenterNeedsForClaimsIsANote() {
    assertThat(FleetFile.parse("f", TEMPLATE + POD, EKS, request -> request).notes())
        .extracting(Note::id)
        .contains("karpenter.claims");
  }
}
