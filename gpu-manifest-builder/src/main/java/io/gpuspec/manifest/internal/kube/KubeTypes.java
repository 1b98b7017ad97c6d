package io.gpuspec.manifest.internal.kube;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LimitRange;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The types of the Kubernetes API: those of fabric8's model, so that its next version brings the
 * next fields, and those of which a table of rows has the fields. Each owner of types has a table:
 * {@code kube-types.json} is that of Kubernetes.
 */
public final class KubeTypes {
  private static final Map<Class<?>, KubeType.Form> SCALARS =
      Map.ofEntries(
          Map.entry(String.class, KubeType.Form.TEXT),
          Map.entry(Integer.class, KubeType.Form.INTEGER),
          Map.entry(Long.class, KubeType.Form.INTEGER),
          Map.entry(Double.class, KubeType.Form.NUMBER),
          Map.entry(Boolean.class, KubeType.Form.BOOLEAN),
          Map.entry(IntOrString.class, KubeType.Form.INTEGER_OR_TEXT),
          Map.entry(Quantity.class, KubeType.Form.QUANTITY),
          Map.entry(Object.class, KubeType.Form.ANY));

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

  /** Fields that other programs write. */
  private static final Set<String> OPEN = Set.of("managedFields", "status");

  private static final Set<String> EVERY_OBJECT = Set.of("apiVersion", "kind", "status");
  private static final KubeTypes ALL =
      new KubeTypes(List.of(table("kube-types.json"), table("karpenter-types.json")));

  private final Map<String, KubeRow> rows = new HashMap<>();

  /** The types that rows have, by API version and kind. */
  private final Map<String, String> objects = new HashMap<>();

  private final Map<String, Map<String, KubeType>> fields = new ConcurrentHashMap<>();

  /** Types with what some tables have of them, none of which has a row of another. */
  KubeTypes(List<JsonNode> tables) {
    KubeRules.types().forEach(type -> rows.put(type, new KubeRow(type, MissingNode.getInstance())));
    for (JsonNode table : tables) {
      table
          .path("objects")
          .properties()
          .forEach(each -> objects.put(each.getKey(), each.getValue().asText()));
      table
          .path("types")
          .properties()
          .forEach(each -> rows.put(each.getKey(), new KubeRow(each.getKey(), each.getValue())));
    }
  }

  private static JsonNode table(String file) {
    try (InputStream in = KubeTypes.class.getResourceAsStream(file)) {
      return Json.MAPPER.readTree(Objects.requireNonNull(in));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns those of Kubernetes and Karpenter. */
  public static KubeTypes all() {
    return ALL;
  }

  /** Returns the type of an object of Kubernetes itself, or of an owner of a table. */
  public Optional<KubeType> object(String apiVersion, String kind) {
    String called = apiVersion + " " + kind;
    String row = objects.get(called);
    return row != null
        ? Optional.of(row(row))
        : Optional.ofNullable(OBJECTS.get(called)).map(this::of);
  }

  /** Returns the type that fabric8 has as a class. */
  public KubeType of(Class<?> type) {
    return of(Json.MAPPER.constructType(type));
  }

  /** Returns the words that a field of a type may be; none if it may be any text. */
  public List<String> words(String type, String field) {
    return rows.getOrDefault(type, KubeRow.NONE).words(field, "enum");
  }

  /** Returns the fields of a mapping that has certain ones. */
  Map<String, KubeType> fields(KubeType type) {
    return fields.computeIfAbsent(
        type.name(), each -> type.model().map(this::read).orElseGet(() -> read(type.row())));
  }

  private KubeType of(JavaType type) {
    return type(
        type.getRawClass().getSimpleName(),
        form(type),
        Optional.of(type),
        Optional.ofNullable(type.getContentType()).map(this::of));
  }

  private static KubeType.Form form(JavaType type) {
    KubeType.Form scalar = SCALARS.get(type.getRawClass());
    if (scalar != null) {
      return scalar;
    }
    if (type.isMapLikeType()) {
      return KubeType.Form.MAP;
    }
    if (type.isCollectionLikeType()) {
      return KubeType.Form.LIST;
    }
    return type.getRawClass().isInterface() ? KubeType.Form.ANY : KubeType.Form.FIELDS;
  }

  private KubeType row(String name) {
    return type(name, KubeType.Form.FIELDS, Optional.empty(), Optional.empty());
  }

  private KubeType named(JsonNode type) {
    if (type.isArray()) {
      KubeType item = named(type.get(0));
      return type("List", KubeType.Form.LIST, Optional.empty(), Optional.of(item));
    }
    if (type.isObject()) {
      KubeType value = named(type.get("each"));
      return type("Map", KubeType.Form.MAP, Optional.empty(), Optional.of(value));
    }
    Class<?> model = NAMED.get(type.asText());
    return model == null ? row(type.asText()) : of(model);
  }

  private KubeType type(
      String name, KubeType.Form form, Optional<JavaType> model, Optional<KubeType> content) {
    return new KubeType(this, name, form, model, content, rows.getOrDefault(name, KubeRow.NONE));
  }

  private Map<String, KubeType> read(JavaType type) {
    Map<String, KubeType> read = new LinkedHashMap<>();
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

  private Map<String, KubeType> read(KubeRow row) {
    Map<String, KubeType> read = new LinkedHashMap<>();
    if (row.fields().has("metadata")) {
      EVERY_OBJECT.forEach(each -> read.put(each, of(Object.class)));
    }
    row.fields().properties().forEach(field -> read.put(field.getKey(), named(field.getValue())));
    return read;
  }
}
