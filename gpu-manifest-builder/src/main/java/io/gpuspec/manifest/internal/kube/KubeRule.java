package io.gpuspec.manifest.internal.kube;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.manifest.internal.tree.KubeTree;
import java.util.List;
import java.util.Objects;

/** A rule for the fields of a mapping of one type. */
@FunctionalInterface
interface KubeRule {

  /**
   * Reports what breaks it.
   *
   * @param mapping the mapping, or the null that stands for one
   */
  void check(KubeTree mapping, KubeType type, KubeCheck check);

  /** A field that must be there with a value that is not empty. */
  static KubeRule required(String field) {
    return (mapping, type, check) -> {
      if (isEmpty(mapping, field)) {
        check.missing(mapping, field, type.name());
      }
    };
  }

  /** A field that must be there, if only as an empty list. */
  static KubeRule stated(String field) {
    return (mapping, type, check) -> {
      if (!mapping.has(field)) {
        check.missing(mapping, field, type.name());
      }
    };
  }

  /** Fields of which at least one must be there. */
  static KubeRule any(List<String> fields) {
    return (mapping, type, check) -> {
      if (fields.stream().noneMatch(mapping::has)) {
        check.missing(mapping, oneOf(fields), type.name());
      }
    };
  }

  /** Fields that are all there or none. */
  static KubeRule together(List<String> fields) {
    return (mapping, type, check) -> {
      if (fields.stream().anyMatch(mapping::has)) {
        fields.stream()
            .filter(field -> !mapping.has(field))
            .forEach(field -> check.missing(mapping, field, type.name()));
      }
    };
  }

  /** A field that must be there unless others have some values, or their items some field. */
  static KubeRule requiredUnless(String field, JsonNode others) {
    return (mapping, type, check) -> {
      if (isEmpty(mapping, field)
          && others.properties().stream()
              .noneMatch(other -> KubeRow.has(mapping, other.getKey(), other.getValue()))) {
        check.missing(mapping, field, type.name());
      }
    };
  }

  /** Fields of which exactly one must be there. */
  static KubeRule one(List<String> fields) {
    return (mapping, type, check) -> {
      List<String> given = fields.stream().filter(mapping::has).toList();
      if (given.isEmpty()) {
        check.missing(mapping, oneOf(fields), type.name());
      } else if (given.size() > 1) {
        check.refused(
            Objects.requireNonNull(mapping.child(given.get(1))),
            type.name(),
            String.join(", ", given),
            oneOf(fields));
      }
    };
  }

  private static String oneOf(List<String> fields) {
    return "one of " + String.join(", ", fields);
  }

  /** Returns whether a field is not there, or an empty text or list. */
  static boolean isEmpty(KubeTree mapping, String field) {
    KubeTree value = mapping.child(field);
    return value == null
        || switch (value.kind()) {
          case MAPPING -> false;
          case SEQUENCE -> value.elements().isEmpty();
          default -> value.text().isEmpty();
        };
  }
}
