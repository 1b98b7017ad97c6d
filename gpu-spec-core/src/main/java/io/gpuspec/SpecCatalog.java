package io.gpuspec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.DeviceName;
import io.gpuspec.internal.Json;
import io.gpuspec.internal.TextTable;
import io.gpuspec.internal.Words;
import io.gpuspec.scheduling.Allocatable;
import io.gpuspec.spi.CardParts;
import io.gpuspec.spi.CloudFacts;
import io.gpuspec.spi.ShareRules;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Arch;
import io.gpuspec.value.Citation;
import io.gpuspec.value.Facts;
import io.gpuspec.value.Fraction;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import io.gpuspec.value.Text;
import io.gpuspec.value.UnknownNameException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one target in one edition, and queries over them.
 *
 * <pre>{@code
 * SpecCatalog tke = gpus.in("tke").catalog();
 * tke.gpu("T4").gpus(1).specs();
 *     // T4 x1 · 2, 4, 8, 16, 20, 32 cores · 2Gi to 128Gi on tke 2026-01
 * tke.fraction("1/4").specs();
 *     // 1/4*T4 x1 · 2, 4 cores · 2Gi to 16Gi on tke 2026-01
 * tke.gpuMemoryAtLeast("40Gi").specs();
 *     // L20 x1 · 2, 4, 8, 16, 32, 48 cores · 2Gi to 192Gi on tke 2026-01
 * tke.specs().size();    // 16
 * }</pre>
 *
 * <p>A query narrows the catalog and returns it; rows always come in the order "smallest": GPU
 * count, GPU memory, CPU, memory, name.
 */
public final class SpecCatalog implements Answer {

  /** The names of other catalogs too. */
  interface Names {
    /** What is known of clouds. */
    List<CloudFacts> cloudFacts();

    /** Returns whether any of them has this name. */
    boolean has(DeviceName name);

    /** Returns the error for a name that none has, with suggestions from this catalog's GPUs. */
    UnknownNameException unknown(DeviceName name, Collection<String> gpus);
  }

  /** On-demand prices; what has none comes last. */
  private static final Comparator<GpuSpec> CHEAPEST_FIRST =
      Price.cheapestFirst(GpuSpec::price, row -> 1);

  private final CatalogRows rows;
  private final Predicate<GpuSpec> query;
  private final boolean retiredToo;
  private final boolean byPrice;
  private final ImmutableList<Note> notes;
  private final Optional<Names> among;

  /** The selected rows, without and with retired ones; computed on first use. */
  private @Nullable Listing<GpuSpec> specs;

  private @Nullable SpecCatalog withRetired;

  SpecCatalog(CatalogRows rows) {
    this(rows, row -> true, false, false, ImmutableList.of(), Optional.empty());
  }

  private SpecCatalog(
      CatalogRows rows,
      Predicate<GpuSpec> query,
      boolean retiredToo,
      boolean byPrice,
      List<Note> notes,
      Optional<Names> among) {
    this.rows = rows;
    this.query = query;
    this.retiredToo = retiredToo;
    this.byPrice = byPrice;
    this.notes = ImmutableList.copyOf(notes);
    this.among = among;
  }

  /** The same catalog among others, which may know a name that this one does not. */
  SpecCatalog among(Names others) {
    return new SpecCatalog(rows, query, retiredToo, byPrice, notes, Optional.of(others));
  }

  /**
   * Reads a catalog file in the format of {@code docs/catalog-format.md}.
   *
   * @param source what to call it in errors
   * @param in the file; it is not closed
   * @throws GpuSpecException if it is not JSON or not a catalog
   */
  public static SpecCatalog read(String source, InputStream in) {
    Arguments.notNull("catalog, source", in, source);
    try {
      return CatalogReader.read(Json.read(in, source));
    } catch (MalformedCatalogException e) {
      throw e.in(source);
    }
  }

  /**
   * Reads a catalog file in the format of {@code docs/catalog-format.md}.
   *
   * @throws GpuSpecException if it cannot be read, is not JSON or not a catalog
   */
  public static SpecCatalog read(Path file) {
    Arguments.required("file", file, "the path of a catalog file");
    try (InputStream in = Files.newInputStream(file)) {
      return read(file.toString(), in);
    } catch (NoSuchFileException e) {
      throw new GpuSpecException(
          "catalog.unreadable", "catalog: '" + file + "' does not exist; name a JSON file", e);
    } catch (IOException e) {
      throw new GpuSpecException(
          "catalog.unreadable",
          "catalog: '" + file + "' cannot be read (" + e.getMessage() + "); name a JSON file",
          e);
    }
  }

