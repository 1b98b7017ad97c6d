package io.gpuspec.rule;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RuleFileTest {
  private static final String FILE =
      """
      citations:
        handbook: {title: Handbook of the server room, date: "2026-03", status: documented}
      rules:
      - id: shelf-nine
        group: rack
        severity: error
        when: [{path: spec.nodeSelector.shelf, %s: "%s"}]
        en: {title: There is no shelf nine, why: The pod stays pending., fix: Write one to four.}
        zh: {title: 没有第九层, why: Pod 会一直 Pending。, fix: 写一到四层。}
        bad: "{kind: Pod, spec: {nodeSelector: {shelf: nine}}}"
        good: "{kind: Pod, spec: {nodeSelector: {shelf: one}}}"
        citation: handbook
      """;

  private static RuleFile read(String field, String pattern) {
    String text = FILE.formatted(field, pattern);
    return RuleFile.read(
        "rules.yaml", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"is", "not"})
  void aPatternHasAThousandCharactersAtMost(String field) {
    assertThat(read(field, "a".repeat(1_000)).rules()).hasSize(1);
    assertError(() -> read(field, "a".repeat(1_001)), "rule.malformed", field, "rules.yaml");
  }

  @Test
  void aPatternThatCannotBeReadIsRefused() {
    assertError(() -> read("is", "("), "rule.malformed", "rules.yaml");
  }

  private static Rule rule(String... replaced) {
    String text = FILE.formatted("is", "[a-z]+");
    for (int i = 0; i < replaced.length; i += 2) {
      text = text.replace(replaced[i], replaced[i + 1]);
    }
    return RuleFile.read(
            "rules.yaml", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))
        .rules()
        .get(0);
  }

  @Test
  void aRuleHasWordsInTwoLanguagesAndAPage() {
    Rule rule = rule();

    assertThat(rule.words(Locale.SIMPLIFIED_CHINESE)).hasToString("没有第九层");
    assertThat(rule.words(Locale.TRADITIONAL_CHINESE)).isSameAs(rule.chinese());
    assertThat(rule.words(Locale.GERMAN)).hasToString("There is no shelf nine");
    assertThat(rule.english().message()).isEqualTo("There is no shelf nine");
    assertThat(rule.page()).isEqualTo("docs/rules/shelf-nine.md");
    assertThat(rule).hasToString("shelf-nine (error): There is no shelf nine");
    assertThat(rule.severity(Severity.INFO))
        .hasToString("shelf-nine (info): There is no shelf nine");
    assertThat(read("is", "nine")).hasToString("shelf-nine (error): There is no shelf nine");
  }

  @Test
  void aMessageThatIsNotTheTitleIsWritten() {
    assertThat(rule("fix: Write", "message: No such shelf, fix: Write").english().message())
        .isEqualTo("No such shelf");
  }

  @Test
  void aConditionIsMetByTheTextsThatItsPatternsTake() {
    Condition word = rule().conditions().get(0);
    Condition noWord = rule("is: ", "not: ").conditions().get(0);
    Condition missing = rule("is: \"[a-z]+\"", "missing: true").conditions().get(0);

    assertThat(word.isMet("nine")).isTrue();
    assertThat(word.isMet("9")).isFalse();
    assertThat(noWord.isMet("nine")).isFalse();
    assertThat(noWord.isMet("9")).isTrue();
    assertThat(missing.isMet("nine")).isTrue();
    assertThat(missing.isMissing()).isTrue();
    assertThat(word).hasToString("spec.nodeSelector.shelf is [a-z]+");
    assertThat(noWord).hasToString("spec.nodeSelector.shelf is not [a-z]+");
    assertThat(missing).hasToString("spec.nodeSelector.shelf is missing");
  }

  /** A key with dots is one step. */
  @Test
  void aPathIsATextWithDotsOrAListOfSteps() {
    assertThat(rule().conditions().get(0).path()).containsExactly("spec", "nodeSelector", "shelf");
    assertThat(
            rule("path: spec.nodeSelector.shelf", "path: [spec, nodeSelector, a.b/shelf]")
                .conditions()
                .get(0)
                .path())
        .containsExactly("spec", "nodeSelector", "a.b/shelf");
  }

  @Test
  void aRemedyRemovesOrWrites() {
    assertThat(rule().remedy()).isEmpty();
    assertThat(rule("bad:", "remedy: {action: remove}\n  bad:").remedy())
        .contains(new Rule.Remedy("remove", "", false))
        .map(Rule.Remedy::toString)
        .contains("remove");
    assertThat(rule("bad:", "remedy: {action: replace, text: one, safe: true}\n  bad:").remedy())
        .contains(new Rule.Remedy("replace", "one", true))
        .map(Rule.Remedy::toString)
        .contains("replace to one");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "id: shelf-nine       | id: Shelf | Shelf",
        "citation: handbook   | citation: manual | manual",
        "citation: handbook   | covers: [] | citation",
        "group: rack          | about: rack | group",
      })
  void aRuleThatIsNotWholeIsRefused(String written, String other, String value) {
    assertError(() -> rule(written, other), "rule.malformed", value);
  }

  @Test
  void aRemedyOfAnotherKindIsRefused() {
    assertError(
        () -> rule("bad:", "remedy: {action: burn}\n  bad:"),
        "rule.malformed",
        "rules.yaml",
        "burn");
  }

  @Test
  void severitiesAreOrderedWithErrorsFirst() {
    assertThat(Severity.parse("warning")).isEqualTo(Severity.WARNING);
    assertThat(Severity.parse("info")).isEqualTo(Severity.INFO);
    assertThat(Severity.ERROR.isAtLeast(Severity.WARNING)).isTrue();
    assertThat(Severity.WARNING.isAtLeast(Severity.WARNING)).isTrue();
    assertThat(Severity.INFO.isAtLeast(Severity.WARNING)).isFalse();
    assertError(() -> Severity.parse("warn"), "rule.unknown", "warn");
  }
}
