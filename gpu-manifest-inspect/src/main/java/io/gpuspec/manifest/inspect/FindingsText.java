package io.gpuspec.manifest.inspect;

import io.gpuspec.rule.Severity;
import java.text.MessageFormat;
import java.util.Locale;
import java.util.ResourceBundle;

/** Findings for people. */
final class FindingsText {
  private static final String WORDS = FindingsText.class.getPackageName() + ".findings";

  private final Findings findings;
  private final AnsiStyle style;
  private final ResourceBundle words;
  private final StringBuilder text = new StringBuilder();

  private FindingsText(Findings findings, AnsiStyle style) {
    this.findings = findings;
    this.style = style;
    this.words = words(findings.language());
  }

  /** Returns what is said around findings. */
  static ResourceBundle words(FindingLanguage language) {
    return ResourceBundle.getBundle(WORDS, language.isChinese() ? Locale.CHINESE : Locale.ROOT);
  }

  static String of(Findings findings, AnsiStyle style) {
    return new FindingsText(findings, style).write();
  }

  static String total(Findings findings) {
    return new FindingsText(findings, AnsiStyle.NONE).total();
  }

  private String write() {
    String file = "";
    for (ManifestFinding each : findings.findings()) {
      if (each.suppression().isPresent()) {
        continue;
      }
      if (!each.file().equals(file)) {
        file = each.file();
        text.append(style.bold(each.shownFile())).append('\n');
      }
      add(each);
    }
    text.append(total());
    int unmatched = findings.summary().unmatched();
    if (unmatched > 0) {
      text.append('\n').append(say("unmatched", unmatched));
    }
    return text.toString();
  }

  private void add(ManifestFinding each) {
    String severity = words.getString(each.severity().toString());
    text.append("  %s:%s ".formatted(each.line(), each.column()))
        .append(style.as(each.severity(), severity))
        .append(' ')
        .append(style.bold(each.rule().id()));
    if (!each.name().isEmpty()) {
      text.append(" (").append(each.shownObject()).append(')');
    }
    text.append('\n').append("      ").append(each.message()).append('\n');
    if (!each.source().isBlank()) {
      String line = each.source();
      int margin = line.length() - line.stripLeading().length();
      int caret = Math.max(0, Math.min(each.column() - 1, line.length()) - margin);
      text.append("      | ").append(line.strip()).append('\n');
      text.append("      | ")
          .append(" ".repeat(caret))
          .append(style.as(each.severity(), "^"))
          .append('\n');
    }
    text.append("      ")
        .append(style.green(words.getString("fix")))
        .append(each.fix())
        .append('\n');
  }

  private String total() {
    Findings.Counts counts = findings.counts();
    String total =
        say("errors", counts.errors())
            + say("warnings", counts.warnings())
            + (counts.infos() > 0 ? say("infos", counts.infos()) : "")
            + (counts.suppressed() > 0 ? say("suppressed", counts.suppressed()) : "")
            + say("files", findings.summary().files())
            + say("objects", findings.summary().objects());
    Severity worst =
        counts.errors() > 0
            ? Severity.ERROR
            : counts.warnings() > 0 ? Severity.WARNING : Severity.INFO;
    return counts.errors() + counts.warnings() > 0 ? style.as(worst, total) : style.green(total);
  }

  private String say(String key, int number) {
    return new MessageFormat(words.getString(key), Locale.ROOT)
        .format(new Object[] {number, String.valueOf(number)});
  }
}
