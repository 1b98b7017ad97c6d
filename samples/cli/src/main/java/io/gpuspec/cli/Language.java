package io.gpuspec.cli;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A language of what people read: help, text and messages. JSON is the same in all. */
enum Language {
  /** English. */
  EN(Locale.ENGLISH),
  /** Chinese. */
  ZH(Locale.CHINESE);

  private static final String OPTION = "--lang";

  private final Locale locale;

  Language(Locale locale) {
    this.locale = locale;
  }

  Locale locale() {
    return locale;
  }

  /** The first of these variables that is set decides, as POSIX says. */
  static Language of(Map<String, String> environment) {
    return Stream.of("LC_ALL", "LC_MESSAGES", "LANG")
        .map(name -> environment.getOrDefault(name, ""))
        .filter(value -> !value.isEmpty())
        .findFirst()
        .filter(value -> value.startsWith("zh"))
        .map(value -> ZH)
        .orElse(EN);
  }

  /**
   * Returns the language that {@code --lang} names. It must be known before the options are read,
   * because help and errors are in it as well; a value that is not valid is refused later.
   */
  static Optional<Language> asked(String... args) {
    Optional<Language> asked = Optional.empty();
    for (int i = 0; i < args.length && !args[i].equals("--"); i++) {
      if (args[i].startsWith(OPTION + "=")) {
        asked = named(args[i].substring(OPTION.length() + 1));
      } else if (args[i].equals(OPTION) && i + 1 < args.length) {
        asked = named(args[i + 1]);
      }
    }
    return asked;
  }

  private static Optional<Language> named(String word) {
    return Arrays.stream(values()).filter(each -> each.name().equalsIgnoreCase(word)).findFirst();
  }
}
