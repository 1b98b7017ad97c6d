package io.gpuspec.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.rule.Rule;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The clauses on the rules that a provider brings for the inspector. */
interface RulesContract extends Clauses {

  /** Two words or more in lower case with hyphens. */
  String RULE = "[a-z][a-z0-9]*(-[a-z0-9]+)+";

  /** One word, or several with hyphens. */
  String GROUP = "[a-z][a-z0-9]*(-[a-z0-9]+)*";

  private List<Rule> own() {
    return subject().provider().rules();
  }

  @Test
  @DisplayName("[rules-1] a rule has an id of its own in lower case with hyphens, and a group")
  default void rulesAreNamed() {
    assertThat(own()).extracting(Rule::id).doesNotHaveDuplicates();
    Cases.all(
        own(),
        rule -> {
          assertThat(rule.id()).as("id").matches(RULE);
          assertThat(rule.group()).as("group").matches(GROUP);
          assertThat(rule.page()).as("page").endsWith("/" + rule.id() + ".md");
        });
  }

  @Test
  @DisplayName("[rules-2] a rule says what is wrong, why and what to do, in English and Chinese")
  default void rulesAreExplained() {
    Cases.all(
        own(),
        rule -> {
          assertExplained(rule.english());
          assertExplained(rule.chinese());
          assertThat(rule.chinese().title()).as("title in Chinese").matches(".*\\p{IsHan}.*");
        });
  }

  private static void assertExplained(Rule.Words words) {
    assertThat(words.title()).as("title").isNotBlank();
    assertThat(words.message()).as("message").isNotBlank();
    assertThat(words.why()).as("why").isNotBlank();
    assertThat(words.fix()).as("fix").isNotBlank();
  }

  @Test
  @DisplayName("[rules-3] a rule has a source, and something that finds it")
  default void rulesHaveASource() {
    Cases.all(
        own(),
        rule -> {
          Citations.assertComplete(rule.citation());
          assertThat(rule.conditions().isEmpty() && rule.covers().isEmpty())
              .as("neither conditions nor ids of notes find '%s'", rule.id())
              .isFalse();
        });
  }

  @Test
  @DisplayName("[rules-4] a rule has a bad example and another one that is good")
  default void rulesHaveExamples() {
    Cases.all(
        own(),
        rule -> {
          assertThat(rule.bad()).as("bad example").isNotBlank().isNotEqualTo(rule.good());
          assertThat(rule.good()).as("good example").isNotBlank();
        });
  }

  @Test
  @DisplayName(
      "[rules-5] as far as examples are inspected, the bad one breaks its rule alone, the good one"
          + " none")
  default void examplesBreakWhatTheyShow() {
    Cases.all(
        own(),
        rule -> {
          subject()
              .broken(rule.bad())
              .ifPresent(found -> assertThat(found).as("%s", rule.bad()).containsOnly(rule.id()));
          subject()
              .broken(rule.good())
              .ifPresent(found -> assertThat(found).as("%s", rule.good()).isEmpty());
        });
  }
}
