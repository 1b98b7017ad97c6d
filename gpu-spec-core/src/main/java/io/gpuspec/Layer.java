package io.gpuspec;

import io.gpuspec.value.Note;
import java.util.Optional;

/** An overlay that is laid over a target's catalog, or a file of which it is the content. */
final class Layer {

  /**
   * What a layer holds at one time.
   *
   * @param problem what is wrong with newer content
   */
  record Version(Overlay overlay, Optional<Note> problem) {}

  private final Overlay first;
  private final Optional<OverlayFile> file;

  private Layer(Overlay first, Optional<OverlayFile> file) {
    this.first = first;
    this.file = file;
  }

  /** One that always holds the same. */
  static Layer of(Overlay overlay) {
    return new Layer(overlay, Optional.empty());
  }

  /** One that holds what the file held when it was good last. */
  static Layer of(OverlayFile file) {
    return new Layer(file.overlay(), Optional.of(file));
  }

  Version version() {
    return file.map(OverlayFile::version).orElseGet(() -> new Version(first, Optional.empty()));
  }

  /** The id of the target that it is for, which stays whatever a file says later. */
  String target() {
    return first.target();
  }

  /** Says that an overlay of it fits an edition of the target's catalog. */
  void fits(String edition, Overlay fitting) {
    file.ifPresent(of -> of.fits(edition, fitting));
  }

  /** The overlay to fall back to in an edition, if there is one. */
  Optional<Overlay> lastFitting(String edition) {
    return file.map(of -> of.lastFitting(edition)).orElseGet(() -> Optional.of(first));
  }

  private Object source() {
    return file.isPresent() ? file.get() : first;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Layer that && source().equals(that.source());
  }

  @Override
  public int hashCode() {
    return source().hashCode();
  }
}
