package io.gpuspec.mig;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.MigNames;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Citation;
import io.gpuspec.value.Facts;
import io.gpuspec.value.Listing;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Text;
import io.gpuspec.value.Word;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A GPU that can be divided into MIG instances: its profiles, and the placements of their
 * instances.
 *
 * <pre>{@code
 * MigGpu a100 = MigGpu.of("A100-40GB");
 * a100.fit("3g.20gb", "2g.10gb", "2g.10gb");             // [2g.10gb][2g.10gb][3g.20gb]
 * a100.cards(2).fit("4g.20gb", "4g.20gb", "3g.20gb");    // [4g.20gb][3g.20gb]
 *                                                        // [4g.20gb]....
 * a100.layouts("1g.5gb", "2g.10gb", "3g.20gb", "4g.20gb", "7g.40gb").countMaximal();    // 19
 * }</pre>
 *
 * <p>Instances can be held together if no two share a memory slice and the media engines of all are
 * no more than the card's. Nothing else is asked: that at most seven {@code 1g} or one {@code +me}
 * fit follows from it. Source: NVIDIA's MIG User Guide, and what cards report ({@link #sources()}).
 *
 * <p>It is immutable. Two are equal if they are the same product with the same figures.
 */
public final class MigGpu implements Answer {

  /** The reliability of a GPU's placements. */
  public enum Geometry implements Word {
    /** A card listed its placements, or the vendor documents them. */
    VERIFIED,
    /** The profiles have the numbers of a verified card's, and so its placements. */
    INFERRED,
    /** Unknown, or guessed from fractions: not used for fits and plans. */
    UNVERIFIED;

    /** Returns the word in files and JSON, such as {@code verified}. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The facts about a GPU; the file's row. */
  record Data(
      String name,
      List<String> aliases,
      List<String> models,
      String architecture,
      Optional<String> computeCapability,
      List<String> pciDevices,
      List<String> balanced,
      int memorySlices,
      int computeSlices,
      OptionalInt multiprocessors,
      MigEngines engines,
      Optional<String> driver,
      Geometry geometry,
      String placementsFrom,
      List<String> notes,
      List<Citation> sources) {}

  private final Data facts;
  private final ImmutableMap<String, MigProfile> profiles;
  private final MigGrid grid;

  MigGpu(Data facts, List<MigProfile> profiles) {
    this(
        facts,
        Maps.uniqueIndex(profiles, MigProfile::name),
        new MigGrid(profiles, facts.engines()));
  }

  private MigGpu(Data facts, ImmutableMap<String, MigProfile> profiles, MigGrid grid) {
    this.facts = facts;
    this.profiles = profiles;
    this.grid = grid;
  }

  /**
   * Returns every GPU with MIG that the library knows, those without verified geometry among them.
   */
  public static Listing<MigGpu> all() {
    return MigGpus.ALL;
  }

  /**
   * The GPU of a name, such as {@code A100-40GB}, {@code NVIDIA-A100-SXM4-80GB} or {@code H100 80GB
   * HBM3}.
   *
   * @throws io.gpuspec.value.UnknownNameException if no GPU has it
   * @throws io.gpuspec.value.InvalidValueException if the GPU has no MIG, or several have the name
   */
  public static MigGpu of(String name) {
    return MigGpus.named(Arguments.required("gpu", name, "a name, such as A100-40GB"));
  }

  /** Its name, such as {@code A100-40GB}. */
  public String name() {
    return facts.name();
  }

  /**
   * Other names of the same geometry. Other names of the same {@link #models} are also accepted.
   */
  public List<String> aliases() {
    return facts.aliases();
  }

  /** The names of {@link io.gpuspec.GpuModel} that are this product. */
  public List<String> models() {
    return facts.models();
  }

  /** The maker's name of the generation, such as {@code Ampere}. */
  public String architecture() {
    return facts.architecture();
  }

  /** The CUDA compute capability, such as {@code 8.0}. */
  public Optional<String> computeCapability() {
    return facts.computeCapability();
  }

  /** The PCI device numbers that mig-parted identifies it by, such as {@code 0x20B0}. */
  List<String> pciDevices() {
    return facts.pciDevices();
  }

  /**
   * Returns the profiles of the instances into which the configuration {@code all-balanced} of
   * mig-parted cuts a card; empty if it has none for this one.
   */
  public Listing<String> balanced() {
    return Listing.copyOf(facts.balanced());
  }

  /**
   * Returns the number of memory slices of a card, in which starts and sizes are counted; 0 if
   * unknown.
   */
  public int memorySlices() {
    return facts.memorySlices();
  }

  /** Returns how many compute slices a card has. */
  public int computeSlices() {
    return facts.computeSlices();
  }

  /**
   * Returns the number of multiprocessors that a GPU has for instances; empty if it is not known.
   */
  public OptionalInt multiprocessors() {
    return facts.multiprocessors();
  }

  /** The media engines of a card. */
  public MigEngines engines() {
    return facts.engines();
  }

  /** Returns the required driver, in words. */
  public Optional<String> driver() {
    return facts.driver();
  }

  /** Returns how well its placements are known. */
  public Geometry geometry() {
    return facts.geometry();
  }

  /** Returns the source of its placements, in words. */
  public String placementsFrom() {
    return facts.placementsFrom();
  }

  /** Returns what should be known of its figures. */
  public List<String> notes() {
    return facts.notes();
  }

  /** The documents behind its figures. */
  public Listing<Citation> sources() {
    return Listing.copyOf(facts.sources());
  }

  /** Its profiles, in the vendor's order. */
  public Listing<MigProfile> profiles() {
    return Listing.copyOf(profiles.values());
  }

