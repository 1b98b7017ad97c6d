package io.gpuspec.kube;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

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
    assertError(() -> JsonText.parse(text), "json.malformed", text);
  }
}
