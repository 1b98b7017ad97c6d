package io.gpuspec.manifest.gang;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.Manifests;
import io.gpuspec.manifest.RestartPolicy;
import io.gpuspec.manifest.WorkloadProbe;
import io.gpuspec.manifest.read.WorkloadFile;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Groups of a leader and workers that serve one model. */
class LeaderWorkerSetTest {
  private static final Target EKS = Gpus.load().in("eks");

  private static GpuWorkload server() {
    return GpuWorkload.deployment("llm", "r/i:v1").gpu(8, "A100").requests("64", "500Gi");
  }

  private static LeaderWorkerSet groups(int size) {
    return GangJob.of(size, server()).leaderWorkerSet();
  }

  private static JsonNode spec(Manifests manifests) {
    return new ObjectMapper().<JsonNode>valueToTree(manifests.objects().get(0)).path("spec");
  }

  @Test
  void allGroupsAreMatchedTogether() {
    assertThat(groups(4).replicas(3).on(EKS).match().plan())
        .hasToString("12 x p4d.24xlarge · 96 cores · 1152Gi");
  }

  @Test
  void whatIsBuiltIsReadAsTheSamePods() {
    String built = groups(4).replicas(3).leader("serve").port(8000).on(EKS).yaml().toString();

    assertThat(WorkloadFile.parse("lws.yaml", built).workloads())
        .extracting(Object::toString, workload -> workload.match(EKS).orElseThrow().toString())
        .containsExactly(
            tuple(
                "LeaderWorkerSet llm, task leader",
                "3 x p4d.24xlarge · 96 cores · 1152Gi  on eks (over by 95.07 cores, about 1672Gi)"),
            tuple(
                "LeaderWorkerSet llm, task worker",
                "9 x p4d.24xlarge · 96 cores · 1152Gi  on eks (over by 285.21 cores, about 5016Gi)"));
  }

  @Test
  void withoutItsOwnCommandOrPortTheLeaderIsAsTheWorkers() {
    JsonNode group = spec(groups(2).on(EKS)).path("leaderWorkerTemplate");

    assertThat(group.has("leaderTemplate")).isFalse();
    assertThat(group.path("size").asInt()).isEqualTo(2);
    assertThat(group.path("restartPolicy").asText()).isEqualTo("RecreateGroupOnPodRestart");
  }

  @Test
  void theLeaderAloneHasItsCommandAndIsReadyOnItsPort() {
    Manifests built = groups(2).leader("sh", "-c", "serve").port(8000).on(EKS);
    JsonNode group = spec(built).path("leaderWorkerTemplate");
    JsonNode leader = group.path("leaderTemplate").path("spec").path("containers").path(0);
    JsonNode worker = group.path("workerTemplate").path("spec").path("containers").path(0);

    assertThat(leader.path("command")).hasToString("[\"sh\",\"-c\",\"serve\"]");
    assertThat(leader.at("/readinessProbe/tcpSocket/port").asInt()).isEqualTo(8000);
    assertThat(leader.path("resources")).isEqualTo(worker.path("resources"));
    assertThat(worker.has("command") || worker.has("readinessProbe") || worker.has("ports"))
        .isFalse();
    assertThat(built.objects().get(1).getMetadata().getName()).isEqualTo("llm-leader");
  }

  @Test
  void whatTheWorkerSaysOfItsPortStays() {
    GpuWorkload server =
        server().main(c -> c.port(8000).readinessProbe(WorkloadProbe.http("/health", 8000)));

    JsonNode leader =
        spec(GangJob.of(2, server).leaderWorkerSet().port(8000).on(EKS))
            .at("/leaderWorkerTemplate/leaderTemplate/spec/containers/0");

    assertThat(leader.path("ports")).hasSize(1);
    assertThat(leader.at("/readinessProbe/httpGet/path").asText()).isEqualTo("/health");
  }

  /** The size counts the leader, and each group is a training of its own. */
  @Test
  void torchrunCountsTheWorkersOfOneGroup() {
    JsonNode worker =
        spec(GangJob.pytorch(4, server(), "serve.py").leaderWorkerSet().replicas(3).on(EKS))
            .at("/leaderWorkerTemplate/workerTemplate/spec/containers/0");

    assertThat(worker.path("command").toString()).contains("--nnodes=4", "--nproc_per_node=8");
    assertThat(worker.path("env").toString())
        .contains(
            "{\"name\":\"MASTER_ADDR\",\"value\":\"$(LWS_LEADER_ADDRESS)\"}",
            "{\"name\":\"WORLD_SIZE\",\"value\":\"4\"}",
            "{\"name\":\"RANK\",\"value\":\"$(LWS_WORKER_INDEX)\"}");
  }

  @Test
  void aQueueOfKueueIsALabelOfTheSet() {
    assertThat(groups(2).kueue("team-a").on(EKS).objects().get(0).getMetadata().getLabels())
        .containsEntry("kueue.x-k8s.io/queue-name", "team-a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"job", "pod that ends"})
  void podsThatEndAreRefused(String kind) {
    GpuWorkload ends =
        kind.equals("job")
            ? GpuWorkload.job("llm", "r/i:v1").gpu("T4")
            : GpuWorkload.pod("llm", "r/i:v1").gpu("T4").restartPolicy(RestartPolicy.NEVER);

    assertError(() -> GangJob.of(2, ends).leaderWorkerSet().on(EKS), "gang.conflict");
  }

  @Test
  void aNumberOfReplicasOfTheWorkerIsNotLost() {
    assertError(
        () -> GangJob.of(2, server().replicas(3)).leaderWorkerSet().on(EKS),
        "workload.unsupported");
  }

  /** Its StatefulSets' hashes are longer than a number of a worker. */
  @Test
  void aNameLeavesRoomForTheLabelsOfItsPods() {
    GpuWorkload just = GpuWorkload.deployment("l".repeat(50), "r/i:v1").gpu("T4");
    GpuWorkload long1 = GpuWorkload.deployment("l".repeat(51), "r/i:v1").gpu("T4");

    assertThat(GangJob.of(2, just).leaderWorkerSet().on(EKS).objects()).hasSize(1);
    assertError(() -> GangJob.of(2, long1).leaderWorkerSet().on(EKS), "gang.too-long");
  }

  @Test
  void whatNoSetCanHaveIsRefusedAtItsStep() {
    assertError(() -> groups(2).replicas(0), "value.out-of-range", "0");
    assertError(() -> groups(2).replicas(1_073_741_824), "gang.out-of-range");
    assertError(() -> groups(2).leader(), "gang.missing");
    assertError(() -> groups(2).port(65_536), "gang.out-of-range");
    assertError(
        () -> GangJob.pytorch(2, server(), "serve.py").leaderWorkerSet().leader("serve"),
        "gang.conflict");
  }

  @Test
  void itsSettingsAreThoseOfAFile() {
    LeaderWorkerSet set = groups(2).replicas(3).leader("serve", "it").port(8000).kueue("team-a");

    assertThat(set.settings())
        .containsEntry("controller", "leader-worker-set")
        .containsEntry("replicas", 3)
        .containsEntry("leader", List.of("serve", "it"))
        .containsEntry("port", 8000)
        .containsEntry("kueue", "team-a");
  }
}
