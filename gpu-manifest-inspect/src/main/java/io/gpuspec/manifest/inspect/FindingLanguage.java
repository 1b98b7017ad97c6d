package io.gpuspec.manifest.inspect;

import io.gpuspec.rule.Rule;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The language of findings.
 *
 * @param translator translates the library's English words into that language
 */
record FindingLanguage(Locale language, UnaryOperator<String> translator) {
  static final FindingLanguage ENGLISH = of(Locale.ENGLISH);

  /**
   * The placeholders whose values are words of the library; all other values are the reader's own.
   */
  private static final Set<String> OF_THE_LIBRARY =
      Set.of("message", "allowed", "found", "needed", "request");

  /** Returns a language in which the words of the library stay English. */
  static FindingLanguage of(Locale language) {
    return new FindingLanguage(language, UnaryOperator.identity());
  }

  boolean isChinese() {
    return language.getLanguage().equals(Locale.CHINESE.getLanguage());
  }

  Rule.Words words(Rule rule) {
    return rule.words(language);
  }

  /** Returns the value of the placeholder with this name. */
  String value(String name, String value) {
    return OF_THE_LIBRARY.contains(name) ? translator.apply(value) : value;
  }
}
