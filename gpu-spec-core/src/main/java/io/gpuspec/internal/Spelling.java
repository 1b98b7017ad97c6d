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

  /** Edits from one word to the other: a letter more, less or changed, or two swapped. */
  private static int distance(String a, String b) {
    int[][] edits = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      edits[i][0] = i;
    }
    for (int j = 0; j <= b.length(); j++) {
      edits[0][j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      for (int j = 1; j <= b.length(); j++) {
        int changed = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        edits[i][j] =
            Math.min(edits[i - 1][j - 1] + changed, 1 + Math.min(edits[i - 1][j], edits[i][j - 1]));
        boolean swapped =
            i > 1
                && j > 1
                && a.charAt(i - 1) == b.charAt(j - 2)
                && a.charAt(i - 2) == b.charAt(j - 1);
        if (swapped) {
          edits[i][j] = Math.min(edits[i][j], edits[i - 2][j - 2] + 1);
        }
      }
    }
    return edits[a.length()][b.length()];
  }
}
