package io.gpuspec.manifest.inspect;

import io.gpuspec.rule.Rule;

/** The page of a rule, in Markdown. */
final class RulePage {
  private RulePage() {}

  static String of(Rule rule) {
    Rule.Words english = rule.english();
    Rule.Words chinese = rule.chinese();
    return """
        # %s

        %s. Severity: %s. Group: %s.%s

        **Why.** %s

        **Fix.** %s

        Bad:

        ```yaml
        %s```

        Good:

        ```yaml
        %s```

        ## 中文

        %s。

        **原因。** %s

        **修复。** %s

        ---

        Source: %s.
        """
        .formatted(
            rule.id(),
            english.title(),
            rule.severity(),
            rule.group(),
            rule.remedy().isPresent() ? " `--fix` can change it." : "",
            english.why(),
            english.fix(),
            shown(rule.bad()),
            shown(rule.good()),
            chinese.title(),
            chinese.why(),
            chinese.fix(),
            source(rule));
  }

  private static String shown(String example) {
    String text = example.replace("\0", "\\0");
    return text.endsWith("\n") ? text : text + "\n";
  }

  private static String source(Rule rule) {
    String text = rule.citation().toString();
    return rule.citation().url().map(url -> "[" + text + "](" + url + ")").orElse(text);
  }
}
