package io.gpuspec.share;

import io.gpuspec.Devices;
import io.gpuspec.Isolation;
import io.gpuspec.Share;
import io.gpuspec.SpecCatalog;
import io.gpuspec.Target;
import io.gpuspec.internal.Arguments;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Nodes whose cards pods share, with what is on each card.
 *
 * <pre>{@code
 * // Two nodes with two T4 each.
 * Cards cards = Cards.of(gpus.in("tke/qgpu"), "T4", 2, 2);
 * cards.running(0, 1, Share.of("4Gi", 25)).all();
 *     // node 0 card 0: T4 · free 14Gi of 14Gi and 100% · 0 shares
 *     // node 0 card 1: T4 · free 10Gi of 14Gi and 75% · 1 share
 *     // node 1 card 0: T4 · free 14Gi of 14Gi and 100% · 0 shares
 *     // node 1 card 1: T4 · free 14Gi of 14Gi and 100% · 0 shares
 * cards.pack(SharePolicy.BINPACK, 14, Devices.any().share("4Gi", 25));
 *     // 12 of 14 pods placed on 4 of 4 cards (binpack) ...
 *
 * // Nodes of two policies.
 * cards.isolation(Isolation.FIXED_SHARE).and(cards.isolation(Isolation.BURST_SHARE));
 * }</pre>
 *
 * <p>Nodes and the cards of a node are numbered from 0. It is immutable.
 */
public final class Cards {
  private static final int MOST_NODES = 100_000;
  private static final int MOST_CARDS = 64;

  private final List<ShareNode> nodes;

  Cards(List<ShareNode> nodes) {
    this.nodes = List.copyOf(nodes);
  }

  /**
   * Empty cards, shared according to a catalog's rules.
   *
   * @param target a target whose cards are shared
   * @param gpu one card, as the catalog names it
   * @param nodes how many nodes, 1 to 100000
   * @param cards how many cards each has, 1 to 64
   * @throws InvalidValueException if the target shares no cards, does not have this name, or the
   *     name stands for several
   */
  public static Cards of(Target target, String gpu, int nodes, int cards) {
    return of(Arguments.required("target", target, "a Target").catalog(), gpu, nodes, cards);
  }

  static Cards of(SpecCatalog catalog, String gpu, int nodes, int cards) {
    Arguments.notNull("catalog, gpu", catalog, gpu);
    checkCount("nodes", nodes, MOST_NODES);
    checkCount("cards", cards, MOST_CARDS);
    CardKind kind = CardKind.of(catalog, gpu);
    return new Cards(
        IntStream.range(0, nodes).mapToObj(node -> ShareNode.empty(kind, node, cards)).toList());
  }

  private static void checkCount(String what, int count, int most) {
    if (count < 1 || count > most) {
      throw new InvalidValueException(
          "share.out-of-range",
          "%s: '%s' is not a number of %s to pack; write 1 to %s"
              .formatted(what, count, what, most));
    }
  }

  /**
   * The same cards, on nodes with this policy.
   *
   * @throws InvalidValueException if the technology has no such policies, or a card is in use
   */
  public Cards isolation(Isolation policy) {
    Arguments.required("policy", policy, "an Isolation");
    for (ShareNode node : nodes) {
      if (node.isolation().isEmpty()) {
        throw new InvalidValueException(
            "share.unsupported",
            "isolation: '%s' is a policy of qGPU, and %s has none; remove it"
                .formatted(policy, node.kind().technology()));
      }
      if (!node.isEmpty()) {
        throw new InvalidValueException(
            "share.conflict",
            "isolation: '%s' for node %s, which has pods; choose it before they come"
                .formatted(policy, node.number()));
      }
    }
    return new Cards(nodes.stream().map(node -> node.with(policy)).toList());
  }

  /**
   * Returns these nodes and others, which are numbered after these.
   *
   * @throws InvalidValueException if they are of another target or edition
   */
  public Cards and(Cards more) {
    Arguments.required("more", more, "Cards");
    List<ShareNode> all = new ArrayList<>(nodes);
    for (ShareNode node : more.nodes) {
      if (!node.kind().isOfSameCatalog(nodes.get(0).kind())) {
        throw new InvalidValueException(
            "share.conflict",
            "cards: '%s' beside cards of %s; pack each by itself"
                .formatted(node.kind().target(), nodes.get(0).kind().target()));
      }
      all.add(node.numbered(all.size()));
    }
    return new Cards(all);
  }

  /**
   * Returns a copy with pods running on one card.
   *
   * @throws InvalidValueException if the card does not exist, a share is forbidden, or does not fit
   */
  public Cards running(int node, int card, Share... shares) {
    List<ShareNode> changed = new ArrayList<>(nodes);
    List<@Nullable Share> given = Arrays.asList(Arguments.required("shares", shares, "Shares"));
    for (Share share : Arguments.<Share>copied("shares", given, "Shares")) {
      checkRunning(card(changed, node, card), share);
      changed.set(node, changed.get(node).running(card, share));
    }
    return new Cards(changed);
  }

  private static void checkRunning(Card at, Share share) {
    Packer.serving(List.of(at.kind()), SharePod.of("running", Devices.any().shared(share)));
    if (at.isolation().filter(Isolation::needsCompute).isPresent() && share.compute().isEmpty()) {
      throw new InvalidValueException(
          "share.missing",
          "running: '%s' asks for no compute, and a node with %s gives a pod only what it asks for; give what really runs there"
              .formatted(share, at.isolation().get()));
    }
    if (!at.fits(share)) {
      throw new InvalidValueException(
          "share.out-of-range",
          "running: '%s' has no room on %s; give what really runs there".formatted(share, at));
    }
  }

  private static Card card(List<ShareNode> nodes, int node, int card) {
    if (node < 0 || node >= nodes.size()) {
      throw new InvalidValueException(
          "share.unknown",
          "node: '%s' is none; they are numbered 0 to %s".formatted(node, nodes.size() - 1));
    }
    List<Card> cards = nodes.get(node).cards();
    if (card < 0 || card >= cards.size()) {
      throw new InvalidValueException(
          "share.unknown",
          "card: '%s' is none; those of node %s are numbered 0 to %s"
              .formatted(card, node, cards.size() - 1));
    }
    return cards.get(card);
  }

  /**
   * Packs pods that all make the same request, named {@code pod-0} and so on.
   *
   * @throws InvalidValueException if there are no pods, or the rules forbid what they request
   */
  public Packing pack(SharePolicy policy, int pods, Devices devices) {
    Arguments.required("devices", devices, "Devices, such as Devices.any().share(\"4Gi\", 25)");
    checkCount("pods", pods, 1_000_000);
    return pack(
        policy,
        IntStream.range(0, pods).mapToObj(pod -> SharePod.of("pod-" + pod, devices)).toList());
  }

  /**
   * Packs pods one after the other in the order given, as a scheduler places them; none is moved
   * for a later one.
   *
   * @throws InvalidValueException if the rules forbid a request on every card, or no card that it
   *     may go to has that much memory
   * @throws io.gpuspec.value.UnknownNameException if a pod names an unknown GPU
   */
  public Packing pack(SharePolicy policy, List<SharePod> pods) {
    Arguments.required("policy", policy, "BINPACK or SPREAD");
    return new Packer(policy, nodes).pack(Arguments.copied("pods", pods, "SharePods"));
  }

  /** Returns every card, by node and number. */
  public Listing<Card> all() {
    return Listing.copyOf(nodes.stream().flatMap(node -> node.cards().stream()).toList());
  }

  /** Returns each card on its own line. */
  @Override
  public String toString() {
    return all().toString();
  }
}
