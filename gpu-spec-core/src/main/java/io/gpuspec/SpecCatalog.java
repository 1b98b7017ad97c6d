package io.gpuspec;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableListMultimap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Multimaps;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.Json;
import io.gpuspec.internal.TextTable;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The rows of one target in one edition, and queries over them.
 *
 * <pre>{@code
 * SpecCatalog tke = gpus.in("tke").catalog();
 * tke.specs()                                  // every row that can be had
 * tke.gpu("T4").gpus(1).specs()                // T4 x1
 * tke.gpuMemoryAtLeast("20Gi").specs()         // whole and fractional GPUs of 20 GiB and more
 * tke.fraction("1/4").specs()                  // quarters of a card
 * }</pre>
 *
 * <p>A query narrows the catalog and returns it; rows always come in the order "smallest": GPU
 * count, GPU memory, CPU, memory, name.
 */
public final class SpecCatalog {
  private final String target;
  private final String edition;
  private final Citation citation;
  private final Citation escalation;
  private final ImmutableList<GpuType> types;
  private final ImmutableList<GpuSpec> rows;
  private final ImmutableListMultimap<GpuType, GpuSpec> rowsByType;
  private final Predicate<GpuSpec> query;
  private final boolean retiredToo;
  private final ImmutableList<Note> notes;

  SpecCatalog(
      String target,
      String edition,
      Citation citation,
      Citation escalation,
      List<GpuType> types,
      List<GpuSpec> rows) {
    this.target = target;
    this.edition = edition;
    this.citation = citation;
    this.escalation = escalation;
    this.types = ImmutableList.copyOf(types);
    this.rows = ImmutableList.sortedCopyOf(GpuSpec.ROWS, rows);
    this.rowsByType = Multimaps.index(this.rows, GpuSpec::type);
    this.query = row -> true;
    this.retiredToo = false;
    this.notes = ImmutableList.of();
  }

  /** The same catalog, seen through a narrower query. */
  private SpecCatalog(
      SpecCatalog whole, Predicate<GpuSpec> query, boolean retiredToo, List<Note> notes) {
    this.target = whole.target;
    this.edition = whole.edition;
    this.citation = whole.citation;
    this.escalation = whole.escalation;
    this.types = whole.types;
    this.rows = whole.rows;
    this.rowsByType = whole.rowsByType;
    this.query = query;
    this.retiredToo = retiredToo;
    this.notes = ImmutableList.copyOf(notes);
  }

  /**
   * Reads a catalog file in the format of {@code docs/catalog-format.md}.
   *
   * @param in the file; it is not closed
   * @param source what to call it in errors
   * @throws GpuSpecException if it is not JSON or not a catalog
   */
  public static SpecCatalog read(InputStream in, String source) {
    Arguments.required("catalog", in, "a stream of JSON");
    Arguments.required("source", source, "what to call the file in errors");
    return new CatalogReader(source).read(Json.read(in, source));
  }

  /** The id of the target, such as {@code tke}. */
  public String target() {
    return target;
  }

  /** The edition, such as {@code 2026-01}. */
  public String edition() {
    return edition;
  }

  /** The document that the edition was taken from. */
  public Citation citation() {
    return citation;
  }

  /** The rows that the query so far lets through. */
  public Listing<GpuSpec> specs() {
    return rows.stream()
        .filter(query)
        .filter(row -> retiredToo || row.lifecycle() == GpuSpec.Lifecycle.CURRENT)
        .collect(Listing.collector());
  }

  /** Rows that can no longer be had as well; without this they are left out. */
  public SpecCatalog includeRetired() {
    return new SpecCatalog(this, query, true, notes);
  }

  /** What should be known about the query: how a name was read, and why it has no row. */
  public Listing<Note> notes() {
    return Listing.of(notes);
  }

  /** The names of the GPUs that the catalog knows, even where it has no row for one. */
  public Listing<String> gpuNames() {
    return types.stream().map(GpuType::toString).collect(Listing.collector());
  }

  /**
   * Only rows of this GPU; a fraction only under its own name ({@code 1/4*T4}).
   *
   * @throws UnknownNameException if neither this catalog nor the list of models knows the name
   */
  public SpecCatalog gpu(String name) {
    DeviceName asked = DeviceName.parse(Arguments.required("gpu", name, "a GPU's name"));
    ImmutableSet<GpuType> meant = typesOf(asked);
    if (meant.isEmpty() && GpuModel.named(asked.base()).isEmpty()) {
      throw new UnknownNameException("GPU", name, gpuNames());
    }
    List<Note> known = new ArrayList<>(notes);
    known.addAll(MatchNotes.onName(this, asked));
    whyNoRow(asked)
        .forEach(why -> known.add(Note.of("gpu.no-row", why.reasons().get(0).message())));
    return new SpecCatalog(this, query.and(row -> meant.contains(row.type())), retiredToo, known);
  }

