package io.gpuspec.manifest.internal.fields;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Quantity;
import io.gpuspec.manifest.internal.tree.Json;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The schemas of Kubernetes' own objects: they have every field of fabric8's model, so its next
 * version brings the next fields.
 */
public final class KubeShapes {
  /** Fields that only the API server writes. */
  private static final Set<String> NOT_WRITTEN = Set.of("managedFields", "ownerReferences");

  private KubeShapes() {}

  /** The fields of an object. */
  public static Map<String, Schema> fields(Class<?> type) {
    return fields(Json.MAPPER.constructType(type));
  }

  private static Map<String, Schema> fields(JavaType type) {
    Map<String, Schema> fields = new TreeMap<>();
    for (BeanPropertyDefinition property :
        Json.MAPPER.getDeserializationConfig().introspect(type).findProperties()) {
      if (!NOT_WRITTEN.contains(property.getName())) {
        fields.put(property.getName(), shape(type.getRawClass(), property));
      }
    }
    return fields;
  }

  private static Schema shape(Class<?> owner, BeanPropertyDefinition property) {
    return KubeWords.of(owner.getSimpleName(), property.getName())
        .<Schema>map(Schema.Words::new)
        .orElseGet(() -> shape(property.getPrimaryType()));
  }

  /**
   * Returns the schema of the object. No field is required: the API server reports missing ones.
   */
  public static Schema.Fields object(Class<?> type) {
    return object(Json.MAPPER.constructType(type));
  }

  private static Schema.Fields object(JavaType type) {
    return new Schema.Fields(type.getRawClass().getSimpleName(), fields(type), Set.of(), Map.of());
  }

  private static Schema shape(JavaType type) {
    Class<?> raw = type.getRawClass();
    if (raw == String.class) {
      return Schema.text();
    }
    if (raw == Integer.class) {
      return new Schema.Whole(Integer.MIN_VALUE, Integer.MAX_VALUE);
    }
    if (raw == Long.class) {
      return new Schema.Whole(Long.MIN_VALUE, Long.MAX_VALUE);
    }
    if (raw == Boolean.class) {
      return new Schema.Truth();
    }
    if (raw == Quantity.class) {
      return new Schema.Amount();
    }
    if (raw == IntOrString.class) {
      return Schema.either(new Schema.Whole(Integer.MIN_VALUE, Integer.MAX_VALUE), Schema.text());
    }
    if (type.isMapLikeType()) {
      return new Schema.Entries(shape(type.getContentType()));
    }
    return type.isCollectionLikeType()
        ? new Schema.Items(shape(type.getContentType()), 0)
        : object(type);
  }
}
