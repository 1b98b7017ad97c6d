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
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A node with its file and path, as messages need them.
 *
 * <p>The path is kept here and not in the node, because an aliased node has several. It is written
 * when a message needs it, and the fields of a mapping and the items of a list are looked up once:
 * rules look up the same ones many times. Threads can share it, as both say the same whoever looks
 * them up.
 */
public final class YamlPlace implements KubeTree {
  /** A value of an example that somebody still has to fill in, such as {@code <your-image>}. */
  public static final Pattern PLACEHOLDER = Pattern.compile("<[A-Za-z][^<>\n]{0,60}>");

  private final String source;
  private final @Nullable YamlPlace parent;
  private final Object step;
  private final YamlNode node;
  private @Nullable String path;
  private @Nullable Map<String, YamlPlace> fields;
  private @Nullable List<YamlPlace> items;

  /** A node at a path of a file. */
  public YamlPlace(String source, String path, YamlNode node) {
    this.source = source;
    this.parent = null;
    this.step = path;
    this.node = node;
    this.path = path;
  }

  private YamlPlace(YamlPlace parent, Object step, YamlNode node) {
    this.source = parent.source;
    this.parent = parent;
    this.step = step;
    this.node = node;
  }

  /** Returns what the file is called. */
  public String source() {
    return source;
  }

  /** Returns the path in the document, such as {@code spec.containers[0].env}. */
  @Override
  public String path() {
    String known = path;
    if (known == null) {
      String above = Objects.requireNonNull(parent).path();
      known =
          step instanceof Integer index
              ? YamlPath.item(above, index)
              : YamlPath.child(above, (String) step);
      path = known;
    }
    return known;
  }

  @Override
  public Kind kind() {
    return node instanceof YamlScalar scalar
        ? Kind.valueOf(scalar.kind().name())
        : node instanceof YamlMapping ? Kind.MAPPING : Kind.SEQUENCE;
  }

  @Override
  public Optional<Location> location() {
    return Optional.of(new Location(source, node.line(), node.column()));
  }

  @Override
  public String text() {
    return node instanceof YamlScalar scalar ? scalar.amount() : "";
  }

  /** Returns the node. */
  public YamlNode node() {
    return node;
  }

  @Override
  public Map<String, YamlPlace> entries() {
    return node instanceof YamlMapping ? fields() : Map.of();
  }

  @Override
  public List<YamlPlace> elements() {
    return node instanceof YamlSequence ? items() : List.of();
  }

  @Override
  public String described() {
    return node.described();
  }

  @Override
  public YamlPlace keyOf(String key) {
    return key(key);
  }

  @Override
  public boolean isOpen() {
    return template().isPresent() || isPlaceholder();
  }

  /** Returns whether the value is a placeholder, and nothing else. */
  public boolean isPlaceholder() {
    return node instanceof YamlScalar scalar
        && scalar.text().startsWith("<")
        && PLACEHOLDER.matcher(scalar.text()).matches();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof YamlPlace place
        && node == place.node
        && source.equals(place.source)
        && path().equals(place.path());
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(node);
  }

  /** Returns text such as {@code pod.yaml:3:5: spec}. */
  @Override
  public String toString() {
    return source + ":" + node.line() + ":" + node.column() + ": " + path();
  }

  /**
   * The value of a key of this mapping; empty when the key is missing or has no value, which are
   * the same to Kubernetes.
   */
  public Optional<YamlPlace> find(String key) {
    YamlPlace value = fields().get(key);
    return value == null || value.node.isNull() ? Optional.empty() : Optional.of(value);
  }

  /** Returns the value of a required key of this mapping. */
  @Override
  public YamlPlace require(String key) {
    return find(key)
        .orElseThrow(
            () ->
                new ManifestException(
                    "manifest.missing",
                    source,
                    node.line(),
                    node.column(),
                    YamlPath.child(path(), key) + ": expected a value, found nothing; add " + key));
  }

  /**
   * Returns the values of this mapping by key, in the order written, including keys without a
   * value.
   */
  @Override
  public Map<String, YamlPlace> fields() {
    Map<String, YamlPlace> known = fields;
    if (known == null) {
      Map<String, YamlPlace> all = new LinkedHashMap<>();
      mapping()
          .entries()
          .forEach((key, entry) -> all.put(key, new YamlPlace(this, key, entry.value())));
      known = Collections.unmodifiableMap(all);
      fields = known;
    }
    return known;
  }

  /** Returns an existing key of this mapping. */
  public YamlPlace key(String key) {
    YamlEntry entry = Objects.requireNonNull(mapping().entries().get(key));
    return new YamlPlace(this, key, entry.key());
  }

  /** The items of this list. */
  @Override
  public List<YamlPlace> items() {
    List<YamlPlace> known = items;
    if (known == null) {
      if (!(node instanceof YamlSequence sequence)) {
        throw expected("a list", "start each item with '- '");
      }
      List<YamlPlace> all = new ArrayList<>(sequence.items().size());
      for (YamlNode item : sequence.items()) {
        all.add(new YamlPlace(this, all.size(), item));
      }
      known = Collections.unmodifiableList(all);
      items = known;
    }
    return known;
  }

  /** Returns this value as a string; a plain 8 or true is not a string. */
  @Override
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

  /**
   * Returns this value as a quantity's text. Kubernetes accepts a string or a plain number, and
   * reads the number first: {@code 010} is 8, and {@code "010"} is 10.
   */
  @Override
  public String quantity() {
    checkRendered();
    if (node instanceof YamlScalar scalar
        && (scalar.kind() == YamlKind.INT || scalar.kind() == YamlKind.FLOAT)) {
      return scalar.amount();
    }
    return string();
  }

  /** Returns this value as an integer of 64 bits. */
  @Override
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
  @Override
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

  /** Returns what a problem says, without its place. */
  public static String withoutPlace(ManifestException problem) {
    String place = problem.source() + ":" + problem.line() + ":" + problem.column() + ": ";
    String message = String.valueOf(problem.getMessage());
    return message.startsWith(place) ? message.substring(place.length()) : message;
  }

  /** A problem with this value, to be thrown or collected. */
  public ManifestException problem(String text) {
    return problem("manifest.malformed", text);
  }

  /** The same about a value that was refused. */
  public ManifestException problem(GpuSpecException cause) {
    return problem(cause.id(), cause.getMessage());
  }

  /** The same with the id of what was refused. */
  @Override
  public ManifestException problem(String id, String text) {
    String subject = path().isEmpty() ? "the document" : path();
    Optional<String> template = template();
    String more = template.filter(reason -> !text.contains(reason)).map(t -> "; " + t).orElse("");
    return new ManifestException(
        template.isPresent() ? "template.unresolved" : id,
        source,
        node.line(),
        node.column(),
        path(),
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
  @Override
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

  @Override
  public ManifestException expected(String allowed, String fix) {
    return problem(
        "expected " + allowed + ", found " + node.described() + "; " + template().orElse(fix));
  }
}
