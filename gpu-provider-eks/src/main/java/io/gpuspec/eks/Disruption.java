package io.gpuspec.eks;

import io.gpuspec.eks.internal.rules.KarpenterRules;
import io.gpuspec.value.InvalidValueException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The rules by which Karpenter removes nodes of a pool to save costs.
 *
 * <pre>{@code
 * Disruption.whenEmpty("30s");    // WhenEmpty after 30s
 * Disruption.whenEmptyOrUnderutilized("5m").budget(DisruptionBudget.of("10%"));
 *     // WhenEmptyOrUnderutilized after 5m; 10% of nodes
 * }</pre>
 *
 * @param policy which nodes, in Karpenter's words: {@code WhenEmpty}, those without pods; {@code
 *     WhenEmptyOrUnderutilized}, also those whose pods have room elsewhere or on something cheaper;
 *     {@code Balanced}, those of the latter where what is saved outweighs the pods that move
 * @param consolidateAfter how long they must have been so, such as {@code 30s}; {@code Never} for
 *     no consolidation
 * @param budgets how many at once, of which the strictest counts; 10 % if there is none
 */
public record Disruption(String policy, String consolidateAfter, List<DisruptionBudget> budgets) {

  private static final int MOST_BUDGETS = 50;

  /**
   * Refuses what Karpenter's API does.
   *
   * @throws InvalidValueException if {@code consolidateAfter} is missing or no duration, or there
   *     are more than 50 budgets
   */
  public Disruption {
    KarpenterRules.consolidationPolicy(policy);
    KarpenterRules.consolidateAfter(policy, consolidateAfter);
    budgets = List.copyOf(KarpenterRules.required("budgets", budgets, "a list, empty for none"));
    if (budgets.size() > MOST_BUDGETS) {
      throw KarpenterRules.refused(
          "budgets: %d are more than the %d that Karpenter takes; leave some out",
          budgets.size(), MOST_BUDGETS);
    }
  }

  /** Nodes that have been without pods for so long. */
  public static Disruption whenEmpty(String consolidateAfter) {
    return new Disruption("WhenEmpty", consolidateAfter, List.of());
  }

  /** Nodes that have been without pods, or with pods that would fit elsewhere, for so long. */
  public static Disruption whenEmptyOrUnderutilized(String consolidateAfter) {
    return new Disruption("WhenEmptyOrUnderutilized", consolidateAfter, List.of());
  }

  /**
   * Returns rules with both values as Karpenter writes them.
   *
   * @param consolidateAfter required with every policy; empty is refused
   */
  public static Disruption of(String policy, String consolidateAfter) {
    return new Disruption(policy, consolidateAfter, List.of());
  }

  /** Returns a copy with one more budget. */
  public Disruption budget(DisruptionBudget budget) {
    List<DisruptionBudget> more = new ArrayList<>(budgets);
    more.add(KarpenterRules.required("budget", budget, "a DisruptionBudget"));
    return new Disruption(policy, consolidateAfter, more);
  }

  /** {@code WhenEmpty after 5m; 10% of nodes}. */
  @Override
  public String toString() {
    return "%s after %s%s"
        .formatted(
            policy,
            consolidateAfter,
            budgets.stream().map(budget -> "; " + budget).collect(Collectors.joining()));
  }
}
