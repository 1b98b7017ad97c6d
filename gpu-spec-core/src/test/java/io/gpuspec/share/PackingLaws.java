package io.gpuspec.share;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Isolation;
import io.gpuspec.Share;
import io.gpuspec.share.PlaceByDefinition.Asked;
import io.gpuspec.share.PlaceByDefinition.Drawn;
import io.gpuspec.spi.ShareRules;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Rejection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;

/**
 * Nodes of two kinds of cards and of every policy; pods with shares of one card and of several,
 * with whole cards, of a named card or any, bound to a policy or not, and replicas that keep apart.
 */
class PackingLaws {
  private static final ShareRules RULES =
      SharedCloud.RULES
          .sharesPerCard(row -> PlaceByDefinition.SHARES)
          .severalCards()
          .withWholeCards()
          .isolation(Isolation.BEST_EFFORT);

  private static Cards cards(List<Drawn> nodes) {
    return nodes.stream()
        .map(
            node ->
                Cards.of(SharedCloud.catalog(RULES), node.gpu(), 1, node.cards())
                    .isolation(node.isolation()))
        .reduce(Cards::and)
        .orElseThrow();
  }

  /** The first is a V100, so that the larger shares are not above every card. */
  @Provide
  Arbitrary<List<Drawn>> nodes() {
    Arbitrary<Isolation> isolation = Arbitraries.of(Isolation.class);
    Arbitrary<Integer> cards = Arbitraries.integers().between(1, 3);
    Arbitrary<Drawn> any =
        Combinators.combine(Arbitraries.of("T4", "V100-32G"), cards, isolation).as(Drawn::new);
    Arbitrary<Drawn> first =
        Combinators.combine(cards, isolation).as((n, policy) -> new Drawn("V100-32G", n, policy));
    return Combinators.combine(first, any.list().ofMaxSize(2))
        .as(
            (one, more) -> {
              List<Drawn> all = new ArrayList<>(List.of(one));
              all.addAll(more);
              return all;
            });
  }

  @Provide
  Arbitrary<Asked> asked() {
    Arbitrary<Integer> memory = Arbitraries.of(1, 2, 3, 4, 5, 7, 10, 14, 14, 16, 30);
    Arbitrary<Integer> compute = Arbitraries.of(0, 5, 25, 30, 50, 60, 100);
    Arbitrary<String> replicaOf = Arbitraries.of("", "", "", "web");
    Arbitrary<String> isolation = Arbitraries.of("", "", "", "BEST_EFFORT", "FIXED_SHARE");
    Arbitrary<String> gpu = Arbitraries.of("", "", "T4", "V100-32G");
    Arbitrary<Asked> share =
        Combinators.combine(memory, compute, gpu, replicaOf, isolation)
            .as((gib, percent, of, as, on) -> asked(gib, percent, 1, of, as, on));
    Arbitrary<Asked> several =
        Combinators.combine(memory, Arbitraries.of(2, 3), gpu, replicaOf, isolation)
            .as((gib, count, of, as, on) -> asked(gib, 0, count, of, as, on));
    Arbitrary<Asked> whole =
        Combinators.combine(Arbitraries.of(1, 2), gpu, replicaOf, isolation)
            .as((count, of, as, on) -> new Asked(0, 0, count, true, of, as, on));
    return Arbitraries.oneOf(List.of(share, share, share, several, whole));
  }

  private static Asked asked(int gib, int percent, int cards, String gpu, String as, String on) {
    return new Asked(
        gpu.equals("T4") ? Math.min(gib, 14) : gib, percent, cards, false, gpu, as, on);
  }

  private static List<SharePod> pods(List<Asked> asked) {
    return IntStream.range(0, asked.size()).mapToObj(i -> asked.get(i).pod("pod-" + i)).toList();
  }

  @Property
  void podsGoWhereTheDefinitionSays(
      @ForAll SharePolicy policy,
      @ForAll @Size(max = 8) List<@From("asked") Asked> asked,
      @ForAll("nodes") List<Drawn> nodes) {
    PlaceByDefinition definition = new PlaceByDefinition(nodes);
    List<String> expected = asked.stream().map(pod -> definition.place(policy, pod)).toList();

    Packing packing = cards(nodes).pack(policy, pods(asked));

    assertThat(places(packing, asked.size())).isEqualTo(expected);
  }

  /** So many that nodes change their order many times. */
  @Property(tries = 100)
  void manyPodsGoWhereTheDefinitionSays(
      @ForAll SharePolicy policy,
      @ForAll @Size(min = 60, max = 90) List<@From("asked") Asked> asked,
      @ForAll("nodes") List<Drawn> nodes) {
    List<Drawn> many = new ArrayList<>();
    IntStream.range(0, 5).forEach(each -> many.addAll(nodes));
    PlaceByDefinition definition = new PlaceByDefinition(many);
    List<String> expected = asked.stream().map(pod -> definition.place(policy, pod)).toList();

    assertThat(places(cards(many).pack(policy, pods(asked)), asked.size())).isEqualTo(expected);
  }

