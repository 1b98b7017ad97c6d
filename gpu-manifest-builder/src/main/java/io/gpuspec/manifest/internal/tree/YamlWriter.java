package io.gpuspec.manifest.internal.tree;

import io.gpuspec.internal.yaml.YamlKind;
import io.gpuspec.internal.yaml.YamlLimits;
import io.gpuspec.internal.yaml.YamlPath;
import io.gpuspec.internal.yaml.YamlScalar;
import io.gpuspec.internal.yaml.YamlText;
import io.gpuspec.value.InvalidValueException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Writes YAML as people write Kubernetes manifests: keys in {@link YamlOrder}, lists at their key's
 * column, strings quoted by {@link YamlString}, without folded lines.
 *
 * <p>A tree is made of Map, List, String, Integer, Long, BigInteger and Boolean, as Jackson gives
 * them; null and fractions are refused, for no manifest needs them and readers differ on them. A
 * {@link YamlScalar}, which somebody wrote who knew his reader, stays as it was written.
 */
public final class YamlWriter {
  /** Mappings whose strings are quoted always: one look shows that "8" or "true" is a string. */
  private static final Set<String> QUOTED = Set.of("annotations", "requests", "limits");

  /** YAML ends the search for a key's colon after 1,024 characters. */
  private static final int LONGEST_KEY = 1_000;

  private static final int STEP = 2;

  /** The column at which comments are wrapped, and their minimum width at any depth. */
  private static final int COMMENT_COLUMNS = 100;

  private static final int NARROWEST_COMMENT = 40;

  private final StringBuilder out = new StringBuilder();
  private final Map<String, String> comments;
  private final Set<String> unused;

  private YamlWriter(Map<String, String> comments) {
    this.comments = comments;
    this.unused = new TreeSet<>(comments.keySet());
  }

  /** Returns one document. */
  public static String write(Object tree) {
    return write(tree, Map.of());
  }

  /**
   * Returns one document with comments.
   *
   * @param comments comments by {@link YamlPath}; each is written as lines above its entry
   */
  public static String write(Object tree, Map<String, String> comments) {
    YamlWriter writer = new YamlWriter(comments);
    writer.comment(Spot.ROOT, 0);
    writer.item(checked(tree, Spot.ROOT), Spot.ROOT, 0, "");
    if (!writer.unused.isEmpty()) {
      throw new IllegalArgumentException(
          "comments for paths that are not in the tree: " + writer.unused);
    }
    return writer.out.toString();
  }

  /** Several documents as one file. */
  public static String join(List<String> documents) {
    return String.join("---\n", documents);
  }

  /**
   * The position of the writer.
   *
   * @param around what this is in; null of the document
   * @param key the last key on the way, which decides on the order below it
   * @param index the number of an item in its list; below 0 of anything else
   * @param quoted whether strings here are quoted always
   */
  private record Spot(@Nullable Spot around, String key, int index, boolean quoted, int depth) {
    static final Spot ROOT = new Spot(null, "", -1, false, 0);

    Spot under(String child) {
      boolean variable = child.equals("value") && key.equals("env");
      return new Spot(this, child, -1, quoted || variable || QUOTED.contains(child), depth + 1);
    }

    /** Returns the key of the current mapping; empty for an item of a list. */
    String parent() {
      return index < 0 ? key : "";
    }

    Spot at(int number) {
      return new Spot(this, key, number, quoted, depth + 1);
    }

    /** Its {@link YamlPath}, which only comments and problems need. */
    String path() {
      if (around == null) {
        return YamlPath.ROOT;
      }
      return index < 0 ? YamlPath.child(around.path(), key) : YamlPath.item(around.path(), index);
    }
  }

  /** Writes a node after what opens its first line: nothing, blanks, or the dashes of lists. */
  private void item(Object node, Spot spot, int indent, String lead) {
    if (node instanceof Map<?, ?> map && !map.isEmpty()) {
      entries(map, spot, indent, lead);
    } else if (node instanceof List<?> list && !list.isEmpty()) {
      items(list, spot, indent, lead);
    } else {
      out.append(lead).append(leaf(node, spot, indent)).append('\n');
    }
  }

  private void entries(Map<?, ?> map, Spot spot, int indent, String lead) {
    String start = lead;
    for (String key : YamlOrder.of(spot.parent(), keys(map, spot))) {
      Spot under = spot.under(key);
      comment(under, margin(start));
      out.append(start).append(written(key, spot)).append(':');
      value(checked(map.get(key), under), under, indent);
      start = " ".repeat(indent);
    }
  }

