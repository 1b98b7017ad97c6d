package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the page on MIG shows is what happens. */
class MigPageTest {
  private static final String PAGE = "docs/mig.md";
  private static final String COMMAND = "$ ./gpuspec ";

  @Test
  void everyCommandAnswersAsShown() throws IOException {
    List<String> blocks = Guides.blocks(PAGE, "console");

    assertThat(blocks).isNotEmpty();
    for (String block : blocks) {
      String command = block.lines().findFirst().orElseThrow();
      assertThat(Run.line(command.substring(COMMAND.length())).out())
          .as(command)
          .isEqualTo(block.substring(command.length() + 1));
    }
  }

  @Test
  void everyLineOfJavaCompilesAndGivesWhatItsCommentSays(@TempDir Path classes) throws Exception {
    ShownJava.assertShown(PAGE, List.of("io.gpuspec.mig.*", "io.gpuspec.spi.*"), classes);
  }
}
