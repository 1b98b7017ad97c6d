package io.gpuspec.manifest.internal.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CelTest {
  private static final String NAME = "device.attributes['gpu.nvidia.com'].productName";
  private static final Device NONE =
      new Device(
          new Device.Id("gpu.nvidia.com", "n", "gpu-0"),
          Map.of(),
          Map.of(),
          false,
          List.of(),
          List.of(),
          Map.of());

  @ParameterizedTest
  @ValueSource(
      strings = {
        "['L4', 'T4'].exists(n, " + NAME + ".contains(n))",
        NAME + ".split(' ').exists(w, w == 'L4')",
        "device.attributes.all(d, d != 'gpu.nvidia.com')",
        "['L4'].map(n, n + '!').size() == 2",
        "['L4'].filter(n, n == " + NAME + ").size() == 1",
        "{'a': ['L4'].exists(n, n == " + NAME + ")}['a']",
        "{'a': ['L4'].exists(n, n == " + NAME + ")}.a",
      })
  void whetherALoopExcludesADriverIsNotKnown(String loop) throws CelException {
    assertThat(Cel.compile(loop).excludesDriver("gpu.nvidia.com")).isFalse();
    assertThat(
            Cel.compile(loop + " && device.driver == 'nic.example.com'")
                .excludesDriver("gpu.nvidia.com"))
        .isTrue();
  }

  @Test
  void aLoopIsToldAsItIs() throws CelException {
    String loop = "['nic.example.com'].exists(n, n == device.driver)";
    assertThat(Cel.compile(loop).why(NONE)).isEqualTo(loop + " is false");
    assertThat(Cel.compile("device.driver == 'a' && " + loop).why(NONE))
        .isEqualTo("device.driver == \"a\" is false");
    assertThat(Cel.compile(loop + " && device.driver == 'a'").why(NONE))
        .isEqualTo(loop + " && device.driver == 'a' is false");
  }

  @Test
  void aWrongConstantIsFoundInAMapToo() {
    assertThat(Cel.wrongConstants("{'a': quantity('80GB')}['a'].isInteger()"))
        .hasToString("[quantity('80GB') is not a quantity]");
  }

  @Test
  void whatIsTooDeepIsRefused() {
    for (String each :
        List.of(
            "(".repeat(3000) + "true" + ")".repeat(3000),
            "(".repeat(10_000),
            "[".repeat(300) + "]".repeat(300) + " == []",
            "1" + "+1".repeat(4000) + " > 0",
            "true == true".concat(" == true".repeat(1000)),
            "a" + ".a".repeat(3000),
            "true ? true : ".repeat(500) + "true")) {
      assertThatThrownBy(() -> Cel.compile(each))
          .isInstanceOf(CelException.class)
          .hasMessageStartingWith("the expression is nested too deep");
      assertThat(Cel.wrongConstants(each)).isEmpty();
    }
  }

  @Test
  void whatIsTooLongIsRefused() {
    String sum = "1" + "+1".repeat(8000);
    assertThatThrownBy(() -> Cel.compile(sum)).hasMessageContaining("more than 10240 characters");
    assertThat(Cel.wrongConstants(sum)).isEmpty();
  }

  @Test
  void manyConditionsAreNotDeep() throws CelException {
    for (String each :
        List.of(
            "(".repeat(99) + "device.driver == 'a'" + ")".repeat(99),
            "1" + "+1".repeat(240) + " > 0",
            "device.driver == 'a'" + " && device.driver == 'a'".repeat(400),
            "device.driver == 'a'" + " || device.driver == 'a'".repeat(400))) {
      Cel.compile(each);
      assertThat(Cel.wrongConstants(each)).isEmpty();
    }
  }

  /** Java's patterns take 2^n steps for the first and third, and a call for each character. */
  @Test
  void aPatternTakesTimeThatGrowsWithItAndItsText() throws CelException {
    Map<String, Boolean> expected = new LinkedHashMap<>();
    expected.put(matches("a".repeat(40), "^" + "a?".repeat(40) + "a".repeat(40) + "$"), true);
    expected.put(matches("a".repeat(9000), "^(a|b)*$"), true);
    expected.put(matches("a".repeat(60) + "!", "^(a|aa)+$"), false);
    expected.put(matches("a".repeat(3000), "(a|aa)+$"), true);
    expected.put(matches("a".repeat(200) + "!", "^(a|a)*$"), false);
    expected.put(matches("a".repeat(400), "^a{0,400}$"), true);
    expected.put(matches("é", "^\\w$"), false);
    expected.put("matches('ab', 'b')", true);
    expected.put("dyn('ab').matches(dyn('^b'))", false);
    for (Map.Entry<String, Boolean> each : expected.entrySet()) {
      assertThat(Cel.compile(each.getKey()).matches(NONE.value(Optional.empty())))
          .as(each.getKey())
          .isEqualTo(each.getValue());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          a(?=b)                  ; invalid or unsupported Perl syntax
          a(?!c)                  ; invalid or unsupported Perl syntax
          (?>a)                   ; invalid or unsupported Perl syntax
          (a)\\1                  ; invalid escape sequence
          a++                     ; invalid nested repetition operator
          a{1001}                 ; invalid repeat count
          a{9999999999}           ; invalid repeat count
          (a{30}){40}             ; invalid repeat count
          ((a{1000}){1000}){1000} ; invalid repeat count
          (                       ; missing closing
          *                       ; missing argument to repetition operator
          \\p{IsAlphabetic}       ; invalid character class range
          """)
  void whatRe2RefusesIsRefusedWithItsPlace(String pattern, String why) {
    assertThatThrownBy(() -> Cel.compile("true &&\n  " + matches("a", pattern)))
        .isInstanceOf(CelException.class)
        .hasMessageStartingWith(
            "it does not compile at 2:15 of the expression: invalid matches argument: " + why);
  }

  @Test
  void aPatternThatIsOnlyKnownLaterFailsThen() throws CelException {
    Cel compiled = Cel.compile("'a'.matches(device.driver + '*' + '*')");

    assertThatThrownBy(() -> compiled.matches(NONE.value(Optional.empty())))
        .isInstanceOf(CelException.class)
        .hasMessageStartingWith(
            "invalid matches argument: invalid nested repetition operator: `**`; write");
  }

  @Test
  void aPatternOfManyPartsIsNotJudged() {
    for (String each :
        List.of(
            "a".repeat(2000),
            "[a-z]{1000}".repeat(2),
            "a{0,1000}",
            "a?".repeat(2450),
            "(a{10}){100}")) {
      assertThatThrownBy(() -> Cel.compile(matches("a", each)))
          .as(each)
          .isInstanceOf(CelException.class)
          .hasMessageContaining("the pattern has more than 1024 parts");
    }
    assertThatThrownBy(() -> Cel.compile(matches("a", "(".repeat(200) + "a" + ")".repeat(200))))
        .isInstanceOf(CelException.class)
        .hasMessageContaining("the pattern has more than 100 brackets within one another");
    assertThatThrownBy(() -> Cel.compile(matches("a".repeat(8000), "[a-z]{1000}")))
        .isInstanceOf(CelException.class)
        .hasMessageStartingWith("it is not judged");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "99999999999999999999 == 1",
        "0xffffffffffffffffffffffffffffffffffffffff == 1",
        "99999999999999999999u == 1u",
        "-9223372036854775809 == 1",
        "has(device)",
        "has(1)",
        "[].all(1, true)",
        "[].all(x.y, true)",
        "[1].map(1, 2) == []",
        "'\\U00110000' == 'a'",
        "1e999999 > 0.0",
        "-1e999999 < 0.0",
        "1.0e309 > 0.0",
      })
  void aSmallMistakeIsRefusedWithItsPlace(String expression) {
    assertThatThrownBy(() -> Cel.compile(expression))
        .isInstanceOf(CelException.class)
        .hasMessageMatching("(?s)it does not compile at 1:[0-9]+ of the expression: .+");
    assertThat(Cel.wrongConstants(expression)).isEmpty();
    assertThat(Cel.excludesNvidia(expression)).isFalse();
  }

  @Test
  void theLargestDoubleIsTaken() throws CelException {
    assertThat(
            Cel.compile("1.7976931348623157e308 > 1e300 && 1e-999999 == 0.0")
                .matches(NONE.value(Optional.empty())))
        .isTrue();
  }

  private static String matches(String text, String pattern) {
    return "'%s'.matches(r\"%s\")".formatted(text, pattern);
  }
}
