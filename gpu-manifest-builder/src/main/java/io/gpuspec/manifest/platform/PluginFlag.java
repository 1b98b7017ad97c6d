package io.gpuspec.manifest.platform;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableMap;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.UnknownNameException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A setting of NVIDIA's device plugin or GPU Feature Discovery, in the config file, as a variable
 * of the container, or both.
 *
 * <pre>{@code
 * // In the plugin's file, or as a variable of its container.
 * DevicePluginConfig.empty().with(PluginFlag.FAIL_ON_INIT_ERROR, false).yaml();
 *     // version: v1 flags: failOnInitError: false
 * DevicePlugin.version("v0.20.0").with(PluginFlag.FAIL_ON_INIT_ERROR, false).objects().yaml();
 *     // ... name: FAIL_ON_INIT_ERROR value: "false" ...
 *
 * // Every one, with its default.
 * PluginFlag.all();    // flags.migStrategy (MIG_STRATEGY): none by default ...
 * }</pre>
 *
 * <p>A variable beats the file. Source: NVIDIA k8s-device-plugin 0.20.0, api/config/v1 and cmd.
 *
 * @param <T> what its values are
 */
public final class PluginFlag<T> {
  /** The form of a value in a file. */
  public enum Form {
    /** True or false. */
    TRUTH,
    /** A text. */
    TEXT,
    /** A word from a list. */
    WORD,
    /** One or several words from a list. */
    WORDS,
    /** A list of whole numbers. */
    NUMBERS
  }

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JsonNode DATA = PlatformData.read("plugin-flags.json");
  private static final ImmutableMap<String, PluginFlag<?>> ALL = all(DATA.path("flags"));

  /** The way in which MIG instances are shown. */
  public static final PluginFlag<String> MIG_STRATEGY = of("MIG_STRATEGY");

  /** Whether the plugin ends if it finds no GPU, or waits. */
  public static final PluginFlag<Boolean> FAIL_ON_INIT_ERROR = of("FAIL_ON_INIT_ERROR");

  /** The directory on the host for the files of MPS; MPS needs it. */
  public static final PluginFlag<String> MPS_ROOT = of("MPS_ROOT");

  /** The directory on the host where the driver is installed. */
  public static final PluginFlag<String> NVIDIA_DRIVER_ROOT = of("NVIDIA_DRIVER_ROOT");

  /** The directory on the host with the device nodes; the driver's root by default. */
  public static final PluginFlag<String> NVIDIA_DEV_ROOT = of("NVIDIA_DEV_ROOT");

  /** Enables GDRCopy in containers with a GPU. */
  public static final PluginFlag<Boolean> GDRCOPY_ENABLED = of("GDRCOPY_ENABLED");

  /** Enables GPUDirect Storage in containers with a GPU. */
  public static final PluginFlag<Boolean> GDS_ENABLED = of("GDS_ENABLED");

  /** Enables Mellanox OFED in containers with a GPU. */
  public static final PluginFlag<Boolean> MOFED_ENABLED = of("MOFED_ENABLED");

  /** Makes GPU Feature Discovery write a NodeFeature object instead of a file. */
  public static final PluginFlag<Boolean> USE_NODE_FEATURE_API = of("GFD_USE_NODE_FEATURE_API");

  /** The way in which GPUs are found. */
  public static final PluginFlag<String> DEVICE_DISCOVERY_STRATEGY =
      of("DEVICE_DISCOVERY_STRATEGY");

  /** Reports the device files to the kubelet, which its CPU manager needs. */
  public static final PluginFlag<Boolean> PASS_DEVICE_SPECS = of("PASS_DEVICE_SPECS");

  /** The ways in which a container learns which GPUs it has. */
  public static final PluginFlag<List<String>> DEVICE_LIST_STRATEGY = of("DEVICE_LIST_STRATEGY");

  /** The identifier of a GPU for the runtime. */
  public static final PluginFlag<String> DEVICE_ID_STRATEGY = of("DEVICE_ID_STRATEGY");

  /** The prefix of the annotations of {@code cdi-annotations}. */
  public static final PluginFlag<String> CDI_ANNOTATION_PREFIX = of("CDI_ANNOTATION_PREFIX");

  /** The path of {@code nvidia-cdi-hook} or {@code nvidia-ctk} on the host. */
  public static final PluginFlag<String> NVIDIA_CTK_PATH = of("NVIDIA_CTK_PATH");

  /** The path of the driver's root in the plugin's container. */
  public static final PluginFlag<String> CONTAINER_DRIVER_ROOT = of("CONTAINER_DRIVER_ROOT");

  /** The policy for choosing the card of the next replica or MIG instance. */
  public static final PluginFlag<String> SHARED_DEVICES_ALLOCATION_POLICY =
      of("SHARED_DEVICES_ALLOCATION_POLICY");

