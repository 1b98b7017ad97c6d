package io.gpuspec.manifest.intent;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.ManifestSet;
import io.gpuspec.manifest.Manifests;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.gang.KueueQueue;
import io.gpuspec.manifest.gang.VolcanoQueue;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The queues of a cluster in files. */
class QueueFileTest {
  private static final Gpus GPUS = Gpus.load();

  private static final String QUEUES =
      """
      apiVersion: gpuspec.io/v1
      kind: VolcanoQueue
      metadata: {name: team-a}
      spec:
        weight: 4
        reclaimable: false
        capability: {nvidia.com/gpu: 32}
        deserved: {nvidia.com/gpu: 16}
      ---
      apiVersion: gpuspec.io/v1
      kind: KueueQueue
      metadata: {name: gpu}
      spec:
        cohort: all
        borrows: 8
        lends: 4
        reclaims: true
        quotas:
        - {target: {provider: eks}, row: p4d.24xlarge, cards: 32}
        - {target: {provider: eks}, row: g5.xlarge, cards: 16}
        localQueues:
        - {namespace: research, name: team-a}
      """;

  private static IntentFile spec(String kind, String spec) {
    return IntentFile.parse(
        "q.yaml",
        "{apiVersion: gpuspec.io/v1, kind: %s, metadata: {name: q}, spec: %s}"
            .formatted(kind, spec));
  }

  @Test
  void aFileSaysWhatTheStepsSay() {
    IntentFile file = IntentFile.parse("q.yaml", QUEUES);

    assertThat(file.problems()).isEmpty();
    assertThat(file).hasToString("q.yaml: 2 intents\nVolcanoQueue team-a\nKueueQueue gpu");
    assertThat(file.platform().get(0).objects(GPUS).yamlWithComments())
        .isEqualTo(
            VolcanoQueue.of("team-a")
                .weight(4)
                .notReclaimable()
                .capability("nvidia.com/gpu", 32)
                .deserved("nvidia.com/gpu", 16)
                .objects()
                .yamlWithComments());
    assertThat(file.platform().get(1).objects(GPUS).yamlWithComments())
        .isEqualTo(
            KueueQueue.of("gpu")
                .cohort("all")
                .borrows(8)
                .lends(4)
                .reclaims()
                .quota(GPUS.in("eks"), "p4d.24xlarge", 32)
                .quota(GPUS.in("eks"), "g5.xlarge", 16)
                .localQueue("research", "team-a")
                .objects()
                .yamlWithComments());
  }

  @Test
  void bothConformToTheSchema() {
    for (String document : List.of(QUEUES.split("---\n"))) {
      assertThat(WorkloadSchemaTest.takes(WorkloadSchemaTest.tree(document))).isTrue();
    }
  }

  @Test
  void queuesAreAppliedBeforeWhatWaitsInThem() {
    Manifests pod = GpuWorkload.pod("p", "r/i:v1").gpu("T4").on(GPUS.in("eks"));
    PlatformObjects queue = IntentFile.parse("q.yaml", QUEUES).platform().get(0).objects(GPUS);
    ManifestSet set = ManifestSet.of(List.of(pod)).after(List.of(queue));

    assertThat(set.yaml()).hasToString(queue.yaml() + "---\n" + pod.yaml());
    assertThat(set.json().indexOf("\"Queue\"")).isLessThan(set.json().indexOf("\"Pod\""));
    assertThat(set).hasToString("Queue team-a\n" + pod);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "VolcanoQueue|{weight: 0} | 0",
        "VolcanoQueue|{capability: {gpu: 1}} | gpu",
        "VolcanoQueue|{capability: {nvidia.com/gpu: 1}, deserved: {nvidia.com/gpu: 2}} | 2",
        "VolcanoQueue|{weigt: 1} | weigt",
        "KueueQueue|{} | quotas",
        "KueueQueue|{quotas: []} | spec.quotas",
        "KueueQueue|{quotas: [{row: a, cards: 1}]} | target",
        "KueueQueue|{quotas: [{target: {provider: eks}, row: a, cards: 1}], cohort: A} | A",
        "KueueQueue|{quotas: [{target: {provider: eks}, row: a, cards: 1}], localQueues: [{namespace: a.b, name: c}]} | a.b",
      })
  void whatIsWrongIsToldAtItsLine(String kind, String spec, String value) {
    IntentFile file = spec(kind, spec);

    assertThat(file.platform()).isEmpty();
    assertThat(file.problems()).hasSize(1);
    assertError(file.problems().get(0), "manifest.malformed", "q.yaml:1:", value);
  }

  @Test
  void aRowThatIsNotThereIsToldAtItsLine() {
    Intent queue =
        IntentFile.parse("q.yaml", QUEUES.replace("g5.xlarge", "g5.xlarg")).platform().get(1);

    assertError(() -> queue.objects(GPUS), "gpu.unknown", "q.yaml:20:5");
  }

  @Test
  void aQueueThatBorrowsOfNobodyIsToldAtItsLine() {
    Intent queue =
        IntentFile.parse("q.yaml", QUEUES.replace("  cohort: all\n", "")).platform().get(1);

    assertError(() -> queue.objects(GPUS), "gang.conflict", "q.yaml:14:3");
  }
}
