package io.gpuspec.gradle.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.gpuspec.value.GpuSpecException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManifestFolderTest {
  @TempDir private Path folder;

  @Test
  void whatWasMadeBeforeAndIsNoLongerBuiltGoes() {
    ManifestFolder manifests = new ManifestFolder(folder);
    manifests.write(Map.of("a.yaml", "kind: A\n", "b.yaml", "kind: B\n"));

    manifests.write(Map.of("b.yaml", "kind: C\n"));

    assertThat(folder.resolve("a.yaml")).doesNotExist();
    assertThat(folder.resolve("b.yaml"))
        .hasContent("# Made by the Gradle plugin io.gpuspec.\nkind: C\n");
  }

  @Test
  void filesOfOtherMakersStay() throws IOException {
    Path own = Files.writeString(folder.resolve("own.yaml"), "kind: Own\n");

    new ManifestFolder(folder).write(Map.of("a.yaml", "kind: A\n"));

    assertThat(own).hasContent("kind: Own\n");
  }

  @Test
  void aFileOfAnotherMakerIsNotReplacedAndNothingElseChanges() throws IOException {
    Path own = Files.writeString(folder.resolve("own.yaml"), "kind: Own\n");
    ManifestFolder manifests = new ManifestFolder(folder);
    manifests.write(Map.of("a.yaml", "kind: A\n"));

    assertThatExceptionOfType(GpuSpecException.class)
        .isThrownBy(() -> manifests.write(Map.of("own.yaml", "kind: B\n")))
        .withMessage(
            "file: '%s' was not made by this plugin and is left alone; choose another folder"
                .formatted(own));

    assertThat(own).hasContent("kind: Own\n");
    assertThat(folder.resolve("a.yaml")).exists();
  }

  @Test
  void aFolderThatIsAFileIsTold() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");

    assertThatExceptionOfType(GpuSpecException.class)
        .isThrownBy(() -> new ManifestFolder(file).write(Map.of()))
        .withMessageStartingWith("folder: '%s' cannot be written (".formatted(file));
  }
}
