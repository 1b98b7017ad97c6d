package io.gpuspec.rule;

import io.gpuspec.internal.Arguments;
import io.gpuspec.value.Citation;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A rule for manifests: what is wrong, why, and what to do instead.
 *
 * <pre>{@code
 * InputStream in = Files.newInputStream(Path.of("rules.yaml"));
 * Rule rule = RuleFile.read("rack/rules.yaml", in).rules().get(0);
 * rule.id();          // rack-shelf-nine
 * rule.severity();    // error
 * rule.english().fix();
 *     // Write a shelf from 1 to 4.
 * }</pre>
 *
 * <p>A rule without conditions and ids is judged by code of the inspector.
 *
 * @param id a stable name in lower case with hyphens, such as {@code request-unlike-limit}
 * @param group what it is about, such as {@code requests}
 * @param severity how bad it is
 * @param english its text
 * @param chinese the same in Chinese
 * @param bad a manifest that breaks the rule, and no other
 * @param good the same without the mistake
 * @param citation where the rule comes from
 * @param covers the ids of the notes and errors of a match that it reports, such as {@code
 *     gpus.escalated}
 * @param conditions the fields that break it together; the first one is reported
 * @param subject what the conditions look at: {@code pod}, {@code container}, {@code object}, or a
 *     pattern of an API group and kind, such as {@code karpenter.sh/NodePool}
 * @param remedy what mends the first field, if anything does by itself
 */
public record Rule(
    String id,
    String group,
    Severity severity,
    Words english,
    Words chinese,
    String bad,
    String good,
    Citation citation,
    List<String> covers,
    List<Condition> conditions,
    String subject,
    Optional<Remedy> remedy) {

  /**
   * The text of a rule in one language.
   *
   * @param title what is wrong, in a line
   * @param message what is said of a field; <code>{value}</code>, <code>{key}</code> and <code>
   *     {name}</code> are the field's value, its key, and the name of what has it
   * @param why what happens because of it
   * @param fix what to do instead
   */
  public record Words(String title, String message, String why, String fix) {

    /** Refuses null. */
    public Words {
      Arguments.notNull("title, message, why, fix", title, message, why, fix);
    }

    /** Returns the title. */
    @Override
    public String toString() {
      return title;
    }
  }

  /**
   * What mends a field.
   *
   * @param action {@code remove}, {@code replace} or {@code rename}
   * @param text the new value or key; empty to remove it
   * @param isSafe whether the workload gets the same as before
   */
  public record Remedy(String action, String text, boolean isSafe) {

    /** Refuses null. */
    public Remedy {
      Arguments.notNull("action, text", action, text);
    }

    /** Returns text such as {@code rename to renameByDefault}. */
    @Override
    public String toString() {
      return text.isEmpty() ? action : action + " to " + text;
    }
  }

  /** Keeps unmodifiable copies. */
  public Rule {
    Arguments.notNull(
        "id, group, severity, english, chinese, bad, good, citation",
        id,
        group,
        severity,
        english,
        chinese,
        bad,
        good,
        citation);
    covers = Arguments.copied("covers", covers, "ids");
    conditions = Arguments.copied("conditions", conditions, "Conditions");
    Arguments.notNull("subject, remedy", subject, remedy);
  }

  /** Returns its text in a language: Chinese in Chinese, and English for everyone else. */
  public Words words(Locale language) {
    Arguments.required("language", language, "a Locale");
    return language.getLanguage().equals(Locale.CHINESE.getLanguage()) ? chinese : english;
  }

  /** Returns the path of its page in the repository. */
  public String page() {
    return "docs/rules/" + id + ".md";
  }

  /** Returns the same rule with another severity. */
  public Rule severity(Severity other) {
    return new Rule(
        id,
        group,
        other,
        english,
        chinese,
        bad,
        good,
        citation,
        covers,
        conditions,
        subject,
        remedy);
  }

  /** Returns text such as {@code request-unlike-limit (error): A GPU request differs from ...}. */
  @Override
  public String toString() {
    return id + " (" + severity + "): " + english.title();
  }
}
