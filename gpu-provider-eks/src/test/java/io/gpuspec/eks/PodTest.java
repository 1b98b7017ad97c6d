package io.gpuspec.eks;

import static io.gpuspec.testkit.Errors.assertError;
import static io.gpuspec.testkit.Pods.ONE_GPU;
import static io.gpuspec.testkit.Pods.pod;
import static io.gpuspec.testkit.Pods.term;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Overlay;
import io.gpuspec.Target;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.NodeTerm;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.Toleration;
import io.gpuspec.value.Arch;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an existing pod asks of nodes that Karpenter launches. */
class PodTest {
  private static final String AWS = "karpenter.k8s.aws/";

  private static final Target EKS = Gpus.load().in("eks");

  private Match match(PodView pod) {
    return EKS.match(pod).orElseThrow();
  }

  private String lands(PodView pod) {
    return match(pod).orThrow().shape().spec().name();
  }

  /** AWS has these cards as modules with NVLink, of which GPU Feature Discovery writes SXM. */
  @ParameterizedTest
  @ValueSource(strings = {"NVIDIA-A100-PCIE-40GB", "NVIDIA-A100-80GB-PCIe", "Tesla-V100-PCIE-16GB"})
  void aCardForPcieSlotsIsNoneOfAws(String product) {
    PodView pod = pod(ONE_GPU).nodeSelector("nvidia.com/gpu.product", product);

    assertThat(match(pod).rejected())
        .extracting(Rejection::toString)
        .containsExactly(
            "nvidia.com/gpu.product: labels: In %s requested, and no node here has a GPU of which that is true"
                .formatted(product));
  }

  @ParameterizedTest
  @CsvSource({
    "accelerator, nvidia-a100, p4d.24xlarge",
    "nvidia.com/gpu.product, NVIDIA-A10G, g5.xlarge",
    "nvidia.com/gpu.product, NVIDIA-A100-SXM4-40GB, p4d.24xlarge",
    "nvidia.com/gpu.product, Tesla-T4, g4dn.xlarge"
  })
  void aGpuNamedByALabelOfOthersIsThatGpu(String key, String value, String match) {
    PodView pod = pod(ONE_GPU).nodeSelector(key, value);

    assertThat(lands(pod)).isEqualTo(match);
    assertThat(match(pod).notes())
        .extracting(Note::message)
        .contains(
            "%s In [%s] names the GPU; Karpenter writes no such label, so the NodePool has to, or this pod stays Pending"
                .formatted(key, value));
  }

  @ParameterizedTest
  @CsvSource({"1, 3, 12Gi, g5g.2xlarge", "1, 3, 6Gi, g5g.xlarge", "2, 3, 12Gi, g5g.16xlarge"})
  void anArmTypeThatIsNamedCouldRunThePod(String gpus, String cpu, String memory, String type) {
    PodView pod =
        PodView.empty()
            .container("a", Map.of("cpu", cpu, "memory", memory), Map.of("nvidia.com/gpu", gpus));

    assertThat(match(pod).notes())
        .filteredOn(note -> note.id().equals("arch.assumed"))
        .extracting(Note::message)
        .containsExactly(
            "the pod selects no architecture, and amd64 is assumed; a NodePool or node group that allows arm64 could launch %s for it instead; to exclude that, add the node selector kubernetes.io/arch"
                .formatted(type));
    assertThat(
            EKS.match(
                    GpuRequest.of(Devices.of(type).count(Integer.parseInt(gpus)))
                        .cpu(cpu)
                        .memory(memory))
                .isFound())
        .isTrue();
  }

  @ParameterizedTest
  @CsvSource({"nvidia.com/gpu, 8, 180, 900Gi", "nvidia.com/mig-1g.5gb, 1, 3, 12Gi"})
  void whereNoArmTypeCouldRunThePodNoneIsNamed(
      String device, String count, String cpu, String memory) {
    PodView pod =
        PodView.empty().container("a", Map.of("cpu", cpu, "memory", memory), Map.of(device, count));

    assertThat(match(pod).isFound()).isTrue();
    assertThat(match(pod).notes()).noneMatch(note -> note.id().equals("arch.assumed"));
  }

