package io.gpuspec.internal.yaml;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Detects values in a text that only a template renderer or a shell knows. */
public final class TemplateText {
  private static final Pattern TEMPLATE = Pattern.compile("\\{\\{.*?(\\}\\}|$)|\\{%.*?(%\\}|$)");
  private static final Pattern VARIABLE =
      Pattern.compile("\\$(\\{[A-Za-z_][^}]*\\}|\\([A-Za-z_][^)]*\\))|^\\$[A-Z_][A-Z0-9_]*$");

  private TemplateText() {}

  /**
   * Returns what is wrong with a value, and what fills it in; nothing for one that is what it says.
   */
  public static Optional<String> problem(String value) {
    if (value.indexOf('{') < 0 && value.indexOf('$') < 0) {
      return Optional.empty();
    }
    Matcher template = TEMPLATE.matcher(value);
    if (template.find()) {
      return Optional.of(template(template.group()));
    }
    Matcher variable = VARIABLE.matcher(value);
    return variable.find() ? Optional.of(variable(variable.group())) : Optional.empty();
  }

  /** Returns the message for a part that only a renderer understands. */
  public static String template(String part) {
    return "'%s' is a part of a template, so render it first: helm template CHART > FILE"
        .formatted(YamlText.shown(part));
  }

  private static String variable(String part) {
    return "'%s' is a variable that is not filled in, so fill it in first: envsubst < FILE > FILLED"
        .formatted(YamlText.shown(part));
  }
}
