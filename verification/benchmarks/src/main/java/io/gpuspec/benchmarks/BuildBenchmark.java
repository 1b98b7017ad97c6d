package io.gpuspec.benchmarks;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.Manifests;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.Text;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A benchmark of a Deployment with its Service on EKS, compared with the same two written by hand
 * with fabric8.
 */
@State(Scope.Benchmark)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@BenchmarkMode(Mode.AverageTime)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class BuildBenchmark {
  private final Target eks = Gpus.load().in("eks");
  private final GpuWorkload workload = deploymentOfThree();
  private final Manifests manifests = workload.on(eks);
  private final PodView pod = manifests.pod();
  private final List<HasMetadata> byHand = List.of(deployment(), service());

  @Setup
  public void check() {
    if (!manifests.objects().equals(byHand)) {
      throw new IllegalStateException("other objects by hand: " + byHand);
    }
  }

  @Benchmark
  public GpuWorkload intent() {
    return deploymentOfThree();
  }

  private static GpuWorkload deploymentOfThree() {
    return GpuWorkload.deployment("llm", "vllm/vllm-openai:v0.9")
        .gpu("T4")
        .requests("6", "20Gi")
        .limits("6", "20Gi")
        .replicas(3)
        .port(8000);
  }

  /** Matched, placed, checked, and read back as the target reads pods. */
  @Benchmark
  public Manifests objects() {
    return workload.on(eks);
  }

  /** One of the matches of a build, in which the built pod is read back. */
  @Benchmark
  public Object podReadBack() {
    return eks.match(pod);
  }

  @Benchmark
  public Text yaml() {
    return manifests.yaml();
  }

  @Benchmark
  public Text all() {
    return intent().on(eks).yaml();
  }

  @Benchmark
  public List<HasMetadata> objectsByHand() {
    return List.of(deployment(), service());
  }

  @Benchmark
  public String yamlByHand() {
    return Serialization.asYaml(byHand.get(0)) + Serialization.asYaml(byHand.get(1));
  }

  @Benchmark
  public String allByHand() {
    List<HasMetadata> objects = objectsByHand();
    return Serialization.asYaml(objects.get(0)) + Serialization.asYaml(objects.get(1));
  }

  private static Deployment deployment() {
    Map<String, Quantity> amounts =
        Map.of(
            "cpu", new Quantity("6"),
            "memory", new Quantity("20Gi"),
            "nvidia.com/gpu", new Quantity("1"));
    return new DeploymentBuilder()
        .withNewMetadata()
        .withName("llm")
        .endMetadata()
        .withNewSpec()
        .withReplicas(3)
        .withNewSelector()
        .addToMatchLabels("app", "llm")
        .endSelector()
        .withNewTemplate()
        .withNewMetadata()
        .addToLabels("app", "llm")
        .endMetadata()
        .withNewSpec()
        .addToNodeSelector("karpenter.k8s.aws/instance-gpu-name", "t4")
        .addNewToleration()
        .withKey("nvidia.com/gpu")
        .withOperator("Exists")
        .withEffect("NoSchedule")
        .endToleration()
        .addNewContainer()
        .withName("llm")
        .withImage("vllm/vllm-openai:v0.9")
        .addNewPort()
        .withContainerPort(8000)
        .endPort()
        .withNewResources()
        .withRequests(amounts)
        .withLimits(amounts)
        .endResources()
        .endContainer()
        .endSpec()
        .endTemplate()
        .endSpec()
        .build();
  }

  private static Service service() {
    return new ServiceBuilder()
        .withNewMetadata()
        .withName("llm")
        .endMetadata()
        .withNewSpec()
        .addToSelector("app", "llm")
        .addNewPort()
        .withPort(8000)
        .withTargetPort(new IntOrString(8000))
        .withProtocol("TCP")
        .endPort()
        .endSpec()
        .build();
  }
}
