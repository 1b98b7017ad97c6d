package io.gpuspec.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.tke.Tke;
import io.gpuspec.tke.Tke.NodeSelection;
import io.gpuspec.value.Text;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Manifests as they are printed, byte for byte. The approved files were read line by line; a change
 * to one is a change to what people apply.
 */
class ManifestGoldenTest {
  private static final Target TKE = Gpus.load().in("tke");

  @Test
  void deploymentWithServiceAndComments() {
    GpuWorkload workload =
        GpuWorkload.deployment("llm", "registry.example/llm:v1")
            .namespace("ai")
            .gpu("T4", "V100")
            .requests("4", "16Gi")
            .limits("8", "32Gi")
            .replicas(3)
            .port(8080);

    assertApproved("deployment-with-service", workload.on(TKE).yamlWithComments());
  }

  @Test
  void jobWithAStatedShape() {
    GpuWorkload workload =
        GpuWorkload.job("train", "registry.example/train:v1")
            .gpu(4, "A10*PNV4")
            .explicit("112", "466Gi")
            .command("python3", "-m", "torch.distributed.launch")
            .args("--nproc_per_node=4", "train.py")
            .env("NCCL_DEBUG", "INFO");

    assertApproved("job-explicit", workload.on(TKE).yaml());
  }

  @Test
  void podWithEverything() {
    WorkloadContainer server =
        WorkloadContainer.of("server", "registry.example/llm:v1")
            .command("python3", "serve.py")
            .requests("4", "16Gi")
            .limits("8", "32Gi")
            .env("ENABLED", "yes")
            .env("WORKERS", "4")
            .envFromSecret("TOKEN", "hub", "token")
            .port(8080, "http")
            .startupProbe(WorkloadProbe.exec("nvidia-smi").failureThreshold(60).periodSeconds(10))
            .livenessProbe(WorkloadProbe.tcp(8080).timeoutSeconds(5))
            .readinessProbe(WorkloadProbe.http("/ready", 8080))
            .restricted(1000);
    GpuWorkload workload =
        GpuWorkload.pod("llm", server)
            .gpu("1/2*T4")
            .label("team", "search")
            .annotation("example.com/owner", "search@example.com")
            .initContainer(
                WorkloadContainer.of("download", "registry.example/download:v1")
                    .args("--to", "/models")
                    .requests("1", "1Gi")
                    .mount("models", "/models"))
            .initContainer(
                WorkloadContainer.of("proxy", "registry.example/proxy:v1")
                    .sidecar()
                    .requests("500m", "256Mi")
                    .limits("1", "512Mi"))
            .claim("models", "llm-models", "/models")
            .emptyDir("tmp", "/tmp")
            .sharedMemory("8Gi")
            .serviceAccount("llm")
            .priorityClass("gold")
            .restartPolicy(RestartPolicy.ON_FAILURE)
            .selector("app", "llm")
            .nodeAffinity("topology.kubernetes.io/zone", "ap-guangzhou-6", "ap-guangzhou-7")
            .podAntiAffinity("kubernetes.io/hostname");

    assertApproved("pod-with-everything", workload.on(TKE).yaml());
  }

  @Test
  void statefulSetWithItsHabits() {
    GpuWorkload workload =
        GpuWorkload.statefulSet("llm", "registry.example/llm:v1")
            .namespace("ai")
            .gpu("T4")
            .requests("3", "10Gi")
            .replicas(2)
            .port(8000)
            .claimTemplate("cache", "200Gi", "/cache", "fast-ssd")
            .disruptionBudget("50%")
            .nodeSelector("pool", "inference")
            .toleration("workload", "inference", Taint.Effect.NO_SCHEDULE)
            .restricted(1000)
            .pods(
                pods ->
                    pods.preferredNodeAffinity("disk", "nvme")
                        .preferredPodAffinity("kubernetes.io/hostname", "app", "data-service")
                        .requiredPodAntiAffinity("kubernetes.io/hostname")
                        .topologySpread("topology.kubernetes.io/zone", 1)
                        .runtimeClass("nvidia")
                        .imagePullSecret("registry")
                        .terminationGracePeriodSeconds(60));

    assertApproved("statefulset-with-habits", workload.on(Gpus.load().in("ack")).yaml());
  }

