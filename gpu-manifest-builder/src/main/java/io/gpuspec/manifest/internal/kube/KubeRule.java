package io.gpuspec.manifest.internal.kube;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.manifest.internal.tree.KubeTree;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** A rule for the fields of a mapping of one type. */
@FunctionalInterface
interface KubeRule {

  /**
   * Reports what breaks it.
   *
   * @param mapping the mapping, or the null that stands for one
   */
  void check(KubeTree mapping, KubeType type, KubeCheck check);

  /** Returns whether it holds for the pods of an operator too, which may fill in what they lack. */
  default boolean isForOperators() {
    return false;
  }

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
        none(fields, mapping, type, check);
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
        none(fields, mapping, type, check);
      } else if (given.size() > 1) {
        KubeTree second = Objects.requireNonNull(mapping.child(given.get(1)));
        String all = String.join(", ", given);
        check.add(
            KubeFinding.of("field-value-refused", mapping, second)
                .atOwner()
                .words(Map.of("key", type.name(), "value", all, "allowed", oneOf(fields)))
                .problem(
                    "%s exclude each other; leave all but one out"
                        .formatted(given.stream().sorted().collect(Collectors.joining(" and ")))));
      }
    };
  }

  private static void none(List<String> fields, KubeTree mapping, KubeType type, KubeCheck check) {
    check.missing(
        mapping,
        oneOf(fields),
        type.name(),
        "it says nothing; give one of "
            + fields.stream().sorted().collect(Collectors.joining(", ")));
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
