package io.gpuspec.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.DeploymentSpecBuilder;
import io.gpuspec.Gpus;
import io.gpuspec.NoMatchException;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EditedPodsTest {
  private final Manifests built =
      GpuWorkload.deployment("llm", "r/i:v1")
          .gpu("T4")
          .requests("3", "12Gi")
          .on(Gpus.load().in("eks"));

  @Test
  void anEditOfAnythingElseKeepsTheMatch() {
    assertThat(built.edit(PodSpecBuilder.class, pod -> pod.withPriorityClassName("gold")).match())
        .isSameAs(built.match());
    assertThat(built.edit(PodSpecBuilder.class, pod -> {}).match()).isSameAs(built.match());
  }

  @Test
  void anEditOfWhatDecidesTheMatchIsMatchedAgain() {
    Manifests larger =
        built.edit(
            ContainerBuilder.class,
            container ->
                container.editResources().addToRequests("cpu", new Quantity("12")).endResources());

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

    assertThatThrownBy(() -> job.edit(PodSpecBuilder.class, pod -> pod.withRestartPolicy("Always")))
        .isInstanceOf(InvalidValueException.class)
        .hasMessage(
            "restartPolicy: 'Always' is not allowed for Job train; the pods of a job or cron job restart OnFailure or Never, those of a deployment, stateful set or daemon set Always");
    assertThatThrownBy(() -> job.edit(PodSpecBuilder.class, pod -> pod.withRestartPolicy(null)))
        .hasMessageStartingWith("restartPolicy: 'Always' is not allowed for Job train");
    assertThatThrownBy(
            () -> built.edit(PodSpecBuilder.class, pod -> pod.withRestartPolicy("Never")))
        .hasMessageStartingWith("restartPolicy: 'Never' is not allowed for Deployment llm");
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
}
