package io.gpuspec.manifest.internal.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.claim.NodeDevices;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.manifest.internal.tree.YamlDocuments;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AllocatorTest {
  private static final NodeDevices NODE =
      NodeDevices.of(Gpus.load().in("eks/nodegroup").catalog().gpu("p4d.24xlarge").specs().get(0));

  private static Allocator allocator(int count, Allocator.Steps steps) {
    ClaimObjects objects = new ClaimObjects();
    YamlDocuments.of(
            "claim.yaml",
            """
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            metadata: {name: c}
            spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.nvidia.com, count: %s}}]}}
            """
                .formatted(count))
        .forEach(objects::add);
    return new Allocator(
        objects.all(),
        objects.classes(),
        Slices.of(NODE.slices().stream().map(KubeObject::tree).toList(), NODE.unknown()),
        Map.of(),
        steps);
  }

  @Test
  void theSearchesForOneAnswerHaveTheirStepsTogether() {
    Allocator.Steps steps = new Allocator.Steps(60);
    Allocator first = allocator(8, steps);
    assertThat(first.allocate().orElseThrow()).hasSize(8);
    assertThat(first.isGivenUp()).isFalse();
    for (int each = 0; each < 2; each++) {
      Allocator next = allocator(8, steps);
      assertThat(next.allocate()).isEmpty();
      assertThat(next.isGivenUp()).isTrue();
    }
    assertThat(allocator(8, new Allocator.Steps(60)).allocate()).isPresent();
  }

  private static ClaimObjects objects(String text) {
    ClaimObjects objects = new ClaimObjects();
    YamlDocuments.of("claims.yaml", text).forEach(objects::add);
    return objects;
  }

  /** Two cards of 40Gi that several claims may have parts of. */
  private static Slices shared() {
    List<Map<String, Object>> cards =
        Stream.of("a", "b")
            .map(
                name ->
                    Map.<String, Object>of(
                        "name",
                        name,
                        "allowMultipleAllocations",
                        true,
                        "attributes",
                        Map.of("type", Map.of("string", "gpu")),
                        "capacity",
                        Map.of("memory", Map.of("value", "40Gi"))))
            .toList();
    Map<String, Object> pool = Map.of("name", "p", "generation", 1, "resourceSliceCount", 1);
    return Slices.of(
        List.of(
            Map.of(
                "apiVersion",
                "resource.k8s.io/v1",
                "kind",
                "ResourceSlice",
                "metadata",
                Map.of("name", "s"),
                "spec",
                Map.of("driver", "gpu.nvidia.com", "pool", pool, "devices", cards))),
        Map.of());
  }

  @ParameterizedTest
  @CsvSource({"10Gi, true", "30Gi, false"})
  void aRequestForAllCountsDevicesOfWhichOthersHaveTooMuch(String taken, boolean isFound) {
    String old =
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaim
        metadata: {name: old}
        spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.nvidia.com}}]}}
        status: {allocation: {devices: {results: [
          {request: gpu, driver: gpu.nvidia.com, pool: p, device: a, shareID: x, consumedCapacity: {memory: %s}}]}}}
        """;
    String all =
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaim
        metadata: {name: all}
        spec:
          devices:
            requests:
            - name: gpu
              exactly: {deviceClassName: gpu.nvidia.com, allocationMode: All, capacity: {requests: {memory: 20Gi}}}
        """;
    ClaimObjects asked = objects(all);
    Allocator allocator =
        new Allocator(
            asked.all(), asked.classes(), shared(), objects(old.formatted(taken)).inUse());

    assertThat(allocator.allocate().isPresent()).isEqualTo(isFound);
  }
}
