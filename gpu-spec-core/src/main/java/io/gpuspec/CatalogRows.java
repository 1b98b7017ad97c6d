package io.gpuspec;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.HashBasedTable;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableListMultimap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableTable;
import com.google.common.collect.Iterables;
import com.google.common.collect.Lists;
import com.google.common.collect.Maps;
import com.google.common.collect.Multimaps;
import com.google.common.collect.Table;
import com.google.common.collect.Tables;
import io.gpuspec.internal.DeviceName;
import io.gpuspec.internal.admission.ResourceTolerations;
import io.gpuspec.scheduling.Allocatable;
import io.gpuspec.spi.CardParts;
import io.gpuspec.spi.ShareRules;
import io.gpuspec.value.Citation;
import io.gpuspec.value.Fraction;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.Note;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** The rows of one catalog, indexed by name. */
final class CatalogRows {
  /** The header of a catalog. */
  record Head(
      String target, String edition, GpuSpec.Unit unit, Citation citation, Citation escalation) {}

  /** The rule for what pods can use of a shape, and the note that explains it. */
  private record Use(Function<Shape, Allocatable> rule, Note how) {
    GpuSpec of(GpuSpec row) {
      return row.withAllocatable(rule);
    }
  }

  private final JsonNode file;
  private final Head head;
  private final ImmutableList<GpuType> types;
  private final ImmutableList<GpuSpec> rows;
  private final Optional<Use> use;
  private final Optional<ShareRules> shares;
  private final Optional<CardParts> parts;
  private final Function<GpuSpec, OptionalInt> podsPerNode;
  private final List<GpuSpec> tainted;
  private final Optional<Citation> resourceTolerations;
  private final ImmutableListMultimap<GpuType, GpuSpec> byType;
  private final Candidates any;

  /** The candidates by the spelling of a GPU's name and its fraction. */
  private final ImmutableTable<String, Fraction, Candidates> byGpu;

  private final Map<String, GpuSpec> byName;

  /**
   * @param file the tree that it was read from
   * @param byName its rows by {@link #key}; kept as it is, so it must not be changed
   */
  CatalogRows(JsonNode file, Head head, Collection<GpuType> types, Map<String, GpuSpec> byName) {
    this(
        file,
        head,
        ImmutableList.copyOf(types),
        ImmutableList.sortedCopyOf(GpuSpec.ROWS, byName.values()),
        byName,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        row -> OptionalInt.empty());
  }

  private CatalogRows(
      JsonNode file,
      Head head,
      ImmutableList<GpuType> types,
      ImmutableList<GpuSpec> rows,
      Map<String, GpuSpec> byName,
      Optional<Use> use,
      Optional<ShareRules> shares,
      Optional<CardParts> parts,
      Function<GpuSpec, OptionalInt> podsPerNode) {
    this.file = file;
    this.head = head;
    this.types = types;
    this.rows = rows;
    this.use = use;
    this.shares = shares;
    this.parts = parts;
    this.podsPerNode = podsPerNode;
    this.tainted = rows.stream().filter(row -> !row.taints().isEmpty()).toList();
    this.resourceTolerations = resourceTolerations(tainted);
    this.byType = Multimaps.index(rows, GpuSpec::type);
    this.any = new Candidates(Criteria.ANY, ImmutableSet.copyOf(types), rows);
    this.byGpu = byGpu();
    this.byName = byName;
  }

  /** The same rows and indexes. */
  private CatalogRows(CatalogRows same, Function<GpuSpec, OptionalInt> podsPerNode) {
    this.file = same.file;
    this.head = same.head;
    this.types = same.types;
    this.rows = same.rows;
    this.use = same.use;
    this.shares = same.shares;
    this.parts = same.parts;
    this.podsPerNode = podsPerNode;
    this.tainted = same.tainted;
    this.resourceTolerations = same.resourceTolerations;
    this.byType = same.byType;
    this.any = same.any;
    this.byGpu = same.byGpu;
    this.byName = same.byName;
  }

