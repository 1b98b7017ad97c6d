package io.gpuspec.eks;

import static io.gpuspec.testkit.Errors.assertError;
import static io.gpuspec.testkit.Placements.entries;
import static io.gpuspec.testkit.Placements.place;
import static io.gpuspec.testkit.Placements.terms;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Overlay;
import io.gpuspec.Target;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.spi.Placement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A node of the owner's, which an overlay adds: it has none of the labels that the cloud writes.
 */
class OwnNodesTest {
  private static final Target EKS = withRack("eks");
  private static final Target GROUP = withRack("eks/nodegroup");

  private static Target withRack(String target) {
    return Gpus.load()
        .in(target)
        .overlay(
            Overlay.parse(
                "rack.yaml",
                """
                target: %s
                citation: rack
                citations:
                  rack: {title: Our rack, date: 2026-03-01, status: third-party}
                specs:
                - name: rack-a
                  gpu: L40S
                  gpus: 4
                  upward: [{cpu: "64", memory: 512Gi}]
                  policy: fixed
                  labels: {rack: a}
                """
                    .formatted(target)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"eks", "eks/nodegroup"})
  void itIsSelectedByItsOwnLabelsAlone(String target) {
    Placement placement = place(target.equals("eks") ? EKS : GROUP, GpuRequest.of("rack-a").cpu(4));

    assertThat(entries(placement))
        .containsExactlyInAnyOrder(
            "spec.nodeSelector[rack] = a",
            "resources[nvidia.com/gpu] = 1",
            "spec.tolerations[nvidia.com/gpu] = ");
    assertThat(placement.nodeTerms()).isEmpty();
  }

  /** No term holds for both, so what the cloud's nodes must have is in theirs. */
  @Test
  void besideTheCloudsItIsATermOfItsOwn() {
    Placement placement = place(EKS, GpuRequest.of(4, "T4", "rack-a").exactGpus());

    assertThat(terms(placement))
        .containsExactly(
            List.of(
                "karpenter.k8s.aws/instance-gpu-name=t4", "karpenter.k8s.aws/instance-gpu-count=4"),
            List.of("rack=a"));
  }

  @Test
  void karpenterLaunchesNoneOfIt() {
    Target pools = EKS.with(Eks.NODE_POOL, true);

    assertThat(place(pools, GpuRequest.of("rack-a")).companions()).isEmpty();
    assertThat(place(pools, GpuRequest.of("T4", "rack-a")).companions()).hasSize(2);
    assertError(() -> NodePool.of("p", EKS, "rack-a"), "karpenter.malformed", "'rack-a'");
    assertError(
        () -> NodePool.of("p", EKS.match(GpuRequest.of("rack-a")).orThrow()),
        "karpenter.malformed",
        "node of your own");
  }

  /** Its card is that of an instance type, and its node is none that a pool could buy. */
  @Test
  void aPoolIsToldFromItByNothing() {
    assertThat(NodePool.of("p", EKS, "L40S").explain().toString())
        .contains("instance-gpu-name] = l40s")
        .doesNotContain("requirements[node.kubernetes.io/instance-type]");
    assertThat(NodePool.of("p", EKS.match(GpuRequest.of("L40S")).orThrow()).explain().toString())
        .contains("instance-gpu-name] = l40s")
        .doesNotContain("requirements[node.kubernetes.io/instance-type]");
    assertThat(NodePool.of("p", EKS, "L40S").instanceTypes()).noneMatch(type -> type.isOwnNode());
  }

  /** The label of instance types is one of the cloud's. */
  @Test
  void aNodeGroupIsSelectedByTheTypesOfTheCloudAlone() {
    assertThat(terms(place(GROUP, GpuRequest.of("L40S").cpu(4))))
        .containsExactly(
            List.of(
                "node.kubernetes.io/instance-type=g6e.xlarge,g6e.2xlarge,g6e.4xlarge,g6e.8xlarge,g6e.16xlarge,g6e.12xlarge,g6e.24xlarge,g6e.48xlarge"));
    assertThat(entries(place(GROUP, GpuRequest.of("g5.xlarge", "rack-a"))))
        .contains("spec.nodeSelector[node.kubernetes.io/instance-type] = g5.xlarge");
    assertThat(
            GROUP.nodeAgents().gpuNodes().orElseThrow().expressions().stream()
                .flatMap(types -> types.values().stream()))
        .contains("g6e.xlarge", "p3.2xlarge")
        .doesNotContain("rack-a")
        .isSorted();
  }

  @Test
  void karpentersNodesWithGpusAreKnownByTheirManufacturer() {
    assertThat(EKS.nodeAgents().gpuNodes().orElseThrow().expressions())
        .containsExactly(
            NodeRequirement.in("karpenter.k8s.aws/instance-gpu-manufacturer", "nvidia"));
  }
}
