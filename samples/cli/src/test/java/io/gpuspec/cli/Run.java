package io.gpuspec.cli;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

/** One run of the command, in this process. */
record Run(int status, String out, String err) {
  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  static Run of(String... args) {
    return to(new StringWriter(), args);
  }

  /** A run that writes its answer to {@code out}. */
  static Run to(Writer out, String... args) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status = Main.run(out, new PrintStream(err, true, StandardCharsets.UTF_8), args);
    return new Run(status, out.toString(), err.toString(StandardCharsets.UTF_8));
  }

  /** The words of a line; quotes keep a word together. */
  static Run line(String line) {
    return of(words(line).toArray(String[]::new));
  }

  /** A line where the words that name files of a folder mean these. */
  static Run in(Path folder, String line) {
    return of(
        words(line)
            .map(word -> Files.isRegularFile(folder.resolve(word)) ? folder.resolve(word) : word)
            .map(Object::toString)
            .toArray(String[]::new));
  }

  /** The words of a line, as a shell takes them. */
  static Stream<String> words(String line) {
    return Arrays.stream(line.strip().split("\\s+(?=(?:[^']*'[^']*')*[^']*$)"))
        .map(word -> word.replace("'", ""));
  }

  /** Standard output as exactly one JSON document. */
  JsonNode json() {
    return json(out);
  }

  static JsonNode json(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(text, e);
    }
  }
}