  private static Optional<Citation> resourceTolerations(List<GpuSpec> tainted) {
    List<Optional<Citation>> sources =
        tainted.stream()
            .map(row -> ResourceTolerations.ofNode(row.nodeLabels().keySet()))
            .distinct()
            .toList();
    return sources.size() == 1 ? sources.get(0) : Optional.empty();
  }

  private ImmutableTable<String, Fraction, Candidates> byGpu() {
    Table<String, Fraction, Set<GpuType>> meant = HashBasedTable.create();
    for (GpuType type : types) {
      Fraction fraction = type.name().fraction();
      for (String spelling : type.spellings()) {
        meant.row(spelling).computeIfAbsent(fraction, none -> new LinkedHashSet<>()).add(type);
      }
    }
    // Most spellings are of the same GPUs as another.
    Map<Set<GpuType>, Candidates> known = new HashMap<>();
    return ImmutableTable.copyOf(
        Tables.transformValues(meant, gpus -> known.computeIfAbsent(gpus, this::ofGpus)));
  }

  private Candidates ofGpus(Set<GpuType> gpus) {
    return new Candidates(Criteria.GPU, ImmutableSet.copyOf(gpus), rowsOf(gpus));
  }

  private ImmutableList<GpuSpec> rowsOf(Set<GpuType> gpus) {
    return gpus.size() == 1
        ? byType.get(Iterables.getOnlyElement(gpus))
        : gpus.stream()
            .flatMap(type -> byType.get(type).stream())
            .sorted(GpuSpec.ROWS)
            .collect(ImmutableList.toImmutableList());
  }

  /** The same rows, of whose shapes pods can use what the rule says. */
  CatalogRows withAllocatable(Function<Shape, Allocatable> rule, Note how) {
    Use use = new Use(rule, how);
    return with(Optional.of(use), shares, parts, use::of);
  }

  /**
   * Returns these rows with the allocatable amounts of another target's catalog.
   *
   * @param refused called for each row that the other target's rule refuses, with the reason
   */
  CatalogRows withAllocatableOf(CatalogRows other, BiConsumer<GpuSpec, GpuSpecException> refused) {
    return other
        .use
        .map(use -> with(Optional.of(use), shares, parts, row -> tried(use, row, refused)))
        .orElse(this);
  }

  /** The same rows, whose cards are shared. */
  CatalogRows withShares(ShareRules rules) {
    return with(use, Optional.of(rules), parts, row -> row.withShares(rules));
  }

  /** The same rows, whose cards are shared as another catalog's. */
  CatalogRows withSharesOf(CatalogRows other) {
    return other.shares.map(this::withShares).orElse(this);
  }

  /** The same rows, whose nodes divide cards into devices. */
  CatalogRows withParts(CardParts divided) {
    return with(use, shares, Optional.of(divided), row -> row.withParts(divided));
  }

  /** The same rows, whose nodes divide cards as another catalog's. */
  CatalogRows withPartsOf(CatalogRows other) {
    return other.parts.map(this::withParts).orElse(this);
  }

  /** The same rows, of which a node takes so many pods. */
  CatalogRows withPods(Function<GpuSpec, OptionalInt> perNode) {
    return new CatalogRows(this, perNode);
  }

  /** The same rows, of which a node takes as many pods as one of another catalog's. */
  CatalogRows withPodsOf(CatalogRows other) {
    return withPods(other.podsPerNode);
  }

  private static GpuSpec tried(
      Use use, GpuSpec row, BiConsumer<GpuSpec, GpuSpecException> refused) {
    try {
      return use.of(row);
    } catch (GpuSpecException e) {
      refused.accept(row, e);
      return row;
    }
  }

  private CatalogRows with(
      Optional<Use> use,
      Optional<ShareRules> shares,
      Optional<CardParts> parts,
      UnaryOperator<GpuSpec> changed) {
    ImmutableList<GpuSpec> now =
        rows.stream().map(changed).collect(ImmutableList.toImmutableList());
    return new CatalogRows(
        file,
        head,
        types,
        now,
        Maps.uniqueIndex(now, row -> key(row.name())),
        use,
        shares,
        parts,
        podsPerNode);
  }

