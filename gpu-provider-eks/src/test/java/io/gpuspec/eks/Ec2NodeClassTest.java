package io.gpuspec.eks;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.spi.Placement;
import io.gpuspec.value.Explained;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.MemorySize;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What the nodes of a pool are made of. */
class Ec2NodeClassTest {
  private static final Target EKS = Gpus.load().in("eks");
  private static final Map<String, String> DISCOVERY = Map.of("karpenter.sh/discovery", "ml");

  private static Object spec(Ec2NodeClass nodeClass) {
    return nodeClass.toObject().tree().get("spec");
  }

  private static Map<String, Object> device(String name, String size) {
    return Map.of(
        "deviceName",
        name,
        "ebs",
        Map.of(
            "volumeSize",
            size,
            "volumeType",
            "gp3",
            "encrypted",
            true,
            "deleteOnTermination",
            true));
  }

  /** Not the Deep Learning AMI of the guide, which cannot join a cluster. */
  @Test
  void nodesAreOfTheEksOptimizedAmiAndFoundByTheClustersTag() {
    assertThat(spec(Ec2NodeClass.of("gpu", "ml")))
        .isEqualTo(
            Map.of(
                "amiSelectorTerms", List.of(Map.of("alias", "al2023@latest")),
                "role", "KarpenterNodeRole-ml",
                "subnetSelectorTerms", List.of(Map.of("tags", DISCOVERY)),
                "securityGroupSelectorTerms", List.of(Map.of("tags", DISCOVERY)),
                "blockDeviceMappings", List.of(device("/dev/xvda", "100Gi"))));
    assertThat(Ec2NodeClass.of("gpu", "ml").explain().toString())
        .contains("the guide's Deep Learning AMI has no kubelet to join a cluster with");
  }

  @Test
  void whatIsChosenTakesThePlaceOfTheDefault() {
    Ec2NodeClass chosen =
        Ec2NodeClass.of("gpu", "ml")
            .ami(AmiFamily.BOTTLEROCKET, "v1.50.0")
            .disk(MemorySize.parse("1Ti"))
            .instanceProfile("gpu-nodes")
            .discoveredBy(Map.of("team", "*"))
            .instanceStore()
            .tag("team", "ml");

    assertThat(spec(chosen))
        .isEqualTo(
            Map.of(
                "amiSelectorTerms", List.of(Map.of("alias", "bottlerocket@v1.50.0")),
                "instanceProfile", "gpu-nodes",
                "subnetSelectorTerms", List.of(Map.of("tags", Map.of("team", "*"))),
                "securityGroupSelectorTerms", List.of(Map.of("tags", Map.of("team", "*"))),
                "blockDeviceMappings", List.of(device("/dev/xvdb", "1024Gi")),
                "instanceStorePolicy", "RAID0",
                "tags", Map.of("team", "ml")));
    assertThat(((Map<?, ?>) spec(chosen.role("mine"))).get("role")).isEqualTo("mine");
    assertThat(((Map<?, ?>) spec(chosen.role("mine"))).get("instanceProfile")).isNull();
  }

  /** The order of the steps does not matter. */
  @Test
  void theDiskFollowsTheFamilyWhicheverComesFirst() {
    Ec2NodeClass plain = Ec2NodeClass.of("gpu", "ml");

    assertThat(
            plain.disk(MemorySize.parse("200Gi")).ami(AmiFamily.BOTTLEROCKET, "latest").toObject())
        .isEqualTo(
            plain.ami(AmiFamily.BOTTLEROCKET, "latest").disk(MemorySize.parse("200Gi")).toObject());
  }

  @Test
  void anAmiOfOnesOwnNamesItsFamilyAndWhatJoinsTheCluster() {
    Map<?, ?> spec =
        (Map<?, ?>)
            spec(
                Ec2NodeClass.of("gpu", "ml")
                    .userData("#!/bin/sh\njoin\n")
                    .amiByTags(AmiFamily.CUSTOM, Map.of("gpu", "yes")));

    assertThat(spec.get("amiFamily")).isEqualTo("Custom");
    assertThat(spec.get("userData")).isEqualTo("#!/bin/sh\njoin\n");
    assertThat(spec.get("amiSelectorTerms"))
        .isEqualTo(List.of(Map.of("tags", Map.of("gpu", "yes"))));
  }

