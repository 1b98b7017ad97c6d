package io.gpuspec.cli;

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
}
