package io.gpuspec.manifest;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The shapes of what is written in Kubernetes' own form: every field that fabric8's model has, so
 * that its next version brings the next fields.
 */
final class KubeShapes {
  /** What the API server writes, and nobody else. */
  private static final Set<String> NOT_WRITTEN = Set.of("managedFields", "ownerReferences");

  private KubeShapes() {}

  /** The fields of an object. */
  static Map<String, Shape> fields(Class<?> type) {
    return fields(Json.MAPPER.constructType(type));
  }

  private static Map<String, Shape> fields(JavaType type) {
    Map<String, Shape> fields = new TreeMap<>();
    for (BeanPropertyDefinition property :
        Json.MAPPER.getDeserializationConfig().introspect(type).findProperties()) {
      if (!NOT_WRITTEN.contains(property.getName())) {
        fields.put(property.getName(), shape(property.getPrimaryType()));
      }
    }
    return fields;
  }

  /** The object itself, without a field that has to be there: what lacks one the server tells. */
  static Shape.Fields object(Class<?> type) {
    return object(Json.MAPPER.constructType(type));
  }

  private static Shape.Fields object(JavaType type) {
    return new Shape.Fields(type.getRawClass().getSimpleName(), fields(type), Set.of());
  }

  private static Shape shape(JavaType type) {
    Class<?> raw = type.getRawClass();
    if (raw == String.class) {
      return Shape.text();
    }
    if (raw == Integer.class) {
      return new Shape.Whole(Integer.MIN_VALUE, Integer.MAX_VALUE);
    }
    if (raw == Long.class) {
      return new Shape.Whole(Long.MIN_VALUE, Long.MAX_VALUE);
    }
    if (raw == Boolean.class) {
      return new Shape.Truth();
    }
    if (raw == Quantity.class) {
      return new Shape.Amount();
    }
    if (raw == IntOrString.class) {
      return Shape.either(new Shape.Whole(Integer.MIN_VALUE, Integer.MAX_VALUE), Shape.text());
    }
    if (type.isMapLikeType()) {
      return new Shape.Entries(shape(type.getContentType()));
    }
    return type.isCollectionLikeType()
        ? new Shape.Items(shape(type.getContentType()), 0)
        : object(type);
  }
}
