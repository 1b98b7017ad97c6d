package io.gpuspec.manifest;

import static io.gpuspec.manifest.DocumentExample.assertApproved;
import static io.gpuspec.manifest.DocumentExample.assertBuilt;
import static io.gpuspec.manifest.DocumentExample.assertHolds;
import static io.gpuspec.manifest.DocumentExample.assertMeans;
import static io.gpuspec.manifest.DocumentExample.request;
import static io.gpuspec.manifest.DocumentExample.variable;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.DocumentExample.Difference;
import io.gpuspec.tke.Tke;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Each workload of the best-practice document, said in Java: the manifest built from it means what
 * the document's means, but for the differences listed here, each with its reason.
 */
class DocumentExamplesTest {
  private static final Target TKE = Gpus.load().in("tke");
  private static final String TERMS =
      "affinity nodeAffinity requiredDuringSchedulingIgnoredDuringExecution nodeSelectorTerms";

  @Test
  void example1TensorFlowTrainingOnV100() {
    GpuWorkload workload =
        GpuWorkload.pod(
                "tensorflow-training-v100",
                WorkloadContainer.of("tensorflow", "tensorflow/tensorflow:latest-gpu"))
            .gpu("V100")
            .command("python3", "/workspace/train.py")
            .requests("6", "30Gi")
            .limits("8", "40Gi")
            .restartPolicy(RestartPolicy.ON_FAILURE)
            .emptyDir("data", "/workspace");

    assertBuilt("tke-guide-pod-tensorflow-training-v100.yaml", workload.on(TKE), superNode("spec"));
  }

  @Test
  void example2QuarterOfT4() {
    GpuWorkload workload =
        GpuWorkload.deployment(
                "inference-service-t4-mini",
                WorkloadContainer.of("inference", "your-registry/inference-service:latest")
                    .port(8080))
            .gpu("1/4*T4")
            .requests("2", "8Gi")
            .limits("4", "16Gi")
            .replicas(3)
            .selector("app", "inference");

    assertBuilt(
        "tke-guide-deploy-inference-service-t4-mini.yaml",
        workload.on(TKE),
        superNode("spec template spec"),
        visibleDevices("spec template spec"));
  }

  @Test
  void example2bHalfOfT4() {
    GpuWorkload workload =
        GpuWorkload.deployment(
                "inference-service-t4-half",
                WorkloadContainer.of("inference", "your-registry/inference-service:latest")
                    .port(8080))
            .gpu("1/2*T4")
            .requests("4", "16Gi")
            .limits("8", "32Gi")
            .replicas(2)
            .selector("app", "inference-medium");

    assertBuilt(
        "tke-guide-deploy-inference-service-t4-half.yaml",
        workload.on(TKE),
        superNode("spec template spec"));
  }

  @Test
  void example3StatedShapeOfTwoT4() {
    GpuWorkload workload =
        GpuWorkload.job(
                "pytorch-training-job", WorkloadContainer.of("pytorch", "pytorch/pytorch:latest"))
            .gpu(2, "T4")
            .explicit("40", "160Gi")
            .command("python3", "-m", "torch.distributed.launch", "--nproc_per_node=2", "train.py");

    assertBuilt(
        "tke-guide-job-pytorch-training-job.yaml",
        workload.on(TKE),
        superNode("spec template spec"));
  }

  @Test
  void example4PriorityList() {
    GpuWorkload workload =
        GpuWorkload.pod(
                "multi-gpu-priority",
                WorkloadContainer.of("training", "nvidia/cuda:11.4.0-runtime-ubuntu20.04"))
            .gpu("T4", "V100")
            .command("nvidia-smi")
            .requests("4", "16Gi")
            .limits("8", "32Gi");

    assertBuilt("tke-guide-pod-multi-gpu-priority.yaml", workload.on(TKE), superNode("spec"));
  }

  @Test
  void example5NodeAffinity() {
    GpuWorkload workload =
        GpuWorkload.deployment(
                "gpu-workload-affinity",
                WorkloadContainer.of("gpu-container", "nvidia/cuda:11.4.0-base-ubuntu20.04"))
            .gpu("A10*GNV4")
            .command("nvidia-smi", "-L")
            .replicas(2)
            .selector("app", "gpu-app");

    assertBuilt(
        "tke-guide-deploy-gpu-workload-affinity.yaml",
        workload.on(TKE),
        new Difference(
            "the document knows one label and one taint of a super node; TKE's documented label is an alternative to it, TKE's documented taint is tolerated too",
            "+ spec template spec "
                + TERMS
                + " [1] matchExpressions [0] key = node.kubernetes.io/instance-type",
            "+ spec template spec " + TERMS + " [1] matchExpressions [0] operator = In",
            "+ spec template spec " + TERMS + " [1] matchExpressions [0] values [0] = eklet",
            "+ spec template spec tolerations [1] key = eks.tke.cloud.tencent.com/eklet",
            "+ spec template spec tolerations [1] operator = Exists",
            "+ spec template spec tolerations [1] effect = NoSchedule"));
  }

