package io.gpuspec.value;

import io.gpuspec.value.Quantity.Notation;
import io.gpuspec.value.Quantity.Unit;
import org.jspecify.annotations.Nullable;

/**
 * An exact number of bytes of memory, in the notation of Kubernetes.
 *
 * <pre>{@code
 * MemorySize perGpu = MemorySize.parse("1.5Gi");    // 1536Mi
 * perGpu.toBytes();                                 // 1610612736
 * perGpu.times(8);                                  // 12Gi
 * }</pre>
 *
 * <p><b>Units.</b> {@code Ki Mi Gi Ti Pi Ei} are powers of 1024 and {@code k M G T P E} powers of
 * 1000: {@code 40Gi} is 42949672960 bytes, {@code 40G} is 40000000000, and {@code 40m} is forty
 * thousandths of one byte. The suffixes {@code n u m} and exponents such as {@code e3} are also
 * accepted.
 *
 * <p><b>Notation.</b> A size prints in the notation it was read in, in canonical form: {@code 40G}
 * prints {@code 40G}, {@code 1000} prints {@code 1k}. Sizes made from numbers print in the binary
 * one. Arithmetic keeps the notation of the size it starts from, or the other's where that is zero.
 * In binary notation a size from -1023 to 1023 bytes has no suffix to take and prints as in
 * decimal.
 *
 * <p><b>Rounding.</b> What is finer than a byte is rounded up, towards positive infinity: {@code
 * 1.5} is 2 bytes and {@code -1.5} is -1. Kubernetes' {@code Value()} rounds most negative amounts
 * away from zero instead; positive ones come out the same.
 *
 * <p><b>Equality.</b> Equality, hash code and order look at the number of bytes alone, as
 * Kubernetes' {@code Cmp} does: {@code 1024Mi} equals {@code 1Gi}.
 *
 * <p><b>Errors.</b> Every refusal is an {@link InvalidValueException}. An amount beyond 64 bits is
 * one, where Kubernetes silently caps or wraps; so are text without a digit ({@code Gi}), text
 * above 256 characters, and an exponent above 32 bits.
 *
 * <p>The rules are those of the <a
 * href="https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/">Kubernetes
 * resource quantity</a>.
 */
public final class MemorySize implements Comparable<MemorySize>, Word {

  /** Zero memory. */
  public static final MemorySize ZERO = ofBytes(0);

  private static final long MEBIBYTE = 1L << 20;
  private static final long GIBIBYTE = 1L << 30;

  // Not as a quantity: a large catalog has many of them.
  private final long bytes;
  private final Notation notation;

  private MemorySize(Quantity quantity) {
    this.bytes = quantity.amount();
    this.notation = quantity.notation();
  }

  private Quantity quantity() {
    return new Quantity(Unit.BYTES, bytes, notation);
  }

  /**
   * Reads a size such as {@code 16Gi}, {@code 40G}, {@code 1.5Gi} or {@code 1e9}.
   *
   * @param text a Kubernetes quantity
   * @return the size, rounded up to a whole byte
   * @throws InvalidValueException if the text is not a quantity or the size is beyond 64 bits
   */
  public static MemorySize parse(String text) {
    return new MemorySize(Quantity.parse(Unit.BYTES, text));
  }

  /**
   * Returns whether the text is a quantity of Kubernetes, however long and large: {@link #parse}
   * takes those that it can hold.
   */
  public static boolean isQuantity(String text) {
    return Quantity.isOne(text);
  }

  /**
   * A number of bytes.
   *
   * @param bytes any number, negative ones too
   * @return the size, in binary notation
   */
  public static MemorySize ofBytes(long bytes) {
    return new MemorySize(new Quantity(Unit.BYTES, bytes, Notation.BINARY));
  }

  /**
   * A number of mebibytes (1048576 bytes each).
   *
   * @param mebibytes any number, negative ones too
   * @return the size, in binary notation
   * @throws InvalidValueException if the size is beyond 64 bits
   */
  public static MemorySize ofMebibytes(long mebibytes) {
    return new MemorySize(
        Quantity.of(Unit.BYTES, mebibytes, MEBIBYTE, "mebibytes", Notation.BINARY));
  }

