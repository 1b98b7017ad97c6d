package io.gpuspec.mig;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
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

  @Provide
  Arbitrary<Cases.AskedOfSeveral> ofSeveral() {
    return Cases.askedOfSeveral(7);
  }

  private static boolean fitsOne(MigGpu gpu, List<String> profiles) {
    return COMBINATIONS
        .computeIfAbsent(gpu, each -> BruteForce.of(each).combinations())
        .contains(profiles.stream().sorted().toList());
  }

  @Property
  void oneCardHoldsExactlyWhatBruteForceSays(@ForAll("few") Cases.Asked asked) {
    MigFit fit = asked.gpu().cards(1).fit(asked.profiles());

    assertThat(fit.fits()).isEqualTo(fitsOne(asked.gpu(), asked.profiles()));
    assertThat(fit.reasons().isEmpty()).isEqualTo(fit.fits());
    assertThat(fit.changes().isEmpty()).isEqualTo(fit.fits());
    assertThat(fit.isExact()).isTrue();
    // Never the catch-all: on one empty card slices, engines and counts say it all.
    assertThat(fit.reasons()).noneMatch(reason -> reason.startsWith("cards"));
  }

  @Property
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
    boolean fits = asked.gpu().cards(1).fit(asked.profiles()).fits();
    for (MigProfile profile : asked.gpu().profiles()) {
      List<String> more = new ArrayList<>(asked.profiles());
      more.add(profile.name());

      assertThat(asked.gpu().cards(1).fit(more).fits() && !fits).as(more.toString()).isFalse();
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

  @Property
  void aMixedFleetHoldsExactlyWhatBruteForceSaysOnAsFewCards(
      @ForAll("ofSeveral") Cases.AskedOfSeveral asked) {
    MigFit fit = asked.fleet().fit(asked.profiles());
    OptionalInt fewest = fewestOf(asked.cards(), asked.profiles(), Map.of());

    assertThat(fit.isExact()).isTrue();
    assertThat(fit.fits()).isEqualTo(fewest.isPresent());
    fewest.ifPresent(cards -> assertThat(fit.gpusUsed()).isEqualTo(cards));
    assertThat(fit.layouts().stream().flatMap(layout -> layout.profiles().stream()))
        .containsExactlyInAnyOrderElementsOf(fit.fits() ? asked.profiles() : List.of());
    assertThat(fit.reasons().isEmpty()).isEqualTo(fit.fits());
    // With a card of each product for each profile there is room, and never on fewer than said.
    if (!fit.fits()) {
      List<MigGpu> many = new ArrayList<>();
      asked.profiles().forEach(profile -> many.addAll(asked.cards()));
      assertThat(fit.leastGpus())
          .isLessThanOrEqualTo(
              fewestOf(many, asked.profiles(), Map.of()).orElse(Integer.MAX_VALUE));
    }
  }

  /** Puts the first on each of the cards, and so on; what a card holds is by its place. */
  private static OptionalInt fewestOf(
      List<MigGpu> cards, List<String> left, Map<Integer, List<String>> held) {
    if (left.isEmpty()) {
      return OptionalInt.of(held.size());
    }
    OptionalInt fewest = OptionalInt.empty();
    Set<MigGpu> emptyTried = new HashSet<>();
    for (int card = 0; card < cards.size(); card++) {
      // Of empty cards alike one will do.
      if (!held.containsKey(card) && !emptyTried.add(cards.get(card))) {
        continue;
      }
      List<String> more = new ArrayList<>(held.getOrDefault(card, List.of()));
      more.add(left.get(0));
      if (fitsOne(cards.get(card), more)) {
        Map<Integer, List<String>> then = new HashMap<>(held);
        then.put(card, more);
        OptionalInt found = fewestOf(cards, left.subList(1, left.size()), then);
        if (found.isPresent() && (fewest.isEmpty() || found.getAsInt() < fewest.getAsInt())) {
          fewest = found;
        }
      }
    }
    return fewest;
  }

  @Property(tries = 60)
  void afterAnyOfTheChangesItFits(@ForAll("few") Cases.Asked asked) {
    for (MigChange change : asked.gpu().cards(1).fit(asked.profiles()).changes()) {
      assertThat(change.fit().fits()).as(change + " of " + asked).isTrue();
    }
  }
}
