package io.gpuspec.tke;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.spi.Option;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page about the super node says of each option what the option says of itself. */
class OptionsPageTest {
  @Test
  void everyOptionIsARowOfThePage() throws IOException {
    List<String> page = Files.readAllLines(Path.of("..", "docs", "catalogs", "tke.md"));

    assertThat(page).containsSubsequence(Tke.options().stream().map(OptionsPageTest::row).toList());
  }

  private static String row(Option<?> option) {
    return "| `%s` | %s | %s | %s |"
        .formatted(
            option.name(), option.allowed(), option.text(), option.citation().status().toString());
  }
}