  /**
   * A number of gibibytes (1073741824 bytes each).
   *
   * @param gibibytes any number, negative ones too
   * @return the size, in binary notation
   * @throws InvalidValueException if the size is beyond 64 bits
   */
  public static MemorySize ofGibibytes(long gibibytes) {
    return new MemorySize(
        Quantity.of(Unit.BYTES, gibibytes, GIBIBYTE, "gibibytes", Notation.BINARY));
  }

  /**
   * Returns the larger size.
   *
   * @param a one size
   * @param b the other
   * @return the larger, or {@code a} if they are equal
   * @throws InvalidValueException if either is null
   */
  public static MemorySize max(MemorySize a, MemorySize b) {
    return required(a).isAtLeast(b) ? a : b;
  }

  /**
   * The number of bytes.
   *
   * @return exactly the size
   */
  public long toBytes() {
    return bytes;
  }

  /**
   * Returns the sum of this size and another.
   *
   * @param other the size to add
   * @return the sum
   * @throws InvalidValueException if the sum is beyond 64 bits, or {@code other} is null
   */
  public MemorySize plus(MemorySize other) {
    return new MemorySize(quantity().plus(required(other).quantity()));
  }

  /**
   * Returns this size minus another.
   *
   * @param other the size to subtract
   * @return the difference, negative where {@code other} is the larger
   * @throws InvalidValueException if the difference is beyond 64 bits, or {@code other} is null
   */
  public MemorySize minus(MemorySize other) {
    return new MemorySize(quantity().minus(required(other).quantity()));
  }

  /**
   * Returns a multiple of this size.
   *
   * @param factor how many times
   * @return the product
   * @throws InvalidValueException if the product is beyond 64 bits
   */
  public MemorySize times(long factor) {
    return new MemorySize(quantity().times(factor));
  }

  /**
   * Returns whether this is zero.
   *
   * @return true for zero bytes
   */
  public boolean isZero() {
    return toBytes() == 0;
  }

  /**
   * Returns whether this is less than nothing.
   *
   * @return true below zero bytes
   */
  public boolean isNegative() {
    return toBytes() < 0;
  }

  /**
   * Returns whether this is so little that its unit was probably forgotten, as in {@code 16} for
   * {@code 16Gi}.
   *
   * @return true for more than nothing and less than a mebibyte
   */
  public boolean isUnitDoubtful() {
    return toBytes() > 0 && toBytes() < MEBIBYTE;
  }

  /**
   * Returns whether this size is enough for another.
   *
   * @param other the size needed
   * @return true if this is as large or larger
   * @throws InvalidValueException if {@code other} is null
   */
  public boolean isAtLeast(MemorySize other) {
    return compareTo(other) >= 0;
  }

  /**
   * Returns whether this is a whole number of gibibytes, the unit in which several clouds sell
   * memory.
   *
   * @return true for a multiple of 1073741824 bytes, zero among them
   */
  public boolean isWholeGibibytes() {
    return toBytes() % GIBIBYTE == 0;
  }

  /**
   * The largest whole number of gibibytes within this size: {@code 40G} gives {@code 37Gi}.
   *
   * @return the size rounded down, towards negative infinity, in binary notation
   */
  public MemorySize floorToGibibytes() {
    return ofBytes(toBytes() - Math.floorMod(toBytes(), GIBIBYTE));
  }

  /**
   * Compares by number of bytes.
   *
   * @throws InvalidValueException if {@code other} is null
   */
  @Override
  public int compareTo(MemorySize other) {
    return Long.compare(toBytes(), required(other).toBytes());
  }

  /** Returns whether the other is a size of as many bytes, however written. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof MemorySize size && toBytes() == size.toBytes();
  }

  @Override
  public int hashCode() {
    return Long.hashCode(toBytes());
  }

  /** The size in canonical form, such as {@code 16Gi}; {@link #parse} reads it back. */
  @Override
  public String toString() {
    return quantity().toString();
  }

  /** The share, rounded down; for {@link Fraction#shareOf}. */
  MemorySize times(Fraction share) {
    long parts = share.denominator();
    // Taken apart so that no step leaves 64 bits: the share is at most 1 and its parts are ints.
    long bytes =
        Math.floorDiv(toBytes(), parts) * share.numerator()
            + Math.floorMod(toBytes(), parts) * share.numerator() / parts;
    return new MemorySize(new Quantity(Unit.BYTES, bytes, notation));
  }

  private static MemorySize required(@Nullable MemorySize size) {
    return InvalidValueException.requireNonNull(
        "memory", size, "a size, such as MemorySize.ZERO for none");
  }
}
