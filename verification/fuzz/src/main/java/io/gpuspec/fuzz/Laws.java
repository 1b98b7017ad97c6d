package io.gpuspec.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.gpuspec.value.GpuSpecException;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;
import java.util.Optional;
import java.util.function.Supplier;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** What holds for every input; a broken law is an AssertionError, which Jazzer reports. */
final class Laws {
  /** The longest message: a refusal of a small input is short, however many problems it has. */
  private static final int LONGEST_MESSAGE = 200_000;

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private Laws() {}

  /** Something that writes. */
  @FunctionalInterface
  interface Writing {
    void to(Writer out) throws IOException;
  }

  /** Work that may refuse its input, but only with an error of the library's own. */
  static <T> Optional<T> read(Supplier<T> work) {
    try {
      return Optional.of(work.get());
    } catch (GpuSpecException refusal) {
      refusal(refusal);
      return Optional.empty();
    }
  }

  /** An error has an id, and a message that a terminal can show. */
  static void refusal(GpuSpecException refusal) {
    check(!refusal.id().isBlank(), "an error without id", refusal.toString());
    message(refusal.getMessage());
  }

  /** A message has words, and no control character but tabs and ends of lines. */
  static void message(String message) {
    check(!message.isBlank(), "an empty message", "");
    check(message.length() <= LONGEST_MESSAGE, "a long message", message);
    check(
        message.chars().allMatch(c -> c == '\n' || c == '\t' || !Character.isISOControl(c)),
        "a control character in a message",
        message);
  }

  /** An output has no null character, and no escape that a terminal would obey. */
  static String output(Object text) {
    String output = text.toString();
    check(output.indexOf('\0') < 0, "a null character in an output", output);
    check(output.indexOf('\u001b') < 0, "an escape character in an output", output);
    return output;
  }

  /** An output that is JSON can be read. */
  static JsonNode json(String text) {
    try {
      return JSON.readTree(output(text));
    } catch (IOException e) {
      throw new AssertionError("not JSON: " + text, e);
    }
  }

  /** An output that is XML can be read. */
  static void xml(String text) {
    try {
      DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(new InputSource(new StringReader(output(text))));
    } catch (IOException | ParserConfigurationException | SAXException e) {
      throw new AssertionError("not XML: " + text, e);
    }
  }

  /** The text that something writes. */
  static String written(Writing writing) {
    StringWriter out = new StringWriter();
    try {
      writing.to(out);
    } catch (IOException e) {
      throw new AssertionError("a writer in memory does not fail", e);
    }
    return out.toString();
  }

  static void equal(Object expected, Object actual, String what) {
    check(expected.equals(actual), what, "'" + expected + "', but '" + actual + "'");
  }

  static void check(boolean holds, String what, String shown) {
    if (!holds) {
      throw new AssertionError(what + ": " + shown);
    }
  }
}
