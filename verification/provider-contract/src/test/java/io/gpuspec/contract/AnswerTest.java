package io.gpuspec.contract;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec.Unit;
import io.gpuspec.Shape;
import io.gpuspec.SpecCatalog;
import io.gpuspec.value.Arch;
import io.gpuspec.value.Finding;
import io.gpuspec.value.Rejection;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** No provider can make the core give such answers; the laws would see them. */
class AnswerTest {
  private static final SpecCatalog YARD =
      SpecCatalog.read(
          "yard.json",
          new ByteArrayInputStream(
              """
              {"target": "yard", "edition": "2026-03", "citation": "list",
               "citations": {"list": {"title": "List", "date": "2026", "status": "documented"}},
               "gpus": [{"name": "T4", "card": "T4"}, {"name": "1/4*T4", "card": "T4"},
                        {"name": "Riddle", "identified": false}],
               "specs": [
                 {"name": "one", "gpu": "T4", "gpus": 1, "upward": [{"cpu": "4", "memory": "16Gi"}],
                  "prices": [{"amount": "3", "currency": "USD", "per": "hour", "region": "here",
                              "capacityType": "on-demand", "citation": "list"}],
                  "policy": "fixed", "citation": "list"},
                 {"name": "two", "gpu": "T4", "gpus": 2, "upward": [{"cpu": "8", "memory": "32Gi"}],
                  "prices": [{"amount": "2", "currency": "USD", "per": "hour", "region": "here",
                              "capacityType": "on-demand", "citation": "list"}],
                  "policy": "fixed", "citation": "list"},
                 {"name": "unpriced", "gpu": "T4", "gpus": 1,
                  "upward": [{"cpu": "2", "memory": "8Gi"}], "policy": "fixed", "citation": "list"},
                 {"name": "arm", "gpu": "T4", "gpus": 1, "arch": "arm64",
                  "upward": [{"cpu": "4", "memory": "16Gi"}], "policy": "fixed", "citation": "list"},
                 {"name": "gone", "gpu": "T4", "gpus": 1, "lifecycle": "retired",
                  "upward": [{"cpu": "4", "memory": "16Gi"}], "policy": "fixed", "citation": "list"},
                 {"name": "slice", "gpu": "1/4*T4", "gpus": 1,
                  "upward": [{"cpu": "4", "memory": "16Gi"}], "policy": "fixed", "citation": "list"},
                 {"name": "riddle", "gpu": "Riddle", "gpus": 1,
                  "upward": [{"cpu": "4", "memory": "16Gi"}], "policy": "fixed", "citation": "list"}
               ]}
              """
                  .getBytes(StandardCharsets.UTF_8)));

  private static final GpuRequest ANY = GpuRequest.of(Devices.any());
  private static final GpuRequest T4 = GpuRequest.of("T4");
  private static final GpuRequest TWO_PODS = T4.replicas(2);

  private static Shape shape(String row) {
    return YARD.includeRetired().gpu(row).specs().get(0).shapes().get(0);
  }

  private static Answer found(GpuRequest request, String row, String... others) {
    return found(Unit.POD, request, row, others);
  }

  private static Answer found(Unit unit, GpuRequest request, String row, String... others) {
    return new Answer(
        unit,
        request,
        Optional.of(shape(row)),
        Arrays.stream(others).map(AnswerTest::shape).toList(),
        List.of(),
        true);
  }

  private static Answer none(Rejection... rejected) {
    return new Answer(Unit.POD, T4, Optional.empty(), List.of(), List.of(rejected), true);
  }

  private static Rejection rejected(String name, Finding... reasons) {
    return new Rejection(name, List.of(reasons));
  }

  private static Arguments of(Consumer<Answer> law, Answer answer) {
    return Arguments.of(law, answer);
  }