  /** The id of the target, such as {@code tke}. */
  public String target() {
    return rows.target();
  }

  /** The edition, such as {@code 2026-01}. */
  public String edition() {
    return rows.edition();
  }

  /** The document that the edition was taken from. */
  public Citation citation() {
    return rows.citation();
  }

  /** Returns what a row is: a shape made for one pod, or a node. */
  public GpuSpec.Unit unit() {
    return rows.unit();
  }

  /**
   * The same catalog, of whose shapes pods can use what a rule says; for providers.
   *
   * @param rule from a shape's capacity to what pods can use of it; it may look at everything but
   *     the row's other shapes
   * @param how the rule in words with its parameters, which is part of every answer
   */
  public SpecCatalog withAllocatable(Function<Shape, Allocatable> rule, Note how) {
    Function<Shape, Allocatable> given =
        Arguments.function(
            "rule of '%s'".formatted(rows.target()),
            rule,
            "a function from a shape to an Allocatable");
    Arguments.required("how", how, "a Note");
    return new SpecCatalog(
        rows.withAllocatable(given, how), query, retiredToo, byPrice, notes, among);
  }

  /** The same catalog, whose cards are shared by these rules; for providers. */
  public SpecCatalog withShares(ShareRules rules) {
    Arguments.required("rules", rules, "ShareRules");
    return new SpecCatalog(rows.withShares(rules), query, retiredToo, byPrice, notes, among);
  }

  /** The same catalog, whose nodes divide cards into devices; for providers. */
  public SpecCatalog withParts(CardParts parts) {
    Arguments.required("parts", parts, "CardParts");
    return new SpecCatalog(rows.withParts(parts), query, retiredToo, byPrice, notes, among);
  }

  /** The same catalog, of whose rows a node takes so many pods. */
  SpecCatalog withPods(Function<GpuSpec, OptionalInt> perNode) {
    return new SpecCatalog(rows.withPods(perNode), query, retiredToo, byPrice, notes, among);
  }

  /**
   * Returns the facts about clouds, including its own, that came with this catalog; empty if a
   * provider or a file returns the catalog alone.
   */
  public List<CloudFacts> cloudFacts() {
    return among.map(Names::cloudFacts).orElse(List.of());
  }

  /** Returns the rows with taints, retired ones included: nodes of your own. */
  public List<GpuSpec> tainted() {
    return rows.tainted();
  }

  /** Returns what its rows with taints say of their API server; see {@link Target#admitted}. */
  Optional<Citation> resourceTolerations() {
    return rows.resourceTolerations();
  }

  /** Returns how its nodes divide cards into devices; empty where they do not. */
  public Optional<CardParts> parts() {
    return rows.parts();
  }

  /** Returns how its cards are shared; empty where pods have whole ones. */
  public Optional<ShareRules> shares() {
    return rows.shares();
  }

  /**
   * The rows that the query so far lets through, retired ones included, as the catalog of another
   * target; for providers whose targets have rows in common.
   *
   * @param target the other target's id
   */
  public SpecCatalog forTarget(String target) {
    Arguments.required("target", target, "a target's id, such as a/b");
    Set<String> kept = new HashSet<>();
    Set<String> gpus = new HashSet<>();
    for (GpuSpec row : rowsAsked()) {
      kept.add(row.name());
      gpus.add(row.gpu());
    }
    ObjectNode file = rows.file().deepCopy();
    file.put("target", target);
    keep((ArrayNode) file.path("specs"), row -> kept.contains(CatalogReader.nameOf(row)));
    keep((ArrayNode) file.path("gpus"), gpu -> gpus.contains(gpu.path("name").asText()));
    return CatalogReader.read(file);
  }

  /**
   * Returns the same rows, with nodes as described by whoever manages the node pool; for providers
   * whose documents do not say what nodes have. Rows that state a size of their own keep it; of
   * those that do not and have no name of their own, one for each GPU stays.
   *
   * @param gpus how many cards each node has
   * @param size what pods can use of its CPU and memory, rounded down to whole MiB; empty where
   *     that stays unknown
   */
  public SpecCatalog withNodes(int gpus, Optional<Allocatable> size) {
    Set<String> counted = new HashSet<>();
    ObjectNode file = rows.file().deepCopy();
    List<JsonNode> kept = new ArrayList<>();
    for (JsonNode row : file.path("specs")) {
      String name = row.path("name").asText(row.path("gpu").asText());
      if (row.has("upward") || counted.add(name)) {
        kept.add(row);
      }
    }
    file.putArray("specs").addAll(kept);
    unsized(file).forEach(row -> row.put("gpus", gpus));
    return withSize(file, size);
  }

