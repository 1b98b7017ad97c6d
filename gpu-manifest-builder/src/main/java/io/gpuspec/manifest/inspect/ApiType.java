package io.gpuspec.manifest.inspect;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LimitRange;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.gpuspec.manifest.internal.tree.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A type of the Kubernetes API: as fabric8's model has it, so that its next version brings the next
 * fields; or a row of {@code api-values.json} with fields.
 */
final class ApiType {
  /** What a value may be. */
  enum Form {
    TEXT("a string"),
    INTEGER("an integer"),
    NUMBER("a number"),
    BOOLEAN("true or false"),
    INTEGER_OR_TEXT("an integer or a string"),
    QUANTITY("a quantity"),
    LIST("a list"),
    MAP("a mapping"),
    FIELDS("a mapping"),
    ANY("anything");

    private final String called;

    Form(String called) {
      this.called = called;
    }

    String called() {
      return called;
    }
  }

  private static final Map<Class<?>, Form> SCALARS =
      Map.ofEntries(
          Map.entry(String.class, Form.TEXT),
          Map.entry(Integer.class, Form.INTEGER),
          Map.entry(Long.class, Form.INTEGER),
          Map.entry(Double.class, Form.NUMBER),
          Map.entry(Boolean.class, Form.BOOLEAN),
          Map.entry(IntOrString.class, Form.INTEGER_OR_TEXT),
          Map.entry(Quantity.class, Form.QUANTITY),
          Map.entry(Object.class, Form.ANY));

  /** Types of fabric8 that rows name. */
  private static final Map<String, Class<?>> NAMED =
      Stream.concat(SCALARS.keySet().stream(), Stream.of(ObjectMeta.class, LabelSelector.class))
          .collect(Collectors.toUnmodifiableMap(Class::getSimpleName, each -> each));

  private static final Map<String, Class<?>> OBJECTS =
      Map.ofEntries(
          Map.entry("v1 Pod", Pod.class),
          Map.entry("v1 Service", Service.class),
          Map.entry("v1 ConfigMap", ConfigMap.class),
          Map.entry("v1 Secret", Secret.class),
          Map.entry("v1 Namespace", Namespace.class),
          Map.entry("v1 LimitRange", LimitRange.class),
          Map.entry("v1 ResourceQuota", ResourceQuota.class),
          Map.entry("v1 PersistentVolumeClaim", PersistentVolumeClaim.class),
          Map.entry("apps/v1 Deployment", Deployment.class),
          Map.entry("apps/v1 StatefulSet", StatefulSet.class),
          Map.entry("apps/v1 DaemonSet", DaemonSet.class),
          Map.entry("apps/v1 ReplicaSet", ReplicaSet.class),
          Map.entry("batch/v1 Job", Job.class),
          Map.entry("batch/v1 CronJob", CronJob.class));

  private static final Set<String> ROWS =
      Set.of(
          "policy/v1 PodDisruptionBudget",
          "autoscaling/v2 HorizontalPodAutoscaler",
          "karpenter.sh/v1 NodePool",
          "karpenter.k8s.aws/v1 EC2NodeClass");

  /** Fields that other programs write. */
  private static final Set<String> OPEN = Set.of("managedFields", "status");

  private static final Set<String> EVERY_OBJECT = Set.of("apiVersion", "kind", "status");
  private static final Map<String, ApiType> KNOWN = new ConcurrentHashMap<>();
  private static final Map<String, Map<String, ApiType>> FIELDS = new ConcurrentHashMap<>();

  private final String name;
  private final Form form;
  private final Optional<JavaType> model;
  private final Optional<ApiType> content;
  private final ApiRow row;

  private ApiType(String name, Form form, Optional<JavaType> model, Optional<ApiType> content) {
    this.name = name;
    this.form = form;
    this.model = model;
    this.content = content;
    this.row = ApiRow.of(name);
  }

  /** Returns the type of an object of Kubernetes itself, or of Karpenter. */
  static Optional<ApiType> of(String apiVersion, String kind) {
    String called = apiVersion + " " + kind;
    return ROWS.contains(called)
        ? Optional.of(row(kind))
        : Optional.ofNullable(OBJECTS.get(called))
            .map(model -> KNOWN.computeIfAbsent(called, name -> of(model)));
  }

  /** Returns the type of the pods of an operator's objects. */
  static ApiType template() {
    return of(PodTemplateSpec.class);
  }

  /** Returns the type of names, labels and annotations. */
  static ApiType metadata() {
    return of(ObjectMeta.class);
  }

  private static ApiType of(Class<?> type) {
    return of(Json.MAPPER.constructType(type));
  }

  private static ApiType of(JavaType type) {
    return new ApiType(
        type.getRawClass().getSimpleName(),
        form(type),
        Optional.of(type),
        Optional.ofNullable(type.getContentType()).map(ApiType::of));
  }

  private static Form form(JavaType type) {
    Form scalar = SCALARS.get(type.getRawClass());
    if (scalar != null) {
      return scalar;
    }
    if (type.isMapLikeType()) {
      return Form.MAP;
    }
    if (type.isCollectionLikeType()) {
      return Form.LIST;
    }
    return type.getRawClass().isInterface() ? Form.ANY : Form.FIELDS;
  }

  private static ApiType row(String name) {
    return new ApiType(name, Form.FIELDS, Optional.empty(), Optional.empty());
  }

  private static ApiType named(JsonNode type) {
    if (type.isArray()) {
      return new ApiType("List", Form.LIST, Optional.empty(), Optional.of(named(type.get(0))));
    }
    if (type.isObject()) {
      return new ApiType("Map", Form.MAP, Optional.empty(), Optional.of(named(type.get("each"))));
    }
    Class<?> model = NAMED.get(type.asText());
    return model == null ? row(type.asText()) : of(model);
  }

  /** Returns its name, such as {@code Container}. */
  String name() {
    return name;
  }

  /** Returns what the API server checks of it. */
  ApiRow row() {
    return row;
  }

  /** Returns what its values may be. */
  Form form() {
    return form;
  }

  /** Returns whether its values are integers of 32 bits. */
  boolean isShort() {
    return name.equals("Integer") || form == Form.INTEGER_OR_TEXT;
  }

  /** Returns the type of the items of a list, or of the values of a mapping. */
  ApiType content() {
    return content.orElseThrow();
  }

  /** Returns the fields of a mapping that has certain ones. */
  Map<String, ApiType> fields() {
    return FIELDS.computeIfAbsent(
        name, each -> model.map(ApiType::read).orElseGet(() -> read(ApiRow.of(name))));
  }

  private static Map<String, ApiType> read(JavaType type) {
    Map<String, ApiType> fields = new LinkedHashMap<>();
    Json.MAPPER
        .getDeserializationConfig()
        .introspect(type)
        .findProperties()
        .forEach(
            field ->
                fields.put(
                    field.getName(),
                    OPEN.contains(field.getName())
                        ? of(Object.class)
                        : of(field.getPrimaryType())));
    return fields;
  }

  private static Map<String, ApiType> read(ApiRow row) {
    Map<String, ApiType> fields = new LinkedHashMap<>();
    if (row.fields().has("metadata")) {
      EVERY_OBJECT.forEach(each -> fields.put(each, of(Object.class)));
    }
    row.fields().properties().forEach(field -> fields.put(field.getKey(), named(field.getValue())));
    return fields;
  }
}
