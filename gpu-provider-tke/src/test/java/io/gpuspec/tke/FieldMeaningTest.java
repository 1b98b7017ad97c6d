package io.gpuspec.tke;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodField.Kind;
import io.gpuspec.spi.FieldMeaning;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What parts of a pod mean on a super node, and on a node pool with qGPU. */
class FieldMeaningTest {
  private static final Gpus GPUS = Gpus.load();

  @ParameterizedTest
  @CsvSource({
    "tke, REQUEST, ANNOTATION, eks.tke.cloud.tencent.com/gpu-type, T4",
    "tke, REQUEST, ANNOTATION, eks.tke.cloud.tencent.com/mem, 40Gi",
    "tke, REQUEST, ANNOTATION, eks.tke.cloud.tencent.com/spot-pod, true",
    "tke, PROVIDER_SETTING, ANNOTATION, eks.tke.cloud.tencent.com/use-image-cache, auto",
    "tke, USER_FIELD, ANNOTATION, example.com/gpu-type, T4",
    "tke, NODE_SELECTION, NODE_SELECTOR, type, virtual-kubelet",
    "tke, USER_FIELD, NODE_SELECTOR, type, big",
    "tke, NODE_SELECTION, NODE_AFFINITY, node.kubernetes.io/instance-type, eklet",
    "tke, USER_FIELD, NODE_AFFINITY, node.kubernetes.io/instance-type, S5.LARGE8",
    "tke, NODE_SELECTION, TOLERATION, serverless, ''",
    "tke, NODE_SELECTION, TOLERATION, eks.tke.cloud.tencent.com/eklet, ''",
    "tke, USER_FIELD, TOLERATION, team, a",
    "tke, USER_FIELD, LABEL, app, llm",
    "tke/qgpu, NODE_SELECTION, NODE_SELECTOR, qgpu-device-enable, enable",
    "tke/qgpu, PROVIDER_SETTING, NODE_AFFINITY, tke.cloud.tencent.com/qgpu-schedule-policy, 'fixed-share,fs'",
    "tke/qgpu, PROVIDER_SETTING, NODE_SELECTOR, node.kubernetes.io/instance-type, GN7.2XLARGE32",
    "tke/qgpu, REQUEST, NODE_SELECTOR, example.com/card, T4",
    "tke/qgpu, USER_FIELD, NODE_SELECTOR, disk, ssd",
    "tke/qgpu, PROVIDER_SETTING, ANNOTATION, tke.cloud.tencent.com/app-class, online",
    "tke/qgpu, USER_FIELD, TOLERATION, team, a",
    "tke/qgpu, USER_FIELD, LABEL, app, llm",
    "tke/gpu, NODE_SELECTION, NODE_SELECTOR, nvidia-device-enable, enable",
    "tke/gpu, NODE_SELECTION, NODE_AFFINITY, nvidia-device-enable, enable",
    "tke/gpu, USER_FIELD, LABEL, nvidia-device-enable, enable",
    "tke/gpu, PROVIDER_SETTING, NODE_SELECTOR, beta.kubernetes.io/instance-type, GN7.2XLARGE32",
    "tke/gpu, REQUEST, NODE_AFFINITY, example.com/card, 'T4,V100'",
    "tke/gpu, USER_FIELD, NODE_AFFINITY, example.com/card, 'T4,ssd'"
  })
  void aPartOfAPodIsTheTargetsOrItsOwners(
      String target, FieldMeaning meaning, Kind kind, String key, String value) {
    PodField field = new PodField(kind, key, Optional.empty());

    assertThat(GPUS.in(target).meaning(field, value)).isEqualTo(meaning);
  }

  /** Pods start slower without an image cache, and run all the same. */
  @ParameterizedTest
  @CsvSource({
    "tke, PROVIDER_SETTING, eks.cloud.tencent.com/v1, ImageCache",
    "tke, USER_FIELD, v1, ConfigMap",
    "tke/qgpu, USER_FIELD, eks.cloud.tencent.com/v1, ImageCache"
  })
  void anObjectOfTheCloudsIsItsSetting(
      String target, FieldMeaning meaning, String apiVersion, String kind) {
    assertThat(GPUS.in(target).meaning(apiVersion, kind)).isEqualTo(meaning);
  }
}
