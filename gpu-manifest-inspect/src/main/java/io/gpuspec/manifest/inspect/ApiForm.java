package io.gpuspec.manifest.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.internal.yaml.YamlKind;
import io.gpuspec.internal.yaml.YamlMapping;
import io.gpuspec.internal.yaml.YamlScalar;
import io.gpuspec.internal.yaml.YamlSequence;
import io.gpuspec.manifest.internal.found.Placeholders;
import io.gpuspec.manifest.internal.tree.PodFields;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.value.MemorySize;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Compares an object with the types of the Kubernetes API: unknown fields, types, and values. */
final class ApiForm {
  /** What SOPS adds to an encrypted object, and takes away before it is applied. */
  private static final String OF_SOPS = "sops";

  /** A file can have millions, and nobody reads them. */
  private static final int MOST = 100;

  private static final Pattern METADATA = Pattern.compile(".*metadata\\.(labels|annotations)\\W.*");

  /**
   * A mistake.
   *
   * @param rule the rule that it breaks
   */
  record Mistake(String rule, YamlPlace at, Map<String, String> words, Optional<Edit> edit) {}

  /** Whether what is missing is a mistake: an operator may fill in what its pods lack. */
  private final boolean isComplete;

  /** Other programs have files of the same shape, with fields of their own in the metadata. */
  private final boolean isForeign;

  private final List<Mistake> mistakes = new ArrayList<>();

  private ApiForm(boolean isComplete, boolean isForeign) {
    this.isComplete = isComplete;
    this.isForeign = isForeign;
  }

  /** Returns what is wrong with an object, or with the pods of an operator's object. */
  static List<Mistake> mistakes(
      YamlPlace object, String version, String kind, List<YamlPlace> pods) {
    ApiTypes types = ApiTypes.all();
    Optional<ApiType> own = types.object(version, kind);
    boolean isForeign = pods.isEmpty() && !KnownObjects.isKnown(KnownObjects.type(version, kind));
    ApiForm form = new ApiForm(own.isPresent(), own.isEmpty() && isForeign);
    if (own.isPresent()) {
      form.value(object, own.get());
      form.name(object);
    } else {
      Places.at(object, "metadata").ifPresent(each -> form.value(each, types.metadata()));
      pods.forEach(pod -> form.value(pod, types.template()));
    }
    return List.copyOf(form.mistakes);
  }

  private void name(YamlPlace object) {
    YamlPlace metadata = Places.at(object, "metadata").orElse(object);
    if (isEmpty(metadata, "name") && isEmpty(metadata, "generateName")) {
      missing(metadata, "metadata.name", Places.text(object, "kind"));
    }
  }

  private static boolean isEmpty(YamlPlace mapping, String field) {
    Optional<YamlPlace> value = Places.at(mapping, field);
    return value.isEmpty()
        || (value.get().node() instanceof YamlScalar scalar && scalar.text().isEmpty())
        || (value.get().node() instanceof YamlSequence list && list.items().isEmpty());
  }

  private void value(YamlPlace place, ApiType type) {
    boolean isToBeFilled = place.template().isPresent() || Placeholders.isOne(place);
    if (place.node().isNull() || isToBeFilled || mistakes.size() >= MOST) {
      return;
    }
    switch (type.form()) {
      case ANY -> {}
      case FIELDS -> {
        if (is(place, YamlMapping.class, type)) {
          fields(place, type);
        }
      }
      case MAP -> {
        if (is(place, YamlMapping.class, type)) {
          Places.fields(place).values().forEach(each -> value(each, type.content()));
        }
      }
      case LIST -> {
        if (is(place, YamlSequence.class, type)) {
          place.items().forEach(each -> item(each, type.content()));
        }
      }
      default -> scalar(place, type);
    }
  }

  private boolean is(YamlPlace place, Class<?> node, ApiType type) {
    if (node.isInstance(place.node())) {
      return true;
    }
    otherType(place, type, null);
    return false;
  }

  /** An item without a value is one whose fields are all missing. */
  private void item(YamlPlace item, ApiType type) {
    if (item.node().isNull() && type.form() == ApiType.Form.FIELDS) {
      missing(item, type);
    } else {
      value(item, type);
    }
  }

  private void fields(YamlPlace place, ApiType type) {
    Places.fields(place)
        .forEach(
            (key, value) -> {
              ApiType field = type.fields().get(key);
              if (field == null) {
                if (!isForeign && !key.equals(OF_SOPS)) {
                  unknown(place, key, type);
                }
                return;
              }
              int before = mistakes.size();
              value(value, field);
              if (before == mistakes.size()
                  && !value.node().isNull()
                  && !Placeholders.isOne(value)) {
                refused(type, key, value);
              }
            });
    missing(place, type);
  }

