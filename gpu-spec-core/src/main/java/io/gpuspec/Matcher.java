package io.gpuspec;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSortedSet;
import io.gpuspec.internal.DeviceName;
import io.gpuspec.value.Arch;
import io.gpuspec.value.Finding;
import io.gpuspec.value.Listing;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Rejection;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The matcher: finds the smallest shape of a catalog that satisfies a request, the alternatives,
 * and the rejections.
 *
 * <p>The request's devices become entries; an entry is one name of an ordered list, or all rows
 * together where order means nothing. The first entry that can serve at all wins, with its smallest
 * or cheapest shape; by size, a larger GPU count is taken only where the asked one holds too
 * little.
 */
final class Matcher {
  private final SpecCatalog catalog;
  private final CatalogRows rows;
  private final GpuRequest request;
  private final Comparator<Shape> order;
  private final ImmutableList<Entry> entries;

  /** One entry of the requested devices, with the candidates for its names in the catalog. */
  private record Entry(String name, ImmutableList<Candidates> named) {
    /** Returns the candidates in the order of their rows. */
    Stream<Candidate> candidates() {
      return named.stream()
          .flatMap(each -> each.rows().stream().map(row -> new Candidate(row, each.criteria())))
          .sorted(Comparator.comparing(Candidate::row, GpuSpec.ROWS));
    }
  }

  /** A row, and what it must have to match. */
  private record Candidate(GpuSpec row, Criteria criteria) {}

  /**
   * The reasons why a candidate does not match.
   *
   * @param gpusAway how many GPUs it lacks, or has too many
   */
  private record Miss(Rejection rejection, int gpusAway) {
    static final Comparator<Miss> NEAREST =
        Comparator.<Miss>comparingInt(miss -> miss.rejection().reasons().size())
            .thenComparingInt(Miss::gpusAway);
  }

  Matcher(SpecCatalog catalog, GpuRequest request) {
    this.catalog = catalog;
    this.rows = catalog.rows();
    this.request = request;
    this.order = NodePlan.order(request, rows);
    this.entries = entries();
  }

  private ImmutableList<Entry> entries() {
    Devices devices = request.devices();
    return switch (devices.choice()) {
      case ORDERED ->
          devices.parsedNames().stream()
              .map(name -> new Entry(name.toString(), ImmutableList.of(rows.candidates(name))))
              .collect(ImmutableList.toImmutableList());
      case UNORDERED ->
          ImmutableList.of(
              new Entry(
                  String.join(",", devices.names()),
                  devices.parsedNames().stream()
                      .map(name -> amongOthers(rows, name, devices))
                      .collect(ImmutableList.toImmutableList())));
      case ANY -> ImmutableList.of(new Entry("any GPU", ImmutableList.of(rows.any())));
    };
  }

  /** Returns the candidates for one of several names; none for a row whose GPU is also named. */
  private static Candidates amongOthers(CatalogRows rows, DeviceName name, Devices devices) {
    Candidates candidates = rows.candidates(name);
    if (candidates.criteria() == Criteria.ROW) {
      for (DeviceName other : devices.parsedNames()) {
        if (rows.typesOf(other).containsAll(candidates.types())) {
          return Candidates.NONE;
        }
      }
    }
    return candidates;
  }

  /** Returns the matching shape, or null; without creating a Matcher, which is for reasons. */
  static @Nullable Shape best(CatalogRows rows, GpuRequest request) {
    Comparator<Shape> order = NodePlan.order(request, rows);
    Devices devices = request.devices();
    Shape best = null;
    switch (devices.choice()) {
      case ORDERED -> {
        for (DeviceName name : devices.parsedNames()) {
          best = rows.candidates(name).best(request, order);
          if (best != null) {
            return best;
          }
        }
      }
      case UNORDERED -> {
        for (DeviceName name : devices.parsedNames()) {
          Shape shape = amongOthers(rows, name, devices).best(request, order);
          if (shape != null && (best == null || order.compare(shape, best) < 0)) {
            best = shape;
          }
        }
      }
      case ANY -> best = rows.any().best(request, order);
    }
    return best;
  }

  /** Returns whether an entry of a request that has a match can serve: the only entry does. */
  private boolean canServe(Entry entry) {
    return entries.size() == 1 || best(entry) != null;
  }

  /** The regions of the prices by which the shape was chosen, in alphabetical order. */
  Set<String> regionsCompared() {
    return entries.stream()
        .filter(this::canServe)
        .limit(1)
        .flatMap(Entry::candidates)
        .filter(candidate -> serve(candidate) != null)
        .flatMap(candidate -> candidate.row().priceAs(request.capacityType()).stream())
        .map(Price::region)
        .collect(ImmutableSortedSet.toImmutableSortedSet(Comparator.naturalOrder()));
  }

  /** Returns what each entry that can serve would give, in the order of the entries. */
  List<Shape> preferences() {
    List<Shape> shapes = new ArrayList<>();
    for (Entry entry : entries) {
      Shape best = best(entry);
      if (best != null) {
        shapes.add(best);
      }
    }
    return shapes.stream().distinct().toList();
  }

  private @Nullable Shape best(Entry entry) {
    return entry.named().stream()
        .flatMap(candidates -> Stream.ofNullable(candidates.best(request, order)))
        .min(order)
        .orElse(null);
  }

  private @Nullable Shape serve(Candidate candidate) {
    return candidate.criteria().serve(request, candidate.row());
  }

  /**
   * Returns what else would do: first what each later entry of the list gives, because the cloud
   * falls back to it when the first has no stock, then the other rows, entry by entry, best first.
   */
  Listing<Shape> alternatives(Shape found) {
    List<Shape> others = new ArrayList<>(preferences());
    for (Entry entry : entries) {
      entry
          .candidates()
          .flatMap(candidate -> Stream.ofNullable(serve(candidate)))
          .sorted(order)
          .forEach(others::add);
    }
    others.removeIf(shape -> shape.spec().isSameRow(found.spec()));
    return others.stream().distinct().collect(Listing.collector());
  }

