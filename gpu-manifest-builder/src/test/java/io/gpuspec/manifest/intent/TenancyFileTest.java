package io.gpuspec.manifest.intent;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.platform.GpuPriorityClass;
import io.gpuspec.manifest.platform.GpuTeam;
import io.gpuspec.manifest.platform.Tenancy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The teams of a pool in an intent file. */
class TenancyFileTest {
  private static final Gpus GPUS = Gpus.load();

  private static final String TEAMS =
      """
      apiVersion: gpuspec.io/v1
      kind: GpuTenancy
      metadata:
        name: shared
      spec:
        resource: nvidia.com/gpu
        pool: 96
        teams:
        - name: ml
          cards: 32
          namespace: team-ml
          pods: 100
          perPod: 8
          requests: {cpu: 256, memory: 2Ti}
          unstated: {cpu: 500m, memory: 1Gi}
          borrows: 16
          lends: 8
        - {name: nlp, cards: 24}
        reserves:
        - {name: buffer, cards: 8}
        priorities:
        - {name: gpu-batch, value: 100, waits: true, description: Whenever there is room}
        - {name: gpu-normal, value: 1000, globalDefault: true}
        exclude: [default]
      """;

  private static final Tenancy SAME =
      Tenancy.of("nvidia.com/gpu", 96)
          .team(
              GpuTeam.of("ml", 32)
                  .namespace("team-ml")
                  .pods(100)
                  .perPod(8)
                  .requests("256", "2Ti")
                  .unstated("500m", "1Gi")
                  .borrows(16)
                  .lends(8))
          .team("nlp", 24)
          .reserve("buffer", 8)
          .priority(
              GpuPriorityClass.of("gpu-batch", 100).waits().description("Whenever there is room"))
          .priority(GpuPriorityClass.of("gpu-normal", 1000).globalDefault())
          .exclude("default");

  private static IntentFile spec(String spec) {
    return IntentFile.parse(
        "t.yaml",
        "{apiVersion: gpuspec.io/v1, kind: GpuTenancy, metadata: {name: t}, spec: " + spec + "}");
  }

  private static PlatformObjects only(String text) {
    IntentFile file = IntentFile.parse("t.yaml", text);
    assertThat(file.problems()).isEmpty();
    return file.platform().get(0).objects(GPUS);
  }

  @Test
  void aFileSaysWhatTheStepsSay() {
    assertThat(only(TEAMS).yamlWithComments()).isEqualTo(SAME.objects().yamlWithComments());
  }

  @Test
  void queuesAreInPlaceOfQuotasWhereTheyAreAskedFor() {
    assertThat(only(TEAMS + "  volcano: true\n").yamlWithComments())
        .isEqualTo(SAME.volcano().yamlWithComments());
    assertThat(only(TEAMS + "  volcano: false\n").yaml()).isEqualTo(SAME.objects().yaml());
    assertThat(
            only(TEAMS + "  kueue: {target: {provider: ack}, row: ecs.gn7-c13g1.26xlarge}\n")
                .yamlWithComments())
        .isEqualTo(
            SAME.kueue("shared", GPUS.in("ack"), "ecs.gn7-c13g1.26xlarge").yamlWithComments());
  }

  @Test
  void itConformsToTheSchema() {
    assertThat(WorkloadSchemaTest.takes(WorkloadSchemaTest.tree(TEAMS))).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{resource: nvidia.com/gpu, pool: 8} | teams",
        "{resource: nvidia.com/gpu, pool: 0, teams: [{name: a, cards: 1}]} | 0",
        "{resource: gpu, pool: 8, teams: [{name: a, cards: 1}]} | gpu",
        "{resource: limits.nvidia.com/gpu, pool: 8, teams: [{name: a, cards: 1}]} | limits.nvidia.com/gpu",
        "{resource: nvidia.com/gpu, pool: 8, teams: [{name: a, cards: 1}, {name: a, cards: 2}]} | a",
        "{resource: nvidia.com/gpu, pool: 8, teams: [{name: A, cards: 1}]} | A",
        "{resource: nvidia.com/gpu, pool: 8, teams: [{name: a, cards: 1, perPods: 8}]} | perPods",
        "{resource: nvidia.com/gpu, pool: 8, teams: [{name: a, cards: 1, requests: {cpu: x, memory: 1Gi}}]} | x",
        "{resource: nvidia.com/gpu, pool: 8, teams: [{name: a, cards: 1}], priorities: [{name: system-a, value: 1}]} | system-a",
        "{resource: nvidia.com/gpu, pool: 8, teams: [{name: a, cards: 8}], exclude: [default, a]} | a",
        "{resource: nvidia.com/gpu, pool: 8, teams: [{name: a, cards: 8, perPod: 20}]} | 20",
        "{resource: nvidia.com/gpu, pool: 96, teams: [{name: a, cards: 1}, {name: ml, cards: 32, lends: 64}]} | 64",
        "{resource: nvidia.com/gpu, pool: 8, teams: [{name: a, cards: 1}], exclude: [A]} | A",
        "{resource: nvidia.com/gpu, pool: 8, teams: [{name: a, cards: 1}], volcano: true, kueue: {target: {provider: ack}, row: x}} | volcano",
      })
  void whatIsWrongIsToldAtItsLine(String spec, String value) {
    IntentFile file = spec(spec);

    assertThat(file.platform()).isEmpty();
    assertThat(file.problems()).hasSize(1);
    assertError(file.problems().get(0), "manifest.malformed", "t.yaml:1:", value);
  }

  @Test
  void whatDisagreesInTeamsIsToldTogetherEachAtItsTeam() {
    IntentFile file =
        spec(
            "{resource: nvidia.com/gpu, pool: 96, teams: [{name: a, cards: 8, perPod: 20, lends:"
                + " 9}, {name: b, cards: 4, lends: 5}, {name: c, cards: 4}], exclude: [c]}");

    assertThat(file.problems())
        .extracting(problem -> problem.getMessage().replaceFirst("^t.yaml:1:\\d+: ", ""))
        .containsExactly(
            "spec.teams[0]: perPod: '20' is more than team a can have, 8 of its own and 0 that it"
                + " borrows; give at most that",
            "spec.teams[0]: lends: '9' is more than the 8 of team a; give at most that; see"
                + " docs/tenancy.md",
            "spec.teams[1]: lends: '5' is more than the 4 of team b; give at most that; see"
                + " docs/tenancy.md",
            "spec.exclude[0]: exclude: 'c' is the namespace of team c, which has 4; remove it; see"
                + " docs/tenancy.md");
  }

  @Test
  void whatOnlyATargetKnowsIsToldAtItsLine() {
    Intent noRow =
        IntentFile.parse("t.yaml", TEAMS + "  kueue: {target: {provider: ack}, row: gn7}\n")
            .platform()
            .get(0);

    assertError(() -> noRow.objects(GPUS), "match.none", "t.yaml:25:10");
  }
}
