package io.gpuspec.service;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.value.InvalidValueException;
import java.io.CharConversionException;
import java.io.IOException;
import java.util.Optional;

/**
 * The request of an AdmissionReview.
 *
 * @param uid what the answer repeats
 * @param object the object as it would be stored, if it is to be judged
 * @param before the object that it replaces, if there is one
 */
record Review(String uid, Optional<JsonNode> object, Optional<JsonNode> before) {
  static final String VERSION = "admission.k8s.io/v1";
  static final String KIND = "AdmissionReview";

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  /** Not all JSON is YAML: characters such as this one have to be escaped there. */
  private static final String DEL = "\u007f";

  /**
   * Reads a review.
   *
   * @throws InvalidValueException if it is none
   */
  static Review read(byte[] body) throws IOException {
    JsonNode root;
    try {
      root = JSON.readTree(body);
    } catch (JsonProcessingException e) {
      throw new InvalidValueException(
          "body.malformed",
          "body: is not JSON (line %s, column %s); send an AdmissionReview"
              .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr()),
          e);
    } catch (CharConversionException e) {
      throw Questions.notText(e);
    }
    require("apiVersion", root.path("apiVersion").asText(), VERSION);
    require("kind", root.path("kind").asText(), KIND);
    JsonNode request = root.path("request");
    String uid = request.path("uid").asText();
    if (uid.isEmpty()) {
      throw new InvalidValueException(
          "body.missing",
          "request.uid: is missing; the API server sends one, and the answer has it");
    }
    return new Review(uid, judged(request), object(request.path("oldObject")));
  }

  private static void require(String field, String value, String wanted) {
    if (!value.equals(wanted)) {
      throw new InvalidValueException(
          "body.malformed", "%s: '%s' is not answered; send %s".formatted(field, value, wanted));
    }
  }

  /**
   * Returns the object, if it is created or changed as a whole. What is being deleted must not be
   * held up.
   */
  private static Optional<JsonNode> judged(JsonNode request) {
    String operation = request.path("operation").asText();
    boolean isWritten = operation.equals("CREATE") || operation.equals("UPDATE");
    return isWritten && request.path("subResource").asText().isEmpty()
        ? object(request.path("object"))
            .filter(object -> !object.path("metadata").hasNonNull("deletionTimestamp"))
        : Optional.empty();
  }

  /** Returns what the user wrote of an object. */
  private static Optional<JsonNode> object(JsonNode object) {
    if (!(object instanceof ObjectNode all)) {
      return Optional.empty();
    }
    all.remove("status");
    if (all.path("metadata") instanceof ObjectNode metadata) {
      metadata.remove("managedFields");
    }
    return Optional.of(all);
  }

  /** Returns an object as text that is both JSON and YAML. */
  static String text(JsonNode object) {
    try {
      return JSON.writeValueAsString(object).replace(DEL, "\\u007f");
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns whether a controller writes the object, and not the user. */
  boolean isOfController() {
    return object.stream()
        .flatMap(each -> each.path("metadata").path("ownerReferences").valueStream())
        .anyMatch(owner -> owner.path("controller").asBoolean());
  }
}
