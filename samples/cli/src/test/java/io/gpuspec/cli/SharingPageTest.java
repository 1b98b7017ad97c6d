package io.gpuspec.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the page on shared cards shows is what happens. */
class SharingPageTest {
  private static final GuidePage PAGE =
      new GuidePage("docs/sharing.md", "io.gpuspec", "io.gpuspec.share", "io.gpuspec.spi");

  @Test
  void everyCommandAnswersAsShown() throws IOException {
    PAGE.commandsAnswerAsShown();
  }

  @Test
  void everyLineOfJavaCompilesAndGivesWhatItsCommentSays(@TempDir Path classes) throws Exception {
    PAGE.javaGivesWhatItsCommentsSay(classes);
  }
}
