package io.gpuspec;

import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.Words;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Facts;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * A part of a card that several pods use together, as with cGPU or qGPU: an amount of memory, and
 * optionally of compute.
 *
 * <pre>{@code
 * Share.of("8Gi");                             // 8Gi
 * Share.of("8Gi", 50);                         // 8Gi and 50%
 * Share.of("8Gi:50");                          // 8Gi and 50%
 * Devices.of("T4").shared(Share.of("8Gi"));    // 8Gi of T4 x1
 * }</pre>
 *
 * <p>Memory is in bytes, compute in percent of one card. What steps there are is the vendor's rule,
 * which a target checks when it is asked.
 */
public final class Share implements Answer {
  private static final int WHOLE = 100;

  /** What {@link io.gpuspec.share.CardKind#offer} reads, of a card that is known. */
  private static final Pattern FRACTION = Pattern.compile("[0-9]++/[0-9]++|[0-9.]++%");

  private static final Pattern PERCENT = Pattern.compile("-?[0-9]{1,4}+%?");

  private final MemorySize memory;
  private final OptionalInt compute;

  private Share(MemorySize memory, OptionalInt compute) {
    Arguments.required("share", memory, "an amount of memory, such as 8Gi");
    if (memory.isUnitDoubtful() || memory.isZero() || memory.isNegative()) {
      throw new InvalidValueException(
          "share.malformed",
          "share: '%s' is %s of a card's memory; write the unit too, such as 8Gi"
              .formatted(memory, Words.memory(memory)));
    }
    if (compute.isPresent() && (compute.getAsInt() < 1 || compute.getAsInt() > WHOLE)) {
      throw new InvalidValueException(
          "share.out-of-range",
          "share: '%s' is not a percentage of a card's compute; write 1 to 100, or remove it"
              .formatted(compute.getAsInt()));
    }
    this.memory = memory;
    this.compute = compute;
  }

  /**
   * Returns a share with this much memory of a card, as a Kubernetes quantity, or with memory and a
   * percentage of its compute: {@code 8Gi}, {@code 8Gi:50}, {@code 8Gi:50%}.
   *
   * @throws InvalidValueException if it is not a valid quantity, or less than 1Mi, the compute is
   *     not a percentage, or one of them is a fraction, for which a card has to be known
   */
  public static Share of(String memory) {
    Arguments.required("share", memory, "an amount of memory, such as 8Gi");
    int colon = memory.indexOf(':');
    String size = (colon < 0 ? memory : memory.substring(0, colon)).strip();
    if (FRACTION.matcher(size).matches()) {
      throw new InvalidValueException(
          "share.malformed",
          "share: '%s' is a fraction of a card's memory, which depends on the card; write CardKind.of(target, \"T4\").offer(\"%s\").share(), or an amount such as 4Gi"
              .formatted(size, memory));
    }
    return colon < 0
        ? of(MemorySize.parse(size))
        : of(MemorySize.parse(size), percent(memory.substring(colon + 1).strip()));
  }

  private static int percent(String text) {
    if (!PERCENT.matcher(text).matches()) {
      throw new InvalidValueException(
          "share.malformed",
          "share: '%s' is not a percentage of a card's compute; write memory and percent, such as 4Gi:25"
              .formatted(text));
    }
    return Integer.parseInt(text.replace("%", ""));
  }

  /** Returns a share with this much memory of a card. */
  public static Share of(MemorySize memory) {
    return new Share(memory, OptionalInt.empty());
  }

  /**
   * Returns a share with this much memory of a card and this percentage of its compute.
   *
   * @throws InvalidValueException if the memory is not a valid quantity or less than 1Mi, or the
   *     percentage is not from 1 to 100
   */
  public static Share of(String memory, int percent) {
    return of(MemorySize.parse(memory), percent);
  }

  /** Returns a share with this much memory of a card and this percentage of its compute. */
  public static Share of(MemorySize memory, int percent) {
    return new Share(memory, OptionalInt.of(percent));
  }

  /** The memory, in bytes. */
  public MemorySize memory() {
    return memory;
  }

  /** The compute in percent of a card, where that was asked. */
  public OptionalInt compute() {
    return compute;
  }

  /**
   * Returns how many of these shares fit on a card that offers this much memory and all of its
   * compute.
   */
  long perCard(MemorySize shared) {
    long byMemory = shared.toBytes() / memory.toBytes();
    return compute.isPresent() ? Math.min(byMemory, WHOLE / compute.getAsInt()) : byMemory;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Share that
        && memory.equals(that.memory)
        && compute.equals(that.compute);
  }

  @Override
  public int hashCode() {
    return Objects.hash(memory, compute);
  }

  /** Adds {@code "memory", "compute"?}. */
  @Override
  public void describe(Facts out) {
    out.put("memory", memory()).put("compute", compute());
  }

  /** Returns text such as {@code 8Gi} or {@code 8Gi and 50%}. */
  @Override
  public String toString() {
    return Words.memory(memory) + (compute.isPresent() ? " and " + compute.getAsInt() + "%" : "");
  }
}
