package io.gpuspec.eks;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.OverlayFile;
import io.gpuspec.Shape;
import io.gpuspec.Target;
import io.gpuspec.scheduling.PodField.Kind;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.share.NodeParts;
import io.gpuspec.spi.Placement;
import io.gpuspec.testkit.Pods;
import io.gpuspec.value.Citation.Status;
import io.gpuspec.value.MemorySize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a pod must carry, and that it lands where it was said to. */
class PlacementTest {
  private static final String NAME = "spec.nodeSelector[karpenter.k8s.aws/instance-gpu-name] = ";
  private static final String MEMORY =
      "spec.nodeSelector[karpenter.k8s.aws/instance-gpu-memory] = ";
  private static final String TYPE = "spec.nodeSelector[node.kubernetes.io/instance-type] = ";
  private static final String POOL = "spec.nodeSelector[karpenter.sh/nodepool] = ";
  private static final String DEVICE = "resources[nvidia.com/gpu] = ";
  private static final String TOLERATION = "spec.tolerations[nvidia.com/gpu] = ";

  private static final Target EKS = Gpus.load().in("eks");

  private static Placement place(Target eks, GpuRequest request) {
    return eks.place(eks.match(request).orThrow());
  }

  private static List<String> entries(Target eks, GpuRequest request) {
    return fields(place(eks, request));
  }

  private static List<String> fields(Placement placement) {
    return placement.entries().stream()
        .map(entry -> entry.field() + " = " + entry.value())
        .toList();
  }

  @Test
  void aGpuIsSelectedByKarpentersNameForIt() {
    assertThat(entries(EKS, GpuRequest.of("A10G").cpu(4).memory("16Gi")))
        .containsExactly(NAME + "a10g", DEVICE + "1", TOLERATION);
    assertThat(entries(EKS, GpuRequest.of(2, "RTX PRO Server 6000")))
        .containsExactly(NAME + "rtx-pro-server-6000", DEVICE + "2", TOLERATION);
  }

  @Test
  void aNameOfSeveralGpusIsToldByTheirMemory() {
    assertThat(entries(EKS, GpuRequest.of("V100-32G")))
        .containsExactly(NAME + "v100", MEMORY + "32768", DEVICE + "1", TOLERATION);
    assertThat(entries(EKS, GpuRequest.of("A100-80G"))).startsWith(NAME + "a100", MEMORY + "81920");
    // Slices of an L4 are called l4 as well.
    assertThat(entries(EKS, GpuRequest.of("L4"))).startsWith(NAME + "l4", MEMORY + "22888");
  }

  /** Whether a name is one of several goes by the catalog that the match was made with. */
  @Test
  void anOverlayThatIsReadAgainInBetweenChangesNothing(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("eks.json"), overlay("T4"));
    OverlayFile overlay = OverlayFile.of(file);
    Target ours = EKS.overlay(overlay);
    Match.Found before = ours.match(GpuRequest.of("T4")).orThrow();

    Files.writeString(file, overlay("T4 of ours"));
    overlay.reload();
    Match.Found after = ours.match(GpuRequest.of("T4")).orThrow();

