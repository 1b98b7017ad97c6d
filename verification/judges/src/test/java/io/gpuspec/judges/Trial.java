package io.gpuspec.judges;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * One law put before one judge: counts the cases and keeps what the two disagreed on.
 *
 * <pre>{@code
 * try (Trial trial = Trial.of("promtool", "0.315.0", "alerts fire when they must")) {
 *   trial.agreed(output.exit() == 0, () -> rules + output.err());
 * }
 * }</pre>
 *
 * <p>Closing it writes a line of the table that {@code verification/judges/run} prints, keeps the
 * disagreements in {@code target/judges}, and fails if there is one or if nothing was asked.
 */
final class Trial implements AutoCloseable {
  private static final Path FOLDER = Path.of("target", "judges");
  private static final int SHOWN = 3;

  private final String judge;
  private final String version;
  private final String law;
  private final long start = System.nanoTime();
  private final List<String> disagreements = new ArrayList<>();
  private int cases;

  private Trial(String judge, String version, String law) {
    this.judge = judge;
    this.version = version;
    this.law = law;
  }

  static Trial of(String judge, String version, String law) {
    return new Trial(judge, version, law);
  }

  /** One more case; where the judge disagrees, what a person needs to see it again. */
  void agreed(boolean agreed, Supplier<String> counterExample) {
    cases++;
    if (!agreed) {
      disagreements.add(counterExample.get());
    }
  }

  @Override
  public void close() {
    write();
    if (cases == 0) {
      throw new AssertionError("%s: nothing was asked of %s".formatted(law, judge));
    }
    if (!disagreements.isEmpty()) {
      throw new AssertionError(
          "%s: %s disagrees in %d of %d cases, all in target/judges. The first:%n%s"
              .formatted(
                  law,
                  judge,
                  disagreements.size(),
                  cases,
                  String.join(
                      "\n---\n", disagreements.subList(0, Math.min(SHOWN, disagreements.size())))));
    }
  }

  private void write() {
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
    String row =
        String.join(
            "\t",
            judge,
            version,
            law,
            Integer.toString(cases),
            Integer.toString(disagreements.size()),
            Long.toString(seconds));
    try {
      Files.createDirectories(FOLDER);
      Files.writeString(
          FOLDER.resolve("trials.tsv"),
          row + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
      if (!disagreements.isEmpty()) {
        Files.writeString(FOLDER.resolve(fileName()), String.join("\n---\n", disagreements));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String fileName() {
    return (judge + " " + version + " " + law)
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9]+", "-")
        + ".txt";
  }
}
