package io.gpuspec.mig;

import io.gpuspec.internal.Arguments;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Text;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A node whose cards have MIG layouts, as it appears in Kubernetes: the resources that NVIDIA's
 * device plugin advertises, and the labels that GPU Feature Discovery writes.
 *
 * <pre>{@code
 * MigNode node = MigNode.of(MigStrategy.MIXED, a100.cards(2).fit("7g.40gb", "3g.20gb").layouts());
 * node.resources();                        // {nvidia.com/mig-3g.20gb=1, nvidia.com/mig-7g.40gb=1}
 * node.labels("NVIDIA A100-SXM4-40GB");    // {... nvidia.com/mig-3g.20gb.count=1, ...}
 * node.pluginConfig();                     // version: v1 flags: migStrategy: mixed
 *
 * // Of a pod that asks for nvidia.com/gpu.
 * node.problems(pod);    // nvidia.com/gpu: the node does not have it; ...
 * }</pre>
 *
 * <p>It is immutable. Source: NVIDIA k8s-device-plugin 0.19, internal/rm and internal/lm. Profiles
 * that differ by a suffix only, such as {@code -me} or {@code +gfx}, are resources of their own
 * since 0.20.0 (its pull request 1807); an older plugin mixes them up.
 */
public final class MigNode {
  static final String WHOLE = "nvidia.com/gpu";

  private final MigStrategy strategy;
  private final List<MigLayout> cards;
  private final int wholeCards;

  private MigNode(MigStrategy strategy, List<MigLayout> cards, int wholeCards) {
    this.strategy = strategy;
    this.cards = cards;
    this.wholeCards = wholeCards;
  }

  /**
   * A node with a GPU for each layout.
   *
   * @throws InvalidValueException if there are no layouts, or they are of different products
   */
  public static MigNode of(MigStrategy strategy, Collection<MigLayout> cards) {
    return new MigNode(
        Arguments.required("strategy", strategy, "a MigStrategy"),
        CardLayouts.ofOneProduct(cards),
        0);
  }

  /** The same as {@link #of(MigStrategy, Collection)}. */
  public static MigNode of(MigStrategy strategy, MigLayout... cards) {
    return of(strategy, Arrays.asList(Arguments.required("cards", cards, "layouts")));
  }

  /** Returns a copy with so many cards of the product on which MIG is off. */
  public MigNode withWholeCards(int count) {
    if (count < 0) {
      throw new InvalidValueException(
          "mig.out-of-range",
          "cards: '%s' is not a number of cards; it is 0 or more".formatted(count));
    }
    return new MigNode(strategy, cards, count);
  }

  /** Returns how instances are shown. */
  public MigStrategy strategy() {
    return strategy;
  }

  /** The layouts of its cards, in order. */
  public Listing<MigLayout> cards() {
    return Listing.copyOf(cards);
  }

  int wholeCards() {
    return wholeCards;
  }

  MigGpu gpu() {
    return cards.get(0).gpu();
  }

  /** The profile of each instance, card by card. */
  List<MigProfile> instances() {
    return cards.stream()
        .flatMap(card -> card.profiles().stream().map(card.gpu()::profile))
        .toList();
  }

  /**
   * Returns why the device plugin does not start; then the node advertises nothing. Only {@link
   * MigStrategy#SINGLE} has such.
   */
  public List<String> reasons() {
    return strategy == MigStrategy.SINGLE ? new SingleStrategy(this).reasons() : List.of();
  }

  /**
   * Returns how many of each resource the device plugin advertises, by name; none where it fails.
   */
  public Map<String, Integer> resources() {
    Map<String, Integer> counts = new TreeMap<>();
    if (!reasons().isEmpty()) {
      return Map.of();
    }
    if (strategy == MigStrategy.NONE) {
      counts.put(WHOLE, cards.size() + wholeCards);
      return counts;
    }
    if (wholeCards > 0) {
      counts.put(WHOLE, wholeCards);
    }
    for (MigProfile profile : instances()) {
      counts.merge(
          strategy == MigStrategy.SINGLE ? WHOLE : profile.resourceName(), 1, Integer::sum);
    }
    return Collections.unmodifiableMap(counts);
  }

  /**
   * The labels that GPU Feature Discovery writes of the node's cards and instances, by key. A label
   * whose value is unknown for the product is left out.
   *
   * @param driverName the card's name as the driver has it, such as {@code NVIDIA A100-SXM4-40GB}
   */
  public Map<String, String> labels(String driverName) {
    return new NodeLabels(this)
        .of(Arguments.required("driverName", driverName, "such as NVIDIA A100-SXM4-40GB"));
  }

  /**
   * The node as the scheduler sees it, with its GPU resources and nothing else; CPU and memory are
   * yours to add: {@code node.view("gpu-1").allocatable(Map.of("cpu", "32", "memory", "120Gi"))}.
   */
  public NodeView view(String name) {
    return NodeView.of(name)
        .allocatable(
            resources().entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().toString())));
  }

  /**
   * Returns the NVIDIA resources that a pod requests but the node does not have, each with an
   * alternative; empty if it has all.
   *
   * @throws io.gpuspec.scheduling.PodFieldException if the pod requests an amount that the API
   *     server rejects
   */
  public Listing<String> problems(PodView pod) {
    return Listing.copyOf(new PodCheck(this).problems(Arguments.required("pod", pod, "a PodView")));
  }

  /** Returns the matching config file of the device plugin and of GPU Feature Discovery. */
  public Text pluginConfig() {
    return Text.of("version: v1\nflags:\n  migStrategy: %s\n".formatted(strategy));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MigNode that
        && strategy == that.strategy
        && cards.equals(that.cards)
        && wholeCards == that.wholeCards;
  }

  @Override
  public int hashCode() {
    return cards.hashCode() * 31 + strategy.hashCode();
  }

  /**
   * Returns text such as {@code mixed: {nvidia.com/mig-3g.20gb=2}}, or why the plugin does not
   * start.
   */
  @Override
  public String toString() {
    return strategy
        + ": "
        + (reasons().isEmpty() ? resources() : "fails: " + String.join("; ", reasons()));
  }
}