  /** Makes GPU Feature Discovery label the node once and end. */
  public static final PluginFlag<Boolean> GFD_ONESHOT = of("GFD_ONESHOT");

  /** Leaves out the label with the time. */
  public static final PluginFlag<Boolean> GFD_NO_TIMESTAMP = of("GFD_NO_TIMESTAMP");

  /** The time before GPU Feature Discovery labels the node again; {@code infinite} since 0.19.0. */
  public static final PluginFlag<String> GFD_SLEEP_INTERVAL = of("GFD_SLEEP_INTERVAL");

  /** The file that it writes labels to. */
  public static final PluginFlag<String> GFD_OUTPUT_FILE = of("GFD_OUTPUT_FILE");

  /** The file that it reads the machine's type from. */
  public static final PluginFlag<String> GFD_MACHINE_TYPE_FILE = of("GFD_MACHINE_TYPE_FILE");

  /** The IMEX channels that containers get: none, or channel 0. */
  public static final PluginFlag<List<Integer>> IMEX_CHANNEL_IDS = of("IMEX_CHANNEL_IDS");

  /** Makes a container fail if a channel is missing. */
  public static final PluginFlag<Boolean> IMEX_REQUIRED = of("IMEX_REQUIRED");

  /** Newer names of variables that mean the same to the plugin; the older ones stay. */
  static final Map<String, String> ALIASES = texts(DATA.path("aliases"));

  /** Variables of the plugin that no config has, with the versions that first read them. */
  static final Map<String, String> VARIABLES_ALONE = texts(DATA.path("variables"));

  /** What NVIDIA's container runtime reads of the plugin's container, with the defaults. */
  static final Map<String, RuntimeVariable> OF_RUNTIME = runtime(DATA.path("runtime"));

  /** Variables that do not exist, with what was meant. */
  static final Map<String, String> INSTEAD = texts(DATA.path("instead"));

  /**
   * A variable of the container runtime.
   *
   * @param pattern what a value looks like, and in words what is allowed
   */
  record RuntimeVariable(String name, String defaultValue, String pattern, String allowed) {
    String checked(String value) {
      if (!value.matches(pattern)) {
        throw notAllowed(name, value, "; write " + allowed);
      }
      return value;
    }
  }

  private final String path;
  private final String variable;
  private final Form form;
  private final T defaultValue;
  private final List<String> words;
  private final Map<String, String> sinceWord;
  private final String pattern;
  private final String allowed;
  private final Optional<String> since;
  private final boolean discovery;

  private PluginFlag(JsonNode data, T defaultValue) {
    this.path = data.path("path").asText();
    this.variable = data.path("variable").asText();
    this.form = form(data);
    this.defaultValue = defaultValue;
    this.words = list(data.path("words"));
    this.sinceWord = texts(data.path("sinceWord"));
    this.pattern = data.path("pattern").asText();
    this.allowed = data.path("allowed").asText();
    this.since = Optional.ofNullable(data.get("since")).map(JsonNode::asText);
    this.discovery = data.path("discovery").asBoolean();
  }

  private static ImmutableMap<String, PluginFlag<?>> all(JsonNode flags) {
    ImmutableMap.Builder<String, PluginFlag<?>> all = ImmutableMap.builder();
    for (JsonNode data : flags) {
      JsonNode value = data.path("default");
      PluginFlag<?> flag =
          switch (form(data)) {
            case TRUTH -> new PluginFlag<>(data, value.asBoolean());
            case TEXT, WORD -> new PluginFlag<>(data, value.asText());
            case WORDS -> new PluginFlag<>(data, list(value));
            case NUMBERS -> new PluginFlag<>(data, List.<Integer>of());
          };
      all.put(flag.variable, flag);
    }
    return all.buildOrThrow();
  }

  private static Map<String, RuntimeVariable> runtime(JsonNode rows) {
    ImmutableMap.Builder<String, RuntimeVariable> all = ImmutableMap.builder();
    for (JsonNode row : rows) {
      String name = row.path("variable").asText();
      all.put(
          name,
          new RuntimeVariable(
              name,
              row.path("default").asText(),
              row.path("pattern").asText(),
              row.path("allowed").asText()));
    }
    return all.buildOrThrow();
  }

  private static Form form(JsonNode data) {
    return Form.valueOf(data.path("form").asText().toUpperCase(Locale.ROOT));
  }

  private static Map<String, String> texts(JsonNode map) {
    return map.isMissingNode()
        ? Map.of()
        : ImmutableMap.copyOf(
            JSON.convertValue(map, new TypeReference<LinkedHashMap<String, String>>() {}));
  }

  private static List<String> list(JsonNode texts) {
    return texts.isMissingNode()
        ? List.of()
        : List.copyOf(JSON.convertValue(texts, new TypeReference<List<String>>() {}));
  }

