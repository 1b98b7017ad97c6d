package io.gpuspec.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the page on shared cards shows is what happens. */
class SharingPageTest {
  private final GuidePage page = new GuidePage("docs/sharing.md");

  @Test
  void everyCommandAnswersAsShown() throws IOException {
    page.commandsAnswerAsShown();
  }

  @Test
  void everyLineOfJavaCompilesAndGivesWhatItsCommentSays(@TempDir Path classes) throws Exception {
    page.javaGivesWhatItsCommentsSay(
        classes, "io.gpuspec", "io.gpuspec.share", "io.gpuspec.spi", "java.util");
  }
}
