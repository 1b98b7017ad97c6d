package io.gpuspec;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableList;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.DeviceName;
import io.gpuspec.internal.Json;
import io.gpuspec.value.Citation;
import io.gpuspec.value.GpuSpecException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A table that maps uses to suitable GPUs, with a reason and a source for every line.
 *
 * <pre>{@code
 * try (InputStream in = Rack.class.getResourceAsStream("uses.json")) {
 *   GpuUses.read("rack/uses.json", in);
 * }
 * }</pre>
 *
 * <p>A provider's table uses the names of its catalog, and takes precedence for every GPU that it
 * lists. If it does not name a whole GPU, the library's own table by model applies. {@code
 * docs/recommend.md} has the format.
 */
public final class GpuUses {
  private static final GpuUses NONE = new GpuUses(List.of());

  /** The library's own table, by the canonical names of models. */
  private static final class OfModels {
    static final GpuUses ALL = of(Json.resource(GpuUses.class, "gpu-uses.json"), "gpu-uses.json");
  }

  /**
   * A line of the table.
   *
   * @param gpus the number of GPUs that it is about; empty for any
   * @param size the CPU and memory that the line recommends, if any
   */
  record Line(
      Use use,
      DeviceName gpu,
      Optional<Integer> gpus,
      Optional<GpuSpec.Size> size,
      String reason,
      Citation citation) {
    /** The shape of a row that the line means, where the row has it. */
    Optional<Shape> shapeOf(GpuSpec row) {
      return size.flatMap(
          named ->
              row.sizes().stream()
                  .filter(s -> s.cpu().equals(named.cpu()) && s.memory().equals(named.memory()))
                  .findFirst());
    }
  }

  private final ImmutableList<Line> lines;

  private GpuUses(List<Line> lines) {
    this.lines = ImmutableList.copyOf(lines);
  }

  /** A table without a line. */
  public static GpuUses none() {
    return NONE;
  }

  /**
   * Reads a table in the format of {@code docs/recommend.md}.
   *
   * @param source what to call it in errors
   * @param in the file; it is not closed
   * @throws GpuSpecException if it is not JSON or not such a table
   */
  public static GpuUses read(String source, InputStream in) {
    Arguments.notNull("uses, source", in, source);
    return of(Json.read(in, source), source);
  }

  private static GpuUses of(JsonNode file, String source) {
    return new GpuUses(UsesReader.read(file, source));
  }

  /**
   * A table's recommendation of a row.
   *
   * @param shape the CPU and memory that it names, if the row has them
   * @param reason why the GPU suits the use
   * @param citation the source of the recommendation
   */
  public record Entry(Optional<Shape> shape, String reason, Citation citation) {

    /** Refuses null. */
    public Entry {
      Arguments.notNull("shape, reason, citation", shape, reason, citation);
    }

    /** Returns the reason and its source. */
    @Override
    public String toString() {
      return reason + "; " + citation;
    }
  }

  /** Returns what the table says of a row for a use; empty if it does not name its GPU. */
  public Optional<Entry> find(Use use, GpuSpec row) {
    Arguments.notNull("use, row", use, row);
    return find(use, row.type(), row.gpus())
        .map(line -> new Entry(line.shapeOf(row), line.reason(), line.citation()));
  }

  /**
   * Returns the line for a number of GPUs and a use, from this table or else from the one of
   * models.
   */
  private Optional<Line> find(Use use, GpuType type, int count) {
    if (lines.stream().anyMatch(line -> line.gpu().equals(type.name()))) {
      return find(use, type.name(), count);
    }
    return type.card()
        .filter(card -> type.identified() && type.name().fraction().isWhole())
        .flatMap(card -> OfModels.ALL.find(use, DeviceName.parse(card.name()), count));
  }

  /** A line about exactly this count goes before one about any. */
  private Optional<Line> find(Use use, DeviceName name, int count) {
    List<Line> about =
        lines.stream().filter(line -> line.use() == use && line.gpu().equals(name)).toList();
    return Stream.concat(
            about.stream().filter(line -> line.gpus().equals(Optional.of(count))),
            about.stream().filter(line -> line.gpus().isEmpty()))
        .findFirst();
  }

  @Override
  public String toString() {
    return lines.size() + " lines";
  }
}
