package io.gpuspec.value;

import io.gpuspec.internal.text.MessageText;
import java.io.Serial;

/**
 * The superclass of all exceptions of this library.
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
 * fix; where a page of the documentation explains more, it ends with that page.
 */
public class GpuSpecException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private static final String SEE = "; see ";

  private final String id;
  private String page;

  /**
   * An error with nothing beneath it.
   *
   * @param id the error's id: what it is about, a dot, and what is wrong with it
   * @param message what was asked, the offending value, what is allowed, the fix
   */
  public GpuSpecException(String id, String message) {
    super(MessageText.of(String.valueOf(message)));
    this.id = InvalidValueException.requireNonNull("id", id, "an id such as gpu.unknown");
    this.page = pageOf(id, message);
  }

  /**
   * An error that another one led to.
   *
   * @param id the error's id: what it is about, a dot, and what is wrong with it
   * @param message what was asked, the offending value, what is allowed, the fix
   * @param cause the error beneath
   */
  public GpuSpecException(String id, String message, Throwable cause) {
    super(MessageText.of(String.valueOf(message)), cause);
    this.id = InvalidValueException.requireNonNull("id", id, "an id such as gpu.unknown");
    this.page = pageOf(id, message);
  }

  /** The page of the id's area; a message that leads to a page already keeps that. */
  private static String pageOf(String id, String message) {
    return String.valueOf(message).contains(SEE) ? "" : ErrorPages.of(id);
  }

  /**
   * Returns the id of what is wrong, such as {@code gpu.unknown}; unlike the message, it stays the
   * same from version to version. The page docs/errors.md lists every id.
   */
  public final String id() {
    return id;
  }

  /**
   * Names the page that explains more, with which the message then ends: {@code ...; see
   * docs/mig.md}. Like {@link #initCause}, it is for who throws the error, and changes this one. If
   * the message names a page already, that page stays, because it is the more specific one.
   *
   * @param page its path in the repository, or its address
   * @return this error, to be thrown
   */
  public final GpuSpecException see(String page) {
    InvalidValueException.requireNonNull("page", page, "a path such as docs/mig.md, or an address");
    if (!getMessage().contains(SEE)) {
      this.page = page;
    }
    return this;
  }

  /**
   * Returns what was asked, the offending value, what is allowed, the fix, the page; never absent.
   */
  @Override
  public String getMessage() {
    return super.getMessage() + (page.isEmpty() ? "" : SEE + page);
  }
}
