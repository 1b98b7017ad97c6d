package io.gpuspec.eks;

import io.gpuspec.InvalidValueException;
import io.gpuspec.eks.internal.KarpenterRules;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * When Karpenter takes nodes of a pool away to save costs.
 *
 * <pre>{@code
 * Disruption.whenEmpty("30s");    // WhenEmpty after 30s
 * Disruption.whenEmptyOrUnderutilized("5m").budget(DisruptionBudget.of("10%"));
 *     // WhenEmptyOrUnderutilized after 5m; 10% of nodes
 * }</pre>
 *
 * @param policy which nodes
 * @param consolidateAfter how long they must have been so, such as {@code 30s}; {@code Never} for
 *     no consolidation
 * @param budgets how many at once, the strictest counting; 10 % where there is none
 */
public record Disruption(
    ConsolidationPolicy policy, String consolidateAfter, List<DisruptionBudget> budgets) {

  /**
   * Refuses what Karpenter's API does.
   *
   * @throws InvalidValueException if {@code consolidateAfter} is missing or no duration, or there
   *     are more than 50 budgets
   */
  public Disruption {
    KarpenterRules.required("consolidationPolicy", policy, "a ConsolidationPolicy");
    KarpenterRules.consolidateAfter(policy, consolidateAfter);
    budgets = KarpenterRules.budgets(budgets);
  }

  /** Nodes that have been without pods for so long. */
  public static Disruption whenEmpty(String consolidateAfter) {
    return new Disruption(ConsolidationPolicy.WHEN_EMPTY, consolidateAfter, List.of());
  }

  /** Nodes that have been without pods, or with pods that would fit elsewhere, for so long. */
  public static Disruption whenEmptyOrUnderutilized(String consolidateAfter) {
    return new Disruption(
        ConsolidationPolicy.WHEN_EMPTY_OR_UNDERUTILIZED, consolidateAfter, List.of());
  }

  /**
   * Both as Karpenter writes them.
   *
   * @param consolidateAfter required with every policy; empty is refused
   */
  public static Disruption of(String policy, String consolidateAfter) {
    return new Disruption(ConsolidationPolicy.parse(policy), consolidateAfter, List.of());
  }

  /** The same with one more budget. */
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
