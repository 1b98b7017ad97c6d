package io.gpuspec.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the page on resource names, features and versions shows is what happens. */
class ComponentsPageTest {
  private static final GuidePage PAGE =
      new GuidePage("docs/components.md", "io.gpuspec", "io.gpuspec.cluster");

  @Test
  void everyCommandAnswersAsShown() throws IOException {
    PAGE.commandsAnswerAsShown();
  }

  @Test
  void everyLineOfJavaCompilesAndGivesWhatItsCommentSays(@TempDir Path classes) throws Exception {
    PAGE.javaGivesWhatItsCommentsSay(classes);
  }
}
