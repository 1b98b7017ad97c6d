package io.gpuspec.manifest.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Quotas and limits of namespaces, as Kubernetes counts and sets them. */
class TenancyRulesTest {
  private static final Inspector INSPECTOR = Inspector.of(Gpus.load());

  private static List<String> found(String text) {
    return INSPECTOR.parse("a.yaml", text).findings().stream()
        .map(each -> each.rule().id())
        .toList();
  }

  private static String range(String items) {
    return """
        apiVersion: v1
        kind: LimitRange
        metadata: {name: gpu, namespace: ml}
        spec:
          limits:
        """
        + items.lines().map(line -> "  - {" + line + "}\n").reduce("", String::concat);
  }

  private static String quota(int gpus, String scopes) {
    return """
        apiVersion: v1
        kind: ResourceQuota
        metadata: {name: q, namespace: a}
        spec:
          hard: {requests.nvidia.com/gpu: "%s"}
          %s
        ---
        """
        .formatted(gpus, scopes);
  }

  private static String pod(String more) {
    return """
        apiVersion: v1
        kind: Pod
        metadata: {name: p, namespace: a}
        spec:
          %s
          containers:
          - {name: main, image: registry.example/m:v1, resources: {limits: {nvidia.com/gpu: 1}}}
        """
        .formatted(more);
  }

