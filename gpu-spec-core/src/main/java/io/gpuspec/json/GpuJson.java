package io.gpuspec.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.Json;
import io.gpuspec.value.Answer;
import io.gpuspec.value.InvalidValueException;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;

/**
 * Writes results as JSON, for services and the command line: the same result gives the same bytes.
 *
 * <pre>{@code
 * GpuJson.write(gpus.in("tke").match(GpuRequest.of("T4")));    // { "matched": true, ... }
 * GpuJson.write(gpus.in("tke").catalog());                     // { "specs": [ ... ], ... }
 * }</pre>
 *
 * <p>Memory and CPU are Kubernetes quantities ({@code "40Gi"}, {@code "500m"}); what is unknown is
 * absent, unless the answer says that it is null. The keys of an answer are in the Javadoc of its
 * {@code describe}. The answers to requests conform to the JSON Schema {@code
 * io/gpuspec/json/match.schema.json} of the jar.
 */
public final class GpuJson {
  private GpuJson() {}

  /** Returns an answer as indented JSON. */
  public static String write(Answer answer) {
    StringWriter text = new StringWriter();
    try {
      write(answer, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /** Writes the same without holding it in memory, and leaves the writer open. */
  public static void write(Answer answer, Writer out) throws IOException {
    Arguments.required("answer", answer, "an Answer, such as a Match");
    try (JsonGenerator json = Json.generator(Arguments.required("out", out, "a Writer"))) {
      FactWriter.write(answer, json);
    }
  }

  /**
   * Shortens an answer: {@code "alternatives"} and {@code "rejected"} have at most {@code most}
   * entries, {@code "omitted"} counts the rest, and each {@code "citation"} is an index of {@code
   * "citations"}, which has every source once.
   *
   * @param answer what {@link #write(Answer)} returns
   * @param most how many alternatives and rejected candidates to keep; 0 or more
   * @throws InvalidValueException if {@code most} is negative, or the answer is not a JSON object
   */
  public static String brief(String answer, int most) {
    return BriefJson.write(Arguments.required("answer", answer, "an answer in JSON"), most);
  }
}
