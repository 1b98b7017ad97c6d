package io.gpuspec.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What says why: findings, rejections, notes and explained values. */
class FindingTest {
  private static final Finding SHORT =
      Finding.unmet("cpu", "64 requested, has 32", Optional.of("request at most 32"));
  private static final Finding NONE = Finding.unmet("gpu", "T4 requested");

  @Test
  void aFindingNamesItsSubjectUnlessItsMessageDoes() {
    assertThat(SHORT).hasToString("cpu: 64 requested, has 32; request at most 32");
    assertThat(SHORT.text()).isEqualTo("cpu: 64 requested, has 32");
    assertThat(Finding.of("node.taint", "team", "the taint team is not tolerated"))
        .hasToString("the taint team is not tolerated")
        .extracting(Finding::text)
        .isEqualTo("team: the taint team is not tolerated");
    assertThat(Finding.of("node.none", "", "no node is left").text()).isEqualTo("no node is left");
  }

  @Test
  void aFixIsAddedToAFinding() {
    assertThat(NONE.fix()).isEmpty();
    assertThat(NONE.withFix("ask for an L4")).hasToString("gpu: T4 requested; ask for an L4");
    assertThat(NONE.withFix("ask for an L4").id()).isEqualTo(NONE.id()).isEqualTo("unmet");
  }

  /** What helps against one of two reasons alone does not help. */
  @Test
  void aRejectionIsMendedIfEachOfItsReasonsIs() {
    Finding memory = Finding.unmet("memory", "too much").withFix("request at most 8Gi");

    assertThat(new Rejection("row", List.of(SHORT, memory)).toFit())
        .contains("request at most 32, and request at most 8Gi");
    assertThat(new Rejection("row", List.of(SHORT, NONE)).toFit()).isEmpty();
    assertThat(new Rejection("row", List.of()).toFit()).isEmpty();
    assertThat(Rejection.of("row", "gpu", "T4 requested"))
        .isEqualTo(new Rejection("row", List.of(NONE)));
  }

  @Test
  void aNoteCanHaveASource() {
    Citation list = new Citation("A list", "2024-05", Citation.Status.DOCUMENTED);

    assertThat(Note.of("a.b", "so").citation()).isEmpty();
    assertThat(Note.of("a.b", "so", list).citation()).contains(list);
  }

  @Test
  void anExplainedValueIsWrittenWithItsReason() {
    Citation list = new Citation("A list", "2024-05", Citation.Status.DOCUMENTED);

    assertThat(new Explained("spec.weight", "10", "tried first", list))
        .hasToString("spec.weight = 10  # tried first");
    assertThat(new Explained("spec.weight", "", "left out", list))
        .hasToString("spec.weight  # left out");
  }

  @Test
  void aReferencePriceIsWrittenWithoutAnExponent() {
    Citation text = new Citation("A text", "2024-05", Citation.Status.EXAMPLE);

    assertThat(new ReferencePrice(new BigDecimal("1E+1"), "CNY", "hour", text))
        .hasToString("10 CNY per hour");
  }

  @Test
  void textsAreEqualInTheirLines() {
    assertThat(Text.of("a\nb")).isEqualTo(Text.of("a\nb")).hasSameHashCodeAs("a\nb");
    assertThat(Text.of("a")).isNotEqualTo(Text.of("b")).isNotEqualTo("a");
  }
}
