package io.gpuspec.manifest.gang;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.Manifests;
import io.gpuspec.manifest.RestartPolicy;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.value.InvalidValueException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GangJobTest {
  private static final Gpus GPUS = Gpus.load();
  private static final Target ACK = GPUS.in("ack");
  private static final Target EKS = GPUS.in("eks");

  private static GpuWorkload worker(String name) {
    return GpuWorkload.job(name, "r/i:v1").gpu(8, "A100-40G").requests("64", "500Gi");
  }

  private static GenericKubernetesResource custom(Manifests manifests) {
    return (GenericKubernetesResource) manifests.objects().get(0);
  }

  private static Object at(GenericKubernetesResource object, Object... path) {
    return object.get(path);
  }

  @Test
  void workersAreMatchedTogether() {
    Manifests volcano = GangJob.of(3, worker("train")).volcano().on(EKS);

    assertThat(volcano.match().request().replicas()).isEqualTo(3);
    assertThat(volcano.match().plan().gpus()).isEqualTo(24);
  }

  @Test
  void whatIsNotPyTorchIsOneTask() {
    GenericKubernetesResource job = custom(GangJob.of(3, worker("train")).volcano().on(EKS));

    assertThat(at(job, "spec", "tasks")).asInstanceOf(LIST).hasSize(1);
    assertThat(at(job, "spec", "tasks", 0, "replicas")).isEqualTo(3);
    assertThat(job.<Map<String, Object>>get("spec", "plugins")).containsOnlyKeys("svc");
  }

  @Test
  void aGangOfOneHasNoTaskBesideItsMaster() {
    GenericKubernetesResource job =
        custom(GangJob.pytorch(1, worker("train"), "train.py").volcano().on(EKS));

    assertThat(at(job, "spec", "tasks")).asInstanceOf(LIST).hasSize(1);
    assertThat(at(job, "spec", "tasks", 0, "name")).isEqualTo("master");
    assertThat(at(job, "spec", "minAvailable")).isEqualTo(1);
  }

  @Test
  void pluginsOfVolcanoCanBeAddedAndChanged() {
    GenericKubernetesResource job =
        custom(
            GangJob.of(2, worker("train"))
                .volcano()
                .plugin("ssh")
                .plugin("svc", "--disable-network-policy=true")
                .on(EKS));

    assertThat(at(job, "spec", "plugins"))
        .isEqualTo(Map.of("ssh", List.of(), "svc", List.of("--disable-network-policy=true")));
  }

  @Test
  void thePriorityOfThePodsIsThatOfTheVolcanoJob() {
    GenericKubernetesResource job =
        custom(GangJob.of(2, worker("train").priorityClass("gold")).volcano().on(EKS));

    assertThat(at(job, "spec", "priorityClassName")).isEqualTo("gold");
  }

  @Test
  void withoutAScriptTheWorkersCommandStaysAndHasTheVariables() {
    GpuWorkload worker = worker("train").command("accelerate", "launch", "train.py");
    Job job = (Job) GangJob.pytorch(2, worker).indexedJob().on(EKS).objects().get(1);

    assertThat(job.getSpec().getTemplate().getSpec().getContainers().get(0).getCommand())
        .containsExactly("accelerate", "launch", "train.py");
    assertThat(job.getSpec().getTemplate().getSpec().getContainers().get(0).getEnv())
        .extracting(variable -> variable.getName())
        .containsExactly("MASTER_ADDR", "MASTER_PORT", "WORLD_SIZE", "RANK");
  }

  @Test
  void aJobThatWaitsForKueueIsSuspendedAndSaysForWhichQueue() {
    HasMetadata job =
        GangJob.of(2, worker("train")).indexedJob().kueue("team-a").on(EKS).objects().get(1);

    assertThat(job.getMetadata().getLabels()).containsEntry("kueue.x-k8s.io/queue-name", "team-a");
    assertThat(((Job) job).getSpec().getSuspend()).isTrue();
  }

  @Test
  void theExplanationSaysWhyAPodGroupBesideAVolcanoJobIsUnused() {
    assertThat(GangJob.of(2, worker("train")).volcano().on(EKS).explain().toString())
        .contains("a PodGroup of your own would be used by no pod")
        .contains("Job spec.minAvailable  # 2 of 2 workers start together");
  }

  @Test
  void thePodsOfAnyKindFitTheNodesOfTheirMatch() {
    NodeView node =
        NodeView.of("gpu-1")
            .label("karpenter.k8s.aws/instance-gpu-name", "a100")
            .label("karpenter.k8s.aws/instance-gpu-memory", "40960")
            .taint("nvidia.com/gpu", "true", Taint.Effect.NO_SCHEDULE)
            .allocatable(Map.of("cpu", "95690m", "memory", "1000Gi", "nvidia.com/gpu", "8"));
    GangJob gang = GangJob.pytorch(2, worker("train"), "train.py");

    assertThat(gang.volcano().on(EKS).pod().fits(node).fits()).isTrue();
    assertThat(gang.jobSet().on(EKS).pod().fits(node).fits()).isTrue();
    assertThat(gang.podGroup().on(EKS).pod().fits(node).fits()).isTrue();
    assertThat(gang.indexedJob().on(EKS).pod().fits(node).fits()).isTrue();
    assertThat(gang.volcano().on(EKS).pod().fits(NodeView.of("cpu-1")).fits()).isFalse();
  }

  @Test
  void podsInAVolcanoJobCanBeEditedWithFabric8sBuilders() {
    Manifests edited =
        GangJob.pytorch(2, worker("train"), "train.py")
            .volcano()
            .on(EKS)
            .edit(PodSpecBuilder.class, pod -> pod.withHostIPC(true));

    assertThat(at(custom(edited), "spec", "tasks", 0, "template", "spec", "hostIPC"))
        .isEqualTo(true);
    assertThat(at(custom(edited), "spec", "tasks", 1, "template", "spec", "hostIPC"))
        .isEqualTo(true);
  }

  @Test
  void theGroupOfADeploymentCountsWhatItsPodsRequestTogether() {
    GpuWorkload servers =
        GpuWorkload.deployment("llm", "r/i:v1").gpu(2, "T4").requests("1500m", "10Gi").replicas(3);
    GenericKubernetesResource group = custom(PodGroup.of(servers).on(ACK));

    assertThat(at(group, "spec", "minMember")).isEqualTo(3);
    assertThat(at(group, "spec", "minResources"))
        .isEqualTo(Map.of("cpu", "4500m", "memory", "30Gi", "nvidia.com/gpu", "6"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
  void aGangHasAWorker(int workers) {
    assertError(() -> GangJob.of(workers, worker("train")), "value.out-of-range", workers);
  }

  @Test
  void moreThanAllWorkersCannotStartTogether() {
    VolcanoJob job = GangJob.of(4, worker("train")).volcano();

    assertError(() -> job.minAvailable(5), "gang.out-of-range", "5");
    PodGroup group = GangJob.of(4, worker("train")).podGroup();
    assertError(() -> group.minMember(5), "gang.out-of-range", "5");
  }

  @Test
  void torchrunWaitsForAllWorkers() {
    GangJob gang = GangJob.pytorch(4, worker("train"), "train.py");

    assertError(() -> gang.volcano().minAvailable(3), "gang.conflict", "3");
    assertError(() -> gang.podGroup().minMember(3), "gang.conflict", "3");
  }

  @Test
  void aNameLeavesRoomForThoseOfThePods() {
    // train-...-worker-10 has 63 characters; the eleventh worker's number has two digits.
    String name = "t".repeat(53);
    assertThat(GangJob.of(11, worker(name)).volcano().on(EKS).objects()).hasSize(1);
    assertError(() -> GangJob.of(101, worker(name)).volcano().on(EKS), "gang.too-long", name);
    assertError(() -> GangJob.of(2, worker("t".repeat(62))).indexedJob().on(EKS), "gang.too-long");
    assertError(() -> GangJob.of(2, worker("t".repeat(48))).jobSet().on(EKS), "gang.too-long");
  }

  @Test
  void aNameBeginsWithALetterForTheServiceHasIt() {
    assertError(() -> GangJob.of(2, worker("7b")).jobSet().on(EKS), "gang.malformed", "7b");
  }

  @Test
  void workersRunToTheirEnd() {
    GpuWorkload forEver = GpuWorkload.deployment("llm", "r/i:v1").gpu("T4");
    assertError(() -> GangJob.of(2, forEver).volcano().on(EKS), "gang.conflict");
    GpuWorkload ends = GpuWorkload.pod("p", "r/i:v1").gpu("T4").restartPolicy(RestartPolicy.NEVER);
    assertThat(GangJob.of(2, ends).volcano().on(EKS).objects()).hasSize(1);
  }

  @Test
  void whatPyTorchSetsIsNotGivenTwice() {
    assertError(
        () ->
            GangJob.pytorch(2, worker("t").command("python", "train.py"), "train.py")
                .jobSet()
                .on(EKS),
        "gang.conflict");
    assertError(
        () -> GangJob.pytorch(2, worker("t").env("RANK", "0"), "a.py").volcano().on(EKS),
        "gang.conflict",
        "RANK");
  }

  @Test
  void aServiceOfTheWorkersOwnIsRefused() {
    assertError(
        () -> GangJob.of(2, worker("t").port(8000)).volcano().on(EKS), "service.unsupported");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Team", "team_a", "-a", "a..b"})
  void aQueueHasADnsName(String queue) {
    GangJob gang = GangJob.of(2, worker("t"));
    assertError(() -> gang.volcano().queue(queue), "name.malformed", queue);
    assertThatThrownBy(() -> gang.jobSet().kueue(queue)).isInstanceOf(InvalidValueException.class);
    assertThatThrownBy(() -> VolcanoQueue.of(queue)).isInstanceOf(InvalidValueException.class);
  }

  @Test
  void aQueueOfKueueStandsInALabelSoItsNameIsShort() {
    GangJob gang = GangJob.of(2, worker("t"));
    assertThat(gang.volcano().queue("q".repeat(64)).on(EKS).objects()).hasSize(1);
    assertError(() -> gang.indexedJob().kueue("q".repeat(64)), "gang.malformed");
  }

  @Test
  void aPodAloneIsNoGroup() {
    PodGroup group = PodGroup.of(GpuWorkload.pod("p", "r/i:v1").gpu("T4"));
    assertError(() -> group.on(EKS), "gang.unsupported");
  }
}
