package io.gpuspec.service;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.exc.InvalidNullException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.gpuspec.GpuSpecException;
import io.gpuspec.InvalidValueException;
import io.gpuspec.UnknownNameException;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.http.HttpStatus;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What was asked: bodies of JSON and queries, of which nothing is passed over. */
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
          .defaultSetterInfo(JsonSetter.Value.forContentNulls(Nulls.FAIL))
          .build();

  private Questions() {}

  /** The body as an object of JSON that has no other fields than these. */
  static <T> T body(Context context, Class<T> type) throws IOException {
    byte[] body = bytes(context);
    try {
      T question = STRICT.readValue(body, type);
      if (question == null) {
        throw new InvalidValueException("body: 'null' is no object; write one in braces");
      }
      return question;
    } catch (UnrecognizedPropertyException e) {
      throw unknown(e);
    } catch (MismatchedInputException e) {
      throw new InvalidValueException(place(e) + ": is no " + wanted(e), e);
    } catch (JsonProcessingException e) {
      throw new InvalidValueException(
          "body: cannot be read (%s, line %d, column %d); write one object in braces"
              .formatted(
                  e.getOriginalMessage(),
                  e.getLocation().getLineNr(),
                  e.getLocation().getColumnNr()),
          e);
    }
  }

  /** The body, which ends where the longest does. */
  static byte[] bytes(Context context) throws IOException {
    byte[] body = context.bodyInputStream().readNBytes(LONGEST + 1);
    if (body.length > LONGEST) {
      throw new HttpResponseException(
          HttpStatus.CONTENT_TOO_LARGE.getCode(),
          "body: is longer than %d KiB; send less at once".formatted(LONGEST / 1024),
          Map.of());
    }
    return body;
  }

  /** Refuses parameters of the query that are none of these, or stand there twice. */
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

  private static GpuSpecException unknown(UnrecognizedPropertyException problem) {
    List<String> known =
        problem.getKnownPropertyIds().stream().map(Object::toString).sorted().toList();
    return new UnknownNameException("field", problem.getPropertyName(), known);
  }

  private static String place(JsonMappingException problem) {
    return problem.getPath().stream()
        .map(
            step ->
                step.getFieldName() == null
                    ? "[" + step.getIndex() + "]"
                    : "." + step.getFieldName())
        .collect(Collectors.joining("", "body", ""));
  }

  private static String wanted(MismatchedInputException problem) {
    Class<?> type = problem.getTargetType();
    if (problem instanceof InvalidNullException) {
      return "value; leave null out";
    }
    if (type == Integer.class) {
      return "whole number; write it like 2";
    }
    if (type == Boolean.class || type == boolean.class) {
      return "yes or no; write true or false";
    }
    if (type == String.class) {
      return "string; write it like \"4\"";
    }
    if (Collection.class.isAssignableFrom(type)) {
      return "list; write it in brackets";
    }
    return type.isEnum()
        ? "word that is known; write " + words(type)
        : "object; write one in braces, and nothing behind it";
  }

  private static String words(Class<?> type) {
    return Stream.of(type.getEnumConstants())
        .map(word -> "\"" + word.toString().toLowerCase(Locale.ROOT) + "\"")
        .collect(Collectors.joining(" or "));
  }
}
