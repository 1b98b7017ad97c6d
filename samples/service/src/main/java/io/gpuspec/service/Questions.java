package io.gpuspec.service;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.deser.DeserializationProblemHandler;
import com.fasterxml.jackson.databind.exc.InvalidNullException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.UnknownNameException;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.http.HttpStatus;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Bodies of JSON and queries, of which nothing is ignored. */
final class Questions {
  /** The longest body, in bytes. */
  static final int LONGEST = 256 * 1024;

  /** The longest body with manifests or nodes, in bytes. */
  static final int MOST_MANIFESTS = 4 * 1024 * 1024;

  /**
   * The bytes of a body that a second brings at least, on average. A body is waited for on a
   * thread, of which there are not so many as a slow caller can open connections.
   */
  private static final int SLOWEST = 1_000;

  private static final int PART = 8 * 1024;

  private static final JsonMapper STRICT =
      JsonMapper.builder()
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .enable(
              DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
              DeserializationFeature.FAIL_ON_TRAILING_TOKENS,
              // Of 1e999999999 a double would keep no digit for the message.
              DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .defaultSetterInfo(JsonSetter.Value.forContentNulls(Nulls.FAIL))
          .build();

  private static final Pattern DUPLICATE = Pattern.compile("Duplicate field '(.*)'");

  private static final Pattern LOCATION = Pattern.compile(" \\((start marker )?at \\[.*");

  private Questions() {}

  /**
   * Accepted media types of bodies, including that of forms, which is curl's default, and plain
   * text.
   */
  private static final Set<String> READ =
      Set.of(
          "",
          "application/json",
          "application/yaml",
          "application/x-yaml",
          "application/x-www-form-urlencoded",
          "text/plain",
          "text/yaml");

  /** The body as an object of JSON that has no other fields than these. */
  static <T> T body(Context context, Class<T> type) throws IOException {
    return body(context, type, LONGEST);
  }

  /** The body as an object, which ends where the longest of the endpoint does. */
  static <T> T body(Context context, Class<T> type, int longest) throws IOException {
    byte[] body = bytes(context, longest);
    Problems problems = new Problems();
    try {
      T question = STRICT.readerFor(type).withHandler(new UnknownFields(problems)).readValue(body);
      if (question == null) {
        throw new InvalidValueException(
            "body.malformed", "body: 'null' is not an object; write one in braces");
      }
      problems.orThrow();
      return question;
    } catch (MismatchedInputException e) {
      problems.add(place(e) + ": is not " + wanted(e));
      throw problems.report();
    } catch (JsonProcessingException e) {
      throw unreadable(e);
    } catch (CharConversionException e) {
      throw notText(e);
    }
  }

  /** Jackson takes a body that begins with zeros for UTF-32. */
  static InvalidValueException notText(CharConversionException e) {
    return new InvalidValueException("body.malformed", "body: is not UTF-8; send JSON in UTF-8", e);
  }

  private static InvalidValueException unreadable(JsonProcessingException e) {
    int line = e.getLocation().getLineNr();
    int column = e.getLocation().getColumnNr();
    Matcher duplicate = DUPLICATE.matcher(e.getOriginalMessage());
    if (duplicate.matches()) {
      return new InvalidValueException(
          "body.duplicate",
          "body: '%s' is a duplicate field (line %s, column %s); give it once"
              .formatted(duplicate.group(1), line, column),
          e);
    }
    return new InvalidValueException(
        "body.malformed",
        "body: cannot be read (%s, line %s, column %s); send one complete object in braces"
            .formatted(why(e), line, column),
        e);
  }

  /** Returns Jackson's message without the location that it repeats. */
  private static String why(JsonProcessingException e) {
    return e instanceof JsonEOFException || e.getCause() instanceof JsonEOFException
        ? "it ends too early"
        : LOCATION.matcher(e.getOriginalMessage()).replaceFirst("");
  }

  /** The body with manifests, which is not empty. */
  static InputStream manifests(Context context) throws IOException {
    byte[] body = bytes(context, MOST_MANIFESTS);
    if (body.length == 0) {
      throw new InvalidValueException(
          "body.missing", "body: is empty; send manifests as YAML or JSON");
    }
    return new ByteArrayInputStream(body);
  }

  /** The body, which ends where the longest does. */
  static byte[] bytes(Context context) throws IOException {
    return bytes(context, LONGEST);
  }

  /** The body, which ends where the longest of the endpoint does. */
  static byte[] bytes(Context context, int longest) throws IOException {
    requireReadable(context);
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    InputStream in = context.bodyInputStream();
    byte[] part = new byte[PART];
    int length = in.read(part);
    // From the first bytes on; Jetty ends the wait for them.
    long start = System.nanoTime();
    while (length >= 0) {
      body.write(part, 0, length);
      if (body.size() > longest) {
        throw refused(
            HttpStatus.CONTENT_TOO_LARGE,
            "body: is longer than %s KiB; send less at once".formatted(longest / 1024));
      }
      if (body.size() < SLOWEST * Duration.ofNanos(System.nanoTime() - start).toMillis() / 1_000) {
        throw refused(
            HttpStatus.REQUEST_TIMEOUT,
            "body: came at less than %s bytes a second; send it at once".formatted(SLOWEST));
      }
      length = in.read(part);
    }
    return body.toByteArray();
  }

  private static HttpResponseException refused(HttpStatus status, String problem) {
    return new HttpResponseException(status.getCode(), problem, Map.of());
  }

  private static void requireReadable(Context context) {
    String type = Objects.requireNonNullElse(context.contentType(), "");
    String coding = Objects.requireNonNullElse(context.header("Content-Encoding"), "identity");
    if (!READ.contains(type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT))) {
      throw refused(
          HttpStatus.UNSUPPORTED_MEDIA_TYPE,
          "Content-Type: '%s' is not read; send application/json".formatted(type));
    }
    if (!coding.equalsIgnoreCase("identity")) {
      throw refused(
          HttpStatus.UNSUPPORTED_MEDIA_TYPE,
          "Content-Encoding: '%s' is not read; send the body as it is".formatted(coding));
    }
  }

