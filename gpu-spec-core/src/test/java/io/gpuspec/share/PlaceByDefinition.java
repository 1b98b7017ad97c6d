package io.gpuspec.share;

import io.gpuspec.Devices;
import io.gpuspec.Isolation;
import io.gpuspec.Share;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The definitions of binpack and spread, tried out on every set of cards of every node; it has its
 * own books and shares no code with the packer.
 */
final class PlaceByDefinition {
  static final int SHARES = 4;

  /** What a card has left; shares is how many more it takes. */
  private static final class Left {
    int memory;
    int compute = 100;
    int shares = SHARES;
    boolean used;

    Left(int memory) {
      this.memory = memory;
    }
  }

  /** A node as the laws draw it: so many cards of one kind, and a policy. */
  record Drawn(String gpu, int cards, Isolation isolation) {
    int memory() {
      return gpu.equals("T4") ? 14 : 30;
    }
  }

  /**
   * A pod as the laws draw it: GiB and percent of each of some cards, or the cards whole.
   *
   * @param gpu which; any where it is empty
   * @param replicaOf what it keeps apart from its like; from none where it is empty
   * @param isolation of its node, one of the names; any where it is empty
   */
  record Asked(
      int memory,
      int compute,
      int cards,
      boolean whole,
      String gpu,
      String replicaOf,
      String isolation) {

    SharePod pod(String name) {
      Devices named = gpu.isEmpty() ? Devices.any() : Devices.of(gpu);
      Devices devices = named.count(cards);
      SharePod pod = SharePod.of(name, whole ? devices : devices.shared(share()));
      SharePod apart = replicaOf.isEmpty() ? pod : pod.replicaOf(replicaOf);
      return isolation.isEmpty() ? apart : apart.on(Isolation.valueOf(isolation));
    }

    private Share share() {
      return compute == 0 ? Share.of(memory + "Gi") : Share.of(memory + "Gi", compute);
    }
  }

  private record Place(int node, List<Integer> cards) {}

  private final List<Drawn> drawn;
  private final List<Left[]> nodes = new ArrayList<>();
  private final List<List<String>> replicas = new ArrayList<>();

  PlaceByDefinition(List<Drawn> drawn) {
    this.drawn = drawn;
    for (Drawn node : drawn) {
      Left[] cards = new Left[node.cards()];
      Arrays.setAll(cards, card -> new Left(node.memory()));
      nodes.add(cards);
      replicas.add(new ArrayList<>());
    }
  }

  /**
   * The pod's place, such as {@code 1[0, 2]}, which it then has; {@code none} where it has none.
   */
  String place(SharePolicy policy, Asked pod) {
    Place best = null;
    for (Place place : places(pod)) {
      if (best == null || isBefore(policy, place, best)) {
        best = place;
      }
    }
    if (best == null) {
      return "none";
    }
    for (int card : best.cards()) {
      take(nodes.get(best.node())[card], pod);
    }
    replicas.get(best.node()).add(pod.replicaOf());
    return best.node() + best.cards().toString();
  }

  /** Whether there is any place for it as things stand. */
  boolean hasPlace(Asked pod) {
    return !places(pod).isEmpty();
  }

  private static void take(Left card, Asked pod) {
    card.used = true;
    card.memory -= pod.whole() ? card.memory : pod.memory();
    card.compute -= pod.whole() ? card.compute : pod.compute();
    card.shares -= pod.whole() ? card.shares : 1;
  }

  private List<Place> places(Asked pod) {
    List<Place> all = new ArrayList<>();
    for (int node = 0; node < nodes.size(); node++) {
      if (!admits(node, pod)) {
        continue;
      }
      Left[] left = nodes.get(node);
      for (int set = 0; set < 1 << left.length; set++) {
        List<Integer> cards = members(set);
        if (cards.size() == pod.cards() && cards.stream().allMatch(card -> fits(left[card], pod))) {
          all.add(new Place(node, cards));
        }
      }
    }
    return all;
  }

  private boolean admits(int number, Asked pod) {
    Drawn node = drawn.get(number);
    boolean quota = node.isolation() != Isolation.BEST_EFFORT;
    return (pod.gpu().isEmpty() || pod.gpu().equals(node.gpu()))
        && (pod.isolation().isEmpty() || pod.isolation().equals(node.isolation().name()))
        && (pod.whole() || pod.compute() > 0 || !quota)
        && (pod.replicaOf().isEmpty() || !replicas.get(number).contains(pod.replicaOf()));
  }

  private static List<Integer> members(int set) {
    List<Integer> cards = new ArrayList<>();
    for (int card = 0; set >> card != 0; card++) {
      if ((set >> card & 1) == 1) {
        cards.add(card);
      }
    }
    return cards;
  }

  private static boolean fits(Left card, Asked pod) {
    return pod.whole()
        ? !card.used
        : card.memory >= pod.memory() && card.compute >= pod.compute() && card.shares > 0;
  }

  /** Each criterion in turn; the first in which two places differ decides. */
  private boolean isBefore(SharePolicy policy, Place one, Place other) {
    int[] a = policy == SharePolicy.BINPACK ? binpack(one) : spread(one);
    int[] b = policy == SharePolicy.BINPACK ? binpack(other) : spread(other);
    return Arrays.compare(a, b) < 0;
  }

  private int[] binpack(Place place) {
    List<Integer> order = new ArrayList<>();
    order.add(used(place.node()) ? 0 : 1);
    order.add((int) place.cards().stream().filter(c -> !card(place, c).used).count());
    order.addAll(left(place.node()));
    order.add(place.node());
    List<int[]> cards = new ArrayList<>();
    for (int c : place.cards()) {
      Left card = card(place, c);
      cards.add(new int[] {card.used ? 0 : 1, card.memory, card.compute, card.shares, c});
    }
    return with(order, cards);
  }

  private int[] spread(Place place) {
    List<Integer> order = new ArrayList<>();
    left(place.node()).forEach(amount -> order.add(-amount));
    order.add(place.node());
    List<int[]> cards = new ArrayList<>();
    for (int c : place.cards()) {
      Left card = card(place, c);
      cards.add(new int[] {-card.memory, -card.compute, -card.shares, c});
    }
    return with(order, cards);
  }

  private static int[] with(List<Integer> order, List<int[]> cards) {
    cards.sort(Arrays::compare);
    cards.forEach(card -> Arrays.stream(card).forEach(order::add));
    return order.stream().mapToInt(Integer::intValue).toArray();
  }

  private Left card(Place place, int card) {
    return nodes.get(place.node())[card];
  }

  private boolean used(int node) {
    return Arrays.stream(nodes.get(node)).anyMatch(card -> card.used);
  }

  private List<Integer> left(int number) {
    Left[] node = nodes.get(number);
    return List.of(
        Arrays.stream(node).mapToInt(card -> card.memory).sum(),
        Arrays.stream(node).mapToInt(card -> card.compute).sum(),
        Arrays.stream(node).mapToInt(card -> card.shares).sum());
  }
}
