package io.gpuspec.internal;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Which known names a misspelt one was probably meant to be. */
public final class Spelling {
  private static final int MOST = 3;
  // Names are short; a text longer than this is no misspelling of one.
  private static final int LONGEST = 64;

  private Spelling() {}

  /**
   * The known names that the word is within about a third of its length in edits of, or the
   * beginning of; best first.
   */
  public static List<String> near(String name, Collection<String> known) {
    String word = name.strip().toLowerCase(Locale.ROOT);
    if (word.isEmpty() || word.length() > LONGEST) {
      return List.of();
    }
    int allowed = Math.max(1, word.length() / 3);
    record Scored(String name, int distance) {}
    return known.stream()
        .map(k -> new Scored(k, score(word, k.toLowerCase(Locale.ROOT), allowed)))
        .filter(s -> s.distance() <= allowed)
        .sorted(Comparator.comparingInt(Scored::distance).thenComparing(Scored::name))
        .limit(MOST)
        .map(Scored::name)
        .toList();
  }

  private static int score(String word, String known, int allowed) {
    int distance = distance(word, known);
    return distance > allowed && known.startsWith(word) ? allowed : distance;
  }

  /** Levenshtein's edit distance. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int above = row[j];
        int substitute = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(substitute, 1 + Math.min(row[j - 1], above));
        diagonal = above;
      }
    }
    return row[b.length()];
  }
}
