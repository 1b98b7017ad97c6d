package io.gpuspec.service;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.GpuSpec;
import io.gpuspec.Gpus;
import io.gpuspec.Overlay;
import io.gpuspec.Shape;
import io.gpuspec.SpecCatalog;
import io.gpuspec.Target;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The endpoint {@code POST /nodes}: the cards of the nodes in the body. */
record NodesResource(Gpus gpus) {
  private static final String OWN = "own";

  void register(RoutesConfig routes) {
    routes.post("/nodes", this::nodes);
  }

  private void nodes(Context context) throws IOException {
    Questions.onlyParameters(context, List.of());
    String text =
        new String(Questions.bytes(context, Questions.MOST_MANIFESTS), StandardCharsets.UTF_8);
    Answers.json(context, json(target(gpus, "body", text).catalog()));
  }

  /** The nodes that {@code kubectl get nodes -o json} lists, as a target. */
  static Target target(Gpus gpus, String name, String text) {
    if (text.isBlank()) {
      throw new InvalidValueException(
          "body.missing",
          "%s: is empty; send the output of kubectl get nodes -o json".formatted(name));
    }
    Overlay overlay = Overlay.parse(name, text);
    if (!overlay.target().equals(OWN)) {
      throw new InvalidValueException(
          "body.conflict",
          "%s: is for '%s', not nodes of your own; send the output of kubectl get nodes -o json"
              .formatted(name, overlay.target()));
    }
    return gpus.overlay(overlay).in(OWN);
  }

  /**
   * {@code {"cards"?, "nodes": [{"name", "nodes"?, "gpu", "gpus", "gpuMemory"?, "cpu"?, "memory"?,
   * "labels", "taints"}], "notes"}}; an entry is the nodes that are alike, and its labels are those
   * by which a workload selects them.
   */
  private static String json(SpecCatalog catalog) {
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    if (catalog.specs().stream().allMatch(spec -> spec.nodes().isPresent())) {
      answer.put(
          "cards",
          catalog.specs().stream().mapToInt(spec -> spec.gpus() * spec.nodes().getAsInt()).sum());
    }
    ArrayNode nodes = answer.putArray("nodes");
    catalog.specs().forEach(spec -> write(spec, nodes.addObject()));
    ArrayNode notes = answer.putArray("notes");
    catalog
        .notes()
        .forEach(note -> notes.addObject().put("id", note.id()).put("message", note.message()));
    return answer.toPrettyString();
  }

  private static void write(GpuSpec spec, ObjectNode node) {
    node.put("name", spec.name());
    spec.nodes().ifPresent(count -> node.put("nodes", count));
    node.put("gpu", spec.gpu()).put("gpus", spec.gpus());
    spec.gpuMemory().map(MemorySize::toString).ifPresent(size -> node.put("gpuMemory", size));
    if (spec.isSized()) {
      Shape shape = spec.shapes().get(0);
      node.put("cpu", shape.cpu().toString()).put("memory", shape.memory().toString());
    }
    ObjectNode labels = node.putObject("labels");
    spec.labels().forEach(labels::put);
    ArrayNode taints = node.putArray("taints");
    spec.taints().forEach(taint -> taints.add(taint.toString()));
  }
}
