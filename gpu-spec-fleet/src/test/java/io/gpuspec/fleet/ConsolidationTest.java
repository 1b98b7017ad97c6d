package io.gpuspec.fleet;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Target;
import io.gpuspec.TestCloud;
import io.gpuspec.value.Note;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which nodes to drain, and what stays. */
class ConsolidationTest {
  static final String OWNED = "\"ownerReferences\": [{\"kind\": \"ReplicaSet\"}]";
  static final String TAINT = "{\"key\": \"train\", \"effect\": \"NoSchedule\"}";
  static final String TOLERATES =
      "\"tolerations\": [{\"key\": \"train\", \"operator\": \"Exists\"}]";
  static final Target NODES = TestCloud.of("cloud", TestCloud.read(catalog())).target();

  private static String catalog() {
    return """
        {"target": "cloud", "edition": "2024-05", "unit": "node", "citation": "list",
         "citations": {"list": {"title": "A list", "date": "2024", "status": "documented"}},
         "gpus": [{"name": "T4", "card": "T4"}],
         "specs": [%s, %s, %s]}
        """
        .formatted(
            row("one", 1, 4, "16Gi", "1.00"),
            row("two", 2, 16, "64Gi", "1.90"),
            row("four", 4, 48, "192Gi", "3.50"));
  }

  private static String row(String name, int gpus, int cpu, String memory, String price) {
    return """
        {"gpu": "T4", "gpus": %d, "name": "%s", "upward": [{"cpu": "%d", "memory": "%s"}],
         "policy": "fixed", "citation": "list", "resources": {"rdma/hca": "4"}, "prices": [%s]}"""
        .formatted(gpus, name, cpu, memory, price(price, "on-demand"));
  }

  private static String price(String amount, String capacityType) {
    return """
        {"amount": "%s", "currency": "USD", "per": "hour", "region": "here",
         "capacityType": "%s", "citation": "list"}"""
        .formatted(amount, capacityType);
  }

  /** The nodes, where the smallest can be bought in another way, too. */
  private static Target with(String amount, String capacityType) {
    String one = price("1.00", "on-demand");
    return TestCloud.of(
            "cloud",
            TestCloud.read(catalog().replace(one, one + ", " + price(amount, capacityType))))
        .target();
  }

  private static String bought(String node, String capacityType) {
    return described(node, "\"karpenter.sh/capacity-type\": \"%s\"".formatted(capacityType), "");
  }

  static String node(String name, String spec, int gpus, int cpu) {
    return """
        {"kind": "Node", "metadata": {"name": "%s",
          "labels": {"node.kubernetes.io/instance-type": "%s"}},
         "status": {"allocatable": {"cpu": "%d", "memory": "64Gi", "nvidia.com/gpu": "%d",
          "pods": "110"}}}"""
        .formatted(name, spec, cpu, gpus);
  }

  static String pod(String name, String node, int gpus, int cpu, String about) {
    return """
        {"kind": "Pod", "metadata": {"name": "%s", "namespace": "x"%s},
         "spec": {"nodeName": "%s", "containers": [{"name": "c", "resources": {
           "requests": {"cpu": "%d"}, "limits": {"nvidia.com/gpu": "%d"}}}]}}"""
        .formatted(name, about.isEmpty() ? "" : ", " + about, node, cpu, gpus);
  }

  static Consolidation of(String... items) {
    return of(Integer.MAX_VALUE, items);
  }

  private static Consolidation of(int moves, String... items) {
    return Consolidation.of(NODES, state(items), moves);
  }

  private static ClusterState state(String... items) {
    return ClusterState.parse("{\"kind\": \"List\", \"items\": [" + String.join(",", items) + "]}");
  }

  @Test
  void aPodMovesToWhatIsFree() {
    Consolidation less =
        of(
            node("a", "four", 4, 48),
            node("b", "two", 2, 16),
            pod("p", "a", 2, 10, ""),
            pod("q", "b", 2, 10, OWNED));

    assertThat(less.drains()).containsExactly("b");
    assertThat(less.moves()).extracting(Object::toString).containsExactly("x/q from b to a");
    assertThat(less.launches()).isEmpty();
    assertThat(less.before()).hasToString("5.40 USD per hour");
    assertThat(less.saved()).hasToString("1.90 USD per hour");
    assertThat(less.after()).hasToString("3.50 USD per hour");
  }

