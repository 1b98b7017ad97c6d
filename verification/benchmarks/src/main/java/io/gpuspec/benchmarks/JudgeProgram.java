package io.gpuspec.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A program of the judges, which reads a question as JSON and writes an answer. */
record JudgeProgram(Path path) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Runs it; what it writes to standard error is shown. */
  JsonNode answer(JsonNode question, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(path.toString()));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (OutputStream in = process.getOutputStream()) {
      JSON.writeValue(in, question);
    }
    try (InputStream out = process.getInputStream()) {
      return JSON.readTree(out);
    }
  }
}
