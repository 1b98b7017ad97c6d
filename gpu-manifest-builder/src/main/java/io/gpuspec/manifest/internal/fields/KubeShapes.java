package io.gpuspec.manifest.internal.fields;

import io.gpuspec.manifest.internal.kube.KubeType;
import io.gpuspec.manifest.internal.kube.KubeTypes;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The schemas of Kubernetes' own objects: they have the fields of {@link KubeTypes}. */
public final class KubeShapes {
  /** Fields that only the API server writes. */
  private static final Set<String> NOT_WRITTEN = Set.of("managedFields", "ownerReferences");

  private KubeShapes() {}

  /** The fields of an object. */
  public static Map<String, Schema> fields(Class<?> type) {
    return fields(KubeTypes.all().of(type));
  }

  /**
   * Returns the schema of the object. No field is required: the API server reports missing ones.
   */
  public static Schema.Fields object(Class<?> type) {
    return object(KubeTypes.all().of(type));
  }

  private static Schema.Fields object(KubeType type) {
    return new Schema.Fields(type.name(), fields(type), Set.of(), Map.of());
  }

  private static Map<String, Schema> fields(KubeType type) {
    Map<String, Schema> fields = new TreeMap<>();
    type.fields()
        .forEach(
            (name, field) -> {
              if (!NOT_WRITTEN.contains(name)) {
                List<String> words = KubeTypes.all().words(type.name(), name);
                fields.put(name, words.isEmpty() ? shape(field) : new Schema.Words(words));
              }
            });
    return fields;
  }

  private static Schema shape(KubeType type) {
    return switch (type.form()) {
      case TEXT -> Schema.text();
      case INTEGER -> whole(type.isShort());
      case BOOLEAN -> new Schema.Truth();
      case QUANTITY -> new Schema.Amount();
      case INTEGER_OR_TEXT -> Schema.either(whole(true), Schema.text());
      case MAP -> new Schema.Entries(shape(type.content()));
      case LIST -> new Schema.Items(shape(type.content()), 0);
      case FIELDS, NUMBER, ANY -> object(type);
    };
  }

  private static Schema.Whole whole(boolean isShort) {
    return isShort
        ? new Schema.Whole(Integer.MIN_VALUE, Integer.MAX_VALUE)
        : new Schema.Whole(Long.MIN_VALUE, Long.MAX_VALUE);
  }
}
