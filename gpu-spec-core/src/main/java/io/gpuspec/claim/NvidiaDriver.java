package io.gpuspec.claim;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableMap;
import io.gpuspec.internal.Citations;
import io.gpuspec.internal.DataFile;
import io.gpuspec.internal.Json;
import io.gpuspec.value.Citation;
import io.gpuspec.value.MemorySize;

/** What NVIDIA's DRA driver publishes, from its data file. */
final class NvidiaDriver {

  /** The type of an attribute's value, as the API has it. */
  enum Kind {
    STRING("string"),
    VERSION("version"),
    INT("int");

    private final String field;

    Kind(String field) {
      this.field = field;
    }

    /** Returns the field of {@code DeviceAttribute} that holds such a value. */
    String field() {
      return field;
    }
  }

  private static final JsonNode ROOT = Json.resource(NvidiaDriver.class, "nvidia-driver.json");
  private static final Citations CITED = Citations.of(ROOT);

  /** Its name, which is also the domain of its attributes. */
  static final String NAME = ROOT.path("driver").asText();

  /** Its attributes, in the order of its own table. */
  static final ImmutableMap<String, Kind> ATTRIBUTES =
      DataFile.rows(ROOT.path("attributes"), row -> row).stream()
          .collect(
              ImmutableMap.toImmutableMap(
                  row -> row.path("name").asText(), row -> kind(row.path("kind").asText())));

  /**
   * The memory that a driver reports for a model, where newer drivers than the model's were seen.
   */
  static final ImmutableMap<String, MemorySize> MEMORY = sizes("memory", "reported");

  /** The least memory that was seen in slices of a model, where it is less. */
  static final ImmutableMap<String, MemorySize> LEAST_MEMORY = sizes("leastMemory", "published");

  static final Citation OF_MEMORY = CITED.get("smi");
  static final Citation OF_ATTRIBUTES = CITED.get("attributes");
  static final Citation OF_DEVICES = CITED.get("device");
  static final Citation OF_MIG = CITED.get("mig");
  static final Citation OF_SHARES = CITED.get("shares");
  static final Citation OF_SLICES = CITED.get("split");

  private NvidiaDriver() {}

  private static ImmutableMap<String, MemorySize> sizes(String list, String field) {
    return DataFile.rows(ROOT.path(list), row -> row).stream()
        .collect(
            ImmutableMap.toImmutableMap(
                row -> row.path("model").asText(),
                row -> MemorySize.parse(row.path(field).asText())));
  }

  private static Kind kind(String word) {
    return switch (word) {
      case "version" -> Kind.VERSION;
      case "int" -> Kind.INT;
      default -> Kind.STRING;
    };
  }
}
