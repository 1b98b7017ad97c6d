package io.gpuspec.manifest.internal.tree;

import static io.gpuspec.testkit.Errors.assertError;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpuspec.internal.yaml.YamlKind;
import io.gpuspec.internal.yaml.YamlLimits;
import io.gpuspec.internal.yaml.YamlScalar;
import io.gpuspec.manifest.error.ManifestException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class YamlDocumentsTest {
  /** Limits that a test meets at once; the default ones hold a List of a big cluster. */
  private static final YamlLimits SMALL = new YamlLimits(100, 300, 2 << 20, 4 << 20);

  // What is read.

  @Test
  void everyDocumentIsReadWithPositions() {
    Iterator<YamlPlace> documents =
        YamlDocuments.of("a.yaml", "kind: Pod\nspec:\n  containers:\n  - name: x\n---\nkind: Job\n")
            .iterator();

    YamlPlace name =
        documents.next().require("spec").require("containers").items().get(0).require("name");
    assertThat(name.path()).isEqualTo("spec.containers[0].name");
    assertThat(name.node().line()).isEqualTo(4);
    assertThat(name.node().column()).isEqualTo(11);
    assertThat(name.string()).isEqualTo("x");
    YamlPlace kind = documents.next().require("kind");
    assertThat(kind.string()).isEqualTo("Job");
    assertThat(kind.node().line()).isEqualTo(6);
    assertThat(documents.hasNext()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "\n\n", "# only\n# comments\n", "---\n", "---\n---\n# x\n---\n", "null", "~"})
  void nothingIsNoDocument(String text) {
    assertThat(Trees.read(text)).isEmpty();
  }

  @Test
  void emptyDocumentsAreLeftOut() {
    assertThat(Trees.read("---\n---\na: 1\n---\n# x\n---\nb: 2\n...\n"))
        .containsExactly(Map.of("a", 1L), Map.of("b", 2L));
  }

  @Test
  void jsonIsYaml() {
    assertThat(
            Trees.read(
                "{\"a\": [1, true, \"x\\n\\u00e9\\ud83d\\ude00\\/\"], \"b\": {},\n\t\"c\":[]}"))
        .containsExactly(
            Map.of(
                "a", List.of(1L, true, "x\n\u00e9\ud83d\ude00/"), "b", Map.of(), "c", List.of()));
  }

  @Test
  void windowsLineEndsAndAByteOrderMarkAreTaken() {
    YamlPlace root =
        only(YamlDocuments.of("a.yaml", bytes("\uFEFFa: 1\r\nb: |\r\n  x\r\n  y\r\n")));

    assertThat(Trees.of(root)).isEqualTo(Map.of("a", 1L, "b", "x\ny\n"));
    assertThat(root.node().column()).isEqualTo(1);
    assertThat(root.require("b").node().line()).isEqualTo(2);
  }

  @Test
  void utf16IsReadWhereAMarkSaysSo() {
    byte[] text = "\uFEFFa: \u00e9\n".getBytes(UTF_16LE);

    assertThat(Trees.of(only(YamlDocuments.of("a.yaml", new ByteArrayInputStream(text)))))
        .isEqualTo(Map.of("a", "\u00e9"));
  }

  @Test
  void aReaderIsReadAsAStreamIs() {
    assertThat(Trees.of(only(YamlDocuments.of("a.yaml", new StringReader("a: 1")))))
        .isEqualTo(Map.of("a", 1L));
  }

  @Test
  void charactersAcrossEveryBufferAreReadWhole() {
    // One blank ahead moves each surrogate pair from one side of a buffer's edge to the other.
    String emoji = "\ud83d\ude00".repeat(300_000);
    for (String ahead : List.of("a: ", "a:  ")) {
      assertThat(Trees.of(only(YamlDocuments.of("a.yaml", bytes(ahead + emoji)))))
          .isEqualTo(Map.of("a", emoji));
    }
  }

  @Test
  void anchorsMeanWhatTheyStandFor() {
    YamlPlace root = only(YamlDocuments.of("a.yaml", "a: &x {k: v}\nb: *x\nc: [*x, *x]\n"));

    assertThat(Trees.of(root))
        .isEqualTo(
            Map.of(
                "a", Map.of("k", "v"),
                "b", Map.of("k", "v"),
                "c", List.of(Map.of("k", "v"), Map.of("k", "v"))));
    assertThat(root.require("b").require("k").path()).isEqualTo("b.k");
    assertThat(root.require("b").node()).isSameAs(root.require("a").node());
  }

  @Test
  void anchorsEndWithTheirDocument() {
    assertError(failure("a: &x 1\n---\nb: *x\n"), "yaml.malformed", "a.yaml:3:4");
  }

  @Test
  void mergeKeysFillInWhatIsMissing() {
    String yaml =
        """
        one: &one {a: 1, b: 1}
        two: &two {b: 2, c: 2}
        merged:
          <<: [*one, *two]
          a: own
        single:
          <<: *two
        key:
          "<<": text
        """;

    YamlPlace root = only(YamlDocuments.of("a.yaml", yaml));
    assertThat(Trees.of(root.require("merged"))).isEqualTo(Map.of("a", "own", "b", 1L, "c", 2L));
    assertThat(Trees.of(root.require("single"))).isEqualTo(Map.of("b", 2L, "c", 2L));
    assertThat(Trees.of(root.require("key"))).isEqualTo(Map.of("<<", "text"));
  }

  @Test
  void onlyMappingsAreMerged() {
    assertError(failure("a:\n  <<: 8\n"), "yaml.malformed", "a.yaml:2:7", "<<");
  }

  @Test
  void tenThousandDocumentsAreRead() {
    int count = 0;
    for (YamlPlace document : YamlDocuments.of("a.yaml", "---\nkind: Pod\n".repeat(10_000))) {
      assertThat(document.node().line()).isEqualTo(2 * count + 2);
      count++;
    }
    assertThat(count).isEqualTo(10_000);
  }

  @Test
  void documentsBeforeAProblemAreReadFirst() {
    Iterator<YamlPlace> documents = YamlDocuments.of("a.yaml", "a: 1\n---\nb: [\n").iterator();

    assertThat(Trees.of(documents.next())).isEqualTo(Map.of("a", 1L));
    assertThatThrownBy(documents::hasNext).isInstanceOf(ManifestException.class);
    assertThatThrownBy(documents::next).isInstanceOf(ManifestException.class);
  }

  @Test
  void documentsAreWalkedOnce() {
    YamlDocuments documents = YamlDocuments.of("a.yaml", "a: 1");
    documents.iterator();

    assertThatThrownBy(documents::iterator)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the documents of a.yaml can be walked once only");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "!!str 8|STRING|false",
        "! 8|STRING|false",
        "!<tag:yaml.org,2002:str> 8|STRING|false",
        "!!int '8'|INT|false",
        "!!float 8|FLOAT|false",
        "!!bool yes|BOOL|false",
        "'8'|STRING|false",
        "\"true\"|STRING|false",
        "8|INT|true",
        "yes|BOOL|true"
      },
      delimiter = '|')
  void coreTagsAndQuotesDecideOnTheKind(String text, YamlKind kind, boolean plain) {
    YamlScalar scalar =
        (YamlScalar) only(YamlDocuments.of("a.yaml", "k: " + text)).require("k").node();

    assertThat(scalar.kind()).isEqualTo(kind);
    assertThat(scalar.plain()).isEqualTo(plain);
  }

  @Test
  void coreTagsOnCollectionsAreTaken() {
    assertThat(Trees.read("!!map {a: !!seq [1]}")).containsExactly(Map.of("a", List.of(1L)));
  }

  // What is refused.

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "!!java.net.URL [x]|!!java.net.URL",
        "!!javax.script.ScriptEngineManager [x]|!!javax.script.ScriptEngineManager",
        "!foo bar|!foo",
        "!!binary aGk=|!!binary",
        "!!timestamp 2024-01-01|!!timestamp",
        "!!set {a}|!!set",
        "!!map [a]|!!map",
        "!!python/object:os.system x|!!python/object:os.system",
        "!<tag:example.com,2024:x> y|tag:example.com,2024:x"
      })
  void otherTagsAreRefused(String text, String tag) {
    assertError(failure("k: " + text), "yaml.malformed", tag, "a.yaml:1:4");
  }

  @Test
  void aTagThatContradictsItsValueIsRefused() {
    assertError(failure("k: !!int x"), "yaml.malformed", "a.yaml:1:4", "x");
  }

  @Test
  void aDuplicateKeyIsRefusedWithBothLines() {
    ManifestException failure = failure("metadata:\n  labels:\n    a: 1\n    b: 2\n    'a': 3\n");

    assertError(failure, "yaml.malformed", "a.yaml:5:5", "a");
    assertThat(failure.source()).isEqualTo("a.yaml");
    assertThat(failure.line()).isEqualTo(5);
    assertThat(failure.column()).isEqualTo(5);
  }

  @Test
  void aTemplateIsNoManifest() {
    assertError(
        failure("name: {{ .Values.name }}\n"),
        "template.unresolved",
        "a.yaml:1:7",
        "{{ .Values.name }}");
  }

  @Test
  void aKeyIsNoMapping() {
    assertError(failure("? {a: b}\n: c\n"), "yaml.malformed", "a.yaml:1:3");
  }

  @Test
  void aKeyIsNeverEmpty() {
    assertError(failure("~: x"), "yaml.malformed");
  }

  @Test
  void aliasBombsStopAtTheNodeLimit() {
    StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 30; i++) {
      String alias = "*a" + (i - 1);
      bomb.append(
          "a%d: &a%d [%s]\n"
              .formatted(
                  i,
                  i,
                  String.join(
                      ", ",
                      List.of(
                          alias, alias, alias, alias, alias, alias, alias, alias, alias, alias))));
    }

    assertError(failure(bomb.toString()), "yaml.malformed");
  }

  @Test
  void whatIsWrittenOutIsNotCountedAsAliases() {
    String yaml = "a: &a 1\nb: *a\nc: [" + "x,".repeat(120) + "]\n";

    assertThat(only(YamlDocuments.of("a.yaml", yaml).within(SMALL)).require("c").items())
        .hasSize(120);
  }

  @Tag("slow")
  @Test
  void aDocumentOfTinyValuesStopsAtItsOwnLimitWithoutAWordOfAliases() {
    assertThat(failure("[" + "x,".repeat(3_000_001) + "]"))
        .hasMessageContaining("more than 3000000 values in one document")
        .hasMessageContaining("split it with '---' lines")
        .message()
        .doesNotContain("alias");
  }

  @Test
  void mergeBombsStopAtTheNodeLimit() {
    StringBuilder bomb = new StringBuilder("a0: &a0 {k: v}\n");
    for (int i = 1; i < 40; i++) {
      bomb.append("a%d: &a%d {<<: *a%d, k%d: *a%d}\n".formatted(i, i, i - 1, i, i - 1));
    }

    assertError(failure(bomb.toString()), "yaml.malformed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a: &x [*x]", "a: &x {b: {c: *x}}", "&x [1, *x]", "&x {*x : 1}"})
  void anAliasInsideItselfIsRefused(String text) {
    assertError(failure(text), "yaml.malformed");
  }

  @Test
  void anUnknownAliasIsRefused() {
    assertError(failure("a: *nope"), "yaml.malformed", "a.yaml:1:4");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{a: ", "- ", "? ", "[\n", "{a: [", "!!seq [", "&a ["})
  void depthBombsStopAtTheDepthLimit(String opening) {
    assertError(failure(opening.repeat(100_000)), "yaml.malformed");
  }

  @Test
  void aHundredListsInsideEachOtherAreTheMost() {
    assertThat(Trees.read("[".repeat(100) + "]".repeat(100))).hasSize(1);
    assertError(failure("[".repeat(101) + "]".repeat(101)), "yaml.malformed", "a.yaml:1:101");
  }

  @Test
  void aliasesDoNotGoAroundTheDepthLimit() {
    String sixty = "[".repeat(60);
    assertError(
        failure("a: &a " + sixty + "]".repeat(60) + "\nb: " + sixty + "*a" + "]".repeat(60) + "\n"),
        "yaml.malformed",
        "a.yaml:2:64");
  }

  @Tag("slow")
  @Test
  void aFileIsNotReadBeyondItsLimit() {
    Repeated stream = new Repeated("---\n# " + "x".repeat(4_000) + "\nkind: Pod\n");

    assertThat(failure(stream))
        .hasMessageContaining("more than 64 MiB of YAML")
        .hasMessageContaining("split the file");
    assertThat(stream.read).isLessThan(65L << 20);
  }

  @ParameterizedTest
  @ValueSource(strings = {"- xxxxxxxxxxxxxxx\n", "# xxxxxxxxxx\n", "x", "\"", "\n", " "})
  void aDocumentIsNotReadBeyondItsLimit(String repeated) {
    Repeated stream = new Repeated(repeated.repeat(4096 / repeated.length()));

    assertThat(failure(YamlDocuments.of("a.yaml", stream).within(SMALL))).isNotNull();
    assertThat(stream.read).isLessThan(3L << 20);
  }

  @Test
  void aDocumentThatIsTooLargeIsToldHowToShrink() {
    Repeated stream = new Repeated("# " + "x".repeat(4_000) + "\n");

    assertError(failure(stream), "yaml.malformed");
  }

  @Test
  void bytesThatAreNotUtf8AreLocated() {
    assertError(
        failure(new ByteArrayInputStream(new byte[] {'a', ':', '\n', ' ', (byte) 0xE9, 'x'})),
        "yaml.malformed",
        "a.yaml:2:2");
  }

  @Test
  void aCharacterCutOffAtTheEndIsLocated() {
    assertError(
        failure(new ByteArrayInputStream(new byte[] {'a', ':', ' ', (byte) 0xE2, (byte) 0x82})),
        "yaml.malformed",
        "a.yaml:1:4");
  }

  @ParameterizedTest
  @CsvSource({"0,\\x00", "7,\\x07", "27,\\x1B", "127,\\x7F", "65534,\\uFFFE", "55357,\\uD83D"})
  void charactersYamlDoesNotAllowAreLocated(int character, String shown) {
    assertThat(failure("a: 1\nb: x" + (char) character + "y\n"))
        .satisfies(e -> assertThat(e.line()).isEqualTo(2))
        .hasMessageContaining(shown.equals("\\uD83D") ? "found the character" : shown);
  }

  @Test
  void halfAPairAtTheEndIsRefused() {
    assertThat(failure("a: \ud83d")).isNotNull();
    assertError(failure("a: \"\\ud83d\""), "yaml.malformed");
  }

  @Test
  void binaryGarbageIsRefused() {
    byte[] gzip = {0x1F, (byte) 0x8B, 8, 0, 0, 0, 0, 0};

    assertError(failure(new ByteArrayInputStream(gzip)), "yaml.malformed", "a.yaml:1:1");
  }

  @Test
  void aTabAsIndentationIsLocated() {
    assertError(failure("a:\n\tb: 1\n"), "yaml.malformed", "a.yaml:2:1");
  }

  @Test
  void anUnclosedListIsLocatedAtBothEnds() {
    assertError(failure("key: [unclosed\nb: 1\n"), "yaml.malformed", "a.yaml:2:2");
  }

  @Test
  void aStreamThatBreaksIsAProblemOfTheManifest() {
    InputStream broken =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("disk on fire");
          }
        };

    assertThat(failure(broken))
        .hasMessage("a.yaml:1:1: the input cannot be read further: disk on fire")
        .hasCauseInstanceOf(IOException.class);
  }

  private static YamlPlace only(YamlDocuments documents) {
    Iterator<YamlPlace> iterator = documents.iterator();
    YamlPlace only = iterator.next();
    assertThat(iterator.hasNext()).isFalse();
    return only;
  }

  private static ManifestException failure(String text) {
    return failure(YamlDocuments.of("a.yaml", text));
  }

  private static ManifestException failure(InputStream input) {
    return failure(YamlDocuments.of("a.yaml", input));
  }

  private static ManifestException failure(YamlDocuments documents) {
    return catchThrowableOfType(ManifestException.class, () -> documents.forEach(document -> {}));
  }

  private static InputStream bytes(String text) {
    return new ByteArrayInputStream(text.getBytes(UTF_8));
  }

  /** A text without end. */
  private static final class Repeated extends InputStream {
    private final byte[] text;
    private long read;

    Repeated(String text) {
      this.text = text.getBytes(UTF_8);
    }

    @Override
    public int read() {
      return text[(int) (read++ % text.length)];
    }

    @Override
    public int read(byte[] target, int offset, int length) {
      int start = (int) (read % text.length);
      int copied = Math.min(length, text.length - start);
      System.arraycopy(text, start, target, offset, copied);
      read += copied;
      return copied;
    }
  }
}
