package io.gpuspec.cli;

import io.gpuspec.value.InvalidValueException;
import picocli.CommandLine.Option;

/** {@code -o}: for people or for programs. */
final class OutputOption {
  /** A form of output. */
  enum Form {
    /** For people. */
    TEXT,
    /** One JSON document. */
    JSON
  }

  @Option(
      names = {"-o", "--output"},
      paramLabel = "text|json",
      description = "Form of the answer; text unless given.")
  private Form form = Form.TEXT;

  boolean isJson() {
    return form == Form.JSON;
  }

  /** Refuses JSON beside an option that is a form of output itself. */
  void requireTextWith(String option) {
    if (isJson()) {
      throw new InvalidValueException(
          option + " and -o json are mutually exclusive; give one of them");
    }
  }
}
