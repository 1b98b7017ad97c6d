package io.gpuspec.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.value.InvalidValueException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTextTest {
  @Test
  void aDocumentIsReadAsMapsListsAndValues() {
    assertThat(JsonText.parse("{\"a\": [1, \"x\", true], \"b\": {}}"))
        .isEqualTo(Map.of("a", List.of(1, "x", true), "b", Map.of()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "{} {}", "{'a': 1}", "null", "[null]", "{\"a\": 1, \"a\": 1}"})
  void whatIsNoJsonIsRefused(String text) {
    assertThatThrownBy(() -> JsonText.parse(text))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageStartingWith("'" + text + "' is no JSON that can be taken: ");
  }
}