  private void value(Object node, Spot spot, int indent) {
    boolean list = node instanceof List<?> items && !items.isEmpty();
    if (list || (node instanceof Map<?, ?> map && !map.isEmpty())) {
      int column = list ? indent : indent + STEP;
      out.append('\n');
      item(node, spot, column, " ".repeat(column));
    } else {
      out.append(' ').append(leaf(node, spot, indent + STEP)).append('\n');
    }
  }

  private void items(List<?> list, Spot spot, int indent, String lead) {
    String start = lead;
    for (int i = 0; i < list.size(); i++) {
      Spot at = spot.at(i);
      comment(at, margin(start));
      item(checked(list.get(i), at), at, indent + STEP, start + "- ");
      start = " ".repeat(indent);
    }
  }

  private static String leaf(Object node, Spot spot, int indent) {
    if (node instanceof String text) {
      if (YamlText.hasHalfPair(text)) {
        throw refused(spot, "half of a surrogate pair", "a string of whole characters");
      }
      if (YamlString.fitsBlock(text)) {
        return YamlString.block(text, Math.max(indent, STEP));
      }
      return spot.quoted() ? YamlString.quoted(text) : YamlString.plainOrQuoted(text);
    }
    if (node instanceof Integer
        || node instanceof Long
        || node instanceof BigInteger
        || node instanceof Boolean) {
      return node.toString();
    }
    if (node instanceof YamlScalar kept) {
      return kept.kind() == YamlKind.NULL ? "null" : kept.text();
    }
    if (node instanceof Map) {
      return "{}";
    }
    if (node instanceof List) {
      return "[]";
    }
    throw refused(
        spot, "a " + node.getClass().getName(), "a Map, List, String, whole number or Boolean");
  }

  private static List<String> keys(Map<?, ?> map, Spot spot) {
    List<String> keys = new ArrayList<>(map.size());
    for (Object key : map.keySet()) {
      if (!(key instanceof String text) || YamlText.hasHalfPair(text)) {
        throw refused(spot, "the key " + key, "a string as key");
      }
      keys.add(text);
    }
    return keys;
  }

  private static String written(String key, Spot spot) {
    String written = YamlString.plainOrQuoted(key);
    if (written.length() > LONGEST_KEY) {
      throw refused(
          spot,
          "a key of " + key.length() + " characters",
          "a key that takes at most " + LONGEST_KEY + " with its escapes");
    }
    return written;
  }

  private static Object checked(@Nullable Object node, Spot spot) {
    if (node == null) {
      throw refused(spot, "null", "a value; leave the entry out");
    }
    if (spot.depth() >= YamlLimits.DEPTH && (node instanceof Map || node instanceof List)) {
      throw refused(
          spot,
          "more than " + YamlLimits.DEPTH + " lists and mappings inside each other",
          "what YamlDocuments reads back");
    }
    return node;
  }

  private static InvalidValueException refused(Spot spot, String found, String allowed) {
    String place = spot.path().isEmpty() ? "the document" : spot.path();
    return new InvalidValueException(
        "manifest.unwritable", place + ": found " + found + "; allowed is " + allowed);
  }

  private void comment(Spot spot, int indent) {
    if (unused.isEmpty()) {
      return;
    }
    String path = spot.path();
    if (unused.remove(path)) {
      // \R has the line ends of YAML 1.1 too, after which a comment would turn into YAML.
      for (String line : comments.getOrDefault(path, "").split("\\R")) {
        commentLine(YamlText.printable(line, Integer.MAX_VALUE).strip(), " ".repeat(indent) + "#");
      }
    }
  }

  /** Writes one line of a comment, wrapped at spaces if it is long; a long word is not broken. */
  private void commentLine(String text, String margin) {
    int width = Math.max(COMMENT_COLUMNS - margin.length() - 1, NARROWEST_COMMENT);
    String rest = text;
    while (rest.length() > width) {
      int blank = rest.lastIndexOf(' ', width);
      if (blank < 0) {
        blank = rest.indexOf(' ', width);
      }
      if (blank < 0) {
        break;
      }
      out.append(margin).append(' ').append(rest.substring(0, blank).strip()).append('\n');
      rest = rest.substring(blank).strip();
    }
    out.append(rest.isEmpty() ? margin : margin + " " + rest).append('\n');
  }

  /**
   * Returns the column of the first dash or key, which is also that of a comment above the line.
   */
  private static int margin(String lead) {
    int blanks = 0;
    while (blanks < lead.length() && lead.charAt(blanks) == ' ') {
      blanks++;
    }
    return blanks;
  }
}
