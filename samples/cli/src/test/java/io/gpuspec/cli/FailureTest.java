package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers that cannot be written, and errors that nobody foresaw. */
class FailureTest {
  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: p, annotations: {eks.tke.cloud.tencent.com/gpu-type: T4}}
      spec: {containers: [{name: c, resources: {limits: {nvidia.com/gpu: 1}}}]}
      """;

  /** The command as the launcher starts it. */
  private static final String GPUSPEC =
      "\"$G\" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC io.gpuspec.cli.Main";

  @TempDir private Path dir;

  private interface Step {
    void run() throws IOException;
  }

  /** Standard output that does something else once it holds {@code room} characters. */
  private static final class Full extends Writer {
    private final int room;
    private final Step then;
    private int held;

    Full(int room, Step then) {
      this.room = room;
      this.then = then;
    }

    @Override
    public void write(char[] text, int from, int length) throws IOException {
      held += length;
      if (held > room) {
        then.run();
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}

    @Override
    public String toString() {
      return "";
    }
  }

  private static Full disk(int room) {
    return new Full(
        room,
        () -> {
          throw new IOException("No space left on device");
        });
  }

  private static Full pipe(int room) {
    return new Full(
        room,
        () -> {
          throw new IOException("Broken pipe");
        });
  }

  private static String[] words(String line) {
    return line.split(" ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--help",
        "--version",
        "match --help",
        "catalog",
        "catalog -o json",
        "match --gpu T4",
        "match --gpu L40 -o json",
        "match --provider tke --gpu T4 -o json",
        "build --provider tke --kind pod --name p --image i --gpu T4",
        "match --provider tke -o json -f FILE",
        "match --provider tke -f FILE",
        "match --provider tke --batch BATCH",
      })
  void anAnswerThatCannotBeWrittenIsOneLineAndStatus2(String line) throws Exception {
    Path file = Files.writeString(dir.resolve("f.yaml"), POD);
    Path batch = Files.writeString(dir.resolve("b.jsonl"), "{}\n{}\n");
    String[] args = words(line.replace("FILE", file.toString()).replace("BATCH", batch.toString()));

    for (int room : new int[] {0, 10}) {
      Run full = Run.to(disk(room), args);
      assertThat(full.status()).isEqualTo(2);
      assertThat(full.err())
          .containsOnlyOnce("gpuspec: the answer could not be written: No space left on device")
          .doesNotContain("\tat ");
      assertThat(full.err().lines().filter(l -> l.startsWith("gpuspec:"))).hasSize(1);

      Run gone = Run.to(pipe(room), args);
      assertThat(gone.status()).isEqualTo(Failures.READER_GONE);
      assertThat(gone.err()).doesNotContain("gpuspec:");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"StackOverflowError", "OutOfMemoryError", "IllegalStateException"})
  void anErrorThatNobodyForesawIsOneLineAndStatus2(String name) {
    Full broken =
        new Full(
            0,
            () -> {
              switch (name) {
                case "StackOverflowError" -> throw new StackOverflowError();
                case "OutOfMemoryError" -> throw new OutOfMemoryError("Java heap space");
                default -> throw new IllegalStateException("two\nlines");
              }
            });
    Run run = Run.to(broken, "match", "--provider", "tke", "--gpu", "T4");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err().lines())
        .singleElement()
        .asString()
        .startsWith("gpuspec: internal error: java.lang." + name)
        .contains("GPUSPEC_DEBUG=1");
  }

  @Test
  void theStackTraceIsThereForWhoAsks() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(new StringWriter(), new PrintStream(err, true, StandardCharsets.UTF_8));

    assertThat(new Failures(console, true).status(new IllegalStateException("x"))).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .startsWith("gpuspec: internal error: ")
        .contains("\tat ");
  }

  /** In a process of its own, because only there standard input and output are the real ones. */
  private Process shell(String command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder("bash", "-c", command);
    builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    builder
        .environment()
        .put("G", Path.of(System.getProperty("java.home"), "bin", "java").toString());
    builder.redirectErrorStream(true);
    return builder.start();
  }

  private String output(String command) throws Exception {
    Path answer = dir.resolve("output");
    Process process = shell("{ " + command + "; } >'" + answer + "' 2>&1");
    boolean ended = process.waitFor(Duration.ofSeconds(60).toSeconds(), TimeUnit.SECONDS);
    process.descendants().forEach(ProcessHandle::destroy);
    process.destroy();
    assertThat(ended).as(command).isTrue();
    return Files.readString(answer);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void anEndlessBatchEndsWithItsReader() throws Exception {
    assertThat(
            output(
                "while echo '{\"gpu\": [\"T4\"]}'; do :; done 2>/dev/null"
                    + (" | { " + GPUSPEC + " match --provider tke --batch -; echo $? >&2; }")
                    + " | head -1 | cut -c1-15"))
        .contains("{\"matched\":true")
        .contains("141\n")
        .doesNotContain("gpuspec:");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFullDiskIsNoticed() throws Exception {
    assertThat(output(GPUSPEC + " catalog -o json >/dev/full; echo $?"))
        .matches("gpuspec: the answer could not be written: .*\n2\n");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void anAnswerDoesNotWaitForTheNextQuestion() throws Exception {
    Process process = shell(GPUSPEC + " match --provider tke --batch -");
    try (var to = process.outputWriter(StandardCharsets.UTF_8);
        var from = process.inputReader(StandardCharsets.UTF_8)) {
      to.write("{\"id\": 1}\n");
      to.flush();
      assertThat(from.readLine()).startsWith("{\"id\":1,\"matched\":true");
    }
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "match --provider tke -f NAME",
        "match --provider tke -f NAME -f b.yaml",
        "match --provider tke --batch NAME",
        "match --gpu T4 --overlay NAME",
        "build -f NAME",
        "inspect NAME",
        "inspect --baseline NAME .",
        "migrate --from tke --to eks -f NAME",
        "fits -f NAME --nodes n.json",
        "fleet plan --provider tke -f NAME",
        "fleet place --nodes NAME --pods p.csv",
        "slices --gpu T4 --claims NAME --provider eks/nodegroup",
        "diagnose NAME",
        "nodes plan -f NAME",
        "catalog diff NAME b.json",
      })
  void aNameThatNoFileCanHaveIsOneLineAndStatus2(String line) {
    Run run = Run.of(words(line.replace("NAME", "a\0b")));

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err().lines().filter(each -> each.startsWith("gpuspec:")))
        .singleElement()
        .asString()
        .contains("a\\u0000b")
        .doesNotContain("Exception", "internal error");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "match --provider tke -f NAME",
        "match --gpu T4 --overlay NAME",
        "inspect NAME",
        "fleet plan --provider tke -f NAME",
        "migrate --from tke --to eks -f NAME"
      })
  @EnabledOnOs(OS.LINUX)
  void aNameThatTheLocaleCannotWriteIsToldTheFix(String line) throws Exception {
    String command = GPUSPEC + " " + line.replace("NAME", "$'\\xe6\\xb8\\x85.yaml'");

    assertThat(output("export LC_ALL=C; " + command + "; echo $?"))
        .startsWith("gpuspec: ")
        .contains("set a locale of UTF-8, such as LC_ALL=C.UTF-8")
        .doesNotContain("Exception", "internal error")
        .endsWith("\n2\n")
        .hasLineCount(2);
  }
}
