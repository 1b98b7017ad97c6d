package io.gpuspec.contract;

import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import io.gpuspec.GpuSpec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The schema of catalog files, which is next to the core's classes. */
final class CatalogSchema {
  private static final String FILE = "catalog.schema.json";

  private CatalogSchema() {}

  /** Returns what is wrong with a file, and where; nothing where it conforms. */
  static List<String> problems(InputStream file) throws IOException {
    return schema().validate(text(file), InputFormat.JSON).stream()
        .map(ValidationMessage::getMessage)
        .toList();
  }

  private static JsonSchema schema() throws IOException {
    try (InputStream in = GpuSpec.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new AssertionError(
            FILE + " cannot be seen; run the contract on the class path, not the module path");
      }
      return JsonSchemaFactory.getInstance(VersionFlag.V202012).getSchema(text(in));
    }
  }

  private static String text(InputStream in) throws IOException {
    return new String(in.readAllBytes(), StandardCharsets.UTF_8);
  }
}
