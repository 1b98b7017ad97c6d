package io.gpuspec.judges;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SaidTest {

  @Test
  void aTextIsWrittenAsJavaReadsIt() {
    assertThat(Said.literal("a\"b\\c\n\u0007\u00e9")).isEqualTo("\"a\\\"b\\\\c\\n\\007\\u00e9\"");
  }

  @Test
  void theJavaFollowsTheSteps() {
    Said<String> said =
        new Said<>("\"x\"", () -> "x").then(new Said.Step<>(".concat(\"y\")", s -> s.concat("y")));

    assertThat(said).hasToString("\"x\".concat(\"y\")");
    assertThat(said.get()).isEqualTo("xy");
  }
}
