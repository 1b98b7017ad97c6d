package io.gpuspec.internal.yaml;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.value.GpuSpecException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents of a file, and where what is none is refused. */
class YamlReaderTest {
  private static final YamlDialect CORE = YamlDialect.CORE;
  private static final YamlDialect MERGING =
      new YamlDialect(
          YamlKind::ofPlain, true, YamlLimits.DEFAULT, CORE.problems(), Optional.empty());

  private static List<YamlNode> all(YamlReader reader) {
    List<YamlNode> all = new ArrayList<>();
    reader.forEachRemaining(all::add);
    return all;
  }

  private static List<YamlNode> all(YamlDialect dialect, String text) {
    return all(YamlReader.of("f", text, dialect, Optional.empty()));
  }

  private static YamlMapping mapping(YamlDialect dialect, String text) {
    return (YamlMapping) all(dialect, text).get(0);
  }

  private static String text(YamlMapping mapping, String key) {
    return ((YamlScalar) mapping.get(key).orElseThrow()).text();
  }

  private static void refused(YamlDialect dialect, String text, String message) {
    assertThatThrownBy(() -> all(dialect, text))
        .isInstanceOf(GpuSpecException.class)
        .hasMessageStartingWith(message);
  }

  private static YamlDialect within(int aliased, int nodes, int document, int total) {
    return CORE.within(new YamlLimits(aliased, nodes, document, total));
  }

  @Test
  void emptyDocumentsAreLeftOut() {
    List<YamlNode> all = all(CORE, "a: 1\n---\n\n---\n# nothing\n---\nb: 2\n");

    assertThat(all).hasSize(2);
    assertThat(text((YamlMapping) all.get(1), "b")).isEqualTo("2");
    assertThat(all.get(1).line()).isEqualTo(7);
    assertThat(all(CORE, "")).isEmpty();
  }

  @Test
  void anErrorComesAgain() {
    YamlReader reader = YamlReader.of("f", "a: 1\n---\nb: @\n", CORE, Optional.empty());

    assertThat(reader.hasNext()).isTrue();
    assertThat(reader.next().described()).isEqualTo("a mapping");
    assertError(reader::hasNext, "yaml.malformed", "f:3:4");
    assertError(reader::next, "yaml.malformed", "f:3:4");
    assertThatThrownBy(YamlReader.of("f", "", CORE, Optional.empty())::next)
        .isInstanceOf(NoSuchElementException.class)
        .hasMessage("no further document in f");
  }

  @Test
  void ofADuplicateKeyTheLastCountsWhereItIsAllowed() {
    List<YamlDuplicate> told = new ArrayList<>();
    YamlMapping mapping =
        (YamlMapping)
            all(YamlReader.of("f", "a: 1\nb: 2\na: 3\n", CORE, Optional.of(told::add))).get(0);

    assertThat(text(mapping, "a")).isEqualTo("3");
    assertThat(told).containsExactly(new YamlDuplicate("f", "a", 1, 1, 3));
    assertThat(told.get(0).note())
        .hasToString(
            "yaml.duplicate-key: f:1:1: the key 'a' is ignored, for it is a duplicate and the one"
                + " on line 3 counts, as in Kubernetes without strict validation; keep one of"
                + " them");
    assertThat(new YamlDuplicate("f", "apiVersion", 1, 1, 9).note().message())
        .endsWith("if two files were joined here, write a line --- between them");
  }

  @Test
  void aHundredDuplicatesAreTold() {
    List<YamlDuplicate> told = new ArrayList<>();
    all(YamlReader.of("f", "a: 1\n".repeat(103), CORE, Optional.of(told::add)));

    assertThat(told).hasSize(100);
  }

