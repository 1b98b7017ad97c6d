package io.gpuspec.service;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.manifest.error.InvalidWorkloadException;
import io.gpuspec.value.GpuSpecException;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.List;

/** The responses of the service. */
final class Answers {
  static final String JSON = "application/json";
  static final String YAML = "application/yaml";

  private Answers() {}

  /** An answer of the library, as it writes it. */
  static void json(Context context, String json) {
    context.contentType(JSON).result(json);
  }

  /** Whether the request accepts YAML. */
  static boolean isYaml(Context context) {
    String accepted = context.header("Accept");
    return accepted != null && accepted.contains(YAML);
  }

  /** {@code {"problems": [...]}}: what the command line prints on standard error. */
  static void problems(Context context, HttpStatus status, List<String> messages) {
    context.status(status).contentType(JSON).result(problems(messages));
  }

  /** The same, outside of what Javalin answers. */
  static String problems(List<String> messages) {
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    ArrayNode problems = answer.putArray("problems");
    messages.forEach(problems::add);
    return answer.toPrettyString();
  }

  /** Returns the message of each problem in an exception. */
  static List<String> messages(GpuSpecException problem) {
    if (problem instanceof InvalidWorkloadException workload) {
      return workload.problems().stream().map(GpuSpecException::getMessage).toList();
    }
    return problem instanceof BadQuestionException question
        ? question.problems()
        : List.of(problem.getMessage());
  }
}
