package io.gpuspec.fleet;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Target;
import io.gpuspec.scheduling.Allocatable;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What plans say, as text, in tables and as a page. */
class FleetTextTest {
  private final Target nodes = Rows.target(Rows.ONE, Rows.TWO, Rows.FOUR);

  private FleetPlan plan(Demand... demands) {
    return Fleet.of(nodes).demands(List.of(demands)).plan();
  }

  private static Allocatable free(int cpu, int memory) {
    return new Allocatable(CpuAmount.ofCores(cpu), MemorySize.ofGibibytes(memory));
  }

  private static String text(FleetPlan plan) {
    return plan.explain().toString();
  }

  /** 48 of 48 cores, and 16 of 192 GiB. */
  @Test
  void aPlanSaysItsCostItsNodesAndHowFullTheyAre() {
    assertThat(plan(Rows.t4("api", 2, 4), Rows.t4("batch", 2, 20)).explain())
        .hasToString(
            """
            3.5 USD per hour on cloud, the least possible: 1 node
              bound     3.5 USD per hour
              unused    0 devices · 0 cores · 176Gi
              1         four: 4 pods
              NODE    GPUS           CPU            MEMORY       PODS
              four-1  ######## 100%  ######## 100%  #....... 8%  api-0, api-1, batch-0, batch-1""");
    assertThat(Fleet.of(nodes).plan().explain())
        .hasToString(
            """
            0 USD per hour on cloud, the least possible: 0 nodes
              bound     0 USD per hour
              unused    0 devices · 0 cores · 0 bytes""");
  }

  /** Seven fourths of the large node are 6.125, and prices are multiples of 0.1. */
  @Test
  void whatMayBeAboveTheLeastPossibleIsRoundedUp() {
    FleetPlan plan = plan(Rows.t4("api", 7, 1));

    assertThat(plan.lowerBound()).hasToString("6.2 USD per hour");
    assertThat(plan.gap()).contains(new BigDecimal("0.0323"));
    assertThat(plan)
        .hasToString("6.4 USD per hour on cloud, at most 3.23 % above the least possible: 3 nodes");
    assertThat(text(plan))
        .contains("\n  1         four: 4 pods\n  1         one: 1 pod\n  1         two: 2 pods\n")
        .contains("\n  one-1   ######## 100%  ##...... 25%  ##...... 25%  api-")
        .contains("\n  two-1   ######## 100%  #....... 13%  #....... 13%  api-");
  }

  @Test
  void aSearchThatIsStoppedSaysSo() {
    FleetPlan plan = Fleet.of(nodes).demand(Rows.t4("api", 7, 1)).stopWhen(() -> true).plan();

    assertThat(plan.gap()).isEmpty();
    assertThat(text(plan))
        .startsWith("6.4 USD per hour on cloud, the least possible is not known: 3 nodes\n")
        .endsWith(
            "  note      the search for a better bound stopped before its end; the bound holds, and"
                + " a longer search can raise it");
  }

  @Test
  void nodesOfZonesAndExistingNodesAreTold() {
    ExistingNode there = new ExistingNode("n1", "two", 2, free(16, 64), 9);
    FleetPlan zoned =
        Fleet.of(nodes)
            .demand(Rows.t4("api", 1, 1).inZone("a"))
            .demand(Rows.t4("web", 1, 1))
            .zones("a")
            .existing(List.of(there))
            .plan();

    assertThat(text(zoned))
        .contains("\n  1         one: 1 pod\n  1         two, existing: 1 pod\n")
        .contains("\n  NODE   ZONE  GPUS           CPU           MEMORY        PODS\n")
        .contains("\n  n1           ####.... 50%   #....... 6%   #....... 6%   web-0\n")
        .contains("\n  one-1  a     ######## 100%  ##...... 25%  ##...... 25%  api-0");
  }

  @Test
  void ofManyNodesAndPodsOnlyTheFirstAreNamed() {
    Fleet fleet = Fleet.of(Rows.target(Rows.row("eight", 8, 96, "1Ti", "5.00")));

    String full = text(fleet.demand(Rows.t4("a", 8, 1)).plan());
    assertThat(full).endsWith("  a-0, a-1, a-2, a-3, a-4, a-5 and 2 more");
    assertThat(text(fleet.demand(Rows.t4("a", 6, 1)).plan())).endsWith(", a-4, a-5");
    String many = text(fleet.demand(Rows.t4("a", 42, 1).maxPerNode(1)).plan());
    assertThat(many)
        .contains("\n  eight-40 ")
        .doesNotContain("eight-41")
        .endsWith("\n  ... and 2 more nodes; -o json has all");
    assertThat(text(fleet.demand(Rows.t4("a", 41, 1).maxPerNode(1)).plan()))
        .endsWith("\n  ... and 1 more node; -o json has all");
    assertThat(text(fleet.demand(Rows.t4("a", 40, 1).maxPerNode(1)).plan()))
        .doesNotContain("... and");
  }