  @Test
  void cronJobWithComments() {
    GpuWorkload workload =
        GpuWorkload.cronJob("nightly", "30 2 * * *", "registry.example/train:v1")
            .gpu("V100")
            .requests("6", "32Gi")
            .timeZone("Asia/Shanghai")
            .concurrencyPolicy(ConcurrencyPolicy.FORBID)
            .indexedCompletions(4)
            .parallelism(2)
            .backoffLimit(1)
            .activeDeadlineSeconds(14_400)
            .ttlSecondsAfterFinished(86_400);

    assertApproved("cronjob-with-comments", workload.on(TKE).yamlWithComments());
  }

  @Test
  void daemonSetOnEveryT4() {
    GpuWorkload workload =
        GpuWorkload.daemonSet("warm", "registry.example/warm:v1").gpu("T4").requests("1", "1Gi");

    assertApproved("daemonset", workload.on(Gpus.load().in("ack")).yaml());
  }

  @Test
  void podOnTheDocumentedNodeLabelWithSpotAndImageCache() {
    Target eklet =
        TKE.with(Tke.NODE_SELECTION, NodeSelection.EKLET)
            .with(Tke.SPOT, true)
            .with(Tke.IMAGE_CACHE, Optional.of("auto"))
            .with(Tke.IMAGE_CACHE_DISK, Optional.of(200));

    assertApproved("pod-eklet-spot-cache", small().on(eklet).yamlWithComments());
  }

  @Test
  void podOnTheNodeLabelOfTheBestPracticeText() {
    Target kubelet = TKE.with(Tke.NODE_SELECTION, NodeSelection.VIRTUAL_KUBELET);

    assertApproved("pod-virtual-kubelet", small().on(kubelet).yaml());
  }

  @Test
  void podWithAnnotationsOfTheSuperNode() {
    Target chosen =
        TKE.with(Tke.IMAGE_CACHE, Optional.of("auto"))
            .with(Tke.IMAGE_CACHE_DISK_TYPE, Optional.of("CLOUD_SSD"))
            .with(Tke.CPU_TYPE, Optional.of("SA5,amd"))
            .with(Tke.SPEC_AUTO_UPGRADE, true)
            .with(
                Tke.HOST_SYSCTLS,
                Optional.of("[{\"name\": \"net.core.rmem_max\", \"value\": \"26214400\"}]"))
            .with(Tke.ROOT_CBS_SIZE, Optional.of(100))
            .with(Tke.SECURITY_GROUP_ID, Optional.of("sg-abc1,sg-abc2"))
            .with(Tke.EIP_ATTRIBUTES, Optional.of(""))
            .with(Tke.RESOLV_CONF, Optional.of("nameserver 4.4.4.4\nnameserver 8.8.8.8\n"))
            .with(Tke.RECREATE_NODE_LOST_POD, Optional.of(false));
    Text yaml = small().on(chosen).yamlWithComments();

    assertApproved("pod-super-node-annotations", yaml);
    assertThat(matched(yaml)).hasToString("L20 x1 · 4 cores · 16Gi  on tke (exact)");
    assertThat(matched(yaml).notes()).isEmpty();
  }

  private static Match matched(Text yaml) {
    return WorkloadFile.parse("built", yaml.toString())
        .on(TKE)
        .matches()
        .get(0)
        .match()
        .orElseThrow();
  }

  private static GpuWorkload small() {
    return GpuWorkload.pod("try", "registry.example/try:v1").gpu("PNV5b").requests("4", "16Gi");
  }

  private static void assertApproved(String name, Object yaml) {
    assertThat(yaml.toString()).isEqualTo(Documents.resource("approved/" + name + ".approved.yml"));
  }
}
