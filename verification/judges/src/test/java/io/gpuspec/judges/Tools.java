package io.gpuspec.judges;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What {@code tools/build} has built, and how it is run. */
final class Tools {
  private static final Path FOLDER = Path.of("target", "tools").toAbsolutePath();
  private static final int MINUTES = 10;

  private Tools() {}

  /** A tool's program or file. */
  static Path path(String name) {
    Path path = FOLDER.resolve(name);
    if (!Files.exists(path)) {
      throw new IllegalStateException(
          "judges: '%s' is not built; run verification/judges/run, which builds it first"
              .formatted(name));
    }
    return path;
  }

  /** The version of Karpenter that was built. */
  static String karpenter() {
    try {
      return read(path("karpenter.version")).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether that is 1.14, which is asked at night, and where today's cannot be built. */
  static boolean isOldKarpenter() {
    return karpenter().startsWith("1.14.");
  }

  /** What a program said. */
  record Output(int exit, String out, String err) {}

  /** Runs a program to its end and gives it this text to read. */
  static Output run(String input, String tool, String... arguments) {
    List<String> command = new ArrayList<>(List.of(path(tool).toString()));
    command.addAll(List.of(arguments));
    try {
      // Files, not pipes: whoever writes much before it reads all would wait for us for ever.
      Path in = Files.writeString(Files.createTempFile("judges", ".in"), input);
      Path out = Files.createTempFile("judges", ".out");
      Path err = Files.createTempFile("judges", ".err");
      try {
        Process process =
            new ProcessBuilder(command)
                .redirectInput(in.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
          process.destroyForcibly();
          throw new IllegalStateException(tool + ": no end after " + MINUTES + " minutes");
        }
        return new Output(process.exitValue(), read(out), read(err));
      } finally {
        for (Path file : List.of(in, out, err)) {
          Files.delete(file);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(tool + ": interrupted", e);
    }
  }

  private static String read(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.UTF_8);
  }
}