  /** What the containers add up to, as the scheduler adds. */
  @Nested
  class Need {

    static Stream<Arguments> needs() {
      return Stream.of(
          need(
              "requests count and limits do not",
              "6 32Gi 1",
              "MAIN | cpu 6 memory 32Gi gpu 1 | cpu 8 memory 40Gi gpu 1"),
          need(
              "a limit without a request is a request",
              "8 2Gi 1",
              "MAIN | | cpu 8 memory 2Gi gpu 1"),
          need(
              "containers add up",
              "6 12Gi 3",
              "MAIN | cpu 4 memory 8Gi gpu 1 | gpu 1",
              "MAIN | cpu 2 memory 4Gi gpu 2 | gpu 2"),
          need("what is not asked is nothing", "0 0 1", ONE_GPU),
          need(
              "init containers run one by one, before the others",
              "8 16Gi 2",
              "INIT | cpu 8 memory 1Gi | ",
              "INIT | cpu 1 memory 16Gi gpu 2 | gpu 2",
              "MAIN | cpu 4 memory 8Gi gpu 1 | gpu 1"),
          need(
              "a sidecar runs with the containers",
              "5 9Gi 1",
              "SIDECAR | cpu 1 memory 1Gi | ",
              "MAIN | cpu 4 memory 8Gi gpu 1 | gpu 1"),
          need(
              "an init container runs with the sidecars before it",
              "11 9Gi 1",
              "SIDECAR | cpu 1 memory 1Gi | ",
              "INIT | cpu 10 | ",
              "MAIN | cpu 4 memory 8Gi gpu 1 | gpu 1"),
          need(
              "and without those after it",
              "10 9Gi 1",
              "INIT | cpu 10 | ",
              "SIDECAR | cpu 1 memory 1Gi | ",
              "MAIN | cpu 4 memory 8Gi gpu 1 | gpu 1"));
    }

    private static Arguments need(String why, String sum, String... containers) {
      return Arguments.of(why, sum, pod(containers));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("needs")
    void whatAPodAddsUpTo(String why, String sum, PodView pod) {
      String[] parts = sum.split(" ");
      GpuRequest need = EKS.request(pod);

      assertThat(need.cpu()).isEqualTo(CpuAmount.parse(parts[0]));
      assertThat(need.memory()).isEqualTo(MemorySize.parse(parts[1]));
      assertThat(need.devices()).isEqualTo(Devices.any().count(Integer.parseInt(parts[2])));
    }

    @Test
    void aPodWithoutGpusIsNoQuestion() {
      assertThat(EKS.match(pod("MAIN | cpu 1 | cpu 1"))).isEmpty();
      assertThat(EKS.match(pod("MAIN | cpu 1 | ").nodeSelector(AWS + "instance-gpu-name", "t4")))
          .isEmpty();
    }

    @Test
    void aRequestUnlikeItsLimitIsAnErrorThatNamesTheField() {
      assertError(() -> EKS.match(pod("MAIN | gpu 1 | gpu 2")), "pod.limit-not-request", "'2'");
    }
  }

  /** Which nodes the pod's own labels leave. */
  @Nested
  class Nodes {