  /** Only rows whose devices are this share of a card ({@code 1/4}, {@code 1}). */
  public SpecCatalog fraction(String fraction) {
    Fraction share = Fraction.parse(fraction);
    return where(spec -> spec.fraction().equals(share));
  }

  /** Only rows whose devices have at least this much nominal memory ({@code 20Gi}). */
  public SpecCatalog gpuMemoryAtLeast(String least) {
    MemorySize size = MemorySize.parse(least);
    return where(spec -> spec.gpuMemory().filter(m -> m.isAtLeast(size)).isPresent());
  }

  /**
   * Only rows with exactly so many devices.
   *
   * @throws InvalidValueException if the count is below 1
   */
  public SpecCatalog gpus(int count) {
    if (count < 1) {
      throw new InvalidValueException(
          "gpus: '" + count + "' is not a number of GPUs; ask for 1 or more");
    }
    return where(spec -> spec.gpus() == count);
  }

  /** Only rows with this CPU architecture. */
  public SpecCatalog arch(Arch arch) {
    Arguments.required("arch", arch, "amd64 or arm64");
    return where(spec -> spec.arch() == arch);
  }

  private SpecCatalog where(Predicate<GpuSpec> more) {
    return new SpecCatalog(this, query.and(more), retiredToo, notes);
  }

  /** Why a name has no row here, for each GPU that it stands for; empty where it has rows. */
  List<Rejection> whyNoRow(DeviceName name) {
    ImmutableSet<GpuType> meant = typesOf(name);
    if (meant.isEmpty()) {
      return List.of(
          noRow(
              name.toString(),
              "%s %s has no %s; it has %s"
                  .formatted(target, edition, name, String.join(", ", gpuNames()))));
    }
    return meant.stream()
        .filter(type -> rowsByType.get(type).isEmpty())
        .map(
            type ->
                noRow(
                    type.toString(),
                    "%s %s knows the type %s and publishes no shape for it"
                        .formatted(target, edition, type)))
        .toList();
  }

  private static Rejection noRow(String name, String why) {
    return new Rejection(name, List.of(new Shortfall("gpu", why)));
  }

  /** Whether some row, retired ones aside, has so many of a GPU. */
  boolean hasCount(GpuType type, int gpus) {
    return rowsByType.get(type).stream()
        .anyMatch(row -> row.gpus() == gpus && row.lifecycle() == GpuSpec.Lifecycle.CURRENT);
  }

  /** Where it is said that a larger count is taken when the asked one holds too little. */
  Citation escalation() {
    return escalation;
  }

  /** The rows that the query so far lets through, as a table for people. */
  public Text table() {
    TextTable table =
        new TextTable("NAME", "GPU", "GPU MEMORY", "CPU", "MEMORY", "ARCH", "CUDA", "SOURCE");
    for (GpuSpec spec : specs()) {
      table.row(
          spec.name(),
          spec.gpus() + " x " + spec.gpu(),
          spec.gpuMemory().map(MemorySize::toString).orElse(""),
          spec.cpuOptions(),
          spec.memoryRange(),
          spec.arch().toString(),
          spec.cuda().orElse(""),
          spec.citation().date() + " " + spec.citation().status());
    }
    return Text.of(table.toString());
  }

  ImmutableList<GpuType> types() {
    return types;
  }

  /** The types that a name stands for here; none when the catalog has nothing of that name. */
  ImmutableSet<GpuType> typesOf(DeviceName asked) {
    return types.stream().filter(t -> t.answersTo(asked)).collect(ImmutableSet.toImmutableSet());
  }

  /** Every row, retired ones included, in order. */
  ImmutableList<GpuSpec> rows() {
    return rows;
  }

  /** The rows of some types, in order. */
  ImmutableList<GpuSpec> rows(ImmutableSet<GpuType> of) {
    return of.size() == 1
        ? rowsByType.get(of.iterator().next())
        : rows.stream().filter(r -> of.contains(r.type())).collect(ImmutableList.toImmutableList());
  }

  /** Whether a shape, perhaps of another edition, can be stated explicitly here too. */
  boolean offers(Shape shape) {
    return rows(typesOf(shape.spec().type().name())).stream()
        .filter(row -> row.lifecycle() == GpuSpec.Lifecycle.CURRENT && row.gpus() == shape.gpus())
        .anyMatch(row -> row.offersCpu(shape.cpu()) && row.offersMemory(shape.memory()));
  }

  @Override
  public String toString() {
    return "%s %s: %d rows (%s)".formatted(target, edition, specs().size(), citation);
  }
}
