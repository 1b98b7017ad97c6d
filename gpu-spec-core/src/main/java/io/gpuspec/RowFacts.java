package io.gpuspec;

import com.google.common.collect.ImmutableList;
import io.gpuspec.scheduling.Allocatable;
import io.gpuspec.spi.ShareRules;
import io.gpuspec.value.ReferencePrice;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The facts that a catalog states about a row, in the order in which differences are listed. */
final class RowFacts {

  /**
   * One fact about a row.
   *
   * @param name the name, as in JSON if it is there
   * @param shown what it is of a row
   * @param compared the value that decides whether two facts are equal
   */
  private record Fact(
      String name, Function<GpuSpec, Optional<?>> shown, Function<GpuSpec, Optional<?>> compared) {

    Optional<CatalogDiff.Change> change(GpuSpec from, GpuSpec to) {
      return compared.apply(from).equals(compared.apply(to))
          ? Optional.empty()
          : Optional.of(
              new CatalogDiff.Change(from.name(), name, text(shown, from), text(shown, to)));
    }

    private static Optional<String> text(Function<GpuSpec, Optional<?>> shown, GpuSpec row) {
      return shown.apply(row).map(Object::toString);
    }
  }

  /** A price for comparison: 1.0 and 1.00 are equal, whatever their source. */
  private record Amount(BigDecimal plain, List<String> of) {
    Amount {
      plain = plain.stripTrailingZeros();
    }
  }

  private static final ImmutableList<Fact> FACTS =
      Stream.of(
              List.of(
                  fact("gpu", row -> Optional.of(row.gpu())),
                  fact("model", row -> row.model().map(GpuModel::name)),
                  fact("gpus", row -> Optional.of(row.gpus())),
                  fact("fraction", GpuSpec::fraction),
                  fact("gpuMemory", GpuSpec::gpuMemory),
                  fact("gpuMemoryReported", GpuSpec::gpuMemoryReported),
                  fact("shareMemory", GpuSpec::shareMemory),
                  fact(
                      "wholeCards",
                      row -> row.shares().map(ShareRules::hasWholeCards).filter(whole -> whole)),
                  fact("cuda", GpuSpec::cuda),
                  fact("driver", GpuSpec::driver),
                  fact("arch", row -> Optional.of(row.arch())),
                  fact("cpu", row -> Optional.of(row.cpuOptions()).filter(cpu -> !cpu.isEmpty())),
                  fact("memory", RowFacts::memory),
                  fact("explicit", row -> Optional.of(row.takesStatedShapes())),
                  fact("upward", RowFacts::upward),
                  fact("allocatable", RowFacts::allocatable),
                  fact("typical", row -> row.typical().map(RowFacts::size)),
                  fact("resources", row -> entries(row.resources())),
                  fact("labels", row -> entries(row.labels())),
                  fact("nodeLabels", row -> entries(row.nodeLabels())),
                  fact("taints", row -> joined(row.taints().stream())),
                  fact("nodes", row -> row.nodes().stream().boxed().findFirst()),
                  fact("policy", row -> Optional.of(row.policy())),
                  fact("lifecycle", row -> Optional.of(row.lifecycle())),
                  fact("capacityTypes", row -> joined(row.capacityTypes().stream()))),
              pricesOf(CapacityType.values()),
              List.of(
                  new Fact("referencePrice", GpuSpec::referencePrice, RowFacts::referencePrice),
                  fact(
                      "referencePrice.citation",
                      row -> row.referencePrice().map(ReferencePrice::citation)),
                  fact("citation", row -> Optional.of(row.citation())),
                  fact("notes", RowFacts::notes)))
          .flatMap(List::stream)
          .collect(ImmutableList.toImmutableList());

  private RowFacts() {}

  private static Fact fact(String name, Function<GpuSpec, Optional<?>> of) {
    return new Fact(name, of, of);
  }

  private static List<Fact> pricesOf(CapacityType... types) {
    List<Fact> facts = new ArrayList<>();
    for (CapacityType type : types) {
      facts.add(new Fact("price." + type, row -> row.price(type), row -> price(row, type)));
      facts.add(fact("price." + type + ".citation", row -> row.price(type).map(Price::citation)));
    }
    return facts;
  }

  /** The facts that are different, those that a provider keeps as attributes last. */
  static List<CatalogDiff.Change> changes(GpuSpec from, GpuSpec to) {
    List<CatalogDiff.Change> changes = new ArrayList<>();
    for (Fact fact : FACTS) {
      fact.change(from, to).ifPresent(changes::add);
    }
    Set<String> attributes = new TreeSet<>(from.attributeNames());
    attributes.addAll(to.attributeNames());
    for (String name : attributes) {
      fact("attributes." + name, row -> row.attribute(name))
          .change(from, to)
          .ifPresent(changes::add);
    }
    return changes;
  }

  private static Optional<Amount> price(GpuSpec row, CapacityType type) {
    return row.price(type)
        .map(price -> new Amount(price.amount(), List.of(price.unit(), price.region())));
  }

  private static Optional<Amount> referencePrice(GpuSpec row) {
    return row.referencePrice()
        .map(price -> new Amount(price.amount(), List.of(price.currency(), price.per())));
  }

  private static Optional<String> memory(GpuSpec row) {
    return Optional.of(row.takesStatedShapes() ? row.memoryOffered() : row.memoryRange())
        .filter(memory -> !memory.isEmpty());
  }

  /** Returns what upward matching gives, where CPU and memory do not say it already. */
  private static Optional<String> upward(GpuSpec row) {
    return row.isOneShape() ? Optional.empty() : joined(row.sizes().stream().map(RowFacts::size));
  }

  private static Optional<String> allocatable(GpuSpec row) {
    return joined(
        row.sizes().stream()
            .filter(Shape::hasReservedCapacity)
            .map(shape -> size(shape.allocatable())));
  }

  private static String size(Shape shape) {
    return shape.cpu() + "c/" + shape.memory();
  }

  private static String size(Allocatable allocatable) {
    return allocatable.cpu() + "c/" + allocatable.memory();
  }

  /**
   * Returns the notes, except those about the source of other facts, which the difference itself
   * shows.
   */
  private static Optional<String> notes(GpuSpec row) {
    return joined(row.notes().stream().filter(note -> !OverlayNotes.isProvenance(note)));
  }

  private static Optional<String> entries(Map<String, ?> named) {
    return joined(named.entrySet().stream());
  }

  private static Optional<String> joined(Stream<?> all) {
    String text = all.map(Object::toString).collect(Collectors.joining(", "));
    return text.isEmpty() ? Optional.empty() : Optional.of(text);
  }
}
