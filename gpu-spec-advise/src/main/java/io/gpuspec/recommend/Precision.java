package io.gpuspec.recommend;

import io.gpuspec.internal.EnumWords;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Word;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Optional;

/**
 * The number format of a model's weights.
 *
 * <pre>{@code
 * Precision.parse("bf16").bits();    // 16
 * }</pre>
 *
 * <p>The formats below 16 bits are counted at their bare width. Quantized models also keep scales,
 * and often some layers in 16 bits: expect up to a quarter more for {@code int4}.
 */
public enum Precision implements Word {
  /** Single precision. */
  FP32(32, Optional.empty()),
  /** Half precision. */
  FP16(16, Optional.empty()),
  /** Brain floating point. */
  BF16(16, Optional.of("8.0")),
  /** Eight-bit floating point. */
  FP8(8, Optional.of("8.9")),
  /** Eight-bit integers. */
  INT8(8, Optional.empty()),
  /** Four-bit integers. */
  INT4(4, Optional.empty());

  private final int bits;
  private final Optional<String> computeCapability;

  Precision(int bits, Optional<String> computeCapability) {
    this.bits = bits;
    this.computeCapability = computeCapability;
  }

  /** Returns how many bits one number takes. */
  public int bits() {
    return bits;
  }

  /**
   * Reads {@code fp32}, {@code fp16}, {@code bf16}, {@code fp8}, {@code int8} or {@code int4}.
   *
   * @throws InvalidValueException for anything else
   */
  public static Precision parse(String text) {
    return EnumWords.parse("precision", Precision.class, text);
  }

  /**
   * The least compute capability of GPUs that compute in it; empty where all that are recommended
   * do. Integers are what weights are kept in, on any GPU.
   */
  Optional<String> computeCapability() {
    return computeCapability;
  }

  /** The format of the same width that older GPUs can keep weights in. */
  Precision older() {
    return bits == 8 ? INT8 : FP16;
  }

  /** The memory of so many numbers, rounded up to a whole byte. */
  MemorySize of(BigInteger numbers) {
    BigInteger bytes =
        numbers.multiply(BigInteger.valueOf(bits)).add(BigInteger.valueOf(7)).shiftRight(3);
    if (bytes.bitLength() >= Long.SIZE) {
      throw new InvalidValueException(
          "memory.out-of-range",
          "model memory: '%s' numbers in %s are out of range; allowed: up to %s bytes"
              .formatted(numbers, this, Long.MAX_VALUE));
    }
    return MemorySize.ofBytes(bytes.longValueExact());
  }

  /** Returns the text for a formula, such as {@code 2 bytes} and {@code 4 bits}. */
  String width() {
    return bits % 8 == 0 ? bits / 8 + (bits == 8 ? " byte" : " bytes") : bits + " bits";
  }

  /** Returns the word, such as {@code bf16}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