    @ParameterizedTest
    @CsvSource({
      "karpenter.k8s.aws/instance-gpu-name,         l4,                  g6.xlarge",
      "karpenter.k8s.aws/instance-gpu-name,         rtx-pro-server-6000, g7e.2xlarge",
      "karpenter.k8s.aws/instance-gpu-name,         t4g,                 g5g.xlarge",
      "karpenter.k8s.aws/instance-gpu-count,        4,                   g4dn.12xlarge",
      "karpenter.k8s.aws/instance-gpu-memory,       81920,               p5.4xlarge",
      "karpenter.k8s.aws/instance-gpu-manufacturer, nvidia,              g4dn.xlarge",
      "karpenter.k8s.aws/instance-family,           gr6,                 gr6.4xlarge",
      "karpenter.k8s.aws/instance-category,         p,                   p5.4xlarge",
      "karpenter.k8s.aws/instance-generation,       6,                   g6.xlarge",
      "karpenter.k8s.aws/instance-size,             8xlarge,             g6.8xlarge",
      "karpenter.k8s.aws/instance-cpu,              16,                  g4dn.4xlarge",
      "karpenter.k8s.aws/instance-memory,           32768,               g4dn.2xlarge",
      "node.kubernetes.io/instance-type,            g5.4xlarge,          g5.4xlarge",
      "node.kubernetes.io/instance-type,            g6f.4xlarge,         g6f.4xlarge",
      "kubernetes.io/arch,                          amd64,               g4dn.xlarge",
      "kubernetes.io/arch,                          arm64,               g5g.xlarge",
      "kubernetes.io/os,                            linux,               g4dn.xlarge",
      "karpenter.sh/capacity-type,                  on-demand,           g4dn.xlarge",
      "topology.kubernetes.io/zone,                 us-east-1a,          g4dn.xlarge"
    })
    void aSelectorDecidesByTheLabelsThatKarpenterWrites(String key, String value, String type) {
      assertThat(lands(pod(ONE_GPU).nodeSelector(key, value))).isEqualTo(type);
    }

    static List<Published> published() {
      return Published.all();
    }

    /** Every label that Karpenter publishes of a type, taken as a selector, lets the type in. */
    @ParameterizedTest
    @MethodSource("published")
    void theLabelsOfATypeAreThoseThatKarpenterPublishes(Published published) {
      PodView pod =
          pod("MAIN | gpu %1$d | gpu %1$d".formatted(Math.max(1, published.gpus())))
              .nodeSelector("node.kubernetes.io/instance-type", published.type())
              .nodeSelector("kubernetes.io/arch", published.arch())
              .nodeSelector("kubernetes.io/os", "linux")
              .nodeSelector(AWS + "instance-family", published.type().split("\\.")[0])
              .nodeSelector(AWS + "instance-size", published.type().split("\\.")[1])
              .nodeSelector(AWS + "instance-cpu", published.instanceCpu())
              .nodeSelector(AWS + "instance-memory", published.instanceMemory())
              .nodeSelector(AWS + "instance-gpu-manufacturer", "nvidia")
              .nodeSelector(AWS + "instance-gpu-name", published.gpuName())
              .nodeSelector(AWS + "instance-gpu-count", published.gpuCount())
              .nodeSelector(AWS + "instance-gpu-memory", published.gpuMemory());

      assertThat(EKS.match(pod, GpuRequest::includeRetired).orElseThrow().orThrow().shape().spec())
          .hasFieldOrPropertyWithValue("name", published.type());
    }

    @Test
    void aSelectorThatAllowsWholeGpusMeansTheseGpus() {
      PodView pod =
          pod(ONE_GPU)
              .nodeTerm(term(AWS + "instance-gpu-name In a10g l40s"))
              .nodeSelector("kubernetes.io/arch", "amd64");

      assertThat(match(pod).request().devices()).isEqualTo(Devices.anyOf("A10G", "L40S"));
      assertThat(
              match(pod("MAIN | gpu 3 | gpu 3").nodeSelector(AWS + "instance-gpu-name", "a10g"))
                  .request()
                  .devices())
          .isEqualTo(Devices.anyOf("A10G").count(3));
    }

    @Test
    void aSelectorThatAllowsSomeInstanceTypesMeansThose() {
      PodView pod =
          pod(ONE_GPU)
              .nodeTerm(term(AWS + "instance-size In 2xlarge", AWS + "instance-family In g5 g6"));

      assertThat(match(pod).request().devices())
          .isEqualTo(Devices.anyOf("g5.2xlarge", "g6.2xlarge"));
    }

    @Test
    void aSelectorThatAllowsEverythingMeansAnyGpu() {
      assertThat(match(pod(ONE_GPU).nodeSelector("kubernetes.io/os", "linux")).request())
          .isEqualTo(GpuRequest.of(Devices.any()));
    }

