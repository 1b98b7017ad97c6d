package io.gpuspec.internal.yaml;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.internal.Place;
import io.gpuspec.internal.Problem;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentTest {

  private static Document parse(String text) {
    return Document.parse(text, "file");
  }

  @Test
  void yamlAndJsonOfTheSameContentAreTheSameTree() {
    Document yaml =
        parse(
            """
            # a comment
            name: g5.xlarge
            gpus: 1
            amount: 0.50
            edition: 2026-03
            identified: false
            "quoted": "8"
            list: [a, 'b c']
            """);
    Document json =
        parse(
            """
            {"name": "g5.xlarge", "gpus": 1, "amount": 0.50, "edition": "2026-03",
            \t"identified": false, "quoted": "8", "list": [
            \t\t"a", "b c"]}
            """);

    assertThat(yaml.root()).isEqualTo(json.root());
    assertThat(json.root().path("gpus").isInt()).isTrue();
    assertThat(json.root().path("edition").isTextual()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.526", "0.10", "1234567890.123456789012345678901", "1e3", "-0.0", "12"})
  void numbersKeepTheirDigits(String number) {
    BigDecimal exact = new BigDecimal(number);

    assertThat(parse("a: " + number).root().path("a").decimalValue()).isEqualTo(exact);
    assertThat(parse("{\"a\": " + number + "}").root().path("a").decimalValue()).isEqualTo(exact);
  }

  @Test
  void aMergeKeyOfYaml11IsAKeyLikeOthers() {
    assertThat(parse("a: &x {b: 1}\nc: {<<: *x}").root().at("/c/<</b").intValue()).isEqualTo(1);
  }

  @Test
  void tagsOfTheCoreSchemaMayStand() {
    assertThat(parse("a: !!str 1").root().path("a").textValue()).isEqualTo("1");
    assertThat(parse("a: !!float 1").root().path("a").intValue()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"010, 10", "0x1F, 31", "0o17, 15", "+5, 5", "5., 5", ".5, 0.5"})
  void numbersOfYamlGoByItsCoreSchema(String written, BigDecimal value) {
    assertThat(parse("a: " + written).root().path("a").decimalValue()).isEqualByComparingTo(value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"yes", "no", "1_000", "2026-03-01", "0b1", "NO", "<<", "1:30"})
  void whatTheCoreSchemaDoesNotKnowIsText(String written) {
    assertThat(parse("a: " + written).root().path("a").textValue()).isEqualTo(written);
  }

  @Test
  void aliasesStandForWhatTheyName() {
    Document file = parse("a: &x {b: 1}\nc: [*x, *x]\n");

    assertThat(file.root().at("/c/1/b").intValue()).isEqualTo(1);
    assertThat(file.located(new Problem(Place.ROOT.field("c").item(1).field("b"), "is odd")))
        .isEqualTo("file:1:11: /c/1/b: is odd");
  }

  @Test
  void everythingHasItsPlace() {
    Document yaml = parse("a:\n  - b: 1\n    c/d: x\n");
    Document json = parse("{\"a\": [\n  {\"b\": 1, \"c/d\": \"x\"}]}");

    assertThat(yaml.located(new Problem(Place.ROOT, "p"))).isEqualTo("file:1:1: p");
    assertThat(yaml.located(new Problem(Place.ROOT.field("a").item(0).field("b"), "p")))
        .isEqualTo("file:2:8: /a/0/b: p");
    assertThat(yaml.located(new Problem(Place.ROOT.field("a").item(0).field("c/d"), "p")))
        .isEqualTo("file:3:10: /a/0/c~1d: p");
    assertThat(json.located(new Problem(Place.ROOT.field("a").item(0).field("c/d"), "p")))
        .isEqualTo("file:2:19: /a/0/c~1d: p");
    // What is not there has the place of what it is missing in.
    assertThat(yaml.located(new Problem(Place.ROOT.field("a").item(0).field("none"), "p")))
        .isEqualTo("file:2:5: /a/0/none: p");
    assertThat(Document.of("code", yaml.root()).located(new Problem(Place.ROOT.field("a"), "p")))
        .isEqualTo("code: /a: p");
  }

  @Test
  void aByteOrderMarkIsPassedOver() {
    assertThat(parse("\uFEFFa: 1").root().has("a")).isTrue();
    assertThat(parse("\uFEFF{\"a\": 1}").root().has("a")).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          '' | '' | yaml.empty
          'a: 1\na: 2' | a | yaml.malformed
          'a: 1\n---\nb: 2' | '' | yaml.malformed
          'a: !!int x' | x | yaml.malformed
          'a: !x {}' | '' | yaml.malformed
          'a: *b' | '' | yaml.malformed
          'a: &b [*b]' | '' | yaml.malformed
          '? [a]\n: 1' | '' | yaml.malformed
          'a: .inf' | .inf | yaml.malformed
          'a: 0xFFFFFFFFFFFFFFFFFF' | 0xFFFFFFFFFFFFFFFFFF | yaml.malformed
          '{"a": 1e99999999999}' | 1e99999999999 | yaml.malformed
          '{"a": 1} {}' | '' | json.malformed
          """)
  void whatIsNoSuchDocumentIsRefusedWithItsPlace(String text, String value, String id) {
    assertError(() -> parse(text.replace("\\n", "\n")), id, value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a: [1, 2",
        "a: \"x",
        "{\"a\": 1",
        "{\"a\": 1, \"a\": 2}",
        "{'a': 1}",
        "\ta: 1",
        "a: @b"
      })
  void whatIsNeitherYamlNorJsonIsRefusedWithItsPlace(String text) {
    assertError(() -> parse(text), text.startsWith("{") ? "json.malformed" : "yaml.malformed");
  }

  @Test
  void howMuchAliasesStandForIsBounded() {
    StringBuilder laughs = new StringBuilder("l0: &l0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 9; i++) {
      laughs.append("l%d: &l%d [".formatted(i, i));
      laughs.append("*l%d, ".formatted(i - 1).repeat(10)).append("x]\n");
    }

    assertError(() -> parse(laughs.toString()), "yaml.malformed");
  }

  @Test
  void howDeepADocumentGoesIsBounded() {
    StringBuilder chain = new StringBuilder("l0: &l0 [x]\n");
    for (int i = 1; i < 120; i++) {
      chain.append("l%d: &l%d [*l%d]\n".formatted(i, i, i - 1));
    }

    for (String deep : new String[] {"a: " + "[".repeat(50_000), chain.toString()}) {
      assertError(() -> parse(deep), "yaml.malformed");
    }
    assertError(() -> parse("{\"a\":" + "[".repeat(50_000)), "json.malformed");
  }

  @Test
  void aNumberOfManyThousandDigitsIsRefusedAtOnce() {
    assertError(() -> parse("a: " + "9".repeat(100_000)), "yaml.malformed");
  }
}
