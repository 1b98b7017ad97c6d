package io.gpuspec;

import io.gpuspec.value.GpuSpecException;

/**
 * Thrown if the providers on the class path or module path cannot be used; the message names the
 * jars.
 */
public final class ProviderException extends GpuSpecException {
  private static final long serialVersionUID = 1L;

  ProviderException(String message) {
    super("providers.unusable", message);
  }

  ProviderException(String message, Throwable cause) {
    super("providers.unusable", message, cause);
  }
}
