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

/** The JSON Schemas in the core's jar. */
enum Schemas {
  CATALOG("catalog.schema.json"),
  ANSWER("json/match.schema.json");

  private final String file;

  Schemas(String file) {
    this.file = file;
  }

  /** Returns the problems of a document, with their places; none if it conforms. */
  List<String> problems(String document) throws IOException {
    return schema().validate(document, InputFormat.JSON).stream()
        .map(ValidationMessage::getMessage)
        .toList();
  }

  private JsonSchema schema() throws IOException {
    try (InputStream in = GpuSpec.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new AssertionError(
            file + " cannot be seen; run the contract on the class path, not the module path");
      }
      return JsonSchemaFactory.getInstance(VersionFlag.V202012).getSchema(text(in));
    }
  }

  static String text(InputStream in) throws IOException {
    return new String(in.readAllBytes(), StandardCharsets.UTF_8);
  }
}
