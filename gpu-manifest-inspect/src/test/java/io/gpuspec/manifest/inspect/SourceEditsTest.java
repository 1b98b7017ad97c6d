package io.gpuspec.manifest.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.manifest.inspect.Edit.Kind;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole texts before and after edits; {@code ^} stands before the place that an edit is for. */
class SourceEditsTest {

  private static Edit at(Kind kind, String marked, String text) {
    int mark = marked.indexOf('^');
    String before = marked.substring(0, mark);
    int line = (int) before.chars().filter(c -> c == '\n').count() + 1;
    int begin = before.lastIndexOf('\n') + 1;
    return new Edit(kind, line, before.codePointCount(begin, mark) + 1, text);
  }

  private static String edited(String text, Edit... edits) {
    List<List<Edit>> each = Arrays.stream(edits).map(List::of).toList();
    SourceEdits source = SourceEdits.of(text).orElseThrow();
    return SourceEdits.changed(text, SourceEdits.apart(source.changesOf(each)));
  }

  /** Makes one edit at the mark. */
  private static String edited(Kind kind, String marked, String wanted) {
    return edited(marked.replace("^", ""), at(kind, marked, wanted));
  }

  private static boolean canBeMade(Kind kind, String marked) {
    return SourceEdits.of(marked.replace("^", ""))
        .orElseThrow()
        .changes(List.of(at(kind, marked, "x")))
        .isPresent();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a: ^b # c          | d        | a: d # c",
        "a: ^b # c          | v1/d_e.f-g | a: v1/d_e.f-g # c",
        "a: ^b              | d e      | a: 'd e'",
        "a: ^b              | it's     | a: 'it''s'",
        "a: ^b              | -1       | a: '-1'",
        "a: ^b              | <quoted>1 | a: '1'",
        "a: ^'b'            | d        | a: 'd'",
        "a: ^'b'            | it's     | a: 'it''s'",
        "a: ^'b'            | <quoted>1 | a: '1'",
        "a: ^\"b\"          | d        | a: \"d\"",
        "a: ^\"b\"          | say \"x\" | a: \"say \\\"x\\\"\"",
        "a: ^\"b\"          | C:\\x    | a: \"C:\\\\x\"",
        "a: {b: ^c, d: e}   | f        | a: {b: f, d: e}",
        "{\"a\": ^\"b\"}    | c        | {\"a\": \"c\"}",
        "x: \"\uD83D\uDE80\" # \uD83D\uDE80/a: ^b | c | x: \"\uD83D\uDE80\" # \uD83D\uDE80/a: c",
      })
  void aValueIsReplacedInItsOwnQuotes(String marked, String wanted, String expected) {
    String text = wanted.replace("<quoted>", Edit.QUOTED);
    assertThat(edited(Kind.REPLACE, marked.replace('/', '\n').replace("v1\n", "v1/"), text))
        .isEqualTo(expected.replace("\uD83D\uDE80/", "\uD83D\uDE80\n"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a: ^'1' # one | 1    | a: 1 # one",
        "a: ^\"true\"  | true | a: true",
        "a: [^'1']     | 1    | a: [1]",
      })
  void aTextInQuotesBecomesWhatItSpells(String marked, String wanted, String expected) {
    assertThat(edited(Kind.UNQUOTE, marked, wanted)).isEqualTo(expected);
  }

  @Test
  void twoKeysMeantForOneNameDoNotBothGetIt() {
    String marked = "a: {^Gpu: 1, gpus: 2}\nb: {gpuS: 3}\n";
    String text = marked.replace("^", "");
    Edit first = at(Kind.RENAME, marked, "gpu");
    Edit second = at(Kind.RENAME, "a: {Gpu: 1, ^gpus: 2}\n", "gpu");
    Edit elsewhere = at(Kind.RENAME, "a: {Gpu: 1, gpus: 2}\nb: {^gpuS: 3}\n", "gpu");

    assertThat(edited(text, first, second, elsewhere))
        .isEqualTo("a: {gpu: 1, gpus: 2}\nb: {gpu: 3}\n");
    assertThat(edited(text, first, at(Kind.RENAME, "a: {Gpu: 1, ^gpus: 2}\n", "cpu")))
        .isEqualTo("a: {gpu: 1, cpu: 2}\nb: {gpuS: 3}\n");
  }

  /** Only names must differ: values may be the same. */
  @Test
  void twoValuesOfAMappingMayBecomeTheSame() {
    String text = "a: 1\nb: 2\n";
    assertThat(edited(text, at(Kind.REPLACE, "a: ^1", "3"), at(Kind.REPLACE, "a: 1\nb: ^2", "3")))
        .isEqualTo("a: 3\nb: 3\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // Fields, in a block: with their line, a comment on it, and all lines of their value.
        "^a: 1/b: 2/             | b: 2/",
        "a: 1/^b: 2 # two/       | a: 1/",
        "a: 1/^b: 2              | a: 1/",
        "a: 1/^b:/  c: 2/  d: 3/e: 4/ | a: 1/e: 4/",
        "a: 1/^b:/- c/- d/e: 4/  | a: 1/e: 4/",
        "a: 1/^b: {/  c: 2}/e: 4/ | a: 1/e: 4/",
        "a: 1/^b:/e: 4/          | a: 1/e: 4/",
        "a:/  ^b: 1/  c: 2/      | a:/  c: 2/",
        "a:/  b: 1/  ^c: 2/d: 3/ | a:/  b: 1/d: 3/",
        // What would be empty goes with its last field.
        "a:/  ^b: 1/c: 2/        | c: 2/",
        "a:/  b:/    ^c: 1/d: 2/ | d: 2/",
        "a:/- ^b: 1/c: 2/        | c: 2/",
        // Fields on one line.
        "{^a: 1, b: 2, c: 3}     | {b: 2, c: 3}",
        "{a: 1, ^b: 2, c: 3}     | {a: 1, c: 3}",
        "{a: 1, b: 2, ^c: 3}     | {a: 1, b: 2}",
        "a: {^b: 1}/c: 2/        | c: 2/",
        "{a: {^b: 1}, c: 2}      | {c: 2}",
        // The first field of an item: the dash stays with the next.
        "- ^a: 1/  b: 2/         | - b: 2/",
        "- a: 1/  ^b: 2/- c: 3/  | - a: 1/- c: 3/",
        "-   ^a: 1/    b: 2/     | -   b: 2/",
        "- ^a:/    x: 1/  b: 2/  | - b: 2/",
        "- ^a: 1/  # of b/  b: 2/ | - b: 2/",
        "- ^a: 1/- b: 2/         | - b: 2/",
        "- a: 1/- ^b: 2/         | - a: 1/",
      })
  void aFieldGoesWithItsValue(String marked, String expected) {
    assertThat(edited(Kind.REMOVE, marked.replace('/', '\n'), ""))
        .isEqualTo(expected.replace('/', '\n'));
  }

  @Test
  void aFieldGoesWithItsBlockOfText() {
    assertThat(edited(Kind.REMOVE, "a: 1\n^b: |\n  x\n\n  y\nc: 3\n", ""))
        .isEqualTo("a: 1\nc: 3\n");
    assertThat(edited(Kind.REMOVE, "a: 1\n^b: >-\n  x\n  y", "")).isEqualTo("a: 1\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a:/- ^b: 1/  c: 2/- d: 3/ | a:/- d: 3/",
        "a:/- d: 3/- ^b: 1/  c: 2/ | a:/- d: 3/",
        "a:/- ^[1, 2]/- [3]/       | a:/- [3]/",
        "a:/  - ^b: 1/e: 4/        | e: 4/",
        "a: [^{b: 1}, {c: 2}]      | a: [{c: 2}]",
        "a: [{b: 1}, ^{c: 2}]      | a: [{b: 1}]",
        "a: [{b: 1}, ^{c: 2}, {d: 3}] | a: [{b: 1}, {d: 3}]",
        "{a: [^{b: 1}], c: 2}      | {c: 2}",
      })
  void anItemGoesWithItsDash(String marked, String expected) {
    String text = marked.replace('/', '\n');
    assertThat(edited(Kind.REMOVE_ITEM, text, "")).isEqualTo(expected.replace('/', '\n'));
  }

  @Test
  void fieldsThatFollowEachOtherGoTogether() {
    String block = "- a: 1\n  b: 2\n  c: 3\n- d: 4\n";
    Edit a = at(Kind.REMOVE, "- ^a: 1", "");
    Edit b = at(Kind.REMOVE, "- a: 1\n  ^b: 2", "");
    Edit c = at(Kind.REMOVE, "- a: 1\n  b: 2\n  ^c: 3", "");
    assertThat(edited(block, a, b)).isEqualTo("- c: 3\n- d: 4\n");
    assertThat(edited(block, b, c)).isEqualTo("- a: 1\n- d: 4\n");
    assertThat(edited(block, c, a)).isEqualTo("- b: 2\n- d: 4\n");
    assertThat(edited(block, a, b, c)).isEqualTo("- d: 4\n");

    String flow = "{a: 1, b: 2, c: 3, d: 4}";
    Edit second = at(Kind.REMOVE, "{a: 1, ^b: 2", "");
    Edit third = at(Kind.REMOVE, "{a: 1, b: 2, ^c: 3", "");
    Edit last = at(Kind.REMOVE, "{a: 1, b: 2, c: 3, ^d: 4", "");
    assertThat(edited(flow, second, third)).isEqualTo("{a: 1, d: 4}");
    assertThat(edited(flow, last, third)).isEqualTo("{a: 1, b: 2}");
    assertThat(edited(flow, at(Kind.REMOVE, "{^a: 1", ""), third)).isEqualTo("{b: 2, d: 4}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a: ^{b: 1}       | a: {x: y, b: 1}",
        "a:/  ^b: 1/  c: 2/ | a:/  x: y/  b: 1/  c: 2/",
        "a:/- ^b: 1/      | a:/- x: y/  b: 1/",
        "^a: 1            | x: y/a: 1",
      })
  void aMappingGetsOneMoreKeyBeforeTheOthers(String marked, String expected) {
    assertThat(edited(Kind.ADD, marked.replace('/', '\n'), "x: y"))
        .isEqualTo(expected.replace('/', '\n'));
  }

  @Test
  void linesEndAsTheOthersDo() {
    assertThat(edited(Kind.ADD, "a:\r\n  ^b: 1\r\n", "x: y"))
        .isEqualTo("a:\r\n  x: y\r\n  b: 1\r\n");
    assertThat(edited(Kind.REMOVE, "a: 1\r\n^b: 2\r\nc: 3\r\n", "")).isEqualTo("a: 1\r\nc: 3\r\n");
    assertThat(edited(Kind.REMOVE, "- ^a: 1\r\n  b: 2\r\n", "")).isEqualTo("- b: 2\r\n");
  }

  /** YAML ends a line at a carriage return alone too, as old systems wrote it. */
  @Test
  void aCarriageReturnAloneEndsALineToo() {
    String text = "a: 1\rb: 2\rc: 3\r";
    assertThat(edited(text, new Edit(Kind.REMOVE, 2, 1, ""))).isEqualTo("a: 1\rc: 3\r");
    assertThat(edited(text, new Edit(Kind.REMOVE, 3, 1, ""))).isEqualTo("a: 1\rb: 2\r");
    assertThat(edited("a:\r  b: 1\r", new Edit(Kind.ADD, 2, 3, "x: y")))
        .isEqualTo("a:\r  x: y\r  b: 1\r");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // Not a place of a value.
        "REPLACE a:^ b",
        "REMOVE a: 1/b:^ 2",
        // A block of text, which is no single value.
        "REPLACE a: ^|/  b",
        "UNQUOTE a: ^>-/  b",
        // What other places share.
        "REPLACE a: ^&x b/c: *x",
        "UNQUOTE a: ^&x '1'/c: *x",
        "REMOVE a: &x {^b: 1, d: 2}/c: *x",
        "REPLACE a: &x {b: ^c}/d: *x",
        "ADD a: &x ^{b: 1}/c: *x",
        // Nothing is left of the document.
        "REMOVE ^a: 1",
        "REMOVE {^a: 1}",
        "REMOVE a: {^b: 1}",
        "REMOVE_ITEM - ^a: 1",
        "REMOVE ^a",
        // No mapping that has a key.
        "ADD a: ^{}",
        "ADD a: ^[b]",
        "ADD a: ^b",
        "REMOVE_ITEM a: [^b, c]",
      })
  void whatCannotBeChangedIsLeft(String edit) {
    String[] parts = edit.split(" ", 2);
    Kind kind = Kind.valueOf(parts[0]);
    String marked = parts[1].replace('/', '\n');
    assertThat(canBeMade(kind, marked)).isFalse();
    assertThat(edited(kind, marked, "x")).isEqualTo(marked.replace("^", ""));
  }

  @Test
  void theEditsOfAFindingAreMadeTogetherOrNotAtAll() {
    String text = "a: 1\nb: &x 2\nc: *x\nd: 4\n";
    Edit possible = at(Kind.REPLACE, "a: ^1", "3");
    Edit impossible = at(Kind.REPLACE, "a: 1\nb: ^&x 2", "3");
    Edit other = at(Kind.REPLACE, "a: 1\nb: &x 2\nc: *x\nd: ^4", "5");
    SourceEdits source = SourceEdits.of(text).orElseThrow();

    assertThat(source.changes(List.of(possible, impossible))).isEmpty();
    assertThat(
            SourceEdits.changed(
                text, source.changesOf(List.of(List.of(possible, impossible), List.of(other)))))
        .isEqualTo("a: 1\nb: &x 2\nc: *x\nd: 5\n");
  }

  /** A file in a ConfigMap is read when a place in it is asked for. */
  @Test
  void placesInABlockOfTextAreThoseOfTheFile() {
    String text =
        """
        # \uD83D\uDE80
        data:
          first.yaml: |
            a: 1
            b: 2
          second.yaml: |
            c: 3
            d: [4, 5]
          none: x
        """;
    SourceEdits source = SourceEdits.of(text).orElseThrow();
    Edit b = new Edit(Kind.REPLACE, 5, 8, "20");
    Edit c = new Edit(Kind.REMOVE, 7, 5, "");

    assertThat(SourceEdits.changed(text, source.changesOf(List.of(List.of(b), List.of(c)))))
        .isEqualTo(text.replace("b: 2", "b: 20").replace("    c: 3\n", ""));
    assertThat(value(source, text, 4, 8)).contains("1");
    assertThat(value(source, text, 8, 9)).contains("4");
    assertThat(value(source, text, 9, 9)).contains("x");
    assertThat(value(source, text, 9, 5)).isEmpty();
    assertThat(value(SourceEdits.of(text).orElseThrow(), text, 8, 5)).contains("d");
  }

  @Test
  void aBlockThatIsNotYamlHasNoPlaces() {
    String text = "a: |\n  b: [\n  c: d\ne: f\n";
    SourceEdits source = SourceEdits.of(text).orElseThrow();

    assertThat(value(source, text, 3, 6)).isEmpty();
    assertThat(value(source, text, 4, 4)).contains("f");
  }

  private static Optional<String> value(SourceEdits source, String text, int line, int column) {
    return source.value(line, column).map(found -> text.substring(found.begin(), found.end()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a: ^b # c       | b",
        "^a: b           | a",
        "a: ^'b'         | 'b'",
        "a: ^{b: c}      | {b: c}",
        "a: ^[b, c]/d: e | [b, c]",
        "a: ^{}          | {}",
        "a:/  ^b: c/     | b",
        "a:/- ^b: c/     | b",
        "a:/^- b: c/     | b",
      })
  void theValueOfAPlaceIsWhereItIs(String marked, String expected) {
    String yaml = marked.replace('/', '\n');
    Edit at = at(Kind.REPLACE, yaml, "");
    String text = yaml.replace("^", "");
    assertThat(value(SourceEdits.of(text).orElseThrow(), text, at.line(), at.column()))
        .contains(expected);
  }

  @Test
  void whatIsNotYamlHasNoEdits() {
    assertThat(SourceEdits.of("a: [")).isEmpty();
    assertThat(SourceEdits.of("")).isPresent();
  }

  /** Of changes that overlap, the one further down is made; those that only touch are both made. */
  @Test
  void changesThatOverlapAreNotBothMade() {
    SourceEdits.Change whole = new SourceEdits.Change(0, 10, "");
    SourceEdits.Change inside = new SourceEdits.Change(5, 7, "x");
    SourceEdits.Change before = new SourceEdits.Change(3, 5, "y");

    assertThat(SourceEdits.apart(List.of(whole, inside, before))).containsExactly(before, inside);
    assertThat(SourceEdits.apart(List.of(inside, new SourceEdits.Change(5, 9, "z"))))
        .containsExactly(inside);
    assertThat(SourceEdits.changed("0123456789", List.of(before, inside))).isEqualTo("012yx789");
  }
}