  private static String unplaced(int rows) {
    String[] all = new String[rows];
    for (int i = 0; i < rows; i++) {
      all[i] = Rows.row("row" + i, 1, 4, "16Gi", "1.00");
    }
    return text(Fleet.of(Rows.target(all)).demand(Rows.t4("large", 2, 99)).plan());
  }

  @Test
  void podsWithoutANodeAreToldWithTheFirstReasons() {
    assertThat(unplaced(4))
        .startsWith("0 USD per hour on cloud, the least possible: 0 nodes, 2 pods without a node\n")
        .contains(
            "\n  not       large-0, large-1\n"
                + "              row3: cpu: 99 requested, has 4, short 95\n",
            "\n              row0: cpu: ")
        .doesNotContain("more row");
    assertThat(unplaced(5)).endsWith("\n              ... and 1 more row");
    assertThat(unplaced(6)).endsWith("\n              ... and 2 more rows");
  }

  @Test
  void plansStandInATable() {
    assertThat(FleetPlan.table(List.of(plan(Rows.t4("api", 4, 1)), plan(Rows.t4("large", 1, 99)))))
        .hasToString(
            """
            PROVIDER  COST              NODES  WITHOUT  GAP
            cloud     3.5 USD per hour  1      0 pods   the least possible
            cloud     0 USD per hour    0      1 pod    the least possible""");
  }

  @Test
  void anotherPlanSavesAPart() {
    FleetPlan asked = Fleet.of(nodes).demand(Rows.t4("api", 4, 1)).limit("four", 0).plan();
    WhatIf large = new WhatIf("with four", plan(Rows.t4("api", 4, 1)));
    WhatIf fewer = new WhatIf("with limits", Fleet.of(nodes).demand(Rows.t4("api", 4, 99)).plan());
    WhatIf nodesOnly =
        new WhatIf(
            "fewest",
            Fleet.of(nodes)
                .demand(Rows.t4("api", 4, 1))
                .objective(Fleet.Objective.FEWEST_NODES)
                .plan());

    // 3.8 for two nodes of two, and 3.5 for one of four.
    assertThat(large.saves(asked)).contains(new BigDecimal("0.079"));
    assertThat(new WhatIf("back", asked).saves(large.plan())).contains(new BigDecimal("-0.086"));
    assertThat(fewer.saves(asked)).isEmpty();
    assertThat(nodesOnly.saves(asked)).isEmpty();
    assertThat(new WhatIf("none", Fleet.of(nodes).plan()).saves(Fleet.of(nodes).plan())).isEmpty();
    assertThat(WhatIf.table(asked, List.of(large, fewer)))
        .hasToString(
            """
            PLAN          COST              SAVES  NODES  WITHOUT  GAP
            as requested  3.8 USD per hour         2      0 pods   the least possible
            with four     3.5 USD per hour  7.9 %  1      0 pods   the least possible
            with limits   0 USD per hour    -      0      4 pods   the least possible""");
    assertThat(large)
        .hasToString("with four: 3.5 USD per hour on cloud, the least possible: 1 node");
  }

  @Test
  void amountsOfResourcesAndCostsAreWords() {
    assertThat(plan(Rows.t4("api", 1, 1)).nodes().get(0).room())
        .hasToString("1 device · 4 cores · 16Gi");
    assertThat(new FleetCost(BigDecimal.ONE, "nodes", "")).hasToString("1 node");
    assertThat(new FleetCost(new BigDecimal(2), "nodes", "")).hasToString("2 nodes");
    assertThat(new FleetCost(BigDecimal.ONE, "USD", "hour")).hasToString("1 USD per hour");
    assertThat(new ExistingNode("n1", "two", 1, free(2, 8), 58))
        .hasToString("n1 (two): 1 GPU, 2 cores · 8Gi, 58 pods free");
    assertThat(
            new ExistingNode(
                "n1", "two", 2, free(2, 8), 1, Optional.of("z"), Optional.empty(), Map.of()))
        .hasToString("n1 (two, z): 2 GPUs, 2 cores · 8Gi, 1 pod free");
    assertError(
        () -> new ExistingNode("n1", "two", -1, free(2, 8), 58), "fleet.out-of-range", "-1", "58");
    assertError(() -> new ExistingNode("n1", "two", 1, free(2, 8), -5), "fleet.out-of-range", "-5");
    assertThat(new ExistingNode("n1", "two", 0, free(2, 8), 0).pods()).isZero();
  }

