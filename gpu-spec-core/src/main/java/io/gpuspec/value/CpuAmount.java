package io.gpuspec.value;

import io.gpuspec.value.Quantity.Notation;
import io.gpuspec.value.Quantity.Unit;
import org.jspecify.annotations.Nullable;

/**
 * An exact number of millicores of CPU, in the notation of Kubernetes.
 *
 * <pre>{@code
 * CpuAmount half = CpuAmount.parse(".5");    // 500m
 * half.toMillicores();                       // 500
 * half.times(8);                             // 4
 * }</pre>
 *
 * <p><b>Units.</b> A plain number counts cores and {@code m} thousandths of a core: {@code 2},
 * {@code 2000m} and {@code 2e0} are the same amount. The other suffixes of a Kubernetes quantity
 * are also accepted.
 *
 * <p><b>Notation.</b> An amount prints in the notation it was read in, in canonical form: {@code
 * 1500m} prints {@code 1500m}, {@code 2000m} prints {@code 2}, {@code 1e3} prints {@code 1e3}.
 * Amounts made from numbers print in the decimal one. Arithmetic keeps the notation of the amount
 * it starts from, or the other's where that is zero.
 *
 * <p><b>Rounding.</b> What is finer than a millicore is rounded up, towards positive infinity:
 * {@code 1u} is 1 millicore and {@code -1.0005} is -1000. Kubernetes' {@code MilliValue()} rounds
 * most negative amounts away from zero instead; positive ones come out the same.
 *
 * <p><b>Equality.</b> Equality, hash code and order look at the number of millicores alone, as
 * Kubernetes' {@code Cmp} does: {@code 1000m} equals {@code 1}.
 *
 * <p><b>Errors.</b> Every refusal is an {@link InvalidValueException}. An amount beyond 64 bits is
 * one, where Kubernetes silently caps or wraps; so are text without a digit ({@code m}), text above
 * 256 characters, and an exponent above 32 bits.
 *
 * <p>The rules are those of the <a
 * href="https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/">Kubernetes
 * resource quantity</a>.
 */
public final class CpuAmount implements Comparable<CpuAmount>, Word {

  /** Zero CPU. */
  public static final CpuAmount ZERO = ofMillicores(0);

  private static final long MILLICORES_PER_CORE = 1000;

  // Not as a quantity: a large catalog has many of them.
  private final long millicores;
  private final Notation notation;

  private CpuAmount(Quantity quantity) {
    this.millicores = quantity.amount();
    this.notation = quantity.notation();
  }

  private Quantity quantity() {
    return new Quantity(Unit.MILLICORES, millicores, notation);
  }

  /**
   * Reads an amount such as {@code 4}, {@code 500m}, {@code 1.5} or {@code 1e3}.
   *
   * @param text a Kubernetes quantity
   * @return the amount, rounded up to a whole millicore
   * @throws InvalidValueException if the text is not a quantity or the amount is beyond 64 bits
   */
  public static CpuAmount parse(String text) {
    return new CpuAmount(Quantity.parse(Unit.MILLICORES, text));
  }

  /**
   * A number of millicores, a thousand to a core.
   *
   * @param millicores any number, negative ones too
   * @return the amount, in decimal notation
   */
  public static CpuAmount ofMillicores(long millicores) {
    return new CpuAmount(new Quantity(Unit.MILLICORES, millicores, Notation.DECIMAL));
  }

  /**
   * A number of whole cores.
   *
   * @param cores any number, negative ones too
   * @return the amount, in decimal notation
   * @throws InvalidValueException if the amount is beyond 64 bits of millicores
   */
  public static CpuAmount ofCores(long cores) {
    return new CpuAmount(
        Quantity.of(Unit.MILLICORES, cores, MILLICORES_PER_CORE, "cores", Notation.DECIMAL));
  }

  /**
   * Returns the larger amount.
   *
   * @param a one amount
   * @param b the other
   * @return the larger, or {@code a} if they are equal
   * @throws InvalidValueException if either is null
   */
  public static CpuAmount max(CpuAmount a, CpuAmount b) {
    return required(a).isAtLeast(b) ? a : b;
  }

  /**
   * The number of millicores.
   *
   * @return exactly the amount
   */
  public long toMillicores() {
    return millicores;
  }

  /**
   * Returns the sum of this amount and another.
   *
   * @param other the amount to add
   * @return the sum
   * @throws InvalidValueException if the sum is beyond 64 bits, or {@code other} is null
   */
  public CpuAmount plus(CpuAmount other) {
    return new CpuAmount(quantity().plus(required(other).quantity()));
  }

  /**
   * Returns this amount minus another.
   *
   * @param other the amount to subtract
   * @return the difference, negative where {@code other} is the larger
   * @throws InvalidValueException if the difference is beyond 64 bits, or {@code other} is null
   */
  public CpuAmount minus(CpuAmount other) {
    return new CpuAmount(quantity().minus(required(other).quantity()));
  }

  /**
   * Returns a multiple of this amount.
   *
   * @param factor how many times
   * @return the product
   * @throws InvalidValueException if the product is beyond 64 bits
   */
  public CpuAmount times(long factor) {
    return new CpuAmount(quantity().times(factor));
  }

  /**
   * Returns whether this is no CPU at all.
   *
   * @return true for zero millicores
   */
  public boolean isZero() {
    return toMillicores() == 0;
  }

  /**
   * Returns whether this is less than nothing.
   *
   * @return true below zero millicores
   */
  public boolean isNegative() {
    return toMillicores() < 0;
  }

  /**
   * Returns whether this amount is enough for another.
   *
   * @param other the amount needed
   * @return true if this is as large or larger
   * @throws InvalidValueException if {@code other} is null
   */
  public boolean isAtLeast(CpuAmount other) {
    return compareTo(other) >= 0;
  }

  /**
   * Compares by number of millicores.
   *
   * @throws InvalidValueException if {@code other} is null
   */
  @Override
  public int compareTo(CpuAmount other) {
    return Long.compare(toMillicores(), required(other).toMillicores());
  }

  /** Returns whether the other is an amount of as many millicores, however written. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CpuAmount amount && toMillicores() == amount.toMillicores();
  }

  @Override
  public int hashCode() {
    return Long.hashCode(toMillicores());
  }

  /** The amount in canonical form, such as {@code 500m}; {@link #parse} reads it back. */
  @Override
  public String toString() {
    return quantity().toString();
  }

  private static CpuAmount required(@Nullable CpuAmount amount) {
    return InvalidValueException.requireNonNull(
        "cpu", amount, "an amount, such as CpuAmount.ZERO for none");
  }
}
