package io.gpuspec.manifest.internal.tree;

import io.gpuspec.internal.yaml.TemplateText;
import io.gpuspec.internal.yaml.YamlEntry;
import io.gpuspec.internal.yaml.YamlKind;
import io.gpuspec.internal.yaml.YamlMapping;
import io.gpuspec.internal.yaml.YamlNode;
import io.gpuspec.internal.yaml.YamlPath;
import io.gpuspec.internal.yaml.YamlScalar;
import io.gpuspec.internal.yaml.YamlSequence;
import io.gpuspec.internal.yaml.YamlText;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.value.GpuSpecException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A node with its file and path, as messages need them.
 *
 * <p>The path is kept here and not in the node, because an aliased node has several.
 */
public record YamlPlace(String source, String path, YamlNode node) {

  /**
   * The value of a key of this mapping; empty when the key is missing or has no value, which are
   * the same to Kubernetes.
   */
  public Optional<YamlPlace> find(String key) {
    return mapping()
        .get(key)
        .filter(value -> !value.isNull())
        .map(value -> new YamlPlace(source, YamlPath.child(path, key), value));
  }

  /** Returns the value of a required key of this mapping. */
  public YamlPlace require(String key) {
    return find(key)
        .orElseThrow(
            () ->
                new ManifestException(
                    "manifest.missing",
                    source,
                    node.line(),
                    node.column(),
                    YamlPath.child(path, key) + ": expected a value, found nothing; add " + key));
  }

  /**
   * Returns the values of this mapping by key, in the order written, including keys without a
   * value.
   */
  public Map<String, YamlPlace> fields() {
    Map<String, YamlPlace> fields = new LinkedHashMap<>();
    mapping()
        .entries()
        .forEach(
            (key, entry) ->
                fields.put(key, new YamlPlace(source, YamlPath.child(path, key), entry.value())));
    return fields;
  }

  /** Returns an existing key of this mapping. */
  public YamlPlace key(String key) {
    YamlEntry entry = Objects.requireNonNull(mapping().entries().get(key));
    return new YamlPlace(source, YamlPath.child(path, key), entry.key());
  }

  /** The items of this list. */
  public List<YamlPlace> items() {
    if (!(node instanceof YamlSequence sequence)) {
      throw expected("a list", "start each item with '- '");
    }
    List<YamlPlace> items = new ArrayList<>(sequence.items().size());
    for (YamlNode item : sequence.items()) {
      items.add(new YamlPlace(source, YamlPath.item(path, items.size()), item));
    }
    return items;
  }

  /** Returns this value as a string; a plain 8 or true is not a string. */
  public String string() {
    if (node instanceof YamlScalar scalar) {
      if (scalar.kind() == YamlKind.STRING) {
        return scalar.text();
      }
      if (scalar.kind() != YamlKind.NULL) {
        throw expected("a string", "quote it: '" + YamlText.shown(scalar.text()) + "'");
      }
    }
    throw expected("a string", "write a text");
  }

  /** Returns this value as a quantity's text: Kubernetes accepts a string or a plain number. */
  public String quantity() {
    checkRendered();
    if (node instanceof YamlScalar scalar
        && (scalar.kind() == YamlKind.INT || scalar.kind() == YamlKind.FLOAT)) {
      return scalar.text();
    }
    return string();
  }

  /** Returns this value as an integer of 64 bits. */
  public long integer() {
    if (node instanceof YamlScalar scalar) {
      if (scalar.kind() == YamlKind.INT) {
        try {
          return YamlKind.integer(scalar.text());
        } catch (NumberFormatException e) {
          throw expected("an integer of at most 64 bits", "write a smaller number");
        }
      }
      if (YamlKind.ofPlain(scalar.text()) == YamlKind.INT) {
        throw expected("an integer", "take the quotes away: " + YamlText.shown(scalar.text()));
      }
    }
    throw expected("an integer", "write a whole number such as 8");
  }

  /** Returns this value as a boolean. */
  public boolean bool() {
    if (node instanceof YamlScalar scalar && scalar.kind() == YamlKind.BOOL) {
      return YamlKind.truth(scalar.text());
    }
    throw expected("a boolean", "write true or false, without quotes");
  }

  /** Returns this value as a mapping. */
  public YamlMapping mapping() {
    if (node instanceof YamlMapping mapping) {
      return mapping;
    }
    throw expected("a mapping", "write 'key: value' lines");
  }

  /** A problem with this value, to be thrown or collected. */
  public ManifestException problem(String text) {
    return problem("manifest.malformed", text);
  }

  /** The same about a value that was refused. */
  public ManifestException problem(GpuSpecException cause) {
    return problem(cause.id(), cause.getMessage());
  }

  private ManifestException problem(String id, String text) {
    String subject = path.isEmpty() ? "the document" : path;
    Optional<String> template = template();
    String more = template.filter(reason -> !text.contains(reason)).map(t -> "; " + t).orElse("");
    return new ManifestException(
        template.isPresent() ? "template.unresolved" : id,
        source,
        node.line(),
        node.column(),
        path,
        subject + ": " + text + more);
  }

  /**
   * Returns why this value is not yet what it will be; nothing unless it is a part of a template.
   */
  public Optional<String> template() {
    return node instanceof YamlScalar scalar && scalar.kind() == YamlKind.STRING
        ? TemplateText.problem(scalar.text())
        : Optional.empty();
  }

  /**
   * Returns this value as a string that affects the answer, so that a template expression is
   * refused.
   */
  public String rendered() {
    checkRendered();
    return string();
  }

  /** Refuses a part of a template. */
  public void checkRendered() {
    template()
        .ifPresent(
            reason -> {
              throw problem(reason);
            });
  }

  private ManifestException expected(String allowed, String fix) {
    return problem(
        "expected " + allowed + ", found " + node.described() + "; " + template().orElse(fix));
  }
}
