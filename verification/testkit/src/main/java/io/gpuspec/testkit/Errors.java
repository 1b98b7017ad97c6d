package io.gpuspec.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.gpuspec.value.GpuSpecException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/**
 * Errors by their ids. Their wording is in one file of each module, src/test/errors.txt, a line for
 * each id and message, in which a value that the test names is '…', as are lists of known names.
 * After a change of wording, {@code mvn test -Derrors.record=true} adds the new lines; what no test
 * raises any longer goes if the file is deleted before.
 */
public final class Errors {
  private static final Path WORDING = Path.of("src", "test", "errors.txt");
  private static final Set<String> KNOWN = new HashSet<>(read());

  private Errors() {}

  /**
   * Asserts that a call is refused with an error of this id, whose message contains these values
   * and is among the module's wordings.
   */
  public static void assertError(ThrowingCallable call, String id, Object... values) {
    assertError(catchThrowable(call), id, values);
  }

  /** Asserts the same of an error that was caught. */
  public static void assertError(Throwable error, String id, Object... values) {
    assertThat(error).as("an error %s", id).isInstanceOf(GpuSpecException.class);
    assertThat(((GpuSpecException) error).id()).as(error.getMessage()).isEqualTo(id);
    String message = String.valueOf(error.getMessage());
    String wording = message;
    for (Object value : values) {
      assertThat(message).contains(value.toString());
      wording = wording.replace("'" + value + "'", "'…'");
    }
    assertWording(id, wording);
  }

  /** Asserts that a text, such as that of a note, is among the module's wordings. */
  public static void assertWording(String id, String text) {
    String line =
        (id + " " + text)
            .replace(System.getProperty("user.dir"), "MODULE")
            .replaceAll("/\\S*/junit-?[0-9]+", "FOLDER")
            .replaceAll("\\(known: [^)]*\\)", "(known: …)")
            .replace("\n", "\\n");
    if (Boolean.getBoolean("errors.record") && KNOWN.add(line)) {
      record(line);
    }
    assertThat(KNOWN.contains(line)).as("%s has the line%n%s", WORDING, line).isTrue();
  }

  /** Adds a line in its place; several forks of the tests may do so at a time. */
  private static void record(String line) {
    try (FileChannel lock =
        FileChannel.open(
            Path.of("target", "errors.lock"),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE)) {
      lock.lock();
      Set<String> lines = new TreeSet<>(read());
      lines.add(line);
      Files.write(WORDING, lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Set<String> read() {
    try {
      return Files.exists(WORDING) ? new TreeSet<>(Files.readAllLines(WORDING)) : Set.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
