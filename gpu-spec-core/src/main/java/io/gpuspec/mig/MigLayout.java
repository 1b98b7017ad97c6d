package io.gpuspec.mig;

import io.gpuspec.internal.Arguments;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Facts;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Text;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Instances on one card, each with its placement; always legal.
 *
 * <pre>{@code
 * MigLayout now = a100.layout("2g.10gb@0", "1g.5gb@2", "3g.20gb@4").inUse(0, 4);
 * now.planTo("2g.10gb", "2g.10gb", "3g.20gb");
 *     // destroy 1g.5gb@2, create 2g.10gb@2: [2g.10gb*][2g.10gb][3g.20gb*]
 * now.place("1g.5gb");
 *     // 1g.5gb@3: [2g.10gb*][1g.5gb][1g.5gb][3g.20gb*]
 * }</pre>
 *
 * <p>It is immutable. Two are equal if they have the same instances on the same GPU and the same of
 * them are in use.
 */
public final class MigLayout implements Answer {
  private final MigGpu gpu;
  private final long bits;
  private final long inUse;

  MigLayout(MigGpu gpu, long bits, long inUse) {
    this.gpu = gpu;
    this.bits = bits;
    this.inUse = inUse;
  }

  static MigLayout of(MigGpu gpu, String... instances) {
    MigLayout layout = new MigLayout(gpu, 0, 0);
    for (String instance : Arguments.copied("instances", Arrays.asList(instances), "2g.10gb@0")) {
      layout = layout.with(PlacementText.parse(gpu, instance));
    }
    return layout;
  }

  private MigLayout with(int number) {
    if ((gpu.grid().open(bits) >>> number & 1) == 0) {
      throw new InvalidValueException(
          "mig.conflict", "layout: " + new Obstacle(this, number).clash());
    }
    return new MigLayout(gpu, bits | 1L << number, inUse);
  }

  MigLayout to(long changed) {
    return new MigLayout(gpu, changed, inUse & changed);
  }

  /** Returns a copy with nothing in use. */
  MigLayout unused() {
    return new MigLayout(gpu, bits, 0);
  }

  /** The GPU that it is of. */
  public MigGpu gpu() {
    return gpu;
  }

  /** Its instances, by start. */
  public Listing<MigPlacement> instances() {
    return placements(bits);
  }

  /** Returns those of its instances that are in use, by start. */
  public Listing<MigPlacement> instancesInUse() {
    return placements(inUse);
  }

  /** The profiles of its instances, by start. */
  public List<String> profiles() {
    return instances().stream().map(MigPlacement::profile).toList();
  }

  /** The placements that are still possible, each by itself, by start. */
  Listing<MigPlacement> open() {
    return placements(gpu.grid().open(bits));
  }

  /** Returns whether no instance of any profile can be placed any more. */
  public boolean isMaximal() {
    return gpu.grid().open(bits) == 0;
  }

  /** Returns whether an instance has this memory slice. */
  boolean isTaken(int slice) {
    return (gpu.grid().slices(bits) >>> slice & 1) == 1;
  }

  /** Returns whether this memory slice is free but no further instance can use it. */
  boolean isWasted(int slice) {
    return slice >= 0
        && slice < gpu.memorySlices()
        && !isTaken(slice)
        && open().stream().noneMatch(each -> each.start() <= slice && slice < each.end());
  }

  /** The media engines that no instance has. */
  MigEngines enginesLeft() {
    MigEngines all = gpu.engines();
    List<MigEngines> used =
        instances().stream().map(each -> gpu.profile(each.profile()).engines()).toList();
    return new MigEngines(
        all.decoders() - used.stream().mapToInt(MigEngines::decoders).sum(),
        all.encoders() - used.stream().mapToInt(MigEngines::encoders).sum(),
        all.jpeg() - used.stream().mapToInt(MigEngines::jpeg).sum(),
        all.ofa() - used.stream().mapToInt(MigEngines::ofa).sum());
  }

  Listing<MigPlacement> placements(long numbers) {
    return Listing.copyOf(numbers(numbers).mapToObj(n -> gpu.grid().placement((int) n)).toList());
  }

  static LongStream numbers(long bits) {
    return LongStream.iterate(bits, rest -> rest != 0, rest -> rest & rest - 1)
        .map(Long::numberOfTrailingZeros);
  }

  long bits() {
    return bits;
  }

  long bitsInUse() {
    return inUse;
  }

