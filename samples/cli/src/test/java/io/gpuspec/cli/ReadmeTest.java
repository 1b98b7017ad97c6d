package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the README shows is what happens. */
class ReadmeTest {
  private static final String COMMAND = "$ ./gpuspec ";

  @Test
  void theFirstAnswerIsTheOneThatIsShown() throws IOException {
    List<String> shown = block("console").lines().toList();
    Run run = Run.line(shown.get(0).substring(COMMAND.length()));

    assertThat(run.out().lines().toList()).isEqualTo(shown.subList(1, shown.size()));
  }

  @Test
  void theJavaCompiles(@TempDir Path classes) throws IOException {
    String source =
        """
        import io.fabric8.kubernetes.api.model.PodSpecBuilder;
        import io.gpuspec.*;
        import io.gpuspec.manifest.*;
        import io.gpuspec.spi.NodeView;
        import java.nio.file.Path;
        import java.util.Map;

        class Readme {
          void run() {
        %s
          }
        }
        """
            .formatted(block("java"));

    assertThat(Guides.compilerErrors("Readme", source, classes)).isEmpty();
  }

  @Test
  void theChineseOneShowsTheSame() throws IOException {
    assertThat(shown("README.zh.md")).isEqualTo(shown("README.md"));
  }

  @Test
  void everyFileThatTheChineseOneLeadsToExists() throws IOException {
    Matcher links = Pattern.compile("]\\(([^)#]+)[^)]*\\)").matcher(Guides.text("README.zh.md"));

    assertThat(links.results())
        .isNotEmpty()
        .allSatisfy(link -> assertThat(Guides.root().resolve(link.group(1))).exists());
  }

  private static List<String> shown(String page) throws IOException {
    return Pattern.compile("(?ms)^```.*?^```$")
        .matcher(Guides.text(page))
        .results()
        .map(MatchResult::group)
        .toList();
  }

  @Test
  void everyTestThatIsNamedAsProofExists() throws IOException {
    Matcher names =
        Pattern.compile("`([A-Z][A-Za-z]+(?:Test|Laws))[`.]").matcher(Guides.text("docs/proof.md"));
    Path root = Guides.root();

    while (names.find()) {
      try (var files = Files.walk(root)) {
        String file = names.group(1) + ".java";
        assertThat(files).as(file).anyMatch(path -> path.endsWith(file));
      }
    }
  }

  private static String block(String language) throws IOException {
    return Guides.blocks("README.md", language).get(0);
  }
}
