package io.gpuspec.scheduling;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.internal.Json;
import io.gpuspec.kube.JsonText;
import io.gpuspec.kube.Tree;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PodViewsTest {
  private static final String POD =
      """
      {"metadata": {"namespace": "ml", "labels": {"app": "x"}, "annotations": {"a": "b"}},
       "spec": {
        "nodeSelector": {"zone": "z1"},
        "affinity": {"nodeAffinity": {
          "requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [
            {"matchExpressions": [{"key": "gpus", "operator": "Gt", "values": ["1"]}],
             "matchFields": [{"key": "metadata.name", "operator": "In", "values": ["n"]}]}]},
          "preferredDuringSchedulingIgnoredDuringExecution": [
            {"weight": 1, "preference": {"matchExpressions": [{"key": "a", "operator": "Exists"}]}},
            {"weight": 9, "preference": {"matchExpressions": [{"key": "b", "operator": "Exists"}]}}]}},
        "tolerations": [{"key": "spot", "operator": "Exists"}],
        "overhead": {"cpu": "1"},
        "resources": {"requests": {"cpu": 3}},
        "resourceClaims": [{"name": "gpu"}],
        "initContainers": [
          {"name": "first", "resources": {"requests": {"cpu": "1"}}},
          {"name": "beside", "restartPolicy": "Always", "ports": [{"hostPort": 81}]}],
        "containers": [{"name": "main",
          "resources": {"requests": {"cpu": 2}, "limits": {"nvidia.com/gpu": 1}},
          "ports": [{"hostPort": 80, "protocol": "UDP", "hostIP": "10.0.0.1"}, {"hostPort": "{{ x }}"}]}]}}""";

  static Stream<Tree> faces() {
    return Stream.of(Tree.of(Json.parse(POD)), Tree.of(JsonText.parse(POD)));
  }

  @ParameterizedTest
  @MethodSource("faces")
  void readsAllThatAnyReaderOfAPodKnew(Tree tree) {
    PodView pod = PodView.of(tree);

    assertThat(pod)
        .isEqualTo(
            PodView.empty()
                .namespace("ml")
                .label("app", "x")
                .annotation("a", "b")
                .nodeSelector("zone", "z1")
                .nodeTerm(
                    new NodeTerm(
                        List.of(new NodeRequirement("gpus", "Gt", List.of("1"))),
                        List.of(NodeRequirement.in("metadata.name", "n"))))
                .withPreferredNodeTerms(
                    Stream.of("b", "a")
                        .map(key -> new NodeRequirement(key, "Exists", List.of()))
                        .map(each -> new NodeTerm(List.of(each)))
                        .toList())
                .toleration(Toleration.exists("spot"))
                .overhead(Map.of("cpu", "1"))
                .resources(Map.of("cpu", "3"), Map.of())
                .claim("gpu")
                .container(
                    new PodView.Container("first", PodView.Role.INIT, Map.of("cpu", "1"), Map.of()))
                .container(
                    new PodView.Container("beside", PodView.Role.SIDECAR, Map.of(), Map.of()))
                .container("main", Map.of("cpu", "2"), Map.of("nvidia.com/gpu", "1"))
                .hostPort("UDP", "10.0.0.1", 80)
                .hostPort("", "", 81));
  }

  @Test
  void containerPortsArePortsOfTheNodeInItsNetwork() {
    Tree container = Tree.of(Map.of("name", "a", "ports", List.of(Map.of("containerPort", 80))));
    Map<String, Object> spec = Map.of("hostNetwork", true, "containers", List.of(container));
    assertThat(PodView.of(Tree.of(Map.of("spec", spec))).hostPorts())
        .containsExactly(new HostPort("", "", 80));
  }

  @Test
  void aPartOfAnotherKindIsRefusedWithItsPath() {
    Tree pod = Tree.of(Map.of("spec", Map.of("containers", Map.of("name", "a"))));
    assertError(() -> PodView.of(pod), "manifest.malformed", "spec.containers");
  }

  @Test
  void readsANode() {
    Tree node =
        Tree.of(
            Json.parse(
                """
                {"metadata": {"name": "n", "labels": {"a": "b"}},
                 "spec": {"unschedulable": true, "taints": [
                   {"key": "spot", "effect": "NoExecute"}, {"key": "new", "effect": "Unheard"}]},
                 "status": {"allocatable": {"cpu": 4, "nvidia.com/gpu": "1"}}}"""));
    assertThat(NodeView.of(node))
        .isEqualTo(
            NodeView.of("n")
                .label("a", "b")
                .taint("spot", "", Taint.Effect.NO_EXECUTE)
                .allocatable(Map.of("cpu", "4", "nvidia.com/gpu", "1"))
                .unschedulable());
  }

  @Test
  void aSelectorWithoutRequirementsSelectsAllAndAMissingOneNothing() {
    Tree owner = Tree.of(JsonText.parse("{\"empty\": {}}"));
    assertThat(LabelSelector.of(owner.get("empty")).orElseThrow().selects(Map.of())).isTrue();
    assertThat(LabelSelector.of(owner.get("gone"))).isEmpty();
  }

  @Test
  void aSelectorHoldsLabelsAndExpressions() {
    LabelSelector selector =
        new LabelSelector(
            Map.of("app", "x"), List.of(new NodeRequirement("tier", "NotIn", List.of("db"))));
    assertThat(selector.selects(Map.of("app", "x", "tier", "web"))).isTrue();
    assertThat(selector.selects(Map.of("app", "x", "tier", "db"))).isFalse();
    assertThat(selector.selects(Map.of("app", "y"))).isFalse();
  }
}
