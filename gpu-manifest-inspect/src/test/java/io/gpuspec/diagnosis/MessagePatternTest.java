package io.gpuspec.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessagePatternTest {

  @Test
  void everyPlaceOfATextIsFoundWithItsCaptures() {
    MessagePattern pattern = MessagePattern.of("{nodes:number} Insufficient {resource:extended}");
    List<MatchResult> places =
        pattern.in("3 Insufficient nvidia.com/gpu, 1 Insufficient vpc.amazonaws.com/efa.");

    assertThat(places)
        .extracting(pattern::captured)
        .containsExactly(
            Map.of("nodes", "3", "resource", "nvidia.com/gpu"),
            Map.of("nodes", "1", "resource", "vpc.amazonaws.com/efa"));
    assertThat(pattern.captured(places.get(0)).keySet()).containsExactly("nodes", "resource");
    assertThat(pattern.in("3 Insufficient cpu")).isEmpty();
    assertThat(pattern).hasToString("{nodes:number} Insufficient {resource:extended}");
  }

  /** A capture without a kind is a word. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "pod {pod} failed | pod a.b failed | a.b",
        "pod {pod:word} failed: | pod a/b-1 failed: x | a/b-1",
        "{rest:rest} Insufficient | all of it Insufficient |",
        "from {text:rest} | from here to there | here to there",
        "'quota {quota:quoted}\"' | 'quota a, b\"' | a, b",
        "taint {{taint:braced}} | taint {a: b} | a: b",
        "Xid={code:number}, | Xid=79, | 79",
        "card-{card:part}. | card-A_1-b. | A_1-b",
        "name={name:given} | name=a,b:c | a,b",
      })
  void aKindSaysWhatACaptureTakes(String template, String text, String captured) {
    MessagePattern pattern = MessagePattern.of(template);

    assertThat(pattern.in(text).stream().map(match -> match.group(1)).toList())
        .isEqualTo(captured == null ? List.of() : List.of(captured));
  }

  /** The index finds a message by the start of its longest text. */
  @ParameterizedTest
  @CsvSource({
    "pod {pod} has failed, ' has failed'",
    "the pod failed {why}, 'the pod failed '",
    "{a} in {b} and then {c} out, ' and then '",
    "OutOf{resource:extended}, OutOf",
    "Xid={code:number}, Xid=",
  })
  void theLongestTextOfAMessageIsItsLiteral(String template, String literal) {
    assertThat(MessagePattern.of(template).literal()).isEqualTo(literal);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{a}", "Xid{code:number}", "{a} - {b}", ""})
  void aMessageHasFourCharactersOfItsOwn(String template) {
    assertThatThrownBy(() -> MessagePattern.of(template))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("'%s' has too little text of its own", template);
  }

  @Test
  void aKindThatIsNotKnownIsRefused() {
    assertThatThrownBy(() -> MessagePattern.of("out of {what:memory}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("'out of {what:memory}': there is no kind 'memory'");
  }
}