  private static List<String> tags(String page, String tag) {
    return Pattern.compile("<" + tag + " [^>]*/>|<" + tag + " .*?</" + tag + ">")
        .matcher(page)
        .results()
        .map(match -> match.group())
        .toList();
  }

  /** Squares are 22 wide and 26 apart, 8 in a row; bars are 212 wide. */
  @Test
  void theReportDrawsCardsAndBars() {
    Target large = Rows.target(Rows.row("twelve", 12, 96, "960Gi", "5.00"));
    Demand pairs =
        Demand.of("pair", GpuRequest.of(Devices.of(2, "T4")).cpu(36).memory("240Gi").replicas(1));
    String page =
        Fleet.of(large).demand(pairs).demand(Rows.t4("one", 7, 1)).plan().html().toString();
    List<String> squares = tags(page, "rect");

    assertThat(squares).hasSize(12 + 4);
    assertThat(squares.get(0))
        .isEqualTo(
            "<rect x=\"10\" y=\"28\" width=\"22\" height=\"22\" rx=\"3\" fill=\"#4e79a7\""
                + " stroke=\"#7a8594\"><title>pair-0</title></rect>");
    assertThat(squares.get(1)).contains("x=\"36\" y=\"28\"", "#4e79a7", ">pair-0<");
    assertThat(squares.get(2)).contains("x=\"62\" y=\"28\"", "#f28e2b", ">one-0<");
    assertThat(squares.get(7)).contains("x=\"192\" y=\"28\"", ">one-5<");
    assertThat(squares.get(8)).contains("x=\"10\" y=\"54\"", "#9c755f", ">one-6<");
    assertThat(squares.get(9)).contains("x=\"36\" y=\"54\"", "#ffffff", ">free<");
    // 43 of 96 cores and 268 of 960 GiB, below two rows of squares.
    assertThat(squares.get(12))
        .isEqualTo("<rect x=\"10\" y=\"88\" width=\"212\" height=\"8\" fill=\"#e7ebf0\"/>");
    assertThat(squares.get(13))
        .contains("y=\"88\" width=\"94\" height=\"8\"", "<title>CPU 45 %</title>");
    assertThat(squares.get(14)).contains("y=\"102\" width=\"212\"");
    assertThat(squares.get(15))
        .contains("y=\"102\" width=\"59\" height=\"8\"", "<title>memory 28 %</title>");
    assertThat(page)
        .contains("width=\"232\" height=\"120\" role=\"img\"")
        .contains("<text x=\"10\" y=\"20\">twelve-1</text>")
        .contains(
            "<tr><td>twelve</td><td class=\"number\">5 USD per hour</td>"
                + "<td class=\"number\">1</td><td class=\"number\">8</td>"
                + "<td class=\"number\">75 %</td><td class=\"number\">45 %</td>"
                + "<td class=\"number\">28 %</td></tr>")
        .contains(
            "<p>5 USD per hour on cloud, the least possible: 1 node. Bound: 5 USD per hour. Unused:"
                + " 3 devices · 53 cores · 692Gi.</p>")
        .doesNotContain("<h2>Pods without a node</h2>", "<h2>Notes</h2>");
  }

  @Test
  void theReportShowsAtMost64CardsOfANodeAndEveryReason() {
    Target large =
        Rows.target(Rows.row("huge", 72, 96, "960Gi", "5.00"), Rows.row("<&>", 1, 1, "1Gi", "1"));
    Fleet fleet = Fleet.of(large).demand(Rows.t4("a", 70, 1)).demand(Rows.t4("b", 1, 99));
    String page = fleet.stopWhen(() -> true).plan().html().toString();

    assertThat(tags(page, "rect")).hasSize(64 + 4);
    assertThat(page)
        .contains("<h2>Pods without a node</h2>\n<table>\n<tr><td>b-0</td><td>")
        .contains("&lt;&amp;&gt;: cpu: ")
        .contains("<br/>")
        .contains("<h2>Notes</h2>\n<ul>\n<li>the search for a better bound stopped");
  }
}
