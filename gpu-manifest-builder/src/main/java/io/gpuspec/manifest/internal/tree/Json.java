package io.gpuspec.manifest.internal.tree;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.core.util.Separators.Spacing;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;

/** The configuration of Jackson: the same bytes for the same tree on every platform. */
public final class Json {
  public static final ObjectMapper MAPPER = new ObjectMapper();

  private static final DefaultIndenter TWO_SPACES = new DefaultIndenter("  ", "\n");

  private Json() {}

  /** Writes JSON that is YAML too. */
  public static ObjectWriter writer() {
    return MAPPER.writer(pretty()).with(new YamlSafe());
  }

  public static DefaultPrettyPrinter pretty() {
    return new DefaultPrettyPrinter(
            Separators.createDefaultInstance().withObjectFieldValueSpacing(Spacing.AFTER))
        .withObjectIndenter(TWO_SPACES)
        .withArrayIndenter(TWO_SPACES);
  }
}