  /**
   * Returns the same rows, with nodes of this size: {@link #withNodes(int, Optional)} with an
   * unknown number of GPUs for each.
   */
  public SpecCatalog withNodes(Optional<Allocatable> size) {
    return withSize(rows.file().deepCopy(), size);
  }

  private static SpecCatalog withSize(ObjectNode file, Optional<Allocatable> size) {
    Arguments.required("size", size, "an Optional, empty for none")
        .ifPresent(
            known ->
                unsized(file)
                    .forEach(
                        row ->
                            row.withArray("/upward")
                                .addObject()
                                .put("cpu", known.cpu().toMillicores() + "m")
                                .put("memory", Words.atMost(known.memory()))));
    return CatalogReader.read(file);
  }

  private static List<ObjectNode> unsized(ObjectNode file) {
    List<ObjectNode> unsized = new ArrayList<>();
    for (JsonNode row : file.path("specs")) {
      if (!row.has("upward")) {
        unsized.add((ObjectNode) row);
      }
    }
    return unsized;
  }

  private static void keep(ArrayNode list, Predicate<JsonNode> kept) {
    for (int i = list.size() - 1; i >= 0; i--) {
      if (!kept.test(list.get(i))) {
        list.remove(i);
      }
    }
  }

  /** The rows that the query so far lets through. */
  public Listing<GpuSpec> specs() {
    Listing<GpuSpec> known = specs;
    if (known == null) {
      Stream<GpuSpec> asked =
          rows.all().stream()
              .filter(query)
              .filter(row -> retiredToo || row.lifecycle() != GpuSpec.Lifecycle.RETIRED);
      known = (byPrice ? asked.sorted(CHEAPEST_FIRST) : asked).collect(Listing.collector());
      specs = known;
    }
    return known;
  }

  /** Returns this query with retired rows, which are otherwise excluded. */
  public SpecCatalog includeRetired() {
    if (retiredToo) {
      return this;
    }
    SpecCatalog known = withRetired;
    if (known == null) {
      known = new SpecCatalog(rows, query, true, byPrice, notes, among);
      withRetired = known;
    }
    return known;
  }

  /**
   * Returns what should be known: how the query's names were read, why one has no row, and that an
   * overlay is out of date.
   */
  public Listing<Note> notes() {
    return Listing.copyOf(notes);
  }

  /** Its notes and more. */
  ImmutableList<Note> notesAnd(ImmutableList<Note> more) {
    return more.isEmpty()
        ? notes
        : ImmutableList.<Note>builder().addAll(notes).addAll(more).build();
  }

  /** The same catalog, of which more should be known. */
  SpecCatalog withNotes(List<Note> more) {
    return more.isEmpty()
        ? this
        : new SpecCatalog(
            rows, query, retiredToo, byPrice, notesAnd(ImmutableList.copyOf(more)), among);
  }

  /** The names of the GPUs that the catalog knows, even where it has no row for one. */
  public Listing<String> gpuNames() {
    return rows.types().stream().map(GpuType::toString).collect(Listing.collector());
  }

  /**
   * Returns only rows with this GPU, or the row with this name; a fraction only matches its own
   * name ({@code 1/4*T4}).
   *
   * @throws UnknownNameException if neither this catalog, nor the list of models, nor another
   *     target's catalog knows the name
   */
  public SpecCatalog gpu(String name) {
    DeviceName asked = DeviceName.parse(Arguments.required("gpu", name, "a GPU's name"));
    ImmutableSet<GpuType> meant = rows.typesOf(asked);
    Optional<GpuSpec> row = rows.named(asked);
    if (meant.isEmpty() && row.isPresent()) {
      return where(each -> each.isSameRow(row.get()));
    }
    if (meant.isEmpty()
        && GpuModel.find(asked.base()).isEmpty()
        && among.filter(names -> names.has(asked)).isEmpty()) {
      throw among
          .map(names -> names.unknown(asked, gpuNames()))
          .orElseGet(() -> GpuModels.unknown(name, gpuNames(), rows.names()));
    }
    List<Note> known = new ArrayList<>(notes);
    known.addAll(MatchNotes.onName(rows, asked));
    whyNoRow(asked)
        .forEach(why -> known.add(Note.of("gpu.no-row", why.reasons().get(0).message())));
    return new SpecCatalog(
        rows, query.and(each -> meant.contains(each.type())), retiredToo, byPrice, known, among);
  }

