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
 * Upward matching: the smallest shape of a catalog that holds a request, and the reasons why the
 * others do not.
 *
 * <p>The request's devices become entries; an entry is one name of an ordered list, or all rows
 * together where order means nothing. The first entry that can serve at all wins, with its smallest
 * shape; within an entry a larger GPU count is taken only where the asked one holds too little.
 */
final class Matcher {
  private final SpecCatalog catalog;
  private final GpuRequest request;
  private final ImmutableList<Entry> entries;

  /** One entry of the asked devices, with the types that it names in the catalog. */
  private record Entry(String name, ImmutableSet<GpuType> types, ImmutableList<GpuSpec> rows) {}

  Matcher(SpecCatalog catalog, GpuRequest request) {
    if (request.isExplicit() && (request.cpu().isZero() || request.memory().isZero())) {
      throw new InvalidValueException(
          "explicit: cpu '%s' and memory '%s' were asked for; an explicit shape states both, so add the missing one"
              .formatted(request.cpu(), request.memory()));
    }
    this.catalog = catalog;
    this.request = request;
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
    return shapes;
  }

  private @Nullable Shape best(Entry entry) {
    Shape best = null;
    for (GpuSpec row : entry.rows()) {
      // Rows come by GPU count: a row with more cannot beat a shape that is found.
      if (best != null && row.gpus() > best.gpus()) {
        break;
      }
      Shape shape = serve(row);
      if (shape != null && (best == null || Shape.SMALLEST.compare(shape, best) < 0)) {
        best = shape;
      }
    }
    return best;
  }

  /** The smallest shape of a row that serves the request, or null. */
  private @Nullable Shape serve(GpuSpec row) {
    if (!isEligible(row)) {
      return null;
    }
    if (request.isExplicit()) {
      return row.offersCpu(request.cpu())
              && row.offersMemory(request.memory())
              && request.memory().isWholeGibibytes()
          ? new Shape(row, request.cpu(), request.memory())
          : null;
    }
    for (Shape size : row.sizes()) {
      if (size.holds(request.cpu(), request.memory())) {
        return size;
      }
    }
    return null;
  }

  /** Whether a row may serve the request, CPU and memory left aside. */
  private boolean isEligible(GpuSpec row) {
    int asked = request.devices().count();
    return (isCountExact() ? row.gpus() == asked : row.gpus() >= asked)
        && row.arch() == request.arch()
        && (row.lifecycle() == GpuSpec.Lifecycle.CURRENT || request.isIncludeRetired())
        && isFractionAsked(row)
        && hasGpuMemory(row);
  }

  private boolean isCountExact() {
    return request.isExactGpus() || request.isExplicit();
  }

  private boolean isFractionAsked(GpuSpec row) {
    return row.fraction().isWhole() || request.devices().choice() != Devices.Choice.ANY;
  }

  private boolean hasGpuMemory(GpuSpec row) {
    MemorySize least = request.devices().leastMemory();
    return least.isZero() || row.gpuMemory().filter(m -> m.isAtLeast(least)).isPresent();
  }

  /**
   * What else would do: first what each later entry of the list gives, because the cloud falls back
   * to it when the first has no stock, then the other rows, entry by entry, smallest first.
   */
  Listing<Shape> alternatives(Shape found) {
    List<Shape> preferences = preferences();
    List<Shape> others = new ArrayList<>(preferences);
    for (Entry entry : entries) {
      List<Shape> shapes = new ArrayList<>();
      for (GpuSpec row : entry.rows()) {
        Shape shape = serve(row);
        if (shape != null) {
          shapes.add(shape);
        }
      }
      shapes.sort(Shape.SMALLEST);
      others.addAll(shapes);
    }
    others.removeIf(shape -> shape.spec() == found.spec());
    return others.stream().distinct().collect(Listing.collector());
  }

