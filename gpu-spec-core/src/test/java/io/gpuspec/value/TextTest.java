package io.gpuspec.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextTest {
  @Test
  void aTextIsWrittenToAFileAsItIs(@TempDir Path folder) throws Exception {
    Text text = Text.of("a: 1\nb: \u00e9\n");
    Path file = Files.writeString(folder.resolve("a.yaml"), text);
    assertThat(Files.readString(file)).isEqualTo("a: 1\nb: \u00e9\n");
  }

  @Test
  void aTextIsASequenceOfItsCharacters() {
    Text text = Text.of("abc");
    assertThat(text.length()).isEqualTo(3);
    assertThat(text.charAt(1)).isEqualTo('b');
    assertThat(text.subSequence(1, 3)).isEqualTo("bc");
    assertThat(text.isEmpty()).isFalse();
    assertThat(new StringBuilder("x").append(text)).hasToString("xabc");
    assertThat("xabcx".contains(text)).isTrue();
    assertThat((Object) text).isEqualTo(Text.of("abc")).isNotEqualTo("abc");
  }
}