  @Test
  void example6LargeModelOnL20() {
    GpuWorkload workload =
        GpuWorkload.pod(
                "large-model-inference-pnv5b",
                WorkloadContainer.of("inference", "your-registry/llm-inference:latest"))
            .gpu("PNV5b")
            .explicit("48", "192Gi")
            .command("python3", "serve.py", "--model-path", "/models/llama-70b")
            .env("MODEL_MAX_LENGTH", "8192")
            .restartPolicy(RestartPolicy.ON_FAILURE)
            .claim("model-storage", "llm-model-pvc", "/models");

    assertBuilt(
        "tke-guide-pod-large-model-inference-pnv5b.yaml",
        workload.on(TKE),
        superNode("spec"),
        visibleDevices("spec"),
        new Difference(
            "PNV5b is the machine family; the annotation's value is L20 (correction 12)",
            "- metadata annotations eks.tke.cloud.tencent.com/gpu-type = PNV5b",
            "+ metadata annotations eks.tke.cloud.tencent.com/gpu-type = L20"));
  }

  @Test
  void example7FourA10() {
    GpuWorkload workload =
        GpuWorkload.job(
                "multi-gpu-training-a10",
                WorkloadContainer.of("training", "pytorch/pytorch:2.0.1-cuda11.7-cudnn8-runtime"))
            .gpu(4, "A10*PNV4")
            .explicit("112", "466Gi")
            .command("python3", "-m", "torch.distributed.launch", "--nproc_per_node=4", "train.py")
            .env("NCCL_DEBUG", "INFO");

    assertBuilt(
        "tke-guide-job-multi-gpu-training-a10.yaml",
        workload.on(TKE),
        superNode("spec template spec"));
  }

  @Test
  void example8SmallestV100() {
    GpuWorkload workload =
        GpuWorkload.pod(
                "flexible-v100-pod",
                WorkloadContainer.of("dev-test", "tensorflow/tensorflow:latest-gpu"))
            .gpu("V100")
            .explicit("2", "2Gi")
            .command("python3", "test.py");

    assertBuilt("tke-guide-pod-flexible-v100-pod.yaml", workload.on(TKE), superNode("spec"));
  }

  @Test
  void theCompleteInferenceServiceWithItsService() {
    GpuWorkload workload =
        GpuWorkload.deployment(
                "gpu-inference-service",
                WorkloadContainer.of("inference", "your-registry/inference-service:v1.0")
                    .port(8080, "http")
                    .livenessProbe(
                        WorkloadProbe.http("/health", 8080)
                            .initialDelaySeconds(30)
                            .periodSeconds(10))
                    .readinessProbe(
                        WorkloadProbe.http("/ready", 8080)
                            .initialDelaySeconds(10)
                            .periodSeconds(5)))
            .namespace("ai-workloads")
            .gpu("T4", "V100")
            .requests("4", "16Gi")
            .limits("8", "32Gi")
            .env("MODEL_PATH", "/models/model.pb")
            .replicas(3)
            .selector("app", "inference")
            .selector("gpu", "enabled")
            .claim("model-storage", "model-pvc", "/models")
            .service(WorkloadService.of(80, 8080).name("inference-service").loadBalancer());

    Manifests manifests = workload.on(TKE);

    assertBuilt(
        "tke-guide-deploy-gpu-inference-service.yaml",
        manifests,
        eitherNode("spec template spec"),
        visibleDevices("spec template spec"));
    assertMeans(
        1,
        "tke-guide-svc-inference-service.yaml",
        manifests,
        new Difference(
            "the deployment selects two labels and its service one; built from one intent, both select the same",
            "+ spec selector gpu = enabled"));
  }

  @Test
  void imageCacheThatIsMatchedAutomatically() {
    GpuWorkload workload =
        GpuWorkload.pod(
                "gpu-inference-fast",
                WorkloadContainer.of("inference", "pytorch/pytorch:2.0.1-cuda11.7-cudnn8-runtime"))
            .gpu("T4");
    Target cached =
        TKE.with(Tke.IMAGE_CACHE, Optional.of("auto")).with(Tke.IMAGE_CACHE_DISK, Optional.of(200));

    assertBuilt(
        "tke-guide-pod-gpu-inference-fast.yaml",
        workload.on(cached),
        eitherNode("spec"),
        disk(200),
        request("spec", "inference", 1));
  }

  @Test
  void imageCacheForTwoContainers() {
    GpuWorkload workload =
        GpuWorkload.pod(
                "gpu-training-multi",
                WorkloadContainer.of("trainer", "tensorflow/tensorflow:2.13.0-gpu"))
            .container(WorkloadContainer.of("monitor", "nvidia/cuda:11.4.0-runtime-ubuntu20.04"))
            .gpu("V100");
    Target cached =
        TKE.with(Tke.IMAGE_CACHE, Optional.of("auto")).with(Tke.IMAGE_CACHE_DISK, Optional.of(300));

    assertBuilt(
        "tke-guide-pod-gpu-training-multi.yaml",
        workload.on(cached),
        eitherNode("spec"),
        disk(300),
        request("spec", "trainer", 1));
  }

