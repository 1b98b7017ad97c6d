package io.gpuspec.cli;

import picocli.CommandLine.TypeConversionException;

/** An option's value of the form {@code KEY=VALUE}. */
record Assignment(String key, String value) {
  static Assignment parse(String text) {
    int equals = text.indexOf('=');
    if (equals < 1) {
      throw new TypeConversionException(
          "'%s' has no %s; write KEY=VALUE"
              .formatted(text, equals < 0 ? "'='" : "name before '='"));
    }
    return new Assignment(text.substring(0, equals), text.substring(equals + 1));
  }
}
