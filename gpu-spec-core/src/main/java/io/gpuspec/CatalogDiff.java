package io.gpuspec;

import com.google.common.collect.ImmutableMap;
import io.gpuspec.internal.Arguments;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Facts;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Text;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The differences between two catalogs: rows that only one has, and facts of rows that both have.
 *
 * <pre>{@code
 * Target tke = gpus.in("tke");
 * CatalogDiff diff = tke.edition("2023-06").catalog().diff(tke.catalog());
 * diff.removed();    // 1/4*A10*GNV4v x1 · 6 cores · 24Gi on tke 2023-06 ...
 * diff.changed();    // ... 1/4*T4 x1: memory: 20Gi -> 2Gi to 16Gi in steps of 1Gi ...
 * diff.changedByRow().size();    // 14
 * diff.text();       // tke 2023-06 -> tke 2026-01: 2 added, 7 removed, 14 changed ...
 * }</pre>
 *
 * <p>Rows come in the order of their catalog, facts in one fixed order.
 */
public final class CatalogDiff implements Answer {

  /**
   * A changed fact of a row that both catalogs have.
   *
   * @param name the row's name
   * @param field the fact, such as {@code memory} or {@code price.spot}
   * @param from what the first catalog says, empty where it says nothing
   * @param to what the second says, empty where it says nothing
   */
  public record Change(String name, String field, Optional<String> from, Optional<String> to) {

    /** Refuses null. */
    public Change {
      Arguments.notNull("name, field, from, to", name, field, from, to);
    }

    /** Returns text such as {@code V100 x1: cpu: 8 -> 2, 4, 8}. */
    @Override
    public String toString() {
      return name + ": " + step();
    }

    private String step() {
      return "%s: %s -> %s".formatted(field, from.orElse(NOTHING), to.orElse(NOTHING));
    }
  }

  private static final String NOTHING = "(none)";

  private final SpecCatalog from;
  private final SpecCatalog to;
  private final Listing<GpuSpec> added;
  private final Listing<GpuSpec> removed;
  private final Listing<Change> changed;

  private CatalogDiff(SpecCatalog from, SpecCatalog to) {
    this.from = from;
    this.to = to;
    Map<String, GpuSpec> before = byName(from);
    Map<String, GpuSpec> after = byName(to);
    this.added = without(after, before.keySet());
    this.removed = without(before, after.keySet());
    List<Change> changes = new ArrayList<>();
    before.forEach(
        (name, row) -> {
          GpuSpec other = after.get(name);
          if (other != null) {
            changes.addAll(RowFacts.changes(row, other));
          }
        });
    this.changed = Listing.copyOf(changes);
  }

  static CatalogDiff between(SpecCatalog from, SpecCatalog to) {
    return new CatalogDiff(from, to);
  }

  private static Map<String, GpuSpec> byName(SpecCatalog catalog) {
    ImmutableMap.Builder<String, GpuSpec> rows = ImmutableMap.builder();
    catalog.rowsAsked().forEach(row -> rows.put(row.name().toLowerCase(Locale.ROOT), row));
    return rows.buildOrThrow();
  }

  private static Listing<GpuSpec> without(Map<String, GpuSpec> rows, Set<String> names) {
    return rows.entrySet().stream()
        .filter(row -> !names.contains(row.getKey()))
        .map(Map.Entry::getValue)
        .collect(Listing.collector());
  }

  /** The rows that only the second catalog has. */
  public Listing<GpuSpec> added() {
    return added;
  }

  /** The rows that only the first catalog has. */
  public Listing<GpuSpec> removed() {
    return removed;
  }

  /** The facts that are different in rows that both have. */
  public Listing<Change> changed() {
    return changed;
  }

  /** Returns the same facts by the names of their rows, which are as many as the text counts. */
  public Map<String, Listing<Change>> changedByRow() {
    Map<String, List<Change>> byRow = new LinkedHashMap<>();
    changed.forEach(each -> byRow.computeIfAbsent(each.name(), row -> new ArrayList<>()).add(each));
    Map<String, Listing<Change>> copy = new LinkedHashMap<>();
    byRow.forEach((row, facts) -> copy.put(row, Listing.copyOf(facts)));
    return Collections.unmodifiableMap(copy);
  }

  /** Returns whether there is no difference. */
  public boolean isEmpty() {
    return added.isEmpty() && removed.isEmpty() && changed.isEmpty();
  }

  /** Returns the older catalog. */
  public SpecCatalog from() {
    return from;
  }

  /** Returns the newer catalog. */
  public SpecCatalog to() {
    return to;
  }

  /** Returns every difference, a line for each, row by row. */
  public Text text() {
    StringBuilder out = new StringBuilder(toString());
    added.forEach(row -> out.append("\n  added    ").append(row));
    removed.forEach(row -> out.append("\n  removed  ").append(row));
    changedByRow()
        .forEach(
            (row, facts) -> {
              out.append("\n  changed  ").append(row);
              facts.forEach(fact -> out.append("\n           ").append(fact.step()));
            });
    return Text.of(out.toString());
  }

  /**
   * Adds {@code "from": {"provider", "edition"}, "to", "added": [names], "removed": [names],
   * "changed": [{"name", "field", "from", "to"}]}; a fact that one side does not have is null
   * there.
   */
  @Override
  public void describe(Facts out) {
    out.put("from", edition(from()))
        .put("to", edition(to()))
        .put("added", added().stream().map(GpuSpec::name).toList())
        .put("removed", removed().stream().map(GpuSpec::name).toList())
        .put(
            "changed",
            changed(),
            (change, item) ->
                item.put("name", change.name())
                    .put("field", change.field())
                    .putOrNull("from", change.from())
                    .putOrNull("to", change.to()));
  }

  private static Answer edition(SpecCatalog catalog) {
    return out -> out.put("provider", catalog.target()).put("edition", catalog.edition());
  }

  /** Returns text such as {@code tke 2023-06 -> tke 2026-01: 2 added, 7 removed, 14 changed}. */
  @Override
  public String toString() {
    return "%s %s -> %s %s: %s added, %s removed, %s changed"
        .formatted(
            from.target(),
            from.edition(),
            to.target(),
            to.edition(),
            added.size(),
            removed.size(),
            changedByRow().size());
  }
}