  private void missing(YamlPlace place, ApiType type) {
    ApiRow row = type.row();
    if (!isComplete || row.isOptional()) {
      return;
    }
    for (String field : row.required()) {
      if (place.node().isNull() || isEmpty(place, field)) {
        missing(place, field, type.name());
      }
    }
    for (String field : row.stated()) {
      if (!isThere(place, field)) {
        missing(place, field, type.name());
      }
    }
    if (!row.any().isEmpty() && row.any().stream().noneMatch(field -> isThere(place, field))) {
      missing(place, oneOf(row.any()), type.name());
    }
    if (row.together().stream().anyMatch(field -> isThere(place, field))) {
      row.together().stream()
          .filter(field -> !isThere(place, field))
          .forEach(field -> missing(place, field, type.name()));
    }
    row.requiredUnless().properties().stream()
        .filter(field -> isEmpty(place, field.getKey()))
        .filter(
            field ->
                field.getValue().properties().stream()
                    .noneMatch(other -> has(place, other.getKey(), other.getValue())))
        .forEach(field -> missing(place, field.getKey(), type.name()));
    if (!row.one().isEmpty()) {
      oneOf(row.one(), place, type.name());
    }
  }

  private void oneOf(List<String> fields, YamlPlace place, String type) {
    List<String> given = fields.stream().filter(field -> isThere(place, field)).toList();
    if (given.isEmpty()) {
      missing(place, oneOf(fields), type);
    } else if (given.size() > 1) {
      add(
          "field-value-refused",
          place.require(given.get(1)),
          Map.of("key", type, "value", String.join(", ", given), "allowed", oneOf(fields)),
          null);
    }
  }

  private static String oneOf(List<String> fields) {
    return "one of " + String.join(", ", fields);
  }

  private static boolean isThere(YamlPlace place, String field) {
    return Places.at(place, field).isPresent();
  }

  private static boolean has(YamlPlace place, String field, JsonNode values) {
    if (values.has("item")) {
      return Places.items(place, field).stream()
          .anyMatch(item -> isThere(item, values.path("item").asText()));
    }
    String text = Places.text(place, field);
    return values.valueStream().anyMatch(each -> each.asText().equals(text));
  }

  private void missing(YamlPlace place, String field, String type) {
    add("field-missing", place, Map.of("needed", field, "key", type), null);
  }

  private void refused(ApiType type, String key, YamlPlace value) {
    for (ApiValues.Refused refused : type.row().field(key).refused(value)) {
      refused(key, refused.at(), refused.allowed());
    }
  }

  private void refused(String key, YamlPlace at, String allowed) {
    add(
        "field-value-refused",
        at,
        Map.of("key", key, "value", Places.textOf(at), "allowed", allowed),
        null);
  }

  private void unknown(YamlPlace place, String key, ApiType type) {
    YamlPlace at = place.key(key);
    Optional<String> meant = PodFields.meant(key, type.fields().keySet());
    Map<String, String> words = Map.of("value", key, "meant", meant.orElse(""), "key", type.name());
    if (meant.isPresent()) {
      add("field-misspelt", at, words, Edit.rename(place, key, meant.get()).orElse(null));
    } else {
      add("field-unknown", at, words, null);
    }
  }

  private void scalar(YamlPlace place, ApiType type) {
    if (!(place.node() instanceof YamlScalar scalar)) {
      otherType(place, type, null);
    } else if (!holds(type.form(), scalar.kind())) {
      otherType(place, type, quotes(place, scalar, type.form()));
    } else if (type.isShort() && scalar.kind() == YamlKind.INT && !isShort(scalar.text())) {
      refused(last(place), place, "an integer of 32 bits");
    } else if (type.form() == ApiType.Form.QUANTITY && !MemorySize.isQuantity(scalar.amount())) {
      refused(last(place), place, "a quantity such as 500m or 16Gi");
    }
  }

  private static boolean isShort(String text) {
    try {
      long number = YamlKind.integer(text);
      return number == (int) number;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static boolean holds(ApiType.Form form, YamlKind kind) {
    boolean isNumber = kind == YamlKind.INT || kind == YamlKind.FLOAT;
    return switch (form) {
      case TEXT -> kind == YamlKind.STRING;
      case BOOLEAN -> kind == YamlKind.BOOL;
      case INTEGER -> kind == YamlKind.INT;
      case NUMBER -> isNumber;
      case INTEGER_OR_TEXT -> kind == YamlKind.INT || kind == YamlKind.STRING;
      default -> isNumber || kind == YamlKind.STRING;
    };
  }

  /** Returns the change of quotes that gives a value its type, if there is one. */
  private static @Nullable Edit quotes(YamlPlace place, YamlScalar scalar, ApiType.Form form) {
    if (form == ApiType.Form.TEXT) {
      return Edit.replace(place, Edit.QUOTED + scalar.text());
    }
    boolean isQuoted = scalar.kind() == YamlKind.STRING && !scalar.text().isEmpty();
    return isQuoted && holds(form, YamlKind.ofPlain(scalar.text()))
        ? Edit.unquote(place, scalar.text())
        : null;
  }

  private void otherType(YamlPlace place, ApiType type, @Nullable Edit edit) {
    boolean isMetadata = METADATA.matcher(place.path()).matches();
    add(
        isMetadata && edit != null ? "annotation-not-text" : "field-of-another-type",
        place,
        Map.of(
            "key", last(place),
            "value", Places.textOf(place),
            "found", place.node().described(),
            "allowed", type.form().called()),
        edit);
  }

  private static String last(YamlPlace place) {
    return place.path().substring(place.path().lastIndexOf('.') + 1);
  }

  private void add(String rule, YamlPlace at, Map<String, String> words, @Nullable Edit edit) {
    mistakes.add(new Mistake(rule, at, words, Optional.ofNullable(edit)));
  }
}
