package io.gpuspec.judges;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Programs as somebody runs them in a shell. */
final class CommandLine {
  private static final Path GPUSPEC =
      Path.of("..", "..", "samples", "cli", "target", "gpuspec.jar").toAbsolutePath().normalize();

  private CommandLine() {}

  /** What {@code ./gpuspec} answers; messages go where ours go. */
  static String gpuspec(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-jar", GPUSPEC.toString()));
    command.addAll(List.of(arguments));
    return run(command);
  }

  /** What a line of a shell prints, where {@code kubectl} speaks to our control plane. */
  static String shell(String line) {
    return run(List.of("bash", "-o", "pipefail", "-c", line));
  }

  /**
   * What a script prints, messages among the rest, where {@code kubectl} speaks to our control
   * plane; {@code exit N} before it if it fails.
   */
  static String script(Path folder, String text) {
    ProcessBuilder builder =
        new ProcessBuilder("bash", "-e", "-o", "pipefail", "-c", text)
            .directory(folder.toFile())
            .redirectErrorStream(true);
    return run(builder);
  }

  private static String run(List<String> command) {
    return run(new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT));
  }

  private static String run(ProcessBuilder builder) {
    List<String> command = builder.command();
    Map<String, String> environment = builder.environment();
    environment.merge(
        "PATH",
        Tools.path("kubectl").getParent().toString(),
        (before, ours) -> ours + ":" + before);
    environment.put("KUBECONFIG", ControlPlane.shared().kubeconfig().toString());
    try {
      Process process = builder.start();
      process.getOutputStream().close();
      try (InputStream out = process.getInputStream()) {
        String text = new String(out.readAllBytes(), StandardCharsets.UTF_8);
        int exit = process.waitFor();
        return exit == 0 ? text : "exit " + exit + " of " + command + "\n" + text;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(command + ": interrupted", e);
    }
  }
}
