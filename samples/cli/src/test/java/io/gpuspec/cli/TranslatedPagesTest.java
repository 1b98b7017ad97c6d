package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A Chinese page says what its English page says: the same headings, blocks and links in the same
 * order. The blocks are the same to the letter, so that what runs those of one page runs both.
 */
class TranslatedPagesTest {
  private static final Pattern FENCED = Pattern.compile("(?ms)^ *```.*?^ *```$");
  private static final Pattern CODE = Pattern.compile("`[^`\n]*`");
  private static final Pattern LINK = Pattern.compile("]\\(([^()\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^(#+) .*$");
  private static final Pattern CHINESE = Pattern.compile("\\p{IsHan}");

  @Test
  void everyGuideHasAChinesePageAndNoOtherPageHas() throws IOException {
    List<String> english = Guides.guides().stream().map(page -> chinese(page).path()).toList();

    assertThat(Guides.all())
        .extracting(GuidePage::path)
        .filteredOn(path -> path.startsWith(Guides.CHINESE))
        .containsExactlyInAnyOrderElementsOf(english);
  }

  @ParameterizedTest
  @MethodSource("io.gpuspec.cli.Guides#guides")
  void theBlocksAreTheSame(GuidePage page) {
    assertThat(chinese(page).blocks()).containsExactlyElementsOf(page.blocks());
  }

  @ParameterizedTest
  @MethodSource("io.gpuspec.cli.Guides#guides")
  void theHeadingsAreOfTheSameLevels(GuidePage page) {
    assertThat(levels(chinese(page))).isEqualTo(levels(page));
  }

  @ParameterizedTest
  @MethodSource("io.gpuspec.cli.Guides#guides")
  void theLinksLeadToTheSamePages(GuidePage page) {
    assertThat(targets(chinese(page))).containsExactlyElementsOf(targets(page));
  }

  @ParameterizedTest
  @MethodSource("io.gpuspec.cli.Guides#guides")
  void theTablesHaveTheSameRows(GuidePage page) {
    assertThat(rows(chinese(page))).isEqualTo(rows(page));
  }

  /** A paragraph that nobody translated has no Chinese character. */
  @ParameterizedTest
  @MethodSource("io.gpuspec.cli.Guides#guides")
  void everyParagraphIsChinese(GuidePage page) {
    assertThat(prose(chinese(page)).split("\n\n+"))
        .filteredOn(paragraph -> paragraph.replaceAll("`[^`]*`", "").length() > 80)
        .allMatch(paragraph -> CHINESE.matcher(paragraph).find());
  }

  private static GuidePage chinese(GuidePage english) {
    return new GuidePage(english.path().replaceFirst("^docs/", Guides.CHINESE));
  }

  private static Path file(GuidePage page) {
    return Guides.root().resolve(page.path());
  }

  private static List<String> levels(GuidePage page) {
    return HEADING.matcher(prose(page)).results().map(found -> found.group(1)).toList();
  }

  private static List<Long> rows(GuidePage page) {
    return Stream.of(prose(page).split("\n\n+"))
        .map(paragraph -> paragraph.lines().filter(line -> line.startsWith("|")).count())
        .filter(count -> count > 0)
        .toList();
  }

  /**
   * Where each link leads: the English page, whether or not the link leads to its Chinese one. The
   * links between the two languages at the top of a page are left out.
   */
  private static List<String> targets(GuidePage page) {
    Path folder = file(page).getParent();
    Path chinese = Guides.root().resolve(Guides.CHINESE);
    Path docs = Guides.root().resolve("docs");
    return LINK.matcher(CODE.matcher(prose(page)).replaceAll(""))
        .results()
        .map(MatchResult::group)
        .map(link -> link.substring(2, link.length() - 1))
        .map(link -> link.replaceFirst("(?<=.)#.*", ""))
        .filter(link -> !link.startsWith("#"))
        .map(
            link -> {
              if (link.matches("(https?|mailto):.*")) {
                return link;
              }
              Path there = folder.resolve(link).normalize();
              Path english =
                  there.startsWith(chinese) ? docs.resolve(chinese.relativize(there)) : there;
              return Guides.root().relativize(english).toString().replace(".zh.md", ".md");
            })
        .toList();
  }

  /** What is outside of blocks, without the line that leads to the other language. */
  private static String prose(GuidePage page) {
    return FENCED
        .matcher(page.text())
        .replaceAll("")
        .replaceFirst("(?m)^(English · \\[中文]|\\[English]).*$", "");
  }
}
