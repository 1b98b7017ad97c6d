package io.gpuspec.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Formats JMH's results, from JSON with its allocation profiler, as a table of docs/performance.md.
 */
public final class Table {
  private Table() {}

  /**
   * @param args the file that JMH wrote
   */
  public static void main(String[] args) throws IOException {
    JsonNode results = new ObjectMapper().readTree(Path.of(args[0]).toFile());
    String unit = results.get(0).get("primaryMetric").get("scoreUnit").asText();
    System.out.println("| | %s | ± | bytes |".formatted(unit.replace("/op", "")));
    System.out.println("|---|---|---|---|");
    results.forEach(result -> System.out.println(row(result)));
  }

  private static String row(JsonNode result) {
    JsonNode metric = result.get("primaryMetric");
    return "| %s | %s | %s | %s |"
        .formatted(
            name(result),
            figure(metric.get("score").asDouble()),
            figure(metric.get("scoreError").asDouble()),
            figure(bytes(result)));
  }

  /** The method, then the values of its parameters. */
  private static String name(JsonNode result) {
    String benchmark = result.get("benchmark").asText();
    List<String> words = new ArrayList<>();
    words.add(benchmark.substring(benchmark.lastIndexOf('.') + 1));
    result.path("params").forEach(value -> words.add(value.asText()));
    return String.join(" ", words);
  }

  private static double bytes(JsonNode result) {
    return result.at("/secondaryMetrics/gc.alloc.rate.norm/score").asDouble();
  }

  private static String figure(double value) {
    return value < 10 ? "%.2f".formatted(value) : "%,.0f".formatted(value);
  }
}
