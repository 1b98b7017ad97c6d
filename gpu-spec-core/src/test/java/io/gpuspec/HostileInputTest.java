package io.gpuspec;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.gpuspec.internal.Problems;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.value.Finding;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files and values that are made to hurt: each is refused with a short message, at once. */
class HostileInputTest {
  private static final String CITATION =
      "\"citation\":\"c\",\"citations\":{\"c\":{\"title\":\"t\",\"date\":\"2026-01\",\"status\":\"third-party\"}}";

  private static final int LONGEST_MESSAGE = 20_000;

  private static OverlayException refusal(String overlay) {
    try {
      Overlay.parse("o", overlay);
    } catch (OverlayException e) {
      return e;
    }
    throw new AssertionError("it was read");
  }

  /** It ended in an OutOfMemoryError at 2 GB: each place had the whole key in it. */
  @Test
  void aLongKeyOverManyValuesIsRefused() {
    OverlayException refused =
        refusal("{\"" + "k".repeat(49_000) + "\":[" + "1,".repeat(100_000) + "1]}");

    assertThat(refused)
        .hasMessageContaining("a key of 49000 characters")
        .hasMessageContaining("o:1:");
    assertThat(refused.getMessage().length()).isLessThan(LONGEST_MESSAGE);
  }

  @Test
  void aLongKeyOfYamlIsRefused() {
    assertThat(refusal("? " + "k".repeat(2_000) + "\n: 1\n"))
        .hasMessageContaining("a key of 2000 characters");
  }

  /** 1,000 characters are a key still; each of a hundred thousand values below it is a problem. */
  @Test
  void placesTakeNoMoreMemoryBelowALongKey() {
    String values = "[" + "1,".repeat(20_000) + "1]";
    long brief = allocated("{\"citations\":{\"k\":" + values + "}}");
    long longer = allocated("{\"citations\":{\"" + "k".repeat(1_000) + "\":" + values + "}}");

    assertThat((double) longer / brief).isLessThan(1.5);
  }

  private static long allocated(String overlay) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    refusal(overlay);
    long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    refusal(overlay);
    return threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
  }

  @Test
  void moreValuesThanAFileMayHaveAreRefusedInJsonToo() {
    assertThat(refusal("{\"a\":[" + "1,".repeat(3_000_000) + "1]}"))
        .hasMessageContaining("more than 3000000 values");
  }

  /** The message was 5.6 MB. */
  @Test
  void ofManyProblemsTheFirstAreTold() {
    OverlayException refused =
        refusal(
            "{\"target\":\"eks\","
                + CITATION
                + ",\"specs\":["
                + "{\"name\":1},".repeat(40_000)
                + "{\"name\":1}]}");

    assertThat(refused.problems()).hasSize(Problems.MOST + 1);
    assertThat(refused.problems().get(Problems.MOST))
        .endsWith("and 39901 more problems of this file");
    assertThat(refused.getMessage().length()).isLessThan(LONGEST_MESSAGE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"target\":\"eks\",%s,\"specs\":[{\"name\":\"g5.xlarge\",\"notes\":[{\"id\":\"a%s\",\"message\":\"m\"}]}]}",
        "{\"target\":\"eks\",%s,\"gpus\":[{\"name\":\"T4\",\"driver\":\"1%s-\"}]}"
      })
  void idsAndVersionsOfAnyLengthAreJudged(String overlay) {
    String parts = overlay.contains("driver") ? ".1".repeat(50_000) : ".a".repeat(50_000) + "-.";

    assertError(() -> Overlay.parse("o", overlay.formatted(CITATION, parts)), "overlay.malformed");
  }

  /** A message repeated an unknown name of a hundred thousand characters in full. */
  @Test
  void longValuesAreShortenedInMessages() {
    String text = "gpu '" + "x".repeat(100_000) + "' is not known; write T4";

    assertThat(new GpuSpecException("a.b", text).getMessage())
        .startsWith("gpu 'xxx")
        .contains("more characters)...")
        .endsWith("write T4")
        .hasSizeLessThan(LONGEST_MESSAGE);
    assertThat(Note.of("a.b", text).message()).hasSizeLessThan(LONGEST_MESSAGE);
    assertThat(Finding.of("a.b", text, text).toString()).hasSizeLessThan(LONGEST_MESSAGE);
    assertThat(Rejection.of(text, text, "blank " + "a b ".repeat(100_000)).toString())
        .hasSizeLessThan(LONGEST_MESSAGE);
  }

  @Test
  void whatATerminalWouldObeyIsAnEscapeInFindingsToo() {
    assertThat(Rejection.of("\u001b[2Ja", "gpu", "has \u001b[2J").toString())
        .isEqualTo("\\u001b[2Ja: gpu: has \\u001b[2J");
  }

  @Test
  void soItIsInFieldsOfPods() {
    assertThat(PodField.limit("m\u202e", "\u001b[2J\u009bnvidia.com/gpu"))
        .hasToString("container 'm\\u202e' resources.limits[\\u001b[2J\\u009bnvidia.com/gpu]");
  }

  /** 162 of 415 outputs had other digits in Arabic. */
  @Test
  void numbersHaveTheSameDigitsInEveryLocale() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("ar-EG"));
    try {
      assertThat(TestCloud.ofResources("cloud").target().catalog().toString())
          .matches("\\p{ASCII}+");
      assertError(() -> GpuRequest.of("T4").replicas(0), "replicas.out-of-range");
      assertThat(List.of(refusal("{\"target\": 1}").problems().get(0)))
          .allMatch(t -> t.matches("\\p{ASCII}+"));
    } finally {
      Locale.setDefault(before);
    }
  }
}
