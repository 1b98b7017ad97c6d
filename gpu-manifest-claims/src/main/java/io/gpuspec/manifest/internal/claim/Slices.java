package io.gpuspec.manifest.internal.claim;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gpuspec.value.InvalidValueException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The pools of devices that ResourceSlices publish for one node, in the order in which the
 * scheduler goes through them.
 *
 * <p>Source: k8s.io/dynamic-resource-allocation/structured, {@code GatherPools}.
 */
public final class Slices {

  /** The devices of a driver on a node. */
  record Pool(
      String driver,
      String name,
      List<Device> devices,
      Map<String, Map<String, Amount>> counters,
      Optional<String> flaw) {}

  private record Key(String driver, String pool) {}

  /** The devices of slices that are asked again and again, by the tree itself. */
  private static final Cache<Map<String, Object>, List<Device>> DEVICES =
      Caffeine.newBuilder().weakKeys().maximumSize(100_000).build();

  private final List<Pool> pools;

  private Slices(List<Pool> pools) {
    this.pools = pools;
  }

  List<Pool> pools() {
    return pools;
  }

  /** Returns how many devices there are. */
  public int size() {
    return pools.stream().mapToInt(pool -> pool.devices().size()).sum();
  }

  /**
   * Reads slices.
   *
   * @param trees ResourceSlices as objects
   * @param unknown attributes that a driver publishes and whose values are not known, each with
   *     those that are possible
   * @throws InvalidValueException if an object is not a ResourceSlice of {@code resource.k8s.io/v1}
   */
  public static Slices of(List<Map<String, Object>> trees, Map<String, List<String>> unknown) {
    Map<Key, List<Map<String, Object>>> byPool = new LinkedHashMap<>();
    List<Map<String, Object>> sorted = new ArrayList<>(trees);
    sorted.sort(Comparator.comparing(tree -> text(map(tree, "metadata"), "name")));
    for (Map<String, Object> tree : sorted) {
      if (!"ResourceSlice".equals(tree.get("kind"))
          || !"resource.k8s.io/v1".equals(tree.get("apiVersion"))) {
        throw malformed(
            tree.get("apiVersion") + " " + tree.get("kind"),
            "is not a ResourceSlice of resource.k8s.io/v1");
      }
      Map<String, Object> spec = map(tree, "spec");
      Key key = new Key(text(spec, "driver"), text(map(spec, "pool"), "name"));
      byPool.computeIfAbsent(key, each -> new ArrayList<>()).add(spec);
    }
    List<Pool> pools = new ArrayList<>();
    byPool.forEach((key, specs) -> pools.add(pool(key, newest(specs), unknown)));
    pools.sort(Comparator.comparing(Pool::driver).thenComparing(Pool::name));
    return new Slices(List.copyOf(pools));
  }

  private static List<Map<String, Object>> newest(List<Map<String, Object>> specs) {
    long newest =
        specs.stream().mapToLong(spec -> number(map(spec, "pool"), "generation")).max().orElse(0);
    return specs.stream()
        .filter(spec -> number(map(spec, "pool"), "generation") == newest)
        .toList();
  }

  private static Pool pool(
      Key key, List<Map<String, Object>> specs, Map<String, List<String>> unknown) {
    List<Device> devices = new ArrayList<>();
    Map<String, Map<String, Amount>> counters = new TreeMap<>();
    Set<String> names = new HashSet<>();
    Optional<String> flaw =
        specs.size() == number(map(specs.get(0), "pool"), "resourceSliceCount")
            ? Optional.empty()
            : Optional.of("the pool %s is incomplete".formatted(key.pool()));
    for (Map<String, Object> spec : specs) {
      for (Map<String, Object> set : maps(spec, "sharedCounters")) {
        Map<String, Amount> amounts = amounts(map(set, "counters"));
        if (counters.put(text(set, "name"), amounts) != null) {
          flaw = Optional.of("duplicate counter set name " + text(set, "name"));
        }
      }
      for (Device device : devices(key, spec, unknown)) {
        devices.add(device);
        if (!names.add(device.id().name())) {
          flaw = Optional.of("duplicate device name " + device.id().name());
        }
      }
    }
    for (Device device : devices) {
      for (Device.Consumption consumption : device.consumed()) {
        Map<String, Amount> set = counters.get(consumption.counterSet());
        if (set == null || !set.keySet().containsAll(consumption.counters().keySet())) {
          flaw = Optional.of("counter set %s not found".formatted(consumption.counterSet()));
        }
      }
    }
    return new Pool(key.driver(), key.pool(), List.copyOf(devices), counters, flaw);
  }

  private static List<Device> devices(
      Key key, Map<String, Object> spec, Map<String, List<String>> unknown) {
    if (!unknown.isEmpty()) {
      return read(key, spec, unknown);
    }
    return DEVICES.get(spec, same -> read(key, same, unknown));
  }

  private static List<Device> read(
      Key key, Map<String, Object> spec, Map<String, List<String>> unknown) {
    return maps(spec, "devices").stream().map(tree -> device(key, tree, unknown)).toList();
  }