  @SuppressWarnings("unchecked")
  private static <T> PluginFlag<T> of(String variable) {
    return (PluginFlag<T>) Objects.requireNonNull(ALL.get(variable));
  }

  /** Returns every flag, in the order of the config file. */
  public static Listing<PluginFlag<?>> all() {
    return Listing.copyOf(ALL.values());
  }

  /** Returns its path in the config file, such as {@code flags.plugin.passDeviceSpecs}. */
  public String path() {
    return path;
  }

  /** The variable of the container, such as {@code PASS_DEVICE_SPECS}. */
  public String variable() {
    return variable;
  }

  /**
   * Returns whether the plugin reads it from a variable: its own, or another that does the same.
   */
  boolean isReadFrom(String name) {
    return variable.equals(name) || variable.equals(ALIASES.get(name));
  }

  /** Returns the default value. */
  public T defaultValue() {
    return defaultValue;
  }

  /** The first version of the plugin that has it, where that is known to matter. */
  public Optional<String> since() {
    return since;
  }

  /** The versions that first had the flag, and this value of it. */
  Stream<String> since(Object value) {
    List<?> each = value instanceof List<?> list ? list : List.of(value);
    return Stream.concat(
        since.stream(), each.stream().map(sinceWord::get).filter(Objects::nonNull));
  }

  /** Returns whether it is one of GPU Feature Discovery's alone. */
  public boolean isOfFeatureDiscovery() {
    return discovery;
  }

  /** Returns the valid words, if there is a list of them. */
  public List<String> words() {
    return words;
  }

  /** Returns what a value looks like in a file. */
  public Form form() {
    return form;
  }

  T checked(T value) {
    Checks.given(path, value);
    switch (form) {
      case TRUTH -> {
        // Both are allowed.
      }
      case TEXT -> {
        if (!value.toString().matches(pattern)) {
          throw notAllowed(path, value, "; write " + allowed);
        }
      }
      case WORD -> word(value);
      case WORDS -> {
        if (((List<?>) value).isEmpty()) {
          throw new InvalidValueException(
              "device-plugin.empty", path + ": the list is empty; give one way or several");
        }
        ((List<?>) value).forEach(this::word);
      }
      case NUMBERS -> {
        if (!value.equals(List.of()) && !value.equals(List.of(0))) {
          throw notAllowed(path, value, ": channelIDs must be [] or [0]");
        }
      }
    }
    return value instanceof List<?> list ? typed(List.copyOf(list)) : value;
  }

  private void word(Object word) {
    if (!words.contains(word)) {
      throw new UnknownNameException("device-plugin.unknown", "word", word.toString(), words);
    }
  }

  private static InvalidValueException notAllowed(String what, Object value, String fix) {
    return new InvalidValueException(
        "device-plugin.malformed", "%s: '%s' is not allowed%s".formatted(what, value, fix));
  }

  /**
   * Returns the value for a value of a file, which must have the flag's form.
   *
   * @throws InvalidValueException if the flag cannot have it
   */
  public T read(Object value) {
    Checks.given(path, value);
    return checked(
        typed(
            switch (form) {
              case TRUTH, NUMBERS -> value;
              case TEXT, WORD -> value.toString();
              case WORDS -> value instanceof List<?> ? value : List.of(value);
            }));
  }

  /**
   * Returns the value for the text of a variable.
   *
   * @throws InvalidValueException if the flag cannot have it
   */
  public T parse(String text) {
    Checks.given(variable, text);
    return read(
        switch (form) {
          case TRUTH -> truth(text);
          case TEXT, WORD -> text;
          case WORDS -> List.of(text.split(",", -1));
          case NUMBERS -> text.isEmpty() ? List.of() : List.of(number(text));
        });
  }

  private Boolean truth(String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw notAllowed(variable, text, "; write true or false");
    }
    return Boolean.valueOf(text);
  }

  private Integer number(String text) {
    try {
      return Integer.valueOf(text);
    } catch (NumberFormatException e) {
      throw new InvalidValueException(
          "device-plugin.malformed",
          "%s: '%s' is not allowed; write 0, or nothing".formatted(variable, text),
          e);
    }
  }

  /** A value of this flag that is held with those of others. */
  @SuppressWarnings("unchecked")
  T typed(Object value) {
    return (T) value;
  }

  /** A value as the text of a variable. */
  String text(Object value) {
    return value instanceof List<?> list
        ? list.stream().map(Object::toString).collect(Collectors.joining(","))
        : value.toString();
  }

  /**
   * Returns text such as {@code flags.plugin.passDeviceSpecs (PASS_DEVICE_SPECS): false by
   * default}.
   */
  @Override
  public String toString() {
    return "%s (%s): %s by default"
            .formatted(
                path, variable, text(defaultValue).isEmpty() ? "nothing" : text(defaultValue))
        + since.map(version -> ", since " + version).orElse("");
  }
}
