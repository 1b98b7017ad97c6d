package io.gpuspec.fleet;

import io.gpuspec.internal.Arguments;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.MemorySize;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads nodes and pods of a trace in CSV, with the columns of Alibaba's cluster-trace-gpu-v2023.
 *
 * <pre>{@code
 * TraceFile.nodes("sn,cpu_milli,memory_mib,gpu,model\nn1,64000,262144,2,P100\n", "nodes.csv");
 *     // n1: 2 x P100, 64 CPU, 256Gi
 * TraceFile.pods("name,cpu_milli,memory_mib,num_gpu,gpu_milli\np1,6000,12288,1,460\n", "pods.csv");
 *     // p1: 460 of 1 card, 6 CPU, 12Gi
 * }</pre>
 *
 * <p>A node has {@code sn,cpu_milli,memory_mib,gpu,model}; a pod has {@code
 * name,cpu_milli,memory_mib,num_gpu,gpu_milli} and perhaps {@code gpu_spec}, models with {@code |}
 * between. Other columns are ignored, and a cell has no quotes.
 */
public final class TraceFile {

  /** A line by its columns. */
  private record Row(String place, Map<String, String> cells) {
    String text(String column) {
      String cell = cells.get(column);
      if (cell == null) {
        throw new InvalidValueException(
            "fleet.malformed",
            "%s: has no column '%s'; it has %s".formatted(place, column, cells.keySet()));
      }
      return cell;
    }

    long number(String column) {
      String cell = text(column);
      if (!cell.matches("[0-9]{1,12}")) {
        throw new InvalidValueException(
            "fleet.malformed",
            "%s: %s '%s' is not a whole number; write it like 1000".formatted(place, column, cell));
      }
      return Long.parseLong(cell);
    }

    int small(String column, int most) {
      long number = number(column);
      if (number > most) {
        throw new InvalidValueException(
            "fleet.out-of-range",
            "%s: %s '%s' is too large; write at most %s".formatted(place, column, number, most));
      }
      return (int) number;
    }

    Set<String> models() {
      return Stream.of(cells.getOrDefault("gpu_spec", "").split("\\|"))
          .map(String::strip)
          .filter(model -> !model.isEmpty())
          .collect(Collectors.toSet());
    }
  }

  private TraceFile() {}

  /**
   * Reads nodes.
   *
   * @throws GpuSpecException with the line if a cell cannot be read
   */
  public static Listing<FixedFleet.Node> nodes(Path file) {
    return nodes(read(file), file.toString());
  }

  /**
   * Reads nodes.
   *
   * @param source what to call it in errors
   * @throws GpuSpecException with the line if a cell cannot be read
   */
  public static Listing<FixedFleet.Node> nodes(String text, String source) {
    return rows(text, source).stream()
        .map(
            row ->
                new FixedFleet.Node(
                    row.text("sn"),
                    CpuAmount.ofMillicores(row.number("cpu_milli")),
                    MemorySize.ofMebibytes(row.number("memory_mib")),
                    row.small("gpu", FixedFleet.MOST_CARDS),
                    row.text("model")))
        .collect(Listing.collector());
  }

  /**
   * Reads pods.
   *
   * @throws GpuSpecException with the line if a cell cannot be read
   */
  public static Listing<FixedFleet.Pod> pods(Path file) {
    return pods(read(file), file.toString());
  }

  /**
   * Reads pods.
   *
   * @param source what to call it in errors
   * @throws GpuSpecException with the line if a cell cannot be read
   */
  public static Listing<FixedFleet.Pod> pods(String text, String source) {
    return rows(text, source).stream()
        .map(
            row ->
                new FixedFleet.Pod(
                    row.text("name"),
                    CpuAmount.ofMillicores(row.number("cpu_milli")),
                    MemorySize.ofMebibytes(row.number("memory_mib")),
                    row.small("num_gpu", FixedFleet.MOST_CARDS),
                    row.small("gpu_milli", FixedFleet.WHOLE),
                    row.models()))
        .collect(Listing.collector());
  }

  private static String read(Path file) {
    Arguments.required("file", file, "the path of a file");
    try {
      return Files.readString(file);
    } catch (CharacterCodingException e) {
      throw new GpuSpecException(
          "file.unreadable", "file: '%s' is not UTF-8; give a CSV file".formatted(file), e);
    } catch (IOException e) {
      throw new GpuSpecException(
          "file.unreadable", "file: '%s' cannot be read; give a CSV file".formatted(file), e);
    }
  }

  private static List<Row> rows(String text, String source) {
    List<String> lines = Arguments.required("text", text, "CSV").lines().toList();
    if (lines.isEmpty()) {
      throw new InvalidValueException(
          "fleet.malformed", source + ": is empty; its first line names the columns");
    }
    String[] columns = lines.get(0).split(",", -1);
    List<Row> rows = new ArrayList<>();
    for (int i = 1; i < lines.size(); i++) {
      if (!lines.get(i).isBlank()) {
        String[] cells = lines.get(i).split(",", -1);
        Map<String, String> byColumn = new LinkedHashMap<>();
        for (int c = 0; c < Math.min(cells.length, columns.length); c++) {
          byColumn.put(columns[c].strip(), cells[c].strip());
        }
        rows.add(new Row(source + " line " + (i + 1), byColumn));
      }
    }
    return rows;
  }
}
