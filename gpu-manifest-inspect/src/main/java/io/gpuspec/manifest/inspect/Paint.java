package io.gpuspec.manifest.inspect;

import io.gpuspec.rule.Severity;
import java.util.Map;

/** How text is set off: not at all, or with the colours of a terminal. */
enum Paint {
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

  /** Returns what is good. */
  String green(String text) {
    return with("32", text);
  }

  /** Returns a text in red, yellow or cyan. */
  String as(Severity severity, String text) {
    return with(COLOURS.getOrDefault(severity, "0"), text);
  }
}
