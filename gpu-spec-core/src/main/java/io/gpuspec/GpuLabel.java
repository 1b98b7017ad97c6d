package io.gpuspec;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableMap;
import io.gpuspec.internal.EnumWords;
import io.gpuspec.internal.GpuProduct;
import io.gpuspec.internal.GpuSpelling;
import io.gpuspec.internal.Json;
import io.gpuspec.value.UnknownNameException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A node label whose value is a GPU's name, and how the name is written in it.
 *
 * @param from the sources whose spellings the label uses
 * @param own the models that those call by their own names
 */
record GpuLabel(Form form, List<String> from, List<String> own) {

  /** The sources in which names from a driver were seen. */
  static final List<String> DRIVER = List.of("smi", "driver", "gfd");

  private static final String FILE = "gpu-labels.json";
  private static final Pattern MEMORY = Pattern.compile("-[0-9]+G$");
  private static final Pattern BRAND = Pattern.compile("^Tesla-");
  private static final ImmutableMap<String, GpuLabel> ALL = read();

  /** The form of a name in a label. */
  enum Form {
    /** The form is not documented. */
    UNKNOWN,
    /** The name is written unchanged. */
    TEXT,
    /** The name is written as GPU Feature Discovery does. */
    PRODUCT,
    /** The name is written in lower case, with hyphens. */
    LOWER_CASE,
    /** {@code nvidia-} and the name without brand and memory, in lower case. */
    FAMILY;

    /** Returns the word used in the file. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** The label of that key. */
  static GpuLabel of(String key) {
    GpuLabel label = ALL.get(key);
    if (label == null) {
      throw new UnknownNameException("gpu.unknown", "label of a GPU's name", key, ALL.keySet());
    }
    return label;
  }

  /** Returns the models that a label's value can mean; none if it does not hold a GPU's name. */
  static List<GpuModel> models(String key, String value) {
    GpuLabel label = ALL.get(key);
    if (label == null) {
      return List.of();
    }
    List<GpuModel> exactly =
        GpuModel.all().stream().filter(model -> label.values(model).contains(value)).toList();
    return exactly.isEmpty() ? GpuModel.find(value) : exactly;
  }

  private static ImmutableMap<String, GpuLabel> read() {
    ImmutableMap.Builder<String, GpuLabel> labels = ImmutableMap.builder();
    JsonNode data = Json.resource(GpuSpelling.class, FILE);
    for (JsonNode label : data.path("labels")) {
      JsonNode values = label.path("values");
      List<String> from = new ArrayList<>();
      values.path("from").forEach(source -> from.add(source.asText()));
      List<String> own = new ArrayList<>();
      from.forEach(
          source -> data.path("ownNames").path(source).forEach(model -> own.add(model.asText())));
      labels.put(
          label.path("key").asText(),
          new GpuLabel(
              form(values.path("as").asText("unknown")), List.copyOf(from), List.copyOf(own)));
    }
    return labels.buildOrThrow();
  }

  private static Form form(String word) {
    return EnumWords.parse("form of a label", Form.class, word);
  }

  /** Returns what a node with that GPU can have there. */
  List<String> values(GpuModel model) {
    List<String> spellings =
        own.contains(model.name()) ? List.of(model.name()) : model.spellings(from);
    return switch (form) {
      case UNKNOWN -> List.of();
      case TEXT -> spellings;
      case PRODUCT -> spellings.stream().map(GpuProduct::of).distinct().toList();
      case LOWER_CASE ->
          spellings.stream().map(name -> name.toLowerCase(Locale.ROOT).replace(' ', '-')).toList();
      case FAMILY -> List.of("nvidia-" + family(model.name()).toLowerCase(Locale.ROOT));
    };
  }

  /** Returns text such as {@code A100} for {@code A100-80G}. */
  private static String family(String model) {
    return MEMORY.matcher(BRAND.matcher(model).replaceFirst("")).replaceFirst("");
  }
}
