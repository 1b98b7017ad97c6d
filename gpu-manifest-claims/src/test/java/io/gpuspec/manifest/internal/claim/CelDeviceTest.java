package io.gpuspec.manifest.internal.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What expressions read of a device. A and C stand for its attributes and its capacity. */
class CelDeviceTest {
  private static final String SLICE =
      """
      apiVersion: resource.k8s.io/v1
      kind: ResourceSlice
      metadata: {name: s}
      spec:
        driver: gpu.example.com
        pool: {name: p, generation: 1, resourceSliceCount: 1}
        devices:
        - name: a
          allowMultipleAllocations: true
          attributes:
            text: {string: A}
            number: {int: 7}
            isOn: {bool: true}
            isOff: {bool: false}
            version: {version: 8.9.0}
            other.example.com/root: {string: r}
          capacity:
            memory: {value: 40Gi}
            other.example.com/rate: {value: 1500m}
      """;

  private static Device device() {
    return Slices.of(SlicesTest.trees(SLICE), Map.of()).pools().get(0).devices().get(0);
  }

  private static String written(String expression) {
    return expression
        .replaceAll("\\bA\\b(?!')", "device.attributes['gpu.example.com']")
        .replaceAll("\\bC\\b", "device.capacity['gpu.example.com']");
  }

  private static Cel cel(String expression) throws CelException {
    return Cel.compile(written(expression));
  }

