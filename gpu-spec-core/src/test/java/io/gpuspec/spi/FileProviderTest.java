package io.gpuspec.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.GpuUses;
import io.gpuspec.Match;
import io.gpuspec.SpecCatalog;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.UnknownNameException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class FileProviderTest {
  private static final String CATALOG =
      """
      {"target": "yard", "edition": "2026-03", "citation": "list",
       "citations": {"list": {"title": "List", "date": "2026", "status": "documented"}},
       "gpus": [{"name": "T4", "card": "T4"}],
       "specs": [{"name": "one", "gpu": "T4", "gpus": 1, "upward": [{"cpu": "4", "memory": "16Gi"}],
                  "policy": "fixed", "citation": "list"}]}
      """;

  private final List<String> opened = new ArrayList<>();
  private final FileProvider files = new Yard(this::open);

  private static final class Yard extends FileProvider {
    Yard(Function<String, InputStream> open) {
      super("yard", "docs/yard.md", List.of("2026-03", "2025-01"), List.of(), open);
    }

    @Override
    public PodReading read(PodView pod, SpecCatalog catalog, Options options) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Placement place(Match.Found found, Options options) {
      throw new UnsupportedOperationException();
    }
  }

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
    FileProvider broken = new Yard(file -> new BrokenStream());

    assertThatThrownBy(() -> files.catalog(Options.of("2025-01")))
        .isInstanceOf(GpuSpecException.class)
        .hasMessage("yard/2025-01.json: the file is missing; is the jar complete?");
    assertThatThrownBy(() -> broken.catalog(Options.of("2026-03")))
        .isInstanceOf(GpuSpecException.class)
        .hasMessageStartingWith("yard/2026-03.json: ")
        .hasMessageContaining("the disk is gone");
  }

  /** As a catalog is in a jar that was not copied to its end. */
  @Test
  void aFileThatIsCutOffIsNamedWithTheLineWhereItEnds() {
    String half = CATALOG.substring(0, CATALOG.length() / 2);
    FileProvider cut =
        new Yard(file -> new ByteArrayInputStream(half.getBytes(StandardCharsets.UTF_8)));

    assertThatThrownBy(() -> cut.catalog(Options.of("2026-03")))
        .isInstanceOf(GpuSpecException.class)
        .hasMessageMatching("yard/2026-03\\.json:[0-9]+:[0-9]+: not JSON: it ends too early; .*");
  }

  @Test
  void whoHasNoTableOfUsesHasNoUses() {
    assertThat(files.uses(Options.of("2026-03"))).isEqualTo(GpuUses.none());
  }

  @Test
  void itSaysWhoItIs() {
    assertThat(files.id()).isEqualTo("yard");
    assertThat(files.page()).contains("docs/yard.md");
    assertThat(files.editions()).containsExactly("2026-03", "2025-01");
    assertThat(files.options()).isEmpty();
    assertThat(files).hasToString("yard: 2026-03, 2025-01");
  }

  private static final class BrokenStream extends InputStream {
    @Override
    public int read() throws IOException {
      throw new IOException("the disk is gone");
    }
  }
}