  /**
   * By hand: (20 of the AMI + 60 + 50) / 0.85 = 152.9 GiB, without the AMI 129.4; with 20 of
   * workspace 117.6, and for 1 GiB of images (20 + 1.5 + 50) / 0.85 = 84.1.
   */
  @ParameterizedTest
  @CsvSource({
    "AL2023, 40Gi, 50Gi, 153Gi",
    "BOTTLEROCKET, 40Gi, 50Gi, 130Gi",
    "AL2023, 40Gi, 20Gi, 118Gi",
    "AL2023, 1Gi, 50Gi, 85Gi",
    // (0 + 30 + 4) / 0.85 is 40 exactly; (20 + 13845 + 61) / 0.85 is 16383.5, and 16384 the most.
    "BOTTLEROCKET, 20Gi, 4Gi, 40Gi",
    "AL2023, 9230Gi, 61Gi, 16384Gi"
  })
  void aDiskForImagesHasRoomForAmiPullAndPodsBelowTheKubeletsLimit(
      AmiFamily family, String images, String workspace, String disk) {
    Ec2NodeClass nodeClass =
        Ec2NodeClass.of("gpu", "ml")
            .diskForImages(MemorySize.parse(images), MemorySize.parse(workspace))
            .ami(family, "latest");

    assertThat(nodeClass.settings())
        .filteredOn(setting -> setting.path().equals("spec.blockDeviceMappings"))
        .singleElement()
        .satisfies(
            setting -> assertThat(setting.value()).contains("volumeSize " + disk),
            setting -> assertThat(setting.reason()).startsWith("the disk for " + images));
  }

  @Test
  void theGreatestVolumeIsTakenAndNoGreaterOne() {
    Ec2NodeClass plain = Ec2NodeClass.of("gpu", "ml");

    assertThat(spec(plain.disk(MemorySize.parse("16Ti"))))
        .extracting("blockDeviceMappings")
        .isEqualTo(List.of(device("/dev/xvda", "16384Gi")));
    assertError(
        () -> plain.diskForImages(MemorySize.parse("9230Gi"), MemorySize.parse("62Gi")).toObject(),
        "karpenter.malformed",
        "'9230Gi'");
  }

  @Test
  void aDiskSaysWhereItsSizeComesFrom() {
    Ec2NodeClass plain = Ec2NodeClass.of("gpu", "ml");

    assertThat(plain.explain().toString())
        .contains("Karpenter's 20Gi hold hardly one CUDA image [Karpenter");
    assertThat(plain.diskForImages(MemorySize.parse("40Gi")).settings())
        .filteredOn(setting -> setting.path().equals("spec.blockDeviceMappings"))
        .extracting(Explained::citation)
        .isNotEqualTo(
            plain.settings().stream()
                .filter(setting -> setting.path().equals("spec.blockDeviceMappings"))
                .map(Explained::citation)
                .toList());
  }

  @Test
  void userDataIsAsLongAsEc2Takes() {
    String script = "x".repeat(16_384);

    assertThat(spec(Ec2NodeClass.of("gpu", "ml").userData(script)))
        .extracting("userData")
        .isEqualTo(script);
  }

  @Test
  void onlyWhatIsReservedForTheSystemIsWritten() {
    Target eks = EKS.with(Eks.NODE_POOL, true).with("system-reserved-cpu", "100m");

    assertThat(companions(eks).get(0).object().tree().get("spec"))
        .extracting("kubelet")
        .isEqualTo(Map.of("systemReserved", Map.of("cpu", "100m")));
  }

  @Test
  void theDiskOfAWorkloadsNodesIsSizedForItsImages() {
    Target eks = EKS.with(Eks.NODE_POOL, true).with("images-size", "40Gi");

    Map<?, ?> spec = (Map<?, ?>) companions(eks).get(0).object().tree().get("spec");

    assertThat(spec.get("blockDeviceMappings")).isEqualTo(List.of(device("/dev/xvda", "153Gi")));
    assertError(() -> companions(eks.with("node-disk", "200Gi")), "karpenter.malformed");
  }

  /** EC2: volume of size 10GB is smaller than snapshot, expect size >= 20GB. */
  @Test
  void aDiskSmallerThanTheAmiIsRefused() {
    Ec2NodeClass small = Ec2NodeClass.of("gpu", "ml").disk(MemorySize.parse("10Gi"));

    assertError(small::toObject, "karpenter.malformed", "'10Gi'");
    assertError(
        () -> companions(EKS.with(Eks.NODE_POOL, true).with("node-disk", "19Gi")),
        "karpenter.malformed",
        "'19Gi'");
    assertThat(spec(small.disk(MemorySize.parse("20Gi"))))
        .extracting("blockDeviceMappings")
        .isEqualTo(List.of(device("/dev/xvda", "20Gi")));
    // Its images are on another disk than the AMI.
    assertThat(spec(small.ami(AmiFamily.BOTTLEROCKET, "latest")))
        .extracting("blockDeviceMappings")
        .isEqualTo(List.of(device("/dev/xvdb", "10Gi")));
  }

