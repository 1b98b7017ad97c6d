package io.gpuspec.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.JsonShape;
import io.gpuspec.Target;
import io.gpuspec.TestCloud;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonLinesTest {
  private static final int MEBI = 1 << 20;

  private final Target target = Gpus.of(TestCloud.ofResources("cloud")).in("cloud");

  private List<String> answers(String lines) throws IOException {
    return answers(new StringReader(lines));
  }

  private List<String> answers(Reader lines) throws IOException {
    StringWriter out = new StringWriter();
    int unread = JsonLines.match(target, UnaryOperator.identity(), lines, out);
    List<String> answers = out.toString().lines().toList();
    assertThat(answers.stream().filter(line -> line.contains("\"error\""))).hasSize(unread);
    return answers;
  }

  @Test
  void aLineThatIsTooLongIsAnErrorAndTheRestGoesOn() throws IOException {
    String longest = "{}" + " ".repeat(MEBI - 2);
    List<String> answers = answers(longest + "\n" + longest + " \n{\"id\": 3}\n{\"id\": 4}");

    assertThat(answers).hasSize(4);
    assertThat(answers.get(0)).startsWith("{\"matched\":true");
    assertThat(answers.get(1)).startsWith("{\"error\":\"line 2: longer than 1 MiB ");
    assertThat(answers.get(2)).startsWith("{\"id\":3,\"matched\":true");
    assertThat(answers.get(3)).startsWith("{\"id\":4,\"matched\":true");
  }

  @Test
  void aLineWithoutEndIsNotHeld() throws IOException {
    Reader endless =
        new Reader() {
          private long left = 1L << 28;

          @Override
          public int read(char[] text, int from, int length) {
            int count = (int) Math.min(left, length);
            left -= count;
            Arrays.fill(text, from, from + count, 'x');
            return count == 0 ? -1 : count;
          }

          @Override
          public void close() {}
        };

    assertThat(answers(endless)).singleElement().asString().contains("line 1: longer than 1 MiB");
  }

  @Test
  void aLineLongerThanABufferIsReadWhole() throws IOException {
    String id = "x".repeat(20_000);

    assertThat(answers("{\"id\": \"" + id + "\"}\n{\"id\": 2}\n"))
        .hasSize(2)
        .first()
        .asString()
        .contains("\"" + id + "\"");
  }

  @Test
  void aByteOrderMarkAndWindowsLineEndsAreAccepted() throws IOException {
    assertThat(answers("\uFEFF{\"id\": 1}\r\n{\"id\": 2}\r\n"))
        .hasSize(2)
        .allSatisfy(line -> assertThat(line).contains("\"matched\":true"));
    assertThat(answers("")).isEmpty();
    assertThat(answers("\uFEFF")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1",
        "1.0",
        "1.50",
        "-7",
        "12345678901234567890123",
        "0.1000000000000000055511151231257827",
        "\"1.0\"",
        "null",
        "true",
        "[1.0,{\"a\":2.00}]"
      })
  void theIdIsEchoedAsItWasGiven(String id) throws IOException {
    assertThat(answers("{\"id\": " + id + "}"))
        .singleElement()
        .asString()
        .startsWith("{\"id\":" + id + ",\"matched\":true");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e5", "1E+5"})
  void anIdWithAnExponentKeepsItsValue(String id) throws IOException {
    assertThat(answers("{\"id\": " + id + "}").get(0)).startsWith("{\"id\":1E+5,");
  }

  @Test
  void aWholeNumberOfGpusMayHaveZeroesAfterThePoint() throws IOException {
    assertThat(answers("{\"gpus\": 2.0}")).isEqualTo(answers("{\"gpus\": 2}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'gpus': 2.5} | line 1: gpus: '2.5' is not a whole number; write it like 2",
        "{'gpus': '2'} | line 1: gpus: '\\\"2\\\"' is not a whole number",
        "{'gpus': 99999999999} | line 1: gpus: '99999999999' is not a whole number up to",
        "{'gpus': 1e999999999} | is not a whole number up to",
        "{'arch': 1} | line 1: arch: '1' is not a string; write it in quotes: amd64, arm64",
        "{'arch': null} | line 1: arch: 'null' is not a string",
        "{'arch': ['amd64']} | is not a string",
        "{'arch': 'sparc'} | line 1: arch: 'sparc' is not known",
        "[1] | line 1: '[1]' is not an object",
        "7 | line 1: '7' is not an object",
        "null | line 1: 'null' is not an object",
        "not json | line 1: not JSON: ",
        "{} {} | line 1: not JSON: ",
        "{'id': 1, 'id': 2} | line 1: not JSON: ",
        "{'gpu': 'T4'} | line 1: gpu: '\\\"T4\\\"' is not a list",
        "{'cpu': true} | line 1: cpu: 'true' is not a quantity",
      })
  void aBadLineNamesItsNumberAndTheValue(String line, String error) throws IOException {
    assertThat(answers(line.replace('\'', '"')))
        .singleElement()
        .asString()
        .contains("{\"error\":\"")
        .contains(error);
  }

  @Test
  void aLongValueIsNotRepeatedWhole() throws IOException {
    assertThat(answers("[" + "1,".repeat(10_000) + "1]").get(0)).hasSizeLessThan(200);
  }

  @Test
  void anAnswerHasTheShapeOrTheReason() throws IOException {
    List<String> answers =
        answers(
            "{\"gpu\": [\"V100\"], \"cpu\": 6}\n{\"gpu\": [\"L40\"]}\n{\"gpus\": 1, \"cpus\": 2}\n[]");

    assertThat(JsonShape.of(answers.get(0)))
        .startsWith("{matched, spec{provider, edition, name, gpu, gpus, ");
    assertThat(answers.get(1)).startsWith("{\"matched\":false,\"reason\":\"");
    assertThat(answers.get(2))
        .startsWith("{\"error\":\"line 3: field 'cpus' is not known; did you mean cpu");
    assertThat(answers.get(3)).startsWith("{\"error\":\"line 4: '[]' is not an object; write ");
  }

  /** A program that asks a line at a time waits for each answer. */
  @Test
  void anAnswerIsSentBeforeTheNextQuestionIsWaitedFor() throws IOException {
    List<Integer> flushed = new ArrayList<>();
    StringWriter out =
        new StringWriter() {
          @Override
          public void flush() {
            flushed.add((int) toString().lines().count());
          }
        };
    Reader slow =
        new StringReader("{}\n{}\n") {
          @Override
          public boolean ready() {
            return false;
          }

          @Override
          public int read(char[] text, int from, int length) throws IOException {
            return super.read(text, from, Math.min(3, length));
          }
        };

    JsonLines.match(target, UnaryOperator.identity(), slow, out);

    assertThat(flushed).startsWith(1, 2);
  }
}
