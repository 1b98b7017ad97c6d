package io.gpuspec.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Note;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How the list of a cluster is read. */
class ClusterStateTest {
  private static final String NODE =
      """
      {"kind": "Node",
       "metadata": {"name": "n", "labels": {"node.kubernetes.io/instance-type": "g5.xlarge"}},
       "status": {"allocatable": {"cpu": "4", "memory": "8Gi", "nvidia.com/gpu": "1"}}}""";
  private static final String POD =
      """
      {"kind": "Pod", "metadata": {"name": "p",
        "annotations": {"kubectl.kubernetes.io/last-applied-configuration": "{}", "a": "b"}},
       "spec": {"nodeName": "n", "containers": [
         {"name": "c", "resources": {"requests": {"cpu": "1"}}}]}}""";

  @Test
  void kubectlWritesTheKindOfAListLast() {
    ClusterState state =
        ClusterState.parse(
            "{\"apiVersion\": \"v1\", \"items\": [%s, %s], \"kind\": \"List\", \"metadata\": {}}"
                .formatted(POD, NODE));

    assertThat(state.nodes()).hasToString("n (g5.xlarge): 1 GPU, 3 cores · 8Gi, 109 pods free");
    assertThat(state.views().get(0).pods().get(0).annotations()).containsOnlyKeys("a");
  }

  @Test
  void whatAPodAsksForAsAWholeReplacesTheSumOfItsContainers() {
    String whole =
        POD.replace(
            "\"nodeName\"",
            "\"resources\": {\"requests\": {\"cpu\": \"2\", \"memory\": \"5Gi\"}}, \"nodeName\"");

    assertThat(
            ClusterState.parse("{\"kind\": \"List\", \"items\": [%s, %s]}".formatted(NODE, whole))
                .nodes())
        .hasToString("n (g5.xlarge): 1 GPU, 2 cores · 3Gi, 109 pods free");
  }

  @Test
  void theApiServerWritesTheKindOfItemsOnceAndFirst() {
    String bare = NODE.replace("\"kind\": \"Node\",", "");

    assertThat(
            ClusterState.parse("{\"kind\": \"NodeList\", \"items\": [%s]}".formatted(bare)).nodes())
        .hasSize(1);
  }

  @Test
  void theKindOfItemsMayComeAfterThem() {
    String bare = NODE.replace("\"kind\": \"Node\",", "");
    String list = "{\"items\": [%s], \"kind\": \"%s\"}";

    assertThat(ClusterState.parse(list.formatted(bare, "NodeList")).nodes()).hasSize(1);
    assertThat(ClusterState.parse(list.formatted(NODE, "List")).nodes()).hasSize(1);
  }

  @Test
  void podsThatWaitForANodeAreTold() {
    String list = "{\"kind\": \"List\", \"items\": [%s, %s, %s]}";
    String pending = POD.replace("\"nodeName\": \"n\", ", "");

    assertThat(ClusterState.parse(list.formatted(NODE, POD, pending)).notes())
        .extracting(Note::toString)
        .containsExactly(
            "fleet.pending: 1 pod waits for a node; it is not planned for, and its room counts as"
                + " free");
    assertThat(ClusterState.parse(list.formatted(NODE, pending, pending)).notes().toString())
        .contains("2 pods wait for a node; they are not planned for");
    assertThat(ClusterState.parse(list.formatted(NODE, POD, POD)).notes()).isEmpty();
  }

  @Test
  void oneNodeIsReadWithoutAList() {
    assertThat(ClusterState.parse(NODE).nodes()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"kind": "List", "items": [        | nodes:1:28: not JSON: it ends too early
          {"items": [], "items": []}         | not JSON: Duplicate field 'items'
          {"items": [{"kind": 1, "kind": 2}]} | not JSON: Duplicate field 'kind'
          {"items": []} {}                   | not JSON: something follows the document
          []                                 | not JSON: it is not an object
          {"items": []}                      | has no node
          {"kind": "List", "items": {}}      | has no node
          """)
  void whatIsNotSuchAListIsRefused(String text, String message) {
    assertThatThrownBy(() -> ClusterState.parse(text))
        .isInstanceOf(GpuSpecException.class)
        .hasMessageContaining(message);
  }

  @Test
  void anAmountThatCannotBeReadIsToldWithItsObject() {
    assertThatThrownBy(
            () ->
                ClusterState.parse(
                    """
                    {"kind": "Node", "metadata": {"name": "n2"},
                     "status": {"allocatable": {"cpu": "abc"}}}
                    """))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageStartingWith(
            "nodes: node n2: allocatable[cpu]: cpu: 'abc' is not a quantity; write it like 500m");
    assertThatThrownBy(
            () ->
                ClusterState.parse(
                    """
                    {"items": [
                      {"kind": "Node", "metadata": {"name": "n1"}},
                      {"kind": "Pod", "metadata": {"name": "p", "namespace": "team"},
                       "spec": {"nodeName": "n1", "containers": [
                         {"name": "a", "resources": {"limits": {"nvidia.com/gpu": "1e500"}}}]}}]}
                    """))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageStartingWith(
            "nodes: pod team/p: container 'a' resources.limits[nvidia.com/gpu]: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"NVIDIA-A100-SXM4-40GB-MIG-1g.5gb", "Tesla-T4-SHARED"})
  void aNodeWhoseGpusArePartsOfCardsIsLeftOut(String product) {
    ClusterState state =
        ClusterState.parse(
            """
            {"kind": "Node",
             "metadata": {"name": "n", "labels": {
               "node.kubernetes.io/instance-type": "g4dn.12xlarge",
               "nvidia.com/gpu.product": "%s"}},
             "status": {"allocatable": {"cpu": "47", "memory": "180Gi", "nvidia.com/gpu": "16"}}}
            """
                .formatted(product));

    assertThat(state.nodes()).isEmpty();
    assertThat(state.views()).hasSize(1);
    assertThat(state.notes())
        .extracting(Note::message)
        .contains(
            "n is left out: its GPUs are parts of cards, as nvidia.com/gpu.product says, and plans place whole cards");
  }
}
