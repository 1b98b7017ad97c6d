package io.gpuspec.manifest.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.intent.IntentFile;
import io.gpuspec.manifest.migrate.Migration;
import io.gpuspec.manifest.read.FileMatches;
import io.gpuspec.manifest.read.WorkloadFile;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A number of a manifest is what the API server makes of it, whoever reads the manifest. */
class AmountsTest {
  private static final Gpus GPUS = Gpus.load();
  private static final Target EKS = GPUS.in("eks/nodegroup");

  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: a}
      spec:
        tolerations: [{key: nvidia.com/gpu, operator: Exists}]
        containers:
        - name: m
          image: r/i:1
          resources: {limits: {nvidia.com/gpu: %s, cpu: %s, memory: 16Gi}}
      """;

  private static final String INTENT =
      """
      apiVersion: gpuspec.io/v1
      kind: GpuWorkload
      metadata: {name: a}
      spec: {kind: Pod, gpu: {names: [T4]}, container: {image: i, requests: {cpu: %s, memory: 16Gi}}}
      """;

  private static String pod(String gpus, String cpu) {
    return POD.formatted(gpus, cpu);
  }

  private static String asked(String yaml) {
    FileMatches matches = WorkloadFile.parse("f.yaml", yaml).on(EKS);
    assertThat(matches.problems()).isEmpty();
    return matches.matches().get(0).match().orElseThrow().request().toString();
  }

  private static List<String> found(String yaml) {
    return Inspector.of(GPUS).on(EKS).parse("f.yaml", yaml).findings().stream()
        .map(finding -> finding.rule().id() + " " + finding.message())
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"nvidia.com/mig-1g.5gb+me", "foo bar/x", "rdma"})
  void aResourceThatTheApiServerRefusesIsAProblemForAllThatReadIt(String resource) {
    String yaml =
        pod("1", "1").replace("nvidia.com/gpu: 1", "nvidia.com/gpu: 1, " + resource + ": 1");

    assertThat(WorkloadFile.parse("f.yaml", yaml).on(EKS).problems())
        .singleElement()
        .satisfies(
            problem ->
                assertThat(problem)
                    .hasMessageStartingWith("f.yaml:9:")
                    .hasMessageContaining(
                        "'%s' is not a resource that a container can request".formatted(resource)));
    assertThat(found(yaml)).anyMatch(text -> text.contains(resource));
  }

  private static String migrated(String yaml) {
    return Migration.from(EKS).to(GPUS.in("tke/gpu")).parse("f.yaml", yaml).yaml().toString();
  }

  private static String built(String cpu) {
    return IntentFile.parse("f.yaml", INTENT.formatted(cpu))
        .intents()
        .get(0)
        .on(EKS)
        .yaml()
        .toString();
  }

  @ParameterizedTest
  @CsvSource({
    "010, 8",
    "0x10, 16",
    "0o10, 8",
    "0b100, 4",
    "1_0, 10",
    "+4, 4",
    "08, 8",
    "1_0.5, 10.5",
    "1e1, 10",
    "4., 4",
    ".5, 0.5"
  })
  void anAmountIsTheNumberThatKubernetesReads(String written, String meant) {
    assertThat(asked(pod("1", written))).isEqualTo(asked(pod("1", meant)));
    assertThat(found(pod("1", written))).isEqualTo(found(pod("1", meant)));
    assertThat(asked(migrated(pod("1", written)))).isEqualTo(asked(migrated(pod("1", meant))));
    assertThat(built(written)).isEqualTo(built(meant));
  }

  @ParameterizedTest
  @CsvSource({"010, 8", "0x2, 2", "0o4, 4", "0b10, 2", "+1, 1"})
  void aNumberOfCardsIsToo(String written, String meant) {
    assertThat(asked(pod(written, "4"))).isEqualTo(asked(pod(meant, "4")));
    assertThat(found(pod(written, "4"))).isEqualTo(found(pod(meant, "4")));
  }

  /**
   * The API server reads the text of a quantity as decimal: resource.ParseQuantity("010") is 10.
   */
  @Test
  void quotesMakeItTheTextOfAQuantity() {
    assertThat(asked(pod("1", "'010'"))).isEqualTo(asked(pod("1", "10")));
    assertThat(built("'010'")).isEqualTo(built("10"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"'0x10'", "'1_000'", "0x1ffffffffffffffff", "12:30"})
  void whatIsNoQuantityThereIsNoneHere(String written) {
    FileMatches matches = WorkloadFile.parse("f.yaml", pod("1", written)).on(EKS);

    assertThat(matches.problems()).singleElement().asString().contains("is not a quantity");
  }
}
