package io.gpuspec.service;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.javalin.config.RoutesConfig;

/** The endpoint {@code GET /health}: that the service answers, and for which targets. */
record HealthResource(String answer) {
  static HealthResource of(Gpus gpus) {
    ObjectNode answer = JsonNodeFactory.instance.objectNode().put("status", "up");
    ArrayNode targets = answer.putArray("targets");
    gpus.targets().stream().map(Target::id).forEach(targets::add);
    return new HealthResource(answer.toPrettyString());
  }

  void register(RoutesConfig routes) {
    routes.get("/health", context -> Answers.json(context, answer));
  }
}