  @Test
  void aPodMovesToNoNodeWithoutTheDiskThatItRequests() {
    String small = disk(node("a", "four", 4, 48), "30Gi");
    String p = disk(pod("p", "a", 2, 10, ""), "15Gi");
    String other = node("b", "two", 2, 16);

    assertThat(of(small, other, p, disk(pod("q", "b", 2, 10, OWNED), "15Gi")).moves()).hasSize(1);
    assertThat(of(small, other, p, disk(pod("q", "b", 2, 10, OWNED), "16Gi")).moves()).isEmpty();
  }

  /** What a node has, or a pod requests. */
  private static String disk(String item, String amount) {
    return item.replaceFirst("\"cpu\"", "\"ephemeral-storage\": \"" + amount + "\", $0");
  }

  @Test
  void aLargeNodeIsReplacedByASmallOne() {
    Consolidation less = of(node("a", "four", 4, 48), pod("p", "a", 1, 2, OWNED));

    assertThat(less.launches()).extracting(FleetNode::spec).containsExactly("one");
    assertThat(less.moves()).extracting(Object::toString).containsExactly("x/p from a to one-1");
    assertThat(less.saved()).hasToString("2.50 USD per hour");
  }

  @Test
  void anEmptyNodeIsDrainedWithoutMoves() {
    assertThat(of(0, node("a", "one", 1, 4), pod("d", "a", 0, 1, daemonSet())).drains())
        .containsExactly("a");
  }

  @Test
  void theStepsAreToldInTheirOrder() {
    Consolidation moved =
        of(
            node("a", "four", 4, 48),
            node("b", "two", 2, 16),
            pod("p", "a", 2, 10, ""),
            pod("q", "b", 1, 10, OWNED),
            pod("r", "b", 1, 2, OWNED));
    Consolidation replaced = of(node("a", "four", 4, 48), pod("p", "a", 1, 2, OWNED));

    assertThat(moved.explain())
        .hasToString(
            """
            5.40 USD per hour now, 1.90 less after 1 drain and 2 moves
              drain     b
                          x/q to a
                          x/r to a
              note      a stays because of pod x/p: it has no owner, so nothing would create it again""");
    assertThat(replaced.explain())
        .hasToString(
            """
            3.50 USD per hour now, 2.50 less after 1 drain and 1 move
              launch    one-1 (one)
              drain     a
                          x/p to one-1""");
    assertThat(moved.target()).isEqualTo(NODES);
    assertThat(of(node("a", "one", 1, 4), pod("p", "a", 1, 2, OWNED)).explain())
        .hasToString("1.00 USD per hour now, nothing to save");
  }

  @Test
  void aNodeWithoutAPriceStays() {
    String spot = "\"karpenter.sh/capacity-type\": \"spot\"";
    Consolidation less =
        of(
            node("a", "ninety", 4, 48),
            described(node("b", "one", 1, 4), spot, ""),
            node("c", "one", 1, 4),
            pod("p", "c", 1, 2, ""));

    assertThat(less.notes())
        .extracting(Note::message)
        .contains(
            "a stays: the price of ninety is not known",
            "b stays: the price of one (spot) is not known");
    assertThat(less.before()).hasToString("1.00 USD per hour");
  }

  /**
   * AWS, "Capacity Reservation pricing and billing": a reservation costs the same whether instances
   * run in it or not.
   */
  @Test
  void aReservedNodeStaysAndTakesPodsOfOthers() {
    String reserved = bought(node("a", "one", 1, 4), "reserved");
    String pod = pod("q", "b", 1, 2, OWNED);
    Consolidation empty =
        Consolidation.of(with("0.60", "reserved"), state(reserved, node("b", "one", 1, 4), pod));

    assertThat(empty.drains()).containsExactly("b");
    assertThat(empty.moves()).extracting(Object::toString).containsExactly("x/q from b to a");
    assertThat(empty.before()).hasToString("1.60 USD per hour");
    assertThat(empty.saved()).hasToString("1.00 USD per hour");
    assertThat(of(reserved).notes())
        .extracting(Note::message)
        .contains("a stays: it is reserved, and paid for while it is empty");
  }

