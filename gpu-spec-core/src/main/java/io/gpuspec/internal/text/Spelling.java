package io.gpuspec.internal.text;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Map.Entry;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Suggestions for a misspelled name from the known names. */
public final class Spelling {
  private static final int MOST = 3;
  // Names are short; a longer text is not a misspelling of one.
  private static final int LONGEST = 64;

  private Spelling() {}

  /**
   * Returns the known names that are within about a third of the word's length in edits, or that
   * begin with the word, or that the word begins with; best first. Replacing a digit by a letter of
   * the same shape is not an edit, and completing a name that begins with the word is one.
   */
  public static List<String> near(String name, Collection<String> known) {
    return near(
        name, known.stream().distinct().collect(Collectors.toMap(Function.identity(), List::of)));
  }

  /**
   * The same where a name has several spellings.
   *
   * @param spelled the names that each spelling stands for
   */
  public static List<String> near(
      String misspelt, Map<String, ? extends Collection<String>> spelled) {
    String word = fold(misspelt.strip());
    if (word.isEmpty() || word.length() > LONGEST) {
      return List.of();
    }
    Map<String, Integer> distances = new HashMap<>();
    spelled.forEach(
        (spelling, names) -> {
          String known = fold(spelling);
          int distance = known.startsWith(word) ? unfinished(word, known) : distance(word, known);
          if (isNear(word, known, distance)) {
            names.forEach(name -> distances.merge(name, distance, Math::min));
          }
        });
    return distances.entrySet().stream()
        .sorted(Entry.<String, Integer>comparingByValue().thenComparing(Entry.comparingByKey()))
        .limit(MOST)
        .map(Entry::getKey)
        .toList();
  }

  private static int unfinished(String word, String known) {
    return known.equals(word) ? 0 : 1;
  }

  private static boolean isNear(String word, String known, int distance) {
    return distance <= Math.max(1, word.length() / 3) || word.startsWith(known + "-");
  }

  private static String fold(String name) {
    return name.toLowerCase(Locale.ROOT).replace('o', '0').replace('i', '1').replace('l', '1');
  }

  /**
   * Returns the edits from one word to the other: a letter more, less or changed, or two swapped.
   */
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
