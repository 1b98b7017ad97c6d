package io.gpuspec.value;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GpuSpecExceptionTest {
  @Test
  void theMessageEndsWithThePage() {
    GpuSpecException refused =
        new InvalidValueException("cards.out-of-range", "cards: '0' is none; give 1 or more");

    assertThat(refused).hasMessage("cards: '0' is none; give 1 or more");
    assertThat(refused.see("docs/mig.md"))
        .isSameAs(refused)
        .hasMessage("cards: '0' is none; give 1 or more; see docs/mig.md");
  }

  @Test
  void thePageOfWhatIsBeneathIsTheNearerOne() {
    GpuSpecException beneath =
        new InvalidValueException("gpus.unknown", "gpu: 'T5' is none").see("docs/a.md");

    assertThat(
            new GpuSpecException("file.malformed", "f.yaml:3:1: " + beneath.getMessage())
                .see("docs/b.md"))
        .hasMessage("f.yaml:3:1: gpu: 'T5' is none; see docs/a.md");
    assertThat(beneath.see("docs/b.md")).hasMessage("gpu: 'T5' is none; see docs/a.md");
  }

  @Test
  void aPageIsNamed() {
    GpuSpecException refused =
        new InvalidValueException("cards.out-of-range", "cards: '0' is none");

    assertError(() -> refused.see(null), "value.missing", "null");
  }

  /** Errors and notes quote what files say, and a terminal would obey it. */
  @Test
  void whatATerminalWouldObeyIsShownAsAnEscape() {
    String quoted = "name '\u001b[2Jx\u202e' is not known\n\tnor is this";

    assertThat(new GpuSpecException("a.b", quoted))
        .hasMessageStartingWith("name '\\u001b[2Jx\\u202e' is not known\n\tnor is this");
    assertThat(Note.of("a.b", quoted).message())
        .isEqualTo("name '\\u001b[2Jx\\u202e' is not known\n\tnor is this");
  }

  @Test
  void anErrorOfAnAreaLeadsToItsPageUnlessItsMessageLeadsToOne() {
    assertThat(new GpuSpecException("share.unknown", "cards: 'T5' is none"))
        .hasMessage("cards: 'T5' is none; see docs/sharing.md");
    assertThat(new GpuSpecException("share.unknown", "cards: 'T5' is none; see docs/a.md"))
        .hasMessage("cards: 'T5' is none; see docs/a.md");
    assertThat(new GpuSpecException("share", "an id without an area"))
        .hasMessage("an id without an area");
    assertThat(new GpuSpecException("share.unknown", "none", new IllegalStateException()).id())
        .isEqualTo("share.unknown");
  }
}
