package io.gpuspec.mig;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.gpuspec.internal.Citations;
import io.gpuspec.internal.Json;
import io.gpuspec.value.Citation;
import io.gpuspec.value.MemorySize;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.StreamSupport;

/** Reads {@code mig.json}. */
final class MigFile {
  static final String NAME = "mig.json";

  private final JsonNode root;
  private final ImmutableMap<String, Citation> citations;

  private MigFile(JsonNode root) {
    this.root = root;
    this.citations =
        root.path("citations").properties().stream()
            .collect(
                ImmutableMap.toImmutableMap(
                    each -> each.getKey(), each -> citation(each.getValue())));
  }

  /** The GPUs of the file in the jar, in its order. */
  static ImmutableList<MigGpu> read() {
    MigFile file = new MigFile(Json.resource(MigFile.class, NAME));
    return rows(file.root.path("products"), file::gpu);
  }

  /** Names that several products have, each with a name that only one of them has. */
  static ImmutableMap<String, ImmutableList<String>> ambiguous() {
    return Json.resource(MigFile.class, NAME).path("ambiguous").properties().stream()
        .collect(
            ImmutableMap.toImmutableMap(
                each -> each.getKey(), each -> rows(each.getValue(), JsonNode::asText)));
  }

  private MigGpu gpu(JsonNode row) {
    return new MigGpu(
        new MigGpu.Data(
            text(row, "name"),
            rows(row.path("aliases"), JsonNode::asText),
            rows(row.path("models"), JsonNode::asText),
            text(row, "architecture"),
            Optional.ofNullable(row.get("computeCapability")).map(JsonNode::asText),
            rows(row.path("pciDevices"), JsonNode::asText),
            rows(row.path("balanced"), JsonNode::asText),
            row.path("memorySlices").asInt(),
            row.path("computeSlices").asInt(),
            number(row, "multiprocessors"),
            engines(row),
            Optional.ofNullable(row.get("driver")).map(JsonNode::asText),
            MigGpu.Geometry.valueOf(word(row, "geometry")),
            text(row, "placementsFrom"),
            rows(row.path("notes"), JsonNode::asText),
            rows(row.path("sources"), key -> source(key.asText()))),
        rows(row.path("profiles"), MigFile::profile));
  }

  private Citation source(String key) {
    return Optional.ofNullable(citations.get(key))
        .orElseThrow(() -> new IllegalStateException(NAME + ": no citation '" + key + "'"));
  }

  private static MigProfile profile(JsonNode row) {
    return new MigProfile(
        new MigProfile.Data(
            text(row, "name"),
            number(row, "cgi"),
            number(row, "nvml"),
            row.path("computeSlices").asInt(),
            row.path("memorySlices").asInt(),
            rows(row.path("starts"), JsonNode::asInt),
            row.path("max").asInt(),
            MemorySize.ofGibibytes(row.path("nominal").asInt()),
            Optional.ofNullable(row.get("memory")).map(size -> MemorySize.parse(size.asText())),
            number(row, "multiprocessors"),
            number(row, "copyEngines"),
            engines(row)));
  }

  private static MigEngines engines(JsonNode row) {
    JsonNode engines = row.path("engines");
    return new MigEngines(
        engines.path("decoders").asInt(),
        engines.path("encoders").asInt(),
        engines.path("jpeg").asInt(),
        engines.path("ofa").asInt());
  }

  private static Citation citation(JsonNode row) {
    return Citations.read(row);
  }

  private static <T> ImmutableList<T> rows(JsonNode array, Function<JsonNode, T> read) {
    return StreamSupport.stream(array.spliterator(), false)
        .map(read)
        .collect(ImmutableList.toImmutableList());
  }

  private static OptionalInt number(JsonNode row, String field) {
    JsonNode value = row.path(field);
    return value.isInt() ? OptionalInt.of(value.asInt()) : OptionalInt.empty();
  }

  private static String text(JsonNode row, String field) {
    return row.path(field).asText();
  }

  private static String word(JsonNode row, String field) {
    return text(row, field).toUpperCase(Locale.ROOT).replace('-', '_');
  }
}
