package io.gpuspec.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpuspec.value.GpuSpecException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/**
 * Errors by their ids. Their wording is in one file of each module, src/test/errors.txt, a line for
 * each id and message. After a change of wording, {@code mvn test -Derrors.record=true} adds the
 * new lines.
 */
public final class Errors {
  private static final Path WORDING = Path.of("src", "test", "errors.txt");

  private Errors() {}

  /**
   * Asserts that a call is refused with an error of this id, whose message contains these parts and
   * is among the module's wordings.
   */
  public static void assertError(ThrowingCallable call, String id, String... parts) {
    GpuSpecException error = catchThrowableOfType(GpuSpecException.class, call);
    assertThat(error).as("an error %s", id).isNotNull();
    assertThat(error.id()).as(error.getMessage()).isEqualTo(id);
    for (String part : parts) {
      assertThat(error.getMessage()).contains(part);
    }
    String line = id + " " + error.getMessage().replace("\n", "\\n");
    try {
      if (Boolean.getBoolean("errors.record") && !Files.readAllLines(WORDING).contains(line)) {
        Files.writeString(WORDING, line + "\n", StandardOpenOption.APPEND);
      }
      assertThat(Files.readAllLines(WORDING)).as(WORDING.toString()).contains(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
