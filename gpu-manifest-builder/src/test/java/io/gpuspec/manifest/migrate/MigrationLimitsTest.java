package io.gpuspec.manifest.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Quotas, limit ranges and queues of a file whose pods ask for another resource afterwards. */
class MigrationLimitsTest {
  private static final Gpus GPUS = Gpus.load();

  /** The limits of one resource in a namespace and in queues. */
  private static String limits(String resource, String quotaKey) {
    return """
        apiVersion: v1
        kind: ResourceQuota
        metadata: {name: q, namespace: ai}
        spec: {hard: {%2$s: "1", pods: "5"}}
        ---
        apiVersion: v1
        kind: LimitRange
        metadata: {name: l, namespace: ai}
        spec: {limits: [{type: Pod, max: {%1$s: "1"}}, {type: Container, default: {%1$s: "0"}}]}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: c}
        spec: {resourceGroups: [{coveredResources: [cpu, %1$s], flavors: []}]}
        ---
        apiVersion: scheduling.volcano.sh/v1beta1
        kind: Queue
        metadata: {name: v}
        spec: {capability: {cpu: 8, %1$s: 8}, deserved: {%1$s: 4}}
        """
        .formatted(resource, quotaKey);
  }

  private static String limits(String resource) {
    return limits(resource, "requests." + resource);
  }

  private static String pod(String namespace, String selector, String resource) {
    return """
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: p, namespace: %s}
        spec:
          nodeSelector: {%s}
          tolerations: [{key: nvidia.com/gpu, operator: Exists}]
          containers:
          - {name: c, image: r/i:v1, resources: {limits: {%s: 1}}}
        """
        .formatted(namespace, selector, resource);
  }

  private static final String T4 = "node.kubernetes.io/instance-type: g4dn.xlarge";

  private static Migration toClaims() {
    return Migration.from(GPUS.in("eks/nodegroup")).toClaims();
  }

  @Test
  void limitsOfAResourceThatBecameClaimsAreToldWithTheKeyOfTheClass() {
    MigrationResult moved =
        toClaims().parse("f", limits("nvidia.com/gpu") + pod("ai", T4, "nvidia.com/gpu"));

    assertThat(moved.isComplete()).isFalse();
    String why = ": pods that were migrated ask for claims of gpu.nvidia.com in its place; ";
    String key = "gpu.nvidia.com.deviceclass.resource.k8s.io/devices";
    assertThat(moved.losses())
        .extracting(Object::toString)
        .containsExactly(
            "f:4:15: requests.nvidia.com/gpu of ResourceQuota q"
                + why
                + "it was left as it is and limits none of them; limit "
                + key,
            "f:9:35: nvidia.com/gpu of LimitRange l"
                + why
                + "it was left as it is and limits none of them; limit "
                + key
                + " in a ResourceQuota",
            "f:14:50: nvidia.com/gpu of ClusterQueue c"
                + why
                + "it was left as it is and counts none of them; cover the name that deviceClassMappings of Kueue's configuration give gpu.nvidia.com",
            "f:19:29: nvidia.com/gpu of Queue v"
                + why
                + "it was left as it is and limits none of them; limit "
                + key
                + " in a ResourceQuota");
    assertThat(moved.yaml().toString()).startsWith(limits("nvidia.com/gpu"));
  }

  @Test
  void aQuotaOfClaimsThatBecameAResourceIsTold() {
    String claimed = toClaims().parse("f", pod("ai", T4, "nvidia.com/gpu")).yaml().toString();
    MigrationResult moved =
        Migration.from(GPUS.in("eks/nodegroup"))
            .fromClaims()
            .parse(
                "f",
                limits("x", "gpu.nvidia.com.deviceclass.resource.k8s.io/devices")
                    + "---\n"
                    + claimed);

    assertThat(moved.losses())
        .singleElement()
        .asString()
        .isEqualTo(
            "f:4:15: gpu.nvidia.com.deviceclass.resource.k8s.io/devices of ResourceQuota q: pods that were migrated ask for nvidia.com/gpu in its place; it was left as it is and limits none of them; limit requests.nvidia.com/gpu");
    assertThat(moved.isComplete()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ack/cgpu | tke/qgpu | ack.node.gpu.schedule: cgpu | aliyun.com/gpu-mem | tke.cloud.tencent.com/qgpu-memory",
        "tke/qgpu | ack/cgpu | qgpu-device-enable: enable | tke.cloud.tencent.com/qgpu-memory | aliyun.com/gpu-mem"
      })
  void limitsOfAnotherCloudsResourceAreToldWithTheNewName(
      String from, String to, String selector, String before, String after) {
    MigrationResult moved =
        Migration.from(GPUS.in(from))
            .to(GPUS.in(to))
            .parse("f", limits(before) + pod("ai", selector, before));

    assertThat(moved.isComplete()).isFalse();
    assertThat(moved.losses())
        .extracting(MigrationResult.Loss::what)
        .contains(
            "requests." + before + " of ResourceQuota q",
            before + " of LimitRange l",
            before + " of ClusterQueue c",
            before + " of Queue v");
    assertThat(moved.losses())
        .filteredOn(loss -> loss.what().startsWith(before + " of ClusterQueue"))
        .singleElement()
        .extracting(MigrationResult.Loss::instead)
        .asString()
        .startsWith("it was left as it is and admits none of them; cover ")
        .contains(after);
  }

  @Test
  void limitsInAListAreTold() {
    String list =
        """
        apiVersion: v1
        kind: List
        items:
        - {apiVersion: v1, kind: ResourceQuota, metadata: {name: q}, spec: {hard: {requests.nvidia.com/gpu: 1}}}
        """;
    MigrationResult moved = toClaims().parse("f", list + pod("default", T4, "nvidia.com/gpu"));

    assertThat(moved.losses())
        .extracting(MigrationResult.Loss::what)
        .containsExactly("requests.nvidia.com/gpu of ResourceQuota q");
  }

  @Test
  void limitsOfOtherNamespacesAndQueuesThatCoverTheNewNameTooAreNotTold() {
    String both =
        """
        apiVersion: v1
        kind: ResourceQuota
        metadata: {name: q, namespace: ai}
        spec: {hard: {requests.nvidia.com/gpu: 1, gpu.nvidia.com.deviceclass.resource.k8s.io/devices: 1}}
        ---
        apiVersion: v1
        kind: LimitRange
        metadata: {name: l, namespace: other}
        spec: {limits: [{type: Pod, max: {nvidia.com/gpu: 1}}]}
        """;
    assertThat(toClaims().parse("f", both + pod("ai", T4, "nvidia.com/gpu")).losses()).isEmpty();
  }

  @Test
  void limitsOfAResourceThatPodsKeepAreNotTold() {
    String limits = limits("nvidia.com/gpu");
    MigrationResult moved =
        Migration.from(GPUS.in("eks"))
            .to(GPUS.in("ack"))
            .parse(
                "f",
                limits + pod("ai", "karpenter.k8s.aws/instance-gpu-name: t4", "nvidia.com/gpu"));

    assertThat(moved.losses()).isEmpty();
    assertThat(toClaims().parse("f", limits).losses()).isEmpty();
  }
}
