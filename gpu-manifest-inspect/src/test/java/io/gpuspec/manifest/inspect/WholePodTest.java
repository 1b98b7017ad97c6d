package io.gpuspec.manifest.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What whole pods state for their containers. */
class WholePodTest {
  private static final Inspector INSPECTOR = Inspector.of(Gpus.load());

  private static List<String> found(String manifest) {
    return INSPECTOR.parse("a.yaml", manifest).findings().stream()
        .filter(each -> !each.severity().toString().equals("info"))
        .map(each -> each.severity() + " " + each.rule().id())
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "limits: {nvidia.com/gpu: 1} | requests: {cpu: 1} | whole-pod-refused",
        "requests: {ephemeral-storage: 1Gi} | requests: {cpu: 1} | whole-pod-refused",
        "limits: {cpu: 2, memory: 4Gi} | requests: {cpu: 3} | whole-pod-refused",
        "limits: {cpu: 2, memory: 4Gi} | limits: {memory: 8Gi} | whole-pod-refused",
        "requests: {cpu: 1} | requests: {cpu: 1500m} | whole-pod-refused",
        "limits: {cpu: 6} | requests: {cpu: 1, memory: 20Gi} | ''",
        "limits: {cpu: 3, memory: 4Gi, hugepages-2Mi: 4Mi} | requests: {cpu: 3} | ''",
      })
  void whatAWholePodStatesCoversItsContainers(String pod, String container, String rule) {
    String text =
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: p}
        spec:
          resources: {%s}
          containers:
          - {name: main, image: registry.example/train:v1, resources: {%s}}
        """
            .formatted(pod, container);
    assertThat(found(text)).isEqualTo(rule.isEmpty() ? List.of() : List.of("error " + rule));
  }
}
