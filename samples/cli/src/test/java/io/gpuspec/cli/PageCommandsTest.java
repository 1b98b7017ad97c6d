package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The commands of every page print what stands below them. */
class PageCommandsTest {
  static List<GuidePage> pages() throws IOException {
    return Guides.with("console");
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyCommandAnswersAsShown(GuidePage page, @TempDir Path folder) throws IOException {
    page.writeFiles(folder);

    for (String block : page.blocks("console")) {
      assertThat(PageCommand.in(block)).as(block).isNotEmpty();
      for (PageCommand command : PageCommand.in(block)) {
        assertThat(command.printedIn(folder))
            .as(command.typed())
            .matches(GuidePage.printed(command.shown()));
      }
    }
  }
}
