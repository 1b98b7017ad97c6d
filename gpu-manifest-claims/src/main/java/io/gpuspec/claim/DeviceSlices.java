package io.gpuspec.claim;

import com.google.common.base.Strings;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedMap;
import io.gpuspec.internal.dra.NvidiaDriver;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.mig.MigPlacement;
import io.gpuspec.mig.MigProfile;
import io.gpuspec.value.MemorySize;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * The devices of a node as its slices have them: their names, attributes, capacities and counters.
 *
 * @param instances what each card is cut into, where it is cut beforehand
 * @param shares how a device is shared, if it is
 * @param isCombined whether a slice has devices and the counters that they use
 * @param known the attributes that all devices have in common
 */
record DeviceSlices(
    Cards cards,
    Division division,
    List<String> instances,
    Optional<String> shares,
    boolean isCombined,
    Map<String, String> known) {
  private static final int MOST_DEVICES = 128;
  private static final int MOST_DEVICES_WITH_COUNTERS = 64;
  private static final long MEBIBYTE = 1 << 20;

  /** Returns what is written in each slice. */
  List<Map<String, Object>> specs() {
    return division == Division.DYNAMIC_MIG ? dynamicSlices() : plainSlices();
  }

  private MigGpu migGpu() {
    return cards.mig().orElseThrow();
  }

  private List<Map<String, Object>> plainSlices() {
    List<Map<String, Object>> devices = new ArrayList<>();
    for (int minor = 0; minor < cards.count(); minor++) {
      if (division == Division.WHOLE) {
        devices.add(device(card(minor), capacities(cards.memory(), Map.of()), List.of()));
      } else {
        for (String instance : instances) {
          MigPlacement placement = placement(instance);
          ImmutableMap.Builder<String, Integer> slices = ImmutableMap.builder();
          for (int slice = placement.start(); slice < placement.end(); slice++) {
            slices.put("memorySlice" + slice, 1);
          }
          MigProfile profile = migGpu().profile(placement.profile());
          devices.add(
              device(
                  instance(minor, profile, placement),
                  capacities(profile.memory(), engines(profile), slices.buildOrThrow()),
                  List.of()));
        }
      }
    }
    List<Map<String, Object>> slices = new ArrayList<>();
    for (int from = 0; from < devices.size(); from += MOST_DEVICES) {
      slices.add(
          ImmutableMap.of(
              "devices", devices.subList(from, Math.min(devices.size(), from + MOST_DEVICES))));
    }
    return slices;
  }

  private MigPlacement placement(String instance) {
    return migGpu().layout(instance).instances().get(0);
  }

  private List<Map<String, Object>> dynamicSlices() {
    List<Map<String, Object>> counters = new ArrayList<>();
    List<List<Map<String, Object>>> devices = new ArrayList<>();
    for (int minor = 0; minor < cards.count(); minor++) {
      counters.add(
          ImmutableMap.of("name", counterSet(minor), "counters", counters(most(), 0, size())));
      devices.add(dynamicDevices(minor));
    }
    List<Map<String, Object>> slices = new ArrayList<>();
    if (!isCombined) {
      slices.add(ImmutableMap.of("sharedCounters", counters));
    }
    for (int minor = 0; minor < cards.count(); minor++) {
      List<Map<String, Object>> ofCard = devices.get(minor);
      for (int from = 0; from < ofCard.size(); from += MOST_DEVICES_WITH_COUNTERS) {
        List<Map<String, Object>> some =
            ofCard.subList(from, Math.min(ofCard.size(), from + MOST_DEVICES_WITH_COUNTERS));
        slices.add(
            isCombined
                ? ImmutableMap.of("sharedCounters", List.of(counters.get(minor)), "devices", some)
                : ImmutableMap.of("devices", some));
      }
    }
    return slices;
  }

  /** Returns the devices of a card, sorted by name, as the driver does. */
  private List<Map<String, Object>> dynamicDevices(int minor) {
    List<Map<String, Object>> devices = new ArrayList<>();
    if (!cards.isAmpere()) {
      Map<String, String> most = most();
      devices.add(
          device(
              card(minor),
              capacityTree(most),
              List.of(consumed(minor, counters(most, 0, size())))));
    }
    for (MigProfile profile : migGpu().profiles()) {
      Map<String, String> capacity = amounts(profile.memory(), engines(profile));
      for (MigPlacement placement : profile.placements()) {
        devices.add(
            device(
                instance(minor, profile, placement),
                capacityTree(capacity),
                List.of(
                    consumed(
                        minor, counters(counted(capacity), placement.start(), placement.size())))));
      }
    }
    devices.sort(Comparator.comparing(device -> (String) device.get("name")));
    return devices;
  }

  /**
   * Returns the largest value that any profile has of each capacity, which is that of the card; a
   * capacity that is not known of every profile is left out, because the largest may be among them.
   */
  private Map<String, String> most() {
    List<MigProfile> profiles = List.copyOf(migGpu().profiles());
    Map<String, Integer> largest = new TreeMap<>();
    Map<String, Integer> known = new TreeMap<>();
    Optional<MemorySize> memory = Optional.of(MemorySize.ZERO);
    for (MigProfile profile : profiles) {
      engines(profile)
          .forEach(
              (name, count) -> {
                largest.merge(name, count, Math::max);
                known.merge(name, 1, Integer::sum);
              });
      memory = memory.flatMap(size -> profile.memory().map(more -> MemorySize.max(size, more)));
    }
    largest.keySet().removeIf(name -> known.getOrDefault(name, 0) < profiles.size());
    return amounts(memory, largest);
  }

  /** Returns what of a profile's capacity is counted. */
  private Map<String, String> counted(Map<String, String> capacity) {
    Map<String, String> counted = new TreeMap<>(capacity);
    counted.keySet().retainAll(most().keySet());
    return counted;
  }

  /**
   * Returns the memory slices of a card, as the driver counts them: those of its largest profile.
   */
  private int size() {
    return migGpu().profiles().stream().mapToInt(MigProfile::memorySlices).max().orElse(0);
  }

  private static String counterSet(int minor) {
    return "gpu-%s-counter-set".formatted(minor);
  }

  private static Map<String, Object> consumed(int minor, Map<String, Object> counters) {
    return ImmutableMap.of("counterSet", counterSet(minor), "counters", counters);
  }

  private static Map<String, Object> counters(Map<String, String> capacity, int start, int size) {
    ImmutableSortedMap.Builder<String, Object> counters = ImmutableSortedMap.naturalOrder();
    capacity.forEach(
        (name, amount) -> counters.put(dnsName(name), ImmutableMap.of("value", amount)));
    for (int slice = start; slice < start + size; slice++) {
      counters.put("memory-slice-" + slice, ImmutableMap.of("value", "1"));
    }
    return counters.buildOrThrow();
  }

  /** Returns a capacity's name as a counter has it: {@code copy-engines}. */
  private static String dnsName(String capacity) {
    return capacity.replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
  }

  private static Map<String, Integer> engines(MigProfile profile) {
    ImmutableSortedMap.Builder<String, Integer> engines = ImmutableSortedMap.naturalOrder();
    put(engines, "multiprocessors", profile.multiprocessors());
    put(engines, "copyEngines", profile.copyEngines());
    engines.put("decoders", profile.engines().decoders());
    engines.put("encoders", profile.engines().encoders());
    engines.put("jpegEngines", profile.engines().jpeg());
    engines.put("ofaEngines", profile.engines().ofa());
    return engines.buildOrThrow();
  }

  private static void put(
      ImmutableSortedMap.Builder<String, Integer> engines, String name, OptionalInt count) {
    if (count.isPresent()) {
      engines.put(name, count.getAsInt());
    }
  }

  @SafeVarargs
  private static Map<String, String> amounts(
      Optional<MemorySize> memory, Map<String, Integer>... counts) {
    ImmutableSortedMap.Builder<String, String> all = ImmutableSortedMap.naturalOrder();
    memory.ifPresent(size -> all.put("memory", size.toString()));
    for (Map<String, Integer> some : counts) {
      some.forEach((name, count) -> all.put(name, String.valueOf(count)));
    }
    return all.buildOrThrow();
  }

  @SafeVarargs
  private Map<String, Object> capacities(
      Optional<MemorySize> memory, Map<String, Integer>... counts) {
    return capacityTree(amounts(memory, counts));
  }

  private Map<String, Object> capacityTree(Map<String, String> amounts) {
    ImmutableSortedMap.Builder<String, Object> capacity = ImmutableSortedMap.naturalOrder();
    amounts.forEach(
        (name, amount) ->
            capacity.put(
                name,
                shares.isPresent() && name.equals("memory")
                    ? sharedMemory(MemorySize.parse(amount), shares.get())
                    : ImmutableMap.of("value", amount)));
    if (shares.isPresent() && shares.get().matches("[0-9]+") && amounts.containsKey("memory")) {
      capacity.put("shares", counted(shares.get(), "1", "1", shares.get(), "1"));
    }
    return capacity.buildOrThrow();
  }

  private static Map<String, Object> sharedMemory(MemorySize memory, String mode) {
    String most = MemorySize.ofBytes(memory.toBytes() / MEBIBYTE * MEBIBYTE).toString();
    boolean isCounted = mode.equals("memory");
    return counted(most, isCounted ? most : "0", isCounted ? "1Mi" : "0", most, "1Mi");
  }

  private static Map<String, Object> counted(
      String value, String byDefault, String min, String max, String step) {
    return ImmutableMap.of(
        "value",
        value,
        "requestPolicy",
        ImmutableMap.of(
            "default",
            byDefault,
            "validRange",
            ImmutableMap.of("min", min, "max", max, "step", step)));
  }

  private Map<String, Object> device(
      Map<String, Object> named, Map<String, Object> capacity, List<Map<String, Object>> consumed) {
    ImmutableMap.Builder<String, Object> device = ImmutableMap.builder();
    device.putAll(named);
    if (shares.isPresent()) {
      device.put("allowMultipleAllocations", true);
    }
    if (!capacity.isEmpty()) {
      device.put("capacity", capacity);
    }
    if (!consumed.isEmpty()) {
      device.put("consumesCounters", consumed);
    }
    return device.buildOrThrow();
  }

  private Map<String, Object> card(int minor) {
    return named("gpu-" + minor, ImmutableMap.of("type", "gpu", "uuid", uuid("GPU", minor, 0)));
  }

  private Map<String, Object> instance(int minor, MigProfile profile, MigPlacement placement) {
    String id = profile.id().isPresent() ? String.valueOf(profile.id().getAsInt()) : "unknown";
    String name =
        "gpu-%s-mig-%s-%s-%s"
            .formatted(
                minor,
                profile.name().replace(".", "").replaceAll("[^a-z0-9-]", "-"),
                id,
                placement.start());
    ImmutableMap.Builder<String, String> own = ImmutableMap.builder();
    own.put("type", "mig");
    own.put("parentUUID", uuid("GPU", minor, 0));
    own.put("profile", profile.name());
    if (division == Division.STATIC_MIG) {
      own.put("uuid", uuid("MIG", minor, placement.start() + 1));
    }
    return named(name, own.buildOrThrow());
  }

  private static String uuid(String kind, int minor, int instance) {
    return "%s-00000000-0000-0000-%s-%s"
        .formatted(
            kind,
            Strings.padStart(String.valueOf(instance), 4, '0'),
            Strings.padStart(String.valueOf(minor), 12, '0'));
  }

  private Map<String, Object> named(String name, Map<String, String> own) {
    ImmutableSortedMap.Builder<String, Object> attributes = ImmutableSortedMap.naturalOrder();
    own.forEach((key, value) -> attributes.put(key, attribute(NvidiaDriver.Kind.STRING, value)));
    known.forEach(
        (key, value) ->
            attributes.put(
                key, attribute(Objects.requireNonNull(NvidiaDriver.ATTRIBUTES.get(key)), value)));
    return ImmutableMap.of("name", name, "attributes", attributes.buildOrThrow());
  }

  private static Map<String, Object> attribute(NvidiaDriver.Kind kind, String value) {
    return ImmutableMap.of(
        kind.field(), kind == NvidiaDriver.Kind.INT ? (Object) Long.valueOf(value) : value);
  }
}
