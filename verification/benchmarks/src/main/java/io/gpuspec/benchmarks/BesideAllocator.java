package io.gpuspec.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.manifest.claim.ClaimFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Times the scheduler's structured allocator and our match on the same claims and nodes,
 * alternating, and prints a table. Both try one node after another, in one thread.
 */
public final class BesideAllocator {
  private static final int RUNS = 40;
  private static final int ROUNDS = 5;

  /** Until the compiler is done with it. */
  private static final int WARM_UP = 400;

  private static final String ROW = "| %s | %s | %s | %s |%n";
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The class of NVIDIA's driver that the claims name. */
  private static final String DEVICE_CLASS =
      """
      {"apiVersion": "resource.k8s.io/v1", "kind": "DeviceClass", "metadata": {"name": "gpu.nvidia.com"},
       "spec": {"selectors": [{"cel": {"expression":
         "device.driver == 'gpu.nvidia.com' && device.attributes['gpu.nvidia.com'].type == 'gpu'"}}]}}
      """;

  /** The equivalent of JMH's black hole. */
  private static volatile int seen;

  private final JudgeProgram program;
  private final List<List<KubeObject>> nodes = ClaimBenchmark.nodes();

  private BesideAllocator(Path program) {
    this.program = new JudgeProgram(program);
  }

  /**
   * @param args the program {@code claim-allocator}
   */
  public static void main(String[] args) throws IOException {
    new BesideAllocator(Path.of(args[0])).print();
  }

  private void print() throws IOException {
    Map<String, String> claims = new LinkedHashMap<>();
    claims.put("every node takes it", ClaimBenchmark.claim(ClaimBenchmark.FITS));
    claims.put("no node takes it", ClaimBenchmark.claim(ClaimBenchmark.TOO_LARGE));
    System.out.printf(
        "Milliseconds for %d nodes of 8 cards, median [p10, p90], each the median of %d rounds of %d.%n%n",
        ClaimBenchmark.NODES, ROUNDS, RUNS);
    System.out.printf(ROW, "claim of two cards", "the scheduler's allocator", "our match", "ratio");
    System.out.printf(ROW, "---", "---", "---", "---");
    for (Map.Entry<String, String> claim : claims.entrySet()) {
      print(claim.getKey(), claim.getValue());
    }
  }

  private void print(String title, String claim) throws IOException {
    ClaimFile file = ClaimFile.parse("claim.yaml", claim);
    JsonNode question = question(claim);
    int found = program.answer(question, "-time", "1").path("found").asInt();
    if (ClaimBenchmark.count(file, nodes) != found) {
      throw new IllegalStateException(
          "%s: the allocator says %d nodes, and we do not".formatted(title, found));
    }
    time(file, WARM_UP);
    List<Percentiles> theirs = new ArrayList<>();
    List<Percentiles> ours = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      JsonNode timing = program.answer(question, "-time", String.valueOf(RUNS));
      theirs.add(
          new Percentiles(
              timing.get("p10Nanos").asLong(),
              timing.get("medianNanos").asLong(),
              timing.get("p90Nanos").asLong()));
      ours.add(time(file, RUNS));
    }
    Percentiles theirMedian = Percentiles.median(theirs);
    Percentiles ourMedian = Percentiles.median(ours);
    System.out.printf(
        ROW, title, theirMedian.millis(), ourMedian.millis(), theirMedian.ratioTo(ourMedian));
  }

  private Percentiles time(ClaimFile claim, int runs) {
    long[] nanos = new long[runs];
    int found = 0;
    for (int run = 0; run < runs; run++) {
      long start = System.nanoTime();
      found += ClaimBenchmark.count(claim, nodes);
      nanos[run] = System.nanoTime() - start;
    }
    seen = found;
    return Percentiles.of(nanos);
  }

  private ObjectNode question(String claim) throws IOException {
    ObjectNode question = JSON.createObjectNode().put("node", "");
    ArrayNode slices = question.putArray("slices");
    nodes.forEach(
        node -> node.forEach(slice -> slices.add(JSON.<JsonNode>valueToTree(slice.tree()))));
    question.putArray("classes").add(JSON.readTree(DEVICE_CLASS));
    question.putArray("pods").addArray().add(JSON.readTree(claim));
    return question;
  }
}
