package io.gpuspec.advice;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.Citations;
import io.gpuspec.internal.Json;
import io.gpuspec.internal.TextWidth;
import io.gpuspec.value.Citation;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Text;
import io.gpuspec.value.UnknownNameException;
import java.util.ArrayList;
import java.util.List;

/**
 * Advice or figures of a document on one topic, as a table. It decides no answer.
 *
 * <pre>{@code
 * Advice.topics();
 *     // tke-shape: TKE super nodes: state the shape (A), or only the type of the GPU (B)? ...
 * Advice.of("image-cache-times").table();
 *     // TKE image caches: what they save ...
 * }</pre>
 *
 * @param name the topic, such as {@code image-cache}
 * @param title the question that it answers
 * @param columns the table's head
 * @param rows its rows, each with as many texts as there are columns
 * @param notes what this library says of it
 * @param citation the document
 */
public record Advice(
    String name,
    String title,
    List<String> columns,
    List<List<String>> rows,
    List<String> notes,
    Citation citation) {
  private static final JsonNode FILE = Json.resource(Advice.class, "advice.json");
  private static final Listing<Advice> ALL =
      Listing.copyOf(FILE.path("topics").valueStream().map(Advice::read).toList());

  /**
   * Refuses null and rows that are not as long as the head, and keeps unmodifiable copies.
   *
   * @throws InvalidValueException if something is so
   */
  public Advice {
    Arguments.notNull("name, title", name, title);
    columns = Arguments.copied("columns", columns, "texts");
    rows =
        Arguments.copied("rows", rows, "rows of texts").stream()
            .map(row -> Arguments.<String>copied("row", row, "texts"))
            .toList();
    for (List<String> row : rows) {
      if (row.size() != columns.size()) {
        throw new InvalidValueException(
            "advice.conflict",
            "rows: '%s' has '%s' texts and there are '%s' columns; give one for each"
                .formatted(String.join(", ", row), row.size(), columns.size()));
      }
    }
    notes = Arguments.copied("notes", notes, "texts");
    Arguments.required("citation", citation, "a Citation");
  }

  private static Advice read(JsonNode topic) {
    return new Advice(
        topic.path("name").asText(),
        topic.path("title").asText(),
        texts(topic.path("columns")),
        topic.path("rows").valueStream().map(Advice::texts).toList(),
        texts(topic.path("notes")),
        Citations.read(FILE.path("citations").path(topic.path("citation").asText())));
  }

  private static List<String> texts(JsonNode list) {
    return list.valueStream().map(JsonNode::asText).toList();
  }

  /** Returns every topic. */
  public static Listing<Advice> topics() {
    return ALL;
  }

  /**
   * Returns one topic.
   *
   * @throws UnknownNameException if no topic has the name
   */
  public static Advice of(String name) {
    Arguments.required("topic", name, "a topic, such as image-cache");
    return ALL.stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UnknownNameException(
                    "advice.unknown", "topic", name, ALL.stream().map(Advice::name).toList()));
  }

  /** Returns the table with its notes and its source. */
  public Text table() {
    List<List<String>> lines = new ArrayList<>();
    lines.add(columns);
    lines.addAll(rows);
    List<Integer> widths = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      int column = i;
      widths.add(lines.stream().mapToInt(line -> TextWidth.of(line.get(column))).max().orElse(0));
    }
    StringBuilder out = new StringBuilder(title).append("\n\n");
    lines.forEach(line -> out.append(line(line, widths)).append('\n'));
    out.append('\n');
    notes.forEach(note -> out.append(note).append('\n'));
    return Text.of(
        out.append("Source: ")
            .append(citation)
            .append("; advice of a document decides nothing here.\n")
            .toString());
  }

  private static String line(List<String> cells, List<Integer> widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < cells.size(); i++) {
      String cell = cells.get(i);
      line.append(i < cells.size() - 1 ? TextWidth.pad(cell, widths.get(i) + 2) : cell);
    }
    return line.toString().stripTrailing();
  }

  /**
   * Returns text such as {@code image-cache: TKE image caches: matched automatically, or by id?}.
   */
  @Override
  public String toString() {
    return name + ": " + title;
  }
}
