package io.gpuspec.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Compiles a small application and runs it in a JVM of its own, as a user would. */
final class ChildJvm {
  private ChildJvm() {}

  /** What a child wrote, and its exit code. */
  record Outcome(int code, String output) {
    /** The lines, after the check that it ended well. */
    List<String> lines() {
      assertThat(code).as(output).isZero();
      return output.lines().toList();
    }
  }

  /** Compiles {@code Main} and its {@code module-info}; gives the folder with the classes. */
  static Path compile(Path work, List<Path> modulePath, String moduleInfo, String main)
      throws IOException {
    Path sources = Files.createDirectories(work.resolve("sources"));
    Path classes = Files.createDirectories(work.resolve("classes"));
    Path module = Files.writeString(sources.resolve("module-info.java"), moduleInfo);
    Path type = Files.createDirectories(sources.resolve("app")).resolve("Main.java");
    Files.writeString(type, main);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter log = new StringWriter();
    try (var files = compiler.getStandardFileManager(null, null, null)) {
      boolean compiled =
          compiler
              .getTask(
                  log,
                  files,
                  null,
                  List.of(
                      "--module-path", join(modulePath), "-d", classes.toString(), "-proc:none"),
                  null,
                  files.getJavaFileObjects(module, type))
              .call();
      assertThat(compiled).as(log.toString()).isTrue();
    }
    return classes;
  }

  /** Runs {@code java} of the JDK that runs the tests. */
  static Outcome java(Path work, String... arguments) throws IOException, InterruptedException {
    return run(work, Path.of(System.getProperty("java.home"), "bin", "java"), arguments);
  }

  /** Runs a program. */
  static Outcome run(Path work, Path program, String... arguments)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(List.of(program.toString(), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(Arrays.asList(arguments));
    // A file, not a pipe: a child that hangs cannot block the reading of it.
    Path output = Files.createTempFile(work, "output", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(work.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    // They would add options, and a line of their own to the output.
    builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
    Process process = builder.start();
    if (!process.waitFor(2, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new AssertionError("no end after two minutes: " + String.join(" ", command));
    }
    return new Outcome(process.exitValue(), Files.readString(output));
  }

  /** Paths as an option takes them. */
  static String join(List<Path> paths, Path... more) {
    return Stream.concat(paths.stream(), Arrays.stream(more))
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }
}
