package io.gpuspec.internal.dra;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.gpuspec.internal.Citations;
import io.gpuspec.internal.DataFile;
import io.gpuspec.internal.Json;
import io.gpuspec.value.Citation;
import io.gpuspec.value.MemorySize;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** NVIDIA's DRA driver: its name, classes and attributes, and what it publishes of a card. */
public final class NvidiaDriver {

  /** The type of an attribute's value, as the API has it. */
  public enum Kind {
    STRING("string"),
    VERSION("version"),
    INT("int");

    private final String field;

    Kind(String field) {
      this.field = field;
    }

    /** Returns the field of {@code DeviceAttribute} that holds such a value. */
    public String field() {
      return field;
    }
  }

  /** A DeviceClass that it comes with: all devices of a type. */
  public record DeviceClass(String name, String driver, String type) {
    /** Returns whether it is of cards or of their parts, and not of the channels between cards. */
    public boolean isOfGpus() {
      return driver.equals(NAME);
    }

    /** Returns the expression of its selector. */
    public String expression() {
      return "device.driver == '%s' && device.attributes['%s'].type == '%s'"
          .formatted(driver, driver, type);
    }
  }

  private static final JsonNode ROOT = Json.resource(NvidiaDriver.class, "nvidia-driver.json");
  private static final Citations CITED = Citations.of(ROOT);

  /** Its name, which is also the domain of its attributes. */
  public static final String NAME = ROOT.path("driver").asText();

  /** The classes that it comes with, of the devices of its two plugins. */
  public static final List<DeviceClass> CLASSES =
      DataFile.rows(
          ROOT.path("classes"),
          row ->
              new DeviceClass(
                  row.path("name").asText(),
                  row.path("driver").asText(),
                  row.path("type").asText()));

  /** The attributes of cards and MIG devices, in the order of its own table. */
  public static final Map<String, Kind> ATTRIBUTES =
      DataFile.rows(ROOT.path("attributes"), row -> row).stream()
          .collect(
              ImmutableMap.toImmutableMap(
                  row -> row.path("name").asText(), row -> kind(row.path("kind").asText())));

  /**
   * The memory that a driver reports for a model, where newer drivers than the model's were seen.
   */
  public static final Map<String, MemorySize> MEMORY = sizes("memory", "reported");

  /** The least memory that was seen in slices of a model, if that is less. */
  public static final Map<String, MemorySize> LEAST_MEMORY = sizes("leastMemory", "published");

  public static final Citation OF_ATTRIBUTES = CITED.get("attributes");
  public static final Citation OF_DEVICES = CITED.get("device");
  public static final Citation OF_MIG = CITED.get("mig");
  public static final Citation OF_SHARES = CITED.get("shares");

  /** All attributes of its own that a device of it can have. */
  public static final Set<String> PUBLISHED =
      Stream.concat(
              ATTRIBUTES.keySet().stream().filter(name -> !name.contains("/")),
              DataFile.rows(ROOT.path("otherAttributes"), JsonNode::asText).stream())
          .collect(ImmutableSet.toImmutableSet());

  private static final Set<String> OPTIONAL =
      DataFile.rows(ROOT.path("attributes"), row -> row).stream()
          .filter(row -> row.path("optional").asBoolean())
          .map(row -> row.path("name").asText())
          .collect(ImmutableSet.toImmutableSet());

  private NvidiaDriver() {}

  /**
   * Returns whether each card and MIG device has one of {@link #ATTRIBUTES}; those of other domains
   * are there only where the node tells the driver, and some of its own only on some machines.
   */
  public static boolean isAlwaysPublished(String name) {
    return ATTRIBUTES.containsKey(name) && !name.contains("/") && !OPTIONAL.contains(name);
  }

  /** Returns how expressions of selectors name an attribute of its domain. */
  public static String attribute(String name) {
    return "device.attributes['%s'].%s".formatted(NAME, name);
  }

  /** Returns the class of its devices of a type: {@code gpu} or {@code mig}. */
  public static DeviceClass ofType(String type) {
    return CLASSES.stream().filter(each -> each.type().equals(type)).findFirst().orElseThrow();
  }

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
