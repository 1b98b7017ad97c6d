package io.gpuspec.manifest.inspect;

/** Findings for people. */
final class FindingsText {
  private FindingsText() {}

  static String of(Findings findings) {
    StringBuilder text = new StringBuilder();
    String file = "";
    for (ManifestFinding each : findings.findings()) {
      if (each.suppression().isPresent()) {
        continue;
      }
      if (!each.file().equals(file)) {
        file = each.file();
        text.append(file).append('\n');
      }
      add(text, each);
    }
    return text.append(findings.total()).toString();
  }

  private static void add(StringBuilder text, ManifestFinding each) {
    text.append(
        "  %d:%d %s %s".formatted(each.line(), each.column(), each.severity(), each.rule().id()));
    if (!each.name().isEmpty()) {
      text.append(" (").append(each.kind()).append(' ').append(each.name()).append(')');
    }
    text.append('\n').append("      ").append(each.message()).append('\n');
    if (!each.source().isBlank()) {
      String line = each.source();
      int margin = line.length() - line.stripLeading().length();
      int caret = Math.max(0, Math.min(each.column() - 1, line.length()) - margin);
      text.append("      | ").append(line.strip()).append('\n');
      text.append("      | ").append(" ".repeat(caret)).append("^\n");
    }
    text.append("      fix: ").append(each.fix()).append('\n');
  }
}
