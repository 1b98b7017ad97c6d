package io.gpuspec.mig;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A search for the smallest changes that make a question fit. */
record FitChanges(MigFleet fleet, List<String> asked) {
  // Each change is a fit of its own, so less effort is spent on each.
  private static final int MOST_STATES = CardPacking.MOST_STATES / 20;
  private static final int MOST_CARDS_MORE = 64;

  static List<MigChange> of(MigFleet fleet, List<String> asked) {
    FitChanges changes = new FitChanges(fleet, asked);
    List<MigChange> found = new ArrayList<>(changes.drops());
    found.addAll(changes.smaller());
    changes.moreCards().ifPresent(found::add);
    return found;
  }

  private List<String> kinds() {
    return asked.stream().distinct().toList();
  }

  private List<MigChange> drops() {
    List<MigChange> single = new ArrayList<>();
    for (String kind : kinds()) {
      List<String> left = without(kind);
      if (fits(fleet, left)) {
        single.add(new MigChange(MigChange.Kind.DROP, "drop a " + kind, fleet, left));
      }
    }
    return single.isEmpty() && fleet.size() == 1 ? dropSeveral().stream().toList() : single;
  }

  private List<String> without(String kind) {
    List<String> left = new ArrayList<>(asked);
    left.remove(kind);
    return left;
  }

  /**
   * Drops as few as possible, for one card: those that the layout with the most of them does not
   * hold.
   */
  private Optional<MigChange> dropSeveral() {
    MigGpu gpu = fleet.gpus().get(0);
    return gpu.layouts(kinds()).all().stream()
        .map(MigLayout::profiles)
        .filter(held -> !held.isEmpty() && minus(held, asked).isEmpty())
        .max(Comparator.comparing(Collection::size))
        .map(
            held -> {
              List<String> dropped = minus(asked, held);
              return new MigChange(
                  MigChange.Kind.DROP,
                  "drop " + MigText.counted(dropped),
                  fleet,
                  minus(asked, dropped));
            });
  }

  private static List<String> minus(List<String> all, List<String> less) {
    Map<String, Integer> counts = new HashMap<>();
    less.forEach(each -> counts.merge(each, 1, Integer::sum));
    List<String> left = new ArrayList<>();
    for (String each : all) {
      if (counts.merge(each, -1, Integer::sum) < 0) {
        left.add(each);
      }
    }
    return left;
  }

  private List<MigChange> smaller() {
    List<MigChange> found = new ArrayList<>();
    for (String kind : kinds()) {
      smaller(kind)
          .ifPresent(
              less -> {
                List<String> changed = new ArrayList<>(asked);
                changed.set(changed.indexOf(kind), less);
                if (fits(fleet, changed)) {
                  found.add(
                      new MigChange(
                          MigChange.Kind.SMALLER,
                          "take a %s instead of a %s".formatted(less, kind),
                          fleet,
                          changed));
                }
              });
    }
    return found;
  }

  /** The largest profile that takes no more of anything, on the first product that has it. */
  private Optional<String> smaller(String kind) {
    return fleet.gpus().stream()
        .filter(gpu -> gpu.findProfile(kind).isPresent())
        .findFirst()
        .flatMap(gpu -> smaller(gpu, gpu.profile(kind)))
        .map(MigProfile::name);
  }

  private static Optional<MigProfile> smaller(MigGpu gpu, MigProfile than) {
    return gpu.profiles().stream()
        .filter(each -> isSmaller(each, than))
        .max(
            Comparator.comparing(MigProfile::memorySlices)
                .thenComparing(MigProfile::computeSlices)
                .thenComparing(each -> each.attribute().equals(than.attribute()))
                .thenComparing(each -> each.engines().total()));
  }

  private static boolean isSmaller(MigProfile profile, MigProfile than) {
    return profile.memorySlices() <= than.memorySlices()
        && profile.computeSlices() <= than.computeSlices()
        && than.engines().isAtLeast(profile.engines())
        && (profile.memorySlices() < than.memorySlices()
            || profile.computeSlices() < than.computeSlices()
            || profile.engines().total() < than.engines().total());
  }

  private Optional<MigChange> moreCards() {
    List<MigGpu> gpus =
        fleet.gpus().stream()
            .filter(gpu -> asked.stream().anyMatch(kind -> gpu.findProfile(kind).isPresent()))
            .toList();
    if (fleet.gpus().size() == 1) {
      MigGpu gpu = gpus.get(0);
      MigFleet enough = gpu.cards(Math.min(asked.size(), MigFleet.MOST));
      return FitSearch.of(enough, asked)
          .pack(asked, MOST_STATES)
          .cards()
          .map(cards -> more(gpu, cards.size() - fleet.size()));
    }
    for (int more = 1; more <= MOST_CARDS_MORE; more++) {
      for (MigGpu gpu : gpus) {
        MigFleet larger = fleet.and(gpu.cards(more));
        if (fits(larger, asked)) {
          return Optional.of(more(gpu, more));
        }
      }
    }
    return Optional.empty();
  }

  private MigChange more(MigGpu gpu, int cards) {
    MigFleet larger = fleet.and(gpu.cards(cards));
    return new MigChange(
        MigChange.Kind.MORE_GPUS,
        "add %s: %s".formatted(MigText.gpus(cards), larger),
        larger,
        asked);
  }

  private static boolean fits(MigFleet fleet, List<String> profiles) {
    FitSearch search = FitSearch.of(fleet, profiles);
    return search.isPossible() && search.pack(profiles, MOST_STATES).cards().isPresent();
  }
}
