package io.gpuspec.value;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CpuAmountTest {

  private static final CpuAmount MOST = CpuAmount.ofMillicores(Long.MAX_VALUE);
  private static final CpuAmount LEAST = CpuAmount.ofMillicores(Long.MIN_VALUE);

  @ParameterizedTest
  @CsvSource({
    "4, 4000, 4",
    ".5, 500, 500m",
    "1.5, 1500, 1500m",
    "2000m, 2000, 2",
    "1000, 1000000, 1k",
    "1e3, 1000000, 1e3",
    "1.5e0, 1500, 1500e-3",
    "1Ki, 1024000, 1Ki",
    "0.5Ki, 512000, 512",
    "1.1Ki, 1126400, 1126400m",
    "-250m, -250, -250m",
  })
  void readsAQuantityAndPrintsItInItsNotation(String text, long millicores, String printed) {
    assertThat(CpuAmount.parse(text).toMillicores()).isEqualTo(millicores);
    assertThat(CpuAmount.parse(text)).hasToString(printed);
  }

  @Test
  void printsInDecimalNotationWhenMadeFromANumber() {
    assertThat(CpuAmount.ofCores(64)).hasToString("64");
    assertThat(CpuAmount.ofCores(1024)).hasToString("1024");
    assertThat(CpuAmount.ofMillicores(1500)).hasToString("1500m");
    assertThat(CpuAmount.ofMillicores(3000)).hasToString("3");
    assertThat(CpuAmount.ZERO).hasToString("0");
    assertThat(MOST).hasToString("9223372036854775807m");
    assertThat(LEAST).hasToString("-9223372036854775808m");
  }

  @ParameterizedTest
  @CsvSource({
    "1u, 1",
    "1n, 1",
    "1.0005, 1001",
    "999999n, 1",
    "0.0001Ki, 103",
    "-1.0005, -1000",
    "-1u, 0",
  })
  void roundsWhatIsFinerThanAMillicoreUp(String text, long millicores) {
    assertThat(CpuAmount.parse(text).toMillicores()).isEqualTo(millicores);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "m", "+", ".", "--1", "1e", "2cores", "1/2", "\uff11", "0.5 vCPU"})
  void refusesWhatIsNotAQuantityAndSaysWhatIs(String text) {
    assertError(() -> CpuAmount.parse(text), "quantity.malformed", text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"9223372036854775.808", "9224P", "9Pi", "8Ei", "1e999999999", "-9223372036854776"})
  void refusesWhatIsBeyond64BitsOfMillicores(String text) {
    assertError(() -> CpuAmount.parse(text), "quantity.out-of-range", text);
  }

  @Test
  void addsSubtractsAndMultiplies() {
    CpuAmount amount = CpuAmount.parse("1500m");

    assertThat(amount.plus(CpuAmount.ofMillicores(500))).hasToString("2");
    assertThat(amount.minus(CpuAmount.ofCores(2))).hasToString("-500m");
    assertThat(amount.times(2)).hasToString("3");
    assertThat(CpuAmount.ZERO.plus(CpuAmount.parse("1e3"))).hasToString("1e3");
  }

  @Test
  void doesNotReturnToBinaryNotationFromBelowOne() {
    // As in Kubernetes: half a core has no binary form, so 0.5 in binary is a decimal amount.
    assertThat(CpuAmount.parse("0.00048828125Ki").times(2048)).hasToString("1024");
    assertThat(CpuAmount.parse("0.5Ki").times(2)).hasToString("1Ki");
  }

  @Test
  void refusesArithmeticBeyond64Bits() {
    assertError(() -> MOST.plus(CpuAmount.ofMillicores(1)), "quantity.out-of-range");
    assertError(() -> LEAST.minus(CpuAmount.ofMillicores(1)), "quantity.out-of-range");
    assertError(() -> MOST.times(2), "quantity.out-of-range");
    assertError(
        () -> CpuAmount.ofCores(Long.MAX_VALUE), "quantity.out-of-range", "9223372036854775807");
  }

  @Test
  void comparesByTheNumberOfMillicoresAlone() {
    CpuAmount one = CpuAmount.ofCores(1);
    CpuAmount written = CpuAmount.parse("1000m");

    assertThat(one).isEqualTo(written).hasSameHashCodeAs(written);
    assertThat(one).isEqualByComparingTo(written);
    assertThat(one).isGreaterThan(CpuAmount.parse("999m"));
    assertThat(one).isNotEqualTo(null).isNotEqualTo(MemorySize.parse("1k"));
    assertThat(one.isAtLeast(written)).isTrue();
    assertThat(CpuAmount.ZERO.isAtLeast(one)).isFalse();
    assertThat(CpuAmount.max(one, CpuAmount.ZERO)).isSameAs(one);
    assertThat(CpuAmount.max(CpuAmount.ZERO, one)).isSameAs(one);
  }

  @Test
  void knowsZeroAndNegatives() {
    assertThat(CpuAmount.parse("-0m").isZero()).isTrue();
    assertThat(CpuAmount.ZERO.isNegative()).isFalse();
    assertThat(CpuAmount.parse("-1m").isNegative()).isTrue();
    assertThat(CpuAmount.parse("1m").isZero()).isFalse();
  }

  static Stream<ThrowingCallable> nulls() {
    return Stream.of(
        () -> CpuAmount.parse(null),
        () -> CpuAmount.ZERO.plus(null),
        () -> CpuAmount.ZERO.minus(null),
        () -> CpuAmount.ZERO.isAtLeast(null),
        () -> CpuAmount.ZERO.compareTo(null),
        () -> CpuAmount.max(null, CpuAmount.ZERO),
        () -> CpuAmount.max(CpuAmount.ZERO, null));
  }

  @ParameterizedTest
  @MethodSource("nulls")
  void refusesNullWithAnErrorOfItsOwn(ThrowingCallable call) {
    assertError(call, "value.missing");
  }
}
