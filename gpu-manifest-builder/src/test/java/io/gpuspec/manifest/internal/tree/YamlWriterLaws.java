package io.gpuspec.manifest.internal.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.internal.yaml.YamlText;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

class YamlWriterLaws {

  @Property
  void everyReaderReadsBackWhatWasWritten(@ForAll("trees") Object tree) {
    String yaml = YamlWriter.write(tree);

    assertReadsAs(yaml, tree);
  }

  @Property(tries = 3000)
  void everyStringIsReadBack(@ForAll("strings") String key, @ForAll("strings") String text) {
    Object tree = Map.of("a", Map.of(key, text), "b", List.of(text, List.of(text)));

    assertReadsAs(YamlWriter.write(tree), tree);
  }

  @Property
  void everyCommentIsOnlyAComment(@ForAll("strings") String comment) {
    Map<String, Object> tree = Map.of("a", List.of(Map.of("b", "x\ny\n"), 1L), "c", "d");
    String yaml =
        YamlWriter.write(
            tree,
            Map.of("", comment, "a", comment, "a[0]", comment, "a[0].b", comment, "c", comment));

    assertReadsAs(yaml, tree);
  }

  @Property
  void joinedDocumentsAreReadOneByOne(@ForAll("trees") Object first, @ForAll("trees") Object last) {
    String yaml = YamlWriter.join(List.of(YamlWriter.write(first), YamlWriter.write(last)));

    assertThat(Trees.read(yaml)).containsExactly(Trees.widened(first), Trees.widened(last));
  }

  @Property
  void whatIsReadIsWrittenTheSameAgain(@ForAll("trees") Object tree) {
    String yaml = YamlWriter.write(tree);

    assertThat(YamlWriter.write(Trees.read(yaml).get(0))).isEqualTo(yaml);
  }

  private static void assertReadsAs(String yaml, Object tree) {
    Object expected = Trees.widened(tree);
    assertThat(new String(yaml.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
        .isEqualTo(yaml);
    assertThat(Trees.read(yaml)).as(yaml).containsExactly(expected);
    // From a text, SnakeYAML Engine 2.10 fails at a surrogate pair after 1,024 characters.
    InputStream bytes = new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8));
    assertThat(Trees.widened(new Load(LoadSettings.builder().build()).loadFromInputStream(bytes)))
        .as(yaml)
        .isEqualTo(expected);
    assertThat(Trees.widened(new Yaml(new SafeConstructor(new LoaderOptions())).<Object>load(yaml)))
        .as(yaml)
        .isEqualTo(expected);
  }

  @Provide
  Arbitrary<Object> trees() {
    Arbitrary<Object> leaf =
        Arbitraries.oneOf(
            strings().map(text -> (Object) text),
            strings().map(text -> (Object) text),
            Arbitraries.integers().map(number -> (Object) number),
            Arbitraries.longs().map(number -> (Object) number),
            Arbitraries.of(true, false).map(flag -> (Object) flag),
            Arbitraries.of(Map.of(), List.of()));
    return Arbitraries.recursive(() -> leaf, YamlWriterLaws::collections, 1, 4);
  }

  private static Arbitrary<Object> collections(Arbitrary<Object> nodes) {
    Arbitrary<Object> lists = nodes.list().ofMaxSize(4).map(list -> list);
    Arbitrary<String> keys =
        Arbitraries.oneOf(
            strings(),
            Arbitraries.of(
                "name", "labels", "annotations", "limits", "env", "value", "spec", "data", "cpu"));
    Arbitrary<Object> maps =
        Arbitraries.maps(keys, nodes).ofMaxSize(4).map(map -> new LinkedHashMap<>(map));
    return Arbitraries.oneOf(lists, maps);
  }

  @Provide
  static Arbitrary<String> strings() {
    Arbitrary<String> nasty =
        Arbitraries.of(
                "",
                " ",
                "  ",
                "\t",
                "\n",
                "\r",
                "\r\n",
                "\u0085",
                "\u2028",
                "\u2029",
                "\uFEFF",
                "\u0000",
                "\u0007",
                "\u001b",
                "\u007f",
                "\u0080",
                "\u00a0",
                "\u200d",
                "\u202e",
                "\ufffe",
                "\uffff",
                "\ud83d\ude00",
                "\udb40\udc01",
                "- ",
                "? ",
                ": ",
                ":",
                " #",
                "#",
                "%",
                "@",
                "`",
                "&a",
                "*a",
                "!",
                "!!str ",
                "|",
                ">",
                "'",
                "\"",
                "\\",
                "\\n",
                "{",
                "}",
                "[",
                "]",
                ",",
                "=",
                "<<",
                "~",
                "-",
                "--",
                "---",
                "...",
                "y",
                "n",
                "yes",
                "No",
                "on",
                "OFF",
                "true",
                "False",
                "null",
                "NULL",
                ".inf",
                "-.INF",
                ".nan",
                "NaN",
                "1",
                "0",
                "-1",
                "+1",
                "1.5",
                ".5",
                "1.",
                "1e3",
                "1E+3",
                "0x1F",
                "010",
                "08",
                "0o17",
                "0b11",
                "1_000",
                "12:30:45",
                "1:20",
                "-1:20.5",
                "2024-01-01",
                "2024-01-01T00:00:00Z",
                "2024-1-1 1:2:3",
                "a",
                "b",
                "word",
                "/dev/shm",
                "--flag=x",
                "-c",
                "$(X)",
                "./run",
                "$",
                "a: b",
                "a:b",
                "a #b",
                "\u00e9",
                "x".repeat(200))
            .list()
            .ofMinSize(0)
            .ofMaxSize(5)
            .map(pieces -> String.join("", pieces));
    Arbitrary<String> any =
        Arbitraries.strings().all().ofMaxLength(30).filter(text -> !YamlText.hasHalfPair(text));
    Arbitrary<String> printable = Arbitraries.strings().withCharRange(' ', '~').ofMaxLength(12);
    return Arbitraries.oneOf(nasty, nasty, printable, any);
  }
}
