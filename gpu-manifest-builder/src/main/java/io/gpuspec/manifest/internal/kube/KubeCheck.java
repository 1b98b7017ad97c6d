package io.gpuspec.manifest.internal.kube;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.gpuspec.internal.yaml.YamlKind;
import io.gpuspec.kube.Tree.Kind;
import io.gpuspec.manifest.internal.kube.KubeFinding.Fix;
import io.gpuspec.manifest.internal.tree.KubeTree;
import io.gpuspec.value.MemorySize;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

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

  /** Whether advice is wanted, as who builds does. */
  private final boolean isAdvising;

  /** The names of the volumes that the pods' owner gives them. */
  private final Set<String> volumesOfOwner;

  private final List<KubeFinding> findings = new ArrayList<>();

  private KubeCheck(
      boolean isComplete, boolean isForeign, boolean isAdvising, Set<String> volumesOfOwner) {
    this.isComplete = isComplete;
    this.isForeign = isForeign;
    this.isAdvising = isAdvising;
    this.volumesOfOwner = volumesOfOwner;
  }

  /**
   * Returns what is wrong with the {@code spec} of pods that are built, and advice. What their
   * fields are called is known.
   *
   * @param volumesOfOwner the names of the volumes that a StatefulSet gives them
   */
  public static List<KubeFinding> ofPod(KubeTree spec, Set<String> volumesOfOwner) {
    KubeCheck check = new KubeCheck(true, true, true, volumesOfOwner);
    check.value(spec, KubeTypes.all().of(PodSpec.class));
    return List.copyOf(check.findings);
  }

  /**
   * Returns what is wrong with an object, or with the pods of an operator's object.
   *
   * @param pods templates of pods
   * @param specs what has tolerations and affinities as pods do, and is else of another form
   * @param isForeign whether an object of a type that has no table may be no object at all
   */
  public static List<KubeFinding> of(
      KubeTree object,
      String version,
      String kind,
      List<? extends KubeTree> pods,
      List<? extends KubeTree> specs,
      boolean isForeign) {
    KubeTypes types = KubeTypes.all();
    Optional<KubeType> own = types.object(version, kind);
    Set<String> volumes =
        object.elements("spec", "volumeClaimTemplates").stream()
            .map(claim -> claim.text("metadata", "name"))
            .collect(Collectors.toSet());
    KubeCheck check = new KubeCheck(own.isPresent(), own.isEmpty() && isForeign, false, volumes);
    if (own.isPresent()) {
      check.value(object, own.get());
      check.name(object);
    } else {
      KubeTree metadata = object.child("metadata");
      if (metadata != null) {
        check.value(metadata, types.of(ObjectMeta.class));
      }
      pods.forEach(pod -> check.value(pod, types.of(PodTemplateSpec.class)));
      specs.forEach(check::placement);
    }
    return List.copyOf(check.findings);
  }

  private void placement(KubeTree spec) {
    KubeType type = KubeTypes.all().of(PodSpec.class);
    for (String field : List.of("tolerations", "affinity")) {
      KubeTree value = spec.child(field);
      if (value != null) {
        value(value, Objects.requireNonNull(type.fields().get(field)));
      }
    }
    rules(spec, type);
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
                for (KubeValues.Refused each : type.row().field(key).refused(value)) {
                  refused(each.at(), key, each.allowed(), each.problem());
                }
              }
            });
    rules(mapping, type);
  }

  private void rules(KubeTree mapping, KubeType type) {
    for (KubeRule rule : type.row().rules()) {
      if (isComplete || rule.isForOperators()) {
        rule.check(mapping, type, this);
      }
    }
  }

  /** Returns the names of the volumes that the pods' owner gives them. */
  Set<String> volumesOfOwner() {
    return volumesOfOwner;
  }

  void missing(KubeTree mapping, String field, String type) {
    missing(mapping, field, type, "'" + field + "' is missing; add it");
  }

  void missing(KubeTree mapping, String field, String type, String problem) {
    add(
        KubeFinding.of("field-missing", mapping, mapping)
            .words(Map.of("needed", field, "key", type))
            .problem(problem));
  }

  void refused(KubeTree at, String key, String allowed, String problem) {
    refused(at, key, at.text(), allowed, problem);
  }

  void refused(KubeTree at, String key, String value, String allowed, String problem) {
    add(
        KubeFinding.of("field-value-refused", at, at)
            .words(Map.of("key", key, "value", value, "allowed", allowed))
            .problem(problem));
  }

  /** Reports a value about which the problem says what it is in the owner. */
  void refusedOwner(KubeTree owner, KubeTree at, String key, String allowed, String problem) {
    add(
        KubeFinding.of("field-value-refused", owner, at)
            .atOwner()
            .words(Map.of("key", key, "value", at.text(), "allowed", allowed))
            .problem(problem));
  }

  /** Reports what the API server takes, and who builds should not write. */
  void advise(KubeTree at, String id, String problem) {
    if (isAdvising) {
      add(KubeFinding.of("", at, at).id(id).problem(problem));
    }
  }

  private void unknown(KubeTree mapping, String key, KubeType type) {
    Optional<String> meant = PodFields.meant(key, type.fields().keySet());
    boolean isMeant = meant.isPresent();
    add(
        KubeFinding.of(isMeant ? "field-misspelt" : "field-unknown", mapping, mapping.keyOf(key))
            .words(Map.of("value", key, "meant", meant.orElse(""), "key", type.name()))
            .fix(isMeant ? Fix.RENAME : Fix.NONE)
            .problem("field '" + key + "' is not known"));
  }

  private void scalar(KubeTree value, KubeType type) {
    Kind kind = value.kind();
    if (kind == Kind.MAPPING || kind == Kind.SEQUENCE) {
      otherType(value, type, Fix.NONE);
    } else if (!holds(type.form(), kind)) {
      otherType(value, type, quotes(value, type.form()));
    } else if (type.isShort() && kind == Kind.INT && !isShort(value.text())) {
      refused(
          value,
          last(value),
          "an integer of 32 bits",
          "'%s' has more than 32 bits; write a smaller number".formatted(value.text()));
    } else if (type.form() == KubeType.Form.QUANTITY && !MemorySize.isQuantity(value.text())) {
      refused(
          value,
          last(value),
          "a quantity such as 500m or 16Gi",
          "'%s' is not a quantity; write a number and a unit, such as 10Gi"
              .formatted(value.text()));
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
    String allowed = type.form().described();
    add(
        KubeFinding.of(
                isMetadata && fix != Fix.NONE ? "annotation-not-text" : "field-of-another-type",
                value,
                value)
            .words(
                Map.of(
                    "key", last(value),
                    "value", value.text(),
                    "found", value.described(),
                    "allowed", allowed))
            .fix(fix)
            .problem("%s is not %s; write %s".formatted(value.described(), allowed, allowed)));
  }

  private static String last(KubeTree value) {
    return value.path().substring(value.path().lastIndexOf('.') + 1);
  }

  void add(KubeFinding finding) {
    findings.add(finding);
  }
}
