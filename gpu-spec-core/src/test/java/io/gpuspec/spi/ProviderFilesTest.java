package io.gpuspec.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.GpuSpecException;
import io.gpuspec.UnknownNameException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProviderFilesTest {
  private static final String CATALOG =
      """
      {"target": "yard", "edition": "2026-03", "citation": "list",
       "citations": {"list": {"title": "List", "date": "2026", "status": "documented"}},
       "gpus": [{"name": "T4", "card": "T4"}],
       "specs": [{"name": "one", "gpu": "T4", "gpus": 1, "upward": [{"cpu": "4", "memory": "16Gi"}],
                  "policy": "fixed", "citation": "list"}]}
      """;

  private final List<String> opened = new ArrayList<>();
  private final ProviderFiles files =
      ProviderFiles.of("yard", List.of("2026-03", "2025-01"), this::open);

  private InputStream open(String file) {
    opened.add(file);
    String text = Map.of("2026-03.json", CATALOG).get(file);
    return text == null ? null : new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void aCatalogIsReadOnceHoweverOftenItIsAskedFor() {
    assertThat(opened).isEmpty();
    assertThat(files.catalog(Options.of("2026-03")).specs()).hasSize(1);
    assertThat(files.catalog(Options.of("2026-03"))).isSameAs(files.catalog(Options.of("2026-03")));
    assertThat(opened).containsExactly("2026-03.json");
  }

  @Test
  void anEditionThatIsNotListedIsRefusedAndNothingIsOpened() {
    assertThatThrownBy(() -> files.catalog(Options.of("2026-04")))
        .isInstanceOf(UnknownNameException.class)
        .hasMessageContaining("yard edition")
        .hasMessageContaining("2026-03");
    assertThat(opened).isEmpty();
  }

  @Test
  void aFileThatIsMissingOrCannotBeReadIsNamed() {
    ProviderFiles broken = ProviderFiles.of("yard", List.of("2026-03"), file -> new BrokenStream());

    assertThatThrownBy(() -> files.catalog(Options.of("2025-01")))
        .isInstanceOf(GpuSpecException.class)
        .hasMessage("yard/2025-01.json: the file is missing; is the jar complete?");
    assertThatThrownBy(files::uses)
        .isInstanceOf(GpuSpecException.class)
        .hasMessage("yard/uses.json: the file is missing; is the jar complete?");
    assertThatThrownBy(() -> broken.catalog(Options.of("2026-03")))
        .isInstanceOf(GpuSpecException.class)
        .hasMessageStartingWith("yard/2026-03.json: ")
        .hasMessageContaining("the disk is gone");
  }

  private static final class BrokenStream extends InputStream {
    @Override
    public int read() throws IOException {
      throw new IOException("the disk is gone");
    }
  }
}
