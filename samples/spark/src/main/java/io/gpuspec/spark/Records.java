package io.gpuspec.spark;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Optional;
import java.util.Set;

/** What a record is: manifests, or an event of an audit log with an object in it. */
final class Records {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<String> CHANGES = Set.of("create", "update");

  private Records() {}

  /**
   * Returns the manifests of a record: it as it is, or the object that an audit event created or
   * updated; empty for other events.
   */
  static Optional<String> manifests(String text) throws JsonProcessingException {
    if (!text.startsWith("{") || !text.contains("audit.k8s.io/")) {
      return Optional.of(text);
    }
    JsonNode event = JSON.readTree(text);
    if (!event.path("apiVersion").asText().startsWith("audit.k8s.io/")) {
      return Optional.of(text);
    }
    boolean isChange = CHANGES.contains(event.path("verb").asText());
    boolean isDone = event.path("stage").asText("ResponseComplete").equals("ResponseComplete");
    JsonNode object = event.path("requestObject");
    return isChange && isDone && object.has("kind")
        ? Optional.of(object.toString())
        : Optional.empty();
  }
}
