package io.gpuspec.ack;

import io.gpuspec.MemorySize;
import io.gpuspec.ack.internal.Documents;
import io.gpuspec.spi.Option;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What can be chosen about the target {@code ack/eci}, Elastic Container Instance: a pod without a
 * node, on an instance of its own.
 *
 * <pre>{@code
 * gpus.in("ack/eci").with(Eci.GPU_DRIVER_VERSION, Optional.of("tesla=535"));
 * }</pre>
 */
public final class Eci {
  private static final Pattern DRIVER = Pattern.compile("tesla=[0-9]{3}(\\.[0-9]{1,3}){0,2}");
  private static final Pattern CACHE = Pattern.compile("imc-[a-z0-9]{4,40}");
  private static final Pattern VSWITCH = Pattern.compile("vsw-[a-z0-9]{4,40}");
  private static final Pattern SECURITY_GROUP = Pattern.compile("sg-[a-z0-9]{4,40}");
  private static final int MOST_SECURITY_GROUPS = 5;
  private static final long GIBIBYTE = MemorySize.ofGibibytes(1).toBytes();
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

  /** Whether an image cache that holds the pod's images is looked for; not unless chosen. */
  public static final Option<Boolean> IMAGE_CACHE =
      Option.flag(
          "image-cache",
          "start from an image cache that fits the images",
          Documents.ECI_ANNOTATIONS);

  /** The image cache to start from, such as {@code imc-2zebxkiifuyzzlhl}; none unless chosen. */
  public static final Option<Optional<String>> IMAGE_CACHE_ID =
      Option.optional(
          "image-cache-id",
          "imc-...",
          value -> id(CACHE, value, "an image cache", "imc-2zebxkiifuyzzlhl"),
          "the image cache to start from",
          Documents.ECI_ANNOTATIONS);

  /** Storage beyond the 30 GiB that a pod has, in whole GiB; none unless chosen. */
  public static final Option<Optional<MemorySize>> EXTRA_EPHEMERAL_STORAGE =
      Option.optional(
          "extra-ephemeral-storage",
          "a quantity in whole GiB, such as 50Gi",
          Eci::storage,
          "storage beyond the 30 GiB that a pod has",
          Documents.ECI_STORAGE);

  /**
   * The vSwitches, and by them the zones, in which the pod may be made, with commas between; those
   * of the cluster unless chosen.
   */
  public static final Option<Optional<String>> VSWITCHES =
      Option.optional(
          "vswitches",
          "vsw-... with commas between",
          value -> ids(VSWITCH, value, "a vSwitch", "vsw-bp1xpiowfm5vo8o3c", Integer.MAX_VALUE),
          "the vSwitches, and by them the zones, in which the pod may be made",
          Documents.ECI_ZONES);

  /** In which of several zones; it goes with two or more {@link #VSWITCHES}. */
  public static final Option<Optional<ZoneOrder>> ZONE_ORDER =
      Option.optional(
          "zone-order",
          "random or ordered",
          Eci::zoneOrder,
          "in which of the vSwitches' zones the pod is made",
          Documents.ECI_ZONES);

  /** Up to five security groups, with commas between; that of the cluster unless chosen. */
  public static final Option<Optional<String>> SECURITY_GROUPS =
      Option.optional(
          "security-groups",
          "up to 5 of sg-... with commas between",
          value ->
              ids(
                  SECURITY_GROUP,
                  value,
                  "a security group",
                  "sg-bp1dktddjsg5nktv",
                  MOST_SECURITY_GROUPS),
          "the security groups of the pod",
          Documents.ECI_SECURITY_GROUP);

  /** What is done where it cannot be made; {@link FaultHandling#FAIL_BACK} unless chosen. */
  public static final Option<FaultHandling> FAULT_HANDLING =
      Option.choice(
          "fault-handling",
          FaultHandling.FAIL_BACK,
          "what is done where the pod cannot be made",
          Documents.ECI_FAULTS);

  private Eci() {}

  /** Every option of Elastic Container Instance. */
  public static List<Option<?>> options() {
    return List.of(
        SYSTEM_OVERHEAD,
        GPU_DRIVER_VERSION,
        SPOT_PRICE_LIMIT,
        IMAGE_CACHE,
        IMAGE_CACHE_ID,
        EXTRA_EPHEMERAL_STORAGE,
        VSWITCHES,
        ZONE_ORDER,
        SECURITY_GROUPS,
        FAULT_HANDLING);
  }

  private static String id(Pattern pattern, String value, String what, String example) {
    if (!pattern.matcher(value).matches()) {
      throw new IllegalArgumentException("write the id of %s, such as %s".formatted(what, example));
    }
    return value;
  }

  private static String ids(Pattern pattern, String value, String what, String example, int most) {
    List<String> ids = List.of(value.split(",", -1));
    ids.forEach(each -> id(pattern, each, what, example));
    if (ids.size() > most || ids.stream().distinct().count() < ids.size()) {
      throw new IllegalArgumentException(
          "write each id once%s".formatted(ids.size() > most ? ", and at most " + most : ""));
    }
    return value;
  }

  private static ZoneOrder zoneOrder(String value) {
    return Arrays.stream(ZoneOrder.values())
        .filter(order -> order.toString().equals(value))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("write random or ordered"));
  }

  private static MemorySize storage(String value) {
    MemorySize size = MemorySize.parse(value);
    if (size.isNegative() || size.isZero() || size.toBytes() % GIBIBYTE != 0) {
      throw new IllegalArgumentException("write whole GiB, such as 50Gi");
    }
    return MemorySize.ofGibibytes(size.toBytes() / GIBIBYTE);
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
