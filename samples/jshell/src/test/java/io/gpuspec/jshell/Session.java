package io.gpuspec.jshell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jshell.tool.JavaShellToolBuilder;

/** What a person types into {@code ./gpuspec shell}, and what stands below it. */
record Session(List<Step> steps) {
  /** One line, and what it prints. */
  record Step(String line, String printed) {}

  /** Written where a prompt is, with {@code promptCapture}. */
  private static final String PROMPT = "\005";

  /** Runs JShell as the launcher does, with this class path. */
  static Session of(List<String> lines) throws Exception {
    ByteArrayOutputStream screen = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(screen, true, StandardCharsets.UTF_8);
    String typed = String.join("\n", lines) + "\n";
    int status =
        JavaShellToolBuilder.builder()
            .in(new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)), null)
            .out(out)
            .err(out)
            .persistence(new HashMap<>())
            .env(Map.of())
            .locale(Locale.ROOT)
            .promptCapture(true)
            .start(
                "--class-path",
                classPath(),
                "-R-XX:TieredStopAtLevel=1",
                "-R-XX:+UseSerialGC",
                "-R-Dgpuspec.sources=" + root(),
                "--startup",
                root().resolve("samples/jshell/gpuspec.jsh").toString());
    assertThat(status).as(screen.toString(StandardCharsets.UTF_8)).isZero();
    String shown = screen.toString(StandardCharsets.UTF_8).replace("\r\n", "\n");
    // Before the first prompt it greets; behind the last one nothing is typed.
    return new Session(
        Stream.of(shown.split(PROMPT))
            .skip(1)
            .map(Session::step)
            .filter(step -> !step.line().isBlank())
            .toList());
  }

  /** JShell refuses a folder that is not there, which a module without classes has. */
  private static String classPath() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> Files.exists(Path.of(entry)))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static Step step(String echo) {
    String line = echo.lines().findFirst().orElse("");
    return new Step(line, echo.substring(line.length()).strip());
  }

  /** The folder of the checkout: two above this module's. */
  static Path root() {
    return Path.of(System.getProperty("basedir", "")).toAbsolutePath().getParent().getParent();
  }
}
