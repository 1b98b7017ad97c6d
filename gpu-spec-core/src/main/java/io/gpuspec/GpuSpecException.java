package io.gpuspec;

import java.io.Serial;

/**
 * The root of every error this library raises.
 *
 * <p>Catch it where any refusal is handled the same way:
 *
 * <pre>{@code
 * String answer;
 * try {
 *   answer = gpus.in("tke").match(GpuRequest.of("T4").memory("40 GB")).toString();
 * } catch (GpuSpecException e) {
 *   answer = e.getMessage();
 * }
 * }</pre>
 *
 * <p>Every message names what was asked, the offending value in quotes, what is allowed, and the
 * fix.
 */
public class GpuSpecException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  /**
   * An error with nothing beneath it.
   *
   * @param message what was asked, the offending value, what is allowed, the fix
   */
  public GpuSpecException(String message) {
    super(message);
  }

  /**
   * An error that another one led to.
   *
   * @param message what was asked, the offending value, what is allowed, the fix
   * @param cause the error beneath
   */
  public GpuSpecException(String message, Throwable cause) {
    super(message, cause);
  }

  /** What was asked, the offending value, what is allowed, the fix; never absent. */
  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