  private static Device device(
      Key key, Map<String, Object> tree, Map<String, List<String>> unknown) {
    Map<String, Device.Attribute> attributes = new LinkedHashMap<>();
    map(tree, "attributes")
        .forEach((name, value) -> attributes.put(name, attribute(name, asMap(name, value))));
    Map<String, Device.Capacity> capacity = new TreeMap<>();
    map(tree, "capacity")
        .forEach((name, value) -> capacity.put(name, capacity(name, asMap(name, value))));
    List<Device.Consumption> consumed = new ArrayList<>();
    for (Map<String, Object> each : maps(tree, "consumesCounters")) {
      consumed.add(
          new Device.Consumption(text(each, "counterSet"), amounts(map(each, "counters"))));
    }
    List<Device.Taint> taints = new ArrayList<>();
    for (Map<String, Object> each : maps(tree, "taints")) {
      taints.add(
          new Device.Taint(
              text(each, "key"),
              String.valueOf(each.getOrDefault("value", "")),
              text(each, "effect")));
    }
    return new Device(
        new Device.Id(key.driver(), key.pool(), text(tree, "name")),
        attributes,
        capacity,
        Boolean.TRUE.equals(tree.get("allowMultipleAllocations")),
        consumed,
        taints,
        unknown);
  }

  private static Device.Attribute attribute(String name, Map<String, Object> value) {
    Object string = value.get("string");
    if (string instanceof String text) {
      return new Device.Attribute(text);
    }
    if (value.get("version") instanceof String text) {
      return new Device.Attribute(
          Version.parse(text)
              .orElseThrow(() -> malformed(name, "'%s' is not a version".formatted(text))));
    }
    if (value.get("int") instanceof Number number) {
      return new Device.Attribute(number.longValue());
    }
    if (value.get("bool") instanceof Boolean is) {
      return new Device.Attribute(is);
    }
    throw malformed(name, "has no string, version, int or bool");
  }

  private static Device.Capacity capacity(String name, Map<String, Object> tree) {
    Map<String, Object> policy = map(tree, "requestPolicy");
    return new Device.Capacity(
        amount(name, tree.get("value")),
        policy.isEmpty()
            ? Optional.empty()
            : Optional.of(
                new Device.Policy(
                    maybe(policy, "default"),
                    Optional.of(map(policy, "validRange"))
                        .filter(range -> !range.isEmpty())
                        .map(Slices::range),
                    policy.get("validValues") instanceof List<?> values
                        ? values.stream().map(value -> amount(name, value)).toList()
                        : List.of())));
  }

  private static Device.Range range(Map<String, Object> tree) {
    Optional<Amount> step = maybe(tree, "step");
    if (step.filter(each -> each.compareTo(Amount.ZERO) <= 0).isPresent()) {
      throw malformed("step", "is not more than 0");
    }
    return new Device.Range(
        maybe(tree, "min").orElseThrow(() -> malformed("min", "is missing")),
        maybe(tree, "max"),
        step);
  }

  private static Optional<Amount> maybe(Map<String, Object> tree, String key) {
    return Optional.ofNullable(tree.get(key)).map(value -> amount(key, value));
  }

  private static Amount amount(String name, @Nullable Object value) {
    return Amount.parse(String.valueOf(value))
        .orElseThrow(() -> malformed(name, "'%s' is not a quantity".formatted(value)));
  }

  private static Map<String, Amount> amounts(Map<String, Object> tree) {
    Map<String, Amount> amounts = new TreeMap<>();
    tree.forEach((name, value) -> amounts.put(name, amount(name, asMap(name, value).get("value"))));
    return amounts;
  }

  private static InvalidValueException malformed(String what, String why) {
    return new InvalidValueException(
        "slices.malformed",
        "slices: '%s' %s; give slices as a driver publishes them".formatted(what, why));
  }

  private static String text(Map<String, Object> tree, String key) {
    Object value = tree.get(key);
    if (value instanceof String text) {
      return text;
    }
    throw malformed(key, "is missing");
  }

  private static long number(Map<String, Object> tree, String key) {
    return tree.get(key) instanceof Number number ? number.longValue() : 0;
  }

  private static Map<String, Object> map(Map<String, Object> tree, String key) {
    Object value = tree.get(key);
    return value == null ? Map.of() : asMap(key, value);
  }

  @SuppressWarnings("unchecked") // Keys of objects are texts: KubeObject and the reader see to it.
  private static Map<String, Object> asMap(String key, Object value) {
    if (value instanceof Map<?, ?> map) {
      return (Map<String, Object>) map;
    }
    throw malformed(key, "is not a mapping");
  }

  private static List<Map<String, Object>> maps(Map<String, Object> tree, String key) {
    Object value = tree.get(key);
    if (value == null) {
      return List.of();
    }
    if (value instanceof List<?> items) {
      return items.stream().map(item -> asMap(key, item)).toList();
    }
    throw malformed(key, "is not a list");
  }
}