  /** A spot node that costs more than one on demand is replaced, not kept under its name. */
  @Test
  void aNewNodeThatIsBoughtInAnotherWayIsNotTheOldOne() {
    Consolidation less =
        Consolidation.of(
            with("1.50", "spot"),
            state(bought(node("a", "one", 1, 4), "spot"), pod("p", "a", 1, 2, OWNED)));

    assertThat(less.launches()).extracting(FleetNode::spec).containsExactly("one");
    assertThat(less.drains()).containsExactly("a");
    assertThat(less.saved()).hasToString("0.50 USD per hour");
  }

  @Test
  void aNodeThatIsAnnotatedStaysWithItsPods() {
    String kept =
        node("b", "two", 2, 16)
            .replace(
                "\"labels\"",
                "\"annotations\": {\"karpenter.sh/do-not-disrupt\": \"true\"}, \"labels\"");
    Consolidation less = of(node("a", "four", 4, 48), kept, pod("p", "a", 1, 2, ""));

    assertThat(less.isUseful()).isFalse();
    assertThat(less.notes().get(1))
        .hasToString("fleet.stays: b stays: it is annotated karpenter.sh/do-not-disrupt");
  }

  @Test
  void aNumberOfMovesBelowNothingIsRefused() {
    assertError(() -> of(-1, node("a", "one", 1, 4)), "fleet.out-of-range", "-1");
    assertThat(of(0, node("a", "one", 1, 4), pod("p", "a", 1, 2, OWNED)).moves()).isEmpty();
  }

  /** Each of 20 small nodes can be drained alone; with 5 moves, 5 of them are. */
  @Test
  void asManyNodesAreDrainedAsMovesAllow() {
    List<String> items = new ArrayList<>();
    for (String large : List.of("a", "b", "c", "d", "e")) {
      items.add(node(large, "four", 4, 48));
      items.add(pod("bare-" + large, large, 0, 1, ""));
    }
    for (int i = 0; i < 20; i++) {
      items.add(node("n%02d".formatted(i), "one", 1, 4));
      items.add(pod("w" + i, "n%02d".formatted(i), 1, 2, OWNED));
    }
    String[] all = items.toArray(String[]::new);

    for (int moves : new int[] {0, 1, 5, 13, 20, 99}) {
      Consolidation less = of(moves, all);
      assertThat(less.moves()).hasSize(Math.min(20, moves));
      assertThat(less.drains()).hasSize(Math.min(20, moves));
    }
    assertThat(of(5, all).drains()).containsExactly("n00", "n01", "n02", "n03", "n04");
    assertThat(of(5, all).saved()).hasToString("5.00 USD per hour");
  }

  private static String fuse(String item, int amount) {
    return item.replaceFirst("\"nvidia.com/gpu\"", "\"example.com/fuse\": \"" + amount + "\", $0");
  }

  @Test
  void aPodWithAResourceThatNoRowHasMovesToANodeThatHasIt() {
    Consolidation less =
        of(
            fuse(node("a", "four", 4, 48), 8),
            fuse(node("b", "two", 2, 16), 8),
            pod("p", "a", 3, 40, ""),
            fuse(pod("q", "b", 1, 4, OWNED), 1));

    assertThat(less.moves()).extracting(Object::toString).containsExactly("x/q from b to a");
    assertThat(less.saved()).hasToString("1.90 USD per hour");
  }

  @Test
  void aPodThatFindsNoOtherNodeKeepsOnlyItsOwn() {
    Consolidation less =
        of(
            node("a", "four", 4, 48),
            fuse(node("b", "two", 2, 16), 8),
            node("c", "two", 2, 16),
            pod("p", "a", 2, 10, ""),
            fuse(pod("q", "b", 1, 4, OWNED), 1),
            pod("r", "c", 1, 4, OWNED));

    assertThat(less.drains()).containsExactly("c");
    assertThat(less.saved()).hasToString("1.90 USD per hour");
    assertThat(less.notes())
        .extracting(Note::message)
        .anyMatch(note -> note.startsWith("b stays because of pod x/q: no other node takes it: "));
  }

  private static String daemonSet() {
    return "\"ownerReferences\": [{\"kind\": \"DaemonSet\"}]";
  }

