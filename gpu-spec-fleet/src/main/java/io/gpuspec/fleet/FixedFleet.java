package io.gpuspec.fleet;

import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.EnumWords;
import io.gpuspec.internal.Words;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A fixed set of nodes on which pods are placed and removed one at a time: no node is bought and no
 * pod is moved.
 *
 * <pre>{@code
 * CpuAmount cpu = CpuAmount.ofCores(2);
 * MemorySize memory = MemorySize.ofGibibytes(4);
 * FixedFleet fleet =
 *     FixedFleet.of(
 *         List.of(new FixedFleet.Node("n1", cpu.times(4), memory.times(8), 2, "T4")),
 *         FixedFleet.Policy.BEST_FIT,
 *         List.of());
 * fleet.place(new FixedFleet.Pod("a", cpu, memory, 1, 500, Set.of()));    // Optional[n1 cards [0]]
 * fleet.place(new FixedFleet.Pod("b", cpu, memory, 1, 500, Set.of()));    // Optional[n1 cards [0]]
 * fleet.remove("a");    // true
 * fleet.allocated();    // 500
 * }</pre>
 *
 * <p>Unlike most of this library it changes, so that a scheduler can embed it: it is not for
 * several threads at once. A pod has a share of one card, in thousandths, or whole cards. Of
 * equally good nodes the first in the given order is taken.
 */
public final class FixedFleet {
  /** The thousandths of a whole card. */
  public static final int WHOLE = 1000;

  /** More cards than any node has. */
  static final int MOST_CARDS = 1024;

  /** Which of the nodes with room is taken. */
  public enum Policy {
    /** The node with the least of its cards left, and the fullest card of it. */
    BINPACK("binpack"),
    /** The node with the most of its cards left, and the emptiest card of it. */
    SPREAD("spread"),
    /** The node with the least left of cards, CPU and memory, as parts of the largest node. */
    BEST_FIT("best-fit"),
    /**
     * The node whose idle capacity that typical pods cannot use grows least (fragmentation gradient
     * descent, Weng and others, USENIX ATC 2023), of nearly equal ones the best fit.
     */
    FRAGMENTATION("fragmentation");

    private final String word;

    Policy(String word) {
      this.word = word;
    }

    /**
     * Returns the constant for its word.
     *
     * @throws InvalidValueException if no constant has that word
     */
    public static Policy parse(String word) {
      return EnumWords.parse("policy", Policy.class, Arguments.required("policy", word, "a word"));
    }

    /** Returns its word on the command line, such as {@code best-fit}. */
    @Override
    public String toString() {
      return word;
    }
  }

  /**
   * A node.
   *
   * @param name its name
   * @param cpu the CPU that pods can have
   * @param memory the memory that pods can have
   * @param cards how many cards
   * @param model their model
   */
  public record Node(String name, CpuAmount cpu, MemorySize memory, int cards, String model) {

    /** Refuses null, negative amounts and more than 1024 cards. */
    public Node {
      Arguments.notNull("name, cpu, memory, model", name, cpu, memory, model);
      if (cpu.isNegative() || memory.isNegative() || cards < 0) {
        throw new InvalidValueException(
            "fleet.out-of-range",
            "%s: '%s' CPU, '%s' of memory and '%s' cards were given; write 0 or more"
                .formatted(name, cpu, memory, cards));
      }
      if (cards > MOST_CARDS) {
        throw new InvalidValueException(
            "fleet.out-of-range",
            "%s: '%s' cards were given; write at most %s".formatted(name, cards, MOST_CARDS));
      }
    }

    /** Returns text such as {@code n1: 2 x P100, 64 CPU, 256Gi}. */
    @Override
    public String toString() {
      return "%s: %s x %s, %s CPU, %s".formatted(name, cards, model, cpu, memory);
    }
  }

