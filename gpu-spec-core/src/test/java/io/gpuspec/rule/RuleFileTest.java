package io.gpuspec.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.value.GpuSpecException;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "rules.yaml");
  }

  @ParameterizedTest
  @ValueSource(strings = {"is", "not"})
  void aPatternHasAThousandCharactersAtMost(String field) {
    assertThat(read(field, "a".repeat(1_000)).rules()).hasSize(1);
    assertThatThrownBy(() -> read(field, "a".repeat(1_001)))
        .isInstanceOf(GpuSpecException.class)
        .hasMessageContaining(
            "rules.yaml: shelf-nine: "
                + field
                + ": has 1001 characters, and at most 1000 are allowed; write more conditions");
  }

  @Test
  void aPatternThatCannotBeReadIsRefused() {
    assertThatThrownBy(() -> read("is", "("))
        .isInstanceOf(GpuSpecException.class)
        .hasMessageContaining("rules.yaml: shelf-nine: is: ");
  }
}
