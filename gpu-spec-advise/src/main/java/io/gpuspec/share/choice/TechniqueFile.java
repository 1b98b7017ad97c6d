package io.gpuspec.share.choice;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableListMultimap;
import io.gpuspec.internal.Citations;
import io.gpuspec.internal.Json;
import io.gpuspec.value.Citation;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** Reads {@code techniques.json}; missing or misspelled parts are errors. */
final class TechniqueFile {
  static final String NAME = "techniques.json";
  static final TechniqueFile CONTENT = new TechniqueFile(Json.resource(TechniqueFile.class, NAME));

  private final JsonNode root;
  private final ImmutableListMultimap<Technique, SharingMode> modes;
  private final ImmutableList<Strategy> strategies;

  private TechniqueFile(JsonNode root) {
    this.root = root;
    ImmutableListMultimap.Builder<Technique, SharingMode> modes = ImmutableListMultimap.builder();
    for (JsonNode row : root.required("techniques")) {
      Technique technique = Technique.parse(text(row, "name"));
      row.required("modes").forEach(mode -> modes.put(technique, mode(technique, mode)));
    }
    this.modes = modes.build();
    this.strategies =
        StreamSupport.stream(root.required("strategies").spliterator(), false)
            .map(this::strategy)
            .collect(ImmutableList.toImmutableList());
  }

  List<SharingMode> modes(Technique technique) {
    return modes.get(technique);
  }

  List<Strategy> strategies() {
    return strategies;
  }

  private SharingMode mode(Technique technique, JsonNode row) {
    Map<Assurance, Guarantee> guarantees = new EnumMap<>(Assurance.class);
    for (Assurance assurance : Assurance.values()) {
      guarantees.put(assurance, guarantee(row.required(assurance.word())));
    }
    return new SharingMode(technique, row.path("name").asText(), guarantees);
  }

  private Guarantee guarantee(JsonNode row) {
    return new Guarantee(
        Guarantee.Answer.valueOf(text(row, "answer").toUpperCase(Locale.ROOT)),
        text(row, "how"),
        Optional.ofNullable(row.get("from")).map(JsonNode::asText),
        citation(row));
  }

  private Strategy strategy(JsonNode row) {
    return new Strategy(
        SharingUse.parse(text(row, "workload")),
        text(row, "says"),
        StreamSupport.stream(row.required("techniques").spliterator(), false)
            .map(each -> Technique.parse(each.asText()))
            .toList(),
        Optional.ofNullable(row.get("utilisation")).map(JsonNode::asText),
        citation(row));
  }

  private Citation citation(JsonNode row) {
    return Citations.read(root.required("citations").required(text(row, "citation")));
  }

  private static String text(JsonNode row, String field) {
    return row.required(field).asText();
  }
}
