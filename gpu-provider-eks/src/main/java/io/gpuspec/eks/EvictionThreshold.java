package io.gpuspec.eks;

import io.gpuspec.eks.internal.rules.Documents;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import java.math.BigDecimal;
import java.util.regex.Pattern;

/**
 * The memory that a kubelet keeps free by evicting pods: {@code evictionHard} of {@code
 * memory.available}.
 *
 * <pre>{@code
 * MemorySize node = MemorySize.parse("20Gi");
 * EvictionThreshold.parse("100Mi").of(node);    // 100Mi
 * EvictionThreshold.parse("5%").of(node);       // 1Gi
 * }</pre>
 *
 * <p>A percentage has two decimals at most, as in an EC2NodeClass. It is rounded up to a whole
 * byte, in floating point as Karpenter does, so that it can be a byte more than it is exactly. As
 * for the kubelet, {@code 100%} means none.
 */
public final class EvictionThreshold {
  private static final Pattern PERCENTAGE =
      Pattern.compile("([0-9]{1,2}|[1-9][0-9]{2})(\\.[0-9]{1,2})?%");
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

  private final String text;

  private EvictionThreshold(String text) {
    this.text = text;
  }

  /**
   * Reads a quantity ({@code 100Mi}) or a percentage ({@code 5%}).
   *
   * @throws InvalidValueException if it is neither, negative, or more than 100 %
   */
  public static EvictionThreshold parse(String text) {
    InvalidValueException.requireNonNull(
        "eviction", text, "a quantity, such as 100Mi, or a percentage, such as 5%");
    if (PERCENTAGE.matcher(text).matches()) {
      if (percent(text).compareTo(HUNDRED) > 0) {
        throw new InvalidValueException(
                "eviction.out-of-range",
                "eviction: '" + text + "' is more than there is; write 100% at most")
            .see(Documents.PAGE);
      }
      return new EvictionThreshold(text);
    }
    if (text.endsWith("%")) {
      throw new InvalidValueException(
              "eviction.malformed",
              "eviction: '"
                  + text
                  + "' is not a percentage that Karpenter's API takes; write two decimals at most, such as 37.56%")
          .see(Documents.PAGE);
    }
    MemorySize size = MemorySize.parse(text);
    if (size.isNegative()) {
      throw new InvalidValueException(
              "eviction.out-of-range", "eviction: '" + text + "' is negative; write 0 or more")
          .see(Documents.PAGE);
    }
    return new EvictionThreshold(size.toString());
  }

  private static BigDecimal percent(String text) {
    return new BigDecimal(text.substring(0, text.length() - 1));
  }

  /** Returns how much that is of a node with so much memory. */
  public MemorySize of(MemorySize node) {
    InvalidValueException.requireNonNull("eviction", node, "the memory of the node");
    if (!text.endsWith("%")) {
      return MemorySize.parse(text);
    }
    BigDecimal percent = percent(text);
    return percent.compareTo(HUNDRED) == 0
        ? MemorySize.ZERO
        : MemorySize.ofBytes((long) Math.ceil(node.toBytes() / 100.0 * percent.doubleValue()));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EvictionThreshold that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  /** Returns text such as {@code 100Mi} or {@code 5%}. */
  @Override
  public String toString() {
    return text;
  }
}
