package io.gpuspec.ack;

import static io.gpuspec.ack.internal.rules.Documents.OPTIONS;

import io.gpuspec.spi.Option;
import io.gpuspec.value.MemorySize;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The options of the target {@code ack/eci}, Elastic Container Instance: a pod without a node, on
 * its own instance.
 *
 * <pre>{@code
 * gpus.in("ack/eci").with(Eci.GPU_DRIVER_VERSION, Optional.of("tesla=535"));
 * }</pre>
 */
public final class Eci {
  private static final Pattern VSWITCH = Pattern.compile("vsw-[a-z0-9]{4,40}");
  private static final Pattern SECURITY_GROUP = Pattern.compile("sg-[a-z0-9]{4,40}");
  private static final int MOST_SECURITY_GROUPS = 5;
  private static final long GIBIBYTE = MemorySize.ofGibibytes(1).toBytes();

  /**
   * The memory of an instance that its virtualization, kernel and system components take; 2Gi, the
   * most that is documented, by default.
   */
  public static final Option<MemorySize> SYSTEM_OVERHEAD = OPTIONS.memory("system-overhead");

  /**
   * The driver to install, such as {@code tesla=535}; since March 2025 only its major version
   * counts. Unless chosen it is the default of the instance's family.
   */
  public static final Option<Optional<String>> GPU_DRIVER_VERSION =
      OPTIONS.text("gpu-driver-version");

  /**
   * The most to pay for an hour of spot capacity, in the account's currency, with up to three
   * decimals. Unless chosen it is the market price.
   */
  public static final Option<Optional<BigDecimal>> SPOT_PRICE_LIMIT =
      OPTIONS.optional("spot-price-limit", BigDecimal::new);

  /** Looks for an image cache with the pod's images; not by default. */
  public static final Option<Boolean> IMAGE_CACHE = OPTIONS.flag("image-cache");

  /** The image cache to start from, such as {@code imc-2zebxkiifuyzzlhl}; none by default. */
  public static final Option<Optional<String>> IMAGE_CACHE_ID = OPTIONS.text("image-cache-id");

  /** Storage beyond the 30 GiB that a pod has, in whole GiB; none by default. */
  public static final Option<Optional<MemorySize>> EXTRA_EPHEMERAL_STORAGE =
      OPTIONS.optional("extra-ephemeral-storage", Eci::storage);

  /**
   * The vSwitches, and by them the zones, in which the pod may be made, with commas between; those
   * of the cluster by default.
   */
  public static final Option<Optional<String>> VSWITCHES =
      OPTIONS.optional(
          "vswitches",
          value -> ids(VSWITCH, value, "a vSwitch", "vsw-bp1xpiowfm5vo8o3c", Integer.MAX_VALUE));

  /**
   * The order in which zones are tried: {@code random}, any of them, which is the service's
   * default, or {@code ordered}, the first that has stock. It requires two or more {@link
   * #VSWITCHES}.
   */
  public static final Option<Optional<String>> ZONE_ORDER = OPTIONS.text("zone-order");

  /** Up to five security groups, with commas between; that of the cluster by default. */
  public static final Option<Optional<String>> SECURITY_GROUPS =
      OPTIONS.optional(
          "security-groups",
          value ->
              ids(
                  SECURITY_GROUP,
                  value,
                  "a security group",
                  "sg-bp1dktddjsg5nktv",
                  MOST_SECURITY_GROUPS));

  /**
   * The reaction if the instance cannot be created, for example because it is out of stock: {@code
   * fail-back}, the service's default, tries again until it can be; with {@code fail-fast} the pod
   * fails at once, and its controller decides.
   */
  public static final Option<String> FAULT_HANDLING = OPTIONS.word("fault-handling");

  private Eci() {}

  /** Returns every option of Elastic Container Instance. */
  public static List<Option<?>> options() {
    return OPTIONS.options("ack/eci");
  }

  private static String ids(Pattern pattern, String value, String what, String example, int most) {
    List<String> ids = List.of(value.split(",", -1));
    if (!ids.stream().allMatch(id -> pattern.matcher(id).matches())) {
      throw new IllegalArgumentException("write the id of %s, such as %s".formatted(what, example));
    }
    if (ids.size() > most || ids.stream().distinct().count() < ids.size()) {
      throw new IllegalArgumentException(
          "write each id once%s".formatted(ids.size() > most ? ", and at most " + most : ""));
    }
    return value;
  }

  private static MemorySize storage(String value) {
    MemorySize size = MemorySize.parse(value);
    if (size.isNegative() || size.isZero() || size.toBytes() % GIBIBYTE != 0) {
      throw new IllegalArgumentException("write whole GiB, such as 50Gi");
    }
    return MemorySize.ofGibibytes(size.toBytes() / GIBIBYTE);
  }
}
