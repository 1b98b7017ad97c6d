package io.gpuspec.internal;

/**
 * A problem in a document.
 *
 * @param pointer where: a JSON pointer (RFC 6901), empty for the document itself
 * @param message what, and the fix
 */
public record Problem(String pointer, String message) {

  /** The same at another place. */
  public Problem at(String otherPointer) {
    return new Problem(otherPointer, message);
  }

  /** Returns text such as {@code /specs/0: 'policy' is missing; add it}. */
  @Override
  public String toString() {
    return pointer.isEmpty() ? message : pointer + ": " + message;
  }
}
