package io.gpuspec.mig;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;

/**
 * The constraint that profiles break on their cards.
 *
 * <p>On one empty card slices, engines and counts say it all: what they allow can be placed, which
 * tests show for every product. Only existing instances can make placements scarce.
 */
record FitReasons(FitSearch search, List<String> asked, CardPacking.Result result) {

  static List<String> of(FitSearch search, List<String> asked, CardPacking.Result result) {
    FitReasons reasons = new FitReasons(search, asked, result);
    List<String> found = new ArrayList<>();
    if (search.usable().size() == 1) {
      found.addAll(reasons.sums());
      found.addAll(reasons.counts());
    }
    if (found.isEmpty()) {
      found.add(reasons.cardsNeeded());
    }
    return List.copyOf(found);
  }

  private int cards() {
    return search.usable().stream().mapToInt(MigFleet.Cards::count).sum();
  }

  private MigGpu gpu() {
    return search.usable().get(0).gpu();
  }

  /** Returns what is requested in excess of all cards together. */
  private List<String> sums() {
    List<Optional<String>> sums = new ArrayList<>();
    sums.add(sum("memory slices", MigProfile::memorySlices, gpu().memorySlices()));
    sums.add(sum("compute slices", MigProfile::computeSlices, gpu().computeSlices()));
    for (MigEngines.Kind kind : MigEngines.KINDS) {
      sums.add(
          sum(
              kind.name(),
              profile -> kind.count().applyAsInt(profile.engines()),
              kind.count().applyAsInt(gpu().engines())));
    }
    return sums.stream().flatMap(Optional::stream).toList();
  }

  private Optional<String> sum(String what, ToIntFunction<MigProfile> need, int ofACard) {
    long wanted = asked.stream().map(gpu()::profile).mapToLong(need::applyAsInt).sum();
    long has = (long) ofACard * cards();
    return wanted <= has
        ? Optional.empty()
        : Optional.of(
            "%s: %s requested, %s %s"
                .formatted(
                    what, wanted, cards() == 1 ? "a card has" : cards() + " cards have", has));
  }

  private String ofCards() {
    return cards() == 1 ? "a card" : cards() + " cards";
  }

  /** Returns the profiles that are requested more often than all cards can hold. */
  private List<String> counts() {
    List<String> found = new ArrayList<>();
    for (String kind : search.kinds()) {
      int wanted = Collections.frequency(asked, kind);
      int most = gpu().profile(kind).maxInstances();
      if (wanted > (long) most * cards()) {
        found.add("%s: %s requested, a card holds %s at most".formatted(kind, wanted, most));
      }
    }
    return found;
  }

  private String cardsNeeded() {
    return result.proven()
        ? "cards: they do not fit together on %s%s"
            .formatted(ofCards(), result.least() > cards() ? "; at least " + result.least() : "")
        : "cards: no way was found to fit them on %s, and none is proven; at least %s are needed"
            .formatted(ofCards(), result.least());
  }
}
