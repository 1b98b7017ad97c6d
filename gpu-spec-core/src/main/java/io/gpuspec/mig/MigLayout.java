package io.gpuspec.mig;

import io.gpuspec.InvalidValueException;
import io.gpuspec.Listing;
import io.gpuspec.internal.Arguments;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Instances on one card, each at its place; it is always legal.
 *
 * <pre>{@code
 * MigLayout now = a100.layout("2g.10gb@0", "1g.5gb@2", "3g.20gb@4").inUse(0, 4);
 * now.planTo("2g.10gb", "2g.10gb", "3g.20gb");    // destroy 1g.5gb@2, create 2g.10gb@2
 * now.place("1g.5gb");                            // at 3
 * }</pre>
 *
 * <p>It is immutable. Two are equal if they have the same instances on the same GPU and the same of
 * them are in use.
 */
public final class MigLayout {
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
      throw new InvalidValueException("layout: " + new Obstacle(this, number).clash());
    }
    return new MigLayout(gpu, bits | 1L << number, inUse);
  }

  MigLayout to(long changed) {
    return new MigLayout(gpu, changed, inUse & changed);
  }

  /** The GPU that it is of. */
  public MigGpu gpu() {
    return gpu;
  }

  /** Its instances, by start. */
  public Listing<MigPlacement> instances() {
    return placements(bits);
  }

  /** Those of its instances that are in use, by start. */
  public Listing<MigPlacement> instancesInUse() {
    return placements(inUse);
  }

  /** The profiles of its instances, by start. */
  public List<String> profiles() {
    return instances().stream().map(MigPlacement::profile).toList();
  }

  /** The placements that are still possible, each by itself, by start. */
  public Listing<MigPlacement> open() {
    return placements(gpu.grid().open(bits));
  }

  /** Whether no instance of any profile can be placed any more. */
  public boolean isMaximal() {
    return gpu.grid().open(bits) == 0;
  }

  /** Whether an instance has this memory slice. */
  public boolean isTaken(int slice) {
    return (gpu.grid().slices(bits) >>> slice & 1) == 1;
  }

  /** The media engines that no instance has. */
  public MigEngines enginesLeft() {
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
    return Listing.of(numbers(numbers).mapToObj(n -> gpu.grid().placement((int) n)).toList());
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
   * The same with the instances that start at these slices in use: no plan touches them.
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
                    "inUse: no instance starts at '%d'; %s"
                        .formatted(
                            start,
                            bits == 0
                                ? "the card has none"
                                : "instances start at " + MigText.starts(instances()))));
  }

  /**
   * Where one more instance of a profile goes: where it leaves the most placements open.
   *
   * @throws io.gpuspec.UnknownNameException if the GPU has no such profile
   */
  public MigChoice place(String profile) {
    return MigChoice.of(this, gpu.profile(profile));
  }

  /**
   * How to get to exactly these profiles, the instances in use among them.
   *
   * @throws io.gpuspec.UnknownNameException if the GPU has no such profile
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

  /** Its instances by start, a dot for each free slice, a star for what is in use. */
  @Override
  public String toString() {
    StringBuilder out = new StringBuilder();
    int slice = 0;
    for (int number : numbers(bits).mapToInt(n -> (int) n).toArray()) {
      MigPlacement instance = gpu.grid().placement(number);
      out.append(".".repeat(instance.start() - slice));
      out.append('[').append(instance.profile());
      out.append((inUse >>> number & 1) == 1 ? "*]" : "]");
      slice = instance.end();
    }
    return out.append(".".repeat(Math.max(0, gpu.memorySlices() - slice))).toString();
  }

  /** Such as {@code 2g.10gb@0, 3g.20gb@4}, or {@code an empty card}. */
  String listed() {
    return bits == 0
        ? "an empty card"
        : instances().stream().map(MigPlacement::toString).collect(Collectors.joining(", "));
  }
}
