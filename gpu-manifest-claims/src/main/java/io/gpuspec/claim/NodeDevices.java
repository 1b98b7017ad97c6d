package io.gpuspec.claim;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedMap;
import io.gpuspec.GpuModel;
import io.gpuspec.GpuSpec;
import io.gpuspec.SpecCatalog;
import io.gpuspec.internal.dra.CardMemory;
import io.gpuspec.internal.dra.DriverNodes;
import io.gpuspec.internal.dra.NvidiaDriver;
import io.gpuspec.internal.text.Quoted;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.mig.MigLayout;
import io.gpuspec.mig.MigPlacement;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import io.gpuspec.value.UnknownNameException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
 * <p>Memory is what a driver or an API reports, never the nominal size of a GPU. Attributes whose
 * values are not known are left out, and are in {@link #unknown()}; state those that you know with
 * {@link #attribute}. Only the UUIDs are made up, because they distinguish the GPUs of a node.
 *
 * <p>It is immutable.
 */
public final class NodeDevices {
  private static final Pattern SHARES = Pattern.compile("unlimited|memory|[1-9][0-9]{0,5}");
  private static final Pattern VERSION = Pattern.compile("[0-9]{1,6}(\\.[0-9]{1,6}){0,2}");
  private static final Pattern NODE =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(?:\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*+");
  private static final Pattern KUBERNETES = Pattern.compile("v?1\\.([0-9]{1,3})(?:\\..*)?");

  /** The first version of Kubernetes with {@code resource.k8s.io/v1}. */
  private static final int OLDEST_MINOR = 34;

  /** Far more than a node has. */
  private static final int MOST_CARDS = 1024;

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
   * Returns the devices of a node of each row of a catalog, such as {@code catalog.gpu("A100")}.
   *
   * @throws InvalidValueException if no DRA driver runs on its nodes: what is made for one pod has
   *     none, and cards that the cloud's own device plugin gives out in shares are not the driver's
   */
  public static List<NodeDevices> in(SpecCatalog catalog) {
    DriverNodes.check(Checks.given("catalog", catalog), "slices");
    return catalog.specs().stream().map(NodeDevices::of).toList();
  }

  /** Returns the devices of a node of a catalog row, named after the row. */
  public static NodeDevices of(GpuSpec row) {
    Checks.given("row", row);
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
   * The devices of a node with this many GPUs that can be divided into MIG instances.
   *
   * @throws InvalidValueException if the number is below 1 or above 1024
   */
  public static NodeDevices of(MigGpu gpu, int count) {
    Checks.given("gpu", gpu);
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
    Checks.given("node", name);
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
    Checks.given("shares", mode);
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
    Checks.given("kubernetes", version);
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
    Checks.given("attribute", name);
    Checks.given("value", value);
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
              cards.isAmpere()
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

  /** Returns the ResourceSlices, in the order in which the driver publishes them. */
  public Listing<KubeObject> slices() {
    List<Map<String, Object>> specs =
        new DeviceSlices(cards, division, instances, shares, isCombined, shared()).specs();
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
