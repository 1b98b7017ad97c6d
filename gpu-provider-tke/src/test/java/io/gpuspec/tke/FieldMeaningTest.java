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

  @ParameterizedTest
  @CsvSource({
    "tke, NEED, ANNOTATION, eks.tke.cloud.tencent.com/gpu-type, T4",
    "tke, NEED, ANNOTATION, eks.tke.cloud.tencent.com/mem, 40Gi",
    "tke, NEED, ANNOTATION, eks.tke.cloud.tencent.com/spot-pod, true",
    "tke, SETTING, ANNOTATION, eks.tke.cloud.tencent.com/use-image-cache, auto",
    "tke, OWNERS, ANNOTATION, example.com/gpu-type, T4",
    "tke, WAY, NODE_SELECTOR, type, virtual-kubelet",
    "tke, OWNERS, NODE_SELECTOR, type, big",
    "tke, WAY, NODE_AFFINITY, node.kubernetes.io/instance-type, eklet",
    "tke, OWNERS, NODE_AFFINITY, node.kubernetes.io/instance-type, S5.LARGE8",
    "tke, WAY, TOLERATION, serverless, ''",
    "tke, WAY, TOLERATION, eks.tke.cloud.tencent.com/eklet, ''",
    "tke, OWNERS, TOLERATION, team, a",
    "tke, OWNERS, LABEL, app, llm",
    "tke/qgpu, WAY, NODE_SELECTOR, qgpu-device-enable, enable",
    "tke/qgpu, SETTING, NODE_AFFINITY, tke.cloud.tencent.com/qgpu-schedule-policy, 'fixed-share,fs'",
    "tke/qgpu, SETTING, NODE_SELECTOR, node.kubernetes.io/instance-type, GN7.2XLARGE32",
    "tke/qgpu, NEED, NODE_SELECTOR, example.com/card, T4",
    "tke/qgpu, OWNERS, NODE_SELECTOR, disk, ssd",
    "tke/qgpu, SETTING, ANNOTATION, tke.cloud.tencent.com/app-class, online",
    "tke/qgpu, OWNERS, TOLERATION, team, a",
    "tke/qgpu, OWNERS, LABEL, app, llm"
  })
  void aPartOfAPodIsTheTargetsOrItsOwners(
      String target, FieldMeaning meaning, Kind kind, String key, String value) {
    PodField field = new PodField(kind, key, Optional.empty());

    assertThat(Gpus.load().in(target).meaning(field, value)).isEqualTo(meaning);
  }
}
