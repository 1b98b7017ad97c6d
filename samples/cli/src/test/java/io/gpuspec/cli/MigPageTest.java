package io.gpuspec.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the page on MIG shows is what happens. */
class MigPageTest {
  private static final GuidePage PAGE =
      new GuidePage("docs/mig.md", "io.gpuspec", "io.gpuspec.mig", "io.gpuspec.spi");

  @Test
  void everyCommandAnswersAsShown() throws IOException {
    PAGE.commandsAnswerAsShown();
  }

  @Test
  void everyLineOfJavaCompilesAndGivesWhatItsCommentSays(@TempDir Path classes) throws Exception {
    PAGE.javaGivesWhatItsCommentsSay(classes);
  }
}
