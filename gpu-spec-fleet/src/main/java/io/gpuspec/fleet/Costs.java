package io.gpuspec.fleet;

import com.google.common.math.LongMath;
import io.gpuspec.Price;
import io.gpuspec.Shape;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Note;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What a plan minimizes, as whole numbers that add up, and what these numbers stand for. */
final class Costs {
  /** What counts first, where something else counts after it. */
  private static final long WHOLE = 1_000_000_000L;

  /** More than there are kinds of nodes in any catalog. */
  private static final long MOST_RANK = 100_000L;

  private final Set<Supply.Kind> kinds;
  private final Fleet.Objective objective;
  private final Map<Supply.Kind, Long> ranks = new HashMap<>();

  /** How many decimal places prices have at most. */
  private final int scale;

  private final FleetCost unit;

  private Costs(Fleet fleet, Set<Supply.Kind> kinds) {
    this.kinds = kinds;
    List<Price> prices = kinds.stream().flatMap(kind -> price(kind).stream()).toList();
    this.objective =
        fleet
            .objective()
            .orElse(
                prices.isEmpty() && !kinds.isEmpty()
                    ? Fleet.Objective.FEWEST_NODES
                    : Fleet.Objective.CHEAPEST);
    this.scale = prices.stream().mapToInt(price -> price.amount().scale()).reduce(0, Math::max);
    this.unit =
        switch (objective) {
          case CHEAPEST -> unit(prices);
          case FEWEST_NODES -> new FleetCost(BigDecimal.ONE, "nodes", "");
          case LEAST_WASTE -> new FleetCost(BigDecimal.ONE, "MiB of GPU memory", "");
        };
  }

  /** The costs of nodes of these kinds. */
  static Costs of(Fleet fleet, Set<Supply.Kind> kinds) {
    return new Costs(fleet, kinds);
  }

  /** All prices of a catalog, and of its overlays, are in one currency for one time. */
  private FleetCost unit(List<Price> prices) {
    return prices.isEmpty()
        ? new FleetCost(BigDecimal.ONE, "USD", "hour")
        : new FleetCost(
            BigDecimal.ONE.movePointLeft(scale), prices.get(0).currency(), prices.get(0).per());
  }

  private static Optional<Price> price(Supply.Kind kind) {
    return kind.shape().spec().price(kind.capacityType());
  }

  Fleet.Objective objective() {
    return objective;
  }

  /** Returns a note if the objective is not the usual one, and was not asked for. */
  Optional<Note> note(Fleet fleet) {
    return fleet.objective().isEmpty() && objective == Fleet.Objective.FEWEST_NODES
        ? Optional.of(
            Note.of(
                "fleet.no-prices",
                "%s has no prices, so the fewest nodes are chosen; give prices in an overlay"
                    .formatted(fleet.target().id())))
        : Optional.empty();
  }

  /**
   * What a node of a kind adds to what is to be least, and slightly what it costs or how large it
   * is, so that of equal plans the smaller nodes are taken; empty if it is not known.
   */
  Optional<Long> of(Supply.Kind kind) {
    return switch (objective) {
      case CHEAPEST -> price(kind).map(this::exact);
      case FEWEST_NODES -> Optional.of(WHOLE + rank(kind));
      case LEAST_WASTE ->
          kind.shape()
              .spec()
              .gpuMemory()
              .map(memory -> memory.times(kind.shape().gpus()).toBytes() >> 20)
              .map(mebibytes -> mebibytes * WHOLE + rank(kind));
    };
  }

  private long exact(Price price) {
    try {
      return price.amount().movePointRight(scale).longValueExact();
    } catch (ArithmeticException e) {
      throw new InvalidValueException(
          "fleet.out-of-range",
          "price: '%s' cannot be added up beside one with '%s' decimal places; give prices with fewer in an overlay"
              .formatted(price.amount(), scale),
          e);
    }
  }

  /** What is not known of kinds that have no cost. */
  String unknown() {
    return objective == Fleet.Objective.CHEAPEST ? "price" : "GPU memory";
  }

  private long rank(Supply.Kind kind) {
    return ranks.computeIfAbsent(
        kind,
        each ->
            kinds.stream()
                .filter(
                    other ->
                        Shape.cheapest(other.capacityType()).compare(other.shape(), each.shape())
                            < 0)
                .count());
  }

  /** By what a cost is divided for the amount that counts first. */
  long divisor() {
    return objective == Fleet.Objective.CHEAPEST ? 1 : WHOLE;
  }

  /** Returns what is to be least of nodes of a problem's types. */
  FleetCost sum(Problem problem, List<Pattern> nodes) {
    return amount(
        nodes.stream().mapToLong(node -> problem.types[node.type()].cost() / divisor()).sum());
  }

  /** Returns the least amount from a bound on that whole nodes of a problem can add up to. */
  FleetCost attainable(Problem problem, double bound) {
    long step = 0;
    for (Problem.Type type : problem.types) {
      step = LongMath.gcd(type.cost() / divisor(), step);
    }
    if (step == 0 || bound <= 0) {
      return amount(0);
    }
    double least = divisor() == 1 ? bound : bound / (divisor() + MOST_RANK);
    return amount((long) Math.ceil(least * (1 - 1e-9) / step) * step);
  }

  /** Returns an amount of what is to be least. */
  FleetCost amount(long amount) {
    BigDecimal whole = BigDecimal.valueOf(amount).multiply(unit.amount());
    return new FleetCost(
        whole.signum() == 0
            ? BigDecimal.ZERO
            : whole.stripTrailingZeros().scale() < 0
                ? whole.setScale(0)
                : whole.stripTrailingZeros(),
        unit.currency(),
        unit.per());
  }
}
