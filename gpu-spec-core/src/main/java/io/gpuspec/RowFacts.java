package io.gpuspec;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a catalog says of a row, fact by fact, in the order in which differences are told. */
final class RowFacts {

  /** A fact: its name, as in JSON where it stands there, and what it is of a row. */
  private record Fact(String name, Function<GpuSpec, Optional<?>> of) {}

  private static final ImmutableList<Fact> FACTS =
      Stream.of(
              List.of(
                  fact("gpu", row -> Optional.of(row.gpu())),
                  fact("model", row -> row.model().map(GpuModel::name)),
                  fact("gpus", row -> Optional.of(row.gpus())),
                  fact("fraction", GpuSpec::fraction),
                  fact("gpuMemory", GpuSpec::gpuMemory),
                  fact("gpuMemoryReported", GpuSpec::gpuMemoryReported),
                  fact("cuda", GpuSpec::cuda),
                  fact("driver", GpuSpec::driver),
                  fact("arch", row -> Optional.of(row.arch())),
                  fact("cpu", row -> Optional.of(row.cpuOptions())),
                  fact("memory", RowFacts::memory),
                  fact("explicit", row -> Optional.of(row.takesStatedShapes())),
                  fact("upward", RowFacts::upward),
                  fact("allocatable", RowFacts::allocatable),
                  fact("typical", row -> row.typical().map(RowFacts::size)),
                  fact("policy", row -> Optional.of(row.policy())),
                  fact("lifecycle", row -> Optional.of(row.lifecycle())),
                  fact("capacityTypes", row -> joined(row.capacityTypes().stream()))),
              pricesOf(CapacityType.values()),
              List.of(
                  fact("referencePrice", GpuSpec::referencePrice),
                  fact(
                      "referencePrice.citation",
                      row -> row.referencePrice().map(ReferencePrice::citation)),
                  fact("citation", row -> Optional.of(row.citation())),
                  fact("notes", RowFacts::notes)))
          .flatMap(List::stream)
          .collect(ImmutableList.toImmutableList());

  private RowFacts() {}

  private static Fact fact(String name, Function<GpuSpec, Optional<?>> of) {
    return new Fact(name, of);
  }

  private static List<Fact> pricesOf(CapacityType... types) {
    List<Fact> facts = new ArrayList<>();
    for (CapacityType type : types) {
      facts.add(fact("price." + type, row -> row.price(type)));
      facts.add(fact("price." + type + ".citation", row -> row.price(type).map(Price::citation)));
    }
    return facts;
  }

  /** The facts that are different, those that a provider keeps as attributes last. */
  static List<CatalogDiff.Change> changes(GpuSpec from, GpuSpec to) {
    List<CatalogDiff.Change> changes = new ArrayList<>();
    for (Fact fact : FACTS) {
      compare(from.name(), fact.name(), fact.of().apply(from), fact.of().apply(to), changes);
    }
    Set<String> attributes = new TreeSet<>(from.attributeNames());
    attributes.addAll(to.attributeNames());
    for (String name : attributes) {
      compare(from.name(), "attributes." + name, from.attribute(name), to.attribute(name), changes);
    }
    return changes;
  }

  private static void compare(
      String row,
      String field,
      Optional<?> from,
      Optional<?> to,
      List<CatalogDiff.Change> changes) {
    Optional<String> before = from.map(Object::toString);
    Optional<String> after = to.map(Object::toString);
    if (!before.equals(after)) {
      changes.add(new CatalogDiff.Change(row, field, before, after));
    }
  }

  private static Optional<String> memory(GpuSpec row) {
    return Optional.of(row.takesStatedShapes() ? row.memoryOffered() : row.memoryRange());
  }

  /** What upward matching gives, where CPU and memory do not say it already. */
  private static Optional<String> upward(GpuSpec row) {
    return row.isOneShape() ? Optional.empty() : joined(row.sizes().stream().map(RowFacts::size));
  }

  private static Optional<String> allocatable(GpuSpec row) {
    return joined(
        row.sizes().stream().filter(Shape::keepsSome).map(shape -> size(shape.allocatable())));
  }

  private static String size(Shape shape) {
    return shape.cpu() + "c/" + shape.memory();
  }

  private static String size(Allocatable allocatable) {
    return allocatable.cpu() + "c/" + allocatable.memory();
  }

  /** Those about where other facts come from are left out: the difference says it. */
  private static Optional<String> notes(GpuSpec row) {
    return joined(row.notes().stream().filter(note -> !OverlayNotes.isProvenance(note)));
  }

  private static Optional<String> joined(Stream<?> all) {
    String text = all.map(Object::toString).collect(Collectors.joining(", "));
    return text.isEmpty() ? Optional.empty() : Optional.of(text);
  }
}
