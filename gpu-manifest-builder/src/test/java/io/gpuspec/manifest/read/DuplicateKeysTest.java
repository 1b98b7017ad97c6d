package io.gpuspec.manifest.read;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.intent.DevicePluginFile;
import io.gpuspec.manifest.intent.IntentFile;
import io.gpuspec.manifest.migrate.Migration;
import io.gpuspec.manifest.migrate.MigrationResult;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A key that a mapping has twice: the API server takes the last one, and so do we. */
class DuplicateKeysTest {
  private static final Target TKE = Gpus.load().in("tke");
  private static final Target ACK = Gpus.load().in("ack");

  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata:
        name: p
        annotations:
          eks.tke.cloud.tencent.com/gpu-type: V100
          eks.tke.cloud.tencent.com/gpu-type: T4
      spec:
        containers:
        - name: main
          image: r/i:v1
          resources:
            limits:
              cpu: 64
              nvidia.com/gpu: 2
              cpu: 32
              nvidia.com/gpu: 1
              cpu: 3
      """;

  private static final String JSON =
      """
      {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p", "annotations": {
        "eks.tke.cloud.tencent.com/gpu-type": "V100",
        "eks.tke.cloud.tencent.com/gpu-type": "T4"}},
       "spec": {"containers": [{"name": "main", "image": "r/i:v1", "resources": {"limits": {
         "cpu": "64", "cpu": "3", "nvidia.com/gpu": "1"}}}]}}
      """;

  @ParameterizedTest
  @ValueSource(strings = {POD, JSON})
  void theLastOneCounts(String text) {
    FileMatches matches = WorkloadFile.parse("f.yaml", text).on(TKE);

    assertThat(matches.problems()).isEmpty();
    PodView pod = matches.matches().get(0).workload().pod();
    assertThat(pod.annotation("eks.tke.cloud.tencent.com/gpu-type")).hasValue("T4");
    assertThat(pod.containers().get(0).limits())
        .isEqualTo(Map.of("cpu", "3", "nvidia.com/gpu", "1"));
    assertThat(matches.isFound()).isTrue();
  }

  @Test
  void aNoteNamesEachThatIsIgnoredAndTheLineOfTheOneThatCounts() {
    WorkloadFile file = WorkloadFile.parse("f.yaml", POD);

    assertThat(file.notes()).extracting(Note::id).containsOnly("yaml.duplicate-key");
    assertThat(file.notes())
        .extracting(note -> note.message().replaceFirst(" counts, as .*", ""))
        .containsExactly(
            "f.yaml:6:5: the key 'eks.tke.cloud.tencent.com/gpu-type' is ignored, for it is a duplicate and the one on line 7",
            "f.yaml:14:9: the key 'cpu' is ignored, for it is a duplicate and the one on line 18",
            "f.yaml:15:9: the key 'nvidia.com/gpu' is ignored, for it is a duplicate and the one on line 17",
            "f.yaml:16:9: the key 'cpu' is ignored, for it is a duplicate and the one on line 18");
    assertThat(file.on(TKE).notes()).containsAll(file.notes());
  }

  @Test
  void aFileWithMillionsOfThemIsToldOfAHundred() {
    WorkloadFile file =
        WorkloadFile.parse("f.yaml", "apiVersion: v1\nkind: Service\n" + "a: b\n".repeat(100_000));

    assertThat(file.notes()).hasSize(101);
    assertThat(file.passedOver()).isEqualTo(1);
  }

  @Test
  void aDuplicateIsNoObjectThatWasPassedOver() {
    FileMatches matches =
        WorkloadFile.parse("f.yaml", "apiVersion: v1\nkind: Job\nkind: Service\n").on(TKE);

    assertThat(matches.notes())
        .extracting(Note::id)
        .containsExactly("yaml.duplicate-key", "object.passed-over", "file.no-gpu");
    assertThat(matches.notes().get(2).message()).contains("the 1 object ");
  }

  @Test
  void ofTwoMergesBothAreMergedAndTheLaterOneTakesPrecedence() {
    WorkloadFile file =
        WorkloadFile.parse(
            "f.yaml",
            """
            apiVersion: v1
            kind: Pod
            metadata:
              name: p
              annotations:
                <<: {a: "1", b: "2"}
                <<: {b: "3", c: "4"}
            spec:
              containers: [{name: m, image: r/i}]
            """);

    assertThat(file.notes()).isEmpty();
    PodView pod = file.workloads().get(0).pod();
    assertThat(List.of("a", "b", "c"))
        .map(pod::annotation)
        .map(Optional::get)
        .containsExactly("1", "3", "4");
  }

  @Test
  void ourOwnFormatsRefuseIt() {
    assertError(
        () -> IntentFile.parse("f.yaml", "apiVersion: gpuspec.io/v1\nkind: A\nkind: B\n"),
        "yaml.malformed",
        "f.yaml:3:1",
        "kind");
    assertError(
        () -> DevicePluginFile.parse("f.yaml", "version: v1\nversion: v1\n"),
        "yaml.malformed",
        "f.yaml:2:1");
  }

  @Test
  void aManifestThatMovesHasTheLastOneAlone() {
    MigrationResult migrated = Migration.from(TKE).to(ACK).parse("f.yaml", POD);

    assertThat(migrated.problems()).isEmpty();
    assertThat(migrated.losses())
        .extracting(
            MigrationResult.Loss::line,
            MigrationResult.Loss::column,
            MigrationResult.Loss::breaking)
        .contains(tuple(6, 5, false), tuple(14, 9, false));
    assertThat(migrated.isComplete()).isTrue();
    assertThat(migrated.yaml().toString()).contains("cpu: 3").doesNotContain("cpu: 64", "cpu: 32");
    assertThat(WorkloadFile.parse("migrated", migrated.yaml().toString()).notes()).isEmpty();
  }

  @Test
  void whatWouldStayAsItIsIsWrittenAnewWithoutIt() {
    String service = "apiVersion: v1\nkind: Service\nmetadata: {name: a}\nmetadata: {name: b}\n";

    MigrationResult migrated =
        Migration.from(TKE)
            .to(ACK)
            .parse("f.yaml", service + "---\n" + service.replace("metadata: {name: a}\n", ""));

    assertThat(migrated.losses())
        .singleElement()
        .extracting(MigrationResult.Loss::line)
        .isEqualTo(3);
    assertThat(migrated.yaml())
        .hasToString(
            "apiVersion: v1\nkind: Service\nmetadata:\n  name: b\n---\napiVersion: v1\nkind: Service\nmetadata: {name: b}\n");
  }
}