  /**
   * Returns the row with this name, such as {@code g5.xlarge}, in upper or lower case; retired ones
   * are among them, whatever the query.
   *
   * @throws UnknownNameException if no row has that name; similar names are suggested
   */
  public GpuSpec row(String name) {
    return rows.named(Arguments.required("row", name, "a row's name"))
        .orElseThrow(() -> new UnknownNameException("catalog.unknown", "row", name, rows.names()));
  }

  /** Returns only rows whose devices are this share of a card ({@code 1/4}, {@code 1}). */
  public SpecCatalog fraction(String fraction) {
    Fraction share = Fraction.parse(fraction);
    return where(spec -> spec.fraction().filter(share::equals).isPresent());
  }

  /** Returns only rows whose devices have at least this much nominal memory ({@code 20Gi}). */
  public SpecCatalog gpuMemoryAtLeast(String least) {
    return where(Devices.any().memoryAtLeast(least));
  }

  /**
   * Returns only rows whose devices have at least this much nominal memory together ({@code
   * 160Gi}).
   */
  public SpecCatalog totalGpuMemoryAtLeast(String least) {
    return where(Devices.any().totalMemoryAtLeast(MemorySize.parse(least)));
  }

  /**
   * Returns only rows with GPUs of this architecture ({@code Ampere}).
   *
   * @throws UnknownNameException if no known model is of it
   */
  public SpecCatalog architecture(String name) {
    return where(Devices.any().architecture(name));
  }

  /**
   * Returns only rows with GPUs of at least this CUDA compute capability ({@code 8.0}).
   *
   * @throws InvalidValueException if it is not written like 8.0
   */
  public SpecCatalog computeCapabilityAtLeast(String least) {
    return where(Devices.any().computeCapabilityAtLeast(least));
  }

  private SpecCatalog where(Devices devices) {
    return where(spec -> devices.qualities().shortOf(spec).isEmpty());
  }

  /**
   * Returns only rows with a GPU that these devices name, or any, with the required memory and
   * other qualities.
   *
   * @throws UnknownNameException as {@link #gpu} does
   */
  public SpecCatalog serving(Devices devices) {
    Arguments.required("devices", devices, "Devices");
    SpecCatalog able = where(devices);
    if (devices.names().isEmpty()) {
      return able;
    }
    Set<String> named = new HashSet<>();
    for (String name : devices.names()) {
      gpu(name).rowsAsked().forEach(row -> named.add(row.name()));
    }
    return able.where(row -> named.contains(row.name()));
  }

  /**
   * Returns only rows with exactly this number of devices.
   *
   * @throws InvalidValueException if the count is below 1
   */
  public SpecCatalog gpus(int count) {
    if (count < 1) {
      throw new InvalidValueException(
          "gpus.out-of-range", "gpus: '" + count + "' is not a number of GPUs; ask for 1 or more");
    }
    return where(spec -> spec.gpus() == count);
  }

  /** Returns only rows with this CPU architecture. */
  public SpecCatalog arch(Arch arch) {
    Arguments.required("arch", arch, "amd64 or arm64");
    return where(spec -> spec.arch() == arch);
  }

  /**
   * Returns the same rows, the cheapest on-demand price first; rows of one price, and those without
   * a price, which come last, keep their order.
   */
  public SpecCatalog cheapestFirst() {
    return new SpecCatalog(rows, query, retiredToo, true, notes, among);
  }

  /** Returns only rows that match this predicate. */
  public SpecCatalog where(Predicate<GpuSpec> more) {
    Arguments.required("more", more, "a predicate on rows");
    return new SpecCatalog(rows, query.and(more), retiredToo, byPrice, notes, among);
  }

  /** Returns what is documented of a GPU without a shape, such as {@code (48Gi, CUDA 12.7)}. */
  private static String known(GpuType type) {
    String known =
        Stream.concat(
                type.card().map(model -> Words.memory(model.memory())).stream(),
                type.cuda().map(cuda -> "CUDA " + cuda).stream())
            .collect(Collectors.joining(", "));
    return known.isEmpty() ? "" : " (" + known + ")";
  }

