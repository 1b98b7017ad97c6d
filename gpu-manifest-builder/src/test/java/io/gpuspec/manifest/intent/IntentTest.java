package io.gpuspec.manifest.intent;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.Gpus;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.gang.GangJob;
import io.gpuspec.value.Note;
import io.gpuspec.value.UnknownNameException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IntentTest {
  private static final Gpus GPUS = Gpus.load();
  private static final Intent LLM =
      Intent.of(GpuWorkload.deployment("llm", "r/i:v1").gpu("T4").requests("2", "8Gi"));

  private static final String QUEUES =
      """
      apiVersion: gpuspec.io/v1
      kind: VolcanoQueue
      metadata: {name: research}
      spec: {capability: {nvidia.com/gpu: 16}}
      """;

  @Test
  void whatJavaSaysIsReadBack() {
    Intent written = LLM.in("tke").edition("2023-06").with("spot", "true");
    Intent read = IntentFile.parse("llm.yaml", written.yaml().toString()).intents().get(0);

    assertThat(written.yaml().toString())
        .contains(
            "  target:\n    provider: tke\n    edition: \"2023-06\"\n    options:\n      spot: true\n");
    assertThat(read.provider()).contains("tke");
    assertThat(read.name()).isEqualTo("llm");
    assertThat(read.kind()).isEqualTo("GpuWorkload");
    assertThat(read.yaml()).isEqualTo(written.yaml());
    assertThat(read.target(GPUS)).hasToString("Optional[tke 2023-06]");
    assertThat(LLM.provider()).isEmpty();
    assertThat(LLM.target(GPUS)).isEmpty();
    assertThat(LLM.yaml().toString()).doesNotContain("target");
  }

  @Test
  void anotherTargetTakesTheOptionsOfTheFirstAway() {
    assertThat(LLM.in("tke").with("spot", "true").in("eks").target(GPUS)).contains(GPUS.in("eks"));
  }

  @Test
  void optionsThatDoNotApplyOnTheTargetThatIsAskedForAreTold() {
    Intent spot = LLM.in("tke").with("spot", "true");

    assertThat(spot.on(GPUS.in("eks")).match().notes())
        .extracting(Note::toString)
        .contains(
            "target.options: options of tke in the intent do not apply on eks: spot; what holds on"
                + " every cloud is written under match, such as capacityType");
    assertThat(spot.on(GPUS.in("tke")).match().notes())
        .noneMatch(note -> note.id().equals("target.options"));
    assertThat(LLM.in("tke").on(GPUS.in("eks")).match().notes())
        .noneMatch(note -> note.id().equals("target.options"));
  }

  @Test
  void anOptionAndAnEditionNeedATarget() {
    assertError(() -> LLM.edition("2023-06"), "provider.missing", "2023-06");
    assertError(() -> LLM.with("spot", "true"), "provider.missing", "spot");
    assertThatThrownBy(() -> LLM.in("tke").edition("1999-01").target(GPUS))
        .isInstanceOf(UnknownNameException.class);
  }

  @Test
  void aWorkloadHasNoObjectsAndAQueueNoManifests() {
    Intent queue = IntentFile.parse("q.yaml", QUEUES).platform().get(0);

    assertThat(queue.objects(GPUS).yaml().toString()).contains("kind: Queue\n");
    assertThat(queue.name()).isEqualTo("research");
    assertThat(queue.pools()).isEmpty();
    assertThat(queue.commands().toString()).isEmpty();
    assertError(() -> queue.on(GPUS.in("eks")), "intent.unsupported");
    assertError(queue::yaml, "intent.unsupported", "VolcanoQueue research");
    assertError(() -> LLM.objects(GPUS), "intent.unsupported");
    assertThat(LLM.commands().toString()).isEmpty();
  }

  @Test
  void aGangIsWrittenUnderTheNameOfItsWorkers() {
    Intent gang =
        Intent.of(GangJob.of(2, GpuWorkload.pod("train", "r/i:v1").gpu("T4")).indexedJob())
            .in("eks");

    assertThat(gang).hasToString("GpuGang train");
    assertThat(IntentFile.parse("g.yaml", gang.yaml().toString()).intents())
        .singleElement()
        .hasToString("GpuGang train");
  }

  @Test
  void aFileAndAStreamAreReadAsTheirTextIs(@TempDir Path folder) throws IOException {
    String text = LLM.in("eks").yaml().toString();
    Path file = Files.writeString(folder.resolve("llm.yaml"), text);
    ByteArrayInputStream stream = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));

    assertThat(IntentFile.read(file).intents().get(0).yaml()).hasToString(text);
    assertThat(IntentFile.read("llm.yaml", stream).intents().get(0).yaml()).hasToString(text);
  }
}
