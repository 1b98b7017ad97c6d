package io.gpuspec.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.GpuRequest;
import io.gpuspec.scheduling.NodeFit;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.Finding;
import io.gpuspec.value.Note;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pods that run keep others away by their required anti-affinity. */
class RepelledTest {
  private static final String ZONE = "topology.kubernetes.io/zone";
  private static final String HOST = "kubernetes.io/hostname";
  private static final PodView TRAIN = PodView.empty().namespace("ml").label("app", "train");
  private static final String APP_TRAIN = "{\"matchLabels\": {\"app\": \"train\"}}";

  /** Two nodes in zone a and one in zone b; the pod runs on the first. */
  private static List<NodeFit> fits(PodView pod, String... terms) {
    String running =
        """
        {"kind": "Pod", "metadata": {"name": "r", "namespace": "ml"},
         "spec": {"nodeName": "n1", "affinity": {"podAntiAffinity": {
           "requiredDuringSchedulingIgnoredDuringExecution": [%s]}},
           "containers": [{"name": "c"}]}}"""
            .formatted(String.join(",", terms));
    return ClusterState.parse(
            "{\"kind\": \"List\", \"items\": [%s]}"
                .formatted(
                    String.join(",", node("n1", "a"), node("n2", "a"), node("n3", "b"), running)))
        .views()
        .stream()
        .map(pod::fits)
        .toList();
  }

  private static String node(String name, String zone) {
    return """
        {"kind": "Node", "metadata": {"name": "%s", "labels": {"%s": "%s", "%s": "%s"}},
         "status": {"allocatable": {"cpu": "4", "pods": "9"}}}"""
        .formatted(name, HOST, name, ZONE, zone);
  }

  private static String term(String key, String selector, String more) {
    return "{\"topologyKey\": \"%s\", \"labelSelector\": %s%s}".formatted(key, selector, more);
  }

  private static List<String> names(List<NodeFit> fits) {
    return fits.stream().filter(NodeFit::fits).map(NodeFit::node).toList();
  }

  @Test
  void aTermHoldsInTheDomainOfItsPod() {
    assertThat(names(fits(TRAIN, term(HOST, APP_TRAIN, "")))).containsExactly("n2", "n3");
    assertThat(names(fits(TRAIN, term(ZONE, APP_TRAIN, "")))).containsExactly("n3");
    assertThat(names(fits(TRAIN, term("rack", APP_TRAIN, "")))).hasSize(3);
  }

  @Test
  void theReasonNamesThePodThatRuns() {
    Finding reason = fits(TRAIN, term(ZONE, APP_TRAIN, "")).get(1).reasons().get(0);

    assertThat(reason.id()).isEqualTo("node.anti-affinity");
    assertThat(reason.message())
        .isEqualTo(
            "node(s) didn't satisfy existing pods anti-affinity rules: ml/r repels the pod by topology.kubernetes.io/zone");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"matchExpressions\": [{\"key\": \"app\", \"operator\": \"Exists\"}]}",
        "{\"matchExpressions\": [{\"key\": \"tier\", \"operator\": \"NotIn\", \"values\": [\"x\"]}]}"
      })
  void aSelectorSelectsByLabels(String selector) {
    assertThat(names(fits(TRAIN, term(HOST, selector, "")))).containsExactly("n2", "n3");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "{\"matchLabels\": {\"app\": \"web\"}}",
        "{\"matchLabels\": {\"app\": \"train\"}, \"matchExpressions\": [{\"key\": \"app\", \"operator\": \"DoesNotExist\"}]}"
      })
  void othersAreNotRepelled(String selector) {
    assertThat(fits(TRAIN, term(HOST, selector, "")).get(0)).hasToString("fits n1");
  }

  @Test
  void aTermIsAboutItsOwnNamespaceOrThoseThatItNames() {
    String named = term(HOST, APP_TRAIN, ", \"namespaces\": [\"web\"]");

    assertThat(names(fits(TRAIN.namespace("web"), term(HOST, APP_TRAIN, "")))).hasSize(3);
    assertThat(names(fits(TRAIN, named))).hasSize(3);
    assertThat(names(fits(TRAIN.namespace("web"), named))).containsExactly("n2", "n3");
  }

  @Test
  void whatDependsOnLabelsOfNamespacesOrOnAnUnknownOneIsNotJudged() {
    NodeFit byLabels = fits(TRAIN, term(HOST, APP_TRAIN, ", \"namespaceSelector\": {}")).get(0);
    NodeFit inNone = fits(TRAIN.namespace(""), term(HOST, APP_TRAIN, "")).get(0);

    assertThat(byLabels.isJudged()).isFalse();
    assertThat(byLabels.unknown().get(0).message())
        .isEqualTo(
            "whether ml/r repels the pod by its required podAntiAffinity: its namespaceSelector is not judged");
    assertThat(inNone.unknown())
        .extracting(Note::message)
        .containsExactly(
            "whether ml/r repels the pod by its required podAntiAffinity: the pod states no namespace");
  }

  @Test
  void theKubeletOfANamedNodeAsksNoOtherPod() {
    assertThat(fits(TRAIN.nodeName("n1"), term(HOST, APP_TRAIN, "")).get(0)).hasToString("fits n1");
  }

  @Test
  void aPlanMovesNoPodToWhereOneRunsThatRepelsIt() {
    String apart =
        ConsolidationTest.pod("r", "a", 1, 1, "")
            .replace(
                "\"nodeName\"",
                "\"affinity\": {\"podAntiAffinity\": {\"requiredDuringSchedulingIgnoredDuringExecution\": [%s]}}, \"nodeName\""
                    .formatted(term("node.kubernetes.io/instance-type", APP_TRAIN, "")));
    String owned = ConsolidationTest.OWNED + ", \"labels\": {\"app\": \"%s\"}";

    assertThat(drained(apart, owned.formatted("train"))).isEmpty();
    assertThat(drained(apart, owned.formatted("web"))).containsExactly("b");
  }

  private static List<String> drained(String running, String about) {
    return List.copyOf(
        ConsolidationTest.of(
                ConsolidationTest.node("a", "four", 4, 48),
                ConsolidationTest.node("b", "two", 2, 16),
                running,
                ConsolidationTest.pod("q", "b", 2, 10, about))
            .drains());
  }

  @Test
  void aPlanOfPodsThatAreKeptApartDoesNotCountThoseThatRun() {
    String items =
        String.join(
            ",",
            ConsolidationTest.node("a", "four", 4, 48),
            ConsolidationTest.pod(
                "r", "a", 0, 1, "\"labels\": {\"app\": \"train\", \"hash\": \"1\"}"));
    ClusterState state =
        ClusterState.parse("{\"kind\": \"List\", \"items\": [%s]}".formatted(items));
    Fleet fleet = Fleet.of(ConsolidationTest.NODES).existing(state.nodes());
    Demand alike = Demand.of("w", GpuRequest.of("T4")).pod(TRAIN.namespace("x"));
    Demand other = Demand.of("w", GpuRequest.of("T4")).pod(TRAIN);

    assertThat(fleet.demand(alike.maxPerNode(1)).plan().isPartlyCounted()).isTrue();
    assertThat(fleet.demand(alike.maxPerNode(1)).plan().notes())
        .extracting(Note::id)
        .contains("fleet.partly-counted");
    assertThat(fleet.demand(alike).plan().isPartlyCounted()).isFalse();
    assertThat(fleet.demand(other.maxPerNode(1)).plan().isPartlyCounted()).isFalse();
  }
}
