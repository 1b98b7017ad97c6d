package io.gpuspec.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.GpuRequest;
import io.gpuspec.Shape;
import io.gpuspec.TestCloud;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PodReadingTest {
  private static final PodField GPU = PodField.device("nvidia.com/gpu");
  private static final GpuRequest T4 = GpuRequest.of("T4").cpu(3);
  private static final Note NOTE = Note.of("a", "first");
  private static final Note MORE = Note.of("b", "second");
  private static final Rejection WHY = Rejection.of("node", "labels", "no such label");

  @Test
  void aPodAsksForGpusOrForNone() {
    PodReading reading = PodReading.of(T4, GPU, List.of(NOTE));

    assertThat(reading.request()).contains(T4);
    assertThat(reading.deviceField()).contains(GPU);
    assertThat(reading.notes()).containsExactly(NOTE);
    assertThat(reading.rejected()).isEmpty();
    assertThat(reading.asWritten()).isEmpty();
    assertThat(reading.leftOut()).isEmpty();
    assertThat(reading).hasToString("T4 x1, 3 cores");
    assertThat(PodReading.noGpu().request()).isEmpty();
    assertThat(PodReading.noGpu()).hasToString("no GPU");
  }

  @Test
  void aPodThatIsRefusedSaysWhyTheLatestReasonFirst() {
    Rejection first = Rejection.of("pod", "gpus", "not here");
    PodReading refused = PodReading.refused(T4, List.of(NOTE), List.of(WHY));

    assertThat(refused).hasToString("T4 x1, 3 cores, refused: node: labels: no such label");
    assertThat(refused.refusing(first).rejected()).containsExactly(first, WHY);
    assertThat(refused.refusing(first).notes()).containsExactly(NOTE);
    assertThat(PodReading.noGpu().refusing(first).rejected()).isEmpty();
  }

  @Test
  void aNoteIsOfTheNarrowerReadingsToo() {
    PodReading narrow = PodReading.of(GpuRequest.of("V100"), GPU, List.of());
    PodReading reading =
        PodReading.of(T4, GPU, List.of(NOTE)).preferring(List.of(narrow)).with(MORE);

    assertThat(reading.notes()).containsExactly(NOTE, MORE);
    assertThat(reading.preferred()).hasSize(1);
    assertThat(reading.preferred().get(0).notes()).containsExactly(MORE);
    assertThat(reading.preferred().get(0).request()).isEqualTo(narrow.request());
  }

  /** A pod that is refused has no narrower readings left, which could otherwise be found. */
  @Test
  void aRefusalHoldsForWhatIsPreferredToo() {
    PodReading narrow = PodReading.of(GpuRequest.of("V100"), GPU, List.of());

    assertThat(PodReading.of(T4, GPU, List.of()).preferring(List.of(narrow)).refusing(WHY))
        .satisfies(reading -> assertThat(reading.preferred()).isEmpty());
  }

  @Test
  void whatAnotherRequestWouldGetIsNotedWhereItGetsSomething() {
    Shape shape =
        TestCloud.ofResources("cloud").target().match(GpuRequest.of("T4")).orThrow().shape();
    GpuRequest other = GpuRequest.of("V100");
    PodReading reading =
        PodReading.of(T4, GPU, List.of(NOTE))
            .noting(other, found -> Note.of("other", "it would get " + found.spec().gpu()));

    assertThat(reading.notes(asked -> Optional.of(shape)))
        .extracting(Note::message)
        .containsExactly("first", "it would get T4");
    assertThat(reading.notes(asked -> asked.equals(other) ? Optional.empty() : Optional.of(shape)))
        .containsExactly(NOTE);
    assertThat(reading.notes()).containsExactly(NOTE);
  }

  @Test
  void whatAPodSaysIsKeptBesideTheRowsThatItLeaves() {
    GpuRequest any = GpuRequest.of("V100");
    PodReading reading = PodReading.of(T4, GPU, List.of()).leavingOut(any, List.of(WHY));

    assertThat(reading.request()).contains(T4);
    assertThat(reading.asWritten()).contains(any);
    assertThat(reading.leftOut()).containsExactly(WHY);
    assertThat(reading.with(NOTE).leftOut()).containsExactly(WHY);
  }
}
