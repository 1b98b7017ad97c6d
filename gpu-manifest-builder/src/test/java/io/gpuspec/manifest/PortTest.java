package io.gpuspec.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.GpuSpecException;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Manifests of one target moved to another: the documents' own, and what they have not. */
class PortTest {
  private static final Gpus GPUS = Gpus.load();
  private static final Target TKE = GPUS.in("tke");
  private static final Target EKS = GPUS.in("eks");
  private static final Target ACK = GPUS.in("ack");

  @ParameterizedTest
  @CsvSource({
    "tke, eks, 000-0353-job-pytorch-training-job",
    "tke, eks, 000-1168-pod-gpu-inference-cached",
    "tke, ack, 000-1340-deploy-gpu-inference-service",
    "tke, ack, 000-0503-job-multi-gpu-training-a10",
    "eks, tke, 001-0181-job-pytorch-training",
    "eks, ack, 001-0181-job-pytorch-training",
    "eks, ack/eci, 001-0207-deploy-tensorflow-serving"
  })
  void theDocumentsManifestsMove(String from, String to, String document) {
    String golden =
        Documents.resource(
            "approved/ported/%s-to-%s.approved.yml".formatted(document, to.replace('/', '-')));

    Ported ported =
        Port.from(GPUS.in(from)).to(GPUS.in(to)).parse("f", Documents.text(document + ".yaml"));

    assertThat(ported.yaml()).hasToString(golden);
    assertThat(ported.isComplete()).isTrue();
    Landings read = WorkloadFile.parse("golden", golden).on(GPUS.in(to));
    assertThat(read.problems()).isEmpty();
    assertThat(read.isFound()).isTrue();
    assertThat(read.landings()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "000-0275-deploy-inference-service-t4-mini, 17:45, 1/4*T4, T4 of g4dn.xlarge",
    "000-0416-deploy-gpu-workload-affinity, 16:45, A10, A10G of g5.xlarge",
    "000-0460-pod-large-model-inference-pnv5b, 8:41, L20, L40S of g6e."
  })
  void aGpuThatIsNotToBeHadIsToldWithTheNearestAndTheWorkloadLeftOut(
      String document, String place, String gpu, String nearest) {
    Ported ported = Port.from(TKE).to(EKS).parse("f", Documents.text(document + ".yaml"));

    assertThat(ported.isComplete()).isFalse();
    assertThat(ported.yaml().toString()).isEmpty();
    assertThat(ported.losses()).hasSize(1);
    assertThat(ported.losses().get(0).toString())
        .startsWith("f:" + place + ": ")
        .contains(gpu + ": gpu: eks 2026-08 has no " + gpu)
        .contains("it was left out, and the nearest thing is " + nearest);
  }

  @Test
  void ofAListTheFirstGpuDecidesAndTheOthersAreTold() {
    String pod = pod("gpu-type: 'T4,V100'");

    Ported ported = Port.from(TKE).to(EKS).parse("f", pod);

    assertThat(ported.isComplete()).isTrue();
    assertThat(ported.matches().get(0).shape().spec().gpu()).isEqualTo("T4");
    assertThat(ported.losses()).hasSize(1);
    assertThat(ported.losses().get(0).what()).isEqualTo("V100-16G, one of T4, V100-16G");
  }

  @Test
  void whereTheFirstOfAListIsNotToBeHadTheWorkloadGetsAnother() {
    Ported ported = Port.from(TKE).to(EKS).parse("f", pod("gpu-type: 'L20,T4'"));

    assertThat(ported.isComplete()).isFalse();
    assertThat(ported.matches().get(0).shape().spec().gpu()).isEqualTo("T4");
    assertThat(ported.losses().get(0).what()).isEqualTo("L20, one of L20, T4");
    assertThat(ported.yaml().toString()).contains("instance-gpu-name: t4");
  }

