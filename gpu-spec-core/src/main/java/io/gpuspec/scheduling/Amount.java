package io.gpuspec.scheduling;

import io.gpuspec.internal.ExtendedResources;
import io.gpuspec.internal.text.Quoted;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import java.math.BigInteger;

/**
 * An exact amount of any resource, in thousandths, to which the API server rounds a quantity up.
 *
 * @param thousandths of a core, a byte or a device
 */
record Amount(BigInteger thousandths) implements Comparable<Amount> {
  static final Amount ZERO = of(0);

  private static final BigInteger THOUSAND = BigInteger.valueOf(1000);
  private static final BigInteger MOST_THOUSANDTHS = BigInteger.valueOf(Long.MAX_VALUE);

  /** A number of whole cores, bytes or devices. */
  static Amount of(long whole) {
    return new Amount(BigInteger.valueOf(whole).multiply(BigInteger.valueOf(1000)));
  }

  /**
   * Reads a quantity of any resource.
   *
   * @throws InvalidValueException if the text is not valid
   */
  static Amount parse(String resource, String text) {
    if (resource.equals("cpu")) {
      return new Amount(BigInteger.valueOf(CpuAmount.parse(text).toMillicores()));
    }
    try {
      return parse(text);
    } catch (InvalidValueException e) {
      if (isBytes(resource)) {
        throw e;
      }
      throw new InvalidValueException(
          "quantity.malformed", Quoted.of(text) + " is not a number; write it like 1", e);
    }
  }

  /** Beyond 64 bits of thousandths, fractions are not kept. */
  private static Amount parse(String text) {
    Amount rounded = of(MemorySize.parse(text).toBytes());
    return rounded.thousandths.abs().compareTo(MOST_THOUSANDTHS) > 0
        ? rounded
        : new Amount(BigInteger.valueOf(CpuAmount.parse(text).toMillicores()));
  }

  /** Returns whether a resource is counted in bytes. */
  private static boolean isBytes(String resource) {
    return resource.equals("memory")
        || resource.equals("ephemeral-storage")
        || ExtendedResources.isHugePages(resource);
  }

  boolean isNegative() {
    return thousandths.signum() < 0;
  }

  boolean isZero() {
    return thousandths.signum() == 0;
  }

  boolean isWhole() {
    return thousandths.mod(THOUSAND).signum() == 0;
  }

  /** The number without its part of one. */
  BigInteger whole() {
    return thousandths.divide(THOUSAND);
  }

  Amount plus(Amount other) {
    return new Amount(thousandths.add(other.thousandths));
  }

  Amount minus(Amount other) {
    return new Amount(thousandths.subtract(other.thousandths));
  }

  /** Returns how often it has another amount; of none, as often as there are numbers. */
  int times(Amount part) {
    return part.isZero()
        ? Integer.MAX_VALUE
        : thousandths
            .divide(part.thousandths)
            .max(BigInteger.ZERO)
            .min(BigInteger.valueOf(Integer.MAX_VALUE))
            .intValue();
  }

  /**
   * Returns the amount as the scheduler counts it in a sum: CPU in thousandths, everything else in
   * whole units, rounded up.
   */
  Amount counted(String resource) {
    if (resource.equals("cpu") || isWhole()) {
      return this;
    }
    return new Amount(thousandths.add(THOUSAND).subtract(thousandths.mod(THOUSAND)));
  }

  /**
   * Returns the amount in the unit of the resource, such as {@code 3920m}, {@code 16Gi} or {@code
   * 2}.
   */
  String text(String resource) {
    if (resource.equals("cpu") && isLong(thousandths)) {
      return CpuAmount.ofMillicores(thousandths.longValue()).toString();
    }
    BigInteger whole = counted(resource).whole();
    return isBytes(resource) && isLong(whole)
        ? MemorySize.ofBytes(whole.longValue()).toString()
        : whole.toString();
  }

  private static boolean isLong(BigInteger number) {
    return number.bitLength() < Long.SIZE;
  }

  @Override
  public int compareTo(Amount other) {
    return thousandths.compareTo(other.thousandths);
  }
}