  @Test
  void whatMayNotMoveStaysAndSaysWhy() {
    String annotated = OWNED + ", \"annotations\": {\"karpenter.sh/do-not-disrupt\": \"true\"}";
    String budget =
        """
        {"kind": "PodDisruptionBudget", "metadata": {"name": "keep", "namespace": "x"},
         "spec": {"selector": {"matchLabels": {"app": "q"}}}, "status": {"disruptionsAllowed": 0}}""";
    Consolidation less =
        of(
            node("a", "four", 4, 48),
            node("b", "four", 4, 48),
            node("c", "four", 4, 48),
            pod("bare", "a", 1, 2, ""),
            pod("kept", "b", 1, 2, annotated),
            pod("q", "c", 1, 2, OWNED + ", \"labels\": {\"app\": \"q\"}"),
            budget);

    assertThat(less.isUseful()).isFalse();
    assertThat(less.moves()).isEmpty();
    assertThat(less.notes().toString())
        .contains("pod x/bare: it has no owner, so nothing would create it again")
        .contains("pod x/kept: it is annotated karpenter.sh/do-not-disrupt")
        .contains("pod x/q: the PodDisruptionBudget keep allows no disruption");
  }

  private static String budget(String spec, String status) {
    return """
        {"kind": "PodDisruptionBudget", "metadata": {"name": "web", "namespace": "x"},
         "spec": {"selector": {"matchLabels": {"app": "web"}}%s}%s}"""
        .formatted(spec, status);
  }

  /** Seven pods of a node each that are moved to a large one, if the budget permits. */
  private static Consolidation seven(String... budgets) {
    List<String> items = new ArrayList<>(List.of(budgets));
    for (String large : List.of("a", "b")) {
      items.add(node(large, "four", 4, 48));
      items.add(pod("bare-" + large, large, 0, 1, ""));
    }
    for (int i = 0; i < 7; i++) {
      items.add(node("n" + i, "one", 1, 4));
      items.add(pod("w" + i, "n" + i, 1, 2, OWNED + ", \"labels\": {\"app\": \"web\"}"));
    }
    return of(items.toArray(String[]::new));
  }

  /**
   * Kubernetes, "Specifying a Disruption Budget for your Application", Rounding logic when
   * specifying percentages: of 7 pods, 50% as minAvailable are 4.
   */
  @Test
  void aPercentageOfABudgetIsRoundedUp() {
    assertThat(seven(budget(", \"minAvailable\": \"50%\"", "")).notes())
        .extracting(Note::message)
        .contains(
            "the PodDisruptionBudget web allows 3 disruptions at a time, by the pods that are"
                + " given: it has no status; 7 of the moves are of its pods");
    assertThat(seven(budget(", \"maxUnavailable\": \"50%\"", "")).notes().toString())
        .contains("web allows 4 disruptions at a time");
    assertThat(seven(budget(", \"maxUnavailable\": 1", "")).notes().toString())
        .contains("web allows 1 disruption at a time");
  }

  @Test
  void theStatusOfABudgetCounts() {
    String two = ", \"status\": {\"disruptionsAllowed\": 2}";
    String none = ", \"status\": {\"disruptionsAllowed\": 0}";

    assertThat(seven(budget(", \"minAvailable\": 7", two)).notes().toString())
        .contains("the PodDisruptionBudget web allows 2 disruptions at a time; 7 of the moves");
    assertThat(seven(budget(", \"maxUnavailable\": 7", none)).isUseful()).isFalse();
  }

  @Test
  void aStatusOfAnOlderBudgetAllowsNothingYet() {
    String old = budget("", ", \"status\": {\"disruptionsAllowed\": 2, \"observedGeneration\": 1}");

    assertThat(seven(old.replace("\"web\",", "\"web\", \"generation\": 2,")).isUseful()).isFalse();
  }

  @Test
  void aBudgetThatWantsEveryPodForbids() {
    for (String spec :
        List.of(
            ", \"minAvailable\": 7",
            ", \"minAvailable\": \"100%\"",
            ", \"maxUnavailable\": 0",
            ", \"maxUnavailable\": \"0%\"",
            ", \"maxUnavailable\": \"some\"",
            "")) {
      Consolidation less = seven(budget(spec, ""));

      assertThat(less.isUseful()).as(spec).isFalse();
      assertThat(less.notes().toString()).contains("the PodDisruptionBudget web allows no");
    }
  }

  @Test
  void aPodOfTwoBudgetsStays() {
    String one = budget(", \"maxUnavailable\": 3", "");

    assertThat(seven(one, one.replace("\"web\",", "\"other\",")).notes().toString())
        .contains("pod x/w0: 2 PodDisruptionBudgets select it, and such a pod is never evicted");
  }

