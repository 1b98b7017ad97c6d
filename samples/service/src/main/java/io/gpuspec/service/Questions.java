package io.gpuspec.service;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.gpuspec.InvalidValueException;
import io.gpuspec.UnknownNameException;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.http.HttpStatus;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;

/** What was asked: bodies of JSON, and queries, of which nothing is passed over. */
final class Questions {
  /** The longest body, in bytes. */
  static final int LONGEST = 256 * 1024;

  private static final JsonMapper STRICT =
      JsonMapper.builder()
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .enable(
              DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
              DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .build();

  private Questions() {}

  /** The body as an object of JSON that has no other fields than these. */
  static <T> T body(Context context, Class<T> type) {
    try {
      T question = STRICT.readValue(bytes(context), type);
      if (question == null) {
        throw new InvalidValueException("body: 'null' is no object; write one in braces");
      }
      return question;
    } catch (UnrecognizedPropertyException e) {
      throw new UnknownNameException(
          "field",
          e.getPropertyName(),
          e.getKnownPropertyIds().stream().map(Object::toString).toList());
    } catch (JsonMappingException e) {
      throw new InvalidValueException("body%s: %s".formatted(place(e), e.getOriginalMessage()), e);
    } catch (JsonProcessingException e) {
      throw new InvalidValueException("body: no JSON: " + e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw new InvalidValueException("body: cannot be read (" + e.getMessage() + ")", e);
    }
  }

  /** The body, which ends where the longest does. */
  static byte[] bytes(Context context) throws IOException {
    byte[] body = context.bodyInputStream().readNBytes(LONGEST + 1);
    if (body.length > LONGEST) {
      throw new HttpResponseException(
          HttpStatus.CONTENT_TOO_LARGE,
          "body: longer than %d KiB; send less at once".formatted(LONGEST / 1024),
          Map.of());
    }
    return body;
  }

  /** Refuses parameters of the query that are none of these, or are there twice. */
  static void onlyParameters(Context context, Collection<String> known) {
    context
        .queryParamMap()
        .forEach(
            (name, values) -> {
              if (!known.contains(name)) {
                throw new UnknownNameException("parameter", name, known);
              }
              if (values.size() > 1) {
                throw new InvalidValueException(
                    "%s: '%s' are given; give one".formatted(name, String.join("', '", values)));
              }
            });
  }

  private static String place(JsonMappingException problem) {
    return problem.getPath().stream()
        .map(
            step ->
                step.getFieldName() == null
                    ? "[" + step.getIndex() + "]"
                    : "." + step.getFieldName())
        .collect(Collectors.joining());
  }
}
