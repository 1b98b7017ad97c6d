package io.gpuspec.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.value.Citation;
import io.gpuspec.value.UnknownNameException;
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
    assertThatThrownBy(() -> Advice.of("image-cach"))
        .isInstanceOf(UnknownNameException.class)
        .hasMessageContaining("did you mean image-cache");
  }
}