  /**
   * Returns what comes close if nothing matches: the same request without the exact count or shape,
   * on any whole GPU, or a larger share of the requested card, with at least the requested memory
   * and all other requirements; the requested GPUs first, one shape per GPU.
   */
  Listing<Shape> nearAlternatives() {
    ImmutableSet.Builder<GpuType> builder = ImmutableSet.builder();
    entries.forEach(entry -> entry.named().forEach(each -> builder.addAll(each.types())));
    ImmutableSet<GpuType> asked = builder.build();
    boolean isNamed = request.devices().choice() != Devices.Choice.ANY;
    GpuRequest relaxed = request.withAnyCountAndShape();
    Qualities qualities = request.devices().qualities().withMemory(memoryAsked());
    List<Shape> near = new ArrayList<>();
    for (GpuType type : rows.types()) {
      if (type.name().fraction().isWhole() || isLargerShare(type)) {
        int count = type.name().fraction().isWhole() ? request.devices().count() : 1;
        Devices ofType = sharedHere(Devices.of(type.toString()).with(qualities).count(count));
        GpuRequest forType = relaxed.devices(ofType);
        Shape shape = best(rows, isNamed && asked.contains(type) ? forType : onUsualArch(forType));
        if (shape != null) {
          near.add(shape);
        }
      }
    }
    near.sort(
        Comparator.<Shape, Boolean>comparing(shape -> !asked.contains(shape.spec().type()))
            .thenComparing(Shape.SMALLEST));
    return Listing.copyOf(near);
  }

  /**
   * Returns the devices with the requested share if cards are shared here, otherwise with the whole
   * card.
   */
  private Devices sharedHere(Devices devices) {
    Devices asked = request.devices();
    if (asked.use().isPart()) {
      return rows.parts().isPresent() ? devices.used(asked.use()) : devices;
    }
    return rows.shares().isEmpty() ? devices : asked.share().map(devices::shared).orElse(devices);
  }

  /**
   * Requests amd64 unless an architecture is requested: no GPU is named that could imply another.
   */
  private static GpuRequest onUsualArch(GpuRequest request) {
    return request.arch(request.arch().orElse(Arch.AMD64));
  }

  /** Returns whether this is a larger share of a card of which a share was requested. */
  private boolean isLargerShare(GpuType type) {
    return request.devices().parsedNames().stream()
        .anyMatch(
            asked ->
                asked.spelling().equals(type.name().spelling())
                    && asked.fraction().compareTo(type.name().fraction()) < 0);
  }

  /** The least memory among the GPUs named, by this catalog or else by the list of models. */
  private MemorySize memoryAsked() {
    List<MemorySize> sizes = new ArrayList<>();
    for (DeviceName name : request.devices().parsedNames()) {
      List<MemorySize> here = new ArrayList<>();
      rows.typesOf(name).forEach(type -> type.memory().ifPresent(here::add));
      if (here.isEmpty()) {
        rows.named(name).flatMap(GpuSpec::gpuMemory).ifPresent(here::add);
      }
      if (here.isEmpty()) {
        GpuModel.find(name.base()).forEach(m -> here.add(name.fraction().shareOf(m.memory())));
      }
      sizes.addAll(here);
    }
    MemorySize named = sizes.stream().min(Comparator.naturalOrder()).orElse(MemorySize.ZERO);
    MemorySize share = request.devices().share().map(Share::memory).orElse(MemorySize.ZERO);
    return MemorySize.max(
        rows.shares().isEmpty() ? share : MemorySize.ZERO,
        MemorySize.max(named, request.devices().qualities().memory()));
  }

  /**
   * Returns every candidate that does not serve, nearest miss first: the rows that the request
   * names, the names without a row, and the sizes of the found row that are too small.
   */
  Listing<Rejection> rejections(Optional<Shape> found) {
    List<Rejection> rejections = new ArrayList<>();
    for (Entry entry : entries) {
      List<Miss> ofEntry = new ArrayList<>();
      for (Candidate candidate : entry.candidates().toList()) {
        GpuSpec row = candidate.row();
        List<Finding> reasons = candidate.criteria().reasons(request, row);
        if (!reasons.isEmpty()) {
          ofEntry.add(
              new Miss(new Rejection(row.name(), reasons), Criteria.gpusAway(request, row)));
        } else if (found.isPresent()
            && found.get().spec().isSameRow(row)
            && !request.isExplicit()) {
          ofEntry.addAll(tooSmall(row));
        }
      }
      // Of two rows that fail for as many reasons, the larger one fails by less, GPUs aside.
      Collections.reverse(ofEntry);
      ofEntry.sort(Miss.NEAREST);
      ofEntry.forEach(miss -> rejections.add(miss.rejection()));
    }
    for (DeviceName name : request.devices().parsedNames()) {
      rejections.addAll(catalog.whyNoRow(name));
    }
    return rejections.stream().distinct().collect(Listing.collector());
  }

  private List<Miss> tooSmall(GpuSpec row) {
    return row.sizes().stream()
        .filter(size -> !size.holds(request.cpu(), request.memory()))
        .map(size -> new Rejection(size.toString(), Criteria.shortOf(request, size)))
        .map(rejection -> new Miss(rejection, 0))
        .toList();
  }

  /** The entries of a request that has a match which cannot serve at all. */
  List<String> entriesThatCannotServe() {
    return entries.stream().filter(entry -> !canServe(entry)).map(Entry::name).toList();
  }
}
