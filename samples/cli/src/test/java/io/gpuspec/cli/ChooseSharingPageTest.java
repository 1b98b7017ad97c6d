package io.gpuspec.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the page on the choice of a technique shows is what happens. */
class ChooseSharingPageTest {
  private static final GuidePage PAGE =
      new GuidePage(
          "docs/choose-sharing.md",
          "io.gpuspec",
          "io.gpuspec.mig",
          "io.gpuspec.share",
          "io.gpuspec.share.choice");

  @Test
  void everyCommandAnswersAsShown() throws IOException {
    PAGE.commandsAnswerAsShown();
  }

  @Test
  void everyLineOfJavaCompilesAndGivesWhatItsCommentSays(@TempDir Path classes) throws Exception {
    PAGE.javaGivesWhatItsCommentsSay(classes);
  }
}
