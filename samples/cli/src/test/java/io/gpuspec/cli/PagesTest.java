package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.cli.GuidePage.Block;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No block of a page goes unread by a test, and no link leads nowhere. */
class PagesTest {
  private static final Pattern FENCED = Pattern.compile("(?ms)^ *```.*?^ *```$");
  private static final Pattern CODE = Pattern.compile("`[^`\n]*`");
  private static final Pattern LINK = Pattern.compile("]\\(([^()\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
  private static final Pattern NAMED = Pattern.compile("<a id=\"([^\"]+)\"></a>");

  static List<GuidePage> pages() throws IOException {
    return Guides.all();
  }

  static Stream<GuidePage> pagesRunHere() throws IOException {
    return Guides.all().stream().filter(page -> !Guides.RUN_ELSEWHERE.containsKey(page.path()));
  }

  @Test
  void whatRunsThePagesThatAreNotRunHereNamesThem() throws IOException {
    for (var each : Guides.RUN_ELSEWHERE.entrySet()) {
      assertThat(Guides.root().resolve(each.getValue())).content().contains(each.getKey());
      assertThat(new GuidePage(each.getKey()).blocks()).isNotEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyBlockSaysItsLanguage(GuidePage page) {
    assertThat(FENCED.matcher(page.text()).results().map(MatchResult::group))
        .noneMatch(block -> block.matches("(?s) *```\\s*\n.*"));
  }

  /** A block that is indented, or whose first line has more than is understood, would be passed. */
  @ParameterizedTest
  @MethodSource("pagesRunHere")
  void everyBlockThatATestReadsIsFound(GuidePage page) {
    Matcher begin = Pattern.compile("(?im)^.*```(java|console|yaml|json)\\b").matcher(page.text());

    assertThat(begin.results())
        .hasSameSizeAs(
            page.blocks().stream()
                .filter(block -> block.language().matches("java|console|yaml|json"))
                .toList());
  }

  @ParameterizedTest
  @MethodSource("pagesRunHere")
  void everyFileIsReadByACommandOrByJava(GuidePage page) {
    String code =
        String.join("", page.blocks("console")) + "\n" + String.join("", page.blocks("java"));

    assertThat(page.blocks("yaml")).as("files without a title").isEmpty();
    assertThat(page.blocks("json")).as("files without a title").isEmpty();
    assertThat(page.files())
        .extracting(Block::title)
        .doesNotHaveDuplicates()
        .allMatch(code::contains);
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyLinkLeadsToSomething(GuidePage page) {
    String prose = CODE.matcher(FENCED.matcher(page.text()).replaceAll("")).replaceAll("");

    assertThat(LINK.matcher(prose).results().map(link -> link.group(1)))
        .filteredOn(link -> !link.matches("(https?|mailto):.*"))
        .allMatch(link -> exists(page, link));
  }

  private static boolean exists(GuidePage page, String link) {
    Path here = Guides.root().resolve(page.path());
    String[] parts = link.split("#", 2);
    Path there = parts[0].isEmpty() ? here : here.resolveSibling(parts[0]).normalize();
    return Files.exists(there)
        && (parts.length == 1
            || anchors(new GuidePage(Guides.root().relativize(there).toString()))
                .contains(parts[1]));
  }

  /** As GitHub makes them of headings, and those that a page names itself. */
  private static List<String> anchors(GuidePage page) {
    List<String> anchors = new ArrayList<>();
    String prose = FENCED.matcher(page.text()).replaceAll("");
    for (MatchResult heading : HEADING.matcher(prose).results().toList()) {
      String anchor =
          heading
              .group(1)
              .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
              .toLowerCase(Locale.ROOT)
              .replaceAll("[^\\p{L}\\p{N} _-]", "")
              .replace(' ', '-');
      long before =
          anchors.stream().filter(each -> each.matches(Pattern.quote(anchor) + "(-\\d+)?")).count();
      anchors.add(before == 0 ? anchor : anchor + "-" + before);
    }
    NAMED.matcher(page.text()).results().forEach(named -> anchors.add(named.group(1)));
    return anchors;
  }
}
