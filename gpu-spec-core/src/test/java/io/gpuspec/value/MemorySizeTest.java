package io.gpuspec.value;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.time.Duration;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MemorySizeTest {

  private static final MemorySize MOST = MemorySize.ofBytes(Long.MAX_VALUE);
  private static final MemorySize LEAST = MemorySize.ofBytes(Long.MIN_VALUE);

  @ParameterizedTest
  @CsvSource({
    "16Gi, 17179869184",
    "40G, 40000000000",
    "1.5Gi, 1610612736",
    "1000, 1000",
    "1e3, 1000",
    "1E3, 1000",
    "1E, 1000000000000000000",
    "1., 1",
    "+1Ki, 1024",
    "-1Ki, -1024",
    "8191Pi, 9222246136947933184",
  })
  void readsAQuantity(String text, long bytes) {
    assertThat(MemorySize.parse(text).toBytes()).isEqualTo(bytes);
  }

  @ParameterizedTest
  @CsvSource({
    "40G, 40G",
    "1.5Gi, 1536Mi",
    "1000, 1k",
    "1e3, 1e3",
    "1e4, 10e3",
    "1024Mi, 1Gi",
    "0Gi, 0",
    "+1Gi, 1Gi",
    "1.500k, 1500",
    "0.5Ki, 512",
    "-8Ei, -8Ei",
    "-1Ki, -1Ki",
    "-1023Ki, -1023Ki",
    "1e6, 1e6",
  })
  void printsInTheNotationItWasReadIn(String text, String printed) {
    assertThat(MemorySize.parse(text)).hasToString(printed);
  }

  @Test
  void printsInBinaryNotationWhenMadeFromANumber() {
    assertThat(MemorySize.ofGibibytes(80)).hasToString("80Gi");
    assertThat(MemorySize.ofMebibytes(81920)).hasToString("80Gi");
    assertThat(MemorySize.ofBytes(1536)).hasToString("1536");
    assertThat(MemorySize.ofBytes(1000)).hasToString("1k");
    assertThat(MemorySize.ofBytes(-2048)).hasToString("-2Ki");
    assertThat(MemorySize.ZERO).hasToString("0");
    assertThat(LEAST).hasToString("-8Ei");
    assertThat(MOST).hasToString("9223372036854775807");
  }

  @ParameterizedTest
  @CsvSource({"1.5, 2", "1n, 1", "1.0001Ki, 1025", "1e-999999999, 1", "-1.5, -1", "-1n, 0"})
  void roundsWhatIsFinerThanAByteUp(String text, long bytes) {
    assertThat(MemorySize.parse(text).toBytes()).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "+",
        "-",
        ".",
        "Gi",
        "m",
        "Ei",
        "--1",
        "1e",
        "1e1.5",
        "1..5",
        "0x10",
        "1_000",
        "NaN",
        "\u0661",
        "\u0661Gi",
        "\uff11Gi",
        "1\u0660",
        "1\u00b5",
        "\u22121",
        "\u2460",
        "1Gi\u0000",
      })
  void refusesWhatIsNotAQuantityAndSaysWhatIs(String text) {
    assertError(() -> MemorySize.parse(text), "quantity.malformed");
  }

  @ParameterizedTest
  @CsvSource(
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "1GiB;1Gi",
        "1gi;1Gi",
        "1GI;1Gi",
        "1 Gi;1Gi",
        " 1;1",
        "1 GiB ;1Gi",
        "40GB;40G or 40Gi",
        "40gb;40G or 40Gi",
        "1K;1k or 1Ki",
        "1KB;1k or 1Ki",
        "1.5TB;1.5T or 1.5Ti",
        "1EB;1E or 1Ei",
        "16B;16",
      },
      delimiter = ';')
  void saysWhatToWriteWhereTheIntentIsPlain(String text, String fix) {
    assertError(() -> MemorySize.parse(text), "quantity.malformed", text, fix);
  }

  @Test
  void givesTheWholeMessage() {
    assertError(() -> MemorySize.parse("1GiB"), "quantity.malformed", "1GiB");
  }

  @Test
  void spellsOutWhatCannotBeSeen() {
    assertError(() -> MemorySize.parse("1Gi\u200b\n"), "quantity.malformed");
    assertError(() -> MemorySize.parse("\ud835\udfd9\ud835"), "quantity.malformed");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "9223372036854775808",
        "-9223372036854775809",
        "8Ei",
        "9Ei",
        "-9Ei",
        "10E",
        "1e19",
        "1e999999999",
        "-1e999999999",
        "9223372036854775807.1",
        "7.9999999999999999999Ei",
      })
  void refusesWhatIsBeyond64BitsWhereKubernetesCaps(String text) {
    assertError(() -> MemorySize.parse(text), "quantity.out-of-range", text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e4294967296", "1e-4294967296", "0e99999999999999999999"})
  void refusesAnExponentThatKubernetesWouldWrap(String text) {
    assertError(() -> MemorySize.parse(text), "quantity.out-of-range", text);
  }

  static Stream<String> longTexts() {
    int megabyte = 1 << 20;
    return Stream.of(
        "9".repeat(megabyte),
        "0".repeat(megabyte),
        "." + "0".repeat(megabyte),
        "1e" + "9".repeat(megabyte),
        " ".repeat(megabyte),
        "G".repeat(megabyte));
  }

  @ParameterizedTest
  @MethodSource("longTexts")
  void refusesAMegabyteOfTextAtOnceAndInAShortMessage(String text) {
    assertTimeout(
        Duration.ofSeconds(5),
        () ->
            assertThatThrownBy(() -> MemorySize.parse(text))
                .isInstanceOf(InvalidValueException.class)
                .message()
                .contains("is too long; allowed: at most 256 characters")
                .hasSizeLessThan(200));
  }

  @Test
  void readsUpTo256Characters() {
    assertThat(MemorySize.parse("0".repeat(255) + "1")).isEqualTo(MemorySize.ofBytes(1));
    assertThat(MemorySize.parse("." + "0".repeat(254) + "1")).isEqualTo(MemorySize.ofBytes(1));
    assertError(() -> MemorySize.parse("9".repeat(256)), "quantity.out-of-range");
    assertError(() -> MemorySize.parse("0".repeat(256) + "1"), "quantity.too-long");
  }

  @Test
  void readsALongMantissaWithAnExponentThatMakesUpForIt() {
    assertThat(MemorySize.parse("." + "0".repeat(240) + "1e243")).hasToString("100");
    assertThat(MemorySize.parse("1" + "0".repeat(240) + "e-238")).hasToString("100");
  }

  @Test
  void addsSubtractsAndMultiplies() {
    MemorySize size = MemorySize.ofGibibytes(3);

    assertThat(size.plus(MemorySize.ofGibibytes(2))).hasToString("5Gi");
    assertThat(size.minus(MemorySize.ofGibibytes(5))).hasToString("-2Gi");
    assertThat(size.times(8)).hasToString("24Gi");
    assertThat(size.times(0)).isEqualTo(MemorySize.ZERO);
  }

  @Test
  void keepsTheNotationOfTheSizeItStartsFrom() {
    MemorySize decimal = MemorySize.parse("1G");
    MemorySize binary = MemorySize.parse("1Ki");

    assertThat(decimal.plus(decimal)).hasToString("2G");
    assertThat(binary.times(1000)).hasToString("1000Ki");
    assertThat(decimal.plus(binary)).hasToString("1000001024");
    assertThat(MemorySize.ZERO.plus(decimal)).hasToString("1G");
    assertThat(MemorySize.ZERO.minus(decimal)).hasToString("-1G");
  }

  @Test
  void refusesArithmeticBeyond64Bits() {
    assertError(() -> MOST.plus(MemorySize.ofBytes(1)), "quantity.out-of-range", "1");
    assertError(() -> LEAST.minus(MemorySize.ofBytes(1)), "quantity.out-of-range", "1");
    assertError(() -> LEAST.times(-1), "quantity.out-of-range", "-8Ei", "-1");
    assertError(() -> MemorySize.ofGibibytes(1L << 33), "quantity.out-of-range");
    assertError(() -> MemorySize.ofMebibytes(Long.MIN_VALUE), "quantity.out-of-range");
  }

  @Test
  void comparesByTheNumberOfBytesAlone() {
    MemorySize asGibibytes = MemorySize.parse("1Gi");
    MemorySize asBytes = MemorySize.parse("1073741824");

    assertThat(asGibibytes).isEqualTo(asBytes).hasSameHashCodeAs(asBytes);
    assertThat(asGibibytes).isEqualByComparingTo(asBytes);
    assertThat(asGibibytes).isGreaterThan(MemorySize.parse("1G"));
    assertThat(asGibibytes).isNotEqualTo(null).isNotEqualTo(CpuAmount.parse("1Gi"));
    assertThat(asGibibytes.isAtLeast(asBytes)).isTrue();
    assertThat(MemorySize.ZERO.isAtLeast(asBytes)).isFalse();
    assertThat(MemorySize.max(asGibibytes, MemorySize.ZERO)).isSameAs(asGibibytes);
    assertThat(MemorySize.max(MemorySize.ZERO, asGibibytes)).isSameAs(asGibibytes);
    assertThat(MemorySize.max(asGibibytes, asBytes)).isSameAs(asGibibytes);
  }

  /** As in Kubernetes: from one byte on there is a binary form. */
  @Test
  void returnsToBinaryNotationFromOne() {
    assertThat(MemorySize.parse("0.0009765625Ki").times(1024)).hasToString("1Ki");
    assertThat(MemorySize.parse("0.00048828125Ki").times(1024)).hasToString("1024");
  }

  @Test
  void saysWhetherATextIsAQuantity() {
    assertThat(MemorySize.isQuantity("1.5Gi")).isTrue();
    assertThat(MemorySize.isQuantity("1GiB")).isFalse();
  }

  @Test
  void knowsZeroAndNegatives() {
    assertThat(MemorySize.parse("-0").isZero()).isTrue();
    assertThat(MemorySize.ZERO.isNegative()).isFalse();
    assertThat(MemorySize.ofBytes(-1).isNegative()).isTrue();
    assertThat(MemorySize.ofBytes(-1).isZero()).isFalse();
  }

  @Test
  void roundsDownToWholeGibibytes() {
    assertThat(MemorySize.parse("40G").floorToGibibytes()).hasToString("37Gi");
    assertThat(MemorySize.parse("1Gi").floorToGibibytes()).hasToString("1Gi");
    assertThat(MemorySize.parse("1023Mi").floorToGibibytes()).isEqualTo(MemorySize.ZERO);
    assertThat(MemorySize.ofBytes(-1).floorToGibibytes()).hasToString("-1Gi");
    assertThat(LEAST.floorToGibibytes()).isEqualTo(LEAST);
    assertThat(MemorySize.parse("3072Mi").isWholeGibibytes()).isTrue();
    assertThat(MemorySize.ZERO.isWholeGibibytes()).isTrue();
    assertThat(MemorySize.parse("1G").isWholeGibibytes()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"1, true", "512m, true", "1048575, true", "1Mi, false", "0, false", "-1, false"})
  void fewBytesAreDoubted(String size, boolean isDoubtful) {
    assertThat(MemorySize.parse(size).isUnitDoubtful()).isEqualTo(isDoubtful);
  }

  static Stream<ThrowingCallable> nulls() {
    return Stream.of(
        () -> MemorySize.parse(null),
        () -> MemorySize.ZERO.plus(null),
        () -> MemorySize.ZERO.minus(null),
        () -> MemorySize.ZERO.isAtLeast(null),
        () -> MemorySize.ZERO.compareTo(null),
        () -> MemorySize.max(null, MemorySize.ZERO),
        () -> MemorySize.max(MemorySize.ZERO, null));
  }

  @ParameterizedTest
  @MethodSource("nulls")
  void refusesNullWithAnErrorOfItsOwn(ThrowingCallable call) {
    assertError(call, "value.missing");
  }
}
