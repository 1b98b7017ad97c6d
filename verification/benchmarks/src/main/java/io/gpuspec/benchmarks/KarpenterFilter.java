package io.gpuspec.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;

/** Karpenter's own filter: the judges' program {@code karpenter-filter}, in a separate process. */
final class KarpenterFilter {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path program;

  KarpenterFilter(Path program) {
    this.program = program;
  }

  /**
   * Refuses to time decisions that differ.
   *
   * @param match the type that we say the pod gets; empty for none
   */
  void check(Ask ask, Optional<String> each) throws IOException {
    TreeSet<String> types = new TreeSet<>();
    answer(ask)
        .get("attempts")
        .forEach(attempt -> attempt.get("types").forEach(type -> types.add(type.asText())));
    if (each.isPresent() ? !types.contains(each.get()) : !types.isEmpty()) {
      throw new IllegalStateException(
          "%s: we say %s, Karpenter one of %s".formatted(ask, each, types));
    }
  }

  /** Returns how many types it decides on. */
  int types(Ask ask) throws IOException {
    return answer(ask, "-time", "1").get("types").asInt();
  }

  /** After as many runs that do not count. */
  Percentiles time(Ask ask, int runs) throws IOException {
    JsonNode timing = answer(ask, "-time", String.valueOf(runs));
    return new Percentiles(
        timing.get("p10Nanos").asLong(),
        timing.get("medianNanos").asLong(),
        timing.get("p90Nanos").asLong());
  }

  private JsonNode answer(Ask ask, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (OutputStream in = process.getOutputStream()) {
      JSON.writeValue(in, question(ask));
    }
    try (InputStream out = process.getInputStream()) {
      return JSON.readTree(out);
    }
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
