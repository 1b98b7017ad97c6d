package io.gpuspec.manifest.inspect;

import com.fasterxml.jackson.databind.JavaType;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.IntOrString;
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

/**
 * A type of the Kubernetes API as fabric8's model has it, so that its next version brings the next
 * fields.
 */
final class ApiType {
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
          Map.entry(int.class, Form.INTEGER),
          Map.entry(long.class, Form.INTEGER),
          Map.entry(boolean.class, Form.BOOLEAN),
          Map.entry(IntOrString.class, Form.INTEGER_OR_TEXT),
          Map.entry(Quantity.class, Form.QUANTITY));

  /** Fields that hold what other programs understand. */
  private static final Set<String> OPEN = Set.of("managedFields", "status");

  private static final Map<Class<?>, Map<String, ApiType>> FIELDS = new ConcurrentHashMap<>();

  private final JavaType type;

  private ApiType(JavaType type) {
    this.type = type;
  }

  /** Returns the type of an object of Kubernetes itself. */
  static Optional<ApiType> of(String apiVersion, String kind) {
    return Optional.ofNullable(OBJECTS.get(apiVersion + " " + kind)).map(ApiType::of);
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
    return new ApiType(Json.MAPPER.constructType(type));
  }

  /** Returns its name, such as {@code Container}. */
  String name() {
    return type.getRawClass().getSimpleName();
  }

  /** Returns what its values may be. */
  Form form() {
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
    return type.isJavaLangObject() || fields().isEmpty() ? Form.ANY : Form.FIELDS;
  }

  /** Returns the type of the items of a list, or of the values of a mapping. */
  ApiType content() {
    return new ApiType(type.getContentType());
  }

  /** Returns the fields of a mapping that has certain ones. */
  Map<String, ApiType> fields() {
    return FIELDS.computeIfAbsent(type.getRawClass(), each -> read(type));
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
                        : new ApiType(field.getPrimaryType())));
    return fields;
  }
}