  /**
   * What comes near when nothing serves: the same need without the exact count or shape, on any
   * whole GPU with at least the memory of the GPUs asked for; the asked ones first, one shape per
   * GPU.
   */
  Listing<Shape> nearAlternatives() {
    ImmutableSet.Builder<GpuType> builder = ImmutableSet.builder();
    entries.forEach(entry -> builder.addAll(entry.types()));
    ImmutableSet<GpuType> asked = builder.build();
    GpuRequest relaxed =
        GpuRequest.of(Devices.withMemory(memoryAsked()).count(request.devices().count()))
            .cpu(request.cpu())
            .memory(request.memory())
            .arch(request.arch());
    Matcher matcher = new Matcher(catalog, relaxed);
    List<Shape> near = new ArrayList<>();
    for (GpuType type : catalog.types()) {
      Shape shape = matcher.best(entry(type.toString(), ImmutableSet.of(type)));
      if (shape != null) {
        near.add(shape);
      }
    }
    near.sort(
        Comparator.<Shape, Boolean>comparing(shape -> !asked.contains(shape.spec().type()))
            .thenComparing(Shape.SMALLEST));
    return Listing.of(near);
  }

  /** The least memory among the GPUs named, by this catalog or else by the list of models. */
  private MemorySize memoryAsked() {
    List<MemorySize> sizes = new ArrayList<>();
    for (DeviceName name : request.devices().parsedNames()) {
      catalog.typesOf(name).forEach(type -> type.memory().ifPresent(sizes::add));
      if (sizes.isEmpty()) {
        GpuModel.named(name.base()).forEach(m -> sizes.add(name.fraction().shareOf(m.memory())));
      }
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
        List<Shortfall> reasons = reasons(row);
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
    rejections.addAll(namesWithoutRow());
    return rejections.stream().distinct().collect(Listing.collector());
  }

  private List<Rejection> tooSmall(GpuSpec row) {
    return row.sizes().stream()
        .filter(size -> !size.holds(request.cpu(), request.memory()))
        .map(size -> new Rejection(size.toString(), shortOf(size)))
        .toList();
  }

  private List<Rejection> namesWithoutRow() {
    List<Rejection> rejections = new ArrayList<>();
    for (DeviceName name : request.devices().parsedNames()) {
      ImmutableSet<GpuType> types = catalog.typesOf(name);
      if (types.isEmpty()) {
        rejections.add(
            new Rejection(
                name.toString(),
                List.of(
                    new Shortfall(
                        "gpu",
                        "%s %s has no %s; it has %s"
                            .formatted(
                                catalog.target(),
                                catalog.edition(),
                                name,
                                String.join(", ", catalog.gpus()))))));
      }
      for (GpuType type : types) {
        if (catalog.rows(ImmutableSet.of(type)).isEmpty()) {
          rejections.add(
              new Rejection(
                  type.toString(),
                  List.of(
                      new Shortfall(
                          "gpu",
                          "%s %s knows the type %s and publishes no shape for it"
                              .formatted(catalog.target(), catalog.edition(), type)))));
        }
      }
    }
    return rejections;
  }

  /** Why a row does not serve; empty exactly where it does. */
  private List<Shortfall> reasons(GpuSpec row) {
    List<Shortfall> reasons = new ArrayList<>();
    int asked = request.devices().count();
    if (isCountExact() && row.gpus() != asked) {
      reasons.add(new Shortfall("gpus", "exactly " + asked + " asked, has " + row.gpus()));
    } else if (row.gpus() < asked) {
      reasons.add(
          new Shortfall(
              "gpus",
              "%d asked, has %d, short %d".formatted(asked, row.gpus(), asked - row.gpus())));
    }
    if (row.arch() != request.arch()) {
      reasons.add(new Shortfall("arch", request.arch() + " asked, is " + row.arch()));
    }
    if (row.lifecycle() == GpuSpec.Lifecycle.RETIRED && !request.isIncludeRetired()) {
      reasons.add(new Shortfall("lifecycle", "retired; it is matched only when that is asked for"));
    }
    if (!isFractionAsked(row)) {
      reasons.add(
          new Shortfall(
              "fraction",
              "is %s of a card; a fraction is matched only by its name, %s"
                  .formatted(row.fraction(), row.gpu())));
    }
    if (!hasGpuMemory(row)) {
      MemorySize least = request.devices().leastMemory();
      reasons.add(
          new Shortfall(
              "gpuMemory",
              row.gpuMemory()
                  .map(has -> atLeast(least.toString(), has.toString(), least.minus(has)))
                  .orElse(least + " asked, not known here")));
    }
    reasons.addAll(request.isExplicit() ? notOffered(row) : shortOf(row.largest()));
    return reasons;
  }

  private List<Shortfall> shortOf(Shape size) {
    List<Shortfall> reasons = new ArrayList<>();
    if (size.cpu().compareTo(request.cpu()) < 0) {
      reasons.add(
          new Shortfall(
              "cpu",
              atLeast(
                  request.cpu().toString(),
                  size.cpu().toString(),
                  request.cpu().minus(size.cpu()))));
    }
    if (size.memory().compareTo(request.memory()) < 0) {
      reasons.add(
          new Shortfall(
              "memory",
              atLeast(
                  request.memory().toString(),
                  size.memory().toString(),
                  request.memory().minus(size.memory()))));
    }
    return reasons;
  }

  private List<Shortfall> notOffered(GpuSpec row) {
    List<Shortfall> reasons = new ArrayList<>();
    if (!row.offersCpu(request.cpu())) {
      reasons.add(
          new Shortfall(
              "cpu", "exactly %s asked; it can be %s".formatted(request.cpu(), row.cpuOptions())));
    }
    if (!row.offersMemory(request.memory())) {
      reasons.add(
          new Shortfall(
              "memory",
              "exactly %s asked; it can be %s".formatted(request.memory(), row.memoryRange())));
    } else if (!request.memory().isWholeGibibytes()) {
      reasons.add(
          new Shortfall(
              "memory", "exactly %s asked; it must be whole GiB".formatted(request.memory())));
    }
    return reasons;
  }

  private static String atLeast(String asked, String has, Object missing) {
    return asked + " asked, has " + has + ", short " + missing;
  }

  /** What should be known about how the names were read and what was found. */
  List<Note> notes(Optional<Shape> found) {
    List<Note> notes = new ArrayList<>();
    for (DeviceName name : request.devices().parsedNames()) {
      notes.addAll(notesOn(name));
    }
    if (request.isCheapest()) {
      notes.add(
          Note.of(
              "price.unknown",
              "no row of %s %s has a price; the smallest shape was taken"
                  .formatted(catalog.target(), catalog.edition())));
    }
    if (found.isPresent()) {
      notes.addAll(notesOn(found.get()));
      notes.addAll(entriesThatCannotServe());
    }
    return notes;
  }

  /** Another entry serves, so nobody would look for the reasons why these do not. */
  private List<Note> entriesThatCannotServe() {
    return entries.stream()
        .filter(entry -> best(entry) == null)
        .map(
            entry ->
                Note.of(
                    "gpu.cannot-serve",
                    "%s cannot serve this request, so it is no fallback".formatted(entry.name())))
        .toList();
  }

  private List<Note> notesOn(DeviceName name) {
    List<Note> notes = new ArrayList<>();
    ImmutableSet<GpuType> types = catalog.typesOf(name);
    for (GpuType type : types) {
      if (!type.name().base().equals(name.base())) {
        notes.add(
            Note.of(
                "gpu.alias",
                "%s was read as %s, the name that %s uses"
                    .formatted(name, type, catalog.target())));
      }
    }
    Listing<GpuModel> meanings = GpuModel.named(name.base());
    if (meanings.size() > 1) {
      List<String> all = meanings.stream().map(GpuModel::name).toList();
      List<String> here =
          types.stream().flatMap(t -> t.card().stream()).map(GpuModel::name).distinct().toList();
      notes.add(
          Note.of(
              "gpu.ambiguous",
              "%s can mean %s%s"
                  .formatted(
                      name.base(),
                      String.join(" or ", all),
                      here.isEmpty()
                          ? ""
                          : "; in %s %s it is %s"
                              .formatted(
                                  catalog.target(),
                                  catalog.edition(),
                                  String.join(" and ", here)))));
    }
    return notes;
  }

  private List<Note> notesOn(Shape shape) {
    List<Note> notes = new ArrayList<>(shape.spec().notes());
    int asked = request.devices().count();
    if (shape.gpus() > asked) {
      notes.add(
          Note.of(
              "gpus.escalated",
              "%d x %s asked; the smallest shape that holds %s cores and %s has %d, so %d more %s billed and unused"
                  .formatted(
                      asked,
                      shape.spec().gpu(),
                      request.cpu(),
                      request.memory(),
                      shape.gpus(),
                      shape.gpus() - asked,
                      shape.gpus() - asked == 1 ? "is" : "are"),
              shape.spec().citation()));
    }
    return notes;
  }
}