  @Test
  void nodesOfACustomAmiThatNothingJoinsToTheClusterAreRefused() {
    Target eks = EKS.with(Eks.NODE_POOL, true).with(Eks.AMI_FAMILY, AmiFamily.CUSTOM);

    assertError(() -> companions(eks), "karpenter.malformed");
    assertThat(companions(eks.with("user-data", "#!/bin/sh")).get(0).object().tree().get("spec"))
        .extracting("amiFamily", "userData")
        .containsExactly("Custom", "#!/bin/sh");
  }

  @Test
  void thatAl2HasNoAmiForNewerKubernetesIsSaid() {
    assertThat(Ec2NodeClass.of("gpu", "ml").ami(AmiFamily.AL2, "latest").explain().toString())
        .contains("there is none for Kubernetes 1.33 and newer", "choose al2023");
    assertThat(alias(AmiFamily.AL2).citation())
        .isNotEqualTo(alias(AmiFamily.AL2023).citation())
        .isNotEqualTo(alias(AmiFamily.BOTTLEROCKET).citation());
    assertThat(
            companions(EKS.with(Eks.NODE_POOL, true).with(Eks.AMI_FAMILY, AmiFamily.AL2))
                .get(0)
                .reason())
        .endsWith("EKS has no AMI of al2 for Kubernetes 1.33 and newer, choose al2023 there");
  }

