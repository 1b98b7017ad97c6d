package io.gpuspec.manifest.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.rule.Rule;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RuleExamplesTest {
  private static final Inspector INSPECTOR = Inspector.of(Gpus.load());

  /** What makes a file unreadable is no text. */
  private static final String OF_FILES = "file-unreadable";

  static Stream<Rule> rules() {
    return INSPECTOR.rules().stream().filter(rule -> !rule.id().equals(OF_FILES));
  }

  @ParameterizedTest
  @MethodSource("rules")
  void itsBadExampleBreaksARuleAndNoOther(Rule rule) {
    assertThat(found(rule.bad())).as(rule.bad()).containsOnly(rule.id());
  }

  @ParameterizedTest
  @MethodSource("rules")
  void itsGoodExampleBreaksNone(Rule rule) {
    assertThat(found(rule.good())).as(rule.good()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("rules")
  void afterItsFixesNothingIsFound(Rule rule) {
    Findings before = INSPECTOR.parse("bad.yaml", rule.bad());
    for (String fixed : before.fixed(true).values()) {
      assertThat(found(fixed)).as(fixed).isEmpty();
    }
  }

  @Test
  void everyRuleIsFoundBySomething() {
    List<String> both =
        INSPECTOR.rules().stream()
            .filter(rule -> CodeRules.ALL.containsKey(rule.id()) && !rule.conditions().isEmpty())
            .map(Rule::id)
            .toList();
    assertThat(both).isEmpty();
    assertThat(INSPECTOR.rules().stream().map(Rule::id)).containsAll(CodeRules.ALL.keySet());
  }

  private static List<String> found(String manifest) {
    return INSPECTOR.parse("example.yaml", manifest).findings().stream()
        .map(each -> each.rule().id())
        .toList();
  }
}
