package io.gpuspec.manifest.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.rule.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The folder {@code docs/rules} is written by this test with {@code -Dgpuspec.pages=write}. */
class RulePagesTest {
  private static final Path FOLDER = Path.of("../docs/rules");
  private static final boolean IS_WRITING = "write".equals(System.getProperty("gpuspec.pages"));
  private static final Inspector INSPECTOR = Inspector.of(Gpus.load());

  static Stream<Rule> rules() {
    return INSPECTOR.rules().stream();
  }

  @ParameterizedTest
  @MethodSource("rules")
  void everyRuleHasItsPage(Rule rule) throws IOException {
    Path page = FOLDER.resolve(rule.id() + ".md");
    write(page, INSPECTOR.explain(rule.id()).toString());

    assertThat(page).hasContent(INSPECTOR.explain(rule.id()).toString());
  }

  @Test
  void theIndexNamesEveryRuleAndNoOther() throws IOException {
    Path index = FOLDER.resolve("README.md");
    write(index, index());

    assertThat(index).hasContent(index());
    try (Stream<Path> pages = Files.list(FOLDER)) {
      assertThat(pages.map(page -> page.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(
              Stream.concat(Stream.of("README"), rules().map(Rule::id))
                  .map(id -> id + ".md")
                  .toList());
    }
  }

  private static void write(Path page, String text) throws IOException {
    if (IS_WRITING) {
      Files.createDirectories(FOLDER);
      Files.writeString(page, text);
    }
  }

  private static String index() {
    StringBuilder text = new StringBuilder("# Rules of the inspector\n");
    List<String> groups = rules().map(Rule::group).distinct().toList();
    for (String group : groups) {
      text.append("\n## ").append(group).append("\n\n| rule | severity | | |\n|---|---|---|---|\n");
      rules()
          .filter(rule -> rule.group().equals(group))
          .forEach(
              rule ->
                  text.append(
                      "| [%s](%s.md) | %s | %s | %s |\n"
                          .formatted(
                              rule.id(),
                              rule.id(),
                              rule.severity(),
                              rule.english().title(),
                              rule.chinese().title())));
    }
    return text.toString();
  }
}
