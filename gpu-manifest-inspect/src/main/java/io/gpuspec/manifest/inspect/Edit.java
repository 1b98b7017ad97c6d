package io.gpuspec.manifest.inspect;

import io.gpuspec.internal.yaml.YamlScalar;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.util.Objects;
import java.util.Optional;

/**
 * A change of a file's text.
 *
 * @param kind what is changed
 * @param line the line of the value, or of the key where that is removed or renamed
 * @param column its column
 * @param text the new text
 */
record Edit(Kind kind, int line, int column, String text) {
  /** Before a new value that must be in quotes, because it would be no string without. */
  static final String QUOTED = "\0";

  /** What is changed. */
  enum Kind {
    /** A value becomes another. */
    REPLACE,
    /** A text in quotes becomes the number or boolean that it spells. */
    UNQUOTE,
    /** A key becomes another; its value stays. */
    RENAME,
    /** A key and its value go away. */
    REMOVE,
    /** An item of a list goes away. */
    REMOVE_ITEM,
    /** A mapping gets one more key, {@code key: value}. */
    ADD
  }

  static Edit replace(YamlPlace value, String text) {
    return at(Kind.REPLACE, value, text);
  }

  static Edit unquote(YamlPlace value, String text) {
    return at(Kind.UNQUOTE, value, text);
  }

  /**
   * Returns what makes a key another: none if the mapping has the other with another value, because
   * nothing says which of the two is meant.
   */
  static Optional<Edit> rename(YamlPlace mapping, String key, String text) {
    YamlPlace other = mapping.fields().get(text);
    if (other == null) {
      return Optional.of(at(Kind.RENAME, mapping.key(key), text));
    }
    String own = Places.textOf(Objects.requireNonNull(mapping.fields().get(key)));
    return !own.isEmpty() && own.equals(Places.textOf(other))
        ? Optional.of(remove(mapping.key(key)))
        : Optional.empty();
  }

  static Edit remove(YamlPlace keyOrItem) {
    boolean isKey = keyOrItem.node() instanceof YamlScalar;
    return at(isKey ? Kind.REMOVE : Kind.REMOVE_ITEM, keyOrItem, "");
  }

  static Edit add(YamlPlace mapping, String entry) {
    return at(Kind.ADD, mapping, entry);
  }

  private static Edit at(Kind kind, YamlPlace place, String text) {
    return new Edit(kind, place.node().line(), place.node().column(), text);
  }
}
