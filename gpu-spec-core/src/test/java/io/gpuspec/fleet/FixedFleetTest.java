package io.gpuspec.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Pods that come and go on nodes that are there. */
class FixedFleetTest {
  private static FixedFleet.Node node(String name, int cards) {
    return new FixedFleet.Node(
        name, CpuAmount.ofCores(8L * cards), MemorySize.ofGibibytes(32L * cards), cards, "T4");
  }

  private static FixedFleet.Pod pod(String name, int cards, int share) {
    return new FixedFleet.Pod(
        name, CpuAmount.ofCores(1), MemorySize.ofGibibytes(1), cards, share, Set.of());
  }

  private static String placed(FixedFleet fleet, FixedFleet.Pod pod) {
    return fleet.place(pod).map(FixedFleet.Assignment::toString).orElse("none");
  }

  @Test
  void binpackFillsACardAndSpreadTakesTheEmptiest() {
    List<FixedFleet.Node> nodes = List.of(node("a", 2), node("b", 2));
    FixedFleet packed = FixedFleet.of(nodes, FixedFleet.Policy.BINPACK, List.of());
    FixedFleet spread = FixedFleet.of(nodes, FixedFleet.Policy.SPREAD, List.of());

    assertThat(placed(packed, pod("1", 1, 300))).isEqualTo("a cards [0]");
    assertThat(placed(packed, pod("2", 1, 300))).isEqualTo("a cards [0]");
    assertThat(placed(packed, pod("3", 1, 500))).isEqualTo("a cards [1]");
    assertThat(placed(spread, pod("1", 1, 300))).isEqualTo("a cards [0]");
    assertThat(placed(spread, pod("2", 1, 300))).isEqualTo("b cards [0]");
    assertThat(placed(spread, pod("3", 1, 500))).isEqualTo("a cards [1]");
  }

  @Test
  void fragmentationKeepsWholeCardsForThoseThatNeedThem() {
    List<FixedFleet.Pod> typical = List.of(pod("t", 2, 1000), pod("u", 2, 1000), pod("s", 1, 300));
    FixedFleet fleet =
        FixedFleet.of(
            List.of(node("two", 2), node("one", 1)), FixedFleet.Policy.FRAGMENTATION, typical);

    assertThat(placed(fleet, pod("1", 1, 300))).isEqualTo("one cards [0]");
    assertThat(placed(fleet, pod("2", 2, 1000))).isEqualTo("two cards [0, 1]");
    assertThat(placed(fleet, pod("3", 1, 800))).isEqualTo("none");
  }

  @Test
  void podsThatAreKnownTogetherFillCards() {
    List<FixedFleet.Pod> pods = List.of(pod("a", 1, 600), pod("b", 1, 500), pod("c", 1, 500));
    FixedFleet one = FixedFleet.of(List.of(node("n", 1)), FixedFleet.Policy.BINPACK, List.of());
    FixedFleet together =
        FixedFleet.of(List.of(node("n", 1)), FixedFleet.Policy.BINPACK, List.of());
    pods.forEach(one::place);

    assertThat(one.allocated()).isEqualTo(600);
    assertThat(together.placeTogether(pods).keySet()).containsExactlyInAnyOrder("b", "c");
    assertThat(together.allocated()).isEqualTo(1000);
    assertThat(together.remove("b")).isTrue();
    assertThat(placed(together, pod("d", 1, 500))).isEqualTo("n cards [0]");
    assertThatThrownBy(() -> together.placeTogether(List.of(pod("c", 1, 100))))
        .hasMessageContaining("'c' is there twice");
  }

