package io.gpuspec.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page of errors lists the ids that the sources throw, and no other. */
class ErrorIdsTest {
  /** Ids of notes that look like those of errors. */
  private static final Set<String> NOTES =
      Set.of("cards.unknown", "field.unknown", "runtime-class.unknown", "size.unknown");

  private static final Path ROOT = Path.of("..", "..");
  private static final Pattern KIND =
      Pattern.compile("(?m)^\\| `([a-z-]+)` \\| [^|]+ \\| [^|]+ \\|$");
  private static final Pattern AREA =
      Pattern.compile("(?m)^\\| `([a-z-]+)` \\| [^|]+ \\| ([^|]+) \\| [^|]*\\|$");
  private static final Pattern WORD = Pattern.compile("`([a-z-]+)`");
  private static final Pattern THROWN =
      Pattern.compile(
          "(?:GpuSpec|InvalidValue|UnknownName|PodField|Manifest)Exception\\(\\s*\"([^\"]*)\",");

  @Test
  void everyIdIsOnThePage() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/errors.md"));
    String kinds = String.join("|", groups(KIND, page));
    Set<String> listed =
        AREA.matcher(page)
            .results()
            .flatMap(
                area ->
                    groups(WORD, area.group(2)).stream().map(kind -> area.group(1) + "." + kind))
            .collect(Collectors.toCollection(TreeSet::new));

    String sources = sources();
    Set<String> used = groups(Pattern.compile("\"([a-z-]+\\.(?:" + kinds + "))\""), sources);
    used.removeAll(NOTES);
    assertThat(used).isEqualTo(listed);
    assertThat(listed).hasSizeGreaterThan(100).containsAll(groups(THROWN, sources));
  }

  private static Set<String> groups(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map((MatchResult found) -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String sources() throws IOException {
    try (Stream<Path> modules =
        Files.find(ROOT, 2, (path, what) -> !path.startsWith(ROOT.resolve("verification")))) {
      StringBuilder all = new StringBuilder();
      for (Path main : modules.map(module -> module.resolve("src/main/java")).toList()) {
        if (Files.isDirectory(main)) {
          try (Stream<Path> files = Files.walk(main)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
              all.append(Files.readString(file));
            }
          }
        }
      }
      return all.toString();
    }
  }
}
