package io.gpuspec.manifest.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.gpuspec.manifest.inspect.ApiType.Form;
import io.gpuspec.manifest.internal.tree.Json;
import io.gpuspec.manifest.internal.tree.YamlDocuments;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Types of fabric8's model and of a table, with forms as the reference of the API states them. */
class ApiTypesTest {

  private static final String TABLE =
      """
      {
        "NodePool": {"fields": {"metadata": "ObjectMeta", "spec": "PoolSpec"}, "required": ["spec"]},
        "PoolSpec": {
          "fields": {
            "weight": "Integer", "share": "Double", "names": ["String"], "taints": ["PoolTaint"],
            "limits": {"each": "Quantity"}, "kubelet": "Object", "selector": "LabelSelector"
          },
          "weight": {"minimum": 1}
        },
        "PoolTaint": {"fields": {"key": "String"}, "required": ["key"]},
        "Container": {"required": ["name"]}
      }
      """;

  private static ApiTypes types() {
    try {
      return new ApiTypes(Json.MAPPER.readTree(TABLE));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** Returns the type at the end of a path; {@code *} is what a list or mapping has. */
  private static ApiType at(ApiType from, String path) {
    ApiType here = from;
    for (String step : path.split("\\.")) {
      here = step.equals("*") ? here.content() : here.fields().get(step);
    }
    return here;
  }

  @ParameterizedTest
  @CsvSource({
    "apiVersion, TEXT, String, false",
    "metadata, FIELDS, ObjectMeta, false",
    "metadata.labels, MAP, Map, false",
    "metadata.labels.*, TEXT, String, false",
    "metadata.managedFields, ANY, Object, false",
    "spec, FIELDS, PodSpec, false",
    "spec.hostNetwork, BOOLEAN, Boolean, false",
    "spec.terminationGracePeriodSeconds, INTEGER, Long, false",
    "spec.priority, INTEGER, Integer, true",
    "spec.containers, LIST, List, false",
    "spec.containers.*, FIELDS, Container, false",
    "spec.containers.*.resources.limits.*, QUANTITY, Quantity, false",
    "spec.containers.*.livenessProbe.httpGet.port, INTEGER_OR_TEXT, IntOrString, true",
    "status, ANY, Object, false"
  })
  void aPodIsAsTheModelHasIt(String path, Form form, String name, boolean isShort) {
    ApiType type = at(types().object("v1", "Pod").orElseThrow(), path);

    assertThat(type.form()).isEqualTo(form);
    assertThat(type.name()).isEqualTo(name);
    assertThat(type.isShort()).isEqualTo(isShort);
  }

  @ParameterizedTest
  @CsvSource({
    "apiVersion, ANY, Object",
    "kind, ANY, Object",
    "status, ANY, Object",
    "metadata, FIELDS, ObjectMeta",
    "metadata.name, TEXT, String",
    "spec, FIELDS, PoolSpec",
    "spec.weight, INTEGER, Integer",
    "spec.share, NUMBER, Double",
    "spec.names, LIST, List",
    "spec.names.*, TEXT, String",
    "spec.taints.*, FIELDS, PoolTaint",
    "spec.taints.*.key, TEXT, String",
    "spec.limits, MAP, Map",
    "spec.limits.*, QUANTITY, Quantity",
    "spec.kubelet, ANY, Object",
    "spec.selector, FIELDS, LabelSelector",
    "spec.selector.matchLabels.*, TEXT, String"
  })
  void anObjectOfTheTableHasTheFieldsOfItsRows(String path, Form form, String name) {
    ApiType type = at(types().object("karpenter.sh/v1", "NodePool").orElseThrow(), path);

    assertThat(type.form()).isEqualTo(form);
    assertThat(type.name()).isEqualTo(name);
  }

  @Test
  void aTypeHasItsFieldsAndNoOthers() {
    ApiType pool = types().object("karpenter.sh/v1", "NodePool").orElseThrow();

    assertThat(pool.fields()).containsOnlyKeys("apiVersion", "kind", "status", "metadata", "spec");
    assertThat(at(pool, "spec.taints.*").fields()).containsOnlyKeys("key");
    assertThat(types().object("v1", "Pod").orElseThrow().fields())
        .containsOnlyKeys("apiVersion", "kind", "metadata", "spec", "status");
  }

  @Test
  void theRowOfATypeSaysWhatMustBeThere() {
    ApiTypes types = types();

    assertThat(types.object("karpenter.sh/v1", "NodePool").orElseThrow().row().required())
        .containsExactly("spec");
    assertThat(at(types.template(), "spec.containers.*").row().required()).containsExactly("name");
    assertThat(at(types.template(), "spec.containers.*").row().isOptional()).isFalse();
    assertThat(types.template().row().required()).isEmpty();
    assertThat(types.template().row().isOptional()).isTrue();
  }

  @Test
  void theRowOfATypeSaysWhatItsFieldsMayBe() {
    ApiType pool = types().object("karpenter.sh/v1", "NodePool").orElseThrow();
    ApiRow row = at(pool, "spec").row();
    YamlPlace spec = YamlDocuments.of("f", "{weight: 0, share: 0}").iterator().next();

    assertThat(row.field("weight").refused(spec.require("weight")))
        .extracting(ApiValues.Refused::allowed)
        .containsExactly("a number of at least 1");
    assertThat(row.field("share").refused(spec.require("share"))).isEmpty();
  }

  @Test
  void podsAndMetadataOfAnyObjectHaveATypeToo() {
    assertThat(types().template().fields()).containsOnlyKeys("metadata", "spec");
    assertThat(types().metadata().fields()).containsKeys("name", "labels", "annotations");
  }

  @Test
  void anObjectOfAnotherVersionOrProgramHasNone() {
    assertThat(types().object("apps/v1beta1", "Deployment")).isEmpty();
    assertThat(types().object("karpenter.sh/v1beta1", "NodePool")).isEmpty();
    assertThat(types().object("serving.kserve.io/v1beta1", "InferenceService")).isEmpty();
  }
}
