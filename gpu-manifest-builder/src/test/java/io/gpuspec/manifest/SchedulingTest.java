package io.gpuspec.manifest;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.scheduling.NodeFit;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.NodeTerm;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.PodView.Container;
import io.gpuspec.scheduling.PodView.Role;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.scheduling.Toleration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the scheduler sees of pods that are built, and of pods in a file. */
class SchedulingTest {
  private static final Gpus GPUS = Gpus.load();
  private static final Target EKS = GPUS.in("eks");

  /** A node that Karpenter would make, with the taint of the EKS GPU deployment guide. */
  private static final NodeView NODE =
      NodeView.of("gpu-1")
          .label("node.kubernetes.io/instance-type", "g5.xlarge")
          .label("karpenter.k8s.aws/instance-gpu-name", "a10g")
          .label("kubernetes.io/arch", "amd64")
          .label("karpenter.sh/capacity-type", "on-demand")
          .label("karpenter.k8s.aws/instance-gpu-count", "1")
          .taint("nvidia.com/gpu", "true", Taint.Effect.NO_SCHEDULE)
          .allocatable(
              Map.of("cpu", "3920m", "memory", "14162Mi", "nvidia.com/gpu", "1", "pods", "58"));

  private static final Consumer<PodSpecBuilder> EVERYTHING =
      pod ->
          pod.addNewToleration()
              .withKey("dedicated")
              .withValue("ml")
              .withEffect("NoExecute")
              .withTolerationSeconds(60L)
              .endToleration()
              .addToNodeSelector("zone", "a")
              .addToOverhead("cpu", Quantity.parse("250m"))
              .withNewResources()
              .addToRequests("cpu", Quantity.parse("6"))
              .addToLimits("memory", Quantity.parse("40Gi"))
              .endResources()
              .addNewInitContainer()
              .withName("proxy")
              .withImage("registry.example/proxy:v1")
              .withRestartPolicy("Always")
              .withNewResources()
              .addToLimits("cpu", Quantity.parse("0.5"))
              .endResources()
              .endInitContainer();

  static Stream<GpuWorkload> workloads() {
    return Stream.of(
            GpuWorkload.pod("try", "registry.example/try:v1"),
            GpuWorkload.deployment("llm", "registry.example/llm:v1").replicas(2).port(8000),
            GpuWorkload.job("train", "registry.example/train:v1"))
        .map(
            bare ->
                bare.gpu("V100")
                    .requests("3", "10Gi")
                    .limits("3", "12Gi")
                    .label("team", "ml")
                    .annotation("note", "one")
                    .nodeAffinity("disk", "ssd", "nvme"));
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void thePodsOfAWorkloadAreThoseThatAreReadBackFromItsManifests(GpuWorkload workload) {
    for (Target target : List.of(GPUS.in("tke"), EKS, GPUS.in("ack"))) {
      Manifests manifests = workload.on(target);
      Manifests edited = manifests.edit(PodSpecBuilder.class, EVERYTHING);

      assertThat(manifests.pod()).isEqualTo(readBack(manifests));
      assertThat(edited.pod()).isEqualTo(readBack(edited)).isNotEqualTo(manifests.pod());
    }
  }

  private static PodView readBack(Manifests manifests) {
    return WorkloadFile.parse("built.yaml", manifests.yaml().toString()).workloads().get(0).pod();
  }

  @Test
  void aPodIsScheduledOnANodeOfTheShapeThatItLandsOn() {
    Manifests manifests =
        GpuWorkload.pod("try", "registry.example/try:v1").gpu("A10G").requests("3", "12Gi").on(EKS);

    assertThat(manifests.match().shape().spec().name()).isEqualTo("g5.xlarge");
    assertThat(manifests.pod().fits(NODE)).hasToString("fits gpu-1");
    assertThat(manifests.placement().fits(NODE)).hasToString("fits gpu-1");
  }

  @Test
  void andNotBesideItself() {
    Manifests manifests =
        GpuWorkload.pod("try", "registry.example/try:v1").gpu("A10G").requests("3", "4Gi").on(EKS);

    NodeFit fit = manifests.pod().fits(NODE.pod(manifests.pod()));

    assertThat(fit)
        .hasToString(
            "does not fit gpu-1: Insufficient cpu: 3 requested, 920m of 3920m free; "
                + "Insufficient nvidia.com/gpu: 1 requested, 0 of 1 free");
  }

  @Test
  void anEditedPodIsSeenAsItIsAfterwards() {
    Manifests manifests =
        GpuWorkload.pod("try", "registry.example/try:v1").gpu("A10G").requests("3", "4Gi").on(EKS);

    assertThat(manifests.edit(PodSpecBuilder.class, pod -> pod.withTolerations()).pod().fits(NODE))
        .hasToString(
            "does not fit gpu-1: node(s) had untolerated taint(s): nvidia.com/gpu=true:NoSchedule");
  }

  @Test
  void whatConcernsTheSchedulerIsReadFromAFile() {
    WorkloadFile file =
        WorkloadFile.parse(
            "pod.yaml",
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: a}
            spec:
              overhead: {cpu: 250m}
              resources:
                requests: {cpu: 2}
                limits: {memory: 4Gi}
              tolerations:
              - operator: Exists
              - {key: dedicated, value: ml, effect: NoExecute, tolerationSeconds: 60}
              affinity:
                nodeAffinity:
                  requiredDuringSchedulingIgnoredDuringExecution:
                    nodeSelectorTerms:
                    - matchExpressions:
                      - {key: gpu, operator: Exists}
                      matchFields:
                      - {key: metadata.name, operator: In, values: [gpu-1]}
              containers:
              - name: main
                image: registry.example/a:v1
            """);

    assertThat(file.workloads().get(0).pod())
        .isEqualTo(
            PodView.empty()
                .overhead(Map.of("cpu", "250m"))
                .resources(Map.of("cpu", "2"), Map.of("memory", "4Gi"))
                .toleration(new Toleration("", "Exists", "", ""))
                .toleration(new Toleration("dedicated", "", "ml", "NoExecute"))
                .nodeTerm(
                    new NodeTerm(
                        List.of(new NodeRequirement("gpu", "Exists", List.of())),
                        List.of(NodeRequirement.in("metadata.name", "gpu-1"))))
                .container(new Container("main", Role.MAIN, Map.of(), Map.of())));
  }

  @Test
  void overheadThatIsNoQuantityIsAProblemWithItsPlace() {
    WorkloadFile file =
        WorkloadFile.parse(
            "pod.yaml",
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: a}
            spec:
              overhead: {cpu: lots}
              containers:
              - {name: main, image: registry.example/a:v1}
            """);

    assertError(() -> file.workloads().get(0).pod(), "quantity.malformed", "overhead[cpu]", "lots");
  }
}
