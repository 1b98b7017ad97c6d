package io.gpuspec.internal.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Characters, paths and parts of templates in YAML files. */
class YamlTextTest {
  @Test
  void aTextIsShownUpToSixtyCharacters() {
    assertThat(YamlText.shown("x".repeat(60))).isEqualTo("x".repeat(60));
    assertThat(YamlText.shown("x".repeat(61))).isEqualTo("x".repeat(60) + "...");
    assertThat(YamlText.printable("ab", 2)).isEqualTo("ab");
    assertThat(YamlText.printable("abc", 2)).isEqualTo("ab...");
    assertThat(YamlText.shown("a\u200Bb")).isEqualTo("a\\u200Bb");
  }

  /** YAML 1.2, 5.7: an x takes two digits, a small u four and a large one eight. */
  @Test
  void aCharacterIsEscapedAsDoubleQuotesUnderstand() {
    assertThat(YamlText.escaped('\n')).isEqualTo("\\n");
    assertThat(YamlText.escaped('\r')).isEqualTo("\\r");
    assertThat(YamlText.escaped('\t')).isEqualTo("\\t");
    assertThat(YamlText.escaped('"')).isEqualTo("\\\"");
    assertThat(YamlText.escaped('\\')).isEqualTo("\\\\");
    assertThat(YamlText.escaped(0x07)).isEqualTo("\\x07");
    assertThat(YamlText.escaped(0xFF)).isEqualTo("\\xFF");
    assertThat(YamlText.escaped(0x100)).isEqualTo("\\u0100");
    assertThat(YamlText.escaped(0xFFFF)).isEqualTo("\\uFFFF");
    assertThat(YamlText.escaped(0x10000)).isEqualTo("\\U00010000");
  }

  @Test
  void whatNobodySeesNeedsAnEscape() {
    assertThat("\u0007\u200B\u2028\u2029\uD800".chars()).allMatch(YamlText::needsEscape);
    assertThat("a 1-显".chars()).noneMatch(YamlText::needsEscape);
  }

  @Test
  void halfAPairIsNoText() {
    assertThat(YamlText.hasHalfPair("a\uD83D\uDE00b")).isFalse();
    assertThat(YamlText.hasHalfPair("a\uD83Db")).isTrue();
    assertThat(YamlText.hasHalfPair("a\uDE00")).isTrue();
    assertThat(YamlText.hasHalfPair("\uD800")).isTrue();
    assertThat(YamlText.hasHalfPair("\uDFFF")).isTrue();
    assertThat(YamlText.hasHalfPair("\uE000\uD7FF")).isFalse();
    assertThat(YamlText.hasHalfPair("")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "'', spec, spec",
    "spec, node_Selector-9, spec.node_Selector-9",
    "metadata.labels, example.com/team, metadata.labels['example.com/team']",
    "'', a b, ['a b']",
    "a, '', a['']",
    "a, ä, a['ä']",
    "a, '@', a['@']",
    "a, '[', a['[']",
    "a, '`', a['`']",
    "a, '{', a['{']",
    "a, ':', a[':']"
  })
  void aPathNamesItsKeys(String path, String key, String child) {
    assertThat(YamlPath.child(path, key)).isEqualTo(child);
  }

  @Test
  void aPathCountsItemsAndShortensWhatNoObjectHas() {
    assertThat(YamlPath.item("containers", 0)).isEqualTo("containers[0]");
    assertThat(YamlPath.child("a", "x".repeat(317))).isEqualTo("a." + "x".repeat(317));
    assertThat(YamlPath.child("a", "x".repeat(318))).isEqualTo("a['" + "x".repeat(317) + "...']");
  }

  @ParameterizedTest
  @CsvSource({
    "'{{ .Values.gpus }}', '{{ .Values.gpus }}'",
    "'a-{{ .Release.Name }}-b', '{{ .Release.Name }}'",
    "'{% if x %}', '{% if x %}'",
    "'{{ .Values.x', '{{ .Values.x'"
  })
  void aPartOfATemplateIsToBeRendered(String value, String part) {
    assertThat(TemplateText.problem(value))
        .contains(
            "'%s' is a part of a template, so render it first: helm template CHART > FILE"
                .formatted(part));
  }

  @ParameterizedTest
  @CsvSource({
    "${GPUS}, ${GPUS}",
    "r/llm:${TAG}, ${TAG}",
    "$(GPUS), $(GPUS)",
    "$GPUS, $GPUS",
    "${a:-1}, ${a:-1}"
  })
  void aVariableIsToBeFilledIn(String value, String part) {
    assertThat(TemplateText.problem(value))
        .contains(
            "'%s' is a variable that is not filled in, so fill it in first: envsubst < FILE > FILLED"
                .formatted(part));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "8", "{a: 1}", "$5", "a$GPUS", "$gpus", "${1}", "a { b"})
  void anyOtherTextIsWhatItSays(String value) {
    assertThat(TemplateText.problem(value)).isEmpty();
  }

  private static String read(byte[] bytes) throws IOException {
    StringWriter text = new StringWriter();
    try (Reader reader = new Utf8Reader(new ByteArrayInputStream(bytes))) {
      reader.transferTo(text);
    }
    return text.toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "ä", "a\n显存: 16Gi\n\uD83D\uDE00"})
  void bytesAreUtf8(String text) throws IOException {
    assertThat(read(text.getBytes(StandardCharsets.UTF_8))).isEqualTo(text);
  }

  /** As a Windows shell writes it; a caller passes over the mark. */
  @ParameterizedTest
  @ValueSource(strings = {"UTF-16BE", "UTF-16LE"})
  void orUtf16WithAMark(String charset) throws IOException {
    String text = "\uFEFFa: 显\n";

    assertThat(read(text.getBytes(Charset.forName(charset)))).isEqualTo(text);
  }

  /** A character that begins in one chunk of 16 KiB and ends in the next. */
  @ParameterizedTest
  @ValueSource(ints = {16_381, 16_382, 16_383, 16_384, 40_000})
  void aCharacterIsReadWholeWhereverItIs(int before) throws IOException {
    String text = "a".repeat(before) + "\uD83D\uDE00显b";

    assertThat(read(text.getBytes(StandardCharsets.UTF_8))).isEqualTo(text);
  }

  /** So that a caller that counts lines knows where the byte is. */
  @Test
  void whatIsBeforeAMalformedByteIsReadFirst() throws IOException {
    try (Reader reader =
        new Utf8Reader(new ByteArrayInputStream(new byte[] {'a', 'b', (byte) 0xFF, 'c'}))) {
      char[] read = new char[10];

      assertThat(reader.read(read, 0, 10)).isEqualTo(2);
      assertThat(new String(read, 0, 2)).isEqualTo("ab");
      assertThatThrownBy(() -> reader.read(read, 0, 10))
          .isInstanceOf(CharacterCodingException.class);
    }
  }

  @Test
  void aCharacterThatIsCutOffIsMalformed() {
    assertThatThrownBy(() -> read(new byte[] {'a', (byte) 0xE6, (byte) 0x98}))
        .isInstanceOf(CharacterCodingException.class);
  }
}