  @Test
  void aBudgetSelectsByExpressionsToo() {
    String none = budget(", \"maxUnavailable\": 0", "");
    String in =
        "\"matchExpressions\": [{\"key\": \"app\", \"operator\": \"%s\", \"values\": [\"web\"]}]";

    assertThat(
            seven(none.replace("\"matchLabels\": {\"app\": \"web\"}", in.formatted("In")))
                .isUseful())
        .isFalse();
    assertThat(
            seven(none.replace("\"matchLabels\": {\"app\": \"web\"}", in.formatted("NotIn")))
                .isUseful())
        .isTrue();
    assertThat(seven(none.replace("{\"matchLabels\": {\"app\": \"web\"}}", "null")).isUseful())
        .isTrue();
    assertThat(seven(none.replace("{\"matchLabels\": {\"app\": \"web\"}}", "{}")).isUseful())
        .isFalse();
    assertThat(seven(none.replace("\"namespace\": \"x\"", "\"namespace\": \"y\"")).isUseful())
        .isTrue();
  }

  @Test
  void aPodThatIsNotReadyMovesIfItsBudgetLetsIt() {
    String unready =
        pod("q", "b", 1, 2, OWNED)
            .replace(
                "\"spec\"",
                "\"status\": {\"phase\": \"Running\", \"conditions\": [{\"type\": \"Ready\","
                    + " \"status\": \"False\"}]}, \"spec\"");
    String never =
        budget(", \"maxUnavailable\": 0", "")
            .replace("{\"matchLabels\": {\"app\": \"web\"}}", "{}");
    String always =
        never.replace(
            "\"spec\": {", "\"spec\": {\"unhealthyPodEvictionPolicy\": \"AlwaysAllow\", ");
    String[] nodes = {node("a", "four", 4, 48), node("b", "two", 2, 16), pod("p", "a", 2, 10, "")};

    assertThat(of(nodes[0], nodes[1], nodes[2], unready, never).isUseful()).isFalse();
    assertThat(of(nodes[0], nodes[1], nodes[2], unready, always).isUseful()).isTrue();
    assertThat(
            of(nodes[0], nodes[1], nodes[2], unready.replace("Running", "Pending"), never)
                .isUseful())
        .isTrue();
  }

  private static String node(String name, String labels, String taints) {
    return described(node(name, "two", 2, 16), labels, taints);
  }

  static String described(String node, String labels, String taints) {
    return node.replace("\"labels\": {", "\"labels\": {" + labels + ", ")
        .replace("\"status\"", "\"spec\": {\"taints\": [" + taints + "]}, \"status\"");
  }

  private static String pod(String name, String node, String more) {
    return pod(name, node, 1, 2, OWNED).replace("\"containers\"", more + ", \"containers\"");
  }

  @Test
  void aPodThatSelectsNodesMovesToOneThatItSelects() {
    String one = "\"nodeSelector\": {\"team\": \"one\"}";
    String p = pod("p", "a", one);
    String q = pod("q", "b", one);
    String teamOne = "\"team\": \"one\"";

    Consolidation less = of(node("a", teamOne, ""), node("b", teamOne, ""), p, q);
    Consolidation none = of(node("a", "\"team\": \"two\"", ""), node("b", teamOne, ""), q);

    assertThat(less.moves()).hasSize(1);
    assertThat(less.launches()).isEmpty();
    assertThat(none.drains()).containsExactly("a");
    assertThat(none.moves()).isEmpty();
  }

  @Test
  void aPodMovesToNoNodeWhoseTaintItDoesNotTolerate() {
    String bare = pod("bare", "b", 2, 2, "");
    String tainted = node("a", "\"team\": \"one\"", TAINT);
    String other = node("b", "\"team\": \"one\"", "");
    String third = node("c", "\"team\": \"one\"", "");
    String kept = pod("kept", "a", 1, 2, "");

    Consolidation stays = of(tainted, kept, other, bare, third, pod("p", "c", 2, 2, OWNED));
    Consolidation moves = of(tainted, kept, other, bare, third, pod("p", "c", TOLERATES));

    assertThat(stays.isUseful()).isFalse();
    assertThat(moves.moves()).extracting(Object::toString).containsExactly("x/p from c to a");
  }

