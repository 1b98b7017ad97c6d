package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.cli.GuidePage.Block;
import java.io.IOException;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No block of a page goes unread by the tests that run pages. */
class PagesTest {
  private static final Pattern FENCED = Pattern.compile("(?ms)^ *```.*?^ *```$");

  static Stream<GuidePage> pagesRunHere() throws IOException {
    return Guides.all().stream()
        .filter(page -> !Guides.RUN_ELSEWHERE.containsKey(page.path()))
        // TranslatedPagesTest holds their blocks to those of the English page.
        .filter(page -> !page.path().startsWith(Guides.CHINESE));
  }

  @Test
  void whatRunsThePagesThatAreNotRunHereNamesThem() throws IOException {
    for (var each : Guides.RUN_ELSEWHERE.entrySet()) {
      assertThat(Guides.root().resolve(each.getValue())).content().contains(each.getKey());
      assertThat(new GuidePage(each.getKey()).blocks()).isNotEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("io.gpuspec.cli.Guides#all")
  void everyBlockSaysItsLanguage(GuidePage page) {
    assertThat(FENCED.matcher(page.text()).results().map(MatchResult::group))
        .as(page.path())
        .noneMatch(block -> block.matches("(?s) *```\\s*\n.*"));
  }

  /** A block that is indented, or whose first line has more than is understood, would be passed. */
  @ParameterizedTest
  @MethodSource("pagesRunHere")
  void everyBlockThatATestReadsIsFound(GuidePage page) {
    Matcher begin =
        Pattern.compile("(?im)^[ >]*```(java|console|yaml|json)\\b").matcher(page.text());

    assertThat(begin.results())
        .as(page.path())
        .hasSameSizeAs(
            page.blocks().stream()
                .filter(block -> block.language().matches("java|console|yaml|json"))
                .toList());
  }

  @ParameterizedTest
  @MethodSource("pagesRunHere")
  void everyFileIsReadByACommandOrByJava(GuidePage page) {
    String code =
        String.join("", page.blocks("console"))
            + "\n"
            + String.join("", page.blocks("java"))
            // Commands in a table, which DocumentRowsTest runs.
            + page.text().lines().filter(line -> line.startsWith("|")).toList();

    assertThat(page.blocks("yaml")).as(page + ": files without a title").isEmpty();
    assertThat(page.blocks("json")).as(page + ": files without a title").isEmpty();
    assertThat(page.files())
        .as(page.path())
        .extracting(Block::title)
        .doesNotHaveDuplicates()
        .allMatch(code::contains);
  }
}