  private static List<String> places(Packing packing, int pods) {
    Map<String, String> byPod = new HashMap<>();
    packing.placed().forEach(one -> byPod.put(one.pod().name(), one.node() + "" + one.cards()));
    packing.unplaced().forEach(one -> byPod.put(one.name(), "none"));
    return IntStream.range(0, pods).mapToObj(i -> byPod.get("pod-" + i)).toList();
  }

  @Property
  void noCardIsEverAboveWhatItHas(
      @ForAll SharePolicy policy,
      @ForAll @Size(max = 40) List<@From("asked") Asked> asked,
      @ForAll("nodes") List<Drawn> nodes) {
    Packing packing = cards(nodes).pack(policy, pods(asked));

    Map<String, List<SharePod>> byCard = new HashMap<>();
    for (Placed placed : packing.placed()) {
      for (int card : placed.cards()) {
        byCard
            .computeIfAbsent(placed.node() + "/" + card, any -> new ArrayList<>())
            .add(placed.pod());
      }
    }
    for (Card card : packing.cards().all()) {
      List<SharePod> pods = byCard.getOrDefault(card.node() + "/" + card.number(), List.of());
      hasRoomForAll(pods, nodes.get(card.node()).memory());
      assertThat(card.shares())
          .isEqualTo(pods.stream().flatMap(pod -> pod.devices().share().stream()).toList());
    }
  }

  private static void hasRoomForAll(List<SharePod> pods, int memory) {
    List<Share> shares = pods.stream().flatMap(pod -> pod.devices().share().stream()).toList();
    if (shares.size() < pods.size()) {
      assertThat(pods).as("a card that a pod has whole").hasSize(1);
      return;
    }
    assertThat(shares).hasSizeLessThanOrEqualTo(PlaceByDefinition.SHARES);
    assertThat(shares.stream().map(Share::memory).reduce(MemorySize.ZERO, MemorySize::plus))
        .isLessThanOrEqualTo(MemorySize.ofGibibytes(memory));
    assertThat(shares.stream().mapToInt(share -> share.compute().orElse(0)).sum())
        .isLessThanOrEqualTo(100);
  }

  @Property
  void podsAreWhereTheyMayBe(
      @ForAll SharePolicy policy,
      @ForAll @Size(max = 20) List<@From("asked") Asked> asked,
      @ForAll("nodes") List<Drawn> nodes) {
    Packing packing = cards(nodes).pack(policy, pods(asked));

    Set<String> nodesOfWeb = new HashSet<>();
    for (Placed placed : packing.placed()) {
      SharePod pod = placed.pod();
      Drawn node = nodes.get(placed.node());
      assertThat(placed.cards()).hasSize(pod.devices().count()).doesNotHaveDuplicates();
      assertThat(List.of(node.gpu())).containsAnyElementsOf(namesOr(pod, node.gpu()));
      assertThat(pod.isolation().orElse(node.isolation())).isEqualTo(node.isolation());
      if (pod.replicaOf().isPresent()) {
        assertThat(nodesOfWeb.add("node " + placed.node())).isTrue();
      }
    }
  }

  private static List<String> namesOr(SharePod pod, String any) {
    return pod.devices().names().isEmpty() ? List.of(any) : pod.devices().names();
  }

  @Property
  void everyPodIsThereOnceAndOneWithoutAPlaceHasReasons(
      @ForAll SharePolicy policy,
      @ForAll @Size(max = 40) List<@From("asked") Asked> asked,
      @ForAll("nodes") List<Drawn> nodes) {
    Packing packing = cards(nodes).pack(policy, pods(asked));

    assertThat(packing.placed().size() + packing.unplaced().size()).isEqualTo(asked.size());
    assertThat(packing.unplaced())
        .allSatisfy(pod -> assertThat(pod.reasons()).as(pod.name()).isNotEmpty());
  }

  /** A node of the cards before a pod came, as far as the pod is concerned. */
  private record Before(int node, List<Card> cards, SharePod pod, Set<Integer> nodesOfWeb) {

    static List<Before> of(Cards cards, SharePod pod, Set<Integer> nodesOfWeb) {
      Map<Integer, List<Card>> byNode = new TreeMap<>();
      cards
          .all()
          .forEach(card -> byNode.computeIfAbsent(card.node(), any -> new ArrayList<>()).add(card));
      return byNode.keySet().stream()
          .map(node -> new Before(node, byNode.get(node), pod, nodesOfWeb))
          .toList();
    }

    boolean isEmpty() {
      return cards.stream().allMatch(Card::isEmpty);
    }

    /** How few empty cards the pod could take; empty where it has no place. */
    List<Card> openFirst() {
      Card any = cards.get(0);
      boolean admitted =
          namesOr(pod, any.gpu()).contains(any.gpu())
              && pod.isolation()
                  .equals(pod.isolation().isEmpty() ? pod.isolation() : any.isolation())
              && !(any.isolation().orElseThrow() != Isolation.BEST_EFFORT
                  && pod.devices().share().filter(s -> s.compute().isEmpty()).isPresent())
              && !(pod.replicaOf().isPresent() && nodesOfWeb.contains(node));
      return admitted
          ? cards.stream()
              .filter(card -> pod.devices().share().map(card::fits).orElse(card.isEmpty()))
              .sorted(Comparator.comparing(Card::isEmpty))
              .limit(pod.devices().count())
              .toList()
          : List.of();
    }

