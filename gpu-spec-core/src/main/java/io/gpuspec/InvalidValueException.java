package io.gpuspec;

import java.io.Serial;

/**
 * A value that is malformed, out of range, or missing.
 *
 * <pre>{@code
 * MemorySize.parse("1GiB");
 *     // InvalidValueException: memory: '1GiB' is not a quantity; allowed: ...; write 1Gi ...
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
   * @param message what was asked, the offending value, what is allowed, the fix
   */
  public InvalidValueException(String message) {
    super(message);
  }

  /**
   * An error that another one led to.
   *
   * @param message what was asked, the offending value, what is allowed, the fix
   * @param cause the error beneath
   */
  public InvalidValueException(String message, Throwable cause) {
    super(message, cause);
  }
}
