package io.gpuspec.eks;

import io.gpuspec.eks.internal.rules.KarpenterRules;
import io.gpuspec.value.InvalidValueException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The rules that Karpenter follows when it removes nodes of a pool to save costs.
 *
 * <pre>{@code
 * Disruption.whenEmpty("30s");    // WhenEmpty after 30s
 *
 * // None in working hours, UTC.
 * Disruption.whenEmptyOrUnderutilized("5m").budget("10%").budget("0", "0 9 * * mon-fri", "8h");
 *     // WhenEmptyOrUnderutilized after 5m; 10% of nodes; 0 of nodes, from 0 9 * * mon-fri for 8h
 * }</pre>
 */
public final class Disruption {
  private static final int MOST_BUDGETS = 50;

  private final String policy;
  private final String consolidateAfter;
  private final List<Map<String, String>> budgets;

  private Disruption(String policy, String consolidateAfter, List<Map<String, String>> budgets) {
    this.policy = policy;
    this.consolidateAfter = consolidateAfter;
    this.budgets = budgets;
  }

  /** Nodes that have been without pods for so long. */
  public static Disruption whenEmpty(String consolidateAfter) {
    return of("WhenEmpty", consolidateAfter);
  }

  /** Nodes that have been without pods, or with pods that would fit elsewhere, for so long. */
  public static Disruption whenEmptyOrUnderutilized(String consolidateAfter) {
    return of("WhenEmptyOrUnderutilized", consolidateAfter);
  }

  /**
   * Returns rules with both values as Karpenter writes them.
   *
   * @param policy which nodes: {@code WhenEmpty}, those without pods; {@code
   *     WhenEmptyOrUnderutilized}, also those whose pods have room elsewhere or on something
   *     cheaper; {@code Balanced}, those of the latter where what is saved outweighs the pods that
   *     move
   * @param consolidateAfter how long they must have been so, such as {@code 30s}; {@code Never} for
   *     no consolidation; required with every policy before Karpenter 1.15, and here
   * @throws InvalidValueException if either is not valid
   */
  public static Disruption of(String policy, String consolidateAfter) {
    KarpenterRules.consolidationPolicy(policy);
    KarpenterRules.consolidateAfter(policy, consolidateAfter);
    return new Disruption(policy, consolidateAfter, List.of());
  }

  /**
   * Returns a copy that always removes at most this many nodes at once. The strictest budget
   * applies; without any it is 10 %.
   *
   * @param nodes a number of nodes, or a percentage up to {@code 100%}, rounded up
   * @throws InvalidValueException if it is neither, or there are more than 50 budgets
   */
  public Disruption budget(String nodes) {
    KarpenterRules.budget(nodes);
    return with(Map.of("nodes", nodes));
  }

  /**
   * Returns a copy that removes at most so many nodes at once, for so long from each time on.
   *
   * @param nodes as in {@link #budget(String)}
   * @param schedule when it begins to count, as a cron line in UTC
   * @param duration for how long from then on, in hours and minutes
   * @throws InvalidValueException if a value is not valid, or there are more than 50 budgets
   */
  public Disruption budget(String nodes, String schedule, String duration) {
    KarpenterRules.budget(nodes);
    KarpenterRules.schedule(schedule);
    KarpenterRules.budgetDuration(duration);
    Map<String, String> budget = new LinkedHashMap<>();
    budget.put("nodes", nodes);
    budget.put("schedule", schedule);
    budget.put("duration", duration);
    return with(budget);
  }

  private Disruption with(Map<String, String> budget) {
    if (budgets.size() == MOST_BUDGETS) {
      throw KarpenterRules.refused(
          "budgets: %s are more than the %s that Karpenter takes; leave some out",
          budgets.size() + 1, MOST_BUDGETS);
    }
    return new Disruption(
        policy, consolidateAfter, Stream.concat(budgets.stream(), Stream.of(budget)).toList());
  }

  String policy() {
    return policy;
  }

  String consolidateAfter() {
    return consolidateAfter;
  }

  /** Returns the budgets as the API has them. */
  List<Map<String, String>> budgets() {
    return budgets;
  }

  private static String text(Map<String, String> budget) {
    String always = "; " + budget.get("nodes") + " of nodes";
    return budget.containsKey("schedule")
        ? always + ", from " + budget.get("schedule") + " for " + budget.get("duration")
        : always;
  }

  /** {@code WhenEmpty after 5m; 10% of nodes}. */
  @Override
  public String toString() {
    return policy
        + " after "
        + consolidateAfter
        + budgets.stream().map(Disruption::text).collect(Collectors.joining());
  }
}
