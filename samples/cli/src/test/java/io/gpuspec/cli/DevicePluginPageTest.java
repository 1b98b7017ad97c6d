package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.manifest.platform.PluginFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the page on the device plugin shows is what happens. */
class DevicePluginPageTest {
  private static final String PAGE = "docs/device-plugin.md";

  @Test
  void everyLineOfJavaCompilesAndGivesWhatItsCommentSays(@TempDir Path classes) throws Exception {
    new GuidePage(
            PAGE,
            "io.gpuspec",
            "io.gpuspec.manifest",
            "io.gpuspec.manifest.platform",
            "io.gpuspec.mig",
            "io.gpuspec.share",
            "io.gpuspec.spi")
        .javaGivesWhatItsCommentsSay(classes);
  }

  @Test
  void theFileIsBuilt(@TempDir Path dir) throws Exception {
    String intent = Guides.blocks(PAGE, "yaml").get(0);
    Path file = Files.writeString(dir.resolve("plugin.yaml"), intent);
    Run run = Run.of("build", "-f", file.toString());

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("kind: ClusterRoleBinding", "kind: ConfigMap", "kind: DaemonSet");
  }

  @Test
  void everyFlagHasALine() throws Exception {
    String rows =
        PluginFlag.all().stream()
            .map(
                flag ->
                    "| `%s` | `%s` | %s | %s |%n"
                        .formatted(
                            flag.path(),
                            flag.variable(),
                            flag.toString().replaceFirst(".*\\): (.*) unless said.*", "$1"),
                            flag.since().orElse("")))
            .collect(Collectors.joining());

    assertThat(Guides.text(PAGE)).contains(rows);
  }
}
