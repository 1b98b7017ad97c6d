package io.gpuspec;

import io.gpuspec.internal.EnumWords;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Word;
import java.util.Locale;

/**
 * A capacity type, with the values of {@code karpenter.sh/capacity-type}.
 *
 * <pre>{@code
 * GpuRequest.of("T4").capacityType(CapacityType.parse("spot"));    // T4 x1, spot
 * }</pre>
 */
public enum CapacityType implements Word {
  /** On-demand capacity: at the list price, for as long as you use it. */
  ON_DEMAND,
  /** Spot capacity: at a lower price, and reclaimed when the cloud needs it. */
  SPOT,
  /** Paid in advance. */
  RESERVED;

  /**
   * Reads {@code on-demand}, {@code spot} or {@code reserved}.
   *
   * @throws InvalidValueException for anything else
   */
  public static CapacityType parse(String text) {
    return EnumWords.parse("capacity type", CapacityType.class, text);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