  @Test
  void nothingIsGivenOutTwice() {
    for (int seed = 0; seed < 100; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      List<FixedFleet.Node> nodes = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        String model = random.nextBoolean() ? "T4" : "V100";
        nodes.add(
            new FixedFleet.Node(
                "n" + i,
                CpuAmount.ofCores(8),
                MemorySize.ofGibibytes(32),
                1 + random.nextInt(4),
                model));
      }
      Map<String, FixedFleet.Pod> pods = new HashMap<>();
      for (int i = 0; i < 40; i++) {
        int cards = random.nextInt(8) == 0 ? 2 : random.nextInt(8) == 0 ? 0 : 1;
        int share = cards == 1 ? 100 * (1 + random.nextInt(10)) : cards * 500;
        Set<String> models = cards > 0 && random.nextInt(4) == 0 ? Set.of("T4") : Set.of();
        String name = "p" + i;
        pods.put(
            name,
            new FixedFleet.Pod(
                name,
                CpuAmount.ofMillicores(random.nextInt(900)),
                MemorySize.ofMebibytes(512),
                cards,
                share,
                models));
      }
      FixedFleet fleet = FixedFleet.of(nodes, FixedFleet.Policy.BEST_FIT, List.of());
      Map<String, FixedFleet.Assignment> assignments = fleet.placeTogether(pods.values());
      assertFits(nodes, pods, assignments);
      assertThat(
              FixedFleet.of(nodes, FixedFleet.Policy.BEST_FIT, List.of())
                  .placeTogether(pods.values()))
          .isEqualTo(assignments);
    }
  }

  private static void assertFits(
      List<FixedFleet.Node> nodes,
      Map<String, FixedFleet.Pod> pods,
      Map<String, FixedFleet.Assignment> assignments) {
    Map<String, Long> cpu = new HashMap<>();
    Map<String, Integer> cards = new HashMap<>();
    assignments.forEach(
        (name, assignment) -> {
          FixedFleet.Pod pod = pods.get(name);
          cpu.merge(assignment.node(), pod.cpu().toMillicores(), Long::sum);
          assertThat(assignment.cards()).hasSize(pod.cards()).doesNotHaveDuplicates();
          assignment
              .cards()
              .forEach(
                  card -> cards.merge(assignment.node() + "/" + card, pod.share(), Integer::sum));
        });
    assertThat(cards.values()).allMatch(share -> share <= FixedFleet.WHOLE);
    for (FixedFleet.Node node : nodes) {
      assertThat(cpu.getOrDefault(node.name(), 0L)).isLessThanOrEqualTo(node.cpu().toMillicores());
    }
    assertThat(assignments.entrySet())
        .allMatch(
            each -> {
              Set<String> models = pods.get(each.getKey()).models();
              return models.isEmpty()
                  || nodes.stream()
                      .filter(node -> node.name().equals(each.getValue().node()))
                      .allMatch(node -> models.contains(node.model()));
            });
  }

  @Test
  void aModelIsKept() {
    FixedFleet fleet = FixedFleet.of(List.of(node("a", 1)), FixedFleet.Policy.BEST_FIT, List.of());

    assertThat(
            fleet.place(
                new FixedFleet.Pod("v", CpuAmount.ZERO, MemorySize.ZERO, 1, 1000, Set.of("V100"))))
        .isEmpty();
    assertThat(
            fleet.place(
                new FixedFleet.Pod(
                    "t", CpuAmount.ZERO, MemorySize.ZERO, 1, 1000, Set.of("V100", "T4"))))
        .isPresent();
  }

  @ParameterizedTest
  @EnumSource(FixedFleet.Policy.class)
  void nothingIsGivenOutTwiceWhilePodsComeAndGo(FixedFleet.Policy policy) {
    SplittableRandom random = new SplittableRandom(5);
    List<FixedFleet.Node> nodes = List.of(node("a", 2), node("b", 4), node("c", 1));
    FixedFleet fleet = FixedFleet.of(nodes, policy, List.of(pod("x", 1, 300), pod("y", 1, 1000)));
    Map<String, FixedFleet.Assignment> assignments = new HashMap<>();
    Map<String, FixedFleet.Pod> pods = new HashMap<>();
    for (int i = 0; i < 2000; i++) {
      if (random.nextInt(3) == 0 && !assignments.isEmpty()) {
        String gone = new ArrayList<>(assignments.keySet()).get(random.nextInt(assignments.size()));
        assertThat(fleet.remove(gone)).isTrue();
        assignments.remove(gone);
      } else {
        FixedFleet.Pod pod =
            random.nextBoolean()
                ? pod("p" + i, 1, 100 + random.nextInt(900))
                : pod("p" + i, random.nextInt(4), 1000);
        Optional<FixedFleet.Assignment> assignment = fleet.place(pod);
        assignment.ifPresent(found -> assignments.put(pod.name(), found));
        pods.put(pod.name(), pod);
      }
      assertHeld(nodes, assignments, pods, fleet);
    }
  }

  private static void assertHeld(
      List<FixedFleet.Node> nodes,
      Map<String, FixedFleet.Assignment> assignments,
      Map<String, FixedFleet.Pod> pods,
      FixedFleet fleet) {
    Map<String, Long> used = new HashMap<>();
    long all = 0;
    for (Map.Entry<String, FixedFleet.Assignment> each : assignments.entrySet()) {
      FixedFleet.Pod pod = pods.get(each.getKey());
      String node = each.getValue().node();
      assertThat(each.getValue().cards()).hasSize(pod.cards()).doesNotHaveDuplicates();
      for (int card : each.getValue().cards()) {
        used.merge(node + card, (long) pod.share(), Long::sum);
        all += pod.share();
      }
      used.merge(node, pod.cpu().toMillicores(), Long::sum);
    }
    for (FixedFleet.Node node : nodes) {
      assertThat(used.getOrDefault(node.name(), 0L)).isLessThanOrEqualTo(node.cpu().toMillicores());
      for (int card = 0; card < node.cards(); card++) {
        assertThat(used.getOrDefault(node.name() + card, 0L)).isLessThanOrEqualTo(1000L);
      }
    }
    assertThat(fleet.allocated()).isEqualTo(all);
  }

  @Test
  void whatIsWrongIsRefused() {
    FixedFleet fleet = FixedFleet.of(List.of(node("a", 1)), FixedFleet.Policy.SPREAD, List.of());
    fleet.place(pod("1", 1, 100));

    assertThatThrownBy(() -> fleet.place(pod("1", 1, 100))).hasMessageContaining("'1' is placed");
    assertThat(fleet.remove("2")).isFalse();
    assertThatThrownBy(() -> pod("x", 2, 500)).hasMessageContaining("a share is of one card");
    assertThatThrownBy(() -> pod("x", 1, 1001)).hasMessageContaining("'1001' thousandths");
    assertThatThrownBy(() -> TraceFile.pods("name,cpu_milli\np,x\n", "p.csv"))
        .hasMessageContaining("p.csv line 2: cpu_milli 'x' is not a whole number");
    assertThatThrownBy(() -> TraceFile.nodes("sn,cpu_milli\nn,1\n", "n.csv"))
        .hasMessageContaining("has no column 'memory_mib'");
  }

  @Test
  void amountsBelowZeroAreRefused() {
    assertThatThrownBy(
            () -> new FixedFleet.Node("n", CpuAmount.ZERO, MemorySize.ofMebibytes(-1), 1, "T4"))
        .hasMessageContaining("n: '0' CPU, '-1Mi' of memory and '1' cards were given");
    assertThatThrownBy(
            () ->
                new FixedFleet.Pod(
                    "p", CpuAmount.ofMillicores(-500), MemorySize.ZERO, 1, 1, Set.of()))
        .hasMessageContaining("p: '-500m' CPU");
  }

  @Test
  void aFleetThatCannotBeIsRefused() {
    assertThatThrownBy(() -> node("n", 1025))
        .hasMessageContaining("n: '1025' cards were given; write at most 1024");
    assertThatThrownBy(
            () ->
                FixedFleet.of(
                    List.of(node("n", 1), node("n", 2)), FixedFleet.Policy.BINPACK, List.of()))
        .hasMessageContaining("nodes: two are called 'n'; give each its own name");
  }

  @Test
  void aTraceIsReadOrRefusedWithItsLine() {
    String head = "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec\n";

    assertThat(TraceFile.pods(head + "p,1,1,1,1000,T4| T4|V100|\n", "t.csv").get(0).models())
        .containsExactlyInAnyOrder("T4", "V100");
    assertThatThrownBy(() -> TraceFile.pods(head + "p,1,1,1,1001,\n", "t.csv"))
        .hasMessageContaining("t.csv line 2: gpu_milli '1001' is too large; write at most 1000");
    assertThatThrownBy(
            () ->
                TraceFile.nodes(
                    "sn,cpu_milli,memory_mib,gpu,model\nn,1,1,999999999999,T4", "n.csv"))
        .hasMessageContaining("n.csv line 2: gpu '999999999999' is too large; write at most 1024");
  }
}
