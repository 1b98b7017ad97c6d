package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ManCommandTest {
  @TempDir private Path folder;

  @Test
  void aPageHasWhatTheHelpHas() {
    assertThat(Run.line("man mig fit").out())
        .startsWith(".TH GPUSPEC\\-MIG\\-FIT 1 \"\" \"gpuspec 0.1.0\" \"\"\n")
        .contains(
            ".SH NAME\ngpuspec\\-mig\\-fit \\- ",
            ".SH SYNOPSIS\ngpuspec mig fit [OPTIONS] PROFILE...\n",
            ".TP\n\\fB\\-\\-gpu\\fR=\\fIG\\fR\n",
            ".TP\n\\fIPROFILE\\fR\n",
            ".SH EXAMPLES\n.nf\ngpuspec mig fit \\-\\-gpu A100\\-40GB 3g.20gb",
            ".SH EXIT STATUS\n0 they fit, 1 they do not, 2 invalid input.\n",
            ".SH SEE ALSO\n\\fBgpuspec\\-mig\\fR(1)\n");
    assertThat(Run.line("man").out()).contains("\\fBgpuspec\\-match\\fR(1)");
  }

  @Test
  void everyPageIsWrittenToAFolder() throws Exception {
    assertThat(Run.of("man", "--folder", folder.toString())).isEqualTo(new Run(0, "", ""));

    try (Stream<Path> pages = Files.list(folder)) {
      assertThat(pages.map(page -> page.getFileName().toString()))
          .contains("gpuspec.1", "gpuspec-match.1", "gpuspec-mig-fit.1")
          .hasSize((int) HelpExamplesTest.commands().count() + 1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"en", "zh"})
  void groffHasNothingToWarnOf(String language) throws Exception {
    assumeThat(Files.isExecutable(Path.of("/usr/bin/groff"))).as("groff is installed").isTrue();
    Run.of("man", "--lang", language, "--folder", folder.toString());

    try (Stream<Path> pages = Files.list(folder)) {
      for (Path page : pages.toList()) {
        Process groff =
            new ProcessBuilder(
                    List.of("/usr/bin/groff", "-man", "-ww", "-Tutf8", "-z", page.toString()))
                .redirectErrorStream(true)
                .start();
        assertThat(new String(groff.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
            .as(page.toString())
            .isEmpty();
        assertThat(groff.waitFor()).isZero();
      }
    }
  }

  @Test
  void anUnknownCommandIsRefused() {
    assertThat(Run.line("man mig fti").err()).contains("command 'fti'", "did you mean fit?");
  }
}
