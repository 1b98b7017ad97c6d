package io.gpuspec.manifest.internal.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Quantities as the serialization format of Kubernetes' {@code resource.Quantity} has them. */
class AmountTest {
  private static Amount amount(String text) {
    return Amount.parse(text).orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "7, 7",
    "+7, 7",
    "-7, -7",
    ".5, 0.5",
    "5., 5",
    "1n, 0.000000001",
    "1u, 0.000001",
    "1500m, 1.5",
    "2k, 2000",
    "2M, 2000000",
    "2G, 2000000000",
    "2T, 2000000000000",
    "2P, 2000000000000000",
    "2E, 2000000000000000000",
    "2e3, 2000",
    "2E3, 2000",
    "2e+3, 2000",
    "2e-3, 0.002",
    "1Ki, 1024",
    "1.5Mi, 1572864",
    "1Gi, 1073741824",
    "1Ti, 1099511627776",
    "1Pi, 1125899906842624",
    "1Ei, 1152921504606846976",
  })
  void aQuantityIsANumberWithASuffix(String text, BigDecimal value) {
    assertThat(amount(text).value()).isEqualByComparingTo(value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Gi", "1K", "1GB", "1GiB", "1 Gi", "1ki", "1e", "1e1.5", "0x1", "."})
  void whatGoDoesNotParseIsNone(String text) {
    assertThat(Amount.parse(text)).isEmpty();
  }

  @Test
  void aTextHasAtMost64Characters() {
    assertThat(Amount.parse("1".repeat(64))).isPresent();
    assertThat(Amount.parse("1".repeat(65))).isEmpty();
  }

  @Test
  void amountsAreTheSameByTheirValue() {
    assertThat(amount("1Gi"))
        .isEqualTo(amount("1024Mi"))
        .hasSameHashCodeAs(amount("1024Mi"))
        .isNotEqualTo(amount("1G"))
        .isNotEqualTo("1Gi");
    assertThat(amount("1Gi").hashCode()).isNotEqualTo(amount("1G").hashCode());
    assertThat(amount("2k")).hasSameHashCodeAs(amount("2000.0"));
  }

  @ParameterizedTest
  @CsvSource({
    "1024Mi, 1Gi",
    "0, 0",
    "7, 7",
    "1500m, 1.5",
    "-1Ki, -1024",
    "9223372036854775807, 9223372036854775807",
    "9223372036854775808, 9223372036854775808",
  })
  void anAmountIsWrittenInTheLargestUnit(String text, String written) {
    assertThat(amount(text)).hasToString(written);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 2, 0",
    "1, 2, 2",
    "2, 2, 2",
    "3, 2, 4",
    "1n, 1, 1",
    "1200m, 500m, 1500m",
    "1500m, 500m, 1500m",
    "3Gi, 2Gi, 4Gi",
  })
  void aPartOfAStepIsRoundedUp(String text, String step, String rounded) {
    assertThat(amount(text).roundedUp(amount(step))).isEqualTo(amount(rounded));
  }
}
