package io.gpuspec.manifest.inspect;

import io.gpuspec.internal.yaml.YamlKind;
import io.gpuspec.internal.yaml.YamlMapping;
import io.gpuspec.internal.yaml.YamlScalar;
import io.gpuspec.internal.yaml.YamlSequence;
import io.gpuspec.manifest.internal.tree.PodFields;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Compares an object with the types of the Kubernetes API: unknown fields, types, and values. */
final class ApiForm {
  private static final Set<String> WORDS = Set.of("labels", "annotations");

  /** A file can have millions, and nobody reads them. */
  private static final int MOST = 100;

  /**
   * A mistake.
   *
   * @param rule the rule that it breaks
   */
  record Mistake(String rule, YamlPlace at, Map<String, String> words, Optional<Edit> edit) {}

  private final boolean isComplete;
  private final List<Mistake> mistakes = new ArrayList<>();

  private ApiForm(boolean isComplete) {
    this.isComplete = isComplete;
  }

  /** Returns what is wrong with an object, or with the pods of an operator's object. */
  static List<Mistake> mistakes(
      YamlPlace object, String version, String kind, List<YamlPlace> pods) {
    Optional<ApiType> own = ApiType.of(version, kind);
    ApiForm form = new ApiForm(own.isPresent());
    if (own.isPresent()) {
      form.value(object, own.get());
    } else {
      Places.at(object, "metadata").ifPresent(each -> form.value(each, ApiType.metadata()));
      // An operator may fill in what its pods lack.
      pods.forEach(pod -> form.fields(pod, ApiType.template()));
    }
    return List.copyOf(form.mistakes);
  }

  private void value(YamlPlace place, ApiType type) {
    if (place.node().isNull() || place.template().isPresent() || mistakes.size() >= MOST) {
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
          place.items().forEach(each -> value(each, type.content()));
        }
      }
      default -> scalar(place, type);
    }
  }

  private boolean is(YamlPlace place, Class<?> node, ApiType type) {
    if (node.isInstance(place.node())) {
      return true;
    }
    otherType(place, type, Optional.empty());
    return false;
  }

  private void fields(YamlPlace place, ApiType type) {
    Map<String, ApiType> known = type.fields();
    Places.fields(place)
        .forEach(
            (key, value) -> {
              ApiType of = known.get(key);
              if (of == null) {
                unknown(place, key, type);
                return;
              }
              int before = mistakes.size();
              value(value, of);
              if (before == mistakes.size() && !value.node().isNull()) {
                values(type, key, value);
              }
            });
    if (isComplete) {
      ApiValues.required(type.name()).stream()
          .filter(field -> place.find(field).isEmpty())
          .forEach(
              field ->
                  add("field-missing", place, Map.of("value", field, "key", type.name()), null));
    }
  }

  private void values(ApiType type, String key, YamlPlace value) {
    for (ApiValues.Refused refused : ApiValues.refused(type.name(), key, value)) {
      add(
          "field-value-refused",
          refused.at(),
          Map.of("key", key, "value", Places.textOf(refused.at()), "allowed", refused.allowed()),
          null);
    }
  }

  private void unknown(YamlPlace place, String key, ApiType type) {
    YamlPlace at = place.key(key);
    Optional<String> meant = PodFields.meant(key, type.fields().keySet());
    Map<String, String> words = Map.of("value", key, "meant", meant.orElse(""), "key", type.name());
    if (meant.isPresent()) {
      add("field-misspelt", at, words, Edit.rename(at, meant.get()));
    } else {
      add("field-unknown", at, words, null);
    }
  }

  private void scalar(YamlPlace place, ApiType type) {
    if (!(place.node() instanceof YamlScalar scalar)) {
      otherType(place, type, Optional.empty());
      return;
    }
    YamlKind kind = scalar.kind();
    boolean isWhole = kind == YamlKind.INT;
    boolean isNumber = isWhole || kind == YamlKind.FLOAT;
    boolean isText = kind == YamlKind.STRING;
    boolean isGood =
        switch (type.form()) {
          case TEXT -> isText;
          case BOOLEAN -> kind == YamlKind.BOOL;
          case INTEGER -> isWhole;
          case NUMBER -> isNumber;
          case INTEGER_OR_TEXT -> isWhole || isText;
          // The rules of amounts say more of them.
          default -> isNumber || isText;
        };
    if (isGood) {
      return;
    }
    if (type.form() == ApiType.Form.TEXT) {
      otherType(place, type, Optional.of(Edit.replace(place, Edit.QUOTED + scalar.text())));
    } else if (isText
        && YamlKind.ofPlain(scalar.text().isEmpty() ? "~" : scalar.text()) != YamlKind.STRING) {
      otherType(place, type, Optional.of(Edit.unquote(place, scalar.text())));
    } else {
      otherType(place, type, Optional.empty());
    }
  }

  private void otherType(YamlPlace place, ApiType type, Optional<Edit> edit) {
    String path = place.path();
    boolean isWord = WORDS.stream().anyMatch(each -> path.contains("metadata." + each));
    add(
        isWord && edit.isPresent() ? "annotation-not-text" : "field-of-another-type",
        place,
        Map.of(
            "key", path.substring(Math.max(path.lastIndexOf('.'), -1) + 1),
            "value", Places.textOf(place),
            "found", place.node().described(),
            "allowed", type.form().called()),
        edit.orElse(null));
  }

  private void add(
      String rule,
      YamlPlace at,
      Map<String, String> words,
      @org.jspecify.annotations.Nullable Edit edit) {
    mistakes.add(new Mistake(rule, at, words, Optional.ofNullable(edit)));
  }
}