    @ParameterizedTest
    @CsvSource({
      "NotIn t4 a10g l4,    g6e.xlarge",
      "Exists,              g4dn.xlarge",
      "In l4 t4,            g4dn.xlarge"
    })
    void everyOperatorOfAnAffinityCounts(String operatorAndValues, String type) {
      assertThat(lands(pod(ONE_GPU).nodeTerm(term(AWS + "instance-gpu-name " + operatorAndValues))))
          .isEqualTo(type);
    }

    @Test
    void numbersAreComparedAsNumbers() {
      assertThat(lands(pod(ONE_GPU).nodeTerm(term(AWS + "instance-gpu-memory Gt 22888"))))
          .isEqualTo("g6e.xlarge");
      assertThat(lands(pod(ONE_GPU).nodeTerm(term(AWS + "instance-gpu-count Gt 4"))))
          .isEqualTo("g4dn.metal");
    }

    @Test
    void termsAreAlternativesAndTheSelectorHoldsForAll() {
      PodView pod =
          pod(ONE_GPU)
              .nodeTerm(term(AWS + "instance-gpu-name In l4"))
              .nodeTerm(term(AWS + "instance-gpu-name In t4"));

      assertThat(match(pod).request().devices()).isEqualTo(Devices.anyOf("T4", "L4"));
      assertThat(lands(pod.nodeSelector(AWS + "instance-generation", "6"))).isEqualTo("g6.xlarge");
    }

    @Test
    void aTermThatRequiresNothingAdmitsNothing() {
      PodView pod = pod(ONE_GPU).nodeTerm(new NodeTerm(List.of()));

      assertThat(match(pod).isFound()).isFalse();
      assertThat(match(pod.nodeTerm(term(AWS + "instance-gpu-name In l4"))).notes())
          .noneMatch(note -> note.id().equals("affinity.first-term"));
    }

    @Test
    void labelsThatNoInstanceTypeDecidesAreTakenToBeThereAndTold() {
      PodView pod =
          pod(ONE_GPU)
              .nodeSelector("node-type", "gpu")
              .nodeTerm(
                  term(
                      "topology.kubernetes.io/zone In us-east-1a",
                      AWS + "instance-gpu-name In l4"));

      assertThat(lands(pod)).isEqualTo("g6.xlarge");
      assertThat(match(pod).notes())
          .anySatisfy(
              note ->
                  assertThat(note)
                      .hasToString(
                          "node.label-not-judged: label node-type: which nodes have it is not"
                              + " known here; node-type In [gpu] is assumed to match"));
    }

    /** Whatever Karpenter launches gets its name when it is there. */
    @ParameterizedTest
    @CsvSource({
      "kubernetes.io/hostname In n-1, false",
      "kubernetes.io/hostname NotIn n-1, true",
      "kubernetes.io/hostname Exists, true",
      "kubernetes.io/hostname DoesNotExist, false",
    })
    void noNodeIsLaunchedForAPodThatNamesItsNode(String asked, boolean isFound) {
      PodView pod = pod(ONE_GPU).nodeTerm(term(asked));

      assertThat(match(pod).isFound()).isEqualTo(isFound);
      assertThat(match(pod).notes()).noneMatch(note -> note.id().equals("node.label-not-judged"));
      if (!isFound) {
        assertThat(match(pod).rejected().toString())
            .contains("a node that is launched for the pod has a name of its own");
      }
    }

    @Test
    void aFieldOfANodesNameIsNoLabel() {
      NodeTerm named = new NodeTerm(List.of(), List.of(NodeRequirement.in("metadata.name", "n-1")));

      assertThat(match(pod(ONE_GPU).nodeTerm(named)).rejected().toString())
          .contains("metadata.name", "gpuspec fits answers");
      assertThat(
              match(pod(ONE_GPU).nodeTerm(named).nodeTerm(term(AWS + "instance-gpu-name In l4")))
                  .isFound())
          .isTrue();
    }

