package io.gpuspec.fleet;

import io.gpuspec.value.Note;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;

/** How many nodes of a row, and how many vCPUs of a quota, a plan can use. */
final class Limits {
  /** More of the dearest nodes than one more node can save. */
  private static final int OF_A_NODE = 100;

  /** More of the dearest nodes than one more unit of a quota can save. */
  private static final int OF_A_UNIT = 2;

  /** An upper limit on several types together. */
  private record Cap(String what, long most, ToLongFunction<Supply.Type> weight) {}

  private final Map<String, Integer> ofRows;
  private final Map<String, Long> ofBuckets;
  private final Set<String> several;
  private final List<Cap> caps = new ArrayList<>();

  /**
   * @param several the rows that several types are of, such as for different pools
   */
  Limits(Fleet fleet, Set<String> several) {
    this.ofRows = fleet.limits();
    this.ofBuckets = fleet.quotas();
    this.several = several;
    ofBuckets.forEach(
        (bucket, most) ->
            caps.add(new Cap("vCPU of " + bucket, most, type -> vcpus(type, bucket))));
    ofRows.forEach(
        (row, most) -> {
          if (several.contains(row)) {
            caps.add(new Cap(row, most, type -> isNew(type, row) ? 1 : 0));
          }
        });
  }

  private static boolean isNew(Supply.Type type, String row) {
    return type.shape().isPresent() && type.spec().equals(row);
  }

  private static long vcpus(Supply.Type type, String bucket) {
    return type.shape()
        .filter(shape -> Fleet.isIn(bucket, type.spec()))
        .map(shape -> (shape.cpu().toMillicores() + 999) / 1000)
        .orElse(0L);
  }

  /** Returns how many nodes the one type of a row can have. */
  int ofOneType(String row) {
    return several.contains(row) ? Problem.UNLIMITED : ofRows.getOrDefault(row, Problem.UNLIMITED);
  }

  /** Returns the limits on several types together. */
  List<Problem.Quota> quotas(List<Supply.Type> types) {
    return caps.stream()
        .map(
            cap -> {
              long[] weight = new long[types.size()];
              Arrays.setAll(weight, t -> cap.weight().applyAsLong(types.get(t)));
              return new Problem.Quota(cap.most(), weight);
            })
        .toList();
  }

  /** Returns what nodes of a row must be within, in words; none if nothing limits them. */
  List<String> of(String row) {
    List<String> within = new ArrayList<>();
    Integer limit = ofRows.get(row);
    if (limit != null) {
      within.add("at most %s of it".formatted(limit));
    }
    ofBuckets.forEach(
        (bucket, most) -> {
          if (Fleet.isIn(bucket, row)) {
            within.add("%s vCPUs of %s".formatted(most, bucket));
          }
        });
    return within;
  }

  /**
   * What limits and quotas cost, by the fractional plan. A node more can take pods that have none;
   * one unit more of a quota takes none, so what it saves is that of the pods that have a node.
   */
  List<Note> notes(Supply supply, Generation ofAll, Generation ofPlaced) {
    Problem problem = supply.problem();
    List<Note> notes = new ArrayList<>();
    for (int t = 0; t < problem.types.length; t++) {
      Supply.Type type = supply.type(t);
      if (type.existing().isEmpty()) {
        double price = ofAll.master().limitPrice(t);
        note(supply, type.spec(), problem.types[t].limit(), price, OF_A_NODE).ifPresent(notes::add);
      }
    }
    double[] prices = ofPlaced.master().quotaPrices();
    for (int q = 0; q < prices.length; q++) {
      Cap cap = caps.get(q);
      note(supply, cap.what(), cap.most(), prices[q], OF_A_UNIT).ifPresent(notes::add);
    }
    return notes;
  }

  /**
   * Says what one more saves. A price of many of the dearest nodes is that of leaving a pod out.
   *
   * @param most the most of the dearest nodes that one more can save
   */
  private static Optional<Note> note(
      Supply supply, String what, long there, double price, int most) {
    long saved = supply.saved(price);
    if (saved <= 0) {
      return Optional.empty();
    }
    boolean isForMorePods = price > (double) most * supply.problem().dearest;
    return Optional.of(
        Note.of(
            "fleet.limit-costs",
            "one more %s than %s would %s"
                .formatted(
                    what,
                    there,
                    isForMorePods ? "place more pods" : "save about " + supply.cost(saved))));
  }
}