  @Test
  void theOrderOfAListIsLostWhereTermsAreAlternatives() {
    Ported ported = Port.from(TKE).to(ACK).parse("f", pod("gpu-type: 'T4,V100'"));

    assertThat(ported.isComplete()).isTrue();
    assertThat(ported.losses())
        .singleElement()
        .hasToString(
            "f:6:41: the order of T4, V100-16G: on ack a pod goes to any of them, whichever can be had; name one GPU alone where the order matters");
  }

  @Test
  void anAnnotationThatOnlyTheOldTargetTakesIsLost() {
    Ported ported =
        Port.from(TKE).to(EKS).parse("f", pod("gpu-type: T4", "use-image-cache: imc-abc123xyz"));

    assertThat(ported.yaml().toString()).doesNotContain("tencent");
    assertThat(ported.isComplete()).isTrue();
    assertThat(ported.losses())
        .singleElement()
        .hasToString(
            "f:7:48: metadata.annotations[eks.tke.cloud.tencent.com/use-image-cache] = imc-abc123xyz: tke takes it and eks does not; eks has no option like it");
  }

  @Test
  void aStatedShapeBecomesRequestsWhereContainersStateNone() {
    Ported ported =
        Port.from(TKE)
            .to(EKS)
            .parse("f", pod("gpu-type: T4", "gpu-count: '1'", "cpu: '8'", "mem: 32Gi"));

    assertThat(ported.isComplete()).isTrue();
    assertThat(ported.yaml().toString())
        .contains("      requests:\n        cpu: \"8\"\n        memory: \"32Gi\"\n");
    assertThat(ported.matches().get(0).request().cpu()).hasToString("8");
  }

  @Test
  void aStatedShapeBeyondWhatContainersRequestIsLost() {
    String pod =
        pod("gpu-type: T4", "gpu-count: '1'", "cpu: '8'", "mem: 32Gi")
            .replace("limits:", "requests:\n        cpu: 2\n        memory: 4Gi\n      limits:");

    Ported ported = Port.from(TKE).to(EKS).parse("f", pod);

    assertThat(ported.isComplete()).isFalse();
    assertThat(ported.losses().get(0).what()).isEqualTo("the stated shape, 8 cores and 32Gi");
    assertThat(ported.yaml().toString()).contains("cpu: 2").contains("memory: \"4Gi\"");
  }

  @Test
  void anyGpuIsToldWhereAPodMustNameOne() {
    Ported ported =
        Port.from(EKS).to(TKE).parse("f", Documents.text("001-0181-job-pytorch-training.yaml"));

    assertThat(ported.losses())
        .singleElement()
        .hasToString(
            "f:14:29: any GPU: on tke a pod names its GPU, and T4 is the smallest that holds it; name another where another is wanted");
  }

  @Test
  void anInstanceTypeMovesAsItsGpu() {
    String pod =
        """
        apiVersion: v1
        kind: Pod
        metadata:
          name: p
        spec:
          nodeSelector:
            node.kubernetes.io/instance-type: g4dn.2xlarge
            disk: ssd
          containers:
          - name: c
            image: r/i:v1
            resources:
              limits:
                nvidia.com/gpu: 1
        """;

    Ported ported = Port.from(EKS).to(TKE).parse("f", pod);

    assertThat(ported.yaml().toString())
        .contains("gpu-type: \"T4\"")
        .contains("disk: ssd")
        .doesNotContain("g4dn");
    assertThat(ported.losses())
        .singleElement()
        .hasToString(
            "f:7:39: spec.nodeSelector[node.kubernetes.io/instance-type] = g4dn.2xlarge: eks takes it and tke does not; the pod goes by its GPUs, as tke names them");
  }

