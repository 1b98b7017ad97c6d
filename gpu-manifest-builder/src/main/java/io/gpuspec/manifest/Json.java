package io.gpuspec.manifest;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.core.util.Separators.Spacing;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;

/** The configuration of Jackson: the same bytes for the same tree on every platform. */
final class Json {
  static final ObjectMapper MAPPER = new ObjectMapper();

  private static final DefaultIndenter TWO_SPACES = new DefaultIndenter("  ", "\n");

  private Json() {}

  /** Writes JSON that is YAML too. */
  static ObjectWriter writer() {
    return MAPPER.writer(pretty()).with(new YamlSafe());
  }

  static DefaultPrettyPrinter pretty() {
    return new DefaultPrettyPrinter(
            Separators.createDefaultInstance().withObjectFieldValueSpacing(Spacing.AFTER))
        .withObjectIndenter(TWO_SPACES)
        .withArrayIndenter(TWO_SPACES);
  }
}
