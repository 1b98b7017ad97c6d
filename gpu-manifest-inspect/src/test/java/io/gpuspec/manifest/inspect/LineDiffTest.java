package io.gpuspec.manifest.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.manifest.inspect.SourceEdits.Change;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hunks, by hand from the unified format of GNU diff: {@code diff -U0}. */
class LineDiffTest {
  private static final String TEXT = "one\ntwo\nthree\nfour\n";

  /** Replaces words of a text, and returns what the diff says of it. */
  private static String diff(String text, String... wordsAndTheirs) {
    List<Change> changes = new ArrayList<>();
    for (int i = 0; i < wordsAndTheirs.length; i += 2) {
      int begin = text.indexOf(wordsAndTheirs[i]);
      assertThat(begin).as(wordsAndTheirs[i]).isNotNegative();
      changes.add(new Change(begin, begin + wordsAndTheirs[i].length(), wordsAndTheirs[i + 1]));
    }
    return LineDiff.unified(text, changes);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // A part of a line, the first, one inside, and the last.
        "one     | 1           | @@ -1,1 +1,1 @@/-one/+1/",
        "hre     | HRE         | @@ -3,1 +3,1 @@/-three/+tHREe/",
        "four    | 4           | @@ -4,1 +4,1 @@/-four/+4/",
        // Whole lines that go away: the line before is named.
        "one/    | ''          | @@ -1,1 +0,0 @@/-one/",
        "two/    | ''          | @@ -2,1 +1,0 @@/-two/",
        "two/three/ | ''       | @@ -2,2 +1,0 @@/-two/-three/",
        "four/   | ''          | @@ -4,1 +3,0 @@/-four/",
        // A line more: the lines that stay are no part of the hunk.
        "two     | two/and     | @@ -2,0 +3,1 @@/+and/",
        "two     | and/two     | @@ -1,0 +2,1 @@/+and/",
        "one     | zero/one    | @@ -0,0 +1,1 @@/+zero/",
        "four    | four/five   | @@ -4,0 +5,1 @@/+five/",
        "wo/three | wo/3/three | @@ -2,0 +3,1 @@/+3/",
        // Lines that become one, and one that becomes several.
        "two/three | 2-3       | @@ -2,2 +2,1 @@/-two/-three/+2-3/",
        "two     | 2/2a/2b     | @@ -2,1 +2,3 @@/-two/+2/+2a/+2b/",
      })
  void aHunkHasTheLinesThatChange(String from, String to, String hunk) {
    assertThat(diff(TEXT, from.replace('/', '\n'), to.replace('/', '\n')))
        .isEqualTo(hunk.replace('/', '\n'));
  }

  @Test
  void laterHunksCountTheLinesThatTheOnesBeforeAddAndTakeAway() {
    String text = "a\nb\nc\nd\ne\nf\ng\n";

    assertThat(diff(text, "b\n", "", "d", "d1\nd2\nd3", "f\n", "", "g", "G"))
        .isEqualTo(
            """
            @@ -2,1 +1,0 @@
            -b
            @@ -4,1 +3,3 @@
            -d
            +d1
            +d2
            +d3
            @@ -6,1 +6,0 @@
            -f
            @@ -7,1 +7,1 @@
            -g
            +G
            """);
  }

  @Test
  void changesOfOneLineAreOneHunkInWhateverOrderTheyCome() {
    assertThat(diff("k: {a: 1, b: 2, c: 3}\nl: 4\n", "c: 3", "c: 30", "a: 1", "a: 10"))
        .isEqualTo("@@ -1,1 +1,1 @@\n-k: {a: 1, b: 2, c: 3}\n+k: {a: 10, b: 2, c: 30}\n");
  }

  @Test
  void aChangeInsideOfTheLineThatAnotherEndsInIsOfItsHunk() {
    assertThat(diff("a: [\n  b, c]\nd: e\n", "[\n  b", "[B", "c]", "C]"))
        .isEqualTo("@@ -1,2 +1,1 @@\n-a: [\n-  b, c]\n+a: [B, C]\n");
  }

  /** Lines that are alike are counted once, from above. */
  @Test
  void ofLinesThatAreAlikeTheLastIsAddedOrTakenAway() {
    assertThat(diff("a\nb", "a\n", "a\na\n")).isEqualTo("@@ -1,0 +2,1 @@\n+a\n");
    assertThat(diff("x\nx\nx\n", "x\nx\nx", "x\nx")).isEqualTo("@@ -3,1 +2,0 @@\n-x\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a/b   | b | c     | @@ -2,1 +2,1 @@/-b/! No newline at end of file/+c/! No newline at end of file/",
        "a/b   | b | c/    | @@ -2,1 +2,1 @@/-b/! No newline at end of file/+c/",
        "a     | a | b     | @@ -1,1 +1,1 @@/-a/! No newline at end of file/+b/! No newline at end of file/",
        "a/b   | /b | ''   | @@ -1,2 +1,1 @@/-a/-b/! No newline at end of file/+a/! No newline at end of file/",
      })
  void aLastLineWithoutEndIsSaidToHaveNone(String text, String from, String to, String hunk) {
    assertThat(diff(text.replace('/', '\n'), from.replace('/', '\n'), to.replace('/', '\n')))
        .isEqualTo(hunk.replace('/', '\n').replace('!', '\\'));
  }

  @Test
  void withoutChangesThereIsNoHunk() {
    assertThat(LineDiff.unified(TEXT, List.of())).isEmpty();
  }
}
