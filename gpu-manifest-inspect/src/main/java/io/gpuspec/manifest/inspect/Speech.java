package io.gpuspec.manifest.inspect;

import io.gpuspec.rule.Rule;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The language of findings.
 *
 * @param translator returns words of the library, which are English, in that language
 */
record Speech(Locale language, UnaryOperator<String> translator) {
  static final Speech ENGLISH = of(Locale.ENGLISH);

  /** What stands for words of the library in messages; all else is the reader's own. */
  private static final Set<String> OF_THE_LIBRARY =
      Set.of("message", "allowed", "found", "needed", "request");

  /** Speech in which words of the library stay as they are. */
  static Speech of(Locale language) {
    return new Speech(language, UnaryOperator.identity());
  }

  boolean isChinese() {
    return language.getLanguage().equals(Locale.CHINESE.getLanguage());
  }

  Rule.Words words(Rule rule) {
    return rule.words(language);
  }

  /** Returns what stands for the word in braces that has this name. */
  String value(String name, String value) {
    return OF_THE_LIBRARY.contains(name) ? translator.apply(value) : value;
  }
}
