package io.gpuspec;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSortedSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Matching: the smallest shape of a catalog that serves a request, what else would, and what does
 * not.
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

  /**
   * One entry of the asked devices, with what it names in the catalog.
   *
   * @param types the candidates' GPUs, and those named that have no row
   * @param candidates in the order of their rows
   */
  private record Entry(
      String name, ImmutableSet<GpuType> types, ImmutableList<Candidate> candidates) {}

  /** A row, and what it must have to serve. */
  private record Candidate(GpuSpec row, Criteria criteria) {
    @Nullable Shape serve() {
      return criteria.serve(row);
    }
  }

  /**
   * Why a candidate does not serve.
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
    this.order =
        Comparator.comparing(
            this::plan,
            request.isCheapest() ? NodePlan.cheapest(request.capacityType()) : NodePlan.SMALLEST);
    this.entries = entries();
  }

  private ImmutableList<Entry> entries() {
    List<DeviceName> names = request.devices().parsedNames();
    return switch (request.devices().choice()) {
      case ORDERED ->
          names.stream()
              .map(name -> entry(name.toString(), List.of(name)))
              .collect(ImmutableList.toImmutableList());
      case UNORDERED -> ImmutableList.of(entry(String.join(",", request.devices().names()), names));
      case ANY ->
          ImmutableList.of(
              new Entry(
                  "any GPU",
                  ImmutableSet.copyOf(rows.types()),
                  candidates(rows.all(), Criteria.Naming.ANY)));
    };
  }

  /** The rows of the GPUs of these names; where there is no such GPU, the row of the name. */
  private Entry entry(String text, List<DeviceName> names) {
    ImmutableSet.Builder<GpuType> types = ImmutableSet.builder();
    List<GpuSpec> named = new ArrayList<>();
    for (DeviceName name : names) {
      ImmutableSet<GpuType> ofName = rows.typesOf(name);
      types.addAll(ofName);
      if (ofName.isEmpty()) {
        rows.named(name).ifPresent(named::add);
      }
    }
    ImmutableSet<GpuType> gpus = types.build();
    named.removeIf(row -> gpus.contains(row.type()));
    named.forEach(row -> types.add(row.type()));
    return new Entry(
        text,
        types.build(),
        Stream.of(
                candidates(rows.of(gpus), Criteria.Naming.GPU),
                candidates(named, Criteria.Naming.ROW))
            .flatMap(List::stream)
            .sorted(Comparator.comparing(Candidate::row, GpuSpec.ROWS))
            .collect(ImmutableList.toImmutableList()));
  }

  private ImmutableList<Candidate> candidates(List<GpuSpec> of, Criteria.Naming naming) {
    Criteria criteria = new Criteria(request, naming);
    return of.stream()
        .map(row -> new Candidate(row, criteria))
        .collect(ImmutableList.toImmutableList());
  }

  /** The shape that the request lands on, or null. */
  @Nullable Shape best() {
    for (Entry entry : entries) {
      Shape best = best(entry);
      if (best != null) {
        return best;
      }
    }
    return null;
  }

  /** The regions of the prices by which the shape was chosen, in alphabetical order. */
  Set<String> regionsCompared() {
    return entries.stream()
        .filter(entry -> best(entry) != null)
        .limit(1)
        .flatMap(entry -> entry.candidates().stream())
        .filter(candidate -> candidate.serve() != null)
        .flatMap(candidate -> candidate.row().price(request.capacityType()).stream())
        .map(Price::region)
        .collect(ImmutableSortedSet.toImmutableSortedSet(Comparator.naturalOrder()));
  }

  /** What all replicas take of a shape that holds one. */
  NodePlan plan(Shape shape) {
    return NodePlan.of(shape, request, rows.unit());
  }

  /** What each entry that can serve would give, in the order of the entries. */
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
    Shape best = null;
    for (Candidate candidate : entry.candidates()) {
      // Rows come by GPU count: for one pod, a row with more cannot be smaller than what is found.
      if (best != null
          && candidate.row().gpus() > best.gpus()
          && !request.isCheapest()
          && request.replicas() == 1) {
        break;
      }
      Shape shape = candidate.serve();
      if (shape != null && (best == null || order.compare(shape, best) < 0)) {
        best = shape;
      }
    }
    return best;
  }

  /**
   * What else would do: first what each later entry of the list gives, because the cloud falls back
   * to it when the first has no stock, then the other rows, entry by entry, best first.
   */
  Listing<Shape> alternatives(Shape found) {
    List<Shape> others = new ArrayList<>(preferences());
    for (Entry entry : entries) {
      List<Shape> shapes = new ArrayList<>();
      for (Candidate candidate : entry.candidates()) {
        Shape shape = candidate.serve();
        if (shape != null) {
          shapes.add(shape);
        }
      }
      shapes.sort(order);
      others.addAll(shapes);
    }
    others.removeIf(shape -> shape.spec().isSameRow(found.spec()));
    return others.stream().distinct().collect(Listing.collector());
  }

  /**
   * What comes near when nothing serves: the same need without the exact count or shape, on any
   * whole GPU, or larger share of the card asked for, with at least the memory asked for and all
   * else that was asked of it; the asked ones first, one shape per GPU.
   */
  Listing<Shape> nearAlternatives() {
    ImmutableSet.Builder<GpuType> builder = ImmutableSet.builder();
    entries.forEach(entry -> builder.addAll(entry.types()));
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
        Shape shape =
            new Matcher(catalog, isNamed && asked.contains(type) ? forType : onUsualArch(forType))
                .best();
        if (shape != null) {
          near.add(shape);
        }
      }
    }
    near.sort(
        Comparator.<Shape, Boolean>comparing(shape -> !asked.contains(shape.spec().type()))
            .thenComparing(Shape.SMALLEST));
    return Listing.of(near);
  }

  /** With the share that was asked for, where cards are shared; else with the whole card. */
  private Devices sharedHere(Devices devices) {
    return rows.shares().isEmpty()
        ? devices
        : request.devices().share().map(devices::shared).orElse(devices);
  }

  /** Who did not name a GPU did not mean the architecture that it comes with. */
  private static GpuRequest onUsualArch(GpuRequest request) {
    return request.arch(request.arch().orElse(Arch.AMD64));
  }

  /** Whether it is a larger share of a card of which a share was asked for. */
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
        GpuModel.named(name.base()).forEach(m -> here.add(name.fraction().shareOf(m.memory())));
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
   * Every candidate that does not serve, nearest miss first: the rows that the request names, the
   * names without a row, and the sizes of the found row that are too small.
   */
  Listing<Rejection> rejections(Optional<Shape> found) {
    List<Rejection> rejections = new ArrayList<>();
    for (Entry entry : entries) {
      List<Miss> ofEntry = new ArrayList<>();
      for (Candidate candidate : entry.candidates()) {
        GpuSpec row = candidate.row();
        List<Shortfall> reasons = candidate.criteria().reasons(row);
        if (!reasons.isEmpty()) {
          ofEntry.add(
              new Miss(new Rejection(row.name(), reasons), candidate.criteria().gpusAway(row)));
        } else if (found.isPresent()
            && found.get().spec().isSameRow(row)
            && !request.isExplicit()) {
          ofEntry.addAll(tooSmall(candidate));
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

  private List<Miss> tooSmall(Candidate candidate) {
    return candidate.row().sizes().stream()
        .filter(size -> !size.holds(request.cpu(), request.memory()))
        .map(size -> new Rejection(size.toString(), candidate.criteria().shortOf(size)))
        .map(rejection -> new Miss(rejection, 0))
        .toList();
  }

  /** The entries that cannot serve at all. */
  List<String> entriesThatCannotServe() {
    return entries.stream().filter(entry -> best(entry) == null).map(Entry::name).toList();
  }

  SpecCatalog catalog() {
    return catalog;
  }

  CatalogRows rows() {
    return rows;
  }
}
