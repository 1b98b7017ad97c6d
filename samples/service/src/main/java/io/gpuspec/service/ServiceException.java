package io.gpuspec.service;

/** Thrown if the service could not be started. */
public final class ServiceException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ServiceException(String message, Throwable cause) {
    super(message, cause);
  }
}
