package io.gpuspec.cli;

import java.util.Locale;
import picocli.CommandLine.Option;

/** {@code -o}: for people or for programs. */
final class OutputOption {
  /** A form of output. */
  enum Form {
    /** For people. */
    TEXT,
    /** One JSON document. */
    JSON;

    /** As it is typed. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Option(
      names = {"-o", "--output"},
      paramLabel = "text|json",
      defaultValue = "text",
      description = "Form of the answer: ${COMPLETION-CANDIDATES}; text unless given.")
  private Form form = Form.TEXT;

  boolean isJson() {
    return form == Form.JSON;
  }
}
