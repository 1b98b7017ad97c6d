package io.gpuspec;

import io.gpuspec.internal.Arguments;

/**
 * One reason why a candidate does not serve a request.
 *
 * @param resource what it is about: {@code cpu}, {@code memory}, {@code gpus}, {@code gpuMemory},
 *     {@code gpu}, {@code fraction}, {@code arch} or {@code lifecycle}
 * @param message what was asked, what there is, and how much is missing
 */
public record Shortfall(String resource, String message) {

  /** Refuses null. */
  public Shortfall {
    Arguments.required("resource", resource, "a resource, such as cpu");
    Arguments.required("message", message, "a text");
  }

  @Override
  public String toString() {
    return resource + ": " + message;
  }
}
