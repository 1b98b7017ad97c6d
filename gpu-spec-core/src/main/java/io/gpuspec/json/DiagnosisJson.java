package io.gpuspec.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.diagnosis.Cause;
import io.gpuspec.diagnosis.Diagnosis;
import io.gpuspec.diagnosis.KnownProblem;
import io.gpuspec.diagnosis.Symptom;
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
    node.set("notes", GpuJson.notes(diagnosis.notes()));
    return node;
  }

  static ObjectNode node(Symptom symptom) {
    ObjectNode node = NODES.objectNode().put("id", symptom.id()).put("title", symptom.title());
    ArrayNode steps = node.putArray("steps");
    for (Symptom.Step step : symptom.steps()) {
      ArrayNode answers =
          steps
              .addObject()
              .put("question", step.question())
              .put("command", step.command())
              .putArray("answers");
      step.answers()
          .forEach(each -> answers.addObject().put("seen", each.seen()).put("means", each.means()));
    }
    return node.set("citation", FactJson.node(symptom.citation()));
  }

  static ObjectNode node(Cause cause) {
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
    circumstances(node, cause.problem());
    if (!cause.where().isEmpty()) {
      ArrayNode where = node.putArray("where");
      cause
          .where()
          .forEach(
              each ->
                  where
                      .addObject()
                      .put("file", each.file())
                      .put("line", each.line())
                      .put("column", each.column())
                      .put("path", each.path())
                      .put("message", each.message()));
    }
    node.put("fix", cause.fix());
    return node.set("citation", FactJson.node(cause.problem().citation()));
  }

  /** Writes what a problem is, as data; captures stay in braces. */
  static ObjectNode node(KnownProblem problem) {
    ObjectNode node =
        NODES
            .objectNode()
            .put("id", problem.id())
            .put("title", problem.title())
            .put("severity", problem.severity().toString())
            .put("symptom", problem.isSymptom());
    circumstances(node, problem);
    problem.messages().forEach(node.putArray("messages")::add);
    node.put("example", problem.example()).put("cause", problem.cause());
    problem.checks().forEach(node.putArray("commands")::add);
    node.put("fix", problem.fix());
    return node.set("citation", FactJson.node(problem.citation()));
  }

  /** Writes who writes the message, where it is seen, and which clusters and versions show it. */
  private static void circumstances(ObjectNode node, KnownProblem problem) {
    node.put("program", problem.program()).put("seen", problem.seen());
    if (!problem.targets().isEmpty()) {
      problem.targets().forEach(node.putArray("targets")::add);
    }
    problem.versions().ifPresent(each -> node.put("versions", each));
  }

  private static void evidence(ArrayNode array, List<Cause.Evidence> evidence) {
    evidence.forEach(each -> array.addObject().put("line", each.line()).put("text", each.text()));
  }
}
