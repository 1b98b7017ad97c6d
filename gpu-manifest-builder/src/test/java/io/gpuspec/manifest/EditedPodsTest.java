package io.gpuspec.manifest;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.DeploymentSpecBuilder;
import io.gpuspec.CapacityType;
import io.gpuspec.Gpus;
import io.gpuspec.NoMatchException;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Note;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EditedPodsTest {
  private static final Gpus GPUS = Gpus.load();

  private final Manifests built =
      GpuWorkload.deployment("llm", "r/i:v1").gpu("T4").requests("3", "12Gi").on(GPUS.in("eks"));

  @Test
  void anEditOfAnythingElseKeepsTheMatch() {
    assertThat(built.edit(PodSpecBuilder.class, pod -> pod.withPriorityClassName("gold")).match())
        .isSameAs(built.match());
    assertThat(built.edit(PodSpecBuilder.class, pod -> {}).match()).isSameAs(built.match());
  }

  @Test
  void anEditOfWhatDecidesTheMatchIsMatchedAgain() {
    Manifests larger = withCpu(built, "12");

    assertThat(built.match().shape().spec().name()).isEqualTo("g4dn.xlarge");
    assertThat(larger.match().shape().spec().name()).isEqualTo("g4dn.4xlarge");
    assertThat(larger).hasToString(larger.match() + ": Deployment llm");
  }

  @Test
  void anEditedNumberOfPodsIsCounted() {
    assertThat(
            built
                .edit(DeploymentSpecBuilder.class, spec -> spec.withReplicas(5))
                .match()
                .request()
                .replicas())
        .isEqualTo(5);
  }

  @Test
  void anEditAfterWhichPodsLandNowhereIsRefused() {
    assertThatThrownBy(
            () ->
                built.edit(
                    PodSpecBuilder.class,
                    pod -> pod.addToNodeSelector(Map.of("kubernetes.io/arch", "arm64"))))
        .isInstanceOf(NoMatchException.class);
  }

  @Test
  void anEditAfterWhichTheApiServerRefusesThePodsIsRefused() {
    Manifests job = GpuWorkload.job("train", "r/i:v1").gpu("T4").on(Gpus.load().in("eks"));

    assertError(
        () -> job.edit(PodSpecBuilder.class, pod -> pod.withRestartPolicy("Always")),
        "workload.conflict",
        "Always");
    assertError(
        () -> job.edit(PodSpecBuilder.class, pod -> pod.withRestartPolicy(null)),
        "workload.conflict",
        "Always");
    assertError(
        () -> built.edit(PodSpecBuilder.class, pod -> pod.withRestartPolicy("Never")),
        "workload.conflict",
        "Never");
    assertThatThrownBy(
            () -> built.edit(PodSpecBuilder.class, pod -> pod.addToNodeSelector("a b", "c")))
        .isInstanceOf(InvalidValueException.class);
    assertThat(job.edit(PodSpecBuilder.class, pod -> pod.withRestartPolicy("OnFailure")).match())
        .isSameAs(job.match());
  }

  @Test
  void anEditThatTakesTheGpusAwayIsRefused() {
    assertThatThrownBy(
            () -> built.edit(ContainerBuilder.class, container -> container.withResources(null)))
        .isInstanceOfSatisfying(
            GpuSpecException.class, e -> assertThat(e.id()).isEqualTo("pod.conflict"));
  }

  @Test
  void anEditForSpotCapacityIsBoughtAsSpot() {
    Manifests spot =
        built.edit(
            PodSpecBuilder.class,
            pod -> pod.addToNodeSelector("karpenter.sh/capacity-type", "spot"));

    assertThat(built.match().price()).isPresent();
    assertThat(spot.match().request().capacityType()).isEqualTo(CapacityType.SPOT);
    assertThat(spot.match().price()).isEmpty();
    assertThat(spot.match().request()).hasToString("T4 x1, 3 cores, 12Gi, spot");
  }

  @ParameterizedTest
  @CsvSource({"eks, karpenter.sh/capacity-type", "eks/nodegroup, eks.amazonaws.com/capacityType"})
  void anEditThatOpensThePodsToSpotCapacityIsMatchedAgain(String cloud, String label) {
    Manifests onDemand =
        GpuWorkload.deployment("llm", "r/i:v1")
            .gpu("T4")
            .requests("3", "12Gi")
            .matched(request -> request.capacityType(CapacityType.ON_DEMAND))
            .on(GPUS.in(cloud));
    Manifests larger = withCpu(onDemand, "12");
    Manifests open = larger.edit(PodSpecBuilder.class, pod -> pod.removeFromNodeSelector(label));

    assertThat(larger.match().request().isCapacityTypeStated()).isTrue();
    assertThat(open.match().request().isCapacityTypeStated()).isFalse();
  }

  @Test
  void anEditThatAcceptsMoreGpusIsMatchedWithAllOfThem() {
    Manifests onTke =
        GpuWorkload.deployment("llm", "r/i:v1")
            .gpu("T4")
            .requests("3", "12Gi")
            .on(GPUS.in("tke"))
            .edit(
                PodTemplateSpecBuilder.class,
                pod ->
                    pod.editMetadata()
                        .addToAnnotations("eks.tke.cloud.tencent.com/gpu-type", "T4,V100")
                        .endMetadata());

    assertThat(onTke.match().preferences())
        .extracting(shape -> shape.spec().gpu())
        .containsExactly("T4", "V100");
  }

  @Test
  void anEditThatAddsAnExtendedResourceIsMatchedWithIt() {
    Map<String, Quantity> one = Map.of("vpc.amazonaws.com/efa", new Quantity("1"));
    Manifests withEfa =
        built.edit(
            ContainerBuilder.class,
            container ->
                container.editResources().addToRequests(one).addToLimits(one).endResources());

    assertThat(withEfa.match().request().resources()).containsEntry("vpc.amazonaws.com/efa", 1L);
    assertThat(withEfa.match().shape().spec().name()).isEqualTo("g4dn.8xlarge");
  }

  @Test
  void anEditThatIsNotJudgedIsNoted() {
    assertThat(
            built
                .edit(PodSpecBuilder.class, pod -> pod.addToNodeSelector("example.com/disk", "ssd"))
                .match()
                .notes())
        .extracting(Note::message)
        .anyMatch(note -> note.contains("example.com/disk"));
  }

  private static Manifests withCpu(Manifests manifests, String cpu) {
    return manifests.edit(
        ContainerBuilder.class,
        container ->
            container.editResources().addToRequests("cpu", new Quantity(cpu)).endResources());
  }
}
