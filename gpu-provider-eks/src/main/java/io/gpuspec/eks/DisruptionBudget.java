package io.gpuspec.eks;

import io.gpuspec.eks.internal.rules.KarpenterRules;
import io.gpuspec.value.InvalidValueException;
import java.util.Optional;

/**
 * The number of nodes of a pool that Karpenter can remove at once.
 *
 * <pre>{@code
 * DisruptionBudget.of("10%");    // 10% of nodes
 *
 * // None in working hours, UTC.
 * DisruptionBudget.of("0").during("0 9 * * mon-fri", "8h");
 *     // 0 of nodes, from 0 9 * * mon-fri for 8h
 * }</pre>
 *
 * @param nodes a number of nodes, or a percentage up to {@code 100%}, rounded up
 * @param schedule when it begins to count, as a cron line in UTC; always where it is empty
 * @param duration for how long from then on, in hours and minutes
 */
public record DisruptionBudget(String nodes, Optional<String> schedule, Optional<String> duration) {

  /**
   * Refuses what Karpenter's API does.
   *
   * @throws InvalidValueException if a value is not valid, or one of schedule and duration is
   *     missing
   */
  public DisruptionBudget {
    KarpenterRules.budget(nodes, schedule, duration);
  }

  /**
   * A budget that always counts.
   *
   * @throws InvalidValueException if it is neither a number nor a percentage up to 100%
   */
  public static DisruptionBudget of(String nodes) {
    return new DisruptionBudget(nodes, Optional.empty(), Optional.empty());
  }

  /**
   * The same budget, which counts only for so long from each time on.
   *
   * @throws InvalidValueException if the schedule is not a valid cron line, or the duration is not
   *     in hours and minutes
   */
  public DisruptionBudget during(String schedule, String duration) {
    return new DisruptionBudget(
        nodes, Optional.ofNullable(schedule), Optional.ofNullable(duration));
  }

  /** {@code 10% of nodes, from 0 9 * * 1-5 for 8h}. */
  @Override
  public String toString() {
    return nodes
        + " of nodes"
        + schedule.map(each -> ", from " + each).orElse("")
        + duration.map(each -> " for " + each).orElse("");
  }
}
