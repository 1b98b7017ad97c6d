package io.gpuspec;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
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
  private final GpuRequest request;
  private final Criteria criteria;
  private final Comparator<Shape> order;
  private final ImmutableList<Entry> entries;

  /** One entry of the asked devices, with the types that it names in the catalog. */
  private record Entry(String name, ImmutableSet<GpuType> types, ImmutableList<GpuSpec> rows) {}

  Matcher(SpecCatalog catalog, GpuRequest request) {
    this.catalog = catalog;
    this.request = request;
    this.criteria = new Criteria(request);
    this.order = request.isCheapest() ? Shape.CHEAPEST : Shape.SMALLEST;
    this.entries = entries();
  }

  private ImmutableList<Entry> entries() {
    List<DeviceName> names = request.devices().parsedNames();
    return switch (request.devices().choice()) {
      case ORDERED ->
          names.stream()
              .map(name -> entry(name.toString(), catalog.typesOf(name)))
              .collect(ImmutableList.toImmutableList());
      case UNORDERED -> {
        ImmutableSet.Builder<GpuType> types = ImmutableSet.builder();
        names.forEach(name -> types.addAll(catalog.typesOf(name)));
        yield ImmutableList.of(entry(String.join(",", request.devices().names()), types.build()));
      }
      case ANY ->
          ImmutableList.of(
              new Entry("any GPU", ImmutableSet.copyOf(catalog.types()), catalog.rows()));
    };
  }

  private Entry entry(String name, ImmutableSet<GpuType> types) {
    return new Entry(name, types, catalog.rows(types));
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
    for (GpuSpec row : entry.rows()) {
      // Rows come by GPU count: a row with more cannot be smaller than a shape that is found.
      if (best != null && row.gpus() > best.gpus() && !request.isCheapest()) {
        break;
      }
      Shape shape = criteria.serve(row);
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
      for (GpuSpec row : entry.rows()) {
        Shape shape = criteria.serve(row);
        if (shape != null) {
          shapes.add(shape);
        }
      }
      shapes.sort(order);
      others.addAll(shapes);
    }
    others.removeIf(shape -> shape.spec() == found.spec());
    return others.stream().distinct().collect(Listing.collector());
  }

  /**
   * What comes near when nothing serves: the same need without the exact count or shape, on any
   * whole GPU, or larger share of the card asked for, with at least the memory asked for; the asked
   * ones first, one shape per GPU.
   */
  Listing<Shape> nearAlternatives() {
    ImmutableSet.Builder<GpuType> builder = ImmutableSet.builder();
    entries.forEach(entry -> builder.addAll(entry.types()));
    ImmutableSet<GpuType> asked = builder.build();
    GpuRequest relaxed =
        GpuRequest.of(Devices.any())
            .cpu(request.cpu())
            .memory(request.memory())
            .arch(request.arch());
    MemorySize least = memoryAsked();
    List<Shape> near = new ArrayList<>();
    for (GpuType type : catalog.types()) {
      if (type.name().fraction().isWhole() || isLargerShare(type)) {
        GpuRequest ofType =
            relaxed.devices(
                Devices.of(type.toString())
                    .memoryAtLeast(least)
                    .count(type.name().fraction().isWhole() ? request.devices().count() : 1));
        Shape shape =
            new Matcher(catalog, request.isIncludeRetired() ? ofType.includeRetired() : ofType)
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

  /** Whether it is a larger share of a card of which a share was asked for. */
  private boolean isLargerShare(GpuType type) {
    return request.devices().parsedNames().stream()
        .anyMatch(
            asked ->
                asked.base().equalsIgnoreCase(type.name().base())
                    && asked.fraction().compareTo(type.name().fraction()) < 0);
  }

  /** The least memory among the GPUs named, by this catalog or else by the list of models. */
  private MemorySize memoryAsked() {
    List<MemorySize> sizes = new ArrayList<>();
    for (DeviceName name : request.devices().parsedNames()) {
      List<MemorySize> here = new ArrayList<>();
      catalog.typesOf(name).forEach(type -> type.memory().ifPresent(here::add));
      if (here.isEmpty()) {
        GpuModel.named(name.base()).forEach(m -> here.add(name.fraction().shareOf(m.memory())));
      }
      sizes.addAll(here);
    }
    MemorySize named = sizes.stream().min(Comparator.naturalOrder()).orElse(MemorySize.ZERO);
    return MemorySize.max(named, request.devices().leastMemory());
  }

  /**
   * Every candidate that does not serve, nearest miss first: the rows that the request names, the
   * names without a row, and the sizes of the found row that are too small.
   */
  Listing<Rejection> rejections(Optional<Shape> found) {
    List<Rejection> rejections = new ArrayList<>();
    for (Entry entry : entries) {
      List<Rejection> ofEntry = new ArrayList<>();
      for (GpuSpec row : entry.rows()) {
        List<Shortfall> reasons = criteria.reasons(row);
        if (!reasons.isEmpty()) {
          ofEntry.add(new Rejection(row.name(), reasons));
        } else if (found.isPresent() && found.get().spec() == row && !request.isExplicit()) {
          tooSmall(row).forEach(ofEntry::add);
        }
      }
      // Of two rows that fail for as many reasons, the larger one fails by less.
      Collections.reverse(ofEntry);
      ofEntry.sort(Comparator.comparingInt(rejection -> rejection.reasons().size()));
      rejections.addAll(ofEntry);
    }
    for (DeviceName name : request.devices().parsedNames()) {
      rejections.addAll(catalog.whyNoRow(name));
    }
    return rejections.stream().distinct().collect(Listing.collector());
  }

  private List<Rejection> tooSmall(GpuSpec row) {
    return row.sizes().stream()
        .filter(size -> !size.holds(request.cpu(), request.memory()))
        .map(size -> new Rejection(size.toString(), criteria.shortOf(size)))
        .toList();
  }

  /** The entries that cannot serve at all. */
  List<String> entriesThatCannotServe() {
    return entries.stream().filter(entry -> best(entry) == null).map(Entry::name).toList();
  }

  SpecCatalog catalog() {
    return catalog;
  }
}
