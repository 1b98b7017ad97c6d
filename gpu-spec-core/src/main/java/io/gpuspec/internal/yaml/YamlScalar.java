package io.gpuspec.internal.yaml;

/**
 * A single value.
 *
 * @param text the text, after quotes and escapes
 * @param plain whether it was written without quotes, not as a block, and without a tag
 * @param kind what Kubernetes takes it for
 */
public record YamlScalar(String text, boolean plain, YamlKind kind, int line, int column)
    implements YamlNode {

  /** Returns the text that Kubernetes reads a quantity from: of a number, the decimal one. */
  public String amount() {
    return kind == YamlKind.INT || kind == YamlKind.FLOAT ? YamlKind.number(text) : text;
  }

  @Override
  public String described() {
    return switch (kind) {
      case STRING -> "the string '" + YamlText.shown(text) + "'";
      case NULL -> text.isEmpty() ? "nothing" : "null";
      default -> "the " + kind.noun() + " " + YamlText.shown(text);
    };
  }
}
