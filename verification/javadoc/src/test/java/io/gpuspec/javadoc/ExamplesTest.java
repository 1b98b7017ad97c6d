package io.gpuspec.javadoc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is looked at in an example, and what is refused. */
class ExamplesTest {
  @TempDir Path classes;

  private List<String> wrong(String... lines) throws Exception {
    Example example = new Example("A.java", 10, String.join("\n", lines) + "\n");
    return new Examples(
            List.of(example), each -> "import io.gpuspec.*; import io.gpuspec.value.*;", classes)
        .wrong(example);
  }

  @Test
  void aCommentBehindAStatementIsComparedWithWhatItsValuePrints() throws Exception {
    assertThat(
            wrong(
                "Fraction half = Fraction.parse(\"2/4\");    // 1/2",
                "half.equals(Fraction.of(1, 2));    // false"))
        .containsExactly("A.java:12: says \"false\", but it is \"true\"");
  }

  @Test
  void soAreTheIndentedLinesBelowIt() throws Exception {
    assertThat(wrong("GpuModel.find(\"V100\");", "    // V100-16G · 16Gi", "    // V100-32G"))
        .containsExactly(
            "A.java:11: says \"V100-16G · 16Gi\nV100-32G\", but it is \"V100-16G · 16Gi · Volta 7.0\nV100-32G · 32Gi · Volta 7.0\"");
    assertThat(
            wrong(
                "GpuModel.find(\"V100\");    // V100-16G · 16Gi · Volta 7.0",
                "                           // V100-32G · 32Gi · Volta 7.0"))
        .isEmpty();
  }

  @Test
  void threeDotsStandForAnyText() throws Exception {
    assertThat(wrong("Devices.of(\"T4\", \"V100\");    // T4... x1")).isEmpty();
    assertThat(wrong("Devices.of(\"T4\", \"V100\");    // T4 ... x2")).hasSize(1);
    assertThat(wrong("Devices.of(\"T4\", \"V100\");    // T4")).hasSize(1);
  }

  @Test
  void anErrorIsAValueToo() throws Exception {
    assertThat(wrong("Fraction.parse(\"4/2\");    // InvalidValueException: ...")).isEmpty();
    assertThatThrownBy(() -> wrong("Fraction.parse(\"4/2\");"))
        .isInstanceOf(io.gpuspec.value.InvalidValueException.class);
  }

  @Test
  void aLineOfCommentAboveAStatementSaysWhatItLikes() throws Exception {
    assertThat(wrong("// Half of a card.", "Fraction.parse(\"1/2\");    // 1/2")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "if (gpus.targets().isEmpty()) {}    // no target",
        "Fraction\n    .parse(    // half\n        \"1/2\");",
        "Fraction.parse(\"1/2\");\n// half",
        "Fraction.parse(\"1/2\");\n\n// half",
      })
  void aCommentThatIsComparedWithNothingIsRefused(String example) {
    assertThatThrownBy(() -> wrong(example))
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith("A.java:11: \"// ")
        .hasMessageEndingWith(
            "\" is compared with no value; put it behind a statement, or above one");
  }

  @Test
  void whatDoesNotCompileIsToldWithItsLine() {
    assertThatThrownBy(() -> wrong("Fraction.parse(\"1/2\");", "Fraction.pars(\"1/2\");"))
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith("A.java:12: cannot find symbol");
    assertThatThrownBy(() -> wrong("Fraction.parse(\"1/2\")"))
        .isInstanceOf(AssertionError.class)
        .hasMessage("A.java:11: ';' expected");
  }

  @Test
  void aBlockThatIsNoExampleIsRefused() {
    assertThatThrownBy(() -> Example.in("A.java", "/**\n * <pre>\n * x\n * </pre>\n */"))
        .hasMessageStartingWith("A.java:2: \"* <pre>\" does not open an example");
    assertThatThrownBy(() -> Example.in("A.java", "/**\n * <pre>{@code\n * x }</pre>\n */"))
        .hasMessageStartingWith("A.java:2: the example has no end");
    assertThatThrownBy(() -> Example.in("A.java", "/**\n * <pre>{@code\n * x(\"{\");\n * }</pre>"))
        .hasMessageStartingWith("A.java:2: 1 braces open and 0 close");
  }
}
