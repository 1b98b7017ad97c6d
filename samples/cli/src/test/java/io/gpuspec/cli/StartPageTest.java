package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the first page shows is what happens. */
class StartPageTest {
  private static final GuidePage PAGE =
      new GuidePage("docs/start.md", "io.gpuspec", "io.gpuspec.manifest");

  @TempDir private Path folder;

  @Test
  void everyCommandAnswersAsShown() throws IOException {
    PAGE.commandsAnswerAsShown();
  }

  @Test
  void theFileIsBuiltForEveryCloud() throws IOException {
    Path file = folder.resolve("llm.yaml");
    Files.writeString(file, Guides.blocks("docs/start.md", "yaml").get(0));

    for (String provider : new String[] {"ack", "eks", "tke"}) {
      Run run = Run.of("build", "--provider", provider, "-f", file.toString());
      assertThat(run.status()).as(run.err()).isZero();
      assertThat(run.out()).contains("kind: Deployment", "kind: Service");
    }
  }

  @Test
  void everyLineOfJavaCompilesAndGivesWhatItsCommentSays() throws Exception {
    PAGE.javaGivesWhatItsCommentsSay(folder);
  }
}
