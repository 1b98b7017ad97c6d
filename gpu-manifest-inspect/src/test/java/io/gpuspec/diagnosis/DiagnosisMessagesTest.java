package io.gpuspec.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages as programs write them and as users have reported them, and what goes on without. */
class DiagnosisMessagesTest {
  private static final Pattern BLOCKS = Pattern.compile("(?m)^=== ");

  private static String resource(String name) {
    try (var in =
        Objects.requireNonNull(DiagnosisMessagesTest.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Stream<Arguments> messages() {
    return resource("messages.tsv")
        .lines()
        .map(line -> line.split("\t", -1))
        .map(row -> Arguments.of(row[0], row[1], row[2], row[3]));
  }

  @ParameterizedTest
  @MethodSource("messages")
  void aMessageIsDiagnosedFirstAsItsProblem(String from, String text, String id, String captured) {
    Diagnosis diagnosis = Diagnosis.of(text);

    assertThat(diagnosis.isFound()).as(from).isTrue();
    Cause first = diagnosis.causes().get(0);
    assertThat(first.problem().id()).as(from).isEqualTo(id);
    assertThat(first.captured()).as(from).isEqualTo(captures(captured));
    assertThat(first.evidence().get(0).line()).isEqualTo(1);
    assertThat(text).contains(first.evidence().get(0).text());
  }

  private static Map<String, String> captures(String text) {
    return text.isEmpty()
        ? Map.of()
        : Stream.of(text.split("; ", -1))
            .map(each -> each.split("=", 2))
            .collect(Collectors.toMap(each -> each[0], each -> each[1]));
  }

  @ParameterizedTest
  @MethodSource("messages")
  void wordsOfAnotherLanguageColoursAndWindowsLineEndsAroundAMessageChangeNothing(
      String from, String text, String id, String captured) {
    Diagnosis plain = Diagnosis.of(text);
    Diagnosis around =
        Diagnosis.of(
            "错误：容器组无法调度\r\n\u001b[31m事件\u001b[0m \u001b[1m"
                + text
                + "\u001b[0m（请检查）\r\n\u0000\u0001");

    assertThat(around.causes())
        .as(from)
        .extracting(each -> each.problem().id())
        .containsExactlyElementsOf(
            plain.causes().stream().map(each -> each.problem().id()).toList());
    assertThat(around.causes().get(0).evidence().get(0).line()).isEqualTo(2);
  }

  @ParameterizedTest
  @MethodSource("messages")
  void aMessageThatIsCutAnywhereIsReadWithoutAFault(
      String from, String text, String id, String captured) {
    for (int length = 0; length < text.length(); length++) {
      assertThat(Diagnosis.of(text.substring(0, length)).unknown()).as(from).hasSizeLessThan(3);
    }
  }

  static Stream<Arguments> healthy() {
    return BLOCKS
        .splitAsStream(resource("healthy.txt"))
        .filter(block -> !block.isBlank())
        .map(block -> block.split("\n", 2))
        .map(block -> Arguments.of(block[0], block[1]));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("healthy")
  void whatAHealthyClusterShowsHasNoCause(String called, String text) {
    assertThat(Diagnosis.of(text).causes()).as(called).isEmpty();
    assertThat(Diagnosis.of(text).unknown()).as(called).isEmpty();
  }

  @Test
  void thereAreAtLeastFiftyHealthyTexts() {
    assertThat(healthy()).hasSizeGreaterThanOrEqualTo(50);
  }

  /** Without its second pattern, a message would be two causes. */
  @Test
  void aProblemThatALineReportsTwiceIsOneCause() {
    assertThat(
            Diagnosis.of(
                    "DataLoader worker (pid 12) is killed by signal: Bus error. It is possible that"
                        + " dataloader's workers are out of shared memory.")
                .causes())
        .hasSize(1);
  }
}