  @Test
  void aPodMovesOnlyWhereItsOtherResourcesAreFree() {
    String bare = pod("p", "a", 2, 10, "");
    String asks =
        pod("q", "b", 2, 10, OWNED)
            .replace("\"nvidia.com/gpu\"", "\"rdma/hca\": \"1\", \"nvidia.com/gpu\"");
    String has = node("a", "four", 4, 48).replace("\"pods\"", "\"rdma/hca\": \"1\", \"pods\"");

    assertThat(of(node("a", "four", 4, 48), node("b", "two", 2, 16), bare, asks).isUseful())
        .isFalse();
    assertThat(of(has, node("b", "two", 2, 16), bare, asks).moves()).hasToString("x/q from b to a");
    assertThat(
            of(
                    has,
                    node("b", "two", 2, 16),
                    bare.replace("\"limits\": {", "\"limits\": {\"rdma/hca\": \"1\", "),
                    asks)
                .isUseful())
        .isFalse();
  }

  @Test
  void aPodThatAlsoAsksForPartsOfCardsStays() {
    String asks =
        pod("q", "b", 2, 10, OWNED)
            .replace("\"nvidia.com/gpu\"", "\"nvidia.com/mig-1g.5gb\": \"1\", \"nvidia.com/gpu\"");

    assertThat(of(node("a", "four", 4, 48), node("b", "two", 2, 16), asks).notes().toString())
        .contains("pod x/q: it asks for nvidia.com/mig-1g.5gb, too, and only whole cards");
    String parts = asks.replace(", \"nvidia.com/gpu\": \"2\"", "");
    assertThat(of(node("a", "four", 4, 48), node("b", "two", 2, 16), parts).notes().toString())
        .contains("pod x/q: it asks for nvidia.com/mig-1g.5gb, and only whole cards");
  }

  @Test
  void aPodThatNoNodeHoldsStaysWhereItIs() {
    String asks = pod("q", "b", 2, 10, OWNED).replace("gpu\": \"2\"", "gpu\": \"3000000000\"");

    assertThat(of(node("a", "four", 4, 48), node("b", "two", 2, 16), asks).drains())
        .doesNotContain("b");
  }

  @Test
  void aPodWithAffinitiesToOthersStays() {
    String apart = "\"affinity\": {\"podAntiAffinity\": {\"requiredDuringX\": []}}";
    String one = "\"team\": \"one\"";

    Consolidation less =
        of(node("a", one, ""), node("b", one, ""), pod("p", "a", apart), pod("q", "b", apart));

    assertThat(less.isUseful()).isFalse();
    assertThat(less.notes().toString()).contains("affinities to other pods");
  }

  private static String mounting(String pod, String volume) {
    return pod.replace(
        "\"containers\"", "\"volumes\": [{\"name\": \"v\", " + volume + "}], \"containers\"");
  }

  private static Consolidation withVolume(String volume) {
    return of(
        node("a", "four", 4, 48),
        node("b", "two", 2, 16),
        pod("p", "a", 2, 10, ""),
        mounting(pod("q", "b", 2, 10, OWNED), volume));
  }

  @Test
  void aPodStaysWithVolumesThatCannotFollowIt() {
    Consolidation claimed = withVolume("\"persistentVolumeClaim\": {\"claimName\": \"data-q\"}");
    Consolidation onNode = withVolume("\"hostPath\": {\"path\": \"/data\"}");

    assertThat(claimed.isUseful()).isFalse();
    assertThat(claimed.notes())
        .extracting(Note::message)
        .contains(
            "b stays because of pod x/q: it has a PersistentVolumeClaim, whose volume can be bound"
                + " to its zone or node");
    assertThat(onNode.isUseful()).isFalse();
    assertThat(onNode.notes())
        .extracting(Note::message)
        .contains("b stays because of pod x/q: it has files of its node (hostPath)");
  }

  @Test
  void volumesThatAreMadeWithAPodMoveWithIt() {
    assertThat(withVolume("\"emptyDir\": {\"medium\": \"Memory\"}").drains()).containsExactly("b");
    assertThat(withVolume("\"ephemeral\": {\"volumeClaimTemplate\": {}}").drains())
        .containsExactly("b");
  }

  @Test
  void noMorePodsMoveThanAreAllowed() {
    String[] items = {
      node("a", "four", 4, 48),
      node("b", "four", 4, 48),
      pod("p", "a", 1, 2, OWNED),
      pod("q", "b", 1, 2, OWNED)
    };

    assertThat(of(1, items).moves()).hasSize(1);
    assertThat(of(2, items).saved().amount()).isGreaterThan(of(1, items).saved().amount());
  }
}
