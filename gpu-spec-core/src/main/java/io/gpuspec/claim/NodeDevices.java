package io.gpuspec.claim;

import com.google.common.base.Strings;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedMap;
import io.gpuspec.GpuModel;
import io.gpuspec.GpuSpec;
import io.gpuspec.SpecCatalog;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.dra.CardMemory;
import io.gpuspec.internal.dra.NvidiaDriver;
import io.gpuspec.internal.text.Quoted;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.mig.MigLayout;
import io.gpuspec.mig.MigPlacement;
import io.gpuspec.mig.MigProfile;
import io.gpuspec.spi.KubeObject;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import io.gpuspec.value.UnknownNameException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The devices that NVIDIA's DRA driver publishes for a node of a catalog row, as ResourceSlices.
 *
 * <pre>{@code
 * GpuSpec row = gpus.in("eks").catalog().row("p4d.24xlarge");
 * NodeDevices node = NodeDevices.of(row).node("gpu-1");
 * node.slices();                  // ResourceSlice gpu-1-gpu.nvidia.com-0
 * node.dynamicMig().slices();     // ResourceSlice gpu-1-gpu.nvidia.com-0 ...
 * node.unknown().keySet();        // [uuid, productName, brand, driverVersion, ...]
 * }</pre>
 *
 * <p>Memory is what a driver or an API reports, never the size that a card is sold with. Attributes
 * whose values are not known are left out, and are in {@link #unknown()}; state those that you know
 * with {@link #attribute}. Only the UUIDs are made up, because the cards of a node are told apart
 * by them.
 *
 * <p>It is immutable.
 */
public final class NodeDevices {
  private static final int MOST_DEVICES = 128;
  private static final int MOST_DEVICES_WITH_COUNTERS = 64;
  private static final Pattern SHARES = Pattern.compile("unlimited|memory|[1-9][0-9]{0,5}");
  private static final Pattern VERSION = Pattern.compile("[0-9]{1,6}(\\.[0-9]{1,6}){0,2}");
  private static final Pattern NODE =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(?:\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*+");
  private static final Pattern KUBERNETES = Pattern.compile("v?1\\.([0-9]{1,3})(?:\\..*)?");

  /** The first version of Kubernetes with {@code resource.k8s.io/v1}. */
  private static final int OLDEST_MINOR = 34;

  /** Far more than a node has. */
  private static final int MOST_CARDS = 1024;

  private static final long MEBIBYTE = 1 << 20;

  /** The cards of a node. */
  private record Cards(
      String name,
      int count,
      boolean isWhole,
      Optional<GpuModel> model,
      Optional<MigGpu> mig,
      Optional<MemorySize> memory,
      String architecture,
      Optional<String> computeCapability,
      List<String> productNames) {}

  /** How a card is divided. */
  private enum Division {
    WHOLE,
    STATIC_MIG,
    DYNAMIC_MIG
  }

  private final Cards cards;
  private final String node;
  private final Division division;
  private final ImmutableList<String> instances;
  private final Optional<String> shares;
  private final boolean isCombined;
  private final ImmutableSortedMap<String, String> stated;

  private NodeDevices(
      Cards cards,
      String node,
      Division division,
      ImmutableList<String> instances,
      Optional<String> shares,
      boolean isCombined,
      ImmutableSortedMap<String, String> stated) {
    this.cards = cards;
    this.node = node;
    this.division = division;
    this.instances = instances;
    this.shares = shares;
    this.isCombined = isCombined;
    this.stated = stated;
  }

  private static NodeDevices of(Cards cards, String node) {
    return new NodeDevices(
        cards,
        node,
        Division.WHOLE,
        ImmutableList.of(),
        Optional.empty(),
        false,
        ImmutableSortedMap.of());
  }

  /**
   * Checks that nodes of a catalog can have a DRA driver: what is made for one pod has no node of
   * its own, and cards that the cloud's own device plugin gives out in shares are not the driver's.
   *
   * @throws InvalidValueException if they cannot
   */
  public static void check(SpecCatalog catalog) {
    Arguments.required("catalog", catalog, "a SpecCatalog");
    if (catalog.unit() == SpecCatalog.Unit.POD) {
      throw new InvalidValueException(
          "claim.unsupported",
          "claims: '%s' runs each pod by itself, on no node that a DRA driver runs on; choose a target with nodes, such as tke/gpu, eks/nodegroup or ack"
              .formatted(catalog.target()));
    }
    if (catalog.shares().isPresent()) {
      throw new InvalidValueException(
          "claim.unsupported",
          "claims: the cards of '%s' are given out by the cloud's own device plugin, in shares; choose a target with whole cards, such as tke/gpu, eks/nodegroup or ack"
              .formatted(catalog.target()));
    }
  }

  /** Returns the devices of a node of a catalog row, named after the row. */
  public static NodeDevices of(GpuSpec row) {
    Arguments.required("row", row, "a GpuSpec");
    Optional<GpuModel> model = row.model();
    Optional<MigGpu> mig =
        row.isWhole()
            ? model.filter(GpuModel::hasMig).flatMap(card -> migOf(card.name()))
            : Optional.empty();
    Cards cards =
        new Cards(
            row.gpu(),
            row.gpus(),
            row.isWhole(),
            model,
            mig,
            row.isWhole()
                ? model.flatMap(CardMemory::reported).or(row::gpuMemoryReported)
                : row.gpuMemoryReported(),
            model.map(GpuModel::architecture).orElse(""),
            model.map(GpuModel::computeCapability),
            row.isWhole() ? model.map(NodeDevices::productNames).orElse(List.of()) : List.of());
    return of(cards, nodeName(row.name()));
  }

  /**
   * The devices of a node with so many cards that can be divided into MIG instances.
   *
   * @throws InvalidValueException if there is none, or more than 1024
   */
  public static NodeDevices of(MigGpu gpu, int count) {
    Arguments.required("gpu", gpu, "a MigGpu");
    if (count < 1 || count > MOST_CARDS) {
      throw new InvalidValueException(
          "slices.out-of-range",
          "cards: '%s' is not a number of cards; give 1 to %s".formatted(count, MOST_CARDS));
    }
    Optional<GpuModel> model =
        GpuModel.all().stream().filter(each -> gpu.models().contains(each.name())).findFirst();
    Cards cards =
        new Cards(
            gpu.name(),
            count,
            true,
            model,
            Optional.of(gpu),
            model.flatMap(CardMemory::reported),
            gpu.architecture(),
            gpu.computeCapability(),
            model.map(NodeDevices::productNames).orElse(List.of()));
    return of(cards, nodeName(gpu.name()));
  }

  private static Optional<MigGpu> migOf(String model) {
    return MigGpu.all().stream().filter(gpu -> gpu.models().contains(model)).findFirst();
  }

  /** Returns the names by which a driver calls it; GPU Feature Discovery's have no maker. */
  private static List<String> productNames(GpuModel model) {
    return model.driverNames().stream()
        .filter(name -> name.startsWith("NVIDIA ") || name.startsWith("Tesla "))
        .toList();
  }

  private static String nodeName(String row) {
    String name = row.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.]+", "-");
    return name.replaceAll("^[-.]+|[-.]+$", "");
  }

  /**
   * The same devices on a node of that name, which is also the name of their pool.
   *
   * @throws InvalidValueException if it is not the name of a node
   */
  public NodeDevices node(String name) {
    Arguments.required("node", name, "a node's name");
    if (!NODE.matcher(name).matches() || name.length() > 253) {
      throw new InvalidValueException(
          "slices.malformed",
          "node: '%s' is not a node's name; use lower case letters, digits, '-' and '.', at most 253"
              .formatted(name));
    }
    return new NodeDevices(cards, name, division, instances, shares, isCombined, stated);
  }

  /**
   * The same node with the driver's gate {@code DynamicMIG}: every placement of every profile is a
   * device, and counters keep two from using the same part of a card. A whole card is a device too,
   * but not on Ampere, where MIG mode must have been enabled beforehand.
   *
   * @throws InvalidValueException if the cards have no MIG, or its placements are not known
   */
  public NodeDevices dynamicMig() {
    MigGpu gpu = migGpu();
    if (gpu.geometry() == MigGpu.Geometry.UNVERIFIED) {
      throw new InvalidValueException(
          "slices.unsupported",
          "dynamicMig: the placements of '%s' are not known: %s; choose another GPU"
              .formatted(gpu.name(), gpu.placementsFrom()));
    }
    return new NodeDevices(
        cards, node, Division.DYNAMIC_MIG, ImmutableList.of(), shares, isCombined, stated);
  }

  /**
   * Returns a copy whose cards are divided into these MIG instances. The whole cards are then not
   * published.
   *
   * @param placed each with its place, such as {@code 3g.20gb@4}
   * @throws io.gpuspec.value.GpuSpecException if the cards have no MIG, a placement is not one of
   *     theirs, or two cannot be held together
   */
  public NodeDevices mig(String... placed) {
    MigLayout layout = migGpu().layout(placed);
    ImmutableList<String> all =
        layout.instances().stream()
            .map(MigPlacement::toString)
            .collect(ImmutableList.toImmutableList());
    return new NodeDevices(cards, node, Division.STATIC_MIG, all, shares, isCombined, stated);
  }

  /** Returns whether the cards have MIG with known placements: {@link #dynamicMig}. */
  public boolean canDivide() {
    return cards.mig().filter(gpu -> gpu.geometry() != MigGpu.Geometry.UNVERIFIED).isPresent();
  }

  private MigGpu migGpu() {
    return cards
        .mig()
        .orElseThrow(
            () ->
                new InvalidValueException(
                    "slices.unsupported",
                    "mig: '%s' has no MIG that is known here; choose a GPU that has, such as A100-40GB"
                        .formatted(cards.name())));
  }

  /**
   * The same node with the driver's gate {@code ConsumableShares}: a device can be allocated
   * several times.
   *
   * @param mode what is counted: {@code memory} in steps of 1Mi, {@code unlimited} for nothing, or
   *     a number of shares
   * @throws InvalidValueException for any other mode
   */
  public NodeDevices shares(String mode) {
    Arguments.required("shares", mode, "memory, unlimited, or a number of shares");
    if (!SHARES.matcher(mode).matches()) {
      throw new InvalidValueException(
          "slices.malformed",
          "shares: '%s' is not a mode of --consumable-shares; write memory, unlimited, or a number from 1"
              .formatted(mode));
    }
    return new NodeDevices(cards, node, division, instances, Optional.of(mode), isCombined, stated);
  }

  /**
   * The same node in a cluster of that version: 1.34 has the counters in the slice of their
   * devices, later ones in a separate slice.
   *
   * @param version such as {@code 1.34}
   * @throws InvalidValueException if it is not a version from 1.34 on, the first with {@code
   *     resource.k8s.io/v1}
   */
  public NodeDevices kubernetes(String version) {
    Arguments.required("kubernetes", version, "a version, such as 1.36");
    Matcher parts = KUBERNETES.matcher(version);
    int minor = parts.matches() ? Integer.parseInt(parts.group(1)) : 0;
    if (minor < OLDEST_MINOR) {
      throw new InvalidValueException(
          "slices.malformed",
          "kubernetes: %s is not a version with resource.k8s.io/v1; write 1.34 or newer"
              .formatted(Quoted.of(version)));
    }
    return new NodeDevices(cards, node, division, instances, shares, minor == OLDEST_MINOR, stated);
  }

  /**
   * The same node with the value of an attribute that you know, such as {@code productName} or
   * {@code driverVersion}; it is the same for all of its cards.
   *
   * @throws UnknownNameException if the driver publishes no such attribute
   * @throws InvalidValueException if the value is not one of its type, or differs between devices
   */
  public NodeDevices attribute(String name, String value) {
    Arguments.required("attribute", name, "a name, such as productName");
    Arguments.required("value", value, "a text");
    NvidiaDriver.Kind kind = NvidiaDriver.ATTRIBUTES.get(name);
    if (kind == null) {
      throw new UnknownNameException(
          "slices.unknown", "attribute", name, List.copyOf(NvidiaDriver.ATTRIBUTES.keySet()));
    }
    if (List.of("type", "uuid", "parentUUID", "profile").contains(name)) {
      throw new InvalidValueException(
          "slices.unsupported",
          "attribute: '%s' is a device's own; state what all devices of the node share, such as productName"
              .formatted(name));
    }
    String given = kind == NvidiaDriver.Kind.VERSION ? version(name, value) : value;
    if (kind == NvidiaDriver.Kind.INT && !value.matches("[0-9]{1,9}")) {
      throw new InvalidValueException(
          "slices.malformed", "%s: '%s' is not a whole number; write 0".formatted(name, value));
    }
    if (given.isEmpty() || given.length() > 64) {
      throw new InvalidValueException(
          "slices.malformed",
          "%s: '%s' is not the value of an attribute; give 1 to 64 characters"
              .formatted(name, value));
    }
    Map<String, String> all = new TreeMap<>(stated);
    all.put(name, given);
    return new NodeDevices(
        cards, node, division, instances, shares, isCombined, ImmutableSortedMap.copyOf(all));
  }

  /** Three parts, as the driver makes of a version with fewer, or with leading zeros. */
  private static String version(String name, String value) {
    if (!VERSION.matcher(value).matches()) {
      throw new InvalidValueException(
          "slices.malformed",
          "%s: '%s' is not a version; write it like 580.126.20".formatted(name, value));
    }
    List<String> parts = new ArrayList<>();
    for (String part : value.split("\\.")) {
      parts.add(String.valueOf(Integer.parseInt(part)));
    }
    while (parts.size() < 3) {
      parts.add("0");
    }
    return String.join(".", parts);
  }

  /** Returns the name of the node, and of the pool. */
  public String node() {
    return node;
  }

  /**
   * Returns the memory that a driver reports for each card; empty if none was seen, even where an
   * API of the cloud reports some.
   */
  public Optional<MemorySize> memory() {
    return cards.isWhole() ? cards.model().flatMap(CardMemory::reported) : Optional.empty();
  }

  /**
   * Returns the least memory with which a card was seen in slices, so a bound that every node with
   * the card meets; empty where {@link #memory} is. With the driver's gate DynamicMIG, a card has
   * the memory of its largest MIG instance, and Karpenter for AWS expects that one:
   *
   * <pre>{@code
   * NodeDevices h100 =
   *     NodeDevices.of(gpus.in("eks/nodegroup").catalog().row("p5.4xlarge"));
   * h100.memory();         // Optional[81559Mi]
   * h100.leastMemory();    // Optional[81152Mi]
   * }</pre>
   *
   * <p>Source: Karpenter for AWS 1.15.1, {@code pkg/providers/drametadata}.
   */
  public Optional<MemorySize> leastMemory() {
    Optional<MemorySize> seen =
        cards.model().map(model -> NvidiaDriver.LEAST_MEMORY.get(model.name()));
    return memory().map(size -> seen.filter(size::isAtLeast).orElse(size));
  }

  /**
   * Returns the attributes that the driver publishes and whose values are not known here, each with
   * the values that are possible, if these are known; {@code memory} is among them if some device's
   * capacity lacks it.
   */
  public Map<String, List<String>> unknown() {
    ImmutableMap<String, String> known = shared();
    ImmutableMap.Builder<String, List<String>> unknown = ImmutableMap.builder();
    for (String name : NvidiaDriver.ATTRIBUTES.keySet()) {
      if (!List.of("type", "parentUUID", "profile").contains(name) && !known.containsKey(name)) {
        unknown.put(name, name.equals("productName") ? cards.productNames() : List.of());
      }
    }
    boolean isMemoryUnknown =
        division == Division.WHOLE
            ? cards.memory().isEmpty()
            : migGpu().profiles().stream().anyMatch(profile -> profile.memory().isEmpty());
    if (isMemoryUnknown) {
      unknown.put("memory", List.of());
    }
    return unknown.buildOrThrow();
  }

  /** Returns what should be known of the slices: what was left out, and what stands in. */
  public List<Note> notes() {
    List<Note> notes = new ArrayList<>();
    if (cards.memory().isEmpty()) {
      notes.add(
          Note.of(
              "slices.memory-unknown",
              "the memory that a driver reports for %s is not known here, so the capacity has none"
                  .formatted(cards.name()),
              NvidiaDriver.OF_DEVICES));
    } else if (memory().isEmpty()) {
      notes.add(
          Note.of(
              "slices.memory-by-api",
              "memory %s of %s is what the cloud's API reports; a driver can report less"
                  .formatted(cards.memory().get(), cards.name()),
              NvidiaDriver.OF_DEVICES));
    }
    notes.add(
        Note.of(
            "slices.unknown",
            "left out, because their values are not known here: %s"
                .formatted(
                    String.join(
                        ", ",
                        unknown().keySet().stream()
                            .filter(name -> !name.equals("uuid") && !name.equals("memory"))
                            .toList())),
            NvidiaDriver.OF_ATTRIBUTES));
    notes.add(
        Note.of(
            "slices.uuid-stands-in",
            "the UUIDs stand in for those of the cards, which only a node knows",
            NvidiaDriver.OF_ATTRIBUTES));
    if (division == Division.DYNAMIC_MIG) {
      notes.add(
          Note.of(
              "slices.dynamic-mig",
              isAmpere()
                  ? "needs the gate DynamicMIG, and MIG mode enabled beforehand; whole cards are"
                      + " then no devices"
                  : "needs the gate DynamicMIG",
              NvidiaDriver.OF_MIG));
      if (migGpu().geometry() == MigGpu.Geometry.INFERRED) {
        notes.add(
            Note.of(
                "slices.placements-inferred",
                "the placements of %s are inferred: %s"
                    .formatted(migGpu().name(), migGpu().placementsFrom())));
      }
    }
    shares.ifPresent(
        mode ->
            notes.add(
                Note.of(
                    "slices.shares",
                    "needs the gate ConsumableShares and --consumable-shares=%s; the memory of a share is not isolated"
                        .formatted(mode),
                    NvidiaDriver.OF_SHARES)));
    return List.copyOf(notes);
  }

  private boolean isAmpere() {
    return cards.architecture().equals("Ampere");
  }

  /** Returns the ResourceSlices, in the order in which the driver publishes them. */
  public Listing<KubeObject> slices() {
    List<Map<String, Object>> specs =
        division == Division.DYNAMIC_MIG ? dynamicSlices() : plainSlices();
    List<KubeObject> objects = new ArrayList<>();
    for (Map<String, Object> spec : specs) {
      ImmutableMap.Builder<String, Object> whole = ImmutableMap.builder();
      whole.put("driver", NvidiaDriver.NAME);
      whole.put("nodeName", node);
      whole.put(
          "pool",
          ImmutableMap.of("name", node, "generation", 1, "resourceSliceCount", specs.size()));
      whole.putAll(spec);
      objects.add(
          KubeObject.of(
                  "resource.k8s.io/v1",
                  "ResourceSlice",
                  node + "-" + NvidiaDriver.NAME + "-" + objects.size())
              .with("spec", whole.buildOrThrow())
              .withReason(
                  List.of("spec", spec.containsKey("devices") ? "devices" : "sharedCounters"),
                  "what the driver publishes of " + cards.name(),
                  division == Division.WHOLE ? NvidiaDriver.OF_DEVICES : NvidiaDriver.OF_MIG));
    }
    return Listing.copyOf(objects);
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
    if (!isAmpere()) {
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
    shared()
        .forEach(
            (key, value) ->
                attributes.put(
                    key,
                    attribute(Objects.requireNonNull(NvidiaDriver.ATTRIBUTES.get(key)), value)));
    return ImmutableMap.of("name", name, "attributes", attributes.buildOrThrow());
  }

  private static Map<String, Object> attribute(NvidiaDriver.Kind kind, String value) {
    return ImmutableMap.of(
        kind.field(), kind == NvidiaDriver.Kind.INT ? (Object) Long.valueOf(value) : value);
  }

  /** Returns the attributes that all devices of the node have in common. */
  private ImmutableMap<String, String> shared() {
    ImmutableMap.Builder<String, String> known = ImmutableMap.builder();
    if (!cards.architecture().isEmpty()) {
      known.put("architecture", cards.architecture());
    }
    cards
        .computeCapability()
        .ifPresent(
            capability ->
                known.put("cudaComputeCapability", version("cudaComputeCapability", capability)));
    if (cards.productNames().size() == 1) {
      known.put("productName", cards.productNames().get(0));
    }
    return known.putAll(stated).buildKeepingLast();
  }

  /** Returns text such as {@code p4d.24xlarge: 8 x A100-40G}. */
  @Override
  public String toString() {
    String how =
        switch (division) {
          case WHOLE -> "";
          case STATIC_MIG -> ", each " + String.join(" ", instances);
          case DYNAMIC_MIG -> ", dynamic MIG";
        };
    return node
        + ": "
        + cards.count()
        + " x "
        + cards.name()
        + how
        + shares.map(mode -> ", shares by " + mode).orElse("");
  }
}
