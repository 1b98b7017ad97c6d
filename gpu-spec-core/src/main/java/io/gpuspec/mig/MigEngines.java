package io.gpuspec.mig;

import io.gpuspec.value.Answer;
import io.gpuspec.value.Facts;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * Media engines: those of an instance, or those of a card.
 *
 * <pre>{@code
 * MigGpu.of("A100-40GB").profile("1g.5gb+me").engines();    // 1 NVDEC, 1 NVJPG, 1 OFA
 * }</pre>
 *
 * <p>They are a second budget of a card in addition to its slices. An A100 has one OFA, so at most
 * one instance is {@code 1g.5gb+me}; on an RTX PRO 6000 the profile {@code 1g.24gb+me.all} takes
 * every engine, so only profiles with {@code -me} can be combined with it.
 *
 * @param decoders video decoders (NVDEC)
 * @param encoders video encoders (NVENC)
 * @param jpeg JPEG decoders (NVJPG)
 * @param ofa optical flow accelerators
 */
public record MigEngines(int decoders, int encoders, int jpeg, int ofa) implements Answer {

  /** An engine with its name, and the vendor's abbreviation. */
  record Kind(String name, String symbol, ToIntFunction<MigEngines> count) {}

  static final List<Kind> KINDS =
      List.of(
          new Kind("decoders", "NVDEC", MigEngines::decoders),
          new Kind("encoders", "NVENC", MigEngines::encoders),
          new Kind("JPEG decoders", "NVJPG", MigEngines::jpeg),
          new Kind("optical flow accelerators", "OFA", MigEngines::ofa));

  private static final int BITS = 8;
  // The highest bit of each count is kept free, to borrow from.
  private static final long GUARDS = 0x80808080L;

  /** The counts in one number; one less the other is right in each as long as none is negative. */
  long packed() {
    long packed = 0;
    for (Kind kind : KINDS) {
      packed = packed << BITS | kind.count().applyAsInt(this);
    }
    return packed;
  }

  /** Returns whether what is left is enough, both {@link #packed}. */
  static boolean isEnough(long left, long need) {
    return ((left | GUARDS) - need & GUARDS) == GUARDS;
  }

  /** Adds {@code "decoders", "encoders", "jpeg", "ofa"}. */
  @Override
  public void describe(Facts out) {
    out.put("decoders", decoders).put("encoders", encoders).put("jpeg", jpeg).put("ofa", ofa);
  }

  /** {@code 2 NVDEC, 1 NVJPG, 1 OFA}. */
  @Override
  public String toString() {
    return total() == 0
        ? "no media engines"
        : KINDS.stream()
            .filter(kind -> kind.count().applyAsInt(this) > 0)
            .map(kind -> kind.count().applyAsInt(this) + " " + kind.symbol())
            .collect(Collectors.joining(", "));
  }

  int total() {
    return decoders + encoders + jpeg + ofa;
  }

  boolean isAtLeast(MigEngines other) {
    return isEnough(packed(), other.packed());
  }
}