    /** Karpenter was right: it launches for either term, and the pod names the arm64 one itself. */
    @Test
    void arm64ThatIsNamedAmongOthersIsReadToo() {
      PodView byGpu =
          pod(ONE_GPU)
              .nodeTerm(term(AWS + "instance-gpu-name In h100"))
              .nodeTerm(term(AWS + "instance-gpu-name In t4g"));
      PodView byType =
          pod(ONE_GPU).nodeTerm(term("node.kubernetes.io/instance-type In p5.4xlarge g5g.8xlarge"));
      PodView byArch = pod(ONE_GPU).nodeTerm(term("kubernetes.io/arch In arm64 amd64"));

      assertThat(match(byGpu).request()).isEqualTo(GpuRequest.of(Devices.anyOf("T4g", "H100-80G")));
      assertThat(match(byType).request())
          .isEqualTo(GpuRequest.of(Devices.anyOf("g5g.8xlarge", "p5.4xlarge")));
      assertThat(lands(byArch)).isEqualTo("g5g.xlarge");
      assertThat(match(byArch).notes()).noneMatch(note -> note.id().equals("arch.assumed"));
      assertThat(lands(pod(ONE_GPU).nodeTerm(term("kubernetes.io/os In linux"))))
          .isEqualTo("g4dn.xlarge");
    }

    @Test
    void aSliceIsReadOnlyWhereNothingElseWillDo() {
      assertThat(match(pod(ONE_GPU).nodeSelector(AWS + "instance-gpu-name", "l4")).request())
          .isEqualTo(GpuRequest.of(Devices.anyOf("L4")));
      assertThat(match(pod(ONE_GPU).nodeSelector(AWS + "instance-gpu-memory", "5722")).request())
          .isEqualTo(GpuRequest.of(Devices.anyOf("1/4*L4")));
      assertThat(
              match(pod("MAIN | gpu 2 | gpu 2").nodeSelector(AWS + "instance-family", "g6f"))
                  .isFound())
          .isFalse();
    }

    @Test
    void theCapacityTypeIsThePodsOwn() {
      PodView pod = pod(ONE_GPU);
      String key = "karpenter.sh/capacity-type";

      assertThat(match(pod).request().capacityType()).isEqualTo(CapacityType.ON_DEMAND);
      assertThat(match(pod.nodeSelector(key, "spot")).request().capacityType())
          .isEqualTo(CapacityType.SPOT);
      assertThat(match(pod.nodeTerm(term(key + " NotIn on-demand"))).request().capacityType())
          .isEqualTo(CapacityType.SPOT);
    }

    /** Karpenter's getCapacityType: reserved, then spot, then on-demand. */
    @ParameterizedTest
    @CsvSource({
      "on-demand spot, SPOT, on-demand",
      "on-demand reserved, RESERVED, on-demand",
      "spot reserved on-demand, RESERVED, spot and on-demand"
    })
    void ofSeveralCapacityTypesTheFirstOfKarpentersOrderCounts(
        String named, CapacityType first, String others) {
      PodView pod = pod(ONE_GPU).nodeTerm(term("karpenter.sh/capacity-type In " + named));

      assertThat(match(pod).request().capacityType()).isEqualTo(first);
      assertThat(match(pod).notes())
          .extracting(Note::toString)
          .contains(
              "capacity.several: the pod allows %s and %s capacity, and %s is taken here; Karpenter takes reserved, then spot, then on-demand capacity, as the NodePool allows it and AWS has it"
                  .formatted(first, others, first));
    }

    /** What no node can be is no other way. */
    @Test
    void ofSeveralValuesOnlyThoseThatNodesCanHaveCount() {
      PodView one = pod(ONE_GPU).nodeTerm(term("karpenter.sh/capacity-type In spot leased"));
      PodView others = pod(ONE_GPU).nodeTerm(term("karpenter.sh/capacity-type NotIn spot leased"));

      assertThat(match(one).request().capacityType()).isEqualTo(CapacityType.SPOT);
      assertThat(match(others).request().capacityType()).isEqualTo(CapacityType.ON_DEMAND);
      assertThat(match(one).notes()).noneMatch(note -> note.id().equals("capacity.several"));
      assertThat(match(others).notes()).noneMatch(note -> note.id().equals("capacity.several"));
    }

