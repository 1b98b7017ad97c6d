package io.gpuspec;

import io.gpuspec.value.Note;
import java.util.Optional;

/** An overlay that is applied to a target's catalog, either fixed or from a file. */
final class Layer {

  /**
   * The content of a layer at one time.
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

  /** Returns a layer with fixed content. */
  static Layer of(Overlay overlay) {
    return new Layer(overlay, Optional.empty());
  }

  /** Returns a layer with the last good content of the file. */
  static Layer of(OverlayFile file) {
    return new Layer(file.overlay(), Optional.of(file));
  }

  Version version() {
    return file.map(OverlayFile::version).orElseGet(() -> new Version(first, Optional.empty()));
  }

  /** Returns the id of the target that it is for, which does not change with the file. */
  String target() {
    return first.target();
  }

  /** Records that this layer's overlay fits a catalog of the target. */
  void fits(SpecCatalog catalog, Overlay fitting) {
    file.ifPresent(of -> of.fits(catalog, fitting));
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
