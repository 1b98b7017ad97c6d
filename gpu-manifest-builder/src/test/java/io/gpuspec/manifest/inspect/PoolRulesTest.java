package io.gpuspec.manifest.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which pools buy GPUs, and which pods their nodes take. */
class PoolRulesTest {
  private static final Inspector INSPECTOR = Inspector.of(Gpus.load());

  private static final String NOT_TOLERATED = "nodepool-taint-not-tolerated";

  private static String pool(String name, String taints, String requirement) {
    return """
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata: {name: %s}
        spec:
          template:
            spec:
              nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: default}
              taints: [%s]
              requirements:
              - {%s}
        ---
        """
        .formatted(name, taints, requirement);
  }

  private static String pod(String tolerations) {
    return """
        apiVersion: v1
        kind: Pod
        metadata: {name: p}
        spec:
          tolerations: [%s]
          containers:
          - {name: main, image: registry.example/m:v1, resources: {limits: {nvidia.com/gpu: 1}}}
        """
        .formatted(tolerations);
  }

  private static List<String> found(String text) {
    return INSPECTOR.parse("a.yaml", text).findings().stream()
        .map(each -> each.rule().id())
        .toList();
  }

  private static final String G =
      "key: karpenter.k8s.aws/instance-category, operator: In, values: [g]";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "key: karpenter.k8s.aws/instance-gpu-count, operator: DoesNotExist",
        "key: karpenter.k8s.aws/instance-gpu-name, operator: NotIn, values: [t4]",
        "key: karpenter.k8s.aws/instance-category, operator: NotIn, values: [g, p]",
        "key: karpenter.k8s.aws/instance-category, operator: In, values: [m, g]",
        "key: karpenter.k8s.aws/instance-category, operator: Exists",
        "key: karpenter.k8s.aws/instance-family, operator: NotIn, values: [g5]",
        "key: karpenter.k8s.aws/instance-family, operator: In, values: [m7i, r7g]",
        "key: node.kubernetes.io/instance-type, operator: NotIn, values: [g5.xlarge]",
        "key: node.kubernetes.io/instance-type, operator: In, values: [m5.xlarge]",
      })
  void aPoolThatMayBuyNodesWithoutGpusNeedsNoTaint(String requirement) {
    assertThat(found(pool("a", "", requirement))).doesNotContain("nodepool-without-taint");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        G,
        "key: karpenter.k8s.aws/instance-gpu-count, operator: Gt, values: ['0']",
        "key: karpenter.k8s.aws/instance-gpu-manufacturer, operator: In, values: [nvidia]",
        "key: karpenter.k8s.aws/instance-gpu-name, operator: Exists",
        "key: karpenter.k8s.aws/instance-family, operator: In, values: [g6, g5, p4d, p6-b200, gr6]",
        "key: node.kubernetes.io/instance-type, operator: In, values: [g5.xlarge, p6-b200.48xlarge]",
      })
  void aPoolOfGpusAloneNeedsOne(String requirement) {
    assertThat(found(pool("a", "", requirement))).contains("nodepool-without-taint");
  }

  @Test
  void aPoolWithoutATaintTakesThePodsThatAnotherDoesNot() {
    String families = "key: karpenter.k8s.aws/instance-family, operator: In, values: [g6, g5]";
    assertThat(
            found(
                pool("gpu", "{key: team, effect: NoSchedule}", G)
                    + pool("gpu2", "", families)
                    + pod("")))
        .containsExactly("nodepool-without-taint");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{key: gpu-first, effect: PreferNoSchedule} | '' | true",
        "{key: team, value: a, effect: NoSchedule} | '' | false",
        "{key: team, value: a, effect: NoSchedule} | {key: team, operator: Equal, value: b} | false",
        "{key: team, value: a, effect: NoSchedule} | {key: team, value: a} | true",
        "{key: team, value: a, effect: NoSchedule} | {key: team, operator: Exists} | true",
        "{key: team, value: a, effect: NoSchedule} | {operator: Exists} | true",
        "{key: team, value: a, effect: NoSchedule} | {key: team, operator: Exists, effect: NoExecute} | false",
        // What the API server of EKS adds by itself.
        "{key: nvidia.com/gpu, value: 'true', effect: NoSchedule} | '' | true",
        "{key: nvidia.com/gpu, value: 'true', effect: NoExecute} | '' | false",
        "{key: nvidia.com/gpu, effect: NoSchedule}, {key: team, effect: NoExecute} | '' | false",
      })
  void aPodIsTakenAsTheSchedulerDecides(String taints, String tolerations, boolean isTaken) {
    assertThat(found(pool("gpu", taints, G) + pod(tolerations)).contains(NOT_TOLERATED))
        .isEqualTo(!isTaken);
  }

  /** The plugin looks at every extended resource, and nodes of Auto Mode are EKS's too. */
  @ParameterizedTest
  @CsvSource({
    "vpc.amazonaws.com/efa, karpenter.k8s.aws, EC2NodeClass, true",
    "nvidia.com/gpu, eks.amazonaws.com, NodeClass, true",
    "nvidia.com/gpu, karpenter.azure.com, AKSNodeClass, false",
    "example.com/other, karpenter.k8s.aws, EC2NodeClass, false",
  })
  void whatTheApiServerAddsIsForEachResource(
      String key, String group, String kind, boolean isTaken) {
    String pool =
        pool("gpu", "{key: " + key + ", effect: NoSchedule}", G)
            .replace(
                "group: karpenter.k8s.aws, kind: EC2NodeClass",
                "group: %s, kind: %s".formatted(group, kind));
    String pod =
        pod("").replace("{nvidia.com/gpu: 1}", "{nvidia.com/gpu: 1, vpc.amazonaws.com/efa: 1}");

    assertThat(found(pool + pod).contains(NOT_TOLERATED)).isEqualTo(!isTaken);
  }
}
