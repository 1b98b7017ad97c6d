package io.gpuspec.spi;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableMap;
import io.gpuspec.GpuModel;
import io.gpuspec.GpuSpec;
import io.gpuspec.MemorySize;
import io.gpuspec.internal.Json;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongPredicate;

/**
 * Labels that say something of a node's GPUs, whoever writes them: clouds, or NVIDIA's GPU Feature
 * Discovery. Which they are is data, {@code gpu-labels.json}.
 */
final class GpuNodeLabels {
  private static final String FILE = "gpu-labels.json";
  private static final ImmutableMap<String, Property> PROPERTIES = read();

  /** Words of a label that names no GPU in particular. */
  private static final Set<String> ANY_GPU = Set.of("nvidia", "gpu", "nvidia-gpu", "true", "cuda");

  private static final long MEBIBYTE = 1L << 20;

  /** What a label says. */
  private enum Property {
    NAME,
    FAMILY,
    MEMORY,
    COUNT,
    COMPUTE_MAJOR,
    COMPUTE_MINOR,
    VENDOR
  }

  private GpuNodeLabels() {}

  private static ImmutableMap<String, Property> read() {
    ImmutableMap.Builder<String, Property> properties = ImmutableMap.builder();
    JsonNode file = Json.resource(GpuModel.class, FILE);
    file.path("labels").forEach(label -> properties.put(label.path("key").asText(), Property.NAME));
    file.path("properties")
        .forEach(
            label ->
                properties.put(
                    label.path("key").asText(),
                    Property.valueOf(
                        label.path("says").asText().toUpperCase(Locale.ROOT).replace('-', '_'))));
    return properties.buildOrThrow();
  }

  static boolean isOne(String key) {
    return PROPERTIES.containsKey(key);
  }

  /** Whether its values are names of GPUs. */
  static boolean isName(String key) {
    return PROPERTIES.get(key) == Property.NAME;
  }

  /** Whether a node with the row's GPUs meets a requirement on such a label, where it has it. */
  static boolean admits(NodeRequirement asked, GpuSpec row) {
    if (asked.operator().equals("Exists") || asked.operator().equals("DoesNotExist")) {
      return asked.values().isEmpty();
    }
    return switch (PROPERTIES.get(asked.key())) {
      case NAME -> admitsName(asked, row);
      case FAMILY -> isValue(asked, row.model().map(GpuNodeLabels::family));
      case MEMORY -> admitsMemory(asked, row);
      case COUNT -> isValue(asked, Optional.of(String.valueOf(row.gpus())));
      case COMPUTE_MAJOR -> isValue(asked, row.model().map(gpu -> capability(gpu)[0]));
      case COMPUTE_MINOR -> isValue(asked, row.model().map(gpu -> capability(gpu)[1]));
      case VENDOR -> isValue(asked, Optional.of("nvidia"));
    };
  }

  private static boolean isValue(NodeRequirement asked, Optional<String> value) {
    return value.isPresent() && asked.admits(Map.of(asked.key(), value.get()));
  }

  /** Source: NVIDIA k8s-device-plugin, internal/lm/resource.go. */
  private static String family(GpuModel gpu) {
    return gpu.architecture().toLowerCase(Locale.ROOT).replace(' ', '-');
  }

  private static String[] capability(GpuModel gpu) {
    return gpu.computeCapability().split("\\.", 2);
  }

  private static boolean admitsName(NodeRequirement asked, GpuSpec row) {
    // A part of a card, or a vGPU, has a name of its own.
    boolean isNamed =
        row.isWhole()
            && row.attribute("vgpu").isEmpty()
            && asked.values().stream().anyMatch(value -> names(asked.key(), value, row));
    return switch (asked.operator()) {
      case "In" -> isNamed;
      case "NotIn" -> !isNamed;
      default -> false;
    };
  }

  private static boolean names(String key, String value, GpuSpec row) {
    if (key.equals("accelerator") && ANY_GPU.contains(value.toLowerCase(Locale.ROOT))) {
      return true;
    }
    return row.model().filter(models(key, value)::contains).isPresent();
  }

  /** The models that a label's value names; none where it names none that is known. */
  static List<GpuModel> models(String key, String value) {
    List<GpuModel> named = GpuModel.named(key + "=" + value);
    return named.isEmpty() ? GpuModel.named(value) : named;
  }

  /**
   * The driver's figure is some per cent below the size that a card is sold with, and not the same
   * in every version; where it is not known, it is taken to be less by an eighth at most
   * (inferred).
   */
  private static boolean admitsMemory(NodeRequirement asked, GpuSpec row) {
    Optional<GpuModel> gpu = row.model();
    if (gpu.isEmpty()) {
      return false;
    }
    long most = gpu.get().memory().toBytes() / MEBIBYTE;
    long least = most - most / 8;
    long likely =
        gpu.get().memoryReported().map(MemorySize::toBytes).map(b -> b / MEBIBYTE).orElse(least);
    return switch (asked.operator()) {
      case "In" -> isAny(asked, value -> value >= least && value <= most);
      case "NotIn" -> !isAny(asked, value -> value >= least && value <= most);
      case "Gt" -> isAny(asked, value -> likely > value);
      case "Lt" -> isAny(asked, value -> most < value);
      default -> false;
    };
  }

  private static boolean isAny(NodeRequirement asked, LongPredicate holds) {
    return asked.values().stream()
        .anyMatch(text -> text.matches("[0-9]{1,9}") && holds.test(Long.parseLong(text)));
  }
}
