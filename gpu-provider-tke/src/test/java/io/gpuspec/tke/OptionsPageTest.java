package io.gpuspec.tke;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.spi.Option;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The pages of both targets say of each option what the option says of itself. */
class OptionsPageTest {
  @Test
  void everyOptionIsARowOfThePage() throws IOException {
    assertThat(page("tke.md"))
        .containsSubsequence(Tke.options().stream().map(OptionsPageTest::row).toList());
  }

  @Test
  void everyOptionOfNodePoolsWithQgpuIsARowOfTheirPage() throws IOException {
    assertThat(page("tke-qgpu.md"))
        .containsSubsequence(Qgpu.options().stream().map(OptionsPageTest::row).toList());
  }

  private static List<String> page(String name) throws IOException {
    return Files.readAllLines(Path.of("..", "docs", "catalogs", name));
  }

  private static String row(Option<?> option) {
    return "| `%s` | %s | %s | %s |"
        .formatted(
            option.name(), option.allowed(), option.text(), option.citation().status().toString());
  }
}
