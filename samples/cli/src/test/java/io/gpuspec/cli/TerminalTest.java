package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Colours and progress: on a terminal only. */
class TerminalTest {
  private static final String ERASE = "\r\033[K";

  /** A terminal that need not wait to see progress. */
  private static final Terminal IMPATIENT =
      new Terminal(false, false, Optional.of(Duration.ZERO), Language.EN, false);

  @TempDir private Path folder;

  @BeforeEach
  void files() throws IOException {
    Files.writeString(
        folder.resolve("pods.jsonl"),
        """
        {"name": "a", "replicas": 2, "gpu": ["A10G"], "cpu": "3", "memory": "12Gi"}
        """);
    Files.writeString(
        folder.resolve("requests.jsonl"),
        """
        {"id": 1, "gpu": ["T4"]}
        """);
    Files.writeString(
        folder.resolve("pod.yaml"),
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: p}
        spec:
          containers:
          - {name: c, image: "i:1", resources: {limits: {nvidia.com/gpu: 1}}}
        """);
  }

  private static Run on(Terminal terminal, String... args) {
    StringWriter out = new StringWriter();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream messages = new PrintStream(err, true, StandardCharsets.UTF_8);
    int status = Main.run(new Console(out, messages, terminal), args);
    return new Run(status, out.toString(), err.toString(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @CsvSource({
    "inspect FOLDER, inspecting FOLDER",
    "match --provider tke -f FOLDER/pod.yaml, matching FOLDER/pod.yaml",
    "match --provider tke --batch FOLDER/requests.jsonl, 'matching FOLDER/requests.jsonl, line 0'",
    "fleet plan --provider eks -f FOLDER/pods.jsonl, planning nodes"
  })
  void longWorkIsTrackedOnATerminalAndNowhereElse(String line, String work) {
    String[] args = line.replace("FOLDER", folder.toString()).split(" ");
    Run quiet = on(Terminal.NONE, args);
    Run told = on(IMPATIENT, args);

    assertThat(told.out()).isEqualTo(quiet.out());
    assertThat(told.err())
        .startsWith(ERASE + "gpuspec: " + work.replace("FOLDER", folder.toString()) + ", 0 s")
        .contains(", 0 s" + ERASE);
    assertThat(quiet.err()).doesNotContain(ERASE, "\r", ", 0 s");
  }

  @Test
  void answersThatAreSeenAsTheyComeNeedNoProgress() {
    Terminal seen = new Terminal(false, true, Optional.of(Duration.ZERO), Language.EN, false);
    String file = folder.resolve("requests.jsonl").toString();

    assertThat(on(seen, "match", "--provider", "tke", "--batch", file).err()).isEmpty();
  }

  @Test
  void helpHasColoursOnATerminalAlone() {
    Terminal coloured = new Terminal(true, true, Optional.empty(), Language.EN, false);

    assertThat(on(coloured, "match", "--help").out()).contains("\033[");
    assertThat(on(Terminal.NONE, "match", "--help").out()).doesNotContain("\033[");
  }

  @ParameterizedTest
  @CsvSource({
    "'out,err', '', xterm, true, true",
    "'out,err', 1, xterm, false, true",
    "'out,err', '', dumb, false, false",
    "'out', '', xterm, true, false",
    "',err', '', xterm, false, true",
    "'', '', xterm, false, false"
  })
  void theLauncherSaysWhichStreamsAreTerminals(
      String streams, String noColour, String term, boolean isColoured, boolean isTracked) {
    Terminal terminal =
        Terminal.of(Map.of("NO_COLOR", noColour, "TERM", term), streams, !isColoured);

    assertThat(terminal.isColoured()).isEqualTo(isColoured);
    assertThat(terminal.progress().isPresent()).isEqualTo(isTracked);
  }

  @Test
  void withoutTheLauncherJavasGuessCountsForColours() {
    assertThat(Terminal.of(Map.of(), null, true).isColoured()).isTrue();
    assertThat(Terminal.of(Map.of("NO_COLOR", "1"), null, true).isColoured()).isFalse();
    assertThat(Terminal.of(Map.of(), null, false)).isEqualTo(Terminal.NONE);
  }
}
