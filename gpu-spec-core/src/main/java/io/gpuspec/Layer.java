package io.gpuspec;

import java.util.Optional;
import java.util.function.Supplier;

/** An overlay that is laid over a target's catalog, or a file of which it is the content. */
final class Layer {

  /**
   * What a layer holds at one time.
   *
   * @param problem what is wrong with newer content
   */
  record Version(Overlay overlay, Optional<Note> problem) {}

  private final Object source;
  private final Supplier<Version> version;

  private Layer(Object source, Supplier<Version> version) {
    this.source = source;
    this.version = version;
  }

  /** One that always holds the same. */
  static Layer of(Overlay overlay) {
    Version only = new Version(overlay, Optional.empty());
    return new Layer(overlay, () -> only);
  }

  /** One that holds what the file held when it was good last. */
  static Layer of(OverlayFile file) {
    return new Layer(file, file::version);
  }

  Version version() {
    return version.get();
  }

  /** The id of the target that it is for. */
  String target() {
    return version().overlay().target();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Layer that && source.equals(that.source);
  }

  @Override
  public int hashCode() {
    return source.hashCode();
  }
}
