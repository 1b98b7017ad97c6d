package io.gpuspec.ack;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodField.Kind;
import io.gpuspec.spi.FieldMeaning;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What parts of a pod mean on a node pool and on Elastic Container Instance. */
class FieldMeaningTest {
  private static final Gpus GPUS = Gpus.load();

  @ParameterizedTest
  @CsvSource({
    "ack, REQUEST, NODE_SELECTOR, aliyun.accelerator/nvidia_name, Tesla-T4",
    "ack, REQUEST, NODE_SELECTOR, accelerator, nvidia-tesla-v100",
    "ack, REQUEST, NODE_AFFINITY, node.alibabacloud.com/spot-strategy, 'SpotAsPriceGo,SpotWithPriceLimit'",
    "ack, PROVIDER_SETTING, NODE_SELECTOR, aliyun.accelerator/nvidia_count, 4",
    "ack, PROVIDER_SETTING, NODE_SELECTOR, node.kubernetes.io/instance-type, ecs.gn6i-c4g1.xlarge",
    "ack, PROVIDER_SETTING, NODE_SELECTOR, alibabacloud.com/nodepool-id, np1",
    "ack, NODE_SELECTION, TOLERATION, nvidia.com/gpu, true",
    "ack, USER_FIELD, NODE_SELECTOR, disk, ssd",
    "ack, PROVIDER_SETTING, ANNOTATION, k8s.aliyun.com/eci-use-specs, ecs.gn6i-c4g1.xlarge",
    "ack/cgpu, REQUEST, LABEL, aliyun.com/gpu-count, 2",
    "ack/cgpu, NODE_SELECTION, NODE_SELECTOR, ack.node.gpu.schedule, core_mem",
    "ack/cgpu, PROVIDER_SETTING, NODE_SELECTOR, ack.node.gpu.placement, spread",
    "ack/cgpu, REQUEST, NODE_SELECTOR, aliyun.accelerator/nvidia_name, Tesla-T4",
    "ack/cgpu, USER_FIELD, LABEL, app, llm",
    "ack/eci, REQUEST, ANNOTATION, k8s.aliyun.com/eci-use-specs, ecs.gn6i-c4g1.xlarge",
    "ack/eci, PROVIDER_SETTING, ANNOTATION, k8s.aliyun.com/eci-gpu-driver-version, tesla=535",
    "ack/eci, NODE_SELECTION, LABEL, alibabacloud.com/eci, true",
    "ack/eci, USER_FIELD, NODE_SELECTOR, disk, ssd",
    "ack, NODE_SELECTION, TOLERATION, alibabacloud.com/gpu, ''",
    "ack, USER_FIELD, TOLERATION, team, a",
    "ack, REQUEST, NODE_SELECTOR, node.alibabacloud.com/spot-strategy, SpotAsPriceGo",
    "ack, REQUEST, NODE_SELECTOR, node.alibabacloud.com/spot-strategy, NoSpot"
  })
  void aPartOfAPodIsTheTargetsOrItsOwners(
      String target, FieldMeaning meaning, Kind kind, String key, String value) {
    PodField field = new PodField(kind, key, Optional.empty());

    assertThat(GPUS.in(target).meaning(field, value)).isEqualTo(meaning);
  }
}
