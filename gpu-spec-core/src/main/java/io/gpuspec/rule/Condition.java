package io.gpuspec.rule;

import io.gpuspec.internal.Arguments;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A condition on a field of what a rule looks at.
 *
 * <pre>{@code
 * InputStream in = Files.newInputStream(Path.of("rules.yaml"));
 * Rule rule = RuleFile.read("rack/rules.yaml", in).rules().get(0);
 * rule.conditions();               // [spec.nodeSelector.rack/shelf is 9]
 * rule.conditions().get(0).isMet("9");    // true
 * }</pre>
 *
 * @param path the steps to the field: a key, {@code ~} and a pattern of keys, {@code *} for every
 *     item or value, or {@code [name=x]} for the items with that field
 * @param is the pattern that the field's whole text must match
 * @param not the pattern that the field's whole text must not match
 * @param isMissing whether the field must be absent
 * @param isKey whether the text is that of the key, and not of the value
 */
public record Condition(
    List<String> path,
    Optional<Pattern> is,
    Optional<Pattern> not,
    boolean isMissing,
    boolean isKey) {

  /** Keeps an unmodifiable copy. */
  public Condition {
    path = Arguments.copied("path", path, "steps");
    Arguments.notNull("is, not", is, not);
  }

  /** Returns text such as {@code spec.hostPID is true}. */
  @Override
  public String toString() {
    return String.join(".", path)
        + is.map(text -> " is " + text).orElse("")
        + not.map(text -> " is not " + text).orElse("")
        + (isMissing ? " is missing" : "");
  }

  /** Returns whether a text meets it. */
  public boolean isMet(String text) {
    return is.filter(all -> !all.matcher(text).matches()).isEmpty()
        && not.filter(all -> all.matcher(text).matches()).isEmpty();
  }
}
