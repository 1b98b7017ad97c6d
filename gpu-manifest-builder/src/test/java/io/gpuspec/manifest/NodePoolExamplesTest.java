package io.gpuspec.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.spi.Taint.Effect;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The documents' workloads for node pools that are labelled by hand, said in Java: the manifest
 * built for ACK, or for EKS where ACK has no such GPU, means what the document's means, but for the
 * differences listed here, each with its reason.
 */
class NodePoolExamplesTest {
  private static final Target ACK = Gpus.load().in("ack");
  private static final String CUDA = "nvidia/cuda:12.4.0-base-ubuntu22.04";

  /** Lines of {@link Differences} and why they are there. */
  private record Difference(String reason, List<String> lines) {
    Difference(String reason, String... lines) {
      this(reason, List.of(lines));
    }
  }

  @Test
  void trainingOnTwoV100() {
    GpuWorkload workload =
        GpuWorkload.pod(
                "gpu-training", WorkloadContainer.of("trainer", "nvcr.io/nvidia/pytorch:23.10-py3"))
            .gpu(2, "V100")
            .env("NVIDIA_DRIVER_CAPABILITIES", "compute,utility")
            .nodeSelector("accelerator", "nvidia-tesla-v100")
            .pods(p -> p.toleration("nvidia.com/gpu", Effect.NO_SCHEDULE));

    assertMeans(
        0,
        "002-0042-pod-gpu-training.yaml",
        workload.on(ACK),
        node("spec", "aliyun.accelerator/nvidia_name", "Tesla-V100-SXM2-16GB"),
        request("spec", "trainer", 2),
        variable("spec", "trainer", "NVIDIA_VISIBLE_DEVICES", "all"));
  }

  @Test
  void twoCardsOfANodeWithEight() {
    GpuWorkload workload =
        GpuWorkload.pod("gpu-topology-aware", WorkloadContainer.of("cuda", "nvidia/cuda:12.0-base"))
            .gpu(2, "A100-80G")
            .requests("8", "32Gi")
            .limits("8", "32Gi")
            .nodeSelector("nvidia.com/gpu.count", "8");

    assertMeans(
        0,
        "002-0266-pod-gpu-topology-aware.yaml",
        workload.on(ACK),
        node("spec", "node.kubernetes.io/instance-type", "ecs.gn7e-c16g1.8xlarge"),
        taint("spec", 0));
  }

  @Test
  void oneCard() {
    GpuWorkload workload =
        GpuWorkload.pod("gpu-test", CUDA)
            .namespace("default")
            .gpu("A100-80G")
            .command("nvidia-smi")
            .nodeSelector("accelerator", "nvidia-a100")
            .restartPolicy(RestartPolicy.NEVER);

    assertMeans(
        0,
        "003-0269-pod-gpu-test.yaml",
        workload.on(ACK),
        node("spec", "node.kubernetes.io/instance-type", "ecs.gn7e-c16g1.4xlarge"),
        taint("spec", 0),
        request("spec", "gpu-test", 1));
  }

  @Test
  void fourCards() {
    GpuWorkload workload =
        GpuWorkload.pod("multi-gpu-test", CUDA)
            .namespace("default")
            .gpu(4, "A100-80G")
            .command("bash", "-c", "nvidia-smi -L")
            .nodeSelector("accelerator", "nvidia-a100")
            .restartPolicy(RestartPolicy.NEVER);

    assertMeans(
        0,
        "003-0291-pod-multi-gpu-test.yaml",
        workload.on(ACK),
        node("spec", "node.kubernetes.io/instance-type", "ecs.gn7e-c16g1.16xlarge"),
        taint("spec", 0),
        request("spec", "multi-gpu-test", 4));
  }

  @Test
  void nodeAffinityAndToleration() {
    GpuWorkload workload =
        GpuWorkload.pod("gpu-affinity-test", CUDA)
            .namespace("default")
            .gpu("H100-80G")
            .command("nvidia-smi")
            .nodeAffinity("accelerator", "nvidia-h100")
            .nodeAffinity("workload", "training")
            .toleration("workload", "training", Effect.NO_SCHEDULE)
            .restartPolicy(RestartPolicy.NEVER);

    assertMeans(
        0,
        "003-0310-pod-gpu-affinity-test.yaml",
        workload.on(Gpus.load().in("eks")),
        node("spec", "karpenter.k8s.aws/instance-gpu-name", "h100"),
        taint("spec", 1),
        request("spec", "gpu-affinity-test", 1));
  }

