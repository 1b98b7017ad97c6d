package io.gpuspec.internal;

/**
 * A problem in a document.
 *
 * @param message what, and the fix
 */
public record Problem(Place place, String message) {

  /** The same at another place. */
  public Problem at(Place other) {
    return new Problem(other, message);
  }

  /** Returns text such as {@code /specs/0: 'policy' is missing; add it}. */
  @Override
  public String toString() {
    return place.equals(Place.ROOT) ? message : place + ": " + message;
  }
}