  @Test
  void whatTheBuilderHasNoStepForStays() {
    String deployment =
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata:
          name: d
          creationTimestamp: null
        spec:
          strategy:
            type: Recreate
          minReadySeconds: 10
          selector:
            matchLabels:
              app: d
          template:
            metadata:
              labels:
                app: d
            spec:
              hostname: h
              ofANewerKubernetes:
                ratio: 0.5
              containers:
              - name: proxy
                image: r/p:v1
              - name: c
                image: r/i:v1
                lifecycle:
                  preStop:
                    sleep:
                      seconds: 5
                resources:
                  limits:
                    nvidia.com/gpu: 1
              nodeSelector:
                karpenter.k8s.aws/instance-gpu-name: t4
        """;

    String ported = Port.from(EKS).to(ACK).parse("f", deployment).yaml().toString();

    assertThat(ported)
        .contains("type: Recreate", "minReadySeconds: 10", "hostname: h", "ratio: 0.5")
        .contains("creationTimestamp: null", "seconds: 5", "nvidia_name: Tesla-T4");
    assertThat(ported.indexOf("name: proxy")).isLessThan(ported.indexOf("name: c\n"));
  }

  @Test
  void theDevicesOfSeveralContainersStayWhereTheyAre() {
    String pod =
        pod("gpu-type: T4")
            + "  - name: second\n    image: r/s:v1\n    resources:\n      limits:\n        nvidia.com/gpu: 1\n";

    Ported ported = Port.from(TKE).to(EKS).parse("f", pod);

    assertThat(ported.matches().get(0).devices()).isEqualTo(2);
    assertThat(ported.yaml().toString().split("nvidia.com/gpu: 1", -1)).hasSize(3);
  }

  @Test
  void otherObjectsStayByteForByteAndInTheirOrder() {
    String before = "# ours\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}  # kept\n";
    String after =
        "{\"apiVersion\": \"v1\", \"kind\": \"Service\", \"metadata\": {\"name\": \"s\"}}\n";

    String ported =
        Port.from(TKE)
            .to(EKS)
            .parse("f", before + "---\n" + pod("gpu-type: T4") + "--- " + after)
            .yaml()
            .toString();

    assertThat(ported).startsWith(before + "---\n").endsWith("---\n" + after);
    assertThat(ported).contains("instance-gpu-name: t4");
  }

  @Test
  void theItemsOfAListMoveOneByOne() {
    String list =
        ("apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Service\n  metadata:\n    name: s\n- "
                    + pod("gpu-type: T4").replace("\n", "\n  "))
                .stripTrailing()
            + "\n";

    Ported ported = Port.from(TKE).to(EKS).parse("f", list);

    assertThat(ported.yaml().toString())
        .startsWith("apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Service\n")
        .contains("instance-gpu-name: t4");
  }

  @Test
  void aWorkloadWithoutGpusStaysAndIsToldOfWhereItLedToTheOldTarget() {
    String pod =
        "apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\nspec:\n  nodeSelector: {type: virtual-kubelet}\n  containers: [{name: c, image: i}]\n";

    Ported ported = Port.from(TKE).to(EKS).parse("f", pod);

    assertThat(ported.yaml()).hasToString(pod);
    assertThat(ported.isComplete()).isFalse();
    assertThat(ported.losses().get(0).toString()).startsWith("f:1:1: Pod p: it asks for no GPU");
  }

  @Test
  void aZoneIsLostBetweenCloudsAndStaysWithinOne() {
    String pod =
        pod("gpu-type: T4")
            .replace("spec:", "spec:\n  nodeSelector:\n    topology.kubernetes.io/zone: '100003'");

    Ported away = Port.from(TKE).to(EKS).parse("f", pod);

    assertThat(away.yaml().toString()).doesNotContain("100003");
    assertThat(away.losses().get(0).why()).isEqualTo("it names a place of tke's cloud");
    assertThat(Port.from(TKE).to(TKE.with("spot", "true")).parse("f", pod).yaml().toString())
        .contains("100003", "spot-pod: \"true\"");
  }

  @Test
  void alternativesThatLedToTheOldTargetAreNotDoubled() {
    GpuWorkload workload =
        GpuWorkload.pod("w", "r/i:v1").gpu("T4").nodeAffinity("rack", "a").requests("2", "4Gi");

    Ported ported = Port.from(TKE).to(EKS).parse("f", workload.on(TKE).yaml().toString());

    assertThat(ported.yaml()).hasToString(workload.on(EKS).yaml().toString());
  }

  @Test
  void spotStaysSpot() {
    Ported ported = Port.from(TKE).to(EKS).parse("f", pod("gpu-type: T4", "spot-pod: 'true'"));

    assertThat(ported.yaml().toString()).contains("karpenter.sh/capacity-type: spot");
    assertThat(ported.losses()).isEmpty();
  }

  @Test
  void whatIsWrongIsToldWithItsPlace() {
    Ported ported = Port.from(TKE).to(EKS).parse("f", pod("gpu-type: T4", "gpu-count: 1"));

    assertThat(ported.isComplete()).isFalse();
    assertThat(ported.problems())
        .singleElement()
        .extracting(Throwable::getMessage)
        .isEqualTo(
            "f:7:42: metadata.annotations['eks.tke.cloud.tencent.com/gpu-count']: expected a string, found the integer 1; quote it: '1'");
  }

  @Test
  void aFileIsReadLikeAText(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("pod.yaml"), pod("gpu-type: T4"));

    assertThat(Port.from(TKE).to(EKS).read(file).yaml())
        .hasToString(Port.from(TKE).to(EKS).parse("f", pod("gpu-type: T4")).yaml().toString());
    Path missing = folder.resolve("none.yaml");
    assertThatThrownBy(() -> Port.from(TKE).read(missing))
        .isInstanceOf(GpuSpecException.class)
        .hasMessageContaining("does not exist");
  }

  @Test
  void theOldCloudsNodePoolIsLeftOutAndDecidesWhatPodsGet() {
    String built =
        GpuWorkload.pod("p", "r/i:v1")
            .gpu("T4")
            .on(EKS.with("node-pool", "true"))
            .yaml()
            .toString();

    Ported ported = Port.from(EKS).to(TKE).parse("f", built);

    assertThat(Trees.read(ported.yaml().toString()))
        .singleElement()
        .asString()
        .contains("kind=Pod", "gpu-type=T4");
    assertThat(ported.isComplete()).isFalse();
    assertThat(ported.losses())
        .extracting(Object::toString)
        .containsExactly(
            "f:1:1: EC2NodeClass gpu: eks knows it and tke does not, and it decides which nodes pods get; it was left out; compare what the pods land on",
            "f:23:1: NodePool gpu-t4: eks knows it and tke does not, and it decides which nodes pods get; it was left out; compare what the pods land on");
    assertThat(Port.from(EKS).parse("f", built).yaml()).hasToString(built);
  }

  @Test
  void theOldCloudsImageCacheIsLeftOutAndPodsDoWithoutIt() {
    String cache = Documents.text("000-1256-imagecache-base-gpu-cache.yaml");

    Ported ported = Port.from(TKE).to(ACK).parse("f", cache);

    assertThat(ported.yaml().toString()).isEmpty();
    assertThat(ported.isComplete()).isTrue();
    assertThat(ported.losses())
        .singleElement()
        .hasToString(
            "f:3:1: ImageCache base-gpu-cache: tke knows it and ack does not; it was left out; pods do without it");
    assertThat(Port.from(TKE).parse("f", cache).yaml()).hasToString(cache);
  }

  /** A pod of TKE's; its first annotation stands in line 6. */
  private static String pod(String... annotations) {
    String prefix = "    eks.tke.cloud.tencent.com/";
    return "apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\n  annotations:\n"
        + prefix
        + String.join("\n" + prefix, annotations)
        + "\nspec:\n  containers:\n  - name: c\n    image: r/i:v1\n    resources:\n      limits:\n        nvidia.com/gpu: 1\n";
  }
}
