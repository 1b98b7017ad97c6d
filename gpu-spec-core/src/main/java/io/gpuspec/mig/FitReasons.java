package io.gpuspec.mig;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/** Which constraint profiles break on the cards that they were to go on. */
record FitReasons(FitSearch search, List<String> asked, CardPacking.Result result) {

  static List<String> of(FitSearch search, List<String> asked, CardPacking.Result result) {
    FitReasons reasons = new FitReasons(search, asked, result);
    List<String> found = new ArrayList<>();
    if (search.usable().size() == 1) {
      found.addAll(reasons.sums());
      found.addAll(reasons.counts());
      if (found.isEmpty() && reasons.cards() == 1) {
        found.add(reasons.placements());
      }
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

  /** What is asked more of than all cards have together. */
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
            "%s: %d asked, %s %d"
                .formatted(
                    what, wanted, cards() == 1 ? "a card has" : cards() + " cards have", has));
  }

  private String ofCards() {
    return cards() == 1 ? "a card" : cards() + " cards";
  }

  /** Profiles that are asked more often than all cards hold them. */
  private List<String> counts() {
    List<String> found = new ArrayList<>();
    for (String kind : search.kinds()) {
      int wanted = Collections.frequency(asked, kind);
      int most = gpu().profile(kind).maxInstances();
      if (wanted > (long) most * cards()) {
        found.add("%s: %d asked, a card holds %d at most".formatted(kind, wanted, most));
      }
    }
    return found;
  }

  /** For one card that has enough of everything: what is in the way of the last that is left. */
  private String placements() {
    MigLayout best = best();
    List<String> left = new ArrayList<>(asked);
    best.profiles().forEach(left::remove);
    return "placements: beside %s there is no room for %s: %s"
        .formatted(
            best.listed(),
            left.get(0),
            best.place(left.get(0)).reasons().stream().collect(Collectors.joining("; ")));
  }

  /** The layout of the most of what is asked, the first of equals. */
  private MigLayout best() {
    MigLayout best = gpu().layout();
    for (MigLayout layout : gpu().layouts(search.kinds()).all()) {
      if (layout.instances().size() > best.instances().size() && isAsked(layout.profiles())) {
        best = layout;
      }
    }
    return best;
  }

  private boolean isAsked(List<String> profiles) {
    return profiles.stream()
        .distinct()
        .allMatch(
            each -> Collections.frequency(profiles, each) <= Collections.frequency(asked, each));
  }

  private String cardsNeeded() {
    return result.proven()
        ? "cards: they do not fit together on %s%s"
            .formatted(ofCards(), result.least() > cards() ? "; at least " + result.least() : "")
        : "cards: no way was found to fit them on %s, and none is proven; at least %d are needed"
            .formatted(ofCards(), result.least());
  }
}
