package io.gpuspec.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.Arch;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.BoundedLines;
import io.gpuspec.internal.Json;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.UnknownNameException;
import java.io.Flushable;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

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
 * "memory", "arch"}}, all but one way to name GPUs together optional. Out: {@code {"id", "matched",
 * "spec", "reason"}}; a line that cannot be read gives {@code {"id", "error"}} and the rest goes
 * on. The id comes back as it was given, a number with all its digits.
 *
 * <p>A line ends with a line feed. One of more than 1 MiB characters is an error and is skipped
 * without being held. A byte order mark at the start is ignored.
 */
public final class JsonLines {
  private static final Set<String> FIELDS =
      new TreeSet<>(List.of("id", "gpu", "anyOf", "minGpuMemory", "gpus", "cpu", "memory", "arch"));
  private static final int LONGEST = 1 << 20;
  private static final int SHOWN = 60;

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
        ObjectNode answer = lines.answer(text, number);
        unread += answer.has("error") ? 1 : 0;
        out.append(Json.line(answer)).append('\n');
      }
      if (out instanceof Flushable waiting && !questions.isReady()) {
        waiting.flush();
      }
    }
    return unread;
  }

  private ObjectNode answer(String line, int number) {
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    try {
      JsonNode question = parse(line);
      if (question.has("id")) {
        answer.set("id", question.get("id"));
      }
      Match match = target.match(everyRequest.apply(request(question)));
      answer.put("matched", match.isFound());
      match
          .found()
          .ifPresentOrElse(
              found -> answer.set("spec", GpuJson.node(match.request(), found.shape())),
              () -> answer.put("reason", match.rejected().get(0).toString()));
    } catch (GpuSpecException e) {
      answer.put("error", "line " + number + ": " + e.getMessage());
    }
    return answer;
  }

  private static JsonNode parse(String line) {
    if (line.length() > LONGEST) {
      throw new InvalidValueException(
          "json.too-long",
          "longer than 1 MiB (%d characters); write one request a line".formatted(LONGEST));
    }
    return Json.parse(line);
  }

  private static GpuRequest request(JsonNode question) {
    if (!question.isObject()) {
      throw new InvalidValueException(
          "json.malformed",
          "'" + shown(question) + "' is not an object; write {\"gpu\": [\"T4\"], \"cpu\": \"4\"}");
    }
    question.fieldNames().forEachRemaining(JsonLines::checkField);
    int count = question.has("gpus") ? count(question.get("gpus")) : 1;
    GpuRequest request = GpuRequest.of(devices(question).count(count));
    if (question.has("cpu")) {
      request = request.cpu(CpuAmount.parse(quantity(question, "cpu")));
    }
    if (question.has("memory")) {
      request = request.memory(MemorySize.parse(quantity(question, "memory")));
    }
    return question.has("arch") ? request.arch(arch(question.get("arch"))) : request;
  }

  private static Arch arch(JsonNode arch) {
    if (!arch.isTextual()) {
      throw new InvalidValueException(
          "json.malformed",
          "arch: '" + shown(arch) + "' is not a string; write \"amd64\" or \"arm64\"");
    }
    return Arch.parse(arch.asText());
  }

  private static void checkField(String field) {
    if (!FIELDS.contains(field)) {
      throw new UnknownNameException("json.unknown", "field", field, FIELDS);
    }
  }

  private static Devices devices(JsonNode question) {
    List<Devices> named = new ArrayList<>();
    if (question.has("gpu")) {
      named.add(Devices.of(names(question, "gpu")));
    }
    if (question.has("anyOf")) {
      named.add(Devices.anyOf(names(question, "anyOf")));
    }
    if (question.has("minGpuMemory")) {
      named.add(Devices.withMemory(quantity(question, "minGpuMemory")));
    }
    if (named.size() > 1) {
      throw new InvalidValueException(
          "json.conflict",
          "gpu, anyOf and minGpuMemory: '%d' of them are given; one names the GPUs, so leave the others out"
              .formatted(named.size()));
    }
    return named.isEmpty() ? Devices.any() : named.get(0);
  }

  private static String[] names(JsonNode question, String field) {
    JsonNode list = question.get(field);
    if (!list.isArray()) {
      throw new InvalidValueException(
          "json.malformed",
          "%s: '%s' is not a list; write [\"T4\", \"V100\"]".formatted(field, shown(list)));
    }
    List<String> names = new ArrayList<>();
    for (JsonNode name : list) {
      if (!name.isTextual()) {
        throw new InvalidValueException(
            "json.malformed",
            "%s: '%s' is not a string; name a GPU, such as \"T4\"".formatted(field, shown(name)));
      }
      names.add(name.asText());
    }
    return names.toArray(String[]::new);
  }

  private static int count(JsonNode gpus) {
    if (!gpus.canConvertToExactIntegral()) {
      throw new InvalidValueException(
          "json.malformed", "gpus: '" + shown(gpus) + "' is not a whole number; write it like 2");
    }
    if (!gpus.canConvertToInt()) {
      throw new InvalidValueException(
          "json.out-of-range",
          "gpus: '" + shown(gpus) + "' is not a number of GPUs; write it like 2");
    }
    return gpus.intValue();
  }

  /** A quantity is a string, or a plain number as Kubernetes takes one. */
  private static String quantity(JsonNode question, String field) {
    JsonNode value = question.get(field);
    if (!value.isTextual() && !value.isNumber()) {
      throw new InvalidValueException(
          "json.malformed",
          "%s: '%s' is not a quantity; write it like \"4\" or \"16Gi\""
              .formatted(field, shown(value)));
    }
    return value.asText();
  }

  /** Returns a value as it is in the line, or the beginning of it. */
  private static String shown(JsonNode value) {
    String text = value.toString();
    return text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text;
  }
}
