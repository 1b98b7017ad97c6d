package io.gpuspec.manifest.internal.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The bound of an expression's cost, beside {@code MaxCost} of {@code
 * k8s.io/dynamic-resource-allocation/cel} v0.37.2.
 */
class CelCostTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          4      ; device.driver == 'gpu.nvidia.com'
          7      ; device.capacity['gpu.nvidia.com'].memory.compareTo(quantity('80Gi')) >= 0
          46     ; device.attributes['gpu.nvidia.com'].productName.matches('^NVIDIA (A100|H100).*$')
          32     ; device.attributes['gpu.nvidia.com'].productName.lowerAscii().matches('^nvidia.*$')
          7      ; device.attributes['gpu.nvidia.com'].cudaComputeCapability.compareTo(semver('8.9.0')) >= 0
          195    ; device.attributes.exists(d, d == 'a')
          6435   ; device.attributes.exists(d, device.attributes[d].exists(k, k == 'a'))
          335139 ; device.attributes.exists(d, device.attributes[d].exists(k, device.attributes.exists(e, e == k)))
          104707 ; device.attributes.all(d, device.attributes[d].all(k, device.attributes.all(e, true)))
          17     ; device.attributes['gpu.nvidia.com'].productName in ['a','b','c']
          43     ; ['a','b'].exists(x, device.attributes['gpu.nvidia.com'].productName.contains(x))
          167    ; ['a','b'].all(x, ['a','b'].all(y, ['a','b'].all(z, x != y || y != z)))
          275    ; device.attributes['d'].x.replace('A', 'BBBB').replace('B', 'CCCC').replace('C','DDDD') == 'x'
          402    ; device.attributes['gpu.nvidia.com'].productName.split(' ').exists(x, x == 'A100')
          914    ; device.attributes['d'].x.split(' ').exists(x, x == device.driver)
          20     ; device.attributes['gpu.nvidia.com'].productName + device.driver == 'x'
          82     ; [1,2,3].map(x, x*2).exists(y, y == 2)
          150    ; [1,2,3,4].filter(x, x > 2).map(x, x * 2).size() > 1
          37     ; {'a': 'b'}.exists(k, k.contains('a'))
          15     ; device.attributes['d'].x == device.attributes['d'].y
          10     ; device.attributes['d'] == device.attributes['e']
          9507   ; device.attributes.exists(d, device.attributes[d].exists(k, k.contains('a')))
          740    ; device.attributes['d'].exists(k, string(device.attributes['d'][k]).contains('a'))
          52     ; device.attributes['d'].x.lowerAscii().upperAscii().trim().substring(1).replace('a','b').contains('x')
          14     ; quantity(device.attributes['d'].x).compareTo(quantity('1Gi')) > 0
          8      ; quantity('5Gi').add(1).isLessThan(device.capacity['d'].m)
          388    ; device.capacity['d'].exists(k, device.capacity['d'][k].compareTo(quantity('1')) > 0)
          """)
  void theBoundIsNotBelowTheEstimateAndFarFromTheLimit(double estimate, String expression)
      throws CelException {
    Cel.compile(expression);

    assertThat(Cel.costOf(expression)).isGreaterThanOrEqualTo(estimate).isLessThan(CelCost.MOST);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // Kubernetes' estimate is 10788131, and about 2^64 or a tenth of it for the others.
        "device.attributes.exists(d, device.attributes[d].exists(k, device.attributes.exists(e,"
            + " device.attributes[e].exists(f, f == k))))",
        "device.attributes['d'].x.split(' ').exists(x, x.contains('a'))",
        "device.attributes['d'].x.split(' ')[0].split('a')[0] == 'b'",
        "['a','b'].join(',') == 'a,b'",
        "string(1 + 2).contains('a')",
        "type(device.attributes['d'].x) == string",
        // A loop over nothing, whose step has no bound.
        "[].all(x, ['a','b'].join(',') == 'a')",
      })
  void whatTheApiServerRefusesForItsCostIsNotJudged(String expression) {
    assertThatThrownBy(() -> Cel.compile(expression))
        .isInstanceOf(CelException.class)
        .hasMessageStartingWith(
            "it is not judged: the API server refuses an expression that costs");
  }

  /** {@code InList} costs the size of the list, and {@code int(...)} is a call as any other. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "device.attributes['d'].x.split(' ').exists(x, x in ['a', 'b'])",
        "int(device.attributes['d'].x.split(' ')[1]) > 3",
        "uint(device.attributes['d'].x.split(' ')[1]) > 3u",
        "double(device.attributes['d'].x.split(' ')[1]) > 3.5",
      })
  void partsOfASplitTextHaveABoundWhereTheyAreNotRead(String expression) throws CelException {
    Cel.compile(expression);

    assertThat(Cel.costOf(expression)).isLessThan(CelCost.MOST);
  }

  @Test
  void functionsThatAreNotEvaluatedHereSaySo() {
    for (String each :
        new String[] {
          "ip(device.attributes['d'].x).family() == 4",
          "cidr('10.0.0.0/8').containsIP(ip(device.attributes['d'].x))",
          "sets.contains(['a'], [device.driver])",
          "[1, 1].distinct().size() == 1",
          "device.attributes.exists(d, n, d == 'a')",
        }) {
      assertThatThrownBy(() -> Cel.compile(each))
          .as(each)
          .isInstanceOf(CelException.class)
          .hasMessageContaining("is not evaluated here, although Kubernetes has it");
    }
  }
}