  static Stream<Arguments> wrongAnswers() {
    return Stream.of(
        of(Answer::assertHolds, found(T4.cpu("4001m"), "one")),
        of(Answer::assertHolds, found(T4.memory("17Gi"), "one")),
        of(Answer::assertHolds, found(T4.cpu(4), "one", "unpriced")),
        of(Answer::assertHolds, found(GpuRequest.of(2, "T4"), "one")),
        of(Answer::assertHolds, found(GpuRequest.of(Devices.any().memoryAtLeast("17Gi")), "one")),
        of(Answer::assertHolds, found(GpuRequest.of(Devices.any().memoryAtLeast("1Gi")), "riddle")),
        of(Answer::assertExplained, none()),
        of(Answer::assertExplained, none(rejected("one"))),
        of(Answer::assertExplained, none(rejected("one", Finding.unmet(" ", "4 asked")))),
        of(Answer::assertExplained, none(rejected("one", Finding.unmet("cpu", " ")))),
        of(Answer::assertExplained, none(rejected("", Finding.unmet("cpu", "4 asked")))),
        of(Answer::assertWhole, found(ANY, "slice")),
        of(Answer::assertWhole, found(ANY, "riddle")),
        of(Answer::assertWhole, found(ANY, "one", "slice")),
        of(Answer::assertArchitecture, found(ANY, "arm")),
        of(Answer::assertArchitecture, found(ANY.arch(Arch.AMD64), "one", "arm")),
        of(Answer::assertArchitecture, found(T4.arch(Arch.ARM64), "one")),
        of(Answer::assertAvailable, found(T4, "gone")),
        of(Answer::assertAvailable, found(T4, "one", "gone")),
        of(Answer::assertBest, found(T4, "two", "one")),
        of(Answer::assertBest, found(T4, "one", "unpriced")),
        of(Answer::assertBest, found(T4.cheapest(), "one", "two")),
        of(Answer::assertBest, found(T4.cheapest(), "unpriced", "one")),
        // Both pods share one of two GPUs; each of them takes a shape of its own.
        of(Answer::assertBest, found(Unit.NODE, TWO_PODS, "one", "two")),
        of(Answer::assertBest, found(Unit.POD, TWO_PODS, "two", "one")),
        of(Answer::assertDistinct, found(T4, "one", "one")),
        of(Answer::assertDistinct, found(T4, "one", "two", "two")));
  }

  @ParameterizedTest
  @MethodSource("wrongAnswers")
  void aWrongAnswerBreaksTheLaw(Consumer<Answer> law, Answer answer) {
    assertThatThrownBy(() -> law.accept(answer)).isInstanceOf(AssertionError.class);
  }

  static Stream<Arguments> rightAnswers() {
    return Stream.of(
        of(Answer::assertHolds, found(T4.cpu(4).memory("16Gi"), "one", "two")),
        of(Answer::assertExplained, none(rejected("one", Finding.unmet("cpu", "9 asked")))),
        of(Answer::assertWhole, found(ANY, "one", "two")),
        of(Answer::assertWhole, found(GpuRequest.of("slice"), "slice")),
        of(Answer::assertArchitecture, found(ANY, "one")),
        of(Answer::assertArchitecture, found(ANY.arch(Arch.ARM64), "arm")),
        of(Answer::assertArchitecture, found(GpuRequest.of("arm"), "arm")),
        of(Answer::assertAvailable, found(T4.includeRetired(), "gone", "one")),
        of(Answer::assertBest, found(T4, "unpriced", "one", "two")),
        of(Answer::assertBest, found(T4.cheapest(), "two", "one", "unpriced")),
        of(Answer::assertBest, found(Unit.NODE, TWO_PODS.cpu(4), "two", "one")),
        of(Answer::assertBest, found(Unit.POD, TWO_PODS, "one", "two")),
        of(Answer::assertDistinct, found(T4, "one", "two")));
  }

  @ParameterizedTest
  @MethodSource("rightAnswers")
  void aRightAnswerDoesNot(Consumer<Answer> law, Answer answer) {
    assertThatCode(() -> law.accept(answer)).doesNotThrowAnyException();
  }

  @Test
  void whatIsWrittenSaysWhatWasFound() {
    Answer one = found(T4, "one");
    Answer none = none(rejected("two", Finding.unmet("cpu", "9 asked")));

    assertThatCode(() -> one.assertWritten("one · 4 cores · 16Gi", "{\"matched\": true}"))
        .doesNotThrowAnyException();
    assertThatCode(() -> none.assertWritten("not two", "{\"matched\": false}"))
        .doesNotThrowAnyException();
    breaks(() -> one.assertWritten("", "{\"matched\": true}"));
    breaks(() -> one.assertWritten("one · 4 cores · 16Gi", "{\"matched\": false}"));
    breaks(() -> one.assertWritten("one · 4 cores · 16Gi", "{}"));
    breaks(() -> none.assertWritten("no match", "{\"matched\": false}"));
  }

  private static void breaks(ThrowingCallable law) {
    assertThatThrownBy(law).isInstanceOf(AssertionError.class);
  }
}
