package io.gpuspec.manifest;

import static io.gpuspec.manifest.DocumentExample.assertApproved;
import static io.gpuspec.manifest.DocumentExample.assertBuilt;
import static io.gpuspec.manifest.DocumentExample.assertHolds;
import static io.gpuspec.manifest.DocumentExample.assertMeans;
import static io.gpuspec.manifest.DocumentExample.request;
import static io.gpuspec.manifest.DocumentExample.taint;
import static io.gpuspec.manifest.DocumentExample.variable;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.DocumentExample.Difference;
import io.gpuspec.scheduling.Taint.Effect;
import org.junit.jupiter.api.Test;

/**
 * The documents' workloads for node pools that are labelled by hand, said in Java: the manifest
 * built for ACK, or for EKS where ACK has no such GPU, means what the document's means, but for the
 * differences listed here, each with its reason.
 */
class NodePoolExamplesTest {
  private static final Target ACK = Gpus.load().in("ack");
  private static final String CUDA = "nvidia/cuda:12.4.0-base-ubuntu22.04";

  @Test
  void oneCard() {
    GpuWorkload workload =
        GpuWorkload.pod("gpu-test", CUDA)
            .namespace("default")
            .gpu("A100-80G")
            .command("nvidia-smi")
            .nodeSelector("accelerator", "nvidia-a100")
            .restartPolicy(RestartPolicy.NEVER);

    assertBuilt(
        "node-pool-guide-pod-gpu-test.yaml",
        workload.on(ACK),
        types(),
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

    assertBuilt(
        "node-pool-guide-pod-multi-gpu-test.yaml",
        workload.on(ACK),
        types(),
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

    assertBuilt(
        "node-pool-guide-pod-gpu-affinity-test.yaml",
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

    assertBuilt(
        "node-pool-guide-pod-llama2-training.yaml",
        workload.on(ACK),
        types(),
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

    assertBuilt(
        "node-pool-guide-deploy-llama2-inference.yaml",
        manifests,
        node("spec template spec", "aliyun.accelerator/nvidia_name", "Tesla-T4"),
        taint("spec template spec", 0),
        request("spec template spec", "inference-server", 2),
        variable("spec template spec", "inference-server", "CUDA_VISIBLE_DEVICES", "0,1"));
    assertMeans(
        1,
        "node-pool-guide-svc-llama2-inference.yaml",
        manifests,
        new Difference(
            "the document's Service stands in another namespace than the pods it selects, and would find none",
            "+ metadata namespace = team-inference"),
        new Difference(
            "the protocol that the API server takes where none is said is written out",
            "+ spec ports [0] protocol = TCP"));
  }

  @Test
  void theFragmentOfAffinityIsPartOfAPodThatKeepsApartFromItsLike() {
    GpuWorkload workload =
        GpuWorkload.pod("training-job", "pytorch/pytorch:2.4.0-cuda12.4-cudnn9-devel")
            .gpu("A100-80G")
            .selector("app", "training-job")
            .nodeAffinity("accelerator", "nvidia-a100")
            .pods(p -> p.requiredPodAntiAffinity("kubernetes.io/hostname"));

    String yaml = workload.on(ACK.with("node-selection", "instance-type")).yaml().toString();
    assertApproved("node-pool-guide-affinity", yaml);
    assertHolds("node-pool-guide-affinity.fragment.yaml", yaml);
  }

  @Test
  void theFragmentOfSecurityIsPartOfAPodThatIsHardened() {
    GpuWorkload workload =
        GpuWorkload.pod(
                "llama2-training",
                WorkloadContainer.of("trainer", "pytorch/pytorch:2.4.0-cuda12.4-cudnn9-devel"))
            .gpu("A100-80G")
            .restricted(1000);

    String yaml = workload.on(ACK).yaml().toString();
    assertApproved("node-pool-guide-securitycontext", yaml);
    assertHolds("node-pool-guide-securitycontext.fragment.yaml", yaml);
  }

  private static final String TERM =
      "+ spec affinity nodeAffinity requiredDuringSchedulingIgnoredDuringExecution nodeSelectorTerms [0] matchExpressions [0] ";

  private static Difference types() {
    return new Difference(
        "a label that somebody gave the nodes says nothing of their size; the cloud's own label holds the pod to the types with the card",
        TERM + "key = node.kubernetes.io/instance-type",
        TERM + "operator = In",
        TERM + "values [0] = ecs.ebmgn7e.32xlarge",
        TERM + "values [1] = ecs.ebmgn7ex.32xlarge",
        TERM + "values [2] = ecs.gn7e-c16g1.16xlarge",
        TERM + "values [3] = ecs.gn7e-c16g1.32xlarge",
        TERM + "values [4] = ecs.gn7e-c16g1.4xlarge",
        TERM + "values [5] = ecs.gn7e-c16g1.8xlarge");
  }

  private static Difference node(String pod, String label, String value) {
    return new Difference(
        "a label that somebody gave the nodes says nothing of their size; the cloud's own label holds the pod to the shape that was matched",
        "+ " + pod + " nodeSelector " + label + " = " + value);
  }
}
