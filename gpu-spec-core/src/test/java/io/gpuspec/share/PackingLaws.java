package io.gpuspec.share;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Devices;
import io.gpuspec.MemorySize;
import io.gpuspec.Rejection;
import io.gpuspec.Share;
import io.gpuspec.share.PlaceByDefinition.Asked;
import io.gpuspec.spi.ShareRules;
import io.gpuspec.spi.ShareRules.SeveralCards;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class PackingLaws {
  private static final int MEMORY = 14;
  private static final int SHARES = 4;

  private static final ShareRules RULES =
      SharedCloud.RULES
          .sharesPerCard(row -> SHARES)
          .severalCards(SeveralCards.MEMORY_ONLY)
          .wholeCardsToo();

  private static Cards cards(int nodes, int each) {
    return Cards.of(SharedCloud.catalog(RULES), "T4", nodes, each);
  }

  @Provide
  Arbitrary<Asked> asked() {
    Arbitrary<Integer> memory = Arbitraries.integers().between(1, MEMORY);
    Arbitrary<Integer> compute = Arbitraries.of(0, 0, 5, 25, 30, 50, 60, 100);
    Arbitrary<String> replicaOf = Arbitraries.of("", "", "", "web");
    Arbitrary<Asked> share =
        Combinators.combine(memory, compute, replicaOf)
            .as((gib, percent, of) -> new Asked(gib, percent, 1, false, of));
    Arbitrary<Asked> several =
        Combinators.combine(memory, Arbitraries.of(2, 3), replicaOf)
            .as((gib, count, of) -> new Asked(gib, 0, count, false, of));
    Arbitrary<Asked> whole =
        Combinators.combine(Arbitraries.of(1, 2), replicaOf)
            .as((count, of) -> new Asked(0, 0, count, true, of));
    return Arbitraries.oneOf(List.of(share, share, share, several, whole));
  }

  private static List<SharePod> pods(List<Asked> asked) {
    return IntStream.range(0, asked.size()).mapToObj(i -> pod("pod-" + i, asked.get(i))).toList();
  }

  private static SharePod pod(String name, Asked asked) {
    Devices cards = Devices.of(asked.cards(), "T4");
    SharePod pod = SharePod.of(name, asked.whole() ? cards : cards.shared(asked.share()));
    return asked.replicaOf().isEmpty() ? pod : pod.replicaOf(asked.replicaOf());
  }

  @Property
  void podsGoWhereTheDefinitionSays(
      @ForAll SharePolicy policy,
      @ForAll @Size(max = 8) List<@From("asked") Asked> asked,
      @ForAll @IntRange(min = 1, max = 3) int nodes,
      @ForAll @IntRange(min = 1, max = 3) int each) {
    PlaceByDefinition definition = new PlaceByDefinition(nodes, each, MEMORY, SHARES);
    List<String> expected = asked.stream().map(pod -> definition.place(policy, pod)).toList();

    Packing packing = cards(nodes, each).pack(policy, pods(asked));

    assertThat(places(packing, asked.size())).isEqualTo(expected);
  }

  private static List<String> places(Packing packing, int pods) {
    Map<String, String> byPod = new HashMap<>();
    packing.placed().forEach(one -> byPod.put(one.pod().name(), one.node() + "" + one.cards()));
    packing.unplaced().forEach(one -> byPod.put(one.name(), "none"));
    return IntStream.range(0, pods).mapToObj(i -> byPod.get("pod-" + i)).toList();
  }

  @Property
  void noCardIsEverAboveWhatItHas(
      @ForAll SharePolicy policy, @ForAll @Size(max = 40) List<@From("asked") Asked> asked) {
    Packing packing = cards(3, 2).pack(policy, pods(asked));

    Map<String, List<SharePod>> byCard = new HashMap<>();
    for (Placed placed : packing.placed()) {
      for (int card : placed.cards()) {
        byCard
            .computeIfAbsent(placed.node() + "/" + card, any -> new ArrayList<>())
            .add(placed.pod());
      }
    }
    byCard.values().forEach(PackingLaws::hasRoomForAll);
  }

  private static void hasRoomForAll(List<SharePod> pods) {
    List<Share> shares = pods.stream().flatMap(pod -> pod.devices().share().stream()).toList();
    if (shares.size() < pods.size()) {
      assertThat(pods).as("a card that a pod has whole").hasSize(1);
      return;
    }
    assertThat(shares).hasSizeLessThanOrEqualTo(SHARES);
    assertThat(shares.stream().map(Share::memory).reduce(MemorySize.ZERO, MemorySize::plus))
        .isLessThanOrEqualTo(MemorySize.ofGibibytes(MEMORY));
    assertThat(shares.stream().mapToInt(share -> share.compute().orElse(0)).sum())
        .isLessThanOrEqualTo(100);
  }

  @Property
  void everyPodHasAPlaceOrAReason(
      @ForAll SharePolicy policy, @ForAll @Size(max = 40) List<@From("asked") Asked> asked) {
    Packing packing = cards(2, 2).pack(policy, pods(asked));

    assertThat(packing.placed().size() + packing.unplaced().size()).isEqualTo(asked.size());
    assertThat(packing.unplaced())
        .allSatisfy(pod -> assertThat(pod.reasons()).as(pod.name()).isNotEmpty());
  }

  @Property
  void binpackOpensNothingWhileAnOpenOneFits(
      @ForAll @Size(max = 20) List<@From("asked") Asked> asked) {
    Cards cards = cards(3, 2);
    for (SharePod pod : pods(asked)) {
      Cards before = cards;
      Packing packing = before.pack(SharePolicy.BINPACK, List.of(pod));
      for (Placed placed : packing.placed()) {
        boolean opens = placed.cards().stream().allMatch(n -> at(before, placed, n).isEmpty());
        pod.devices()
            .share()
            .filter(share -> opens && pod.devices().count() == 1 && pod.replicaOf().isEmpty())
            .ifPresent(
                share ->
                    assertThat(before.all())
                        .filteredOn(card -> !card.isEmpty())
                        .noneMatch(card -> card.fits(share)));
      }
      cards = packing.cards();
    }
  }

  @Property
  void spreadPicksTheNodeWithMostLeftOfThoseThatFit(
      @ForAll @Size(max = 20) List<@From("asked") Asked> asked) {
    Cards cards = cards(3, 2);
    for (SharePod pod : pods(asked)) {
      Cards before = cards;
      Packing packing = before.pack(SharePolicy.SPREAD, List.of(pod));
      for (Placed placed : packing.placed()) {
        if (pod.devices().count() == 1 && pod.replicaOf().isEmpty()) {
          MemorySize left = left(before, placed.node());
          assertThat(before.all())
              .filteredOn(card -> pod.devices().share().map(card::fits).orElse(card.isEmpty()))
              .allSatisfy(card -> assertThat(left(before, card.node())).isLessThanOrEqualTo(left));
        }
      }
      cards = packing.cards();
    }
  }

  private static Card at(Cards cards, Placed placed, int number) {
    return cards.all().stream()
        .filter(card -> card.node() == placed.node() && card.number() == number)
        .findFirst()
        .orElseThrow();
  }

  private static MemorySize left(Cards cards, int node) {
    return cards.all().stream()
        .filter(card -> card.node() == node)
        .map(Card::memoryFree)
        .reduce(MemorySize.ZERO, MemorySize::plus);
  }

  @Property
  void whatFitsAloneIsNeverRefusedByAnEmptyCluster(
      @ForAll SharePolicy policy, @ForAll("asked") Asked asked) {
    Packing packing = cards(1, 3).pack(policy, pods(List.of(asked)));

    assertThat(packing.unplaced()).map(Rejection::toString).isEmpty();
  }

  @Property
  void packingOneByOneIsPackingTogether(
      @ForAll SharePolicy policy, @ForAll @Size(max = 12) List<@From("asked") Asked> asked) {
    Cards cards = cards(2, 2);
    List<String> oneByOne = new ArrayList<>();
    for (SharePod pod : pods(asked)) {
      Packing packing = cards.pack(policy, List.of(pod));
      packing.placed().forEach(placed -> oneByOne.add(placed.toString()));
      cards = packing.cards();
    }

    assertThat(cards(2, 2).pack(policy, pods(asked)).placed())
        .map(Placed::toString)
        .isEqualTo(oneByOne);
  }
}
