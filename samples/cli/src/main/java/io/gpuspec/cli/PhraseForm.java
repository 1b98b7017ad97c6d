package io.gpuspec.cli;

import com.google.common.base.Suppliers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A sentence of a catalog that has values, such as {@code short {amount} of each card}. */
final class PhraseForm {
  /** A value in a sentence of a catalog; after a star its words are translated in turn. */
  static final Pattern VALUE = Pattern.compile("\\{(\\*?)([a-z]++)}");

  private final String head;
  private final String tail;
  private final String translated;
  private final List<String> names;
  private final int words;
  // Most sentences are never said: their patterns would take most of the time to read a catalog.
  private final Supplier<Pattern> english;

  PhraseForm(String english, String translated) {
    List<String> words = new ArrayList<>();
    List<String> values = new ArrayList<>();
    int end = 0;
    for (MatchResult value : VALUE.matcher(english).results().toList()) {
      words.add(english.substring(end, value.start()));
      values.add(value.group(1) + value.group(2));
      end = value.end();
    }
    words.add(english.substring(end));
    this.head = words.get(0);
    this.tail = english.substring(end);
    this.translated = translated;
    this.names = List.copyOf(values);
    this.words = words.stream().mapToInt(String::length).sum();
    this.english = Suppliers.memoize(() -> pattern(words));
  }

  private static Pattern pattern(List<String> words) {
    StringBuilder pattern = new StringBuilder(Pattern.quote(words.get(0)));
    for (int i = 1; i < words.size(); i++) {
      // Only what is quoted can be empty.
      boolean isQuoted = words.get(i - 1).endsWith("'") && words.get(i).startsWith("'");
      pattern.append(isQuoted ? "(.*?)" : "(.+?)").append(Pattern.quote(words.get(i)));
    }
    return Pattern.compile(pattern.toString());
  }

  /** Whether a sentence has values. */
  static boolean isOne(String english) {
    return VALUE.matcher(english).find();
  }

  String translated() {
    return translated;
  }

  /** The names of the values, each after a star if its words are translated in turn. */
  List<String> names() {
    return names;
  }

  /** How many letters it has beside its values. */
  int words() {
    return words;
  }

  /** Returns the values in a sentence of this form, by the order of their names. */
  Optional<MatchResult> in(String sentence) {
    if (!sentence.startsWith(head) || !sentence.endsWith(tail)) {
      return Optional.empty();
    }
    Matcher matcher = english.get().matcher(sentence);
    return matcher.matches() ? Optional.of(matcher) : Optional.empty();
  }
}
