package io.gpuspec.manifest.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which target pods are judged by, where none is given. */
class TargetGuessTest {
  private static final Inspector INSPECTOR = Inspector.of(Gpus.load());

  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: a, annotations: {%s}, labels: {%s}}
      spec:
        nodeSelector: {%s}
        tolerations: [%s]
        containers:
        - {name: main, image: r/a:v1, resources: {limits: {%s: 1}}}
      """;

  private static final String POOL =
      """
      ---
      apiVersion: karpenter.sh/v1
      kind: NodePool
      metadata: {name: gpu}
      """;

  private static Optional<String> target(String part, String words, String more) {
    String pod =
        POD.formatted(
            part.equals("annotation") ? words : "",
            part.equals("label") ? words : "",
            part.equals("selector") ? words : "",
            part.equals("toleration") ? "{key: " + words + ", operator: Exists}" : "",
            part.equals("resource") ? words : "nvidia.com/gpu");
    return INSPECTOR.parse("a.yaml", pod + more).target();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "annotation | eks.tke.cloud.tencent.com/gpu-type: T4         | tke",
        "annotation | example.com/gpu-type: T4                       |",
        "annotation | k8s.aliyun.com/eci-use-specs: ecs.gn6i-c4g1.xlarge | ack/eci",
        "label      | alibabacloud.com/eci: 'true'                   | ack/eci",
        "selector   | aliyun.accelerator/nvidia_name: Tesla-V100     | ack",
        "selector   | karpenter.k8s.aws/instance-gpu-name: t4        | eks",
        // Anyone's nodes have these.
        "selector   | node.kubernetes.io/instance-type: g4dn.xlarge  |",
        "selector   | nvidia.com/gpu.product: Tesla-T4               |",
        "selector   | accelerator: t4                                |",
        "toleration | karpenter.sh/unregistered                      | eks",
        "toleration | nvidia.com/gpu                                 |",
        "resource   | aliyun.com/gpu-mem                             | ack/cgpu",
        "resource   | nvidia.com/gpu                                 |",
        // Words of two clouds say nothing.
        "annotation | 'eks.tke.cloud.tencent.com/gpu-type: T4, k8s.aliyun.com/eci-use-specs: a' |",
      })
  void aWordOfOneCloudAloneDecides(String part, String words, String target) {
    assertThat(target(part, words, "")).isEqualTo(Optional.ofNullable(target));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "annotation | ''                                     | eks",
        "annotation | eks.tke.cloud.tencent.com/gpu-type: T4 | tke",
      })
  void aNodePoolOfTheFileDecidesWhereThePodDoesNot(String part, String words, String target) {
    assertThat(target(part, words, POOL)).contains(target);
  }
}