    @Test
    void aPodThatNamesOneCapacityTypeOrNoneGetsNoNoteOnTheirOrder() {
      PodView pod = pod(ONE_GPU);

      assertThat(match(pod).notes()).noneMatch(note -> note.id().equals("capacity.several"));
      assertThat(match(pod.nodeSelector("karpenter.sh/capacity-type", "spot")).notes())
          .noneMatch(note -> note.id().equals("capacity.several"));
    }
  }

  /** Pods that no node takes. */
  @Nested
  class Refused {

    @Test
    void aValueThatNoInstanceTypeHasIsNamedWithThoseThatThereAre() {
      Match match = match(pod(ONE_GPU).nodeSelector(AWS + "instance-gpu-name", "T4"));

      assertThat(match.isFound()).isFalse();
      assertThat(match.rejected().stream().map(Rejection::toString))
          .containsExactly(
              "karpenter.k8s.aws/instance-gpu-name: labels: In T4 requested, and no node here has"
                  + " that; there is a100, a10g, b200, b300, h100, h200, l4, l40s, rtx-pro-4500,"
                  + " rtx-pro-server-6000, t4, t4g, v100");
    }

    @Test
    void aPodThatWantsNoGpuNodeAndAGpuIsToldSo() {
      Match match = match(pod(ONE_GPU).nodeTerm(term(AWS + "instance-gpu-count DoesNotExist")));

      assertThat(match.rejected().get(0))
          .hasToString(
              "karpenter.k8s.aws/instance-gpu-count: labels: DoesNotExist requested, and no node here"
                  + " has that; there is 0, 1, 2, 4, 8");
    }

    @Test
    void aCapacityTypeInCapitalsIsNone() {
      Match match = match(pod(ONE_GPU).nodeSelector("karpenter.sh/capacity-type", "Spot"));

      assertThat(match.rejected().get(0))
          .hasToString(
              "karpenter.sh/capacity-type: labels: In Spot requested, and no node here has that;"
                  + " there is on-demand, reserved, spot");
    }

    @Test
    void labelsThatNoTypeHasTogetherAreToldAsThat() {
      Match match =
          match(
              pod(ONE_GPU)
                  .nodeSelector(AWS + "instance-gpu-name", "t4")
                  .nodeSelector(AWS + "instance-family", "g5"));

      assertThat(match.rejected().stream().map(Rejection::toString))
          .containsExactly(
              "karpenter.k8s.aws/instance-gpu-name: labels: no node here meets"
                  + " karpenter.k8s.aws/instance-gpu-name In [t4] and"
                  + " karpenter.k8s.aws/instance-family In [g5] together; remove one of them");
    }

    /** How many of them a node has nobody here says, so neither is it called Pending. */
    @ParameterizedTest
    @ValueSource(strings = {"nvidia.com/gpu.shared", "amd.com/gpu"})
    void aPartOfACardOrTheCardOfAnotherVendorIsNotJudged(String device) {
      String line = "MAIN | %1$s 1 | %1$s 1".formatted(device);

      for (PodView pod : List.of(pod(line), pod(line, ONE_GPU))) {
        assertThat(match(pod).isFound()).isFalse();
        assertThat(match(pod).isJudged()).isFalse();
        assertThat(match(pod).notes())
            .singleElement()
            .satisfies(
                note -> {
                  assertThat(note.id()).isEqualTo("gpu.not-judged");
                  assertThat(note.message())
                      .startsWith("container 'c0' resources.limits[" + device + "] asks for ");
                });
      }
    }

    @ParameterizedTest
    @ValueSource(strings = {"aliyun.com/gpu-mem", "tke.cloud.tencent.com/qgpu-core"})
    void aDeviceThatNoNodeOffersIsNamed(String device) {
      String line = "MAIN | %1$s 1 | %1$s 1".formatted(device);

      for (PodView pod : List.of(pod(line), pod(line, ONE_GPU))) {
        assertThat(match(pod).isFound()).isFalse();
        assertThat(match(pod).rejected().get(0).toString())
            .startsWith("container 'c0' resources.limits[" + device + "]: gpus: ")
            .contains("nvidia.com/gpu");
      }
    }
  }