  @Test
  void trainingOfALlamaOnEightCards() {
    GpuWorkload workload =
        GpuWorkload.pod(
                "llama2-training",
                WorkloadContainer.of("trainer", "pytorch/pytorch:2.4.0-cuda12.4-cudnn9-devel"))
            .namespace("team-training")
            .gpu(8, "A100-80G")
            .limits("32", "128Gi")
            .command("python", "train.py", "--config", "configs/llama2_70b.yaml")
            .claim("data", "training-data-pvc", "/data")
            .nodeSelector("accelerator", "nvidia-a100")
            .toleration("workload", "training", Effect.NO_SCHEDULE)
            .restartPolicy(RestartPolicy.ON_FAILURE);

    assertMeans(
        0,
        "003-0350-pod-llama2-training.yaml",
        workload.on(ACK),
        node("spec", "node.kubernetes.io/instance-type", "ecs.gn7e-c16g1.32xlarge"),
        taint("spec", 1),
        request("spec", "trainer", 8),
        variable("spec", "trainer", "CUDA_VISIBLE_DEVICES", "0,1,2,3,4,5,6,7"));
  }

  @Test
  void inferenceOfALlamaWithItsService() {
    GpuWorkload workload =
        GpuWorkload.deployment(
                "llama2-inference",
                WorkloadContainer.of("inference-server", "vllm/vllm-openai:latest"))
            .namespace("team-inference")
            .replicas(4)
            .gpu(2, "T4")
            .limits("8", "32Gi")
            .nodeSelector("accelerator", "nvidia-t4")
            .service(WorkloadService.of(80, 8000).loadBalancer());

    Manifests manifests = workload.on(ACK);

    assertMeans(
        0,
        "003-0384-deploy-llama2-inference.yaml",
        manifests,
        node("spec template spec", "aliyun.accelerator/nvidia_name", "Tesla-T4"),
        taint("spec template spec", 0),
        request("spec template spec", "inference-server", 2),
        variable("spec template spec", "inference-server", "CUDA_VISIBLE_DEVICES", "0,1"));
    assertMeans(
        1,
        "003-0413-svc-llama2-inference.yaml",
        manifests,
        new Difference(
            "the document's Service stands in another namespace than the pods it selects, and would find none",
            "+ metadata namespace = team-inference"),
        new Difference(
            "the protocol that the API server takes where none is said is written out",
            "+ spec ports [0] protocol = TCP"));
  }

  private static Difference node(String pod, String label, String value) {
    return new Difference(
        "a label that somebody gave the nodes says nothing of their size; the cloud's own label holds the pod to the shape that was matched",
        "+ " + pod + " nodeSelector " + label + " = " + value);
  }

  private static Difference taint(String pod, int place) {
    String toleration = "+ " + pod + " tolerations [" + place + "] ";
    return new Difference(
        "the document's GPU nodes carry the taint nvidia.com/gpu elsewhere; without a toleration the pod stays Pending there",
        toleration + "key = nvidia.com/gpu",
        toleration + "operator = Exists",
        toleration + "effect = NoSchedule");
  }

  private static Difference request(String pod, String container, int gpus) {
    return new Difference(
        "the request that the API server sets equal to the limit is written out",
        "+ %s containers [%s] resources requests nvidia.com/gpu = %d"
            .formatted(pod, container, gpus));
  }

  private static Difference variable(String pod, String container, String name, String value) {
    String variable = "- %s containers [%s] env [%s] ".formatted(pod, container, name);
    return new Difference(
        name + " overrides what the device plugin gave the container (correction 27)",
        variable + "name = " + name,
        variable + "value = " + value);
  }

  private static void assertMeans(
      int object, String file, Manifests manifests, Difference... differences) {
    List<String> expected = new ArrayList<>();
    for (Difference difference : differences) {
      expected.addAll(difference.lines());
    }
    Object document = Trees.read(Documents.text(file)).get(0);
    Object ours = Trees.read(manifests.yaml().toString()).get(object);

    assertThat(Differences.between(document, ours))
        .as("differences from %s; listed are %s", file, List.of(differences))
        .containsExactlyInAnyOrderElementsOf(expected);
  }
}