  /**
   * A pod.
   *
   * @param name its name
   * @param cpu the CPU that it requests
   * @param memory the memory that it requests
   * @param cards how many cards; none for a pod without a GPU
   * @param share of each card, in thousandths; below a whole card only of one
   * @param models the models that will do; empty if any will
   */
  public record Pod(
      String name, CpuAmount cpu, MemorySize memory, int cards, int share, Set<String> models) {

    /** Refuses null, negative amounts, and shares that are not a part of a card. */
    public Pod {
      Arguments.notNull("name, cpu, memory", name, cpu, memory);
      models = Arguments.set("models", models, "names of models");
      boolean isPart = share > 0 && share < WHOLE;
      if (cpu.isNegative() || memory.isNegative() || cards < 0 || share < 0 || share > WHOLE) {
        throw new InvalidValueException(
            "fleet.out-of-range",
            "%s: '%s' CPU, '%s' of memory, '%s' cards with '%s' thousandths of each; write 0 or more, and at most %s thousandths"
                .formatted(name, cpu, memory, cards, share, WHOLE));
      }
      if (isPart && cards > 1) {
        throw new InvalidValueException(
            "fleet.unsupported",
            "%s: '%s' thousandths of %s cards; a share is of one card"
                .formatted(name, share, cards));
      }
    }

    /** Returns text such as {@code p1: 460 of 1 card, 6 CPU, 12Gi}. */
    @Override
    public String toString() {
      return "%s: %s of %s%s, %s CPU, %s"
          .formatted(
              name,
              needs().share(),
              Words.count(cards, "card"),
              models.isEmpty() ? "" : " " + models.stream().sorted().toList(),
              cpu,
              memory);
    }

    Needs needs() {
      return new Needs(
          cpu.toMillicores(),
          memory.toBytes(),
          cards,
          cards > 0 && share == 0 ? WHOLE : share,
          models);
    }
  }

  /**
   * Where a pod is.
   *
   * @param node the node's name
   * @param cards the numbers of its cards there, from 0
   */
  public record Assignment(String node, List<Integer> cards) {

    /** Refuses null. */
    public Assignment {
      Arguments.required("node", node, "the node's name");
      cards = Arguments.copied("cards", cards, "numbers");
    }

    /** Returns text such as {@code n1 cards [0]}. */
    @Override
    public String toString() {
      return node + " cards " + cards;
    }
  }

  /** What equal pods ask, in millicores and bytes. */
  record Needs(long cpu, long memory, int cards, int share, Set<String> models) {}

  private record Placed(FixedNode node, Needs needs, int[] cards) {}

  private final List<FixedNode> nodes = new ArrayList<>();
  private final Scorer scorer;
  private final Map<Needs, Integer> kinds = new HashMap<>();
  private final Map<String, Placed> placed = new HashMap<>();
  private final double allCpu;
  private final double allMemory;
  private long allocated;

  private FixedFleet(List<Node> nodes, Policy policy, Collection<Pod> typical) {
    nodes.forEach(node -> this.nodes.add(new FixedNode(node)));
    this.scorer = Scorer.of(policy, nodes, typical);
    this.allCpu = Math.max(1, this.nodes.stream().mapToDouble(FixedNode::cpu).sum());
    this.allMemory = Math.max(1, this.nodes.stream().mapToDouble(FixedNode::memory).sum());
  }

  /**
   * Returns an empty fleet.
   *
   * @param typical pods like those that will come, which the policy {@link Policy#FRAGMENTATION}
   *     keeps room for
   * @throws InvalidValueException if two nodes have the same name
   */
  public static FixedFleet of(Collection<Node> nodes, Policy policy, Collection<Pod> typical) {
    List<Node> all = Arguments.copied("nodes", nodes, "Nodes");
    Set<String> names = new HashSet<>();
    for (Node node : all) {
      if (!names.add(node.name())) {
        throw new InvalidValueException(
            "fleet.duplicate",
            "nodes: two are called '%s'; give each its own name".formatted(node.name()));
      }
    }
    return new FixedFleet(
        all,
        Arguments.required("policy", policy, "a Policy"),
        Arguments.copied("typical", typical, "Pods"));
  }

  /**
   * Places a pod on the best node with room; empty if none has.
   *
   * @throws InvalidValueException if a pod of that name is there
   */
  public Optional<Assignment> place(Pod pod) {
    Arguments.required("pod", pod, "a Pod");
    if (placed.containsKey(pod.name())) {
      throw new InvalidValueException(
          "fleet.duplicate",
          "pod: '%s' is placed already; remove it first, or give the pod its own name"
              .formatted(pod.name()));
    }
    Needs needs = pod.needs();
    int kind = kinds.computeIfAbsent(needs, each -> kinds.size());
    FixedNode best = null;
    for (FixedNode node : nodes) {
      FixedNode.Score score = node.score(kind, needs, scorer);
      if (score.fits() && (best == null || score.isBetterThan(best.score(kind, needs, scorer)))) {
        best = node;
      }
    }
    if (best == null) {
      return Optional.empty();
    }
    return Optional.of(take(pod, best, best.score(kind, needs, scorer).card()));
  }

