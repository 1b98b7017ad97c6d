package io.gpuspec.mig;

import io.gpuspec.value.Answer;
import io.gpuspec.value.Facts;
import io.gpuspec.value.Listing;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The legal layouts of a GPU, or of some of its profiles.
 *
 * <pre>{@code
 * MigGpu.of("A30").layouts().countMaximal();    // 17
 * MigGpu.of("A30").layouts().maximal();         // [1g.6gb][1g.6gb][1g.6gb][1g.6gb] ...
 *
 * // Each of the four slices is free or taken.
 * MigGpu.of("A30").layouts("1g.6gb").count();    // 16
 * }</pre>
 *
 * <p>Layouts are ordered by the first instance in which two layouts differ: by its start, then by
 * its profile in the vendor's order; a layout comes before those that continue it. If the geometry
 * is unverified, the layouts use the assumed placements; if no placement is known, as on Thor,
 * there are no layouts, not even the empty one.
 */
public final class MigLayouts implements Answer {
  private final MigGpu gpu;
  private final List<MigProfile> profiles;
  private final long among;

  private MigLayouts(MigGpu gpu, List<MigProfile> profiles, long among) {
    this.gpu = gpu;
    this.profiles = profiles;
    this.among = among;
  }

  static MigLayouts of(MigGpu gpu, List<MigProfile> profiles) {
    List<MigProfile> distinct =
        gpu.profiles().stream()
            .filter(own -> profiles.stream().anyMatch(each -> each.name().equals(own.name())))
            .toList();
    return new MigLayouts(
        gpu,
        distinct,
        gpu.grid().placementsOf(distinct.stream().map(gpu::index).collect(Collectors.toList())));
  }

  /** The GPU that they are of. */
  public MigGpu gpu() {
    return gpu;
  }

  /** Returns the profiles that the layouts can contain, in the vendor's order. */
  public Listing<MigProfile> profiles() {
    return Listing.copyOf(profiles);
  }

  /** Returns every legal layout, the empty one first, each computed on demand. */
  public Stream<MigLayout> stream() {
    return isKnown() ? layouts(LayoutTable.walk(gpu.grid(), among)) : Stream.empty();
  }

  /** Returns every legal layout, the empty one first. */
  public Listing<MigLayout> all() {
    return Listing.copyOf(isKnown() ? layouts(table().all()).toList() : List.of());
  }

  /** The legal layouts in which no instance of the profiles can be placed any more. */
  public Listing<MigLayout> maximal() {
    return Listing.copyOf(isKnown() ? layouts(table().maximal()).toList() : List.of());
  }

  /** Returns how many legal layouts there are, the empty one included. */
  public int count() {
    return isKnown() ? table().count() : 0;
  }

  /** Returns how many maximal layouts there are. */
  public int countMaximal() {
    return isKnown() ? table().countMaximal() : 0;
  }

  private boolean isKnown() {
    return gpu.memorySlices() > 0;
  }

  private LayoutTable table() {
    return LayoutTable.of(gpu.grid(), among);
  }

  private Stream<MigLayout> layouts(LongStream bits) {
    return bits.mapToObj(layout -> new MigLayout(gpu, layout, 0));
  }

  /**
   * Adds {@code "gpu", "geometry", "placementsFrom", "layouts": [{"instances": [{"profile",
   * "start", "size"}]}]}: the maximal layouts.
   */
  @Override
  public void describe(Facts out) {
    describe(out, maximal());
  }

  /** Returns the same facts with every legal layout, the empty one first. */
  public Answer everyLegal() {
    return out -> describe(out, all());
  }

  private void describe(Facts out, Collection<MigLayout> layouts) {
    gpu()
        .head(out)
        .put("layouts", layouts, (layout, item) -> item.put("instances", layout.instances()));
  }

  /** Returns text such as {@code A100-40GB: 19 maximal of 298 legal layouts of 5 profiles}. */
  @Override
  public String toString() {
    return "%s: %s maximal of %s legal layouts of %s profiles"
        .formatted(gpu.name(), countMaximal(), count(), profiles.size());
  }
}
