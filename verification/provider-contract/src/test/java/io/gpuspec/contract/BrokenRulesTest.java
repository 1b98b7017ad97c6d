package io.gpuspec.contract;

import static io.gpuspec.contract.Broken.broken;
import static io.gpuspec.contract.Broken.failures;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.rule.Rule;
import io.gpuspec.rule.RuleFile;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A provider whose rules break a clause fails that clause. */
@Tag("slow")
class BrokenRulesTest {
  private static final String FILE =
      """
      citations:
        handbook: {title: Handbook of the server room, date: "2026-03", status: documented}
      rules:
      - id: rack-shelf-nine
        group: rack
        severity: error
        when: [{path: spec.nodeSelector.shelf, is: nine}]
        en: {title: There is no shelf nine, why: The pod stays pending., fix: Write one to four.}
        zh: {title: 没有第九层, why: Pod 会一直 Pending。, fix: 写一到四层。}
        bad: "{kind: Pod, spec: {nodeSelector: {shelf: nine}}}"
        good: "{kind: Pod, spec: {nodeSelector: {shelf: one}}}"
        citation: handbook
      """;

  private static List<Rule> rules(String text) {
    return RuleFile.read(
            "rack/rules.yaml", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))
        .rules();
  }

  private static Arguments ruling(String how, List<Rule> rules, String... clauses) {
    return broken(
        how,
        () ->
            new Rack() {
              @Override
              public List<Rule> rules() {
                return rules;
              }
            },
        clauses);
  }

  private static Arguments replaced(String how, String from, String to, String... clauses) {
    return ruling(how, rules(FILE.replace(from, to)), clauses);
  }

  static Stream<Arguments> brokenRules() {
    Rule sound = rules(FILE).get(0);
    return Stream.of(
        ruling("nothing is broken", List.of(sound)),
        ruling("two rules of one id", List.of(sound, sound), "rules-1"),
        replaced("a group in capitals", "group: rack", "group: Rack", "rules-1"),
        replaced("a Chinese text in English", "没有第九层", "No shelf nine", "rules-2"),
        replaced("a blank reason", "why: The pod stays pending.", "why: ' '", "rules-2"),
        replaced("a source without a date", "date: \"2026-03\"", "date: \"lately\"", "rules-3"),
        replaced(
            "nothing that finds it",
            "when: [{path: spec.nodeSelector.shelf, is: nine}]",
            "when: []",
            "rules-3"),
        replaced(
            "a good example that is the bad one",
            "shelf: one",
            "shelf: nine",
            "rules-4",
            "rules-5"),
        replaced(
            "a bad example that breaks nothing",
            "bad: \"{kind: Pod, spec: {nodeSelector: {shelf: nine}}}\"",
            "bad: \"{kind: Pod}\"",
            "rules-5"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("brokenRules")
  void brokenRulesFailTheClausesThatTheyBreak(
      String how, Supplier<Rack> provider, String[] clauses, @TempDir Path database) {
    assertThat(failures(provider, database))
        .filteredOn(clause -> !clause.startsWith("services-"))
        .containsExactlyInAnyOrder(clauses);
  }
}
