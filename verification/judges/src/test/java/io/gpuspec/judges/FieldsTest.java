package io.gpuspec.judges;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{a: 1}                | {a: 1, b: 2}",
        "{a: {b: [1, x]}}      | {a: {b: ['1', x]}}",
        "{list: envvar}        | {list: [envvar]}",
        "{sleepInterval: 60s}  | {sleepInterval: 1m0s}",
        "{name: gpu}           | {name: nvidia.com/gpu}"
      })
  void whatIsHeldAsItWasWrittenIsNotLost(String written, String held) {
    assertThat(lost(written, held)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{a: 1}                | {b: 1}                | a",
        "{a: false}            | {a: null}             | a",
        "{a: {b: 1}}           | {a: {b: 2}}           | a.b",
        "{a: {b: 1}}           | {}                    | a",
        "{a: [{b: 1}, {b: 2}]} | {a: [{b: 1}, {b: 3}]} | a[1].b",
        "{a: [1, 2]}           | {a: [1]}              | a",
        "{devices: [0]}        | {devices: all}        | devices",
        "{sleepInterval: 60s}  | {sleepInterval: 6s}   | sleepInterval"
      })
  void whatIsHeldInAnotherWayOrNotAtAllIsLost(String written, String held, String path) {
    assertThat(lost(written, held)).containsExactly(path);
  }

  @Test
  void everyLossIsNamed() {
    assertThat(lost("{a: 1, b: {c: 2, d: 3}}", "{b: {d: 3}}")).containsExactly("a", "b.c");
  }

  private static List<String> lost(String written, String held) {
    return Fields.lost(Trees.read(written), Trees.read(held));
  }
}
