package io.gpuspec.manifest.internal.kube;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.gpuspec.internal.yaml.YamlKind;
import io.gpuspec.kube.Tree.Kind;
import io.gpuspec.manifest.internal.kube.KubeFinding.Fix;
import io.gpuspec.manifest.internal.tree.KubeTree;
import io.gpuspec.value.MemorySize;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Compares an object with the types of the Kubernetes API in one pass: unknown fields, types,
 * values, and the rules of each type.
 */
public final class KubeCheck {
  /** What SOPS adds to an encrypted object, and takes away before it is applied. */
  private static final String OF_SOPS = "sops";

  /** A file can have millions, and nobody reads them. */
  private static final int MOST = 100;

  private static final Pattern METADATA = Pattern.compile(".*metadata\\.(labels|annotations)\\W.*");

  /** Whether what is missing is a mistake: an operator may fill in what its pods lack. */
  private final boolean isComplete;

  /** Other programs have files of the same shape, with fields of their own in the metadata. */
  private final boolean isForeign;

  private final List<KubeFinding> findings = new ArrayList<>();

  private KubeCheck(boolean isComplete, boolean isForeign) {
    this.isComplete = isComplete;
    this.isForeign = isForeign;
  }

  /**
   * Returns what is wrong with an object, or with the pods of an operator's object.
   *
   * @param isForeign whether an object of a type that has no table may be no object at all
   */
  public static List<KubeFinding> of(
      KubeTree object,
      String version,
      String kind,
      List<? extends KubeTree> pods,
      boolean isForeign) {
    KubeTypes types = KubeTypes.all();
    Optional<KubeType> own = types.object(version, kind);
    KubeCheck check = new KubeCheck(own.isPresent(), own.isEmpty() && isForeign);
    if (own.isPresent()) {
      check.value(object, own.get());
      check.name(object);
    } else {
      KubeTree metadata = object.child("metadata");
      if (metadata != null) {
        check.value(metadata, types.of(ObjectMeta.class));
      }
      pods.forEach(pod -> check.value(pod, types.of(PodTemplateSpec.class)));
    }
    return List.copyOf(check.findings);
  }

  private void name(KubeTree object) {
    KubeTree metadata = object.child("metadata");
    KubeTree owner = metadata == null ? object : metadata;
    if (KubeRule.isEmpty(owner, "name") && KubeRule.isEmpty(owner, "generateName")) {
      missing(owner, "metadata.name", object.text("kind"));
    }
  }

  private void value(KubeTree value, KubeType type) {
    if (value.isNull() || value.isOpen() || findings.size() >= MOST) {
      return;
    }
    switch (type.form()) {
      case ANY -> {}
      case FIELDS -> {
        if (is(value, Kind.MAPPING, type)) {
          fields(value, type);
        }
      }
      case MAP -> {
        if (is(value, Kind.MAPPING, type)) {
          value.entries().values().forEach(each -> value(each, type.content()));
        }
      }
      case LIST -> {
        if (is(value, Kind.SEQUENCE, type)) {
          value.elements().forEach(each -> item(each, type.content()));
        }
      }
      default -> scalar(value, type);
    }
  }

  private boolean is(KubeTree value, Kind kind, KubeType type) {
    if (value.kind() == kind) {
      return true;
    }
    otherType(value, type, Fix.NONE);
    return false;
  }

  /** An item without a value is one whose fields are all missing. */
  private void item(KubeTree item, KubeType type) {
    if (item.isNull() && type.form() == KubeType.Form.FIELDS) {
      rules(item, type);
    } else {
      value(item, type);
    }
  }