  /** Returns why a name has no row here, for each GPU that it stands for; empty if it has rows. */
  List<Rejection> whyNoRow(DeviceName name) {
    ImmutableSet<GpuType> meant = rows.typesOf(name);
    if (meant.isEmpty()) {
      return rows.named(name).isPresent()
          ? List.of()
          : List.of(
              noRow(
                  name.toString(),
                  "%s %s has no %s; it has %s"
                      .formatted(target(), edition(), name, String.join(", ", gpuNames()))));
    }
    return meant.stream()
        .filter(type -> rows.of(type).isEmpty())
        .map(
            type ->
                noRow(
                    type.toString(),
                    "%s %s knows the type %s%s and publishes no shape for it"
                        .formatted(target(), edition(), type, known(type))))
        .toList();
  }

  private static Rejection noRow(String name, String why) {
    return Rejection.of(name, "gpu", why);
  }

  /**
   * Returns the rows of the query as a table for people, without columns in which nothing is known.
   */
  public Text table() {
    TextTable table =
        new TextTable(
            "NAME",
            "GPU",
            "GPU MEMORY",
            "TO SHARE",
            "CPU",
            "MEMORY",
            "TYPICAL",
            "ALLOCATABLE",
            "ARCH",
            "NETWORK",
            "PRICE",
            "CUDA",
            "STATE",
            "SOURCE");
    for (GpuSpec spec : specs()) {
      table.row(
          spec.name(),
          spec.gpus() + " x " + spec.gpu(),
          spec.gpuMemory().map(MemorySize::toString).orElse(""),
          spec.shareMemory().map(MemorySize::toString).orElse(""),
          spec.cpuOptions(),
          spec.memoryRange(),
          spec.typical().map(Shape::size).orElse(""),
          spec.largest().hasReservedCapacity() ? spec.largest().allocatable().toString() : "",
          spec.arch().toString(),
          spec.attribute("network").orElse(""),
          spec.price().map(p -> p.amount().toPlainString() + " " + p.currency()).orElse(""),
          spec.cuda().orElse(""),
          spec.lifecycle() == GpuSpec.Lifecycle.CURRENT ? "" : spec.lifecycle().toString(),
          spec.citation().date() + " " + spec.citation().status());
    }
    return Text.of(specs().isEmpty() ? target() + " " + edition() + ": no row" : table.toString());
  }

  /**
   * Returns what is different in another catalog, such as another edition: rows by their names,
   * retired ones included, as far as both queries let them through.
   */
  public CatalogDiff diff(SpecCatalog other) {
    return CatalogDiff.between(this, Arguments.required("other", other, "a SpecCatalog"));
  }

  /** The rows that the query lets through, retired ones included. */
  Listing<GpuSpec> rowsAsked() {
    return rows.all().stream().filter(query).collect(Listing.collector());
  }

  /** Returns the rows by GPU, each GPU's in the order of the catalog. */
  public List<List<GpuSpec>> byGpu() {
    return rows.types().stream().<List<GpuSpec>>map(rows::of).toList();
  }

  /** Returns how the allocatable capacity was worked out; empty where pods can use all of it. */
  public Optional<Note> allocatableNote() {
    return rows.allocatable();
  }

  /** Returns all rows, regardless of the query. */
  CatalogRows rows() {
    return rows;
  }

  /** Returns whether a shape, perhaps of another edition, can be stated explicitly here too. */
  boolean offers(Shape shape) {
    return rows.typesOf(shape.spec().type().name()).stream()
        .flatMap(type -> rows.of(type).stream())
        .filter(row -> row.lifecycle() == GpuSpec.Lifecycle.CURRENT && row.gpus() == shape.gpus())
        .anyMatch(row -> row.offersCpu(shape.cpu()) && row.offersMemory(shape.memory()));
  }

  /** Adds {@code "specs", "notes"}: what the queries let through. */
  @Override
  public void describe(Facts out) {
    describe(out, List.of(this));
  }

  /** Returns the rows of different catalogs as one answer, like those of one. */
  public static Answer together(List<SpecCatalog> catalogs) {
    List<SpecCatalog> all = Arguments.copied("catalogs", catalogs, "SpecCatalogs");
    return out -> describe(out, all);
  }

  private static void describe(Facts out, List<SpecCatalog> all) {
    out.put("specs", all.stream().flatMap(each -> each.specs().stream()).toList())
        .put("notes", all.stream().flatMap(each -> each.notes().stream()).toList());
  }

  @Override
  public String toString() {
    return "%s %s: %s (%s)"
        .formatted(target(), edition(), Words.count(specs().size(), "row"), citation());
  }
}