  /** Returns a required field. */
  static <T> T given(String name, @Nullable T value, String example) {
    if (value == null) {
      throw new InvalidValueException(
          "body.missing", "%s: is missing; add it, such as %s".formatted(name, example));
    }
    return value;
  }

  /** Throws an exception for unknown or duplicate parameters of the query. */
  static void onlyParameters(Context context, Collection<String> known) {
    context
        .queryParamMap()
        .forEach(
            (name, values) -> {
              if (known.isEmpty()) {
                throw new InvalidValueException(
                    "body.unknown",
                    "parameter '%s' is not read here; write it into the body".formatted(name));
              }
              if (!known.contains(name)) {
                throw new UnknownNameException("body.unknown", "parameter", name, known);
              }
              if (values.size() > 1) {
                throw new InvalidValueException(
                    "body.duplicate",
                    "%s: '%s' are given; give one".formatted(name, String.join("', '", values)));
              }
            });
  }

  /** Finds every unknown field, whereas Jackson alone stops at the first. */
  private static final class UnknownFields extends DeserializationProblemHandler {
    private final Problems problems;

    UnknownFields(Problems problems) {
      this.problems = problems;
    }

    @Override
    public boolean handleUnknownProperty(
        DeserializationContext context,
        JsonParser parser,
        JsonDeserializer<?> deserializer,
        Object question,
        String name)
        throws IOException {
      List<String> known =
          deserializer.getKnownPropertyNames().stream().map(Object::toString).sorted().toList();
      problems.add(new UnknownNameException("body.unknown", "field", name, known).getMessage());
      parser.skipChildren();
      return true;
    }
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
      return "a value; leave null out";
    }
    if (type == Integer.class) {
      return "a whole number; write it like 2";
    }
    if (type == Boolean.class || type == boolean.class) {
      return "true or false; write one of them";
    }
    if (type == String.class) {
      return "a string; write it like \"4\"";
    }
    if (Collection.class.isAssignableFrom(type)) {
      return "a list; write it in brackets";
    }
    return type.isEnum()
        ? "a known word; write " + words(type)
        : "an object; write one in braces, and nothing behind it";
  }

  private static String words(Class<?> type) {
    return Stream.of(type.getEnumConstants())
        .map(word -> "\"" + word.toString().toLowerCase(Locale.ROOT) + "\"")
        .collect(Collectors.joining(" or "));
  }
}
