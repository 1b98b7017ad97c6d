package io.gpuspec.kube;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gpuspec.internal.Json;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TreeTest {
  private static final String TEXT =
      """
      {"spec": {"replicas": 3, "paused": true, "weight": 0.50, "name": "a", "none": null,
        "list": [{"x": "y"}, null]}}""";

  static List<Tree> faces() {
    JsonNode json = Json.parse(TEXT);
    return List.of(
        Tree.of(json),
        Tree.of(JsonText.parse(TEXT.replace(", null]", "]").replace("\"none\": null,", ""))));
  }

  @ParameterizedTest
  @MethodSource("faces")
  void readsEachKindFromJsonAndMaps(Tree tree) {
    Tree spec = tree.get("spec");
    assertThat(spec.get("replicas").integer()).isEqualTo(3);
    assertThat(spec.get("paused").bool()).isTrue();
    assertThat(spec.get("weight").quantity()).isEqualTo("0.50");
    assertThat(spec.get("weight").kind()).isEqualTo(Tree.Kind.FLOAT);
    assertThat(spec.get("name").string()).isEqualTo("a");
    Tree item = spec.get("list").items().get(0);
    assertThat(item.get("x").text()).isEqualTo("y");
    assertThat(item.get("x").path()).isEqualTo("spec.list[0].x");
  }

  @ParameterizedTest
  @MethodSource("faces")
  void nothingIsInWhatIsMissing(Tree tree) {
    Tree none = tree.at("spec", "none", "deeper");
    assertThat(none.kind()).isEqualTo(Tree.Kind.NULL);
    assertThat(none.fields()).isEmpty();
    assertThat(none.items()).isEmpty();
    assertThat(none.string()).isEmpty();
    assertThat(none.quantity()).isEmpty();
    assertThat(none.integer()).isZero();
    assertThat(none.bool()).isFalse();
  }

  @ParameterizedTest
  @MethodSource("faces")
  void refusesOtherKindsWithTheirPlace(Tree tree) {
    Tree spec = tree.get("spec");
    assertError(() -> spec.get("replicas").string(), "manifest.malformed", "spec.replicas", "3");
    assertError(() -> spec.get("name").integer(), "manifest.malformed", "spec.name", "a");
    assertError(() -> spec.get("name").fields(), "manifest.malformed", "spec.name");
    assertError(() -> spec.get("list").get("x"), "manifest.malformed", "spec.list");
    assertError(spec::items, "manifest.malformed", "spec");
    assertError(() -> spec.require("gone"), "manifest.missing", "spec", "gone");
  }

  @Test
  void treesCanBePartsOfMaps() {
    Tree spec = Tree.of(Json.parse(TEXT)).get("spec");
    Tree whole = Tree.of(Map.of("moved", spec, "list", List.of(spec.get("list"))));
    assertThat(whole.get("moved")).isSameAs(spec);
    assertThat(whole.get("list").items().get(0).path()).isEqualTo("spec.list");
  }

  @Test
  void numbersKeepTheirDigits() {
    JsonNode number = JsonNodeFactory.instance.numberNode(new BigDecimal("1.006"));
    assertThat(Tree.of(number).quantity()).isEqualTo("1.006");
    assertError(
        () -> Tree.of(Json.parse("[99999999999999999999]")).items().get(0).integer(),
        "manifest.malformed",
        "99999999999999999999");
  }
}