  /**
   * Returns a copy with the instances that start at these slices in use: no plan touches them.
   *
   * @throws InvalidValueException if no instance starts there
   */
  public MigLayout inUse(int... starts) {
    long used = inUse;
    for (int start : Arguments.required("inUse", starts, "starts of instances")) {
      used |= instanceAt(start);
    }
    return new MigLayout(gpu, bits, used);
  }

  private long instanceAt(int start) {
    return numbers(bits)
        .filter(number -> gpu.grid().placement((int) number).start() == start)
        .map(number -> 1L << number)
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidValueException(
                    "mig.unknown",
                    "inUse: no instance starts at '%s'; %s"
                        .formatted(
                            start,
                            bits == 0
                                ? "the card has none"
                                : "instances start at " + MigText.starts(instances()))));
  }

  /**
   * Returns where one more instance of a profile goes: where it leaves the most placements open.
   *
   * @throws io.gpuspec.value.UnknownNameException if the GPU has no such profile
   */
  public MigChoice place(String profile) {
    return MigChoice.of(this, gpu.profile(profile));
  }

  /**
   * Returns how to get to exactly these profiles, the instances in use among them.
   *
   * @throws io.gpuspec.value.UnknownNameException if the GPU has no such profile
   */
  public MigPlan planTo(String... profiles) {
    return planTo(Arrays.asList(Arguments.required("profiles", profiles, "such as 2g.10gb")));
  }

  /** The same as {@link #planTo(String...)}. */
  public MigPlan planTo(Collection<String> profiles) {
    return PlanSearch.plan(
        this,
        Arguments.copied("profiles", profiles, "such as 2g.10gb").stream()
            .map(gpu::profile)
            .toList());
  }

  /**
   * Returns how to get to exactly these profiles if only these instances are known: every other
   * slice is assumed to be in use by something that stays.
   *
   * @see #patchTo(Collection, Collection)
   */
  public MigPlan patchTo(String... profiles) {
    return patchTo(
        Arrays.asList(Arguments.required("profiles", profiles, "such as 2g.10gb")), List.of());
  }

  /**
   * Returns how to get from the known instances to exactly these profiles, whatever else is on the
   * card:
   *
   * <pre>{@code
   * a100.layout("1g.5gb@2").patchTo(List.of("2g.10gb"), List.of(3));
   *     // destroy 1g.5gb@2, create 2g.10gb@2: ??[2g.10gb]????
   * }</pre>
   *
   * <p>Only slices of the known instances and the free ones are changed, and no more media engines
   * are taken than are left by anything that could be on the others.
   *
   * @param profiles the instances that the known slices should have
   * @param free the slices that are known to be free
   * @throws InvalidValueException if a slice does not exist on the card, or an instance has it
   * @throws io.gpuspec.value.UnknownNameException if the GPU has no such profile
   */
  public MigPlan patchTo(Collection<String> profiles, Collection<Integer> free) {
    int known = gpu.grid().slices(bits);
    for (int slice : Arguments.<Integer>copied("free", free, "slices, from 0")) {
      if (slice < 0 || slice >= gpu.memorySlices() || isTaken(slice)) {
        throw new InvalidValueException(
            "mig.out-of-range",
            "free: '%s' is no free slice of %s; slices are 0 to %s, and instances have some"
                .formatted(slice, gpu.name(), gpu.memorySlices() - 1));
      }
      known |= 1 << slice;
    }
    return PatchSearch.plan(
        this,
        Arguments.copied("profiles", profiles, "such as 2g.10gb").stream()
            .map(gpu::profile)
            .toList(),
        known);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MigLayout that
        && gpu.equals(that.gpu)
        && bits == that.bits
        && inUse == that.inUse;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(bits * 31 + inUse);
  }

  /** The card with its slices as an SVG image: the same bytes for the same layout. */
  public Text svg() {
    return Svg.of(List.of(this));
  }

  /** Adds {@code "gpu", "instances": [{"profile", "start", "size"}]}. */
  @Override
  public void describe(Facts out) {
    out.put("gpu", gpu().name()).put("instances", instances());
  }

  /**
   * Returns its instances by start, with a star for instances in use; a dot for each free slice, or
   * an {@code x} if no further instance can use it. Such as {@code [2g.10gb*]..[3g.20gb]} and
   * {@code [3g.20gb]..[1g.5gb]x}.
   */
  @Override
  public String toString() {
    return LayoutDrawing.of(this).text();
  }
}
