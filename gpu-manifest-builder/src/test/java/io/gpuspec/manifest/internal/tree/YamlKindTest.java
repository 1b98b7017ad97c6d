package io.gpuspec.manifest.internal.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.internal.yaml.YamlKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each row is what sigs.k8s.io/yaml 1.4.0 makes of the text, as observed. */
class YamlKindTest {

  @ParameterizedTest
  @ValueSource(strings = {"", "~", "null", "Null", "NULL"})
  void nothingIsNull(String text) {
    assertThat(YamlKind.ofPlain(text)).isEqualTo(YamlKind.NULL);
  }

  @ParameterizedTest
  @CsvSource({
    "y,true", "Y,true", "yes,true", "ON,true", "True,true",
    "n,false", "N,false", "No,false", "off,false", "FALSE,false"
  })
  void yesAndOnAreBooleansAsInTheCluster(String text, boolean value) {
    assertThat(YamlKind.ofPlain(text)).isEqualTo(YamlKind.BOOL);
    assertThat(YamlKind.truth(text)).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource({
    "8,8",
    "+5,5",
    "-5,-5",
    "0,0",
    "00,0",
    "0x10,16",
    "0X1F,31",
    "-0x10,-16",
    "0b11,3",
    "-0b1,-1",
    "0o17,15",
    "017,15",
    "08,8",
    "1_000,1000",
    "1_,1",
    "0x_1,1",
    "-9223372036854775808," + "-9223372036854775808"
  })
  void integersAreReadInEveryBase(String text, long value) {
    assertThat(YamlKind.ofPlain(text)).isEqualTo(YamlKind.INT);
    assertThat(YamlKind.integer(text)).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1e3", "1E-3", "1.e3", ".5", "5.", "+.5", "1.5_5", ".inf", "-.INF", ".nan", "09.5"
      })
  void fractionsAndExponentsAreFloats(String text) {
    assertThat(YamlKind.ofPlain(text)).isEqualTo(YamlKind.FLOAT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "yEs",
        "tRue",
        "nULL",
        "0xG",
        "0b2",
        "0x",
        "_1",
        "12:30:45",
        "2024-01-01",
        "=",
        "<<",
        ".",
        "+",
        "-.",
        "1.2.3",
        "1e400",
        "0x1p-2",
        "NaN",
        "8Gi",
        "10.0.0.1"
      })
  void everythingElseIsAString(String text) {
    assertThat(YamlKind.ofPlain(text)).isEqualTo(YamlKind.STRING);
  }

  @ParameterizedTest
  @CsvSource({
    "010,8",
    "-010,-8",
    "0x10,16",
    "0X1F,31",
    "0o10,8",
    "0b11,3",
    "1_000,1000",
    "1_000.5,1000.5",
    "1_0e2,10e2",
    "+5,5",
    "08,8",
    "00,0",
    "-0,0",
    "0,0",
    "8,8",
    "-8,-8",
    "08.5,08.5",
    "1e3,1e3",
    ".5,.5",
    "5.,5.",
    "9223372036854775808,9223372036854775808",
    "0xffffffffffffffff,18446744073709551615",
    "0x1ffffffffffffffff,0x1ffffffffffffffff",
    "1_0000000000000000000000,10000000000000000000000",
    "17179869184.0000001,17179869184",
    "9007199254740993.0,9007199254740992"
  })
  void aNumberIsDecimalInAQuantity(String text, String decimal) {
    assertThat(YamlKind.number(text)).isEqualTo(decimal);
  }

  @Test
  void anIntegerOfMoreThan64BitsHasNoValue() {
    assertThatThrownBy(() -> YamlKind.integer("9223372036854775808"))
        .isInstanceOf(NumberFormatException.class);
  }
}
