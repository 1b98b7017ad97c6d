package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every relative link of a page leads to a file, and to a heading of it. */
class PageLinksTest {
  private static final Pattern FENCED = Pattern.compile("(?ms)^ *```.*?^ *```$");
  private static final Pattern CODE = Pattern.compile("`[^`\n]*`");
  private static final Pattern LINK = Pattern.compile("]\\(([^()\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
  private static final Pattern NAMED = Pattern.compile("<a id=\"([^\"]+)\"></a>");

  @ParameterizedTest
  @MethodSource("io.gpuspec.cli.Guides#all")
  void everyLinkLeadsToSomething(GuidePage page) {
    String prose = CODE.matcher(FENCED.matcher(page.text()).replaceAll("")).replaceAll("");

    assertThat(LINK.matcher(prose).results().map(link -> link.group(1)))
        .as(page.path())
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