  /** YAML 1.1: what a mapping says itself goes before what it merges. */
  @Test
  void aMergeKeyAddsWhatIsNotThere() {
    YamlMapping merged =
        (YamlMapping)
            mapping(MERGING, "a: &a {x: 1, y: 2}\nb: {<<: *a, y: 3, z: 4}\n")
                .get("b")
                .orElseThrow();

    assertThat(merged.entries().keySet()).containsExactly("y", "z", "x");
    assertThat(text(merged, "x")).isEqualTo("1");
    assertThat(text(merged, "y")).isEqualTo("3");
  }

  @Test
  void ofSeveralMergedTheFirstOfAListCounts() {
    YamlMapping merged =
        (YamlMapping)
            mapping(MERGING, "a: &a {x: 1}\nb: &b {x: 2, y: 2}\nc: {<<: [*a, *b]}\n")
                .get("c")
                .orElseThrow();

    assertThat(text(merged, "x")).isEqualTo("1");
    assertThat(text(merged, "y")).isEqualTo("2");
    assertThat(mapping(MERGING, "'<<': 1").entries()).containsKey("<<");
    refused(
        MERGING,
        "a: {<<: 1}",
        "f:1:9: expected a mapping or a list of mappings to merge after '<<', found the integer 1;"
            + " quote '<<' if it is meant as a key");
  }

  @ParameterizedTest
  @CsvSource({
    "!!bool true, BOOL",
    "!!null ~, NULL",
    "!!float 1.5, FLOAT",
    "!!float 1, FLOAT",
    "!!int 1, INT",
    "!!str 1, STRING",
    "! 1, STRING",
    "1, INT",
    "'\"1\"', STRING"
  })
  void aTagSaysTheKind(String written, YamlKind kind) {
    assertThat(((YamlScalar) mapping(CORE, "a: " + written).get("a").orElseThrow()).kind())
        .isEqualTo(kind);
  }

  @ParameterizedTest
  @CsvSource({
    "!!bool x, the tag !!bool is on 'x'",
    "!!null x, the tag !!null is on 'x'",
    "!!float x, the tag !!float is on 'x'",
    "!!map [1], found the tag !!map",
    "!!seq {}, found the tag !!seq",
    "!!set {}, found the tag !!set"
  })
  void aTagOfAnotherKindIsRefused(String written, String problem) {
    refused(CORE, "a: " + written, "f:1:4: " + problem);
  }