    assertThat(fields(ours.place(before))).containsExactly(NAME + "t4", DEVICE + "1", TOLERATION);
    assertThat(fields(ours.place(after)))
        .containsExactly(NAME + "t4", MEMORY + "16384", DEVICE + "1", TOLERATION);
    assertThat(before.catalog().row("g4dn.ours").gpu()).isEqualTo("T4");
    assertThat(after.catalog().row("g4dn.ours").gpu()).isEqualTo("T4 of ours");
  }

  private static String overlay(String gpu) {
    return """
    {"target": "eks", "citation": "ours",
     "citations": {"ours": {"title": "Ours", "date": "2026", "status": "third-party"}},
     "gpus": [{"name": "T4 of ours", "memory": "32Gi", "memoryReported": "32Gi",
               "attributes": {"karpenterName": "t4"}}],
     "specs": [{"name": "g4dn.ours", "gpu": "%s", "gpus": 1, "policy": "fixed",
                "upward": [{"cpu": "4", "memory": "16Gi"}]}]}
    """
        .formatted(gpu);
  }

  /** Pools with the same GPU are alike to a pod but for their names: Karpenter would take one. */
  @Test
  void aPodSelectsThePoolThatIsBuiltWithIt() {
    Target pools = EKS.with(Eks.NODE_POOL, true);
    Target sliced = pools.with(NodeParts.REPLICAS, "time-slicing:4");
    GpuRequest t4 = GpuRequest.of("T4");

    assertThat(entries(pools, t4)).contains(POOL + "gpu-t4");
    assertThat(entries(pools, t4.capacityType(CapacityType.SPOT))).contains(POOL + "gpu-t4-spot");
    assertThat(entries(sliced, t4.replica())).contains(POOL + "gpu-t4-replicas");
    assertThat(entries(EKS, t4)).noneMatch(entry -> entry.startsWith(POOL));
  }

  /** Such pods take any node of the kind, as their owner chose. */
  @Test
  void aPodForAnyGpuSelectsNoPool() {
    Target any =
        EKS.with(Eks.NODE_POOL, true).with(Eks.NODE_SELECTION, Eks.NodeSelection.NODE_TYPE);

    assertThat(entries(any, GpuRequest.of("T4"))).noneMatch(entry -> entry.startsWith(POOL));
  }

  @Test
  void severalGpusAreAlternatives() {
    Placement placement = place(EKS, GpuRequest.of("T4", "L4", "A10G"));

    assertThat(placement.entries(Kind.NODE_SELECTOR)).isEmpty();
    assertThat(
            placement.nodeTerms().stream()
                .map(
                    term ->
                        term.stream()
                            .map(entry -> entry.field().key() + "=" + entry.value())
                            .toList()))
        .containsExactly(
            List.of("karpenter.k8s.aws/instance-gpu-name=t4"),
            List.of(
                "karpenter.k8s.aws/instance-gpu-name=l4",
                "karpenter.k8s.aws/instance-gpu-memory=22888"),
            List.of("karpenter.k8s.aws/instance-gpu-name=a10g"));
  }

  @Test
  void whoAsksForAnyGpuGetsTheOneFound() {
    assertThat(entries(EKS, GpuRequest.of(Devices.any()))).startsWith(NAME + "t4");
    assertThat(entries(EKS, GpuRequest.of(Devices.any().memoryAtLeast("20Gi"))))
        .startsWith(NAME + "l4");
    assertThat(entries(EKS, GpuRequest.of(Devices.anyOf("L40S", "A10G"))))
        .startsWith(NAME + "a10g");
  }

  @Test
  void theDevicesForMemoryInAllAreAsManyAsItTakes() {
    assertThat(
            entries(
                EKS,
                GpuRequest.of(Devices.of("A10G").totalMemoryAtLeast(MemorySize.parse("72Gi")))))
        .contains(DEVICE + "3");
  }

  @Test
  void aRowIsSelectedByItsOwnName() {
    assertThat(entries(EKS, GpuRequest.of("g5.4xlarge")))
        .containsExactly(TYPE + "g5.4xlarge", DEVICE + "1", TOLERATION);
  }

  @Test
  void aSliceIsSelectedByItsInstanceType() {
    assertThat(entries(EKS, GpuRequest.of("1/4*L4")))
        .containsExactly(TYPE + "g6f.2xlarge", DEVICE + "1", TOLERATION);
  }

  @Test
  void theInstanceTypeFoundCanBePinned() {
    Target pinned = EKS.with(Eks.NODE_SELECTION, Eks.NodeSelection.INSTANCE_TYPE);

    assertThat(entries(pinned, GpuRequest.of("A10G").cpu(4)))
        .containsExactly(TYPE + "g5.2xlarge", DEVICE + "1", TOLERATION);
    assertThat(
            place(pinned, GpuRequest.of("A10G", "L4").cpu(4)).nodeTerms().stream()
                .map(term -> term.get(0).value()))
        .containsExactly("g5.2xlarge", "g6.2xlarge");
  }

  /**
   * Karpenter was right: where the NodePool allows both architectures, a pod without one gets the
   * cheapest node with a GPU, an arm64 one, and the image for amd64 does not start there.
   */
  @Test
  void whereAnyGpuWillDoTheArchitectureIsSaid() {
    String amd64 = "spec.nodeSelector[kubernetes.io/arch] = amd64";

    assertThat(entries(EKS.with("node-selection", "node-type"), GpuRequest.of("T4", "L4")))
        .containsExactly("spec.nodeSelector[node-type] = gpu", amd64, DEVICE + "1", TOLERATION);
    assertThat(entries(EKS.with("node-selection", "none"), GpuRequest.of("T4")))
        .containsExactly(amd64, DEVICE + "1", TOLERATION);
    assertThat(entries(EKS.with("node-selection", "none"), GpuRequest.of("T4g")))
        .containsExactly("spec.nodeSelector[kubernetes.io/arch] = arm64", DEVICE + "1", TOLERATION);
    assertThat(
            place(EKS.with("node-selection", "none"), GpuRequest.of("T4g", "T4"))
                .nodeTerms()
                .stream()
                .map(term -> term.get(0).value()))
        .containsExactly("arm64", "amd64");
  }

  @Test
  void exactlySoManyGpusIsALabelToo() {
    assertThat(entries(EKS, GpuRequest.of(4, "T4").exactGpus()))
        .contains("spec.nodeSelector[karpenter.k8s.aws/instance-gpu-count] = 4");
    assertThat(entries(EKS, GpuRequest.of("1/8*L4").exactGpus()))
        .noneMatch(entry -> entry.contains("gpu-count"));
  }

  @Test
  void arm64AndAnotherCapacityTypeAreSaid() {
    assertThat(entries(EKS, GpuRequest.of("T4g")))
        .containsExactly(
            NAME + "t4g",
            DEVICE + "1",
            "spec.nodeSelector[kubernetes.io/arch] = arm64",
            TOLERATION);
    assertThat(entries(EKS, GpuRequest.of("T4").capacityType(CapacityType.SPOT)))
        .contains("spec.nodeSelector[karpenter.sh/capacity-type] = spot");
  }

  @Test
  void capacityOnDemandIsSelectedOnlyIfItIsStated() {
    assertThat(entries(EKS, GpuRequest.of("T4").capacityType(CapacityType.ON_DEMAND)))
        .contains("spec.nodeSelector[karpenter.sh/capacity-type] = on-demand");
    assertThat(entries(EKS, GpuRequest.of("T4")))
        .noneMatch(entry -> entry.contains("capacity-type"));
  }

  static Stream<GpuSpec> rows() {
    return EKS.catalog().includeRetired().specs().stream();
  }

  /** Whatever the row: asked by its GPU and count, the pod carries what leads back to it. */
  @ParameterizedTest
  @MethodSource("rows")
  void whatIsBuiltLandsWhereItWasSaidTo(GpuSpec row) {
    for (String selection : List.of("gpu-name", "instance-type")) {
      Target eks = EKS.with("node-selection", selection);
      Match.Found found =
          eks.match(GpuRequest.of(row.gpus(), row.gpu()).includeRetired()).orThrow();

      PodView pod = Pods.carrying(eks.place(found), "1", "1Gi");

      Match.Found again = eks.match(pod, GpuRequest::includeRetired).orElseThrow().orThrow();
      assertThat(again.shape()).isEqualTo(found.shape());
      assertThat(again.alternatives().stream().map(Shape::spec))
          .allSatisfy(other -> assertThat(other.gpu()).isEqualTo(row.gpu()));
    }
  }

  @ParameterizedTest
  @MethodSource("rows")
  void everyEntryHasAReasonASourceAndALegalLabelValue(GpuSpec row) {
    for (String name : List.of(row.name(), row.gpu())) {
      Placement placement = place(EKS, GpuRequest.of(name).includeRetired());

      assertThat(placement.entries())
          .allSatisfy(
              entry -> {
                assertThat(entry.reason()).isNotBlank();
                assertThat(entry.citation().status()).isIn(Status.DOCUMENTED, Status.UNCONFIRMED);
                assertThat(entry.value())
                    .matches("([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?");
              });
    }
  }

  /** Each alternative is a term, and Karpenter launches for the first. */
  @Test
  void amongAlternativesOnlyTheGpusAskedForAreReadBack() {
    Match.Found found = EKS.match(GpuRequest.of("A10G", "L4", "V100-32G")).orThrow();

    Match.Found again =
        EKS.match(Pods.carrying(EKS.place(found), "1", "1Gi")).orElseThrow().orThrow();

    assertThat(again.request().devices()).isEqualTo(Devices.anyOf("A10G", "L4", "V100-32G"));
    assertThat(again.shape()).isEqualTo(found.shape());
  }
}