  /**
   * Places pods that are all known in advance, so that as much of the GPUs as possible is used:
   * pods with more than one GPU first, then GPUs with the pods that fill them best, then pods
   * without a GPU. No running pod is moved.
   *
   * @return the pods that have a place, in the order in which they got it
   * @throws InvalidValueException if a pod of that name exists already, or two have the same
   */
  public Map<String, Assignment> placeTogether(Collection<Pod> pods) {
    List<Pod> all = new ArrayList<>(Arguments.copied("pods", pods, "Pods"));
    Set<String> names = new HashSet<>(placed.keySet());
    for (Pod pod : all) {
      if (!names.add(pod.name())) {
        throw new InvalidValueException(
            "fleet.duplicate",
            "pod: '%s' is there twice; give each pod its own name".formatted(pod.name()));
      }
    }
    Map<String, Assignment> assignments = new LinkedHashMap<>();
    all.sort(
        Comparator.<Pod>comparingInt(pod -> -pod.cards())
            .thenComparing(Pod::cpu, Comparator.reverseOrder())
            .thenComparing(Pod::name));
    all.stream().filter(pod -> pod.cards() > 1).forEach(pod -> put(pod, assignments));
    List<Pod> onOne = all.stream().filter(pod -> pod.cards() == 1).toList();
    Map<String, Integer> free = new TreeMap<>();
    nodes.forEach(node -> free.merge(node.model(), node.emptyCards(), Integer::sum));
    List<Together.OneCard> cards = new ArrayList<>(Together.of(onOne, free));
    cards.sort(
        Comparator.<Together.OneCard>comparingDouble(card -> -weight(card.cpu(), card.memory()))
            .thenComparing(card -> card.pods().get(0).name()));
    for (Together.OneCard card : cards) {
      put(card, assignments);
    }
    onOne.stream()
        .filter(pod -> !assignments.containsKey(pod.name()))
        .forEach(pod -> put(pod, assignments));
    all.stream().filter(pod -> pod.cards() == 0).forEach(pod -> put(pod, assignments));
    return Collections.unmodifiableMap(assignments);
  }

  private void put(Pod pod, Map<String, Assignment> assignments) {
    place(pod).ifPresent(assignment -> assignments.put(pod.name(), assignment));
  }

  /** A part of all CPU or of all memory, whichever is larger. */
  private double weight(long cpu, long memory) {
    return Math.max(cpu / allCpu, memory / allMemory);
  }

  /** Puts pods on one empty card, where the node has most of the scarcer left for each card. */
  private void put(Together.OneCard card, Map<String, Assignment> assignments) {
    long cpu = card.cpu();
    long memory = card.memory();
    List<Needs> limited =
        card.pods().stream().filter(pod -> !pod.models().isEmpty()).map(Pod::needs).toList();
    FixedNode best = null;
    double most = -1;
    for (FixedNode node : nodes) {
      if (node.cpu() < cpu || node.memory() < memory || !takesAll(node, limited)) {
        continue;
      }
      int empty = node.emptyCards();
      double left = Math.min((node.cpu() - cpu) / allCpu, (node.memory() - memory) / allMemory);
      if (empty > 0 && left / empty > most) {
        most = left / empty;
        best = node;
      }
    }
    if (best == null) {
      return;
    }
    int empty = best.emptyCard();
    for (Pod pod : card.pods()) {
      assignments.put(pod.name(), take(pod, best, empty));
    }
  }

  private static boolean takesAll(FixedNode node, List<Needs> limited) {
    for (Needs each : limited) {
      if (!node.takes(each)) {
        return false;
      }
    }
    return true;
  }

  private Assignment take(Pod pod, FixedNode node, int card) {
    Needs needs = pod.needs();
    int[] cards = node.take(needs, card);
    placed.put(pod.name(), new Placed(node, needs, cards));
    allocated += (long) needs.cards() * needs.share();
    return new Assignment(node.name(), Arrays.stream(cards).boxed().toList());
  }

  /** Removes a pod; returns whether it was there. */
  public boolean remove(String pod) {
    Placed there = placed.remove(Arguments.required("pod", pod, "the pod's name"));
    if (there == null) {
      return false;
    }
    there.node().release(there.needs(), there.cards());
    allocated -= (long) there.needs().cards() * there.needs().share();
    return true;
  }

  /** Returns the thousandths of GPUs that are allocated. */
  public long allocated() {
    return allocated;
  }

  /** Returns the thousandths of cards that there are. */
  public long capacity() {
    return nodes.stream().mapToLong(node -> (long) node.cards() * WHOLE).sum();
  }

  /** Returns text such as {@code 2 nodes, 500 of 2000 thousandths of cards given out}. */
  @Override
  public String toString() {
    return "%s, %s of %s thousandths of cards given out"
        .formatted(Words.count(nodes.size(), "node"), allocated, capacity());
  }
}