  @Test
  void imageCacheByItsId() {
    GpuWorkload workload =
        GpuWorkload.pod(
                "gpu-inference-cached",
                WorkloadContainer.of("inference", "pytorch/pytorch:2.0.1-cuda11.7-cudnn8-runtime"))
            .gpu("T4");

    assertBuilt(
        "tke-guide-pod-gpu-inference-cached.yaml",
        workload.on(TKE.with(Tke.IMAGE_CACHE, Optional.of("imc-abc123xyz"))),
        eitherNode("spec"),
        request("spec", "inference", 1));
  }

  @Test
  void theFragmentOfMethodAIsPartOfAPodWithAStatedShape() {
    GpuWorkload workload =
        GpuWorkload.pod("training", "tensorflow/tensorflow:latest-gpu")
            .gpu("V100")
            .explicit("8", "40Gi");

    String yaml = workload.on(TKE).yaml().toString();
    assertApproved("tke-guide-methodA", yaml);
    assertHolds("tke-guide-methodA.fragment.yaml", yaml);
  }

  @Test
  void theFragmentOfMethodBIsPartOfAPodWithRequestsAndLimits() {
    GpuWorkload workload =
        GpuWorkload.pod("training", "tensorflow/tensorflow:latest-gpu")
            .gpu("V100")
            .requests("6", "32Gi")
            .limits("8", "40Gi");

    String yaml = workload.on(TKE).yaml().toString();
    assertApproved("tke-guide-methodB", yaml);
    assertHolds("tke-guide-methodB.fragment.yaml", yaml);
  }

  /** The document says nothing about nodes here, and TKE's own pods need a word on both. */
  private static Difference superNode(String pod) {
    return new Difference(
        "without node selection and tolerations the pod stays Pending wherever super nodes carry a taint (correction 20)",
        "+ " + pod + " " + TERMS + " [0] matchExpressions [0] key = type",
        "+ " + pod + " " + TERMS + " [0] matchExpressions [0] operator = In",
        "+ " + pod + " " + TERMS + " [0] matchExpressions [0] values [0] = virtual-kubelet",
        "+ "
            + pod
            + " "
            + TERMS
            + " [1] matchExpressions [0] key = node.kubernetes.io/instance-type",
        "+ " + pod + " " + TERMS + " [1] matchExpressions [0] operator = In",
        "+ " + pod + " " + TERMS + " [1] matchExpressions [0] values [0] = eklet",
        "+ " + pod + " tolerations [0] key = serverless",
        "+ " + pod + " tolerations [0] operator = Exists",
        "+ " + pod + " tolerations [0] effect = NoSchedule",
        "+ " + pod + " tolerations [1] key = eks.tke.cloud.tencent.com/eklet",
        "+ " + pod + " tolerations [1] operator = Exists",
        "+ " + pod + " tolerations [1] effect = NoSchedule");
  }

  private static Difference eitherNode(String pod) {
    return new Difference(
        "nodeSelector and toleration of the document become either-term node affinity and both tolerations: TKE's documented taint would keep the pod Pending (correction 20)",
        "- " + pod + " nodeSelector type = virtual-kubelet",
        "+ " + pod + " " + TERMS + " [0] matchExpressions [0] key = type",
        "+ " + pod + " " + TERMS + " [0] matchExpressions [0] operator = In",
        "+ " + pod + " " + TERMS + " [0] matchExpressions [0] values [0] = virtual-kubelet",
        "+ "
            + pod
            + " "
            + TERMS
            + " [1] matchExpressions [0] key = node.kubernetes.io/instance-type",
        "+ " + pod + " " + TERMS + " [1] matchExpressions [0] operator = In",
        "+ " + pod + " " + TERMS + " [1] matchExpressions [0] values [0] = eklet",
        "+ " + pod + " tolerations [1] key = eks.tke.cloud.tencent.com/eklet",
        "+ " + pod + " tolerations [1] operator = Exists",
        "+ " + pod + " tolerations [1] effect = NoSchedule");
  }

  private static Difference visibleDevices(String pod) {
    return variable(pod, "inference", "CUDA_VISIBLE_DEVICES", "0");
  }

  private static Difference disk(int size) {
    return new Difference(
        "pod-resource occurs in the document only; the documented annotation is image-cache-disk-size (correction 23)",
        "- metadata annotations eks.tke.cloud.tencent.com/pod-resource = {\"disk\": {\"size\": "
            + size
            + "}}",
        "+ metadata annotations eks.tke.cloud.tencent.com/image-cache-disk-size = " + size);
  }
}