    boolean hasPlace() {
      return openFirst().size() == pod.devices().count();
    }

    long opened() {
      return openFirst().stream().filter(Card::isEmpty).count();
    }

    MemorySize left() {
      return cards.stream().map(Card::memoryFree).reduce(MemorySize.ZERO, MemorySize::plus);
    }
  }

  /** Places pods one by one, and lets a law look at the nodes before and at the one chosen. */
  private static void eachPlaced(
      SharePolicy policy, List<Drawn> nodes, List<Asked> asked, Law law) {
    Cards cards = cards(nodes);
    Set<Integer> nodesOfWeb = new HashSet<>();
    for (SharePod pod : pods(asked)) {
      List<Before> before = Before.of(cards, pod, nodesOfWeb);
      Packing packing = cards.pack(policy, List.of(pod));
      for (Placed placed : packing.placed()) {
        law.holds(before, placed);
        pod.replicaOf().ifPresent(web -> nodesOfWeb.add(placed.node()));
      }
      cards = packing.cards();
    }
  }

  private interface Law {
    void holds(List<Before> nodes, Placed placed);
  }

  @Property
  void binpackOpensNothingWhileAnOpenOneFits(
      @ForAll @Size(max = 20) List<@From("asked") Asked> asked,
      @ForAll("nodes") List<Drawn> nodes) {
    eachPlaced(
        SharePolicy.BINPACK,
        nodes,
        asked,
        (before, placed) -> {
          Before chosen = before.get(placed.node());
          List<Before> open =
              before.stream().filter(node -> !node.isEmpty() && node.hasPlace()).toList();
          long opened =
              placed.cards().stream().filter(card -> chosen.cards().get(card).isEmpty()).count();
          if (chosen.isEmpty()) {
            assertThat(open).as("open nodes with room").isEmpty();
          }
          assertThat(open)
              .allSatisfy(node -> assertThat(opened).isLessThanOrEqualTo(node.opened()));
        });
  }

  @Property
  void spreadPicksTheNodeWithMostLeftOfThoseThatFit(
      @ForAll @Size(max = 20) List<@From("asked") Asked> asked,
      @ForAll("nodes") List<Drawn> nodes) {
    eachPlaced(
        SharePolicy.SPREAD,
        nodes,
        asked,
        (before, placed) ->
            assertThat(before)
                .filteredOn(Before::hasPlace)
                .extracting(Before::left)
                .allSatisfy(
                    left ->
                        assertThat(left).isLessThanOrEqualTo(before.get(placed.node()).left())));
  }

  @Property
  void whatFitsAloneIsNeverRefusedByAnEmptyCluster(
      @ForAll SharePolicy policy,
      @ForAll("asked") Asked asked,
      @ForAll("nodes") List<Drawn> nodes) {
    boolean fitsAlone =
        nodes.stream().anyMatch(node -> new PlaceByDefinition(List.of(node)).hasPlace(asked));

    assertThat(cards(nodes).pack(policy, pods(List.of(asked))).isComplete()).isEqualTo(fitsAlone);
  }

  /** What a pod cannot have, no later pod brings back: its reasons are about cards that stay. */
  @Property
  void refusedPodIsRefusedAgain(
      @ForAll SharePolicy policy,
      @ForAll @Size(max = 30) List<@From("asked") Asked> asked,
      @ForAll("nodes") List<Drawn> nodes) {
    List<SharePod> pods = pods(asked);
    Packing packing = cards(nodes).pack(policy, pods);
    Set<String> refused = new HashSet<>();
    packing.unplaced().forEach(pod -> refused.add(pod.name()));

    List<SharePod> again = pods.stream().filter(pod -> refused.contains(pod.name())).toList();

    assertThat(packing.cards().pack(policy, again).placed()).isEmpty();
    assertThat(packing.unplaced()).extracting(Rejection::name).hasSize(again.size());
  }

  /** Of pods that ask for the same, too, whose reasons are found once. */
  @Property
  void packingOneByOneIsPackingTogether(
      @ForAll SharePolicy policy,
      @ForAll @Size(max = 12) List<@From("asked") Asked> drawn,
      @ForAll("nodes") List<Drawn> nodes) {
    List<Asked> asked = new ArrayList<>(drawn);
    asked.addAll(drawn);
    Cards cards = cards(nodes);
    List<String> placed = new ArrayList<>();
    List<String> unplaced = new ArrayList<>();
    for (SharePod pod : pods(asked)) {
      Packing packing = cards.pack(policy, List.of(pod));
      packing.placed().forEach(each -> placed.add(each.toString()));
      packing.unplaced().forEach(each -> unplaced.add(each.toString()));
      cards = packing.cards();
    }

    Packing together = cards(nodes).pack(policy, pods(asked));
    assertThat(together.placed()).map(Placed::toString).isEqualTo(placed);
    assertThat(together.unplaced()).map(Rejection::toString).isEqualTo(unplaced);
  }
}
