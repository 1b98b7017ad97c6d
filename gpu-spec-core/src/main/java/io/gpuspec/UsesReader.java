package io.gpuspec;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.internal.Citations;
import io.gpuspec.internal.DeviceName;
import io.gpuspec.internal.Place;
import io.gpuspec.internal.Problems;
import io.gpuspec.internal.Schema;
import io.gpuspec.value.Citation;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.MemorySize;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Converts a file of uses into the lines of its table. The file is first validated against the
 * schema ({@code uses.schema.json}); what a schema cannot express is checked here.
 */
final class UsesReader {
  private static final Schema SCHEMA = Schema.resource(UsesReader.class, "uses.schema.json");
  private static final Place USES = Place.ROOT.field("uses");

  private final JsonNode file;
  private final String source;
  private final Problems problems = new Problems();
  private final List<GpuUses.Line> lines = new ArrayList<>();

  private UsesReader(JsonNode file, String source) {
    this.file = file;
    this.source = source;
  }

  /**
   * Reads a table.
   *
   * @throws GpuSpecException with everything that is wrong
   */
  static List<GpuUses.Line> read(JsonNode file, String source) {
    return new UsesReader(file, source).lines();
  }

  private List<GpuUses.Line> lines() {
    problems.addAll(SCHEMA.problems(file));
    refuseProblems();
    Citations citations = Citations.of(file);
    JsonNode uses = file.path("uses");
    for (int i = 0; i < uses.size(); i++) {
      try {
        add(uses.get(i), citations);
      } catch (GpuSpecException e) {
        problems.add(USES.item(i), e.getMessage());
      }
    }
    refuseProblems();
    return lines;
  }

  private void refuseProblems() {
    if (!problems.isEmpty()) {
      throw new GpuSpecException(
          "catalog.malformed",
          problems.all().stream()
              .map(problem -> source + ": not a table of uses: " + problem)
              .collect(Collectors.joining("\n")));
    }
  }

  private void add(JsonNode line, Citations citations) {
    DeviceName gpu = DeviceName.parse(line.path("gpu").asText());
    Optional<Integer> gpus = Optional.ofNullable(line.get("gpus")).map(JsonNode::asInt);
    Optional<GpuSpec.Size> size = Optional.ofNullable(line.get("size")).map(UsesReader::size);
    String reason = line.path("reason").asText();
    Citation citation = citations.get(line.path("citation").asText());
    for (JsonNode use : line.path("for")) {
      lines.add(new GpuUses.Line(Use.parse(use.asText()), gpu, gpus, size, reason, citation));
    }
  }

  private static GpuSpec.Size size(JsonNode node) {
    return new GpuSpec.Size(
        CpuAmount.parse(node.path("cpu").asText()), MemorySize.parse(node.path("memory").asText()));
  }
}
