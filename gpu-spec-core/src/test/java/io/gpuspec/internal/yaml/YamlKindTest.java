package io.gpuspec.internal.yaml;

import static io.gpuspec.internal.yaml.YamlKind.BOOL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scalars without quotes as Kubernetes reads them: by go-yaml v2, resolve.go. */
class YamlKindTest {
  @ParameterizedTest
  @CsvSource({
    "'', NULL",
    "~, NULL",
    "Null, NULL",
    "nULL, STRING",
    "y, BOOL",
    "Yes, BOOL",
    "OFF, BOOL",
    "oFF, STRING",
    "0, INT",
    "010, INT",
    "08, INT",
    "0x1F, INT",
    "0X1f, INT",
    "0xG, STRING",
    "0b11, INT",
    "0b12, STRING",
    "0o17, INT",
    "1_000, INT",
    "+5, INT",
    "-5, INT",
    "5., FLOAT",
    ".5, FLOAT",
    "1e3, FLOAT",
    "-1.5E+3, FLOAT",
    "1e400, STRING",
    ".inf, FLOAT",
    "-.Inf, FLOAT",
    ".nan, FLOAT",
    "-.nan, STRING",
    "., STRING",
    "-, STRING",
    "12:30, STRING",
    "2024-01-01, STRING",
    "1.2.3, STRING",
    "4Gi, STRING"
  })
  void aScalarHasTheKindThatTheClusterMakesOfIt(String text, YamlKind kind) {
    assertThat(YamlKind.ofPlain(text)).isEqualTo(kind);
  }

  @Test
  void onlyHalfOfTheBooleansAreTrue() {
    assertThat(YamlKind.ofPlain("on")).isEqualTo(BOOL);
    assertThat(YamlKind.truth("on")).isTrue();
    assertThat(YamlKind.ofPlain("n")).isEqualTo(BOOL);
    assertThat(YamlKind.truth("n")).isFalse();
    assertThat(BOOL.noun()).isEqualTo("boolean");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "00, 0",
    "010, 8",
    "-010, -8",
    // No octal has an eight.
    "08, 8",
    "0x10, 16",
    "-0X1f, -31",
    "0b101, 5",
    "0B11, 3",
    "0o17, 15",
    "0O7, 7",
    "+5, 5",
    "1_000, 1000",
    "9223372036854775807, 9223372036854775807"
  })
  void anIntegerHasItsValue(String text, long value) {
    assertThat(YamlKind.integer(text)).isEqualTo(value);
    assertThat(YamlKind.number(text)).isEqualTo(String.valueOf(value));
  }

  @Test
  void anIntegerOfMoreThan64BitsHasNone() {
    assertThatThrownBy(() -> YamlKind.integer("9223372036854775808"))
        .isInstanceOf(NumberFormatException.class);
  }

  /** A float64 holds 15 digits of any number; 1.0000000000000000001 is 1 to it. */
  @ParameterizedTest
  @CsvSource({
    "18446744073709551615, 18446744073709551615",
    "0xFFFFFFFFFFFFFFFF, 18446744073709551615",
    "0x1FFFFFFFFFFFFFFFF, 0x1FFFFFFFFFFFFFFFF",
    "-0x8000000000000000, -9223372036854775808",
    "-0x8000000000000001, -0x8000000000000001",
    "0.1, 0.1",
    "1_0.5, 10.5",
    "0.123456789012345, 0.123456789012345",
    "000000.123456789012345, 000000.123456789012345",
    "1.0000000000000000001, 1",
    "1234567890123456.7e1, 12345678901234568"
  })
  void aQuantityIsReadFromTheNumber(String text, String number) {
    assertThat(YamlKind.number(text)).isEqualTo(number);
  }
}
