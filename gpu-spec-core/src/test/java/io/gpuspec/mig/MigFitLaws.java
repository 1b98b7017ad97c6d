package io.gpuspec.mig;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class MigFitLaws {
  private static final Map<MigGpu, Set<List<String>>> COMBINATIONS = new HashMap<>();

  @Provide
  Arbitrary<Cases.Asked> few() {
    return Cases.asked(8);
  }

  @Provide
  Arbitrary<Cases.Asked> several() {
    return Cases.asked(7);
  }

  @Provide
  Arbitrary<Cases.Asked> many() {
    return Cases.asked(60);
  }

  private static boolean fitsOne(MigGpu gpu, List<String> profiles) {
    return COMBINATIONS
        .computeIfAbsent(gpu, each -> BruteForce.of(each).combinations())
        .contains(profiles.stream().sorted().toList());
  }

  @Property(tries = 300)
  void oneCardHoldsExactlyWhatBruteForceSays(@ForAll("few") Cases.Asked asked) {
    MigFit fit = asked.gpu().fit(asked.profiles());

    assertThat(fit.fits()).isEqualTo(fitsOne(asked.gpu(), asked.profiles()));
    assertThat(fit.reasons().isEmpty()).isEqualTo(fit.fits());
    assertThat(fit.changes().isEmpty()).isEqualTo(fit.fits());
    assertThat(fit.isExact()).isTrue();
    // Never the catch-all: on one empty card slices, engines and counts say it all.
    assertThat(fit.reasons()).noneMatch(reason -> reason.startsWith("cards"));
  }

  @Property(tries = 200)
  void whatIsFittedIsLegalAndHoldsExactlyWhatWasAsked(@ForAll("many") Cases.Asked asked) {
    MigFit fit = asked.gpu().cards(60).fit(asked.profiles());

    assertThat(fit.fits()).isTrue();
    BruteForce brute = new BruteForce(asked.gpu(), List.of());
    List<String> held = new ArrayList<>();
    for (MigLayout layout : fit.layouts()) {
      assertThat(brute.isLegal(layout.instances())).as(layout.toString()).isTrue();
      assertThat(layout.instances()).isNotEmpty();
      held.addAll(layout.profiles());
    }
    assertThat(held).containsExactlyInAnyOrderElementsOf(asked.profiles());
    assertThat(fit.gpusUsed()).isGreaterThanOrEqualTo(fit.leastGpus());
    assertThat(fit.isExact()).isEqualTo(fit.gpusUsed() == fit.leastGpus());
  }

  @Property(tries = 150)
  void oneProfileMoreNeverMakesItFit(@ForAll("few") Cases.Asked asked) {
    boolean fits = asked.gpu().fit(asked.profiles()).fits();
    for (MigProfile profile : asked.gpu().profiles()) {
      List<String> more = new ArrayList<>(asked.profiles());
      more.add(profile.name());

      assertThat(asked.gpu().fit(more).fits() && !fits).as(more.toString()).isFalse();
    }
  }

  @Property(tries = 150)
  void noFewerCardsHoldThemThanItTakes(@ForAll("several") Cases.Asked asked) {
    MigFit fit = asked.gpu().cards(7).fit(asked.profiles());

    assertThat(fit.isExact()).isTrue();
    assertThat(fit.gpusUsed()).isEqualTo(fewest(asked.gpu(), asked.profiles(), new ArrayList<>()));
  }

  /** Puts the first on each card there is and on a new one, and so on. */
  private static int fewest(MigGpu gpu, List<String> left, List<List<String>> cards) {
    if (left.isEmpty()) {
      return cards.size();
    }
    int fewest = Integer.MAX_VALUE;
    List<String> rest = left.subList(1, left.size());
    for (List<String> card : List.copyOf(cards)) {
      card.add(left.get(0));
      if (fitsOne(gpu, card)) {
        fewest = Math.min(fewest, fewest(gpu, rest, cards));
      }
      card.remove(card.size() - 1);
    }
    cards.add(new ArrayList<>(List.of(left.get(0))));
    fewest = Math.min(fewest, fewest(gpu, rest, cards));
    cards.remove(cards.size() - 1);
    return fewest;
  }

  @Property(tries = 60)
  void afterAnyOfTheChangesItFits(@ForAll("few") Cases.Asked asked) {
    for (MigChange change : asked.gpu().fit(asked.profiles()).changes()) {
      assertThat(change.fit().fits()).as(change + " of " + asked).isTrue();
    }
  }
}
