package io.gpuspec;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableListMultimap;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Maps;
import com.google.common.collect.Multimaps;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** Everything that one catalog holds, and where to find a row in it. */
final class CatalogRows {
  private final String target;
  private final String edition;
  private final SpecCatalog.Unit unit;
  private final Citation citation;
  private final Citation escalation;
  private final ImmutableList<GpuType> types;
  private final ImmutableList<GpuSpec> rows;
  private final Optional<Note> allocatable;
  private final ImmutableListMultimap<GpuType, GpuSpec> byType;
  private final ImmutableMap<String, GpuSpec> byName;

  CatalogRows(
      String target,
      String edition,
      SpecCatalog.Unit unit,
      Citation citation,
      Citation escalation,
      List<GpuType> types,
      List<GpuSpec> rows) {
    this(
        target,
        edition,
        unit,
        citation,
        escalation,
        ImmutableList.copyOf(types),
        ImmutableList.sortedCopyOf(GpuSpec.ROWS, rows),
        Optional.empty());
  }

  private CatalogRows(
      String target,
      String edition,
      SpecCatalog.Unit unit,
      Citation citation,
      Citation escalation,
      ImmutableList<GpuType> types,
      ImmutableList<GpuSpec> rows,
      Optional<Note> allocatable) {
    this.target = target;
    this.edition = edition;
    this.unit = unit;
    this.citation = citation;
    this.escalation = escalation;
    this.types = types;
    this.rows = rows;
    this.allocatable = allocatable;
    this.byType = Multimaps.index(rows, GpuSpec::type);
    this.byName = Maps.uniqueIndex(rows, row -> key(row.name()));
  }

  /** The same rows, of whose shapes pods can use what the rule says. */
  CatalogRows withAllocatable(Function<Shape, Allocatable> rule, Note how) {
    return new CatalogRows(
        target,
        edition,
        unit,
        citation,
        escalation,
        types,
        rows.stream()
            .map(row -> row.withAllocatable(rule))
            .collect(ImmutableList.toImmutableList()),
        Optional.of(how));
  }

  private static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  String target() {
    return target;
  }

  String edition() {
    return edition;
  }

  SpecCatalog.Unit unit() {
    return unit;
  }

  Citation citation() {
    return citation;
  }

  /** Where it is said that a larger count is taken when the asked one holds too little. */
  Citation escalation() {
    return escalation;
  }

  /** How it was worked out what pods can use; empty where they can use all. */
  Optional<Note> allocatable() {
    return allocatable;
  }

  ImmutableList<GpuType> types() {
    return types;
  }

  /** The types that a name stands for here; none when the catalog has nothing of that name. */
  ImmutableSet<GpuType> typesOf(DeviceName asked) {
    return types.stream().filter(t -> t.answersTo(asked)).collect(ImmutableSet.toImmutableSet());
  }

  /** Every row, retired ones included, in order. */
  ImmutableList<GpuSpec> all() {
    return rows;
  }

  /** The rows of some types, in order. */
  ImmutableList<GpuSpec> of(ImmutableSet<GpuType> types) {
    return types.size() == 1
        ? byType.get(types.iterator().next())
        : rows.stream()
            .filter(row -> types.contains(row.type()))
            .collect(ImmutableList.toImmutableList());
  }

  /** The row of this name. */
  Optional<GpuSpec> named(DeviceName name) {
    return Optional.ofNullable(byName.get(key(name.toString())));
  }

  /** Whether it is the name of a GPU or of a row. */
  boolean knows(DeviceName name) {
    return named(name).isPresent() || types.stream().anyMatch(type -> type.answersTo(name));
  }

  /** Whether some row, retired ones aside, has so many of a GPU. */
  boolean hasCount(GpuType type, int gpus) {
    return byType.get(type).stream()
        .anyMatch(row -> row.gpus() == gpus && row.lifecycle() == GpuSpec.Lifecycle.CURRENT);
  }

  /** Whether a GPU is to be had beside this CPU architecture only. */
  boolean isOnlyWith(Arch arch, GpuType type) {
    return byType.get(type).stream().allMatch(row -> row.arch() == arch);
  }
}
