package io.gpuspec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * Many requests in, many answers out, one JSON object a line, in order and without holding them
 * all.
 *
 * <p>In: {@code {"id", "gpu": [ordered], "anyOf": [unordered], "minGpuMemory", "gpus", "cpu",
 * "memory", "arch"}}, all but one way to name GPUs together optional. Out: {@code {"id", "matched",
 * "spec", "reason"}}; a line that cannot be read gives {@code {"id", "error"}} and the rest goes
 * on. The id comes back as it was given.
 */
public final class JsonLines {
  private static final Set<String> FIELDS =
      new TreeSet<>(List.of("id", "gpu", "anyOf", "minGpuMemory", "gpus", "cpu", "memory", "arch"));

  private final Target target;
  private final UnaryOperator<GpuRequest> everyRequest;

  private JsonLines(Target target, UnaryOperator<GpuRequest> everyRequest) {
    this.target = target;
    this.everyRequest = everyRequest;
  }

  /**
   * Answers every line.
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
    BufferedReader reader = new BufferedReader(Arguments.required("in", in, "a Reader"));
    Arguments.required("out", out, "an Appendable");
    int unread = 0;
    int number = 0;
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      number++;
      if (!line.isBlank()) {
        ObjectNode answer = lines.answer(line, number);
        unread += answer.has("error") ? 1 : 0;
        out.append(Json.line(answer)).append('\n');
      }
    }
    return unread;
  }

  private ObjectNode answer(String line, int number) {
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    try {
      JsonNode question = Json.parse(line, "line " + number);
      if (question.has("id")) {
        answer.set("id", question.get("id"));
      }
      Match match = target.match(everyRequest.apply(request(question)));
      answer.put("matched", match.isFound());
      match
          .found()
          .ifPresentOrElse(
              found -> answer.set("spec", GpuJson.node(found.shape())),
              () -> answer.put("reason", match.rejected().get(0).toString()));
    } catch (GpuSpecException e) {
      answer.put("error", e.getMessage());
    }
    return answer;
  }

  private static GpuRequest request(JsonNode question) {
    if (!question.isObject()) {
      throw new InvalidValueException(
          "'" + question + "' is no object; write {\"gpu\": [\"T4\"], \"cpu\": \"4\"}");
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
    return question.has("arch") ? request.arch(Arch.parse(question.get("arch").asText())) : request;
  }

  private static void checkField(String field) {
    if (!FIELDS.contains(field)) {
      throw new UnknownNameException("field", field, FIELDS);
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
          "gpu, anyOf and minGpuMemory: '%d' of them are given; one names the GPUs, so leave the others out"
              .formatted(named.size()));
    }
    return named.isEmpty() ? Devices.any() : named.get(0);
  }

  private static String[] names(JsonNode question, String field) {
    JsonNode list = question.get(field);
    if (!list.isArray()) {
      throw new InvalidValueException(
          "%s: '%s' is no list; write [\"T4\", \"V100\"]".formatted(field, list.asText()));
    }
    List<String> names = new ArrayList<>();
    for (JsonNode name : list) {
      if (!name.isTextual()) {
        throw new InvalidValueException(
            "%s: '%s' is no string; name a GPU, such as \"T4\"".formatted(field, name));
      }
      names.add(name.asText());
    }
    return names.toArray(String[]::new);
  }

  private static int count(JsonNode gpus) {
    if (!gpus.isInt()) {
      throw new InvalidValueException(
          "gpus: '" + gpus.asText() + "' is no whole number; write it like 2");
    }
    return gpus.asInt();
  }

  /** A quantity is a string, or a plain number as Kubernetes takes one. */
  private static String quantity(JsonNode question, String field) {
    JsonNode value = question.get(field);
    if (!value.isTextual() && !value.isNumber()) {
      throw new InvalidValueException(
          "%s: '%s' is no quantity; write it like \"4\" or \"16Gi\"".formatted(field, value));
    }
    return value.asText();
  }
}
