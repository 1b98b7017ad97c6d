package io.gpuspec.rule;

import io.gpuspec.internal.Arguments;
import io.gpuspec.value.UnknownNameException;
import io.gpuspec.value.Word;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * How bad a finding is.
 *
 * <pre>{@code
 * Severity.parse("warning");    // warning
 * Severity.ERROR.isAtLeast(Severity.WARNING);    // true
 * }</pre>
 */
public enum Severity implements Word {
  /** The API server rejects it, it never runs, or it does something other than it says. */
  ERROR,
  /** It works, but costs, risks or hides something that is seldom intended. */
  WARNING,
  /** Worth knowing. */
  INFO;

  /**
   * Returns the severity for a word.
   *
   * @throws UnknownNameException if no severity has that word
   */
  public static Severity parse(String word) {
    return Stream.of(values())
        .filter(each -> each.toString().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new UnknownNameException(
                    "rule.unknown",
                    "severity",
                    String.valueOf(word),
                    List.of("error", "warning", "info")));
  }

  /** Returns whether it is as bad as another, or worse. */
  public boolean isAtLeast(Severity other) {
    return ordinal() <= Arguments.required("severity", other, "a Severity").ordinal();
  }

  /** Returns the word, such as {@code warning}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
