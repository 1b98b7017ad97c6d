package io.gpuspec.fleet;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
    assertError(() -> together.placeTogether(List.of(pod("c", 1, 100))), "fleet.duplicate", "c");
  }

  private static FixedFleet.Pod of(String name, long cpu, int cards, int share, String... models) {
    return new FixedFleet.Pod(
        name, CpuAmount.ofCores(cpu), MemorySize.ofGibibytes(1), cards, share, Set.of(models));
  }

  private static String together(FixedFleet fleet, FixedFleet.Pod... pods) {
    return fleet.placeTogether(List.of(pods)).toString();
  }

  /** Pods with several cards come first, then fillings of cards, then pods without a GPU. */
  @Test
  void podsThatAreKnownTogetherHaveAnOrder() {
    FixedFleet fleet = FixedFleet.of(List.of(node("n", 3)), FixedFleet.Policy.BINPACK, List.of());

    assertThat(
            together(
                fleet,
                of("cpu", 1, 0, 0),
                of("half", 1, 1, 500),
                of("pair", 1, 2, 1000),
                of("other", 2, 1, 500),
                of("large", 99, 0, 0)))
        .isEqualTo("{pair=n cards [0, 1], other=n cards [2], half=n cards [2], cpu=n cards []}");
    assertThat(fleet.allocated()).isEqualTo(3000);
  }

  /** A heavy pod goes with a light one: 7 cores and 1 on each node of 8. */
  @Test
  void heavyPodsShareCardsWithLightOnes() {
    FixedFleet fleet =
        FixedFleet.of(List.of(node("a", 1), node("b", 1)), FixedFleet.Policy.BINPACK, List.of());

    assertThat(
            fleet
                .placeTogether(
                    List.of(
                        of("w", 7, 1, 500),
                        of("x", 7, 1, 500),
                        of("y", 1, 1, 500),
                        of("z", 1, 1, 500)))
                .keySet())
        .hasSize(4);
    assertThat(fleet.allocated()).isEqualTo(2000);
  }

  /** 30 cores are left for one card, and 8 for each of two. */
  @Test
  void aFillingGoesWhereMostIsLeftForEachCard() {
    FixedFleet.Node rich =
        new FixedFleet.Node("rich", CpuAmount.ofCores(30), MemorySize.ofGibibytes(64), 1, "T4");

    assertThat(
            together(
                FixedFleet.of(List.of(node("a", 2), rich), FixedFleet.Policy.BINPACK, List.of()),
                of("p", 4, 1, 600)))
        .isEqualTo("{p=rich cards [0]}");
    assertThat(
            together(
                FixedFleet.of(List.of(rich, node("a", 8)), FixedFleet.Policy.BINPACK, List.of()),
                of("p", 31, 1, 600)))
        .isEqualTo("{p=a cards [0]}");
  }

  /** What is taken already is not empty, and is used by those that no card takes together. */
  @Test
  void onlyEmptyCardsAreFilledTogether() {
    FixedFleet fleet = FixedFleet.of(List.of(node("a", 2)), FixedFleet.Policy.BINPACK, List.of());
    fleet.place(of("there", 1, 1, 400));

    assertThat(together(fleet, of("whole", 1, 1, 1000), of("rest", 1, 1, 600)))
        .isEqualTo("{whole=a cards [1], rest=a cards [0]}");
    assertThat(together(fleet, of("more", 1, 1, 100))).isEqualTo("{}");
  }

  @Test
  void modelsHoldForPodsThatShareACard() {
    FixedFleet.Node other =
        new FixedFleet.Node("v", CpuAmount.ofCores(8), MemorySize.ofGibibytes(64), 1, "V100");
    FixedFleet fleet =
        FixedFleet.of(List.of(node("t", 1), other), FixedFleet.Policy.BINPACK, List.of());

    assertThat(
            fleet.placeTogether(
                List.of(
                    of("a", 1, 1, 500, "V100"),
                    of("b", 1, 1, 500, "T4"),
                    of("c", 1, 1, 500, "T4", "V100"),
                    of("d", 1, 1, 500),
                    of("e", 1, 1, 500, "P100"))))
        .hasSize(4)
        .containsEntry("a", new FixedFleet.Assignment("v", List.of(0)))
        .containsEntry("b", new FixedFleet.Assignment("t", List.of(0)));
    assertThat(fleet.allocated()).isEqualTo(2000);
  }

  /** 300 + 700 and 600 + 400 fill two cards; in another order a pod would be left out. */
  @Test
  void asMuchOfTheCardsAsPossibleIsGivenOut() {
    FixedFleet fleet = FixedFleet.of(List.of(node("n", 2)), FixedFleet.Policy.BINPACK, List.of());

    assertThat(
            fleet.placeTogether(
                List.of(
                    of("a", 1, 1, 300),
                    of("b", 1, 1, 600),
                    of("c", 1, 1, 700),
                    of("d", 1, 1, 400),
                    of("e", 1, 1, 250))))
        .containsOnlyKeys("a", "b", "c", "d");
    assertThat(fleet.allocated()).isEqualTo(2000);
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

    assertError(() -> fleet.place(pod("1", 1, 100)), "fleet.duplicate", "1");
    assertThat(fleet.remove("2")).isFalse();
    assertError(() -> pod("x", 2, 500), "fleet.unsupported");
    assertError(() -> pod("x", 1, 1001), "fleet.out-of-range", "1001");
    assertError(() -> TraceFile.pods("name,cpu_milli\np,x\n", "p.csv"), "fleet.malformed", "x");
    assertError(() -> TraceFile.nodes("sn,cpu_milli\nn,1\n", "n.csv"), "fleet.malformed");
  }

  @Test
  void amountsBelowZeroAreRefused() {
    assertError(
        () -> new FixedFleet.Node("n", CpuAmount.ZERO, MemorySize.ofMebibytes(-1), 1, "T4"),
        "fleet.out-of-range",
        "1");
    assertError(
        () ->
            new FixedFleet.Pod("p", CpuAmount.ofMillicores(-500), MemorySize.ZERO, 1, 1, Set.of()),
        "fleet.out-of-range");
  }

  @Test
  void aFleetThatCannotBeIsRefused() {
    assertError(() -> node("n", 1025), "fleet.out-of-range", "1025");
    assertError(
        () ->
            FixedFleet.of(
                List.of(node("n", 1), node("n", 2)), FixedFleet.Policy.BINPACK, List.of()),
        "fleet.duplicate",
        "n");
  }

  @Test
  void nodesAndPodsAreTexts() {
    assertThat(node("n", 2)).hasToString("n: 2 x T4, 16 CPU, 64Gi");
    assertThat(of("p", 6, 1, 460)).hasToString("p: 460 of 1 card, 6 CPU, 1Gi");
    assertThat(of("p", 6, 2, 0, "V100", "T4"))
        .hasToString("p: 1000 of 2 cards [T4, V100], 6 CPU, 1Gi");
    assertThat(FixedFleet.Policy.parse("best-fit")).isEqualTo(FixedFleet.Policy.BEST_FIT);
    assertError(() -> FixedFleet.Policy.parse("worst"), "value.unknown", "worst");
  }

  @Test
  void sharesAndNumbersOfCardsHaveBounds() {
    assertThat(of("p", 0, 1, 1000).share()).isEqualTo(1000);
    assertThat(of("p", 0, 2, 1000).cards()).isEqualTo(2);
    assertThat(of("p", 0, 1, 1).share()).isEqualTo(1);
    assertThat(of("p", 0, 2, 0).cards()).isEqualTo(2);
    assertThat(node("n", 1024).cards()).isEqualTo(1024);
    assertThat(node("n", 0).cards()).isZero();
    assertError(() -> of("p", 0, -1, 0), "fleet.out-of-range", "-1");
    assertError(() -> of("p", 0, 1, -1), "fleet.out-of-range", "-1");
    assertError(() -> of("p", 0, 2, 1), "fleet.unsupported");
    assertError(
        () -> new FixedFleet.Node("n", CpuAmount.ZERO, MemorySize.ZERO, -1, "T4"),
        "fleet.out-of-range",
        "-1");
    assertError(
        () -> new FixedFleet.Node("n", CpuAmount.ofMillicores(-1), MemorySize.ZERO, 1, "T4"),
        "fleet.out-of-range");
    assertError(
        () -> new FixedFleet.Pod("p", CpuAmount.ZERO, MemorySize.ofMebibytes(-1), 1, 1, Set.of()),
        "fleet.out-of-range");
  }

  /** The example of the trace: other columns are ignored, and so are blank lines. */
  @Test
  void theColumnsOfATraceMayStandInAnyOrder(@TempDir Path folder) throws IOException {
    String pods =
        """
        qos, name ,gpu_milli,num_gpu,memory_mib,cpu_milli
        LS,p1,460,1,12288, 6000

        BE,p2,1000,2,1,0
        """;
    Path file = Files.writeString(folder.resolve("pods.csv"), pods);

    assertThat(TraceFile.pods(file))
        .extracting(Object::toString)
        .containsExactly("p1: 460 of 1 card, 6 CPU, 12Gi", "p2: 1000 of 2 cards, 0 CPU, 1Mi");
    Files.writeString(file, "sn,cpu_milli,memory_mib,gpu,model\nn1,64000,262144,1024,P100\n");
    assertThat(TraceFile.nodes(file)).hasToString("n1: 1024 x P100, 64 CPU, 256Gi");
    Files.write(file, new byte[] {(byte) 0xff});
    assertError(() -> TraceFile.nodes(file), "file.unreadable");
    assertError(() -> TraceFile.pods(folder.resolve("none.csv")), "file.unreadable");
    assertError(() -> TraceFile.pods("", "p.csv"), "fleet.malformed", "p.csv");
    assertError(
        () -> TraceFile.pods("name,cpu_milli\np,1\nq\n", "p.csv"), "fleet.malformed", "memory_mib");
    assertError(
        () -> TraceFile.nodes("sn,cpu_milli,memory_mib,gpu,model\nn,1,1,1025,T4", "n.csv"),
        "fleet.out-of-range",
        "1025");
  }

  @Test
  void aTraceIsReadOrRefusedWithItsLine() {
    String head = "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec\n";

    assertThat(TraceFile.pods(head + "p,1,1,1,1000,T4| T4|V100|\n", "t.csv").get(0).models())
        .containsExactlyInAnyOrder("T4", "V100");
    assertError(
        () -> TraceFile.pods(head + "p,1,1,1,1001,\n", "t.csv"), "fleet.out-of-range", "1001");
    assertError(
        () -> TraceFile.nodes("sn,cpu_milli,memory_mib,gpu,model\nn,1,1,999999999999,T4", "n.csv"),
        "fleet.out-of-range",
        "999999999999");
  }
}
