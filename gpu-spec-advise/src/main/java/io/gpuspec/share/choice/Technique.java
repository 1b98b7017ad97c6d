package io.gpuspec.share.choice;

import io.gpuspec.internal.Arguments;
import io.gpuspec.value.Listing;
import io.gpuspec.value.UnknownNameException;
import java.util.Arrays;
import java.util.Locale;

/**
 * A way in which pods use cards: as a whole, or a part.
 *
 * <pre>{@code
 * Technique.MIG.modes().get(0).guarantee(Assurance.FAULTS);
 *     // yes: an error stays in its instance
 * Technique.QGPU.modes();    // qGPU (best-effort)
 *                            // qGPU (fixed-share)
 *                            // qGPU (burst-share)
 * }</pre>
 *
 * <p>Techniques that are equally suitable are ordered as here: those that isolate more before those
 * that isolate less, and the whole card, whose rest stays idle, last.
 */
public enum Technique {
  /** NVIDIA's Multi-Instance GPU: a card is cut into instances in hardware. */
  MIG("MIG"),
  /** TKE's qGPU. */
  QGPU("qGPU"),
  /** Alibaba Cloud's cGPU. */
  CGPU("cGPU"),
  /** NVIDIA's Multi-Process Service through the device plugin. */
  MPS("MPS"),
  /** Replicas of a card through NVIDIA's device plugin. */
  TIME_SLICING("time slicing"),
  /** One pod has the card. */
  WHOLE_CARD("whole card");

  private final String title;

  Technique(String title) {
    this.title = title;
  }

  /**
   * Reads {@code mig}, {@code qgpu}, {@code cgpu}, {@code mps}, {@code time-slicing} or {@code
   * whole-card}.
   *
   * @throws UnknownNameException for anything else
   */
  public static Technique parse(String word) {
    Arguments.required("technique", word, "a word, such as time-slicing");
    return Arrays.stream(values())
        .filter(each -> each.word().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new UnknownNameException(
                    "sharing.unknown",
                    "technique",
                    word,
                    Arrays.stream(values()).map(Technique::word).toList()));
  }

  /** The ways in which its nodes can be set up, those that differ in what they guarantee. */
  public Listing<SharingMode> modes() {
    return Listing.copyOf(TechniqueFile.CONTENT.modes(this));
  }

  /** Returns what it is called in files and on the command line, such as {@code time-slicing}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns whether it is called so, as a target's rules for shares name it. */
  boolean isCalled(String technology) {
    return title.equals(technology);
  }

  boolean isShared() {
    return this != WHOLE_CARD;
  }

  /** Returns what people call it, such as {@code time slicing}. */
  @Override
  public String toString() {
    return title;
  }
}
