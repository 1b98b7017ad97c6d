package io.gpuspec.manifest.internal.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
}
