package io.gpuspec.fleet;

import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.TextTable;
import io.gpuspec.value.Text;
import java.util.List;

/**
 * Another plan for the same pods, to set beside the first.
 *
 * <pre>{@code
 * Fleet fleet = Fleet.of(gpus.in("eks")).demand(Demand.of("nb", GpuRequest.of("T4").replicas(8)));
 * WhatIf shared = new WhatIf("4 pods a card", fleet.timeSliced(4).plan());
 * WhatIf.table(fleet.plan(), List.of(shared));
 *     // PLAN           COST                NODES  WITHOUT  GAP
 *     // as asked       4.208 USD per hour  ...
 *     // 4 pods a card  1.052 USD per hour  ...
 * }</pre>
 *
 * @param what what is different
 * @param plan the plan if it is so
 */
public record WhatIf(String what, FleetPlan plan) {

  /** Refuses null. */
  public WhatIf {
    Arguments.required("what", what, "a text");
    Arguments.required("plan", plan, "a FleetPlan");
  }

  /** Returns a plan and others in a table: cost, nodes, pods without a node, gap. */
  public static Text table(FleetPlan asked, List<WhatIf> others) {
    TextTable table = new TextTable("PLAN", "COST", "NODES", "WITHOUT", "GAP");
    row(table, "as asked", asked);
    others.forEach(each -> row(table, each.what(), each.plan()));
    return Text.of(table.toString());
  }

  private static void row(TextTable table, String what, FleetPlan plan) {
    table.row(
        what,
        plan.cost().toString(),
        String.valueOf(plan.nodes().size()),
        plan.unplaced().size() + " pods",
        FleetText.gap(plan));
  }

  /** Returns text such as {@code 4 pods a card: 1.052 USD per hour on eks, ...}. */
  @Override
  public String toString() {
    return what + ": " + plan;
  }
}