  /** Returns its profiles as a table for people, without columns in which nothing is known. */
  public Text table() {
    return MigText.table(profiles.values());
  }

  /**
   * Returns one of its profiles, by its name as NVIDIA's tools or Kubernetes write it: {@code
   * 1g.5gb+me}, {@code nvidia.com/mig-1g.5gb.me}.
   *
   * @throws io.gpuspec.value.UnknownNameException if it has none of the name; the message names the
   *     one that takes its place here
   */
  public MigProfile profile(String name) {
    MigProfile found = profiles.get(canonical(name));
    if (found == null) {
      throw ProfileNames.unknown(this, name);
    }
    return found;
  }

  private static String canonical(String name) {
    return MigNames.canonical(Arguments.required("profile", name, "a name, such as 1g.5gb"));
  }

  Optional<MigProfile> findProfile(String name) {
    return Optional.ofNullable(profiles.get(canonical(name)));
  }

  /** The profile's place in the vendor's order. */
  int index(MigProfile profile) {
    return profiles.keySet().asList().indexOf(profile.name());
  }

  MigProfile profileAt(int index) {
    return profiles.values().asList().get(index);
  }

  MigGrid grid() {
    return grid;
  }

  /**
   * Returns a copy with another size of a profile's memory, as your driver reports it.
   *
   * @throws io.gpuspec.value.UnknownNameException if it has no such profile
   */
  public MigGpu withMemory(String profile, MemorySize memory) {
    Arguments.required("memory", memory, "a size, such as 20992Mi");
    MigProfile changed = profile(profile).with(memory);
    return new MigGpu(
        facts,
        ImmutableMap.copyOf(
            Maps.transformValues(
                profiles, each -> each.name().equals(changed.name()) ? changed : each)),
        grid);
  }

  /** The layouts of its profiles. */
  public MigLayouts layouts() {
    return layouts(profiles.keySet());
  }

  /** The layouts of some of its profiles: of no others, and maximal among these. */
  public MigLayouts layouts(String... names) {
    return layouts(Arrays.asList(Arguments.required("profiles", names, "names, such as 1g.5gb")));
  }

  /** The layouts of some of its profiles: of no others, and maximal among these. */
  public MigLayouts layouts(Collection<String> names) {
    return MigLayouts.of(
        this, Arguments.copied("profiles", names, "names").stream().map(this::profile).toList());
  }

  /**
   * A layout of instances at their places, such as {@code 2g.10gb@0}; none gives an empty card.
   *
   * @throws io.gpuspec.value.GpuSpecException if a placement is not one of the product's, or two
   *     cannot be held together
   */
  public MigLayout layout(String... instances) {
    return MigLayout.of(this, Arguments.required("instances", instances, "such as 2g.10gb@0"));
  }

  /** Returns a number of cards of it. */
  public MigFleet cards(int count) {
    return MigFleet.of(this, count);
  }

  /**
   * Returns whether one card can hold instances of these profiles together, with their placements.
   *
   * @throws io.gpuspec.value.UnknownNameException if it has no such profile
   */
  public MigFit fit(String... names) {
    return cards(1).fit(names);
  }

  /**
   * The profiles and a layout of one card for models of so much memory:
   *
   * <pre>{@code
   * // 1g.18gb has 16Gi.
   * MigGpu.of("H200").forMemory("17Gi");    // ....[2g.35gb]..
   * }</pre>
   *
   * @see MigFleet#forMemory(String...)
   */
  public MigSizing forMemory(String... needs) {
    return cards(1).forMemory(needs);
  }

  /** Returns why nothing is fitted or planned on it; empty where its geometry is known. */
  Optional<String> refusal() {
    return facts.geometry() == Geometry.UNVERIFIED
        ? Optional.of(
            "geometry: where instances of %s can stand is not verified; known so far: %s"
                .formatted(facts.name(), facts.placementsFrom()))
        : Optional.empty();
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof MigGpu that
            && facts.equals(that.facts)
            && memories().equals(that.memories()));
  }

  @Override
  public int hashCode() {
    return facts.name().hashCode();
  }

  private List<Optional<MemorySize>> memories() {
    return profiles.values().stream().map(MigProfile::memory).toList();
  }

  /**
   * Adds {@code "gpu", "geometry", "placementsFrom", "memorySlices", "computeSlices",
   * "multiprocessors", "engines", "profiles", "notes", "citations"}; what is not known is null.
   */
  @Override
  public void describe(Facts out) {
    head(out)
        .putOrNull("memorySlices", known(memorySlices()))
        .put("computeSlices", computeSlices())
        .putOrNull("multiprocessors", multiprocessors())
        .put("engines", engines())
        .put("profiles", profiles())
        .put("notes", notes())
        .put("citations", sources());
  }

  /** Adds which product it is, and how far its placements are known. */
  Facts head(Facts out) {
    return out.put("gpu", name())
        .put("geometry", geometry())
        .put("placementsFrom", placementsFrom());
  }

  /** For slices, 0 means an unknown number. */
  static Optional<Integer> known(int slices) {
    return Optional.of(slices).filter(count -> count > 0);
  }

  /** Returns text such as {@code A100-40GB: 7 profiles on 8 memory and 7 compute slices}. */
  @Override
  public String toString() {
    return "%s: %s profiles on %s memory and %s compute slices%s"
        .formatted(
            facts.name(),
            profiles.size(),
            facts.memorySlices() == 0 ? "unknown" : facts.memorySlices(),
            facts.computeSlices(),
            facts.geometry() == Geometry.VERIFIED ? "" : " (geometry " + facts.geometry() + ")");
  }
}
