package io.gpuspec.manifest.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the inspector finds in the documents' manifests, beside the corrections that it knows. */
class DocumentFindingsTest {
  private static final Path DOCUMENTS =
      Path.of("../gpu-manifest-builder/src/test/resources/io/gpuspec/manifest/documents");
  private static final Path APPROVED =
      Path.of("src", "test", "resources", "io", "gpuspec", "manifest", "inspect", "documents.txt");
  private static final Inspector INSPECTOR = Inspector.of(Gpus.load());

  @Test
  void everyErrorOfTheDocumentsThatShowsInAManifestIsFound() throws IOException {
    List<String> found =
        INSPECTOR.read(DOCUMENTS).findings().stream()
            .map(
                each ->
                    "%s:%d %s %s"
                        .formatted(
                            Path.of(each.file()).getFileName(),
                            each.line(),
                            each.severity(),
                            each.rule().id()))
            .toList();
    assertThat(String.join("\n", found)).isEqualTo(Files.readString(APPROVED).strip());
  }
}
