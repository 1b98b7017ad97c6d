package io.gpuspec.kube;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.scheduling.PodField;
import io.gpuspec.spi.Placement;
import io.gpuspec.value.Citation;
import io.gpuspec.value.InvalidValueException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KubeObjectTest {
  private static final KubeObject POOL = KubeObject.of("karpenter.sh/v1", "NodePool", "gpu");

  @Test
  void anObjectIsItsTree() {
    KubeObject object =
        POOL.namespace("ai").labels(Map.of("team", "x")).with("spec", Map.of("weight", 10));

    assertThat(object.tree())
        .isEqualTo(
            Map.of(
                "apiVersion",
                "karpenter.sh/v1",
                "kind",
                "NodePool",
                "metadata",
                Map.of("name", "gpu", "namespace", "ai", "labels", Map.of("team", "x")),
                "spec",
                Map.of("weight", 10)));
    assertThat(object).hasToString("NodePool gpu");
    assertThat(object.apiVersion()).isEqualTo("karpenter.sh/v1");
    assertThat(POOL.annotations(Map.of("why", "test")).tree())
        .containsEntry("metadata", Map.of("name", "gpu", "annotations", Map.of("why", "test")));
    assertThat(POOL.namespace()).isEmpty();
    assertThat(object)
        .isNotEqualTo(POOL)
        .isNotEqualTo(object.tree())
        .hasSameHashCodeAs(
            POOL.namespace("ai").labels(Map.of("team", "x")).with("spec", Map.of("weight", 10)));
    assertThat(object.namespace()).contains("ai");
  }

  @Test
  void whatWasGivenIsCopiedToTheLastList() {
    List<String> zones = new ArrayList<>(List.of("a"));
    Map<String, Object> spec = new HashMap<>(Map.of("zones", zones));
    KubeObject object = POOL.with("spec", spec);

    zones.add("b");
    spec.put("weight", 1);

    assertThat(object.tree()).containsEntry("spec", Map.of("zones", List.of("a")));
  }

  @Test
  void whatJsonDoesNotHaveIsRefusedByItsPath() {
    assertError(
        () -> POOL.with("spec", Map.of("limits", List.of(1, 2.5f))),
        "object.malformed",
        "spec.limits[1]",
        "2.5");
    assertError(() -> POOL.with("metadata", Map.of()), "object.conflict", "metadata");
  }

  @Test
  void aReasonIsAboutAFieldThatIsThere() {
    Citation text = new Citation("Text", "2026", Citation.Status.DOCUMENTED);
    KubeObject object =
        POOL.with("spec", Map.of("taints", List.of(Map.of("key", "nvidia.com/gpu"))));

    KubeObject said = object.withReason(List.of("spec", "taints", "0"), "keeps others off", text);

    assertThat(said.reasons())
        .extracting(Object::toString)
        .containsExactly("spec taints 0  # keeps others off");
    assertThat(said).isEqualTo(object);
    assertThat(said.namespace("ai").reasons()).isEqualTo(said.reasons());
    for (String path : List.of("spec taints 1", "spec taints x", "spec weight", "status")) {
      assertError(
          () -> object.withReason(List.of(path.split(" ")), "why", text), "object.unknown", path);
    }
    assertThatThrownBy(() -> object.withReason(List.of(), "why", text))
        .isInstanceOf(InvalidValueException.class);
  }

  @Test
  void aPlacementKeepsItsCompanionsInOrder() {
    Citation text = new Citation("Text", "2026", Citation.Status.DOCUMENTED);
    KubeObject nodes = KubeObject.of("karpenter.k8s.aws/v1", "EC2NodeClass", "gpu");
    Placement placement =
        Placement.empty()
            .withCompanion(nodes, "what nodes are made of", text)
            .withCompanion(POOL, "where nodes come from", text)
            .with(PodField.device("nvidia.com/gpu"), "1", "the GPU", text);

    assertThat(placement.companions())
        .extracting(Placement.Companion::object)
        .containsExactly(nodes, POOL);
  }
}
