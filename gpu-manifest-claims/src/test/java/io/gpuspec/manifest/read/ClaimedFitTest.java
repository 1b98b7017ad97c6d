package io.gpuspec.manifest.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.GpuSpec;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.claim.NodeDevices;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.scheduling.NodeFit;
import io.gpuspec.scheduling.NodeView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClaimedFitTest {
  private static final Target NODES = Gpus.load().in("eks/nodegroup");
  private static final GpuSpec ROW = NODES.catalog().gpu("p4d.24xlarge").specs().get(0);
  private static final NodeView NODE =
      NodeView.of("gpu-1").allocatable(Map.of("cpu", "95", "memory", "1150Gi"));
  private static final List<KubeObject> SLICES = NodeDevices.of(ROW).node(NODE.name()).slices();

  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: train}
      spec:
        tolerations: [{key: nvidia.com/gpu, operator: Exists}]
        resourceClaims: [{name: gpu, %s}]
        containers:
        - name: main
          image: r/train:v1
          resources: {requests: {cpu: "8"}, claims: [{name: gpu}]}
      ---
      """;

  private static final String OF_TEMPLATE = POD.formatted("resourceClaimTemplateName: t");

  private static String template(String fields) {
    return """
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaimTemplate
        metadata: {name: t}
        spec:
          spec:
            devices:
              requests:
              - name: gpu
                exactly: {deviceClassName: gpu.nvidia.com%s}
        ---
        """
        .formatted(fields);
  }

  private static String claim(String name, String device, String node) {
    return """
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaim
        metadata: {name: %s}
        spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.nvidia.com}}]}}
        status:
          allocation:
            devices:
              results: [{request: gpu, driver: gpu.nvidia.com, pool: %s, device: %s}]
            nodeSelector:
              nodeSelectorTerms:
              - matchFields: [{key: metadata.name, operator: In, values: [%s]}]
        ---
        """
        .formatted(name, node, device, node);
  }

  private static NodeFit fit(String text, List<KubeObject> slices) {
    return WorkloadFile.parse("pod.yaml", text).workloads().get(0).fits(NODE, slices);
  }

  @Test
  void aPodFitsWhereItsClaimsAreGivenDevices() {
    NodeFit fit = fit(OF_TEMPLATE + template(", count: 8"), SLICES);
    assertThat(fit.fits()).isTrue();
    assertThat(fit.isJudged()).isTrue();
  }

  @Test
  void aClaimThatGetsNoDevicesIsAReason() {
    NodeFit fit = fit(OF_TEMPLATE + template(", count: 9"), SLICES);
    assertThat(fit.fits()).isFalse();
    assertThat(fit.reasons()).hasSize(1);
    assertThat(fit.reasons().get(0).id()).isEqualTo("node.claims");
    assertThat(fit.reasons().get(0).message())
        .startsWith("cannot allocate all claims: gpu-0 to gpu-7: ");
  }

  @Test
  void aClaimWhoseSearchIsGivenUpIsNotKnown() {
    String many =
        ", count: 25, selectors: [{cel: {expression: \"!device.attributes['gpu.nvidia.com'].profile.startsWith('1g')\"}}]";
    NodeFit fit =
        fit(
            OF_TEMPLATE + template(many).replace("gpu.nvidia.com, count", "mig.nvidia.com, count"),
            NodeDevices.of(ROW).node(NODE.name()).dynamicMig().slices());
    assertThat(fit.isJudged()).isFalse();
    assertThat(fit.reasons()).isEmpty();
  }

  @Test
  void slicesOfOtherNodesAreIgnored() {
    List<KubeObject> all = new ArrayList<>(NodeDevices.of(ROW).node("other").slices());
    assertThat(fit(OF_TEMPLATE + template(""), all).toString())
        .endsWith("cannot allocate all claims: the node has no devices");
    all.addAll(SLICES);
    assertThat(fit(OF_TEMPLATE + template(""), all).fits()).isTrue();
  }

  @Test
  void devicesOfOtherClaimsAreInUse() {
    String others = claim("a", "gpu-0", NODE.name()) + claim("b", "gpu-1", NODE.name());
    assertThat(fit(OF_TEMPLATE + template(", count: 6") + others, SLICES).fits()).isTrue();
    NodeFit none = fit(OF_TEMPLATE + template(", count: 7") + others, SLICES);
    assertThat(none.reasons().get(0).message()).contains("the claim a has it");
  }

  @Test
  void aClaimWithDevicesKeepsThePodOnItsNode() {
    String pod = POD.formatted("resourceClaimName: mine");
    assertThat(fit(pod + claim("mine", "gpu-0", NODE.name()), SLICES).fits()).isTrue();
    assertThat(fit(pod + claim("mine", "gpu-0", "other"), SLICES).reasons().get(0).message())
        .isEqualTo("resourceclaim not available on the node: mine has devices of other");
  }

  @Test
  void theOtherReasonsAreThereToo() {
    String pod = (OF_TEMPLATE + template(", count: 9")).replace("cpu: \"8\"", "cpu: \"800\"");
    assertThat(fit(pod, SLICES).reasons())
        .extracting(reason -> reason.id())
        .containsExactly("node.resource", "node.claims");
  }

  @Test
  void aTemplateThatIsNotInTheFileIsNotJudged() {
    NodeFit fit = fit(OF_TEMPLATE, SLICES);
    assertThat(fit.fits()).isTrue();
    assertThat(fit.isJudged()).isFalse();
    assertThat(fit.unknown().get(0).message()).contains("is not in the file");
  }

  @Test
  void withoutItsSlicesClaimsAreUnknown() {
    NodeFit fit =
        WorkloadFile.parse("pod.yaml", OF_TEMPLATE + template(""))
            .workloads()
            .get(0)
            .pod()
            .fits(NODE);
    assertThat(fit.fits()).isTrue();
    assertThat(fit.isJudged()).isFalse();
    assertThat(fit)
        .hasToString(
            "fits gpu-1; not known: whether the node has devices for the resource claims gpu; ask with the claims and the node's slices");
  }

  /** A catalog row is a node that does not exist yet, and these devices are of one that does. */
  @Test
  void aPodWhoseClaimHasDevicesIsNotMatchedWithARow() {
    assertThat(
            WorkloadFile.parse(
                    "pod.yaml",
                    POD.formatted("resourceClaimName: mine") + claim("mine", "gpu-0", "other"))
                .workloads()
                .get(0)
                .claimed(NODES))
        .isEmpty();
  }
}
