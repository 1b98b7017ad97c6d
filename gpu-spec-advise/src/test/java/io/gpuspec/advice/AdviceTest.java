package io.gpuspec.advice;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.value.Citation;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AdviceTest {
  static Stream<Advice> topics() {
    return Advice.topics().stream();
  }

  @ParameterizedTest
  @MethodSource("topics")
  void everyTableIsWholeAndSaysWhereItIsFrom(Advice advice) {
    assertThat(advice.rows())
        .isNotEmpty()
        .allSatisfy(row -> assertThat(row).hasSameSizeAs(advice.columns()));
    assertThat(advice.table().toString())
        .startsWith(advice.title())
        .contains("Source: " + advice.citation().title(), "decides nothing here");
    assertThat(Advice.of(advice.name())).isSameAs(advice);
  }

  @Test
  void namesOfTopicsAreDifferent() {
    assertThat(topics().map(Advice::name)).doesNotHaveDuplicates();
  }

  @Test
  void aFigureKeepsTheStatusOfItsDocument() {
    assertThat(Advice.of("effects").citation().status()).isEqualTo(Citation.Status.UNCONFIRMED);
    assertThat(Advice.of("effects").rows().toString()).contains("from 60 % to 85 %");
  }

  @Test
  void columnsStandBelowEachOtherInChineseToo() {
    assertThat(Advice.of("glossary").table().toString())
        .contains("\ntaint              污点          keeps pods off a node");
  }

  @Test
  void anUnknownTopicNamesTheKnownOnes() {
    assertError(() -> Advice.of("image-cach"), "advice.unknown");
  }

  @Test
  void aTableHasItsTitleItsColumnsItsNotesAndItsSource() {
    Advice advice =
        new Advice(
            "racks",
            "Which rack",
            List.of("rack", "cards", "for"),
            List.of(List.of("a", "T4", "inference"), List.of("shelf-b", "A100", "")),
            List.of("A shelf is a rack too.", "Ask first."),
            new Citation("Handbook", "2026", Citation.Status.EXAMPLE));

    assertThat(advice.table())
        .hasToString(
            """
            Which rack

            rack     cards  for
            a        T4     inference
            shelf-b  A100

            A shelf is a rack too.
            Ask first.
            Source: Handbook, 2026 (example); advice of a document decides nothing here.
            """);
    assertThat(advice).hasToString("racks: Which rack");
    assertThat(advice.rows()).hasSize(2);
  }

  @Test
  void aRowHasATextForEachColumn() {
    Citation handbook = new Citation("Handbook", "2026", Citation.Status.EXAMPLE);

    assertError(
        () ->
            new Advice(
                "racks",
                "Which rack",
                List.of("rack", "cards"),
                List.of(List.of("a")),
                List.of(),
                handbook),
        "advice.conflict",
        "a",
        "2");
  }
}
