package io.gpuspec.fleet;

import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.TextTable;
import io.gpuspec.value.Text;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;

/**
 * Another plan for the same pods, to compare with the first.
 *
 * <pre>{@code
 * Fleet fleet = Fleet.of(gpus.in("eks")).demand(Demand.of("nb", GpuRequest.of("T4").replicas(8)));
 * WhatIf shared = new WhatIf("4 pods a card", fleet.timeSliced(4).plan());
 * WhatIf.table(fleet.plan(), List.of(shared));
 *     // PLAN           COST                SAVES  NODES  WITHOUT  GAP
 *     // as requested   4.208 USD per hour  ...
 *     // 4 pods a card  1.052 USD per hour  75.0 % ...
 * }</pre>
 *
 * @param what what is different
 * @param plan the plan if it is so
 */
public record WhatIf(String what, FleetPlan plan) {

  private static final int DIGITS = 3;

  /** Refuses null. */
  public WhatIf {
    Arguments.notNull("what, plan", what, plan);
  }

  /**
   * Returns what part of the cost of a plan this one saves, such as 0.25, and a negative number if
   * it costs more; empty if it places fewer pods, or the two cannot be compared.
   */
  public Optional<BigDecimal> saves(FleetPlan asked) {
    FleetCost before = Arguments.required("asked", asked, "a FleetPlan").cost();
    FleetCost after = plan.cost();
    boolean isComparable =
        plan.unplaced().size() == asked.unplaced().size()
            && before.currency().equals(after.currency())
            && before.per().equals(after.per())
            && before.amount().signum() > 0;
    return isComparable
        ? Optional.of(
            before
                .amount()
                .subtract(after.amount())
                .divide(before.amount(), DIGITS, RoundingMode.HALF_EVEN))
        : Optional.empty();
  }

  /** Returns a plan and others in a table: cost, savings, nodes, pods without a node, gap. */
  public static Text table(FleetPlan asked, List<WhatIf> others) {
    Arguments.required("plan", asked, "a FleetPlan");
    List<WhatIf> all = Arguments.copied("others", others, "a WhatIf for each");
    TextTable table = new TextTable("PLAN", "COST", "SAVES", "NODES", "WITHOUT", "GAP");
    row(table, "as requested", "", asked);
    all.forEach(
        each ->
            row(
                table,
                each.what(),
                each.saves(asked).map(part -> part.movePointRight(2) + " %").orElse("-"),
                each.plan()));
    return Text.of(table.toString());
  }

  private static void row(TextTable table, String what, String saves, FleetPlan plan) {
    table.row(
        what,
        plan.cost().toString(),
        saves,
        String.valueOf(plan.nodes().size()),
        FleetText.pods(plan.unplaced().size()),
        FleetText.gap(plan));
  }

  /** Returns text such as {@code 4 pods a card: 1.052 USD per hour on eks, ...}. */
  @Override
  public String toString() {
    return what + ": " + plan;
  }
}
