package io.gpuspec.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.core.util.Separators.Spacing;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gpuspec.value.GpuSpecException;

/** JSON as the library writes it. */
final class PrettyJson {
  private PrettyJson() {}

  static String write(Object tree) {
    DefaultIndenter indent = new DefaultIndenter("  ", "\n");
    DefaultPrettyPrinter printer =
        new DefaultPrettyPrinter(
                Separators.createDefaultInstance().withObjectFieldValueSpacing(Spacing.AFTER))
            .withObjectIndenter(indent)
            .withArrayIndenter(indent);
    try {
      return new ObjectMapper().writer(printer).writeValueAsString(tree);
    } catch (JsonProcessingException e) {
      throw new GpuSpecException(
          "manifest.unwritable", "this answer cannot be written: " + e.getMessage(), e);
    }
  }
}