  /** Names of rows are matched without regard to case. */
  static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /** The tree that it was read from; not to be changed. */
  JsonNode file() {
    return file;
  }

  String target() {
    return head.target();
  }

  String edition() {
    return head.edition();
  }

  GpuSpec.Unit unit() {
    return head.unit();
  }

  Citation citation() {
    return head.citation();
  }

  /**
   * Returns the citation of the rule that a larger count is used when the requested one provides
   * too little.
   */
  Citation escalation() {
    return head.escalation();
  }

  /** Returns how it was worked out what pods can use; empty where they can use all. */
  Optional<Note> allocatable() {
    return use.map(Use::how);
  }

  /** Returns how cards are shared; empty where pods have whole ones. */
  Optional<ShareRules> shares() {
    return shares;
  }

  /** Returns how many pods a node of a row takes; empty if that is not known. */
  OptionalInt podsPerNode(GpuSpec row) {
    return unit() == GpuSpec.Unit.POD ? OptionalInt.of(1) : podsPerNode.apply(row);
  }

  /** Returns the rows with taints, which only nodes of your own have. */
  List<GpuSpec> tainted() {
    return tainted;
  }

  /**
   * Returns the source of an API server adding a toleration for each extended resource that a pod
   * requests; empty unless the labels of all rows with taints say so.
   */
  Optional<Citation> resourceTolerations() {
    return resourceTolerations;
  }

  /** Returns how nodes divide cards into devices; empty where they do not. */
  Optional<CardParts> parts() {
    return parts;
  }

  /**
   * Returns whether pods can have shares of cards here, or else whether they can have whole ones.
   */
  boolean has(boolean share) {
    return share ? shares.isPresent() : shares.map(ShareRules::hasWholeCards).orElse(true);
  }

  ImmutableList<GpuType> types() {
    return types;
  }

  /** Returns the GPU types that a name stands for in this catalog; empty if it has none. */
  ImmutableSet<GpuType> typesOf(DeviceName asked) {
    return ofGpu(asked).types();
  }

  private Candidates ofGpu(DeviceName asked) {
    Candidates found = byGpu.get(asked.spelling(), asked.fraction());
    return found == null ? Candidates.NONE : found;
  }

  /**
   * Returns the candidates for a name: rows with its GPUs, or if there is no such GPU, the row with
   * this name.
   */
  Candidates candidates(DeviceName asked) {
    Candidates found = ofGpu(asked);
    return found.types().isEmpty()
        ? named(asked).map(Candidates::of).orElse(Candidates.NONE)
        : found;
  }

  /** Returns all rows, for requests that accept any GPU. */
  Candidates any() {
    return any;
  }

  /** Returns every row, retired ones included, in order. */
  ImmutableList<GpuSpec> all() {
    return rows;
  }

  /** The rows of a type, in order. */
  ImmutableList<GpuSpec> of(GpuType type) {
    return byType.get(type);
  }

  /** The names of all rows, in order. */
  List<String> names() {
    return Lists.transform(rows, GpuSpec::name);
  }

  /** The row of this name. */
  Optional<GpuSpec> named(DeviceName name) {
    return named(name.toString());
  }

  /** The row of this name, in upper or lower case. */
  Optional<GpuSpec> named(String name) {
    return Optional.ofNullable(byName.get(key(name)));
  }

  /** Returns the unit of its prices, such as {@code USD per hour}, if it has any. */
  Optional<String> unitOfPrice() {
    return rows.stream().flatMap(row -> row.prices().stream()).map(Price::unit).findFirst();
  }

  /** Returns whether it is the name of a GPU or of a row. */
  boolean knows(DeviceName name) {
    return !candidates(name).types().isEmpty();
  }

  /** Returns the rows that have so many of a GPU, whether or not they can be had. */
  List<GpuSpec> ofCount(GpuType type, int gpus) {
    return byType.get(type).stream().filter(row -> row.gpus() == gpus).toList();
  }
}
