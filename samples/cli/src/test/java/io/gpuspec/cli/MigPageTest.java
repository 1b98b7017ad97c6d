package io.gpuspec.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the page on MIG shows is what happens. */
class MigPageTest {
  private static final ShownPage PAGE = ShownPage.of("docs/mig.md");

  @Test
  void everyCommandAnswersAsShown() throws IOException {
    PAGE.assertCommandsAnswerAsShown();
  }

  @Test
  void everyLineOfJavaCompilesAndGivesWhatItsCommentSays(@TempDir Path classes) throws Exception {
    PAGE.assertJavaGivesWhatItsCommentSays(classes, "io.gpuspec.mig", "io.gpuspec.spi");
  }
}
