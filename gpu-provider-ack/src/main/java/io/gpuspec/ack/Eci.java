package io.gpuspec.ack;

import io.gpuspec.MemorySize;
import io.gpuspec.ack.internal.Documents;
import io.gpuspec.spi.Option;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What can be chosen about the target {@code ack/eci}, Elastic Container Instance: a pod without a
 * node, on an instance of its own.
 *
 * <pre>{@code
 * gpus.in("ack/eci").with(Eci.GPU_DRIVER_VERSION, Optional.of("tesla=535"))
 * }</pre>
 */
public final class Eci {
  private static final Pattern DRIVER = Pattern.compile("tesla=[0-9]{3}(\\.[0-9]{1,3}){0,2}");
  private static final Pattern PRICE = Pattern.compile("[0-9]{1,6}(\\.[0-9]{1,3})?");

  /**
   * The memory of an instance that its virtualization, kernel and system components take; 2Gi, the
   * most that is documented, unless chosen.
   */
  public static final Option<MemorySize> SYSTEM_OVERHEAD =
      Option.memory(
          "system-overhead",
          MemorySize.ofGibibytes(2),
          "the memory of an instance that its system takes, 0.5 to 2 GiB by its size",
          Documents.ECI_OVERHEAD);

  /**
   * The driver to install, such as {@code tesla=535}; since March 2025 only its major version
   * counts. Unless chosen it is the default of the instance's family.
   */
  public static final Option<Optional<String>> GPU_DRIVER_VERSION =
      Option.optional(
          "gpu-driver-version",
          "tesla=...",
          Eci::driver,
          "the GPU driver to install",
          Documents.ECI_GPU);

  /**
   * The most to pay for an hour of spot capacity, in the account's currency, with up to three
   * decimals. Unless chosen it is the market price.
   */
  public static final Option<Optional<BigDecimal>> SPOT_PRICE_LIMIT =
      Option.optional(
          "spot-price-limit",
          "a price per hour, such as 5.25",
          Eci::price,
          "the most to pay for an hour of spot capacity",
          Documents.ECI_ANNOTATIONS);

  private Eci() {}

  /** Every option of Elastic Container Instance. */
  public static List<Option<?>> options() {
    return List.of(SYSTEM_OVERHEAD, GPU_DRIVER_VERSION, SPOT_PRICE_LIMIT);
  }

  private static String driver(String value) {
    if (!DRIVER.matcher(value).matches()) {
      throw new IllegalArgumentException("write tesla= and the version, such as tesla=535");
    }
    return value;
  }

  private static BigDecimal price(String value) {
    if (!PRICE.matcher(value).matches() || new BigDecimal(value).signum() == 0) {
      throw new IllegalArgumentException(
          "write a price above 0 with at most three decimals, such as 5.25");
    }
    return new BigDecimal(value);
  }
}
