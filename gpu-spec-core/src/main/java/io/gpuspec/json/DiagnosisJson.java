package io.gpuspec.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.diagnosis.Cause;
import io.gpuspec.diagnosis.Diagnosis;
import io.gpuspec.internal.FactJson;
import java.util.List;

/** Writes the answers of {@link io.gpuspec.diagnosis} as trees, for {@link GpuJson}. */
final class DiagnosisJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private DiagnosisJson() {}

  static ObjectNode node(Diagnosis diagnosis) {
    ObjectNode node = NODES.objectNode();
    ArrayNode causes = node.putArray("causes");
    diagnosis.causes().forEach(cause -> causes.add(node(cause)));
    evidence(node.putArray("unknown"), diagnosis.unknown());
    return node;
  }

  private static ObjectNode node(Cause cause) {
    ObjectNode node =
        NODES
            .objectNode()
            .put("id", cause.problem().id())
            .put("title", cause.problem().title())
            .put("severity", cause.problem().severity().toString())
            .put("symptom", cause.problem().isSymptom())
            .put("cause", cause.cause());
    evidence(node.putArray("evidence"), cause.evidence());
    node.put("times", cause.times());
    ObjectNode captured = node.putObject("captured");
    cause.captured().forEach(captured::put);
    cause.commands().forEach(node.putArray("commands")::add);
    node.put("fix", cause.fix());
    return node.set("citation", FactJson.node(cause.problem().citation()));
  }

  private static void evidence(ArrayNode array, List<Cause.Evidence> evidence) {
    evidence.forEach(each -> array.addObject().put("line", each.line()).put("text", each.text()));
  }
}
