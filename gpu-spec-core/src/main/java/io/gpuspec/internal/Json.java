package io.gpuspec.internal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.core.util.Separators.Spacing;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.math.BigDecimal;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

/** The configuration of Jackson: strict reading, and the same bytes for the same tree. */
public final class Json {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          // The parser's own detection keeps the names of each object in a set, and takes a fifth
          // of the memory; a tree finds duplicates by itself.
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          // Who opened a stream closes it.
          .disable(JsonParser.Feature.AUTO_CLOSE_SOURCE)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          // A number that is passed on keeps all its digits.
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  /** Parts of a document, which others follow. */
  private static final ObjectReader PARTS =
      MAPPER.reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private static final JsonFactory TOKENS =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private static final int DIGITS_OF_AN_INT = 9;
  private static final int LONGEST_NUMBER = 100;

  // The line separator of the platform would make the bytes depend on it.
  private static final DefaultIndenter TWO_SPACES = new DefaultIndenter("  ", "\n");
  private static final DefaultPrettyPrinter PRETTY =
      new DefaultPrettyPrinter(
              Separators.createDefaultInstance().withObjectFieldValueSpacing(Spacing.AFTER))
          .withObjectIndenter(TWO_SPACES)
          .withArrayIndenter(TWO_SPACES);

  private static final Pattern LOCATION =
      Pattern.compile(" \\((start marker )?at \\[.*| for `ObjectNode`: .*");

  private Json() {}

  /** Reads a JSON resource next to a class. */
  public static JsonNode resource(Class<?> owner, String name) {
    try (InputStream in = owner.getResourceAsStream(name)) {
      if (in == null) {
        throw new GpuSpecException(
            "file.unreadable",
            name + ": the file is missing beside " + owner.getName() + "; is the jar complete?");
      }
      return read(in, name);
    } catch (IOException e) {
      throw new GpuSpecException(
          "file.unreadable", name + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** Reads one JSON document; {@code source} names it in errors. */
  public static JsonNode read(InputStream in, String source) {
    try {
      JsonNode document = MAPPER.readTree(in);
      if (document.isMissingNode()) {
        throw new GpuSpecException(
            "json.malformed", source + ": not JSON: it is empty; write the document");
      }
      return document;
    } catch (JsonProcessingException e) {
      throw malformed(source, e);
    } catch (IOException e) {
      throw new GpuSpecException(
          "file.unreadable", source + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * Reads a document and hands over one of its lists item by item, without keeping it.
   *
   * @param field the name of the list
   * @param each takes the fields before an item, and the item
   * @return the document, whose list is empty
   */
  public static JsonNode items(
      InputStream in, String source, String field, BiConsumer<JsonNode, JsonNode> each) {
    try (JsonParser parser = MAPPER.createParser(in)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new JsonParseException(parser, "it is not an object");
      }
      ObjectNode root = MAPPER.createObjectNode();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        if (root.has(name)) {
          throw new JsonParseException(parser, "Duplicate field '" + name + "'");
        }
        if (parser.nextToken() == JsonToken.START_ARRAY && name.equals(field)) {
          root.putArray(name);
          while (parser.nextToken() != JsonToken.END_ARRAY) {
            each.accept(root, PARTS.readTree(parser));
          }
        } else {
          root.set(name, PARTS.<JsonNode>readTree(parser));
        }
      }
      if (parser.nextToken() != null) {
        throw new JsonParseException(parser, "something follows the document");
      }
      return root;
    } catch (JsonProcessingException e) {
      throw malformed(source, e);
    } catch (IOException e) {
      throw new GpuSpecException(
          "file.unreadable", source + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** Reads one JSON document from a text; who calls says in errors where the text comes from. */
  public static JsonNode parse(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new GpuSpecException("json.malformed", "not JSON: " + said(e), e);
    }
  }

  /**
   * JSON from Java's own types.
   *
   * @throws InvalidValueException if a value has no JSON
   */
  public static JsonNode tree(Object values) {
    try {
      return MAPPER.valueToTree(values);
    } catch (IllegalArgumentException e) {
      throw new InvalidValueException(
          "json.malformed",
          "values: '%s' has no JSON; give strings, numbers, booleans, lists and maps"
              .formatted(values),
          e);
    }
  }

  /** Reads a text token by token, as strictly. */
  public static JsonParser parser(String text) throws IOException {
    return TOKENS.createParser(text);
  }

  /**
   * A number with all of its digits.
   *
   * @throws NumberFormatException if it is not a number, or absurdly long
   */
  public static JsonNode number(String digits) {
    if (digits.length() > LONGEST_NUMBER) {
      throw new NumberFormatException("more than " + LONGEST_NUMBER + " characters");
    }
    BigDecimal number = new BigDecimal(digits);
    return number.scale() == 0 && number.precision() <= DIGITS_OF_AN_INT
        ? IntNode.valueOf(number.intValueExact())
        : DecimalNode.valueOf(number);
  }

  private static GpuSpecException malformed(String source, JsonProcessingException e) {
    String where =
        e.getLocation() == null
            ? ""
            : ":" + e.getLocation().getLineNr() + ":" + e.getLocation().getColumnNr();
    return new GpuSpecException("json.malformed", source + where + ": not JSON: " + said(e), e);
  }

  /** Returns Jackson's message without the location that it repeats, and without its own terms. */
  public static String said(JsonProcessingException e) {
    if (e instanceof JsonEOFException) {
      return "it ends too early; close every quote, bracket and brace";
    }
    return LOCATION.matcher(e.getOriginalMessage()).replaceFirst("");
  }

  /** The tree as indented JSON. */
  public static String pretty(JsonNode tree) {
    try {
      return MAPPER.writer(PRETTY).writeValueAsString(tree);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of JSON nodes can always be written", e);
    }
  }

  /** Returns a generator of the same indented JSON, which leaves the writer open. */
  public static JsonGenerator generator(Writer out) throws IOException {
    return line(out).setPrettyPrinter(PRETTY.createInstance());
  }

  /** Returns a generator of JSON on one line, which leaves the writer open. */
  public static JsonGenerator line(Writer out) throws IOException {
    return MAPPER.createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
  }

  /** The tree as JSON on one line. */
  public static String line(JsonNode tree) {
    return tree.toString();
  }
}