  @Test
  void anUnknownTagCanBeLeftOut() {
    List<String> told = new ArrayList<>();
    YamlDialect without = CORE.withoutTags(problem -> told.add(problem.getMessage()));

    YamlMapping read = mapping(without, "a: !Ref b\nc: !Join [d]\n");

    assertThat(text(read, "a")).isEqualTo("b");
    assertThat(read.get("c")).get().isInstanceOf(YamlSequence.class);
    assertThat(told).hasSize(2);
    assertThat(told.get(1)).startsWith("f:2:4: found the tag !Join");
    refused(without, "!!int x", "f:1:1: the tag !!int is on 'x'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"!!map {b: 1}", "!!seq [1]", "! {b: 1}"})
  void aTagThatSaysWhatACollectionIsMayStand(String written) {
    assertThat(mapping(CORE, "a: " + written).get("a")).isPresent();
  }

  /** A list and its items are values; so are a mapping, its keys and what they have. */
  @Test
  void valuesAreCounted() {
    assertThat(all(within(9, 4, 99, 99), "[1,2,3]")).hasSize(1);
    refused(
        within(9, 3, 99, 99),
        "[1,2,3]",
        "f:1:6: found more than 3 values in one document, the most that is read; split it with"
            + " '---' lines");
  }

  /** "&a [1,2]" is three values, and each alias to it three more. */
  @Test
  void whatAliasesStandForIsCounted() {
    assertThat(all(within(6, 99, 99, 99), "[&a [1,2], *a, *a]")).hasSize(1);
    refused(
        within(5, 99, 99, 99),
        "[&a [1,2], *a, *a]",
        "f:1:16: the aliases of one document stand for more than 5 values");
    // A mapping with a key is three values: itself, the key and what it has.
    assertThat(all(within(3, 99, 99, 99), "[&a {b: 1}, *a]")).hasSize(1);
    refused(within(2, 99, 99, 99), "[&a {b: 1}, *a]", "f:1:13: the aliases of one document");
  }

  @Test
  void nestingIsLimitedWithAliasesToo() {
    assertThat(all(CORE, "[".repeat(100) + "]".repeat(100))).hasSize(1);
    refused(
        CORE,
        "[".repeat(101) + "]".repeat(101),
        "f:1:101: found more than 100 lists and mappings inside each other, counting aliases; write"
            + " it flatter");
    String half = "- &a " + "[".repeat(60) + "]".repeat(60) + "\n- ";
    assertThat(all(CORE, half + "[".repeat(39) + "*a" + "]".repeat(39))).hasSize(1);
    refused(CORE, half + "[".repeat(40) + "*a" + "]".repeat(40), "f:2:43: found more than 100");
  }

  /** As bytes in UTF-8: one of an a, two of an ä, three of a 显 and four of a face. */
  @ParameterizedTest
  @ValueSource(strings = {"aaaaaaaa", "ääää", "显显aa", "\uD83D\uDE00aaaa"})
  void bytesAreCounted(String eight) {
    assertThat(all(within(9, 9, 8, 99), eight)).hasSize(1);
    refused(
        within(9, 9, 7, 99),
        eight,
        "f:1:%s: found a document of more than 0 MiB"
            .formatted(eight.codePointCount(0, eight.length())));
    refused(within(9, 9, 99, 7), eight, "f:1:");
    assertThat(all(within(9, 9, 99, 8), eight)).hasSize(1);
  }

  @Test
  void limitsAreSaidInMebibytes() {
    String large = "a".repeat((1 << 20) + 1);

    refused(
        within(9, 9, 1 << 20, 4 << 20),
        large,
        "f:1:1048577: found a document of more than 1 MiB, the most that is read; split it with"
            + " '---' lines");
    refused(
        within(9, 9, 4 << 20, 1 << 20),
        large,
        "f:1:1048577: found more than 1 MiB of YAML, the most that is read at once; split the"
            + " file");
  }

  /** YAML 1.2, 5.1: which characters a file may have. */
  @ParameterizedTest
  @ValueSource(
      chars = {'\u0007', '\u001F', '\u007F', '\u0080', '\u0084', '\u0086', '\u009F', '\uFFFE'})
  void aCharacterThatYamlDoesNotAllowIsNamed(char character) {
    refused(
        CORE,
        "a: b" + character,
        "f:1:5: found the character %s, which YAML does not allow; is this a text file?"
            .formatted(YamlText.escaped(character)));
  }

  @ParameterizedTest
  @ValueSource(strings = {" ", "~", "\t", "\u0085", "\u00A0", "\uFFFD", "\uD83D\uDE00"})
  void anyOtherCharacterMayStand(String character) {
    assertThat(all(CORE, "a: 'b" + character + "c'")).hasSize(1);
  }

  @Test
  void halfOfAPairIsNoCharacter() {
    refused(CORE, "a: \uDE00", "f:1:4: found the character \\uDE00");
    refused(CORE, "a: \"\\uD83D\"", "f:1:4: found half of a surrogate pair in a string");
  }

  /** A face is one column, and a line ends with either sign, or both. */
  @ParameterizedTest
  @ValueSource(strings = {"a: 1\nb: 2\n", "a: 1\r\nb: 2\r\n", "a: 1\rb: 2\r"})
  void linesAreCounted(String lines) {
    refused(CORE, lines + "c: \uD83D\uDE00\u0007", "f:3:5: found the character \\x07");
  }

  @Test
  void aByteOrderMarkIsNoColumn() {
    assertThat(mapping(CORE, "\uFEFFa: 1").get("a")).isPresent();
    refused(CORE, "\uFEFFa: \u0007", "f:1:4: found the character \\x07");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "~: 1 | f:1:1: expected a string as key, found null; write the key",
        "a: {{ .Values.x }} | f:1:4: '{{ .Values.x }}' is a part of a template, so render it first:"
            + " helm template CHART > FILE",
        "a: {% x %} | f:1:4: '{% x %}' is a part of a template",
        "{{ .Values.x }}: 1 | f:1:1: '{{ .Values.x }}' is a part of a template"
      })
  void whatIsNoKeyIsRefused(String text, String message) {
    refused(CORE, text, message);
  }

  @Test
  void aKeyIsAsLongAsYamlAllows() {
    assertThat(all(CORE, "? " + "k".repeat(1024) + "\n: 1\n")).hasSize(1);
    refused(
        CORE,
        "? " + "k".repeat(1025) + "\n: 1\n",
        "f:1:3: found a key of 1025 characters; a key has at most 1024, so write a shorter one");
  }

  /** Git's lines, which are read as keys without a value. */
  @ParameterizedTest
  @ValueSource(strings = {"<<<<<<< HEAD", "=======", ">>>>>>> main"})
  void aMergeConflictIsToBeResolved(String line) {
    assertError(() -> all(CORE, "a: 1\n" + line + "\nb: 2\n"), "yaml.malformed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"<<<<<< HEAD", "<<<<<<= HEAD", "aaaaaaa"})
  void anyOtherLineIsNone(String line) {
    assertThatThrownBy(() -> all(CORE, "a: 1\n" + line + "\nb: 2\n"))
        .isInstanceOf(GpuSpecException.class)
        .hasMessageNotContaining("merge conflict");
  }

  @Test
  void aTemplateFurtherAboveMayBeTheReason() {
    assertError(
        () -> all(CORE, "a: b {{ if .x }}\nc: 1\nd: 1\ne: [1\n"), "yaml.malformed", "{{ if .x }}");
  }

  @Test
  void theReasonNamesWhereItBegan() {
    assertError(() -> all(CORE, "a: 1\nb:\n  - [1\n"), "yaml.malformed");
  }

  @Test
  void bytesThatAreNotUtf8HaveTheirPlace() {
    byte[] bytes = "a: 1\nb: \u00E4".getBytes(StandardCharsets.ISO_8859_1);
    YamlReader reader =
        new YamlReader(
            "f", YamlReader.text(new ByteArrayInputStream(bytes)), CORE, Optional.empty());

    assertError(() -> all(reader), "yaml.malformed", "f:2:4");
  }

  @Test
  void anInputThatBreaksOffIsToldWithItsReason() {
    Reader broken =
        new Reader() {
          private boolean isRead;

          @Override
          public int read(char[] into, int offset, int length) throws IOException {
            if (isRead) {
              throw new IOException("connection reset");
            }
            isRead = true;
            into[offset] = 'a';
            return 1;
          }

          @Override
          public void close() {
            // Nothing is open.
          }
        };

    assertError(
        () -> all(new YamlReader("f", broken, CORE, Optional.empty())), "yaml.malformed", "f:1:2");
  }

  @Test
  void aNodeIsDescribedForMessages() {
    YamlMapping all = mapping(MERGING, "a: x\nb: 010\nc: ~\nd:\ne: [1]\nf: on\n");

    assertThat(all.get("a").orElseThrow().described()).isEqualTo("the string 'x'");
    assertThat(all.get("b").orElseThrow().described()).isEqualTo("the integer 010");
    assertThat(all.get("c").orElseThrow().described()).isEqualTo("null");
    assertThat(all.get("d").orElseThrow().described()).isEqualTo("nothing");
    assertThat(all.get("e").orElseThrow().described()).isEqualTo("a list");
    assertThat(all.get("f").orElseThrow().described()).isEqualTo("the boolean on");
    assertThat(((YamlScalar) all.get("b").orElseThrow()).amount()).isEqualTo("8");
    assertThat(((YamlScalar) all.get("a").orElseThrow()).amount()).isEqualTo("x");
  }
}