  private static boolean matches(String expression) throws CelException {
    return cel(expression).matches(device().value(Optional.empty()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "device.driver == 'gpu.example.com'; true",
        "device.allowMultipleAllocations; true",
        "A.text == 'A'; true",
        "A.text == 'B'; false",
        "A.number == 7; true",
        "A.isOn; true",
        "A.isOff; false",
        "A.version.compareTo(semver('8.9.0')) == 0; true",
        "A.version == semver('8.9.0'); true",
        "A.version == semver('9.0.0'); false",
        "A.version != semver('9.0.0'); true",
        "A.version in [semver('8.0.0'), semver('8.9.0')]; true",
        "A.version in [semver('8.0.0')]; false",
        "'text' in A; true",
        "'none' in A; false",
        "has(A.text); true",
        "has(A.none); false",
        "A.size() == 5; true",
        "A.exists(name, name == 'number'); true",
        "A.all(name, name == 'number'); false",
        "A == A; true",
        "A == device.attributes['other.example.com']; false",
        "device.attributes['other.example.com'].root == 'r'; true",
        "device.attributes['other.example.com'].size() == 1; true",
        "device.attributes['nobody.example.com'].size() == 0; true",
        "device.attributes.size() == 2; true",
        "device.attributes.exists(domain, domain == 'other.example.com'); true",
        "device.attributes.exists(domain, domain == 'nobody.example.com'); false",
        "'gpu.example.com' in device.attributes; true",
        "'nobody.example.com' in device.attributes; false",
        "C.memory == quantity('40960Mi'); true",
        "C.memory == quantity('40G'); false",
        "C.memory in [quantity('40Gi')]; true",
        "C.memory.compareTo(quantity('40Gi')) == 0; true",
        "C.memory.isGreaterThan(quantity('39Gi')); true",
        "C.memory.isLessThan(quantity('39Gi')); false",
        "device.capacity['other.example.com'].rate == quantity('1.5'); true",
      })
  void anExpressionReadsTheDriverTheAttributesAndTheCapacity(String expression, boolean isTrue)
      throws CelException {
    assertThat(matches(expression)).isEqualTo(isTrue);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "A.none == 'x'; no such key: none",
        "dyn(A.version) == dyn(1); no such overload",
        "dyn(A.version) == dyn(C.memory); no such overload",
        "dyn(device.driver); its result is string, not true or false",
      })
  void whatADeviceDoesNotHaveIsAnError(String expression, String why) {
    assertThatThrownBy(() -> matches(expression))
        .isInstanceOf(CelException.class)
        .hasMessageContaining(why);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "A.text == 'B'; text is A, not B",
        "A.number == 8; number is 7, not 8",
        "A.isOff == true; isOff is false, not true",
        "C.memory.compareTo(quantity('80Gi')) >= 0; memory 40Gi < 80Gi",
        "C.memory.compareTo(quantity('80Gi')) == 0; memory 40Gi != 80Gi",
        "C.memory.compareTo(quantity('40Gi')) != 0; memory 40Gi == 40Gi",
        "C.memory.isGreaterThan(quantity('80Gi')); memory 40Gi <= 80Gi",
        "C.memory.isLessThan(quantity('4Gi')); memory 40Gi >= 4Gi",
        "A.version.isGreaterThan(semver('9.0.0')); version 8.9.0 <= 9.0.0",
        "device.capacity['other.example.com'].rate.isGreaterThan(quantity('2')); rate 1.5 <= 2",
        "device.attributes['other.example.com'].root == 's'; root is r, not s",
        "A.isOn && A.text == 'B' && A.number == 8; text is A, not B",
      })
  void theReasonIsWhatTheDeviceHas(String expression, String why) throws CelException {
    assertThat(cel(expression).why(device())).isEqualTo(why);
  }

  @Test
  void theReasonNamesAllThatAConditionReads() throws CelException {
    assertThat(cel("A.text == 'B' || A.number > 8").why(device()))
        .startsWith("text is A; number is 7; ")
        .endsWith(" is false");
    assertThat(cel("A.none == 'x'").why(device())).endsWith(": no such key: none");
  }

  @Test
  void anExpressionThatFailsForADriverDoesNotExcludeIt() throws CelException {
    assertThat(cel("int(device.driver) == 1").excludesDriver("gpu.example.com")).isFalse();
    assertThat(Cel.excludesNvidia("device.driver == 'gpu.example.com'")).isTrue();
    assertThat(Cel.excludesNvidia("device.driver == 'gpu.nvidia.com'")).isFalse();
    assertThat(Cel.excludesNvidia(written("A.text == 'A'"))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "quantity('80GB').isInteger()",
        "quantity('1').add(quantity('80GB')).isInteger()",
        "[quantity('80GB')].size() == 1",
        "{'a': quantity('80GB')}.a.isInteger()",
        "{quantity('80GB'): 'a'}.size() == 1",
        "[quantity('80GB')].exists(q, q.isInteger())",
        "[1].exists(n, quantity('80GB').isInteger())",
      })
  void aWrongConstantIsFoundInEveryPart(String expression) {
    assertThat(Cel.wrongConstants(expression)).hasToString("[quantity('80GB') is not a quantity]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "semver('8.9.0'); []",
        "semver('8.9'); [semver('8.9') is not a version with three parts]",
        "semver('v8.9', true); []",
        "semver('x', true); [semver('x') is not a version with three parts]",
        "semver('8.9', false); [semver('8.9') is not a version with three parts]",
        "semver('8.9.0', false); []",
        "semver('8.9', device.allowMultipleAllocations); []",
        "quantity(device.driver); []",
        "'8.9'.size(); []",
      })
  void aVersionHasItsPartsUnlessTheyMayBeMissing(String expression, String wrong) {
    assertThat(Cel.wrongConstants(expression)).hasToString(wrong);
  }

  @Test
  void aWrongConstantIsRefusedWithAnExample() {
    assertThatThrownBy(() -> cel("C.memory.compareTo(quantity('80GB')) >= 0"))
        .hasMessageContaining("quantity('80GB') is not a quantity")
        .hasMessageEndingWith("write it like 80Gi");
    assertThatThrownBy(() -> cel("A.version.compareTo(semver('8.9')) >= 0"))
        .hasMessageEndingWith("write it like 8.9.0");
  }

  /** What Kubernetes may know, or what is refused here only, is not said to be refused there. */
  @Test
  void whatTheServerRefusesIsToldApart() {
    assertThat(Cel.refusal("device.foo == 1").orElseThrow()).contains("undefined field 'foo'");
    assertThat(Cel.refusal("device.driver ==").orElseThrow()).contains("does not compile at 1:17");
    assertThat(Cel.refusal("  ").orElseThrow()).contains("the expression is empty");
    assertThat(Cel.refusal("1 + 1").orElseThrow()).contains("it must give true or false");
    for (String each :
        List.of(
            "true",
            "dyn(true)",
            written("A.text"),
            "cel.bind(x, device.driver, x == 'a')",
            "device.driver.find('[0-9]+') == '1'",
            "(".repeat(200) + "true" + ")".repeat(200))) {
      assertThat(Cel.refusal(each)).as(each).isEmpty();
    }
  }
}
