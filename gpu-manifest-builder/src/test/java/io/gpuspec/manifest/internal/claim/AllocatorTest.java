package io.gpuspec.manifest.internal.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.claim.NodeDevices;
import io.gpuspec.manifest.internal.tree.YamlDocuments;
import io.gpuspec.spi.KubeObject;
import java.util.Map;
import org.junit.jupiter.api.Test;

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
}
