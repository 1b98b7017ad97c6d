package io.gpuspec.manifest;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.NoMatchException;
import io.gpuspec.Target;
import io.gpuspec.manifest.read.WorkloadFile;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExistingPodsTest {
  private static final Gpus GPUS = Gpus.load();
  private static final Target TKE = GPUS.in("tke");
  private static final Target EKS = GPUS.in("eks");
  private static final UnaryOperator<GpuRequest> T4 =
      asked -> asked.devices(Devices.of(asked.devices().count(), "T4"));

  private static PodTemplateSpec pods(String resource, int gpus) {
    return new PodTemplateSpecBuilder()
        .withNewMetadata()
        .withName("llm")
        .addToLabels("app", "llm")
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("proxy")
        .withImage("r/proxy:v1")
        .endContainer()
        .addNewContainer()
        .withName("main")
        .withImage("r/llm:v1")
        .withNewResources()
        .addToRequests("cpu", new Quantity("3"))
        .addToRequests("memory", new Quantity("10Gi"))
        .addToLimits(resource, new Quantity(String.valueOf(gpus)))
        .endResources()
        .endContainer()
        .endSpec()
        .build();
  }

  private static PodTemplateSpec pods() {
    return pods("nvidia.com/gpu", 1);
  }

  private static List<Match> read(PodTemplateSpec pods, Target target) {
    return WorkloadFile.of(
            List.of(
                new PodBuilder().withMetadata(pods.getMetadata()).withSpec(pods.getSpec()).build()))
        .on(target)
        .matches()
        .stream()
        .map(each -> each.match().orElseThrow())
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"tke", "tke/gpu", "eks", "eks/nodegroup", "ack", "ack/eci"})
  void aPodThatAsksForGpusGetsWhatTheTargetRequires(String id) {
    Target target = GPUS.in(id);
    PlacedPods placed = PlacedPods.of(pods(), target, T4);
    assertThat(placed.match().shape().spec().gpu()).isEqualTo("T4");
    assertThat(read(placed.template(), target))
        .singleElement()
        .satisfies(match -> assertThat(match.orThrow().shape()).isEqualTo(placed.match().shape()));
    // What was there stays, and the GPU is where it was.
    assertThat(placed.template().getMetadata().getLabels()).containsEntry("app", "llm");
    assertThat(placed.template().getSpec().getContainers().get(0))
        .isEqualTo(pods().getSpec().getContainers().get(0));
    assertThat(placed.template().getSpec().getContainers().get(1).getResources().getLimits())
        .containsEntry("nvidia.com/gpu", new Quantity("1"));
    // A webhook can be asked again.
    assertThat(PlacedPods.of(placed.template(), target, T4).template())
        .isEqualTo(placed.template());
  }

  @Test
  void whatIsAddedIsWhatABuiltPodHas() {
    Manifests built = GpuWorkload.pod("llm", "r/llm:v1").gpu("T4").requests("3", "10Gi").on(TKE);
    PlacedPods placed = PlacedPods.of(pods(), TKE, T4);
    assertThat(placed.placement().entries()).isEqualTo(built.placement().entries());
    assertThat(placed.match().shape()).isEqualTo(built.match().shape());
    assertThat(placed.metadata().getName()).isEqualTo("llm");
  }

  @Test
  void everyGpuIsCounted() {
    PlacedPods placed = PlacedPods.of(pods("nvidia.com/gpu", 4), EKS, T4);
    assertThat(placed.match())
        .hasToString(
            "g4dn.12xlarge · 48 cores · 192Gi  on eks (over by 44.81 cores, about 164.7Gi)");
  }

  @Test
  void whatLeadsElsewhereIsRefused() {
    PodTemplateSpec annotated =
        new PodTemplateSpecBuilder(pods())
            .editMetadata()
            .addToAnnotations("eks.tke.cloud.tencent.com/gpu-type", "V100")
            .endMetadata()
            .build();
    assertError(() -> PlacedPods.of(annotated, TKE, T4), "pod.conflict", "V100");
    PodTemplateSpec selecting =
        new PodTemplateSpecBuilder(pods())
            .editSpec()
            .withNodeSelector(Map.of("node.kubernetes.io/instance-type", "p3.2xlarge"))
            .endSpec()
            .build();
    assertError(() -> PlacedPods.of(selecting, EKS, T4), "pod.conflict");
  }

  @Test
  void podsThatCannotBePlacedAreRefused() {
    PodTemplateSpec none = pods("example.com/other", 1);
    assertError(() -> PlacedPods.of(none, TKE, T4), "pod.conflict");
    assertThatThrownBy(() -> PlacedPods.of(pods("nvidia.com/gpu", 64), EKS, T4))
        .isInstanceOf(NoMatchException.class);
  }

  @Test
  void devicesOfAnotherTargetAreForAMigration() {
    assertError(() -> PlacedPods.of(pods(), GPUS.in("tke/qgpu"), T4), "pod.conflict");
    PodTemplateSpec shares = pods("aliyun.com/gpu-mem", 4);
    assertError(() -> PlacedPods.of(shares, EKS, T4), "pod.conflict");
  }
}
