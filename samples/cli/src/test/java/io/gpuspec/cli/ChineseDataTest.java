package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** What the library has as data, and the command line says in Chinese: each text has an entry. */
class ChineseDataTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern HAN = Pattern.compile("\\p{IsHan}");
  private static final Phrases CHINESE = Phrases.of(Language.ZH);

  /** A title without two such words is a name. */
  private static final Pattern PROSE =
      Pattern.compile("(?<![\\w./-])[a-z]{3,} [a-z]{2,}(?![\\w./-])");

  private static final Pattern TITLE =
      Pattern.compile("new Citation\\(\\s*(\"[^\"]*\"(?:\\s*\\+\\s*\"[^\"]*\")*)");

  @ParameterizedTest
  @CsvSource({
    "gpu-spec-core, scheduling/resources.json, counts, 10",
    "gpu-spec-core, scheduling/resources.json, advertisedBy, 8",
    "gpu-spec-core, scheduling/resources.json, note, 15",
    "gpu-spec-core, scheduling/resources.json, correction, 4",
    "gpu-spec-advise, cluster/features.json, note, 3",
    "gpu-spec-advise, cluster/features.json, correction, 3",
    "gpu-spec-advise, cluster/components.json, why, 10"
  })
  void everyTextOfAFileIsThereInBothLanguages(String module, String file, String field, int least)
      throws IOException {
    JsonNode root =
        JSON.readTree(
            Guides.root()
                .resolve(module + "/src/main/resources/io/gpuspec")
                .resolve(file)
                .toFile());

    assertThat(
            root.findValuesAsText(field).stream()
                .filter(text -> text.contains(" ") && !text.equals("GPU manager")))
        .hasSizeGreaterThanOrEqualTo(least)
        .allSatisfy(text -> assertThat(CHINESE.words(text)).as(text).containsPattern(HAN));
  }

  /** With what a text has in brackets, and without. */
  @Test
  void everyCommentOfACommandThatChecksIsThereInBothLanguages() throws IOException {
    Path file =
        Guides.root()
            .resolve("gpu-manifest-builder/src/main/resources/io/gpuspec/manifest/verify.yaml");
    List<String> comments =
        JSON.valueToTree(load(Files.readString(file))).findValuesAsText("why").stream()
            .flatMap(
                why -> Stream.of(why.replaceAll("\\[.*?]", ""), why.replaceAll("[\\[\\]]", "")))
            .map(why -> why.replaceAll("\\$\\w+", "x1"))
            .distinct()
            .toList();

    assertThat(comments)
        .hasSizeGreaterThan(70)
        .allSatisfy(
            text -> {
              assertThat(CHINESE.commented("# " + text)).as(text).containsPattern(HAN);
              assertThat(ChineseAnswersTest.isEnglish(CHINESE.commented("# " + text), ""))
                  .as(text)
                  .isFalse();
            });
  }

  private static Object load(String yaml) {
    return new Load(LoadSettings.builder().build()).loadFromString(yaml);
  }

  @Test
  void everyTitleOfASourceIsThereInBothLanguages() throws IOException {
    Map<String, String> catalog = Phrases.catalog("zh-sources.po");
    Set<String> titles = new TreeSet<>();
    try (Stream<Path> files = Files.walk(Guides.root())) {
      for (Path each : files.filter(ChineseDataTest::isOfTheLibrary).toList()) {
        String text = Files.readString(each);
        if (each.toString().endsWith(".java")) {
          TITLE
              .matcher(text.replaceAll("(?m)^ *(?:\\*|//).*$", ""))
              .results()
              .map(found -> found.group(1).replaceAll("\"\\s*\\+\\s*\"", "").replace("\"", ""))
              .forEach(titles::add);
        } else {
          cited(each.toString().endsWith(".json") ? JSON.readTree(text) : tree(text), titles);
        }
      }
    }

    assertThat(titles)
        .hasSizeGreaterThan(300)
        .allSatisfy(
            title ->
                assertThat(catalog.getOrDefault(title, ""))
                    .as(title)
                    .matches(
                        found ->
                            HAN.matcher(found).find()
                                || !PROSE.matcher(title.replaceAll("'[^']*'", "")).find()));
  }

  /** Rules; a file of objects has tags of its own, and names its sources by their keys. */
  private static JsonNode tree(String yaml) {
    return yaml.startsWith("citations:") ? JSON.valueToTree(load(yaml)) : JSON.nullNode();
  }

  private static void cited(JsonNode node, Set<String> titles) {
    List<JsonNode> open = new ArrayList<>(List.of(node));
    while (!open.isEmpty()) {
      JsonNode next = open.remove(open.size() - 1);
      if (next.path("title").isTextual() && next.path("date").isTextual()) {
        titles.add(next.path("title").asText());
      }
      next.forEach(open::add);
    }
  }

  private static boolean isOfTheLibrary(Path file) {
    String path = Guides.root().relativize(file).toString().replace('\\', '/');
    return path.matches("gpu-[a-z-]+/src/main/.*\\.(java|json|yaml)")
        && !path.endsWith(".schema.json");
  }
}
