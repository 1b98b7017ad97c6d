package io.gpuspec;

import java.util.Optional;

/** An overlay that is laid over a target's catalog, or a file of which it is the content. */
sealed interface Layer {

  /**
   * What a layer holds at one time.
   *
   * @param problem what is wrong with newer content
   */
  record Version(Overlay overlay, Optional<Note> problem) {}

  /** What it holds now. */
  Version version();

  /** The id of the target that it is for. */
  default String target() {
    return version().overlay().target();
  }

  /** Always the same. */
  record Fixed(Overlay overlay) implements Layer {
    @Override
    public Version version() {
      return new Version(overlay, Optional.empty());
    }
  }

  /** Whatever the file held when it was last read and good. */
  record Live(OverlayFile file) implements Layer {
    @Override
    public Version version() {
      return file.version();
    }
  }
}
