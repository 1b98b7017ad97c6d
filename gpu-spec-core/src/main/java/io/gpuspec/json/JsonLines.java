package io.gpuspec.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.GpuRequest;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.BoundedLines;
import io.gpuspec.internal.Json;
import io.gpuspec.internal.JsonValues;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Facts;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import java.io.Flushable;
import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Answers many requests, one JSON object per line, in order and without holding them all in memory.
 *
 * <pre>{@code
 * Reader in = new StringReader("{\"id\": 1, \"gpu\": [\"T4\"], \"cpu\": 4}\n");
 * StringBuilder out = new StringBuilder();
 * JsonLines.match(gpus.in("tke"), GpuRequest::exactGpus, in, out);    // 0
 * out.toString();    // {"id":1,"matched":true,"spec":{...}}
 * }</pre>
 *
 * <p>In: {@code {"id", "gpu": [ordered], "anyOf": [unordered], "minGpuMemory", "gpus", "cpu",
 * "memory", "arch", ...}}, with any property that an answer has under {@code requested}; all but
 * one way to name GPUs together optional. Out: {@code {"id", "matched", "spec", "reason"}}; a line
 * that cannot be read gives {@code {"id", "error"}} and the rest goes on. The id comes back as it
 * was given, a number with all its digits.
 *
 * <p>A line ends with a line feed. One of more than 1 MiB characters is an error and is skipped
 * without being held. A byte order mark at the start is ignored.
 */
public final class JsonLines {
  private static final Set<String> FIELDS =
      Stream.concat(Stream.of("id"), RequestField.names().stream())
          .collect(Collectors.toCollection(TreeSet::new));

  private static final int LONGEST = 1 << 20;

  private final Target target;
  private final UnaryOperator<GpuRequest> everyRequest;

  private JsonLines(Target target, UnaryOperator<GpuRequest> everyRequest) {
    this.target = target;
    this.everyRequest = everyRequest;
  }

  /**
   * Answers every line. An {@code out} that is {@link Flushable} is flushed before waiting for the
   * next line.
   *
   * @param everyRequest what holds for all of them, such as {@code GpuRequest::exactGpus}
   * @return how many lines could not be read
   */
  public static int match(
      Target target, UnaryOperator<GpuRequest> everyRequest, Reader in, Appendable out)
      throws IOException {
    JsonLines lines =
        new JsonLines(
            Arguments.required("target", target, "a Target"),
            Arguments.required("everyRequest", everyRequest, "a function on requests"));
    BoundedLines questions = new BoundedLines(Arguments.required("in", in, "a Reader"), LONGEST);
    Arguments.required("out", out, "an Appendable");
    int unread = 0;
    int number = 0;
    StringBuilder line = new StringBuilder();
    while (questions.read(line)) {
      number++;
      String text = line.toString();
      if (!text.isBlank()) {
        Line answer = lines.answer(text, number);
        unread += answer.error().isPresent() ? 1 : 0;
        StringWriter written = new StringWriter();
        try (JsonGenerator json = Json.line(written)) {
          FactWriter.write(answer, json);
        }
        out.append(written.append('\n').getBuffer());
      }
      if (out instanceof Flushable waiting && !questions.isReady()) {
        waiting.flush();
      }
    }
    return unread;
  }

  /** The answer to a line: a match, or what is wrong with it. */
  private record Line(Optional<JsonNode> id, Optional<Match> match, Optional<String> error)
      implements Answer {
    @Override
    public void describe(Facts out) {
      Optional<Match.Found> found = match.flatMap(Match::found);
      out.put("id", id)
          .put("matched", match.map(Match::isFound))
          .put("spec", found.map(each -> each.shape().priced(each.request().capacityType())))
          .put("reason", match.filter(each -> !each.isFound()).map(Line::reason))
          .put("error", error);
    }

    private static String reason(Match none) {
      return none.rejected().get(0).toString();
    }
  }

  private Line answer(String line, int number) {
    Optional<JsonNode> id = Optional.empty();
    try {
      JsonNode question = parse(line);
      id = Optional.ofNullable(question.get("id"));
      Match match = target.match(everyRequest.apply(request(question)));
      return new Line(id, Optional.of(match), Optional.empty());
    } catch (GpuSpecException e) {
      String error = "line " + number + ": " + e.getMessage();
      return new Line(id, Optional.empty(), Optional.of(error));
    }
  }

  private static JsonNode parse(String line) {
    if (line.length() > LONGEST) {
      throw new InvalidValueException(
          "json.too-long",
          "longer than 1 MiB (%s characters); write one request a line".formatted(LONGEST));
    }
    return Json.parse(line);
  }

  private static GpuRequest request(JsonNode question) {
    if (!question.isObject()) {
      throw new InvalidValueException(
          "json.malformed",
          "'"
              + JsonValues.shown(question)
              + "' is not an object; write {\"gpu\": [\"T4\"], \"cpu\": \"4\"}");
    }
    JsonValues.checkNames(question, FIELDS);
    return RequestField.request(question);
  }
}
