package io.gpuspec.manifest.gang;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.Manifests;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.RestartPolicy;
import io.gpuspec.value.Text;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * Gangs as they are printed, byte for byte. The approved files were read line by line; a change to
 * one is a change to what people apply.
 */
class GangGoldenTest {
  private static final Gpus GPUS = Gpus.load();
  private static final Target ACK = GPUS.in("ack");
  private static final Target EKS = GPUS.in("eks");

  private static GangJob llama() {
    GpuWorkload worker =
        GpuWorkload.job("llama", "pytorch/pytorch:2.4.0-cuda12.4-cudnn9-devel")
            .namespace("research")
            .gpu(8, "A100")
            .requests("64", "500Gi")
            .sharedMemory("64Gi");
    return GangJob.pytorch(4, worker, "train.py", "--config", "c.yaml");
  }

  /** Lines 300 to 337 of the document: its PodGroup is unused, its command trains four times. */
  @Test
  void theDocumentsVolcanoJob() {
    GpuWorkload worker =
        GpuWorkload.job("pytorch-distributed", "pytorch/pytorch:2.1.0-cuda12.1-cudnn8-runtime")
            .gpu(8, "A100")
            .restartPolicy(RestartPolicy.ON_FAILURE);

    Manifests built = GangJob.pytorch(4, worker, "train.py").volcano().on(ACK);
    assertApproved("ack-guide-volcano-job", built.objects(), built.yamlWithComments());
  }

  /** What the document means: four pods of eight GPUs, 32 in all, which start together. */
  @Test
  void theDocumentsVolcanoJobHasItsWorkersGpusAndImage() {
    Object read =
        new Load(LoadSettings.builder().build()).loadFromString(approved("ack-guide-volcano-job"));
    JsonNode spec = new ObjectMapper().<JsonNode>valueToTree(read).path("spec");

    assertThat(spec.path("minAvailable").asInt()).isEqualTo(4);
    assertThat(spec.path("tasks").findValuesAsText("replicas")).containsExactly("1", "3");
    for (JsonNode task : spec.path("tasks")) {
      JsonNode pod = task.path("template").path("spec");
      assertThat(pod.path("restartPolicy").asText()).isEqualTo("OnFailure");
      JsonNode container = pod.path("containers").path(0);
      assertThat(container.path("image").asText())
          .isEqualTo("pytorch/pytorch:2.1.0-cuda12.1-cudnn8-runtime");
      assertThat(container.path("resources").path("limits").path("nvidia.com/gpu").asText())
          .isEqualTo("8");
      assertThat(container.path("command").toString())
          .contains("--nnodes=4", "--nproc_per_node=8", "train.py")
          .doesNotContain("torch.distributed.launch");
    }
  }

  @Test
  void volcanoJobInAQueue() {
    Manifests built = llama().volcano().queue("team-a").on(ACK);
    assertApproved("volcano-job", built.objects(), built.yaml());
  }

  @Test
  void indexedJob() {
    Manifests built = llama().indexedJob().on(EKS);
    assertApproved("indexed-job", built.objects(), built.yamlWithComments());
  }

  @Test
  void jobSetInAQueueOfKueue() {
    Manifests built = llama().jobSet().kueue("team-a").on(EKS);
    assertApproved("jobset-kueue", built.objects(), built.yamlWithComments());
  }

  @Test
  void podGroupOfAnIndexedJob() {
    Manifests built = llama().podGroup().queue("team-a").on(ACK);
    assertApproved("pod-group-job", built.objects(), built.yaml());
  }

  /**
   * The document's PodGroup, of four pods with 32 GPUs, where it has pods: around an indexed job.
   */
  @Test
  void theDocumentsPodGroup() {
    GpuWorkload worker =
        GpuWorkload.job("distributed-training", "pytorch/pytorch:2.1.0-cuda12.1-cudnn8-runtime")
            .gpu(8, "A100");

    Manifests built = GangJob.pytorch(4, worker, "train.py").podGroup().queue("default").on(ACK);
    assertApproved("ack-guide-volcano-podgroup", built.objects(), built.yamlWithComments());
  }

  @Test
  void podGroupOfADeployment() {
    GpuWorkload servers =
        GpuWorkload.deployment("llm", "registry.example/llm:v1")
            .gpu("T4")
            .requests("3", "10Gi")
            .replicas(3)
            .port(8000);

    Manifests built = PodGroup.of(servers).minMember(2).on(ACK);
    assertApproved("pod-group-deployment", built.objects(), built.yamlWithComments());
  }

  /** LeaderWorkerSet's own example of vLLM on two nodes: docs/examples/vllm/GPU/lws.yaml. */
  @Test
  void leaderWorkerSetOfVllm() {
    GpuWorkload server =
        GpuWorkload.deployment("vllm", "vllm/vllm-openai:v0.8.5")
            .gpu(8, "A100")
            .requests("90", "1000Gi")
            .command("sh", "-c", "multi-node-serving.sh worker --ray_address=$(LWS_LEADER_ADDRESS)")
            .sharedMemory("15Gi");

    Manifests built =
        GangJob.of(2, server)
            .leaderWorkerSet()
            .replicas(2)
            .leader(
                "sh",
                "-c",
                "multi-node-serving.sh leader --ray_cluster_size=$(LWS_GROUP_SIZE); vllm serve m --port 8080")
            .port(8080)
            .kueue("team-a")
            .on(EKS);
    assertApproved("leader-worker-set", built.objects(), built.yamlWithComments());
  }

  @Test
  void volcanoQueue() {
    PlatformObjects built =
        VolcanoQueue.of("team-a").weight(4).capability("nvidia.com/gpu", 32).objects();
    assertApproved("volcano-queue", built.objects(), built.yamlWithComments());
  }

  @Test
  void kueueQueueOnTwoKindsOfNode() {
    PlatformObjects built =
        KueueQueue.of("gpu")
            .quota(EKS, "p4d.24xlarge", 32)
            .quota(EKS, "g5.xlarge", 3)
            .cohort("research")
            .localQueue("research", "team-a")
            .objects();
    assertApproved("kueue-queue", built.objects(), built.yamlWithComments());
  }

  /** Byte for byte, and read back by another's reader it is what was built. */
  private static void assertApproved(String name, List<HasMetadata> objects, Text yaml) {
    String approved = approved(name);
    assertThat(yaml.toString()).isEqualTo(approved);
    List<Object> read = new ArrayList<>();
    new Load(LoadSettings.builder().build()).loadAllFromString(approved).forEach(read::add);
    assertThat(read).isEqualTo(objects.stream().map(GangGoldenTest::tree).toList());
  }

  private static Object tree(HasMetadata object) {
    return new ObjectMapper().convertValue(object, Object.class);
  }

  static String approved(String name) {
    try (InputStream in =
        GangGoldenTest.class.getResourceAsStream("approved/" + name + ".approved.yml")) {
      if (in == null) {
        throw new IllegalArgumentException("no approved file " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
