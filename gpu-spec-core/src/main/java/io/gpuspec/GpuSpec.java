package io.gpuspec;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedSet;
import com.google.common.collect.Iterables;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.ExtendedResources;
import io.gpuspec.scheduling.Allocatable;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.spi.CardParts;
import io.gpuspec.spi.ShareRules;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Arch;
import io.gpuspec.value.Citation;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.Facts;
import io.gpuspec.value.Fraction;
import io.gpuspec.value.Listing;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import io.gpuspec.value.ReferencePrice;
import io.gpuspec.value.Word;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A row of a catalog: some GPUs with the CPU and memory that come with them.
 *
 * <pre>{@code
 * GpuSpec row = gpus.in("eks").catalog().row("g5.xlarge");
 * row.gpuMemory();    // Optional[24Gi]
 * row.shapes();       // g5.xlarge · 4 cores · 16Gi
 * row.price();        // Optional[1.006 USD per hour (us-east-1, on-demand)]
 * row.citation();     // AWS EC2 DescribeInstanceTypes, ... (third-party)
 * }</pre>
 *
 * <p>A row of a node whose CPU and memory are unknown has no size: {@link #isSized()}. Any other
 * offers one or more. Each is a number of cores with the memory that comes with it when the cloud
 * chooses (upward matching); where a pod can state its shape exactly, any memory from {@link
 * #memoryMin()} to {@link #memoryMax()} can be combined with any of the row's core counts.
 */
public final class GpuSpec implements Answer {
  /** The kind of thing that a row of a catalog describes. */
  public enum Unit {
    /** A shape made for one pod. */
    POD,
    /** A node, which several pods can share and which keeps something for itself. */
    NODE
  }

  /** The id of notes about an unknown size: of CPU and memory in an answer, of GPUs in a row. */
  static final String SIZE_UNKNOWN = "size.unknown";

  /** The availability of a row. */
  public enum Lifecycle implements Word {
    /** Available. */
    CURRENT,
    /** No longer available; such rows are listed, and match only on request. */
    RETIRED,
    /**
     * Not available here, according to an overlay. Such rows are listed, and never match; a
     * cordoned node matches pods that tolerate that, or name the node.
     */
    UNAVAILABLE;

    /** Returns the word used in catalog files and JSON. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Rows in the order of their smallest shapes. */
  static final Comparator<GpuSpec> ROWS =
      (one, other) -> Shape.SMALLEST.compare(one.smallest(), other.smallest());

  private final String target;
  private final String edition;
  private final String name;
  private final GpuType type;
  private final int gpus;
  private final Arch arch;
  private final List<Size> sizes;
  private final Optional<MemoryRange> stated;
  private final Optional<Size> typical;
  private final Offer offer;
  private final About about;
  private final Map<CapacityType, Optional<Price>> prices;
  private final List<Shape> shapes;
  private final Function<Shape, Allocatable> rule;
  private final Optional<ShareRules> shares;
  private final Optional<CardParts> parts;
  private final ImmutableMap<String, String> attributes;
  private final boolean isWhole;
  private final boolean isOwnNode;
  private final boolean isCountAssumed;

  /** A size as catalog files state it. */
  record Size(CpuAmount cpu, MemorySize memory) {}

  /** The range of memory that a pod can state with any of the row's core counts. */
  record MemoryRange(MemorySize min, MemorySize max, MemorySize step) {
    boolean offers(MemorySize memory) {
      return memory.toBytes() % step.toBytes() == 0
          && memory.isAtLeast(min)
          && max.isAtLeast(memory);
    }
  }

  /**
   * The terms on which the row is available.
   *
   * @param capacityTypes empty where that is not known
   */
  record Offer(
      Lifecycle lifecycle,
      Set<CapacityType> capacityTypes,
      List<Price> prices,
      Optional<ReferencePrice> referencePrice) {}

  /** Additional facts about the row. */
  record About(
      Citation citation,
      String policy,
      Map<String, String> attributes,
      Map<String, Long> resources,
      Map<String, String> labels,
      OwnNode node,
      List<Note> notes) {}

  /**
   * What is known of a node of your own.
   *
   * @param labels all of its labels; empty if they are not stated
   * @param count how many there are
   * @param names the names of all of them; empty if they are not stated
   */
  record OwnNode(
      Map<String, String> labels,
      List<Taint> taints,
      OptionalInt count,
      Map<String, String> hostNames) {}

  /**
   * @param rule what pods can use of a shape; it may look at everything but the shapes
   * @param shares how its cards are shared; empty where pods have whole ones
   * @param parts how its nodes divide cards into devices; empty where they do not
   */
  GpuSpec(
      String target,
      String edition,
      String name,
      GpuType type,
      int gpus,
      Arch arch,
      List<Size> sizes,
      Optional<MemoryRange> stated,
      Optional<Size> typical,
      Offer offer,
      About about,
      Function<Shape, Allocatable> rule,
      Optional<ShareRules> shares,
      Optional<CardParts> parts) {
    this.target = target;
    this.edition = edition;
    this.name = name;
    this.type = type;
    this.gpus = gpus;
    this.arch = arch;
    this.sizes = ImmutableList.copyOf(sizes);
    this.stated = stated;
    this.typical = typical;
    this.offer = offer;
    this.about = about;
    this.rule = rule;
    this.shares = shares;
    this.parts = parts;
    this.attributes = together(type.attributes(), about.attributes());
    this.isWhole = type.identified() && type.name().fraction().isWhole();
    this.isOwnNode = !about.labels().isEmpty();
    this.isCountAssumed = Iterables.any(about.notes(), note -> note.id().equals(SIZE_UNKNOWN));
    this.prices = byCapacityType(offer.prices());
    this.shapes = shapes(sizes);
  }

  /** Most rows of a large catalog have no price, and need no map. */
  private static ImmutableMap<CapacityType, Optional<Price>> byCapacityType(List<Price> prices) {
    return prices.isEmpty()
        ? ImmutableMap.of()
        : prices.stream().collect(ImmutableMap.toImmutableMap(Price::capacityType, Optional::of));
  }

  private ImmutableList<Shape> shapes(List<Size> sizes) {
    if (sizes.isEmpty()) {
      return ImmutableList.of(Shape.ofUnknownSize(this));
    }
    ImmutableList.Builder<Shape> shapes = ImmutableList.builderWithExpectedSize(sizes.size());
    for (int i = 0; i < sizes.size(); i++) {
      shapes.add(shape(sizes.get(i).cpu(), sizes.get(i).memory()));
    }
    return shapes.build();
  }

  /** The entries of both maps, those of the second where both have one; most rows add none. */
  private static ImmutableMap<String, String> together(
      Map<String, String> types, Map<String, String> rows) {
    return rows.isEmpty()
        ? ImmutableMap.copyOf(types)
        : ImmutableMap.<String, String>builder().putAll(types).putAll(rows).buildKeepingLast();
  }

  /** The row with this CPU and memory, of which pods can use what the rule says. */
  Shape shape(CpuAmount cpu, MemorySize memory) {
    Shape whole = new Shape(this, cpu, memory);
    return whole.withAllocatable(rule.apply(whole));
  }

  /** The same row, of whose shapes pods can use what the rule says. */
  GpuSpec withAllocatable(Function<Shape, Allocatable> rule) {
    return with(rule, shares, parts);
  }

  /** The same row, whose cards are shared. */
  GpuSpec withShares(ShareRules rules) {
    return with(rule, Optional.of(rules), parts);
  }

  /** The same row, whose nodes divide cards into devices. */
  GpuSpec withParts(CardParts divided) {
    return with(rule, shares, Optional.of(divided));
  }

  private GpuSpec with(
      Function<Shape, Allocatable> rule, Optional<ShareRules> shares, Optional<CardParts> parts) {
    return new GpuSpec(
        target, edition, name, type, gpus, arch, sizes, stated, typical, offer, about, rule, shares,
        parts);
  }

  /** The id of the target whose catalog this is a row of, such as {@code tke}. */
  public String target() {
    return target;
  }

  /** The catalog's edition, such as {@code 2026-01}. */
  public String edition() {
    return edition;
  }

  /**
   * Returns the vendor's name of the row if it has one, otherwise the GPU and the count: {@code T4
   * x1}.
   */
  public String name() {
    return name;
  }

  /** The GPU as this target names it, fraction included: {@code 1/4*T4}, {@code A10*PNV4}. */
  public String gpu() {
    return type.toString();
  }

  /** Returns the physical card, if it is known. */
  public Optional<GpuModel> model() {
    return type.card();
  }

  /** Returns how many devices a pod asks of Kubernetes. */
  public int gpus() {
    return gpus;
  }

  /** Returns the share of a card that each device is, if it is known. */
  public Optional<Fraction> fraction() {
    return type.identified() ? Optional.of(type.name().fraction()) : Optional.empty();
  }

  /** Returns the nominal memory of each device, if it is known. */
  public Optional<MemorySize> gpuMemory() {
    return type.memory();
  }

  /** The memory of each device as a driver or an API reports it, where that was seen. */
  public Optional<MemorySize> gpuMemoryReported() {
    return type.memoryReported();
  }

  /**
   * Returns what of each card's memory pods can share; empty where they have whole cards, or it is
   * not shared.
   */
  public Optional<MemorySize> shareMemory() {
    return shares.flatMap(rules -> rules.offered(this));
  }

  /** Returns whether pods can have its cards whole. */
  public boolean hasWholeCards() {
    return shares.map(ShareRules::hasWholeCards).orElse(true);
  }

  /**
   * Returns how many shares a card has for pods that each ask this; none where it is not shared.
   */
  long sharesPerCard(Share share) {
    return shareMemory()
        .map(share::perCard)
        .flatMap(room -> shares.map(rules -> Math.min(room, rules.sharesPerCard(this))))
        .orElse(0L);
  }

  /**
   * Returns how many of the requested devices a node has; none if its cards are no such devices.
   */
  int devices(Devices asked) {
    if (parts.isEmpty()) {
      return asked.use().isPart() ? 0 : gpus;
    }
    return parts.get().count(this, asked);
  }

  /** Returns how its nodes divide cards into devices; empty where they do not. */
  Optional<CardParts> parts() {
    return parts;
  }

  /** Returns how its cards are shared; empty where pods have whole ones. */
  Optional<ShareRules> shares() {
    return shares;
  }

  /** Returns the CUDA version that the target documents for this GPU, if any. */
  public Optional<String> cuda() {
    return type.cuda();
  }

  /** Returns the driver branch that the target documents for this GPU, if any. */
  public Optional<String> driver() {
    return type.driver();
  }

  /** Returns the architecture of the CPU that comes with the GPUs. */
  public Arch arch() {
    return arch;
  }

  /** Returns whether the row is available. */
  public Lifecycle lifecycle() {
    return offer.lifecycle();
  }

  /**
   * Returns the GPUs that upward matching can choose, smallest first; if no size is known, one
   * without a size.
   */
  public Listing<Shape> shapes() {
    return Listing.copyOf(shapes);
  }

  /** The least memory that it comes with; zero where that is not known. */
  public MemorySize memoryMin() {
    return stated.map(MemoryRange::min).orElse(smallest().memory());
  }

  /** The most memory that it comes with; zero where that is not known. */
  public MemorySize memoryMax() {
    return stated.map(MemoryRange::max).orElse(largest().memory());
  }

  /** Returns the configuration that the document calls typical, if it names one. */
  public Optional<Shape> typical() {
    return typical.map(size -> shape(size.cpu(), size.memory()));
  }

  /** The list prices that are known, at most one for each capacity type. */
  public Listing<Price> prices() {
    return Listing.copyOf(offer.prices());
  }

  /** Returns the on-demand list price, if it is known. */
  public Optional<Price> price() {
    return price(CapacityType.ON_DEMAND);
  }

  /** Returns the list price of a capacity type, if it is known. */
  public Optional<Price> price(CapacityType capacityType) {
    return priceAs(Arguments.required("capacityType", capacityType, "a CapacityType"));
  }

  Optional<Price> priceAs(CapacityType capacityType) {
    return prices.getOrDefault(capacityType, Optional.empty());
  }

  /** Returns what a document calls the price, if anything; it never affects an answer. */
  public Optional<ReferencePrice> referencePrice() {
    return offer.referencePrice();
  }

  /**
   * Something else that the catalog says of the row or else of its GPU, such as {@code maxPods}.
   */
  public Optional<String> attribute(String key) {
    String value = attributes.get(key);
    if (value == null) {
      // Null is no key, so that it has no value either.
      Arguments.required("attribute", key, "a name, such as maxPods");
    }
    return Optional.ofNullable(value);
  }

  /**
   * The extended resources and huge pages that a node has beyond its GPUs, by name: how many, or
   * how many bytes of huge pages. What is absent it does not have.
   */
  public Map<String, Long> resources() {
    return about.resources();
  }

  /**
   * Returns the node labels that select your own node: those that an overlay states for the row, or
   * else its name as the instance type. The vendor's rows have none here, because their labels
   * follow from their names.
   */
  public Map<String, String> labels() {
    return about.labels();
  }

  /**
   * Returns all labels of a node of your own, in addition to {@link #labels}; empty if they are not
   * stated.
   */
  public Map<String, String> nodeLabels() {
    return about.node().labels();
  }

  /** Returns how many such nodes of your own there are, if it is known. */
  public OptionalInt nodes() {
    return about.node().count();
  }

  /** Returns the taints of a node of your own. */
  public List<Taint> taints() {
    return about.node().taints();
  }

  /** Returns the names of its nodes of your own; empty if they are not stated. */
  Set<String> nodeNames() {
    return hostNames().keySet();
  }

  /**
   * Returns the host name of each of its nodes of your own, by the name of the node; empty if the
   * names are not stated.
   */
  public Map<String, String> hostNames() {
    return about.node().hostNames();
  }

  /** Returns whether its nodes are cordoned. */
  boolean isCordoned() {
    return taints().contains(Taint.UNSCHEDULABLE);
  }

  /**
   * Returns whether the row is a node of your own, with its {@link #labels} and none of the
   * vendor's.
   */
  public boolean isOwnNode() {
    return isOwnNode;
  }

  /** Returns whether nobody states that nodes have so many cards, as a note of the row says. */
  boolean isCountAssumed() {
    return isCountAssumed;
  }

  /** Returns what there is an attribute of, in alphabetical order. */
  Set<String> attributeNames() {
    return ImmutableSortedSet.copyOf(attributes.keySet());
  }

  /** Returns where the row comes from. */
  public Citation citation() {
    return about.citation();
  }

  /** The name of the rule that made the sizes of upward matching. */
  public String policy() {
    return about.policy();
  }

  /** Returns what should be known about the row. */
  public List<Note> notes() {
    return about.notes();
  }

  boolean isSameRow(GpuSpec other) {
    return target.equals(other.target) && edition.equals(other.edition) && name.equals(other.name);
  }

  GpuType type() {
    return type;
  }

  List<Shape> sizes() {
    return shapes;
  }

  Shape smallest() {
    return shapes.get(0);
  }

  Shape largest() {
    return shapes.get(shapes.size() - 1);
  }

  /** Returns the bytes of each device's memory; unknown ones are the most. */
  long comparableGpuMemory() {
    return type.comparableMemory();
  }

  boolean offersCpu(CpuAmount cpu) {
    return shapes.stream().anyMatch(shape -> shape.cpu().equals(cpu));
  }

  /**
   * Returns whether the row is available as this capacity type; if that is not known, it counts as
   * available.
   */
  public boolean offers(CapacityType capacityType) {
    return isOffered(Arguments.required("capacityType", capacityType, "a CapacityType"));
  }

  boolean isOffered(CapacityType capacityType) {
    return offer.capacityTypes().isEmpty() || offer.capacityTypes().contains(capacityType);
  }

  Set<CapacityType> capacityTypes() {
    return offer.capacityTypes();
  }

  /** Returns whether each device is a whole card, as far as anybody knows. */
  public boolean isWhole() {
    return isWhole;
  }

  /** Returns whether it is one CPU with one memory. */
  boolean isOneShape() {
    return shapes.size() == 1 && memoryMin().equals(memoryMax());
  }

  /** Returns whether a pod may state its shape, as {@link GpuRequest#explicit()} does. */
  public boolean takesStatedShapes() {
    return stated.isPresent();
  }

  /** Returns whether a pod may state this memory. */
  boolean offersMemory(MemorySize memory) {
    return stated.filter(range -> range.offers(memory)).isPresent();
  }

  /**
   * Returns whether it is known what CPU and memory it has; of a node whose type is open it is not.
   */
  public boolean isSized() {
    return !sizes.isEmpty();
  }

  /** Returns the core counts in words; empty for a row of unknown size. */
  String cpuOptions() {
    return sizes.stream().map(size -> size.cpu().toString()).collect(Collectors.joining(", "));
  }

  /** Returns the memory range in words; empty for a row of unknown size. */
  String memoryRange() {
    if (!isSized()) {
      return "";
    }
    return memoryMin().equals(memoryMax())
        ? memoryMax().toString()
        : memoryMin() + " to " + memoryMax();
  }

  /** Returns the memory that a pod can state, in words. */
  String memoryOffered() {
    return memoryRange()
        + stated
            .filter(range -> !range.min().equals(range.max()))
            .map(range -> " in steps of " + range.step())
            .orElse("");
  }

  /**
   * Adds {@code "provider", "edition", "name", "gpu", "gpus", "fraction"?, "gpuMemory"?,
   * "gpuMemoryReported"?, "shareMemory"?, "cuda"?, "driver"?, "arch", "network"?, "resources"?,
   * "cpu", "memory", "allocatable"?, "typical"?, "lifecycle"?, "price"?, "prices"?,
   * "referencePrice"?, "citation"}; a row with several sizes lists them, with the range of its
   * memory.
   */
  @Override
  public void describe(Facts out) {
    identity(out);
    if (isSized()) {
      sizes(out);
    }
    provenance(out, price());
  }

  private void sizes(Facts out) {
    if (shapes().size() == 1 && memoryMin().equals(memoryMax())) {
      largest().size(out);
    } else {
      out.put("cpu", shapes().stream().map(Shape::cpu).toList())
          .put("memory", of -> of.put("min", memoryMin()).put("max", memoryMax()))
          .put("upward", shapes(), (size, of) -> Shape.amounts(of, size.cpu(), size.memory()));
    }
    out.put(
        "typical",
        typical().map(size -> (Answer) of -> Shape.amounts(of, size.cpu(), size.memory())));
  }

  /** Adds which row it is, with its GPUs. */
  void identity(Facts out) {
    out.put("provider", target())
        .put("edition", edition())
        .put("name", name())
        .put("gpu", gpu())
        .put("gpus", gpus())
        .put("fraction", fraction())
        .put("gpuMemory", gpuMemory())
        .put("gpuMemoryReported", gpuMemoryReported())
        .put("shareMemory", shareMemory())
        .put("cuda", cuda())
        .put("driver", driver())
        .put("arch", arch())
        .put("network", attribute("network"))
        .putUnlessEmpty("resources", ExtendedResources.texts(resources()));
  }

  /** Adds its state, its prices, and the source. */
  void provenance(Facts out, Optional<Price> price) {
    out.put("lifecycle", Optional.of(lifecycle()).filter(state -> state != Lifecycle.CURRENT))
        .put("price", price);
    if (prices().size() > price.stream().count()) {
      out.put("prices", prices());
    }
    out.put("referencePrice", referencePrice()).put("citation", citation());
  }

  /** Returns text such as {@code V100 x1 · 2, 4, 8 cores · 2Gi to 40Gi on tke 2026-01}. */
  @Override
  public String toString() {
    return isSized()
        ? "%s · %s cores · %s on %s %s"
            .formatted(name, cpuOptions(), memoryRange(), target, edition)
        : "%s on %s %s".formatted(smallest(), target, edition);
  }
}