  @ParameterizedTest
  @CsvSource({
    "8, true",
    "8.0, true",
    "1e1, true",
    "2k, true",
    "3000m, true",
    "2500m, false",
    "8.5, false"
  })
  void aQuotaIsWholeInAnyNotation(String amount, boolean isWhole) {
    assertThat(
            found(quota(8, "").replace("\"8\"", "\"" + amount + "\"")).contains("quota-not-whole"))
        .isEqualTo(!isWhole);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "type: Container, max: {nvidia.com/gpu: 4}",
        "type: Container, default: {nvidia.com/gpu: 1}, max: {nvidia.com/gpu: 4}",
        "type: Container, default: {cpu: 1}, max: {nvidia.com/gpu: 4}",
        "type: Container, default: {nvidia.com/gpu: 1}, defaultRequest: {nvidia.com/gpu: 1}",
      })
  void aLimitRangeThatGivesGpusIsMendedWithADefaultOfNone(String item) {
    String text = range(item);
    assertThat(found(text)).isNotEmpty().containsOnly("limit-range-gives-gpus");

    String fixed = INSPECTOR.parse("a.yaml", text).fixed(true).get("a.yaml");
    assertThat(found(fixed)).as(fixed).isEmpty();
    assertThat(fixed).contains("default: {nvidia.com/gpu: 0").contains("gpu: 0");
    assertThat(fixed.contains("max")).isEqualTo(text.contains("max"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "type: Pod, max: {nvidia.com/gpu: 8}",
        "type: Pod, max: {nvidia.com/gpu: 8}\ntype: Container, default: {cpu: 1}",
        "type: Container, min: {nvidia.com/gpu: 1}",
        "type: Pod, min: {nvidia.com/gpu: 1}",
        "type: Container, defaultRequest: {nvidia.com/gpu: 1}",
        "type: Container, defaultRequest: {nvidia.com/gpu: 0}, max: {cpu: 8}",
      })
  void aLimitRangeThatRefusesPodsWithoutGpusIsFound(String items) {
    assertThat(found(range(items))).containsExactly("limit-range-forces-gpus");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "type: Pod, max: {nvidia.com/gpu: 8}\ntype: Container, default: {nvidia.com/gpu: 0}",
        "type: Container, default: {nvidia.com/gpu: 0}, max: {nvidia.com/gpu: 4}",
        "type: Container, max: {nvidia.com/gpu: 0}",
        "type: Container, max: {nvidia.com/gpu: 8}\ntype: Container, default: {nvidia.com/gpu: 0}",
        "type: Pod, max: {memory: 8Gi}",
        "type: Container, min: {nvidia.com/gpu: 0}",
      })
  void aLimitRangeWithADefaultOfNoneIsRight(String items) {
    assertThat(found(range(items))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "1"})
  void aRequestThatIsGivenWithoutALimitIsTakenAway(String amount) {
    String text =
        range("type: Container, defaultRequest: {cpu: 1, nvidia.com/gpu: " + amount + "}");
    String fixed = INSPECTOR.parse("a.yaml", text).fixed(true).get("a.yaml");
    assertThat(fixed).contains("defaultRequest: {cpu: 1}").doesNotContain("nvidia");
    assertThat(found(fixed)).isEmpty();
  }

  @Test
  void eachOfManyLimitRangesAndEntriesIsLookedAt() {
    String pods = range("type: Pod, max: {nvidia.com/gpu: 4}") + "---\n";
    assertThat(found(pods.repeat(1_000)))
        .filteredOn("limit-range-forces-gpus"::equals)
        .hasSize(1_000);

    String entries = "type: Container, max: {nvidia.com/gpu: 4}\n".repeat(1_000);
    assertThat(found(range(entries))).hasSize(1_000).containsOnly("limit-range-gives-gpus");
    String none = "type: Container, default: {nvidia.com/gpu: 0}";
    assertThat(found(range(entries + none))).isEmpty();
    assertThat(found(range(none + "\n" + entries))).hasSize(1_000);
  }

  @Test
  void aDefaultOfAnotherLimitRangeOfTheNamespaceCounts() {
    String pods = range("type: Pod, max: {nvidia.com/gpu: 8}");
    String containers =
        range("type: Container, default: {nvidia.com/gpu: 0}").replace("gpu,", "c,");
    assertThat(found(pods + "---\n" + containers)).isEmpty();
    assertThat(found(pods + "---\n" + containers.replace("ml", "other")))
        .containsExactly("limit-range-forces-gpus");
  }

  @ParameterizedTest
  @CsvSource({
    "nvidia.com/gpu, 8.0, true",
    "nvidia.com/gpu, 1e1, true",
    "nvidia.com/gpu, 2k, true",
    "nvidia.com/gpu, 2000m, true",
    "nvidia.com/gpu, 2500m, false",
    "nvidia.com/gpu, 1.5, false",
    "amd.com/gpu, 1.5, false",
    "ephemeral-storage, 1.5, true",
  })
  void aQuotaIsWholeIfItIsForTheApiServer(String resource, String amount, boolean isWhole) {
    String text = quota(1, "").replace("nvidia.com/gpu: \"1\"", resource + ": \"" + amount + "\"");
    assertThat(found(text)).isEqualTo(isWhole ? List.of() : List.of("quota-not-whole"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | '' | true",
        "scopeSelector: {matchExpressions: [{scopeName: PriorityClass, operator: In, values: [low]}]}"
            + " | priorityClassName: high | false",
        "scopeSelector: {matchExpressions: [{scopeName: PriorityClass, operator: In, values: [low]}]}"
            + " | priorityClassName: low | true",
        "scopeSelector: {matchExpressions: [{scopeName: PriorityClass, operator: In, values: [low]}]}"
            + " | '' | false",
        "scopeSelector: {matchExpressions: [{scopeName: PriorityClass, operator: NotIn, values: [low]}]}"
            + " | priorityClassName: high | true",
        "scopeSelector: {matchExpressions: [{scopeName: PriorityClass, operator: Exists}]}"
            + " | priorityClassName: high | true",
        "scopes: [BestEffort] | '' | false",
        "scopes: [NotTerminating] | '' | false",
        "scopes: [PriorityClass] | priorityClassName: high | true",
      })
  void aQuotaCountsThePodsOfItsScopesAlone(String scopes, String more, boolean isBelow) {
    assertThat(found(quota(0, scopes) + pod(more)).contains("quota-below-pods")).isEqualTo(isBelow);
  }

  @ParameterizedTest
  @CsvSource({"1, true", "2, false"})
  void aSidecarRunsBesideTheOthers(int gpus, boolean isBelow) {
    String sidecar =
        "initContainers: [{name: s, image: registry.example/s:v1, restartPolicy: Always,"
            + " resources: {limits: {nvidia.com/gpu: 1}}}]";
    assertThat(found(quota(gpus, "") + pod(sidecar)).contains("quota-below-pods"))
        .isEqualTo(isBelow);
    assertThat(found(quota(1, "") + pod(sidecar.replace("restartPolicy: Always,", ""))))
        .doesNotContain("quota-below-pods");
  }

  private static String asking(String resources) {
    return """
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: p, namespace: ml}
        spec:
          containers:
          - {name: main, image: registry.example/m:v1, resources: {%s}}
        """
        .formatted(resources);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "type: Container, max: {nvidia.com/gpu: 1}, default: {nvidia.com/gpu: 0} | limits: {nvidia.com/gpu: 2} | true",
        "type: Container, max: {nvidia.com/gpu: 2}, default: {nvidia.com/gpu: 0} | limits: {nvidia.com/gpu: 2} | false",
        "type: Pod, max: {nvidia.com/gpu: 1} | limits: {nvidia.com/gpu: 2} | true",
        "type: Pod, max: {cpu: 4} | limits: {cpu: 4500m, nvidia.com/gpu: 1} | true",
        "type: Pod, max: {cpu: 4} | limits: {cpu: 4000m, nvidia.com/gpu: 1} | false",
        "type: Container, max: {memory: 8Gi} | limits: {memory: 8589934593, nvidia.com/gpu: 1} | true",
        "type: Container, max: {memory: 8Gi} | limits: {memory: 8192Mi, nvidia.com/gpu: 1} | false",
        "type: Container, min: {cpu: 2} | 'requests: {cpu: 1}, limits: {cpu: 4, nvidia.com/gpu: 1}' | true",
        "type: Container, min: {cpu: 2} | limits: {cpu: 1, nvidia.com/gpu: 1} | true",
        "type: Container, min: {cpu: 2} | limits: {nvidia.com/gpu: 1} | false",
        // What is filled in as a limit.
        "type: Container, default: {cpu: 4} | 'requests: {cpu: 8}, limits: {nvidia.com/gpu: 1}' | true",
        "type: Container, default: {cpu: 4} | 'requests: {cpu: 8}, limits: {cpu: 8, nvidia.com/gpu: 1}' | false",
        "type: Container, default: {cpu: 8} | 'requests: {cpu: 8}, limits: {nvidia.com/gpu: 1}' | false",
      })
  void aLimitRangeRefusesWhatTheApiServerRefuses(String item, String resources, boolean isRefused) {
    assertThat(found(range(item) + asking(resources)).contains("limit-range-refuses-pods"))
        .isEqualTo(isRefused);
    assertThat(found(range(item).replace("namespace: ml", "namespace: b") + asking(resources)))
        .doesNotContain("limit-range-refuses-pods");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "requests.cpu | limits: {nvidia.com/gpu: 1} | true",
        "cpu | limits: {nvidia.com/gpu: 1} | true",
        "requests.cpu | limits: {cpu: 1, nvidia.com/gpu: 1} | false",
        "limits.memory | 'requests: {memory: 1Gi}, limits: {nvidia.com/gpu: 1}' | true",
        "limits.memory | limits: {memory: 1Gi, nvidia.com/gpu: 1} | false",
        // Only CPU and memory are asked of each container.
        "requests.ephemeral-storage | limits: {nvidia.com/gpu: 1} | false",
        "count/pods | limits: {nvidia.com/gpu: 1} | false",
      })
  void aQuotaOfCpuOrMemoryAsksEachContainerForIt(String key, String resources, boolean isAsked) {
    String quota =
        quota(8, "")
            .replace("namespace: a", "namespace: ml")
            .replace("hard: {", "hard: {" + key + ": 64, ");
    String text = quota.replace("---\n", "") + asking(resources);
    assertThat(found(text).contains("quota-asks-for-amounts")).isEqualTo(isAsked);
    String range =
        "---\n"
            + range("type: Container, default: {cpu: 1, memory: 1Gi}, defaultRequest: {cpu: 1}");
    assertThat(found(text + range)).doesNotContain("quota-asks-for-amounts");
    assertThat(
            found(
                text.replace("  scopes", "scopes")
                    .replace(
                        "spec:\n  containers",
                        "spec:\n  resources: {limits: {cpu: 2, memory: 2Gi}}\n  containers")))
        .doesNotContain("quota-asks-for-amounts");
  }

  @ParameterizedTest
  @CsvSource({
    "requests.memory: 10Gi, true",
    "memory: 10Gi, true",
    "memory: 12Gi, false",
    "requests.cpu: 3500m, true",
    "cpu: '4', false",
    "limits.memory: 20Gi, false",
    "pods: '0', false",
    "nvidia.com/gpu: '0', false"
  })
  void aQuotaOfCpuAndMemoryIsComparedToo(String hard, boolean isBelow) {
    String pod =
        pod("").replace("{nvidia.com/gpu: 1}", "{nvidia.com/gpu: 1, cpu: 4, memory: 12Gi}");
    String quota = quota(1, "").replace("requests.nvidia.com/gpu: \"1\"", hard);
    assertThat(found(quota + pod).contains("quota-below-pods")).isEqualTo(isBelow);
  }

  /** Of a whole pod, the sum of its containers counts, and against a minimum only GPUs do. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "type: Pod, min: {nvidia.com/gpu: 4} | limits: {nvidia.com/gpu: 2} | nvidia.com/gpu 2, min: 4",
        "type: Pod, min: {nvidia.com/gpu: 2} | limits: {nvidia.com/gpu: 2} | ''",
        "type: Pod, min: {amd.com/gpu: 2} | limits: {nvidia.com/gpu: 1} | ''",
        "type: Pod, min: {cpu: 8} | limits: {cpu: 4, nvidia.com/gpu: 1} | ''",
        "type: Pod, max: {cpu: 4} | 'requests: {cpu: 6}, limits: {nvidia.com/gpu: 1}' | cpu 6, max: 4",
        "type: Container, max: {cpu: 4} | 'requests: {cpu: 6}, limits: {nvidia.com/gpu: 1}' | cpu 6, max: 4",
        "type: Container, max: {cpu: 8} | 'requests: {cpu: 6}, limits: {nvidia.com/gpu: 1}' | ''",
      })
  void whatALimitRangeRefusesIsSaidWithItsLimit(String item, String resources, String said) {
    List<String> told =
        INSPECTOR.parse("a.yaml", range(item) + asking(resources)).findings().stream()
            .filter(each -> each.rule().id().equals("limit-range-refuses-pods"))
            .map(ManifestFinding::message)
            .toList();
    if (said.isEmpty()) {
      assertThat(told).isEmpty();
    } else {
      assertThat(told).hasSize(1);
      for (String word : said.split(",? ")) {
        assertThat(told.get(0)).contains(word);
      }
    }
  }
}
