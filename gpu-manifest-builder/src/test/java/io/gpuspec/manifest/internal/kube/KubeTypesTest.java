package io.gpuspec.manifest.internal.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.gpuspec.manifest.internal.kube.KubeType.Form;
import io.gpuspec.manifest.internal.tree.Json;
import io.gpuspec.manifest.internal.tree.YamlDocuments;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Types of fabric8's model and of a table, with forms as the reference of the API states them. */
class KubeTypesTest {

  private static final String TABLE =
      """
      {
        "objects": {"karpenter.sh/v1 NodePool": "NodePool"},
        "types": {
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
      }}
      """;

  private static KubeTypes types() {
    try {
      return new KubeTypes(List.of(Json.MAPPER.readTree(TABLE)));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** Returns the type at the end of a path; {@code *} is what a list or mapping has. */
  private static KubeType at(KubeType from, String path) {
    KubeType here = from;
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
    KubeType type = at(types().object("v1", "Pod").orElseThrow(), path);

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
    KubeType type = at(types().object("karpenter.sh/v1", "NodePool").orElseThrow(), path);

    assertThat(type.form()).isEqualTo(form);
    assertThat(type.name()).isEqualTo(name);
  }

  @Test
  void aTypeHasItsFieldsAndNoOthers() {
    KubeType pool = types().object("karpenter.sh/v1", "NodePool").orElseThrow();

    assertThat(pool.fields()).containsOnlyKeys("apiVersion", "kind", "status", "metadata", "spec");
    assertThat(at(pool, "spec.taints.*").fields()).containsOnlyKeys("key");
    assertThat(types().object("v1", "Pod").orElseThrow().fields())
        .containsOnlyKeys("apiVersion", "kind", "metadata", "spec", "status");
  }

  @Test
  void theRowOfATypeHasARuleForWhatMustBeThere() {
    KubeTypes types = types();

    assertThat(types.object("karpenter.sh/v1", "NodePool").orElseThrow().row().rules()).hasSize(1);
    assertThat(types.of(Container.class).row().rules()).hasSizeGreaterThan(1);
    assertThat(types.of(PodTemplateSpec.class).row().rules()).isEmpty();
  }

  /** A fact that two files state is right in one of them for as long as nobody touches either. */
  @Test
  void eachTypeIsInOneFileOnceWithItsCitation() throws IOException {
    List<String> types = new ArrayList<>();
    for (String file : List.of("kube-types.json", "karpenter-types.json")) {
      try (InputStream in = KubeTypes.class.getResourceAsStream(file)) {
        JsonNode table =
            new ObjectMapper().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION).readTree(in);
        table
            .path("types")
            .properties()
            .forEach(
                type -> {
                  types.add(type.getKey());
                  assertThat(table.path("citations").has(type.getValue().path("citation").asText()))
                      .as(type.getKey())
                      .isTrue();
                });
      }
    }
    assertThat(types).doesNotHaveDuplicates().hasSizeGreaterThan(90);
  }

  /** A row of a field that fabric8 does not have is a slip. */
  @Test
  void eachFieldOfARowIsOneOfItsType() throws IOException {
    Map<String, KubeType> known = new HashMap<>();
    Stream.of(
            "v1 Pod",
            "v1 Service",
            "v1 ConfigMap",
            "v1 Secret",
            "v1 Namespace",
            "v1 LimitRange",
            "v1 ResourceQuota",
            "v1 PersistentVolumeClaim",
            "apps/v1 Deployment",
            "apps/v1 StatefulSet",
            "apps/v1 DaemonSet",
            "apps/v1 ReplicaSet",
            "batch/v1 Job",
            "batch/v1 CronJob",
            "policy/v1 PodDisruptionBudget",
            "autoscaling/v2 HorizontalPodAutoscaler",
            "karpenter.sh/v1 NodePool",
            "karpenter.k8s.aws/v1 EC2NodeClass")
        .map(each -> each.split(" "))
        .forEach(each -> collect(KubeTypes.all().object(each[0], each[1]).orElseThrow(), known));
    for (String file : List.of("kube-types.json", "karpenter-types.json")) {
      try (InputStream in = KubeTypes.class.getResourceAsStream(file)) {
        new ObjectMapper()
            .readTree(in)
            .path("types")
            .properties()
            .forEach(
                row -> {
                  assertThat(known).containsKey(row.getKey());
                  assertThat(known.get(row.getKey()).fields().keySet())
                      .as(row.getKey())
                      .containsAll(
                          row.getValue().properties().stream()
                              .map(Map.Entry::getKey)
                              .filter(key -> !KubeRow.OF_TYPE.contains(key))
                              .toList());
                });
      }
    }
  }

  private static void collect(KubeType type, Map<String, KubeType> known) {
    if (type.form() == Form.LIST || type.form() == Form.MAP) {
      collect(type.content(), known);
    } else if (type.form() == Form.FIELDS && known.putIfAbsent(type.name(), type) == null) {
      type.fields().values().forEach(each -> collect(each, known));
    }
  }

  @Test
  void theRowOfATypeSaysWhatItsFieldsMayBe() {
    KubeType pool = types().object("karpenter.sh/v1", "NodePool").orElseThrow();
    KubeRow row = at(pool, "spec").row();
    YamlPlace spec = YamlDocuments.of("f", "{weight: 0, share: 0}").iterator().next();

    assertThat(row.field("weight").refused(spec.require("weight")))
        .extracting(KubeValues.Refused::allowed)
        .containsExactly("a number of at least 1");
    assertThat(row.field("share").refused(spec.require("share"))).isEmpty();
  }

  @Test
  void podsAndMetadataOfAnyObjectHaveATypeToo() {
    assertThat(types().of(PodTemplateSpec.class).fields()).containsOnlyKeys("metadata", "spec");
    assertThat(types().of(ObjectMeta.class).fields()).containsKeys("name", "labels", "annotations");
  }

  @Test
  void anObjectOfAnotherVersionOrProgramHasNone() {
    assertThat(types().object("apps/v1beta1", "Deployment")).isEmpty();
    assertThat(types().object("karpenter.sh/v1beta1", "NodePool")).isEmpty();
    assertThat(types().object("serving.kserve.io/v1beta1", "InferenceService")).isEmpty();
  }
}
