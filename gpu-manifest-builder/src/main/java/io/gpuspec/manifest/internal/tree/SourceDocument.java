package io.gpuspec.manifest.internal.tree;

import io.gpuspec.internal.yaml.YamlDuplicate;
import io.gpuspec.internal.yaml.YamlLimits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A document of a file, parsed and as its original text.
 *
 * @param text its lines, from the one after its marker to the next marker, the last one ended
 * @param duplicates the keys in it that are ignored
 * @param isWhole whether the text says the same though its last line may have been ended
 */
public record SourceDocument(
    YamlPlace place, String text, List<YamlDuplicate> duplicates, boolean isWhole) {
  private static final Pattern LINE = Pattern.compile("[^\\r\\n]*(\\r\\n|\\r|\\n|$)");

  /** At the start of a line, these end a document, whatever is around them. */
  private static final Pattern MARKER = Pattern.compile("(?s)(---|\\.\\.\\.)([ \\t\\r\\n].*)?");

  /** Returns whether its text can be written unchanged: it says the same, without ignored keys. */
  public boolean isPlain() {
    return isWhole && duplicates.isEmpty();
  }

  /** The documents of a stream, which is not closed. */
  public static List<SourceDocument> read(String source, InputStream in) throws IOException {
    byte[] bytes = in.readNBytes(YamlLimits.DEFAULT.totalBytes() + 1);
    return of(
        YamlDocuments.of(source, new ByteArrayInputStream(bytes)),
        new String(bytes, StandardCharsets.UTF_8));
  }

  /** The documents of a text. */
  public static List<SourceDocument> parse(String source, String text) {
    return of(YamlDocuments.of(source, text), text);
  }

  private static List<SourceDocument> of(YamlDocuments documents, String text) {
    NavigableMap<Integer, String> parts = parts(text);
    boolean isEnded = text.endsWith("\n");
    List<SourceDocument> all = new ArrayList<>();
    List<YamlDuplicate> duplicates = new ArrayList<>();
    for (YamlPlace place : documents.lastKeyCounts(duplicates::add)) {
      Map.Entry<Integer, String> part = parts.floorEntry(place.node().line());
      boolean isWhole =
          isEnded || !part.getKey().equals(parts.lastKey()) || isSame(place, part.getValue());
      all.add(new SourceDocument(place, part.getValue(), List.copyOf(duplicates), isWhole));
      duplicates.clear();
    }
    return all;
  }

  /** A block scalar in the last line has one line end more where that line is ended. */
  private static boolean isSame(YamlPlace place, String ended) {
    for (YamlPlace again : YamlDocuments.of(place.source(), ended).lastKeyCounts(ignored -> {})) {
      return YamlWriter.write(YamlTree.of(again.node()))
          .equals(YamlWriter.write(YamlTree.of(place.node())));
    }
    return false;
  }

  /** Returns the text between markers, by the line where it begins. */
  private static NavigableMap<Integer, String> parts(String text) {
    NavigableMap<Integer, String> parts = new TreeMap<>();
    StringBuilder part = new StringBuilder();
    int begin = 1;
    int number = 0;
    Matcher lines = LINE.matcher(text.startsWith("\uFEFF") ? text.substring(1) : text);
    while (lines.find() && !lines.group().isEmpty()) {
      number++;
      Matcher marker = MARKER.matcher(lines.group());
      if (marker.matches()) {
        parts.put(begin, ended(part));
        begin = number;
        part = new StringBuilder(afterMarker(marker));
      } else {
        part.append(lines.group());
      }
    }
    parts.put(begin, ended(part));
    return parts;
  }

  /** Returns the rest of the marker's line, which can be the document's beginning. */
  private static String afterMarker(Matcher marker) {
    String rest = marker.group(2) == null ? "" : marker.group(2);
    return rest.isBlank() ? "" : rest.stripLeading();
  }

  private static String ended(StringBuilder part) {
    return part.isEmpty() || part.charAt(part.length() - 1) == '\n' ? part.toString() : part + "\n";
  }
}
