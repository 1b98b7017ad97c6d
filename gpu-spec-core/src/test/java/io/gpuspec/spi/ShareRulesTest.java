package io.gpuspec.spi;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.GpuSpec;
import io.gpuspec.Isolation;
import io.gpuspec.Share;
import io.gpuspec.SpecCatalog;
import io.gpuspec.TestCloud;
import io.gpuspec.scheduling.PodFieldException;
import io.gpuspec.scheduling.PodView.Container;
import io.gpuspec.scheduling.PodView.Role;
import io.gpuspec.value.Citation;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShareRulesTest {
  private static final Citation PAGE = new Citation("A page", "2026", Citation.Status.DOCUMENTED);
  private final ShareRules any = ShareRules.of("cGPU", PAGE);
  private final ShareRules stepped = any.memoryStep(MemorySize.ofGibibytes(1)).computeStep(5);
  private static final SpecCatalog ROWS = TestCloud.read(TestCloud.text("nodes-2025-03.json"));

  private static GpuSpec row(String name) {
    return ROWS.specs().stream().filter(row -> row.name().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void byDefaultAnythingOfOneCardMayBeAsked() {
    assertThat(any.broken(Share.of("1234567", 37), 1)).isEmpty();
    assertThat(any.offered(row("t.small"))).isEmpty();
    assertThat(any.sharesPerCard(row("t.small"))).isEqualTo(Integer.MAX_VALUE);
    assertThat(any.hasWholeCards()).isFalse();
    assertThat(any.isolation()).isEmpty();
    assertThat(any.notes()).isEmpty();
    assertThat(any.technology()).isEqualTo("cGPU");
    assertThat(any.citation()).isEqualTo(PAGE);
    assertThat(any.computeAllowed()).isEqualTo("1 to 100");
  }

  @Test
  void rulesOfOneKindLeaveTheOthers() {
    ShareRules all =
        stepped
            .sharesPerCard(row -> row.gpus() + 1)
            .withWholeCards()
            .isolation(Isolation.FIXED_SHARE)
            .severalCards()
            .computeRequired()
            .computeAtMost(50);

    assertThat(all.sharesPerCard(row("t.four"))).isEqualTo(5);
    assertThat(all.hasWholeCards()).isTrue();
    assertThat(all.isolation()).contains(Isolation.FIXED_SHARE);
    assertThat(all.computeAllowed()).isEqualTo("5 to 50 in steps of 5");
    assertThat(all).hasToString("cGPU: memory by 1Gi, compute by 5%");
    assertThat(all.broken(Share.of("4Gi", 50), 1)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1Gi | 5 | \"\"",
        "1Gi | 100 | \"\"",
        "1536Mi | 5 | '1536Mi' of memory: cGPU gives out multiples of 1Gi; 2Gi would do",
        "1Gi | 12 | '12' percent of compute: cGPU gives out multiples of 5; 15 would do",
        "1Gi | 1 | '1' percent of compute: cGPU gives out multiples of 5; 5 would do",
      },
      quoteCharacter = '"')
  void memoryAndComputeComeInSteps(String memory, int percent, String problem) {
    assertThat(String.join("; ", stepped.broken(Share.of(memory, percent), 1))).isEqualTo(problem);
  }

  @Test
  void computeHasAMostAndMayBeLeftOutOrMustBe() {
    assertThat(stepped.computeAtMost(50).broken(Share.of("1Gi", 50), 1)).isEmpty();
    assertThat(stepped.computeAtMost(50).broken(Share.of("1Gi", 55), 1))
        .containsExactly("'55' percent of compute: cGPU gives out 50 at most; 50 would do");
    assertThat(stepped.broken(Share.of("1Gi"), 1)).isEmpty();
    assertThat(stepped.computeRequired().broken(Share.of("1Gi"), 1))
        .containsExactly(
            "no percentage of compute: here every share of cGPU says it; add one, 5 to 100 in"
                + " steps of 5");
    assertThat(stepped.memoryOnly().broken(Share.of("1Gi"), 1)).isEmpty();
    assertThat(stepped.memoryOnly().broken(Share.of("1Gi", 5), 1))
        .containsExactly(
            "'5' percent of compute: here cGPU gives out memory alone; leave the percentage out");
    assertThat(stepped.memoryOnly().computeAllowed()).isEqualTo("none");
  }

  @Test
  void severalCardsGiveOutMemoryAlone() {
    ShareRules several = stepped.severalCards();

    assertThat(stepped.broken(Share.of("1Gi"), 2))
        .containsExactly("'2' cards: a pod has its share of one card with cGPU; ask for 1");
    assertThat(several.broken(Share.of("1Gi"), 2)).isEmpty();
    assertThat(several.broken(Share.of("1Gi", 10), 1)).isEmpty();
    assertThat(several.broken(Share.of("1Gi", 10), 2))
        .containsExactly(
            "'2' cards with '10' percent of compute: of several cards cGPU gives out memory only;"
                + " leave the percentage out, or ask for 1 card");
  }

  @Test
  void aShareThatBreaksRulesIsRefusedWithAllOfThem() {
    assertError(() -> stepped.check(Share.of("1536Mi", 12), 1), "pod.invalid", "1536Mi", "12");
    stepped.check(Share.of("2Gi", 15), 1);
  }

  @ParameterizedTest
  @CsvSource({
    "1025Mi, 12, 2Gi, 15",
    "2Gi, 15, 2Gi, 15",
    "1Mi, 1, 1Gi, 5",
  })
  void aShareIsRoundedUpToTheNextThatMayBeAsked(
      String memory, int percent, String rounded, int nextPercent) {
    assertThat(stepped.roundUp(Share.of(memory, percent)))
        .isEqualTo(Share.of(rounded, nextPercent));
    assertThat(stepped.roundUp(Share.of(memory))).isEqualTo(Share.of(rounded));
  }

  @Test
  void computeAboveTheMostIsNotRoundedAway() {
    assertThat(stepped.computeAtMost(50).roundUp(Share.of("1Gi", 60)))
        .isEqualTo(Share.of("1Gi", 60));
    assertThat(stepped.computeAtMost(50).roundUp(Share.of("1Gi", 50)))
        .isEqualTo(Share.of("1Gi", 50));
  }

  @Test
  void theMostIsGivenOutInWholeSteps() {
    ShareRules odd = any.computeStep(20).computeAtMost(50);

    assertThat(odd.computeAllowed()).isEqualTo("20 to 40 in steps of 20");
    assertThat(odd.broken(Share.of("1Gi", 45), 1))
        .containsExactly("'45' percent of compute: cGPU gives out 40 at most; 40 would do");
    assertThat(odd.roundUp(Share.of("1Gi", 30))).isEqualTo(Share.of("1Gi", 40));
    assertThat(odd.computeAtMost(10).computeAllowed()).isEqualTo("none");
  }

  @Test
  void aCardThatOffersNothingIsNotShared() {
    ShareRules none = any.offering(row -> Optional.of(MemorySize.ZERO), Note.of("offer", "none"));

    assertThat(none.offered(row("t.small"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 101})
  void aStepOfComputeIsAPercentage(int percent) {
    assertError(() -> any.computeStep(percent), "quantity.out-of-range", percent);
  }

  @Test
  void theMostOfComputeMayBeNoneOrAll() {
    assertThat(any.computeAtMost(0).computeAllowed()).isEqualTo("none");
    assertThat(any.computeAtMost(100).computeAllowed()).isEqualTo("1 to 100");
    assertThat(any.computeStep(100).computeAllowed()).isEqualTo("100 to 100 in steps of 100");
    assertError(() -> any.computeAtMost(-1), "quantity.out-of-range");
    assertError(() -> any.computeAtMost(101), "quantity.out-of-range");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1Gi"})
  void aStepOfMemoryIsAboveNothing(String step) {
    assertError(() -> any.memoryStep(MemorySize.parse(step)), "quantity.out-of-range");
  }

  @Test
  void aCardOffersWhatTheRuleSaysAndTheAnswerSaysHow() {
    Note how = Note.of("offer", "all of it");
    Note more = Note.of("more", "and more");
    ShareRules rules = stepped.offering(GpuSpec::gpuMemory, how).note(more);

    assertThat(rules.offered(row("p.eight"))).contains(MemorySize.ofGibibytes(40));
    assertThat(rules.notes()).containsExactly(how, more);
    assertThat(rules.computeAllowed()).isEqualTo("5 to 100 in steps of 5");
  }

  /** The driver's own figure of a T4 here is 16 GiB; of an A10G none was seen. */
  @Test
  void whatADriverReportsIsOfferedInWholeGibibytes() {
    ShareRules rules = any.offeringReported(Optional.empty(), "; see the page", PAGE);

    assertThat(rules.offered(row("t.small"))).contains(MemorySize.ofGibibytes(16));
    assertThat(rules.offered(row("a.amd"))).contains(MemorySize.ofGibibytes(22));
    assertThat(rules.notes())
        .singleElement()
        .hasToString(
            "shares: of each card pods can share what its driver reports, in whole GiB; where that"
                + " was not seen, 2Gi less than it is sold with (inferred; say the real memory"
                + " with card-memory); see the page");
  }

  @Test
  void whatIsStatedIsOfferedInstead() {
    ShareRules rules = any.offeringReported(Optional.of(MemorySize.parse("14.5Gi")), "", PAGE);
    ShareRules tiny = any.offeringReported(Optional.of(MemorySize.parse("512Mi")), "", PAGE);

    assertThat(rules.offered(row("t.small"))).contains(MemorySize.ofGibibytes(14));
    assertThat(rules.notes())
        .extracting(Note::message)
        .containsExactly("pods can share 14848Mi of each card, as card-memory says, in whole GiB");
    assertThat(tiny.offered(row("t.small"))).isEmpty();
  }

  private static Container asking(Map<String, String> requests, Map<String, String> limits) {
    return new Container("main", Role.MAIN, requests, limits);
  }

  @ParameterizedTest
  @CsvSource({"4, 4", "4.0, 4", "0, 0", "4e0, 4"})
  void gibibytesAreAPlainNumber(String text, int gibibytes) {
    Map<String, String> amounts = Map.of("aliyun.com/gpu-mem", text);

    assertThat(ShareRules.gibibytes(asking(amounts, amounts), "aliyun.com/gpu-mem"))
        .isEqualTo(gibibytes);
  }

  @ParameterizedTest
  @CsvSource({
    "4Gi, 4",
    "4G, 4",
    "4.5, 5",
    "4.5Gi, 5",
    "4.0Gi, 4",
    "0Gi, 1",
    "1024Mi, 1",
    "1025Mi, 2",
    "4500M, 5",
    "0.5Mi, 1",
  })
  void gibibytesWithAUnitWouldBeAThousandMillionTimesAsMany(String text, int would) {
    Map<String, String> amounts = Map.of("aliyun.com/gpu-mem", text);
    String problem =
        "container 'main' resources.limits[aliyun.com/gpu-mem]: '%s' is not a whole number of GiB, which is what the resource counts, without a unit; %s would do"
            .formatted(text, would);

    assertThatThrownBy(() -> ShareRules.gibibytes(asking(Map.of(), amounts), "aliyun.com/gpu-mem"))
        .isInstanceOf(PodFieldException.class)
        .hasMessage(problem);
    assertThatThrownBy(() -> ShareRules.gibibytes(asking(amounts, Map.of()), "aliyun.com/gpu-mem"))
        .isInstanceOf(PodFieldException.class)
        .hasMessage(problem);
  }
}