  /** Karpenter's scheduler drops a term for the next where no type meets it. */
  @Test
  void theFirstTermThatSomeTypeMeetsIsTheOneThatCounts() {
    PodView large =
        pod("MAIN | cpu 500m memory 100Gi gpu 4 | gpu 4")
            .nodeTerm(term("node.kubernetes.io/instance-type In g6.12xlarge"))
            .nodeTerm(term(AWS + "instance-category Exists"));
    PodView larger =
        pod("MAIN | cpu 500m memory 300Gi gpu 4 | gpu 4")
            .nodeTerm(term("node.kubernetes.io/instance-type In g6.12xlarge"))
            .nodeTerm(term("node.kubernetes.io/instance-type In g6.48xlarge"));

    assertThat(lands(large)).isEqualTo("g6.12xlarge");
    assertThat(match(large).notes()).extracting(Note::id).contains("affinity.first-term");
    assertThat(lands(larger)).isEqualTo("g6.48xlarge");
    assertThat(match(larger).notes()).extracting(Note::id).contains("affinity.first-term");
  }

  /** A wish counts like what the pod says: for amd64 the term of the arm64 nodes is dropped. */
  @Test
  void aTermThatTheCallersWishesRuleOutIsDroppedToo() {
    PodView pod =
        pod(ONE_GPU)
            .nodeTerm(term("kubernetes.io/arch NotIn amd64"))
            .nodeTerm(term(AWS + "instance-gpu-name In l4"));

    assertThat(lands(pod)).isEqualTo("g5g.xlarge");
    assertThat(EKS.match(pod, wished -> wished.arch(Arch.AMD64)).orElseThrow().isFound()).isTrue();
  }

  /** Karpenter counts no GPU on a slice, so a term of slices alone is dropped as well. */
  @Test
  void aTermOfSlicesAloneIsDropped() {
    PodView pod =
        pod(ONE_GPU)
            .nodeTerm(term(AWS + "instance-gpu-memory Lt 16384", "kubernetes.io/arch In amd64"))
            .nodeTerm(term(AWS + "instance-family In gr6"))
            .nodeTerm(term("kubernetes.io/arch In arm64"));

    assertThat(lands(pod)).isEqualTo("gr6.4xlarge");
    assertThat(match(pod).alternatives()).extracting(s -> s.spec().name()).contains("g5g.xlarge");
  }

  @Test
  void aLabelWithALeadingZeroIsAValueLikeAnyOther() {
    assertThat(lands(pod(ONE_GPU).nodeSelector("team", "010"))).isEqualTo("g4dn.xlarge");
  }

  @ParameterizedTest
  @CsvSource({
    "DoesNotExist, every node has this label",
    "Gt 0, no value of this label is a number in this cloud",
    "Lt 5, no value of this label is a number in this cloud",
  })
  void everyNodeHasAZoneAndItIsNotANumber(String operatorAndValues, String why) {
    PodView pod = pod(ONE_GPU).nodeTerm(term("topology.kubernetes.io/zone " + operatorAndValues));

    assertThat(match(pod).rejected().get(0).toString())
        .startsWith("topology.kubernetes.io/zone")
        .contains(why);
  }

  /**
   * A g4dn.xlarge has 3.92 cores for pods: 3.5 fit, with 500m of a sandbox around them they do not.
   */
  @Test
  void theOverheadOfARuntimeClassCounts() {
    PodView pod =
        PodView.empty()
            .nodeSelector(AWS + "instance-gpu-name", "t4")
            .container(
                "c",
                Map.of("cpu", "3500m", "memory", "4Gi", "nvidia.com/gpu", "1"),
                Map.of("nvidia.com/gpu", "1"));

    assertThat(lands(pod)).isEqualTo("g4dn.xlarge");
    assertThat(lands(pod.overhead(Map.of("cpu", "500m")))).isEqualTo("g4dn.2xlarge");
    assertThat(match(pod.overhead(Map.of("cpu", "250m", "memory", "120Mi"))).request())
        .extracting(GpuRequest::cpu, GpuRequest::memory)
        .containsExactly(CpuAmount.parse("3750m"), MemorySize.parse("4216Mi"));
  }