  private void fields(KubeTree mapping, KubeType type) {
    Map<String, KubeType> fields = type.fields();
    mapping
        .entries()
        .forEach(
            (key, value) -> {
              KubeType field = fields.get(key);
              if (field == null) {
                if (!isForeign && !key.equals(OF_SOPS)) {
                  unknown(mapping, key, type);
                }
                return;
              }
              int before = findings.size();
              value(value, field);
              if (before == findings.size() && !value.isNull() && !value.isOpen()) {
                type.row()
                    .field(key)
                    .refused(value)
                    .forEach(each -> refused(each.at(), key, each.at().text(), each.allowed()));
              }
            });
    rules(mapping, type);
  }

  private void rules(KubeTree mapping, KubeType type) {
    if (isComplete) {
      type.row().rules().forEach(rule -> rule.check(mapping, type, this));
    }
  }

  void missing(KubeTree mapping, String field, String type) {
    add("field-missing", mapping, mapping, Map.of("needed", field, "key", type), Fix.NONE);
  }

  void refused(KubeTree at, String key, String value, String allowed) {
    add(
        "field-value-refused",
        at,
        at,
        Map.of("key", key, "value", value, "allowed", allowed),
        Fix.NONE);
  }

  private void unknown(KubeTree mapping, String key, KubeType type) {
    Optional<String> meant = PodFields.meant(key, type.fields().keySet());
    add(
        meant.isPresent() ? "field-misspelt" : "field-unknown",
        mapping,
        mapping.keyOf(key),
        Map.of("value", key, "meant", meant.orElse(""), "key", type.name()),
        meant.isPresent() ? Fix.RENAME : Fix.NONE);
  }

  private void scalar(KubeTree value, KubeType type) {
    Kind kind = value.kind();
    if (kind == Kind.MAPPING || kind == Kind.SEQUENCE) {
      otherType(value, type, Fix.NONE);
    } else if (!holds(type.form(), kind)) {
      otherType(value, type, quotes(value, type.form()));
    } else if (type.isShort() && kind == Kind.INT && !isShort(value.text())) {
      refused(value, last(value), value.text(), "an integer of 32 bits");
    } else if (type.form() == KubeType.Form.QUANTITY && !MemorySize.isQuantity(value.text())) {
      refused(value, last(value), value.text(), "a quantity such as 500m or 16Gi");
    }
  }

  private static boolean isShort(String text) {
    try {
      long number = Long.parseLong(text);
      return number == (int) number;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static boolean holds(KubeType.Form form, Kind kind) {
    boolean isNumber = kind == Kind.INT || kind == Kind.FLOAT;
    return switch (form) {
      case TEXT -> kind == Kind.STRING;
      case BOOLEAN -> kind == Kind.BOOL;
      case INTEGER -> kind == Kind.INT;
      case NUMBER -> isNumber;
      case INTEGER_OR_TEXT -> kind == Kind.INT || kind == Kind.STRING;
      default -> isNumber || kind == Kind.STRING;
    };
  }

  /** Returns the change of quotes that gives a value its type, if there is one. */
  private static Fix quotes(KubeTree value, KubeType.Form form) {
    if (form == KubeType.Form.TEXT) {
      return Fix.QUOTE;
    }
    boolean isQuoted = value.kind() == Kind.STRING && !value.text().isEmpty();
    return isQuoted && holds(form, Kind.valueOf(YamlKind.ofPlain(value.text()).name()))
        ? Fix.UNQUOTE
        : Fix.NONE;
  }

  private void otherType(KubeTree value, KubeType type, Fix fix) {
    boolean isMetadata = METADATA.matcher(value.path()).matches();
    add(
        isMetadata && fix != Fix.NONE ? "annotation-not-text" : "field-of-another-type",
        value,
        value,
        Map.of(
            "key", last(value),
            "value", value.text(),
            "found", value.described(),
            "allowed", type.form().described()),
        fix);
  }

  private static String last(KubeTree value) {
    return value.path().substring(value.path().lastIndexOf('.') + 1);
  }

  private void add(String rule, KubeTree owner, KubeTree at, Map<String, String> words, Fix fix) {
    findings.add(new KubeFinding(rule, owner, at, words, fix));
  }
}
