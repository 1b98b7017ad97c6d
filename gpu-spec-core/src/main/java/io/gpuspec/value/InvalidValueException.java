package io.gpuspec.value;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * Thrown for a value that is malformed, out of range, or missing.
 *
 * <pre>{@code
 * MemorySize.parse("1GiB");
 *     // InvalidValueException: memory: '1GiB' is not a quantity; write 1Gi; allowed: ...
 * }</pre>
 *
 * <p>For example, {@code MemorySize.parse("1GiB")} fails with a message that begins {@code memory:
 * '1GiB' is not a quantity} and ends {@code write 1Gi}. A null argument is reported this way too,
 * never as a {@link NullPointerException}.
 */
public final class InvalidValueException extends GpuSpecException {

  @Serial private static final long serialVersionUID = 1L;

  /**
   * An error with nothing beneath it.
   *
   * @param id the error's id: what it is about, a dot, and what is wrong with it
   * @param message what was asked, the offending value, what is allowed, the fix
   */
  public InvalidValueException(String id, String message) {
    super(id, message);
  }

  /**
   * An error that another one led to.
   *
   * @param id the error's id: what it is about, a dot, and what is wrong with it
   * @param message what was asked, the offending value, what is allowed, the fix
   * @param cause the error beneath
   */
  public InvalidValueException(String id, String message, Throwable cause) {
    super(id, message, cause);
  }

  /**
   * Returns the value, or refuses null.
   *
   * @param what what the value is for, such as {@code memory}
   * @param value the value to check
   * @param allowed what may be passed instead of null
   * @throws InvalidValueException if the value is null
   */
  public static <T> T requireNonNull(String what, @Nullable T value, String allowed) {
    if (value == null) {
      throw new InvalidValueException(
          "value.missing", what + ": 'null' is not a value; allowed: " + allowed + "; pass one");
    }
    return value;
  }
}
