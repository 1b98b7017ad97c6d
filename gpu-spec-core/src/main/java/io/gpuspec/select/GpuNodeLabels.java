package io.gpuspec.select;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableListMultimap;
import com.google.common.collect.ImmutableMap;
import io.gpuspec.GpuModel;
import io.gpuspec.GpuSpec;
import io.gpuspec.internal.GpuSpelling;
import io.gpuspec.internal.Json;
import io.gpuspec.scheduling.NodeRequirement;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongPredicate;

/**
 * Labels that describe a node's GPUs, whoever writes them: clouds, or NVIDIA's GPU Feature
 * Discovery. Which they are is data, {@code gpu-labels.json}.
 */
final class GpuNodeLabels {
  private static final String FILE = "gpu-labels.json";
  private static final ImmutableMap<String, Property> PROPERTIES = read();

  /** The models that have a value under a key, where the values of that label are known. */
  private static final ImmutableListMultimap<String, GpuModel> BY_VALUE = byValue();

  /** The memory that drivers were seen to report, by model. */
  private static final ImmutableMap<String, Reported> MEMORY = memorySeen();

  /** Words of a label that names no GPU in particular. */
  private static final Set<String> ANY_GPU = Set.of("nvidia", "gpu", "nvidia-gpu", "true", "cuda");

  private static final long MEBIBYTE = 1L << 20;

  /** The property that a label describes. */
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
    JsonNode file = Json.resource(GpuSpelling.class, FILE);
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

  private static ImmutableListMultimap<String, GpuModel> byValue() {
    ImmutableListMultimap.Builder<String, GpuModel> models = ImmutableListMultimap.builder();
    PROPERTIES.forEach(
        (key, says) -> {
          if (says == Property.NAME) {
            GpuModel.all()
                .forEach(gpu -> gpu.labelValues(key).forEach(v -> models.put(key + "=" + v, gpu)));
          }
        });
    return models.build();
  }

  static boolean isOne(String key) {
    return PROPERTIES.containsKey(key);
  }

  /** Returns whether its values are names of GPUs. */
  static boolean isName(String key) {
    return PROPERTIES.get(key) == Property.NAME;
  }

  /** Returns what such a label says, in a few words. */
  static String says(String key) {
    return switch (PROPERTIES.getOrDefault(key, Property.FAMILY)) {
      case NAME -> "names the GPU";
      case COUNT -> "says how many GPUs the node has, and nothing of how near they are";
      case MEMORY -> "says how much memory each GPU has";
      default -> "says which GPU";
    };
  }

  /**
   * Returns whether a node with the row's GPUs meets a requirement on such a label, if it has the
   * label.
   */
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
    return value.isPresent() && asked.matches(Map.of(asked.key(), value.get()));
  }

  /** Source: NVIDIA k8s-device-plugin, internal/lm/resource.go. */
  private static String family(GpuModel gpu) {
    return gpu.architecture().toLowerCase(Locale.ROOT).replace(' ', '-');
  }

  private static String[] capability(GpuModel gpu) {
    return gpu.computeCapability().split("\\.", 2);
  }

  private static boolean admitsName(NodeRequirement asked, GpuSpec row) {
    // A part of a card, or a vGPU, has its own name.
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
    return row.model().filter(models(key, value)::contains).isPresent() && isOfForm(value, row);
  }

  /** Returns whether a name fits the form of a row's cards, where the catalog states it. */
  private static boolean isOfForm(String value, GpuSpec row) {
    return row.attribute("form")
        .filter(form -> form.equals("SXM"))
        .filter(sxm -> value.toUpperCase(Locale.ROOT).contains("PCIE"))
        .isEmpty();
  }

  /** The models that a label's value names; none where it names none that is known. */
  static List<GpuModel> models(String key, String value) {
    List<GpuModel> exactly = BY_VALUE.get(key + "=" + value);
    return exactly.isEmpty() ? GpuModel.find(value) : exactly;
  }

  private static boolean admitsMemory(NodeRequirement asked, GpuSpec row) {
    Optional<Reported> memory = row.model().map(Reported::of);
    if (memory.isEmpty()) {
      return false;
    }
    Reported reported = memory.get();
    return switch (asked.operator()) {
      case "In" -> isAny(asked, reported::canBe);
      case "NotIn" -> !isAny(asked, reported::canBe);
      case "Gt" -> isAny(asked, value -> reported.least() > value);
      case "Lt" -> isAny(asked, value -> reported.most() < value);
      default -> false;
    };
  }

  /**
   * The memory in MiB that drivers report for a card, which differs by version. Where none was
   * seen, it is taken to be less than the card is sold with, by an eighth at most (inferred).
   */
  private record Reported(long least, long most) {
    static Reported of(GpuModel gpu) {
      long sold = gpu.memory().toBytes() / MEBIBYTE;
      return MEMORY.getOrDefault(gpu.name(), new Reported(sold - sold / 8, sold - 1));
    }

    boolean canBe(long mebibytes) {
      return least <= mebibytes && mebibytes <= most;
    }
  }

  private static ImmutableMap<String, Reported> memorySeen() {
    ImmutableMap.Builder<String, Reported> seen = ImmutableMap.builder();
    Json.resource(GpuSpelling.class, FILE)
        .path("memorySeen")
        .path("models")
        .properties()
        .forEach(
            model ->
                seen.put(
                    model.getKey(),
                    new Reported(
                        model.getValue().get(0).asLong(), model.getValue().get(1).asLong())));
    return seen.buildOrThrow();
  }

  private static boolean isAny(NodeRequirement asked, LongPredicate holds) {
    return asked.values().stream()
        .anyMatch(text -> text.matches("[0-9]{1,9}") && holds.test(Long.parseLong(text)));
  }
}
