package io.gpuspec.recommend;

import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.Words;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import java.math.BigInteger;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The keys and values that a transformer keeps for every token while it generates.
 *
 * <pre>{@code
 * // Of Llama 3 8B: 32 layers, 8 key-value heads, each of dimension 128.
 * KvCache llama8B = KvCache.of(32, 8, 128);
 * llama8B.tokens(128_000).size();              // 16000Mi
 * llama8B.tokens(8192).sequences(4).size();    // 4Gi
 * }</pre>
 *
 * <p>The size is {@code 2 x layers x heads x dimension x tokens x sequences} numbers, the 2 for
 * keys and values (NVIDIA, Mastering LLM Techniques: Inference Optimization, 2023-11-17). The heads
 * are those of keys and values ({@code num_key_value_heads} in a model's config), which grouped
 * query attention has fewer of. It is immutable.
 */
public final class KvCache {
  private final int layers;
  private final int heads;
  private final int headDimension;
  private final long tokens;
  private final long sequences;
  private final Precision precision;

  private KvCache(
      int layers, int heads, int headDimension, long tokens, long sequences, Precision precision) {
    this.layers = positive("layers", layers);
    this.heads = positive("key-value heads", heads);
    this.headDimension = positive("dimension of a head", headDimension);
    this.tokens = tokens;
    this.sequences = sequences;
    this.precision = precision;
    positive("tokens", tokens);
    positive("sequences", sequences);
  }

  /**
   * Returns the cache for one token of one sequence, in fp16.
   *
   * @param layers hidden layers
   * @param heads heads of keys and values
   * @param headDimension numbers in each head
   * @throws InvalidValueException if any is below 1
   */
  public static KvCache of(int layers, int heads, int headDimension) {
    return new KvCache(layers, heads, headDimension, 1, 1, Precision.FP16);
  }

  /**
   * Returns a copy with this many tokens in each sequence, input and output together.
   *
   * @throws InvalidValueException if the number is not positive
   */
  public KvCache tokens(long tokens) {
    return new KvCache(layers, heads, headDimension, tokens, sequences, precision);
  }

  /**
   * Returns a copy with this many sequences at the same time.
   *
   * @throws InvalidValueException if the number is not positive
   */
  public KvCache sequences(long sequences) {
    return new KvCache(layers, heads, headDimension, tokens, sequences, precision);
  }

  /** Kept in this format. */
  public KvCache precision(Precision precision) {
    return new KvCache(
        layers,
        heads,
        headDimension,
        tokens,
        sequences,
        Arguments.required("precision", precision, "a Precision"));
  }

  /**
   * Its size, exactly.
   *
   * @throws InvalidValueException if it is beyond 64 bits
   */
  public MemorySize size() {
    return precision.of(
        BigInteger.TWO
            .multiply(BigInteger.valueOf(layers))
            .multiply(BigInteger.valueOf(heads))
            .multiply(BigInteger.valueOf(headDimension))
            .multiply(BigInteger.valueOf(tokens))
            .multiply(BigInteger.valueOf(sequences)));
  }

  /** The formula with its numbers. */
  String formula() {
    return "2 x %s layers x %s heads x %s x %s tokens x %s sequences x %s"
        .formatted(layers, heads, headDimension, tokens, sequences, precision.width());
  }

  private static int positive(String what, int number) {
    positive(what, (long) number);
    return number;
  }

  private static void positive(String what, long number) {
    if (number < 1) {
      throw new InvalidValueException(
          "recommend.out-of-range",
          "kv cache: '" + number + "' " + what + " is not possible; give 1 or more");
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof KvCache that
        && layers == that.layers
        && heads == that.heads
        && headDimension == that.headDimension
        && tokens == that.tokens
        && sequences == that.sequences
        && precision == that.precision;
  }

  @Override
  public int hashCode() {
    return Objects.hash(layers, heads, headDimension, tokens, sequences, precision);
  }

  /** The size with the formula behind it. */
  @Override
  public String toString() {
    try {
      return Words.memory(size()) + " = " + formula();
    } catch (InvalidValueException e) {
      return "more than 64 bits = " + formula();
    }
  }
}
