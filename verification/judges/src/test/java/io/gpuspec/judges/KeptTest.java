package io.gpuspec.judges;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeptTest {

  @Test
  void whatTheServerAddsDoesNotCount() {
    assertThat(
            lost(
                "{'a': {'b': 1}, 'env': [{'name': 'X', 'value': ''}]}",
                "{'a': {'b': 1, 'c': 2}, 'env': [{'name': 'X'}, {'name': 'Y'}]}"))
        .isEmpty();
  }

  @Test
  void whatIsDroppedIsNamed() {
    assertThat(lost("{'a': {'b': 1}}", "{'a': {}}"))
        .containsExactly("/a/b: 1 was written,  is kept");
  }

  @Test
  void whatIsReadAsSomethingElseIsNamed() {
    assertThat(lost("{'args': ['1e3']}", "{'args': [1000]}"))
        .containsExactly("/args/0: \"1e3\" was written, 1000 is kept");
  }

  @Test
  void aListOfTextsIsKeptAsLongAsItWas() {
    assertThat(lost("{'args': ['a']}", "{'args': ['a', 'b']}"))
        .containsExactly("/args: [\"a\"] was written, [\"a\",\"b\"] is kept");
  }

  private static List<String> lost(String written, String kept) {
    ObjectMapper json = new ObjectMapper();
    try {
      return Kept.lost(
          json.readTree(written.replace('\'', '"')), json.readTree(kept.replace('\'', '"')));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
