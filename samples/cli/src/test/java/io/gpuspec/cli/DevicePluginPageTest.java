package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.manifest.platform.PluginFlag;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The table of flags on the page on the device plugin. */
class DevicePluginPageTest {
  @Test
  void everyFlagHasALine() {
    String rows =
        PluginFlag.all().stream()
            .map(
                flag ->
                    "| `%s` | `%s` | %s | %s |%n"
                        .formatted(
                            flag.path(),
                            flag.variable(),
                            flag.toString().replaceFirst(".*\\): (.*) by default.*", "$1"),
                            flag.since().orElse("")))
            .collect(Collectors.joining());

    assertThat(new GuidePage("docs/device-plugin.md").text()).contains(rows);
  }
}
