package io.gpuspec.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.eks.Eks;
import io.gpuspec.eks.Eks.NodeSelection;
import io.gpuspec.manifest.internal.tree.Trees;
import io.gpuspec.manifest.read.FileMatches;
import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.value.Note;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Manifests for EKS: as they are printed, and beside those of the EKS GPU deployment guide. */
class EksManifestsTest {
  private static final Target EKS = Gpus.load().in("eks");

  /** The guide leaves the architecture to its NodePool; ours does not rely on that. */
  private static final String ARCH = "+ spec template spec nodeSelector kubernetes.io/arch = amd64";

  private static final Target BY_THE_GUIDE = EKS.with(Eks.NODE_SELECTION, NodeSelection.NODE_TYPE);

  @Test
  void podWithOneOfSeveralGpusAndComments() {
    GpuWorkload workload =
        GpuWorkload.pod("try", "registry.example/try:v1").gpu("L4", "A10G").requests("3", "12Gi");

    assertApproved("eks-pod-alternatives", workload.on(EKS).yamlWithComments());
  }

  @Test
  void deploymentWithService() {
    GpuWorkload workload =
        GpuWorkload.deployment("llm", "registry.example/llm:v1")
            .gpu("A10G")
            .requests("4", "16Gi")
            .limits("8", "24Gi")
            .replicas(2)
            .port(8080);

    assertApproved("eks-deployment-with-service", workload.on(EKS).yaml());
  }

  @Test
  void jobOnExactlyEightOfOneInstanceType() {
    GpuWorkload workload =
        GpuWorkload.job("train", "registry.example/train:v1")
            .gpu(8, "A100-80G")
            .exactGpus()
            .requests("90", "1000Gi")
            .command("torchrun", "--nproc-per-node=8", "train.py");

    assertApproved("eks-job-exact", workload.on(EKS).yaml());
  }

  @Test
  void podOnTheInstanceTypeFoundWithItsOwnNodeAffinity() {
    GpuWorkload workload =
        GpuWorkload.pod("try", "registry.example/try:v1")
            .gpu("T4g")
            .requests("6", "8Gi")
            .nodeAffinity("topology.kubernetes.io/zone", "us-east-1a", "us-east-1b");

    assertApproved(
        "eks-pod-instance-type",
        workload.on(EKS.with(Eks.NODE_SELECTION, NodeSelection.INSTANCE_TYPE)).yaml());
  }

  /** Four nodes with one GPU and 16 cores are more than one with four and 48. */
  @Test
  void theReplicasOfADeploymentShareANode() {
    Manifests manifests =
        GpuWorkload.deployment("llm", "registry.example/llm:v1")
            .gpu("A10G")
            .requests("10", "30Gi")
            .replicas(4)
            .on(EKS);

    assertThat(manifests.match().plan()).hasToString("1 x g5.12xlarge · 48 cores · 192Gi");
    assertThat(WorkloadFile.parse("llm.yaml", manifests.yaml().toString()).on(EKS).matches())
        .singleElement()
        .asString()
        .startsWith("Deployment llm: 1 x g5.12xlarge · 48 cores · 192Gi");
  }

  @Test
  void theGuidesTrainingJob() {
    Manifests job =
        GpuWorkload.job(
                "pytorch-training", WorkloadContainer.of("pytorch", "pytorch/pytorch:latest"))
            .gpu("T4")
            .on(BY_THE_GUIDE);

    assertThat(differences("eks-guide-job-pytorch-training.yaml", job)).containsExactly(ARCH);
  }

  @Test
  void theGuidesServingDeployment() {
    Manifests deployment =
        GpuWorkload.deployment(
                "tensorflow-serving",
                WorkloadContainer.of("tensorflow-serving", "tensorflow/serving:latest-gpu"))
            .gpu("T4")
            .replicas(2)
            .on(BY_THE_GUIDE);

    assertThat(differences("eks-guide-deploy-tensorflow-serving.yaml", deployment))
        .containsExactly(ARCH);
  }

  private static Iterable<String> differences(String file, Manifests manifests) {
    return Differences.between(
        Trees.read(Documents.text(file)).get(0), Trees.read(manifests.yaml().toString()).get(0));
  }

  @ParameterizedTest
  @CsvSource({
    "eks-guide-job-pytorch-training.yaml, Job pytorch-training: g4dn.xlarge",
    "eks-guide-deploy-tensorflow-serving.yaml, Deployment tensorflow-serving: 2 x g4dn.xlarge"
  })
  void theGuidesFilesLandOnTheSmallestGpu(String file, String match) {
    FileMatches matches = Documents.file(file).on(EKS);

    assertThat(matches.problems()).isEmpty();
    assertThat(matches.matches())
        .singleElement()
        .asString()
        .startsWith(match + " · 4 cores · 16Gi  on eks");
  }

  @Test
  void aNodeSelectorAndAnAffinityOfAFileDecideTheGpu() {
    String file =
        """
        apiVersion: v1
        kind: Pod
        metadata:
          name: p
        spec:
          nodeSelector:
            karpenter.sh/capacity-type: spot
          affinity:
            nodeAffinity:
              requiredDuringSchedulingIgnoredDuringExecution:
                nodeSelectorTerms:
                - matchExpressions:
                  - key: karpenter.k8s.aws/instance-gpu-memory
                    operator: Gt
                    values: ["40000"]
                  - key: karpenter.k8s.aws/instance-gpu-name
                    operator: NotIn
                    values: [a100]
          containers:
          - name: main
            image: i
            resources:
              limits:
                nvidia.com/gpu: 1
        """;

    Match.Found found =
        WorkloadFile.parse("pod.yaml", file)
            .on(EKS)
            .matches()
            .get(0)
            .match()
            .orElseThrow()
            .orThrow();

    assertThat(found.shape().spec().name()).isEqualTo("g6e.xlarge");
    assertThat(found.request().capacityType()).hasToString("spot");
    assertThat(found.request().devices().names())
        .isEqualTo(List.of("L40S", "H100-80G", "RTX-PRO-6000-Server", "H200", "B200", "B300"));
  }

  private static Match pending(String target, String terms) {
    String file =
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: p}
        spec:
          affinity:
            nodeAffinity:
              requiredDuringSchedulingIgnoredDuringExecution:
                nodeSelectorTerms: [%s]
          containers:
          - {name: main, image: i, resources: {limits: {nvidia.com/gpu: 1}}}
        """;
    return WorkloadFile.parse("pod.yaml", file.formatted(terms))
        .on(Gpus.load().in(target))
        .matches()
        .get(0)
        .match()
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({"eks", "ack"})
  void aTermThatIsEmptyAdmitsNoNode(String target) {
    assertThat(pending(target, "{}").isFound()).isFalse();
    assertThat(pending(target, "{matchExpressions: []}").isFound()).isFalse();
  }

  private static final String BY_NAME =
      "{matchFields: [{key: metadata.name, operator: In, values: [n1]}]}";

  @Test
  void aNodeThatIsLaunchedHasNoNameThatAPodKnows() {
    assertThat(pending("eks", BY_NAME).isFound()).isFalse();
  }

  @Test
  void aNodesOwnNameCannotBeJudgedAndIsTold() {
    Match match = pending("ack", BY_NAME);

    assertThat(match.isFound()).isTrue();
    assertThat(match.notes())
        .extracting(Note::message)
        .anyMatch(message -> message.contains("metadata.name"));
  }

  private static void assertApproved(String name, Object yaml) {
    assertThat(yaml.toString()).isEqualTo(Documents.resource("approved/" + name + ".approved.yml"));
  }
}
