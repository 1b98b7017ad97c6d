package io.gpuspec.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;

/** Karpenter's own filter: the judges' program {@code karpenter-filter}, in a separate process. */
final class KarpenterFilter {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final JudgeProgram program;

  KarpenterFilter(Path program) {
    this.program = new JudgeProgram(program);
  }

  /**
   * Refuses to time decisions that differ.
   *
   * @param match the type that we say the pod gets; empty for none
   */
  void check(Ask ask, Optional<String> each) throws IOException {
    TreeSet<String> types = new TreeSet<>();
    program
        .answer(question(ask))
        .get("attempts")
        .forEach(attempt -> attempt.get("types").forEach(type -> types.add(type.asText())));
    if (each.isPresent() ? !types.contains(each.get()) : !types.isEmpty()) {
      throw new IllegalStateException(
          "%s: we say %s, Karpenter one of %s".formatted(ask, each, types));
    }
  }

  /** Returns how many types it decides on. */
  int types(Ask ask) throws IOException {
    return program.answer(question(ask), "-time", "1").get("types").asInt();
  }

  /** After as many runs that do not count. */
  Percentiles time(Ask ask, int runs) throws IOException {
    JsonNode timing = program.answer(question(ask), "-time", String.valueOf(runs));
    return new Percentiles(
        timing.get("p10Nanos").asLong(),
        timing.get("medianNanos").asLong(),
        timing.get("p90Nanos").asLong());
  }

  private static ObjectNode question(Ask ask) throws IOException {
    ObjectNode question = (ObjectNode) read("karpenter.json");
    return question.set("pod", read(ask.podFile()));
  }

  private static JsonNode read(String file) throws IOException {
    try (InputStream in = KarpenterFilter.class.getResourceAsStream(file)) {
      return JSON.readTree(Objects.requireNonNull(in, file));
    }
  }
}
