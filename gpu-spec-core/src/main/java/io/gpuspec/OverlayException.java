package io.gpuspec;

import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.Listing;
import java.util.List;

/** Thrown for an overlay that cannot be read, or does not fit a catalog; it lists the problems. */
public final class OverlayException extends GpuSpecException {
  private static final long serialVersionUID = 1L;

  private final String[] problems;

  OverlayException(List<String> problems) {
    super("overlay.malformed", String.join("\n", problems));
    this.problems = problems.toArray(String[]::new);
  }

  /**
   * Returns each problem (of more than a hundred the first, and how many more there are) with its
   * place, such as {@code a.yaml:3:5: /specs/0: 'name' is missing}.
   */
  public Listing<String> problems() {
    return Listing.copyOf(List.of(problems));
  }
}
