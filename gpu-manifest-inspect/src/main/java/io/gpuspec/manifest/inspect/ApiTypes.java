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
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The types of the Kubernetes API: those of fabric8's model, so that its next version brings the
 * next fields, and those of which a table of rows, {@code api-values.json}, has the fields.
 */
final class ApiTypes {
  private static final Map<Class<?>, ApiType.Form> SCALARS =
      Map.ofEntries(
          Map.entry(String.class, ApiType.Form.TEXT),
          Map.entry(Integer.class, ApiType.Form.INTEGER),
          Map.entry(Long.class, ApiType.Form.INTEGER),
          Map.entry(Double.class, ApiType.Form.NUMBER),
          Map.entry(Boolean.class, ApiType.Form.BOOLEAN),
          Map.entry(IntOrString.class, ApiType.Form.INTEGER_OR_TEXT),
          Map.entry(Quantity.class, ApiType.Form.QUANTITY),
          Map.entry(Object.class, ApiType.Form.ANY));

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
  private static final ApiTypes ALL = new ApiTypes(table());

  private final Map<String, ApiRow> rows = new HashMap<>();
  private final Map<String, Map<String, ApiType>> fields = new ConcurrentHashMap<>();

  /** Types with what a table has of them. */
  ApiTypes(JsonNode table) {
    table.properties().forEach(each -> rows.put(each.getKey(), new ApiRow(each.getValue())));
  }

  private static JsonNode table() {
    try (InputStream in = ApiTypes.class.getResourceAsStream("api-values.json")) {
      return Json.MAPPER.readTree(Objects.requireNonNull(in));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns those of Kubernetes and Karpenter. */
  static ApiTypes all() {
    return ALL;
  }

  /** Returns the type of an object of Kubernetes itself, or of Karpenter. */
  Optional<ApiType> object(String apiVersion, String kind) {
    String called = apiVersion + " " + kind;
    return ROWS.contains(called)
        ? Optional.of(row(kind))
        : Optional.ofNullable(OBJECTS.get(called)).map(this::of);
  }

  /** Returns the type of the pods of an operator's objects. */
  ApiType template() {
    return of(PodTemplateSpec.class);
  }

  /** Returns the type of names, labels and annotations. */
  ApiType metadata() {
    return of(ObjectMeta.class);
  }

  /** Returns the fields of a mapping that has certain ones. */
  Map<String, ApiType> fields(ApiType type) {
    return fields.computeIfAbsent(
        type.name(), each -> type.model().map(this::read).orElseGet(() -> read(type.row())));
  }

  private ApiType of(Class<?> type) {
    return of(Json.MAPPER.constructType(type));
  }

  private ApiType of(JavaType type) {
    return type(
        type.getRawClass().getSimpleName(),
        form(type),
        Optional.of(type),
        Optional.ofNullable(type.getContentType()).map(this::of));
  }

  private static ApiType.Form form(JavaType type) {
    ApiType.Form scalar = SCALARS.get(type.getRawClass());
    if (scalar != null) {
      return scalar;
    }
    if (type.isMapLikeType()) {
      return ApiType.Form.MAP;
    }
    if (type.isCollectionLikeType()) {
      return ApiType.Form.LIST;
    }
    return type.getRawClass().isInterface() ? ApiType.Form.ANY : ApiType.Form.FIELDS;
  }

  private ApiType row(String name) {
    return type(name, ApiType.Form.FIELDS, Optional.empty(), Optional.empty());
  }

  private ApiType named(JsonNode type) {
    if (type.isArray()) {
      ApiType item = named(type.get(0));
      return type("List", ApiType.Form.LIST, Optional.empty(), Optional.of(item));
    }
    if (type.isObject()) {
      ApiType value = named(type.get("each"));
      return type("Map", ApiType.Form.MAP, Optional.empty(), Optional.of(value));
    }
    Class<?> model = NAMED.get(type.asText());
    return model == null ? row(type.asText()) : of(model);
  }

  private ApiType type(
      String name, ApiType.Form form, Optional<JavaType> model, Optional<ApiType> content) {
    return new ApiType(this, name, form, model, content, rows.getOrDefault(name, ApiRow.NONE));
  }

  private Map<String, ApiType> read(JavaType type) {
    Map<String, ApiType> read = new LinkedHashMap<>();
    Json.MAPPER
        .getDeserializationConfig()
        .introspect(type)
        .findProperties()
        .forEach(
            field ->
                read.put(
                    field.getName(),
                    OPEN.contains(field.getName())
                        ? of(Object.class)
                        : of(field.getPrimaryType())));
    return read;
  }

  private Map<String, ApiType> read(ApiRow row) {
    Map<String, ApiType> read = new LinkedHashMap<>();
    if (row.fields().has("metadata")) {
      EVERY_OBJECT.forEach(each -> read.put(each, of(Object.class)));
    }
    row.fields().properties().forEach(field -> read.put(field.getKey(), named(field.getValue())));
    return read;
  }
}
