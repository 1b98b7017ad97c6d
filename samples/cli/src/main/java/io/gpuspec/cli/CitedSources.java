package io.gpuspec.cli;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The sources that text names, in the reader's language: {@code TITLE, 2026-01-07 (documented)}
 * wherever it stands, and {@code [TITLE]}. A title that the catalog does not have, such as one of
 * the reader's own files, stays as it is.
 */
final class CitedSources {
  private static final String TRUST = "documented|unconfirmed|example|third-party";
  private static final String DATE = "[0-9]{4}(?:-[0-9]{2}){0,2}";
  private static final Pattern CITED = Pattern.compile(", (%s) \\((%s)\\)".formatted(DATE, TRUST));
  private static final Pattern BRACKETED = Pattern.compile("\\[([^\\[\\]]++)]");

  /** The last column of a table. */
  private static final Pattern DATED = Pattern.compile("(?<= )(%s) (%s)$".formatted(DATE, TRUST));

  private final Map<String, String> catalog;

  /** The longest first, as some begin like others. */
  private final List<String> titles;

  CitedSources(Map<String, String> catalog) {
    this.catalog = catalog;
    this.titles =
        catalog.keySet().stream()
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList();
  }

  /** Returns a line with its sources in the reader's language. */
  String in(String line) {
    String bracketed =
        BRACKETED
            .matcher(line)
            .replaceAll(
                found ->
                    Matcher.quoteReplacement(
                        "[" + catalog.getOrDefault(found.group(1), found.group(1)) + "]"));
    String dated =
        DATED
            .matcher(bracketed)
            .replaceAll(
                found -> Matcher.quoteReplacement(found.group(1) + " " + trust(found.group(2))));
    StringBuilder out = new StringBuilder();
    int end = 0;
    Matcher cited = CITED.matcher(dated);
    while (cited.find()) {
      String before = dated.substring(end, cited.start());
      out.append(titled(before))
          .append("，")
          .append(cited.group(1))
          .append("（")
          .append(trust(cited.group(2)))
          .append("）");
      end = cited.end();
    }
    return out.append(dated.substring(end)).toString();
  }

  private String trust(String word) {
    return catalog.getOrDefault(word, word);
  }

  /** Text that ends with a title. */
  private String titled(String text) {
    return titles.stream()
        .filter(title -> text.endsWith(title) && isWhole(text, text.length() - title.length()))
        .findFirst()
        .map(title -> text.substring(0, text.length() - title.length()) + catalog.get(title))
        .orElse(text);
  }

  private static boolean isWhole(String text, int start) {
    return start == 0 || !Character.isLetterOrDigit(text.charAt(start - 1));
  }
}
