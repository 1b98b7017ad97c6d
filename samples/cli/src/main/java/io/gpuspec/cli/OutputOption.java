package io.gpuspec.cli;

import io.gpuspec.value.InvalidValueException;
import java.io.IOException;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** The option {@code -o}: text or JSON. */
final class OutputOption {
  /** A form of output. */
  enum Form {
    /** Text for people. */
    TEXT,
    /** One JSON document. */
    JSON
  }

  @Option(
      names = {"-o", "--output"},
      paramLabel = "text|json",
      description = "Output format; the default is text.")
  private Form form = Form.TEXT;

  boolean isJson() {
    return form == Form.JSON;
  }

  /** Writes the answer, as one JSON document or as text in the reader's language. */
  void answer(Console console, Supplier<String> json, Supplier<?> text) throws IOException {
    if (isJson()) {
      console.json(json.get());
    } else {
      console.say(text.get());
    }
  }

  /** Throws an exception for JSON together with an option that is itself a form of output. */
  void requireTextWith(String option) {
    if (isJson()) {
      throw new InvalidValueException(
          "usage.conflict", option + " and -o json are mutually exclusive; give one of them");
    }
  }
}
