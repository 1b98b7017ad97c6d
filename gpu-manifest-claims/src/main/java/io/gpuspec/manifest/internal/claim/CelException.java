package io.gpuspec.manifest.internal.claim;

/** A CEL expression that does not compile, or that fails for a device. */
final class CelException extends Exception {
  private static final long serialVersionUID = 1L;

  CelException(String message) {
    super(message);
  }

  /** Returns the message without its class. */
  String text() {
    return String.valueOf(getMessage());
  }
}
