package io.gpuspec.manifest.read;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.error.ManifestException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a pod of a file selects of nodes, and what the API server refuses of it. */
class NodeLabelReaderTest {
  private static final Target EKS = Gpus.load().in("eks");

  private static String pod(String spec) {
    return """
        apiVersion: v1
        kind: Pod
        metadata: {name: p}
        spec:
          containers:
          - {name: main, image: r/i, resources: {limits: {nvidia.com/gpu: 1}}}
        %s"""
        .formatted(spec.indent(2));
  }

  private static String required(String requirement) {
    return pod(
        """
        affinity:
          nodeAffinity:
            requiredDuringSchedulingIgnoredDuringExecution:
              nodeSelectorTerms:
              - matchExpressions:
                - %s
        """
            .formatted(requirement));
  }

  private static String preferred(String requirement) {
    return pod(
        """
        affinity:
          nodeAffinity:
            preferredDuringSchedulingIgnoredDuringExecution:
            - weight: 1
              preference:
                matchExpressions:
                - %s
        """
            .formatted(requirement));
  }

  private static String name(String requirement) {
    return required(requirement).replace("matchExpressions", "matchFields");
  }

  private static ManifestException problem(String text) {
    FileMatches matches = WorkloadFile.parse("f.yaml", text).on(EKS);
    assertThat(matches.problems()).hasSize(1);
    assertThat(matches.isFound()).isFalse();
    return matches.problems().get(0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nodeSelector: {gpu: 'a b'} | 7:23 | a b | label.malformed",
        "nodeSelector: {gpu: -a} | 7:23 | -a | label.malformed",
        "nodeSelector: {gpu: 'a/b'} | 7:23 | a/b | label.malformed",
        "nodeSelector: {'a b': c} | 7:18 | a b | name.malformed",
        "nodeSelector: {'a/b/c': d} | 7:18 | a/b/c | name.malformed"
      })
  void aNodeSelectorThatTheServerRefusesIsAProblem(
      String spec, String place, String value, String id) {
    assertError(problem(pod(spec)), id, "f.yaml:" + place, value);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{key: a, operator: In, values: ['b c']} | 45 | b c | label.malformed",
        "{key: a, operator: NotIn, values: [b, 'c/d']} | 51 | c/d | label.malformed",
        "{key: 'a b', operator: Exists} | 19 | a b | name.malformed",
        "{key: a, operator: Is, values: [b]} | 32 | Is | manifest.malformed",
        "{key: a, operator: in, values: [b]} | 32 | in | manifest.malformed",
        "{key: a, operator: In} | 13 | In | manifest.malformed",
        "{key: a, operator: NotIn, values: []} | 13 | NotIn | manifest.malformed",
        "{key: a, operator: Exists, values: [b]} | 13 | Exists | manifest.malformed",
        "{key: a, operator: DoesNotExist, values: [b]} | 13 | DoesNotExist | manifest.malformed",
        "{key: a, operator: Gt} | 13 | Gt | manifest.malformed",
        "{key: a, operator: Lt, values: ['1', '2']} | 13 | Lt | manifest.malformed",
        "{key: a, operator: Gt, values: [many]} | 45 | many | manifest.malformed",
        "{key: a, operator: Gt, values: ['1.5']} | 45 | 1.5 | manifest.malformed",
        "{key: a, operator: Gt, values: ['8Gi']} | 45 | 8Gi | manifest.malformed",
        "{key: a, operator: Lt, values: [9223372036854775808]} | 45 | a string | manifest.malformed",
        "{key: a, operator: Gt, values: [8]} | 45 | a string | manifest.malformed"
      })
  void soIsARequirement(String requirement, int column, String value, String id) {
    assertError(
        problem(required(requirement)),
        id,
        "f.yaml:12:" + column,
        "nodeSelectorTerms[0].matchExpressions[0]",
        value);
    assertError(
        problem(preferred(requirement)),
        id,
        "f.yaml:13:" + column,
        "[0].preference.matchExpressions[0]",
        value);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{key: metadata.uid, operator: In, values: [a]} | 19",
        "{key: metadata.name, operator: Exists} | 44",
        "{key: metadata.name, operator: In, values: [a, b]} | 13"
      })
  void soIsARequirementOnTheNodesName(String requirement, int column) {
    assertError(problem(name(requirement)), "manifest.malformed", "f.yaml:12:" + column);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{key: a.io/b, operator: In, values: [c, '', C_d.e-f]}",
        "{key: a, operator: Gt, values: ['-8']}",
        "{key: a, operator: Lt, values: ['+8']}",
        "{key: a, operator: Exists}",
        "{key: a, operator: DoesNotExist, values: []}"
      })
  void whatTheServerTakesIsRead(String requirement) {
    assertThat(WorkloadFile.parse("f.yaml", required(requirement)).on(EKS).problems()).isEmpty();
    assertThat(WorkloadFile.parse("f.yaml", preferred(requirement)).on(EKS).problems()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.5", "500m", "1.5", "15e-1"})
  void aFractionOfAnExtendedResourceIsAProblemAtItsAmount(String amount) {
    String text =
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: p}
        spec:
          containers:
          - name: main
            resources:
              limits: {nvidia.com/gpu: %s}
        """
            .formatted(amount);

    assertError(problem(text), "manifest.malformed", "f.yaml:8:32", "nvidia.com/gpu");
  }

  /** Karpenter sorts preferences by weight; of the same weight, the first counts first. */
  @ParameterizedTest
  @CsvSource({"1, 50, g6e.xlarge", "50, 1, g6.xlarge", "7, 7, g6.xlarge"})
  void theHeaviestPreferenceIsLaunched(int l4, int l40s, String type) {
    String text =
        pod(
            """
            affinity:
              nodeAffinity:
                preferredDuringSchedulingIgnoredDuringExecution:
                - weight: %s
                  preference: {matchExpressions: [{key: karpenter.k8s.aws/instance-gpu-name, operator: In, values: [l4]}]}
                - weight: %s
                  preference: {matchExpressions: [{key: karpenter.k8s.aws/instance-gpu-name, operator: In, values: [l40s]}]}
            """
                .formatted(l4, l40s));

    assertThat(WorkloadFile.parse("f.yaml", text).on(EKS).matches().get(0).match().orElseThrow())
        .asString()
        .startsWith(type);
  }
}