  private static Explained alias(AmiFamily family) {
    return Ec2NodeClass.of("gpu", "ml").ami(family, "latest").settings().stream()
        .filter(setting -> setting.path().equals("spec.amiSelectorTerms[alias]"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void itSaysWhatItsNodesAreMadeOf() {
    Ec2NodeClass plain = Ec2NodeClass.of("gpu", "ml");

    assertThat(plain).hasToString("EC2NodeClass gpu: al2023@latest, 100Gi");
    assertThat(plain.name()).isEqualTo("gpu");
    assertThat(
            plain
                .amiByTags(AmiFamily.AL2023, Map.of("gpu", "yes"))
                .diskForImages(MemorySize.parse("40Gi")))
        .hasToString("EC2NodeClass gpu: AL2023 of your own, a disk for 40Gi of images");
  }

  /** What was worked out with these settings must be what the nodes have. */
  @Test
  void theOptionsOfTheTargetGoIntoTheClassOfItsWorkloads() {
    Target eks =
        EKS.with("node-pool", "true")
            .with("cluster-name", "ml")
            .with("node-role", "gpu-role")
            .with("ami-family", "bottlerocket")
            .with("ami-version", "v1.50.0")
            .with("node-disk", "300Gi")
            .with("max-pods", "30")
            .with("kube-reserved-cpu", "100m")
            .with("system-reserved-memory", "64Mi")
            .with("eviction-memory", "5%");

    Map<?, ?> spec = (Map<?, ?>) companions(eks).get(0).object().tree().get("spec");

    assertThat(spec.get("kubelet"))
        .isEqualTo(
            Map.of(
                "maxPods", 30,
                "kubeReserved", Map.of("cpu", "100m"),
                "systemReserved", Map.of("memory", "64Mi"),
                "evictionHard", Map.of("memory.available", "5%")));
    assertThat(spec.get("role")).isEqualTo("gpu-role");
    assertThat(spec.get("amiSelectorTerms"))
        .isEqualTo(List.of(Map.of("alias", "bottlerocket@v1.50.0")));
    assertThat(spec.get("blockDeviceMappings")).isEqualTo(List.of(device("/dev/xvdb", "300Gi")));
  }

  private static List<Placement.Companion> companions(Target eks) {
    return eks.place(eks.match(GpuRequest.of("A10G")).orThrow()).companions();
  }

  @Test
  void aPlaceholderForTheClusterIsCalledOne() {
    assertThat(companions(EKS)).isEmpty();
    assertThat(companions(EKS.with(Eks.NODE_POOL, true)))
        .extracting(Placement.Companion::toString)
        .containsExactly(
            "EC2NodeClass gpu  # what the pool's nodes are made of, in the cluster 'my-cluster', a placeholder: choose cluster-name",
            "NodePool gpu-a10g  # buys the nodes that these pods land on: NodePool gpu-a10g: g5.xlarge, g5.2xlarge and 6 more, on-demand");
    assertThat(
            companions(EKS.with(Eks.NODE_POOL, true).with(Eks.CLUSTER_NAME, "ml")).get(0).reason())
        .isEqualTo("what the pool's nodes are made of, in the cluster 'ml'");
  }

  /** Karpenter's own example of a NodeOverlay is of these slices. */
  @Test
  void ofASliceKarpenterIsToldThatItHasAGpu() {
    Target eks = EKS.with(Eks.NODE_POOL, true);

    Placement placement = eks.place(eks.match(GpuRequest.of("1/8*L4")).orThrow());

    assertThat(placement.companions())
        .extracting(companion -> companion.object().toString())
        .containsExactly("EC2NodeClass gpu", "NodeOverlay gpu-g6f-large", "NodePool gpu-g6f-large");
    assertThat(placement.companions().get(1).object().tree().get("spec"))
        .isEqualTo(
            Map.of(
                "requirements",
                    List.of(
                        Map.of(
                            "key", "node.kubernetes.io/instance-type",
                            "operator", "In",
                            "values", List.of("g6f.large")),
                        Map.of(
                            "key", "karpenter.sh/nodepool",
                            "operator", "In",
                            "values", List.of("gpu-g6f-large"))),
                "capacity", Map.of("nvidia.com/gpu", "1")));
  }

  /** A type has seven of the smallest instances on each of its eight cards, and no card whole. */
  @Test
  void ofPartsOfCardsKarpenterIsToldHowManyATypeHas() {
    Target eks = EKS.with(Eks.NODE_POOL, true);

    Placement placement =
        eks.place(eks.match(GpuRequest.of(Devices.of("A100-40G").mig("1g.5gb"))).orThrow());

    assertThat(placement.companions())
        .extracting(companion -> companion.object().toString())
        .containsExactly(
            "EC2NodeClass gpu",
            "NodeOverlay gpu-a100-40g-mig-1g-5gb-x56",
            "NodePool gpu-a100-40g-mig-1g-5gb");
    assertThat(placement.companions().get(1).object().tree().get("spec"))
        .isEqualTo(
            Map.of(
                "requirements",
                    List.of(
                        Map.of(
                            "key", "node.kubernetes.io/instance-type",
                            "operator", "In",
                            "values", List.of("p4d.24xlarge")),
                        Map.of(
                            "key", "karpenter.sh/nodepool",
                            "operator", "In",
                            "values", List.of("gpu-a100-40g-mig-1g-5gb"))),
                "capacity", Map.of("nvidia.com/mig-1g.5gb", "56", "nvidia.com/gpu", "0")));
  }

  private static Arguments call(ThrowingCallable call, String message) {
    return Arguments.of(call, message);
  }

  static Stream<Arguments> refused() {
    Ec2NodeClass plain = Ec2NodeClass.of("gpu", "ml");
    return Stream.of(
        call(() -> plain.ami(AmiFamily.CUSTOM, "latest"), "find your own by amiByTags"),
        call(() -> plain.ami(AmiFamily.AL2023, "al2023@latest"), "write latest, or a release"),
        call(() -> plain.amiByTags(AmiFamily.CUSTOM, Map.of()), "has no tag, or an empty one"),
        call(() -> plain.discoveredBy(Map.of("team", "")), "has no tag, or an empty one"),
        call(() -> plain.role(""), "role: '' is no IAM name"),
        call(() -> plain.role("arn:aws:iam::1:role/a"), "without arn: and path"),
        call(() -> plain.instanceProfile(""), "instance profile: '' is no IAM name"),
        call(() -> plain.disk(MemorySize.parse("512Mi")), "write whole GiB from 1Gi to 16Ti"),
        call(() -> plain.disk(MemorySize.parse("17Ti")), "write whole GiB from 1Gi to 16Ti"),
        call(() -> plain.tag("kubernetes.io/cluster/ml", "owned"), "is Karpenter's to write"),
        call(() -> plain.diskForImages(MemorySize.parse("512Mi")), "from 1Gi to 16Ti"),
        call(
            () -> plain.diskForImages(MemorySize.parse("12Ti")).toObject(),
            "keep models in a volume of their own"),
        call(
            () -> plain.diskForImages(MemorySize.parse("1Gi"), MemorySize.ZERO),
            "workspace: '0' is not from 1Gi"),
        call(() -> plain.userData("  "), "user data: 2 bytes were given; give a script"),
        call(() -> plain.userData("x".repeat(16_385)), "of 16384 bytes at most"),
        call(() -> EKS.with("images-size", "512Mi"), "option images-size: '512Mi'"),
        call(() -> plain.tag("", "x"), "tag: '' is not a key"),
        call(() -> Ec2NodeClass.of("gpu", "my cluster"), "is not a name of an EKS cluster"),
        call(() -> EKS.with("node-disk", "1.5Gi"), "option node-disk: '1.5Gi' is not allowed"),
        call(() -> EKS.with("ami-version", "newest"), "option ami-version: 'newest'"),
        call(() -> EKS.with("cluster-name", ""), "option cluster-name: ''"));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void whatTheApiRefusesIsRefusedFirst(ThrowingCallable call, String message) {
    assertThatThrownBy(call).isInstanceOf(GpuSpecException.class).hasMessageContaining(message);
  }

  @Test
  void everyFieldHasAReason() {
    assertThat(Ec2NodeClass.of("gpu", "ml").settings())
        .hasSize(5)
        .allSatisfy(setting -> assertThat(setting.reason()).isNotBlank());
  }
}