  @Test
  void whatAPodStatesAsAWholeTakesThePlaceOfItsContainers() {
    PodView pod = pod(ONE_GPU).resources(Map.of("cpu", "5"), Map.of("memory", "20Gi"));

    assertThat(match(pod).request().cpu()).isEqualTo(CpuAmount.parse("5"));
    assertThat(match(pod).request().memory()).isEqualTo(MemorySize.parse("20Gi"));
  }

  /** EKS runs the admission plugin ExtendedResourceToleration in every cluster. */
  @Nested
  class Admission {
    private final Target pool = EKS.with(Eks.NODE_POOL, true);

    @Test
    void aPodNeedNotTolerateTheTaintOfItsResource() {
      Match.Found found = pool.match(pod(ONE_GPU)).orElseThrow().orThrow();

      assertThat(found.shape().spec().name()).isEqualTo("g4dn.xlarge");
      assertThat(found.notes())
          .filteredOn(note -> note.id().equals("toleration.added"))
          .singleElement()
          .satisfies(
              note -> {
                assertThat(note.message())
                    .isEqualTo(
                        "the manifest does not tolerate the taint nvidia.com/gpu=true:NoSchedule; the API server of eks adds the toleration, because the pod requests nvidia.com/gpu");
                assertThat(note.citation().orElseThrow().url().orElseThrow())
                    .endsWith("platform-versions.html");
              });
      assertThat(pod(ONE_GPU).fits(pool.node(found)).fits()).isFalse();
      assertThat(pool.admitted(pod(ONE_GPU)).fits(pool.node(found)).fits()).isTrue();
    }

    @Test
    void whatThePodToleratesItselfNeedsNoNote() {
      PodView pod = pod(ONE_GPU).toleration(Toleration.exists("nvidia.com/gpu"));

      assertThat(pool.match(pod).orElseThrow().notes())
          .extracting(Note::id)
          .doesNotContain("toleration.added");
      assertThat(match(pod(ONE_GPU)).notes())
          .extracting(Note::id)
          .doesNotContain("toleration.added");
    }

    /** The plugin sees what the pod requests, and not whose cards the instances are of. */
    @Test
    void aTaintOfAnotherResourceIsStillARefusal() {
      PodView slice =
          PodView.empty().container("c", Map.of(), Map.of("nvidia.com/mig-1g.5gb", "1"));

      assertThat(pool.match(slice).orElseThrow().rejected().toString())
          .contains("nvidia.com/gpu=true:NoSchedule, which the pod does not tolerate");
      assertThat(EKS.match(slice).orElseThrow().isFound()).isTrue();
    }

    @Test
    void theTaintOfAnOwnNodeIsToleratedToo() {
      Target own =
          Gpus.load()
              .in("eks/nodegroup")
              .overlay(
                  Overlay.parse(
                      "own.yaml",
                      """
                      target: eks/nodegroup
                      citation: c
                      citations: {c: {title: t, date: 2026-11, status: third-party}}
                      specs:
                      - name: rack
                        gpu: L4
                        gpus: 1
                        upward: [{cpu: "8", memory: 30Gi}]
                        policy: allocatable
                        labels: {rack: a}
                        taints: ["nvidia.com/gpu=present:NoSchedule"]
                      """));
      Match match = own.match(pod(ONE_GPU).nodeSelector("rack", "a")).orElseThrow();

      assertThat(match.orThrow().shape().spec().name()).isEqualTo("rack");
      assertThat(match.notes())
          .extracting(Note::message)
          .anyMatch(
              note ->
                  note.startsWith(
                      "the manifest does not tolerate the taint nvidia.com/gpu=present:NoSchedule"));
    }
  }
}
