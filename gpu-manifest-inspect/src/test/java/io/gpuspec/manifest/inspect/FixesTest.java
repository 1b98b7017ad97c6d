package io.gpuspec.manifest.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.rule.Rule;
import io.gpuspec.rule.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What fixes make of a file: nothing is worse after them than before. */
class FixesTest {
  private static final Inspector INSPECTOR = Inspector.of(Gpus.load());

  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: p}
      spec:
        containers:
        - name: main
          image: registry.example/train:v1
          resources:%s
      """;

  private static String pod(String resources) {
    return POD.formatted(resources);
  }

  private static List<String> found(String manifest) {
    return INSPECTOR.parse("a.yaml", manifest).findings().stream()
        .map(each -> each.severity() + " " + each.rule().id())
        .toList();
  }

  private static String fixed(String manifest, boolean all) {
    return INSPECTOR.parse("a.yaml", manifest).fixed(all).getOrDefault("a.yaml", manifest);
  }

  /** How often each rule is broken by warnings and errors. */
  private static Map<String, Long> counted(Findings findings) {
    Map<String, Long> counted = new TreeMap<>();
    findings.findings().stream()
        .filter(each -> each.severity().isAtLeast(Severity.WARNING))
        .forEach(each -> counted.merge(each.rule().id(), 1L, Long::sum));
    return counted;
  }

  static List<Path> manifests() throws IOException {
    return TestFiles.in("corpus", "field", "published", "documents", "approved", "gang/approved");
  }

  static Stream<String> examples() {
    return INSPECTOR.rules().stream().map(Rule::bad);
  }

  private static void isNoWorse(String text, boolean all) {
    Findings before = INSPECTOR.parse("a.yaml", text);
    String fixed = before.fixed(all).getOrDefault("a.yaml", text);
    Map<String, Long> was = counted(before);

    counted(INSPECTOR.parse("a.yaml", fixed))
        .forEach(
            (rule, count) ->
                assertThat(count)
                    .as("%s after fixes of%n%s", rule, text)
                    .isLessThanOrEqualTo(was.getOrDefault(rule, 0L)));
  }

  @ParameterizedTest
  @MethodSource("manifests")
  void afterSafeFixesNothingIsWorse(Path manifest) throws IOException {
    isNoWorse(Files.readString(manifest), false);
  }

  @ParameterizedTest
  @MethodSource("examples")
  void afterSafeFixesOfABadExampleNothingIsWorse(String bad) {
    isNoWorse(bad, false);
    isNoWorse(bad, true);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\n      requests:\n        cpu: 1\n        nvidia.com/gpu: 0\n"
            + "      limits:\n        nvidia.com/gpu: 0",
        "\n      limits:\n        nvidia.com/gpu: 0\n      requests:\n        nvidia.com/gpu: 0",
        " {limits: {nvidia.com/gpu: 0}, requests: {nvidia.com/gpu: 0}}",
        " {requests: {nvidia.com/gpu: 0}, limits: {nvidia.com/gpu: 0}}",
        " {requests: {cpu: 1, nvidia.com/gpu: '0'}, limits: {nvidia.com/gpu: 0, memory: 1Gi}}",
        " {requests: {nvidia.com/gpu: 0, amd.com/gpu: 0}, limits: {nvidia.com/gpu: 0, amd.com/gpu: 0}}",
        " {limits: {nvidia.com/gpu: 0, amd.com/gpu: 0, memory: 1Gi}}",
        " {limits: {memory: 1Gi, nvidia.com/gpu: 0, amd.com/gpu: 0m}}",
      })
  void noGpuIsWrittenAsNone(String resources) {
    String text = pod(resources);
    assertThat(found(text))
        .contains("info gpu-count-zero")
        .noneMatch(each -> each.startsWith("error"));

    assertThat(fixed(text, false)).contains(".com/gpu");
    String fixed = fixed(text, true);
    assertThat(fixed).doesNotContain(".com/gpu");
    assertThat(found(fixed)).isEmpty();
    assertThat(fixed.contains("cpu: 1")).isEqualTo(text.contains("cpu: 1"));
    assertThat(fixed.contains("memory: 1Gi")).isEqualTo(text.contains("memory: 1Gi"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "default | max: {nvidia.com/gpu: 4} | true",
        "default | default: {nvidia.com/gpu: 1} | true",
        "default | max: {amd.com/gpu: 4} | false",
        "other | max: {nvidia.com/gpu: 4} | false",
      })
  void aZeroIsKeptWhereALimitRangeGivesGpus(String namespace, String item, boolean isKept) {
    String range =
        """
        ---
        apiVersion: v1
        kind: LimitRange
        metadata: {name: gpu, namespace: %s}
        spec: {limits: [{type: Container, %s}]}
        """
            .formatted(namespace, item);
    String text = pod(" {limits: {nvidia.com/gpu: 0}}");
    assertThat(found(text + range).contains("info gpu-count-zero")).isEqualTo(!isKept);
    assertThat(fixed(text + range, true).contains("limits: {nvidia.com/gpu: 0}")).isEqualTo(isKept);
  }

  @Test
  void aZeroWhoseRequestIsNoneIsLeftToTheRuleForBoth() {
    String text = pod(" {requests: {nvidia.com/gpu: 1}, limits: {nvidia.com/gpu: 0}}");
    assertThat(found(text))
        .contains("error request-unlike-limit")
        .doesNotContain("info gpu-count-zero");
    assertThat(fixed(text, false)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"1000m, true", "1e0, true", "2000m, true", "0.001k, true", "500m, false"})
  void whatIsWholeIsWhatKubernetesCountsAsWhole(String amount, boolean isWhole) {
    List<String> found = found(pod(" {limits: {nvidia.com/gpu: \"" + amount + "\"}}"));
    assertThat(found.contains("error request-not-whole")).isEqualTo(!isWhole);
  }

  @ParameterizedTest
  @CsvSource({
    "2147483648000m, false", // 2Gi, as VerticalPodAutoscaler writes it
    "1048576000m, false", // 1Mi
    "1048575000m, true",
    "512m, true"
  })
  void thousandthsOfABytesAreAMistakeWhereTheyAreFew(String amount, boolean isMistake) {
    List<String> found = found(pod(" {limits: {memory: " + amount + ", nvidia.com/gpu: 1}}"));
    assertThat(found.contains("error memory-in-thousandths")).isEqualTo(isMistake);
  }

  @Test
  void aRenamedKeyThatIsThereWithTheSameValueGoesAway() {
    String text = pod("\n      limits:\n        nvidia.com/gpus: 1\n        nvidia.com/gpu: 1");
    assertThat(fixed(text, true)).isEqualTo(pod("\n      limits:\n        nvidia.com/gpu: 1"));
  }

  @Test
  void aKeyIsNotRenamedToOneThatHasAnotherValue() {
    String text = pod("\n      limits:\n        nvidia.com/gpus: 2\n        nvidia.com/gpu: 1");
    assertThat(INSPECTOR.parse("a.yaml", text).findings())
        .filteredOn(each -> each.rule().id().equals("resource-misspelt"))
        .hasSize(1)
        .noneMatch(ManifestFinding::isFixable);
    assertThat(fixed(text, true)).isEqualTo(text);
  }

  @Test
  void aQuotaIsNotRaisedOrLoweredByRenamingAnotherOne() {
    String quota =
        """
        apiVersion: v1
        kind: ResourceQuota
        metadata: {name: q, namespace: ml}
        spec:
          hard:
            limits.nvidia.com/gpu: 8
            requests.nvidia.com/gpu: 4
            nvidia.com/gpu: 2
        """;
    assertThat(fixed(quota, true)).isEqualTo(quota);
  }

  @ParameterizedTest
  @CsvSource({"g5.xlarge, 1", "g5.2xlarge, 2"})
  void anOldNodeLabelBesideTheNewOneIsNotWrittenTwice(String type, int left) {
    String selector = "  nodeSelector: {beta.kubernetes.io/instance-type: %s, %s}\n  containers:";
    String text =
        pod(" {limits: {nvidia.com/gpu: 1}}")
            .replace(
                "  containers:",
                selector.formatted(type, "node.kubernetes.io/instance-type: g5.xlarge"));
    String fixed = fixed(text, true);
    assertThat(fixed.split("instance-type", -1)).hasSize(left + 1);
    assertThat(found(fixed)).doesNotContain("error yaml-duplicate-key");
  }

  @Test
  void aKeyWithoutAValueIsNotWrittenTwice() {
    String job =
        """
        apiVersion: batch/v1
        kind: Job
        metadata: {name: j}
        spec:
          template:
            spec:
              restartPolicy:
              containers: [{name: m, image: registry.example/m:v1}]
        """;
    assertThat(found(job)).containsExactly("error job-restarts-always");
    assertThat(fixed(job, true)).isEqualTo(job);
  }

  @Test
  void twoKeysAreNotRenamedToTheSameName() {
    String quota =
        """
        apiVersion: v1
        kind: ResourceQuota
        metadata: {name: q, namespace: ml}
        spec:
          hard:
            limits.nvidia.com/gpu: 8
            nvidia.com/gpu: 2
        """;
    String fixed = fixed(quota, true);
    assertThat(fixed.split("requests\\.nvidia", -1)).hasSize(2);
    assertThat(found(fixed)).doesNotContain("error yaml-duplicate-key");
  }
}
