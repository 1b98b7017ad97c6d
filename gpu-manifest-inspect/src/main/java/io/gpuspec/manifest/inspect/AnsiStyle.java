package io.gpuspec.manifest.inspect;

import io.gpuspec.rule.Severity;
import java.util.Map;

/** The style of text: plain, or with the colours of an ANSI terminal. */
enum AnsiStyle {
  NONE {
    @Override
    String with(String code, String text) {
      return text;
    }
  },
  TERMINAL {
    @Override
    String with(String code, String text) {
      return "\u001B[" + code + "m" + text + "\u001B[0m";
    }
  };

  private static final Map<Severity, String> COLOURS =
      Map.of(Severity.ERROR, "1;31", Severity.WARNING, "33", Severity.INFO, "36");

  abstract String with(String code, String text);

  /** Returns a heading. */
  String bold(String text) {
    return with("1", text);
  }

  /** Returns good news in green. */
  String green(String text) {
    return with("32", text);
  }

  /** Returns text in the colour of a severity: red, yellow or cyan. */
  String as(Severity severity, String text) {
    return with(COLOURS.getOrDefault(severity, "0"), text);
  }
}
