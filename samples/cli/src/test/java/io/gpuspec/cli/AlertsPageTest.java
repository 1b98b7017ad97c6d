package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the page on alerts shows is what happens. */
class AlertsPageTest {
  private static final String PAGE = "docs/alerts.md";

  @Test
  void everyLineOfJavaCompilesAndGivesWhatItsCommentSays(@TempDir Path classes) throws Exception {
    new GuidePage(PAGE, "io.gpuspec", "io.gpuspec.cluster", "io.gpuspec.manifest.platform")
        .javaGivesWhatItsCommentsSay(classes);
  }

  @Test
  void theFileIsBuiltAsShown(@TempDir Path folder) throws Exception {
    List<String> blocks = Guides.blocks(PAGE, "yaml");
    Path file = Files.writeString(folder.resolve("alerts.yaml"), blocks.get(0));

    Run run = Run.of("build", "-f", file.toString());

    assertThat(run.status()).isZero();
    assertThat(run.out()).isEqualTo(blocks.get(1));
    assertThat(blocks).hasSize(2);
  }
}
