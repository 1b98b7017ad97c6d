package io.gpuspec.manifest.platform;

import com.google.common.collect.ImmutableMap;
import io.gpuspec.InvalidValueException;
import io.gpuspec.Listing;
import io.gpuspec.UnknownNameException;
import io.gpuspec.mig.MigStrategy;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Something that NVIDIA's device plugin or GPU Feature Discovery can be told, in the config file,
 * as a variable of the container, or both.
 *
 * <pre>{@code
 * // In the plugin's file, or as a variable of its container.
 * DevicePluginConfig.empty().with(PluginFlag.FAIL_ON_INIT_ERROR, false).yaml();
 *     // version: v1 flags: failOnInitError: false
 * DevicePlugin.version("v0.20.0").with(PluginFlag.FAIL_ON_INIT_ERROR, false).objects().yaml();
 *     // ... name: FAIL_ON_INIT_ERROR value: "false" ...
 *
 * // Every one, with its default.
 * PluginFlag.all();    // flags.migStrategy (MIG_STRATEGY): none unless said ...
 * }</pre>
 *
 * <p>A variable beats the file. Source: NVIDIA k8s-device-plugin 0.20.0, api/config/v1 and cmd.
 *
 * @param <T> what its values are
 */
public final class PluginFlag<T> {

  /** How a container is told which GPUs it got. */
  public enum DeviceList {
    /** By the variable {@code NVIDIA_VISIBLE_DEVICES}. */
    ENVVAR,
    /** By mounts, which a container cannot forge. */
    VOLUME_MOUNTS,
    /** By annotations of the Container Device Interface, which the runtime reads. */
    CDI_ANNOTATIONS("0.14.0"),
    /** By the Container Device Interface, in the kubelet's own call to the runtime. */
    CDI_CRI("0.15.0");

    private final Optional<String> since;

    DeviceList() {
      this.since = Optional.empty();
    }

    DeviceList(String since) {
      this.since = Optional.of(since);
    }
  }

  /** What names a GPU to the runtime. */
  public enum DeviceId {
    /** The GPU's UUID. */
    UUID,
    /** Its index on the node. */
    INDEX
  }

  /** How GPUs are found. */
  public enum Discovery {
    /** As the machine looks. */
    AUTO,
    /** By the driver's library, on machines with GPU cards. */
    NVML,
    /** On a Tegra system on a chip. */
    TEGRA
  }

  /** Which card the next replica, or MIG instance, is taken from. */
  public enum Allocation {
    /** The one with the fewest in use. */
    DISTRIBUTED,
    /** One that is in use already. */
    PACKED
  }

  /** What a value looks like in a file. */
  public enum Form {
    /** True or false. */
    TRUTH,
    /** A text. */
    TEXT,
    /** One of some words. */
    WORD,
    /** One of some words, or a list of them. */
    WORDS,
    /** A list of whole numbers. */
    NUMBERS
  }

  private static final Pattern PATH = Pattern.compile("/.*");
  private static final Pattern ANY = Pattern.compile("\\S+");
  private static final String INFINITE = "infinite";
  private static final String INFINITE_SINCE = "0.19.0";
  private static final Pattern DURATION =
      Pattern.compile(INFINITE + "|([0-9]+(\\.[0-9]+)?(ns|us|µs|ms|s|m|h))+");

  /** How MIG instances are shown. */
  public static final PluginFlag<MigStrategy> MIG_STRATEGY =
      word("flags.migStrategy", "MIG_STRATEGY", MigStrategy.NONE);

  /** Whether the plugin ends where it finds no GPU, or else waits. */
  public static final PluginFlag<Boolean> FAIL_ON_INIT_ERROR =
      truth("flags.failOnInitError", "FAIL_ON_INIT_ERROR", true);

  /** Where on the host MPS keeps its files; MPS needs it. */
  public static final PluginFlag<String> MPS_ROOT =
      text("flags.mpsRoot", "MPS_ROOT", "", PATH, "an absolute path, such as /run/nvidia/mps");

  /** Where on the host the driver is installed. */
  public static final PluginFlag<String> NVIDIA_DRIVER_ROOT =
      text("flags.nvidiaDriverRoot", "NVIDIA_DRIVER_ROOT", "/", PATH, "an absolute path");

  /** Where on the host the device nodes are; the driver's root unless said. */
  public static final PluginFlag<String> NVIDIA_DEV_ROOT =
      text("flags.nvidiaDevRoot", "NVIDIA_DEV_ROOT", "", PATH, "an absolute path");

  /** Whether containers with a GPU get GDRCopy. */
  public static final PluginFlag<Boolean> GDRCOPY_ENABLED =
      truth("flags.gdrcopyEnabled", "GDRCOPY_ENABLED", false).since("0.18.0");

  /** Whether they get GPUDirect Storage. */
  public static final PluginFlag<Boolean> GDS_ENABLED =
      truth("flags.gdsEnabled", "GDS_ENABLED", false);

  /** Whether they get Mellanox OFED. */
  public static final PluginFlag<Boolean> MOFED_ENABLED =
      truth("flags.mofedEnabled", "MOFED_ENABLED", false);

  /** Whether GPU Feature Discovery writes a NodeFeature object in place of a file. */
  public static final PluginFlag<Boolean> USE_NODE_FEATURE_API =
      truth("flags.useNodeFeatureAPI", "GFD_USE_NODE_FEATURE_API", true).ofDiscovery();

  /** How GPUs are found. */
  public static final PluginFlag<Discovery> DEVICE_DISCOVERY_STRATEGY =
      word("flags.deviceDiscoveryStrategy", "DEVICE_DISCOVERY_STRATEGY", Discovery.AUTO)
          .since("0.16.0");

  /** Whether the kubelet is told the device files, which its CPU manager needs. */
  public static final PluginFlag<Boolean> PASS_DEVICE_SPECS =
      truth("flags.plugin.passDeviceSpecs", "PASS_DEVICE_SPECS", false);

  /** How a container is told which GPUs it got; one way or several. */
  public static final PluginFlag<List<DeviceList>> DEVICE_LIST_STRATEGY =
      words("flags.plugin.deviceListStrategy", "DEVICE_LIST_STRATEGY", DeviceList.ENVVAR);

  /** What names a GPU to the runtime. */
  public static final PluginFlag<DeviceId> DEVICE_ID_STRATEGY =
      word("flags.plugin.deviceIDStrategy", "DEVICE_ID_STRATEGY", DeviceId.UUID);

  /** How the annotations of {@code cdi-annotations} begin. */
  public static final PluginFlag<String> CDI_ANNOTATION_PREFIX =
      text(
          "flags.plugin.cdiAnnotationPrefix",
          "CDI_ANNOTATION_PREFIX",
          "cdi.k8s.io/",
          ANY,
          "a prefix, such as cdi.k8s.io/");

  /** Where on the host {@code nvidia-cdi-hook} or {@code nvidia-ctk} is. */
  public static final PluginFlag<String> NVIDIA_CTK_PATH =
      text(
          "flags.plugin.nvidiaCTKPath",
          "NVIDIA_CTK_PATH",
          "/usr/bin/nvidia-ctk",
          PATH,
          "an absolute path");

  /** Where in the plugin's container the driver's root is mounted. */
  public static final PluginFlag<String> CONTAINER_DRIVER_ROOT =
      text(
          "flags.plugin.containerDriverRoot",
          "CONTAINER_DRIVER_ROOT",
          "/driver-root",
          PATH,
          "an absolute path");

  /** Which card the next replica, or MIG instance, is taken from. */
  public static final PluginFlag<Allocation> SHARED_DEVICES_ALLOCATION_POLICY =
      word(
              "flags.plugin.sharedDevicesAllocationPolicy",
              "SHARED_DEVICES_ALLOCATION_POLICY",
              Allocation.DISTRIBUTED)
          .since("0.20.0");

  /** Whether GPU Feature Discovery labels the node once and ends. */
  public static final PluginFlag<Boolean> GFD_ONESHOT =
      truth("flags.gfd.oneshot", "GFD_ONESHOT", false).ofDiscovery();

  /** Whether it leaves out the label with the time. */
  public static final PluginFlag<Boolean> GFD_NO_TIMESTAMP =
      truth("flags.gfd.noTimestamp", "GFD_NO_TIMESTAMP", false).ofDiscovery();

  /** How long it sleeps before it labels the node again; {@code infinite} since 0.19.0. */
  public static final PluginFlag<String> GFD_SLEEP_INTERVAL =
      text(
              "flags.gfd.sleepInterval",
              "GFD_SLEEP_INTERVAL",
              "60s",
              DURATION,
              "a duration as Go writes it, such as 60s or 1m30s, or infinite")
          .ofDiscovery();

  /** The file that it writes labels to. */
  public static final PluginFlag<String> GFD_OUTPUT_FILE =
      text(
              "flags.gfd.outputFile",
              "GFD_OUTPUT_FILE",
              "/etc/kubernetes/node-feature-discovery/features.d/gfd",
              PATH,
              "an absolute path")
          .ofDiscovery();

  /** The file that it reads the machine's type from. */
  public static final PluginFlag<String> GFD_MACHINE_TYPE_FILE =
      text(
              "flags.gfd.machineTypeFile",
              "GFD_MACHINE_TYPE_FILE",
              "/sys/class/dmi/id/product_name",
              PATH,
              "an absolute path")
          .ofDiscovery();

  /** The IMEX channels that containers get: none, or channel 0. */
  public static final PluginFlag<List<Integer>> IMEX_CHANNEL_IDS =
      new PluginFlag<List<Integer>>(
              "imex.channelIDs",
              "IMEX_CHANNEL_IDS",
              List.of(),
              Form.NUMBERS,
              List.of(),
              PluginFlag::channels,
              tree -> channels(((List<?>) tree).stream().map(Integer.class::cast).toList()))
          .since("0.17.0");

  /** Whether a container fails where a channel is missing. */
  public static final PluginFlag<Boolean> IMEX_REQUIRED =
      truth("imex.required", "IMEX_REQUIRED", false).since("0.17.0");

  private static final List<PluginFlag<?>> ALL =
      List.of(
          MIG_STRATEGY,
          FAIL_ON_INIT_ERROR,
          MPS_ROOT,
          NVIDIA_DRIVER_ROOT,
          NVIDIA_DEV_ROOT,
          GDRCOPY_ENABLED,
          GDS_ENABLED,
          MOFED_ENABLED,
          USE_NODE_FEATURE_API,
          DEVICE_DISCOVERY_STRATEGY,
          PASS_DEVICE_SPECS,
          DEVICE_LIST_STRATEGY,
          DEVICE_ID_STRATEGY,
          CDI_ANNOTATION_PREFIX,
          NVIDIA_CTK_PATH,
          CONTAINER_DRIVER_ROOT,
          SHARED_DEVICES_ALLOCATION_POLICY,
          GFD_ONESHOT,
          GFD_NO_TIMESTAMP,
          GFD_SLEEP_INTERVAL,
          GFD_OUTPUT_FILE,
          GFD_MACHINE_TYPE_FILE,
          IMEX_CHANNEL_IDS,
          IMEX_REQUIRED);

  /** Newer names of variables, by which the plugin reads the same; the older ones stay. */
  static final Map<String, String> ALIASES =
      ImmutableMap.of(
          "NVIDIA_CDI_HOOK_PATH", "NVIDIA_CTK_PATH",
          "DRIVER_ROOT_CTR_PATH", "CONTAINER_DRIVER_ROOT");

  private final String path;
  private final String variable;
  private final T defaultValue;
  private final Form form;
  private final List<String> words;
  private final UnaryOperator<T> check;
  private final Function<Object, T> reader;
  private final Optional<String> since;
  private final boolean discovery;

  private PluginFlag(
      String path,
      String variable,
      T defaultValue,
      Form form,
      List<String> words,
      UnaryOperator<T> check,
      Function<Object, T> reader) {
    this(path, variable, defaultValue, form, words, check, reader, Optional.empty(), false);
  }

  private PluginFlag(
      String path,
      String variable,
      T defaultValue,
      Form form,
      List<String> words,
      UnaryOperator<T> check,
      Function<Object, T> reader,
      Optional<String> since,
      boolean discovery) {
    this.path = path;
    this.variable = variable;
    this.defaultValue = defaultValue;
    this.form = form;
    this.words = words;
    this.check = check;
    this.reader = reader;
    this.since = since;
    this.discovery = discovery;
  }

  private static PluginFlag<Boolean> truth(String path, String variable, boolean defaultValue) {
    return new PluginFlag<>(
        path,
        variable,
        defaultValue,
        Form.TRUTH,
        List.of(),
        UnaryOperator.identity(),
        Boolean.class::cast);
  }

  private static <E extends Enum<E>> PluginFlag<E> word(
      String path, String variable, E defaultValue) {
    return new PluginFlag<>(
        path,
        variable,
        defaultValue,
        Form.WORD,
        wordsOf(defaultValue),
        UnaryOperator.identity(),
        tree -> constant(defaultValue, tree));
  }

  private static <E extends Enum<E>> PluginFlag<List<E>> words(
      String path, String variable, E defaultValue) {
    return new PluginFlag<>(
        path,
        variable,
        List.of(defaultValue),
        Form.WORDS,
        wordsOf(defaultValue),
        values -> List.copyOf(notEmpty(path, values)),
        tree ->
            (tree instanceof List<?> several ? several : List.of(tree))
                .stream().map(each -> constant(defaultValue, each)).toList());
  }

  private static PluginFlag<String> text(
      String path, String variable, String defaultValue, Pattern pattern, String allowed) {
    return new PluginFlag<>(
        path,
        variable,
        defaultValue,
        Form.TEXT,
        List.of(),
        value -> {
          if (!pattern.matcher(value).matches()) {
            throw new InvalidValueException(
                    "%s: '%s' is not allowed; write %s".formatted(path, value, allowed))
                .see(Pages.DEVICE_PLUGIN);
          }
          return value;
        },
        Object::toString);
  }

  private static <E> List<E> notEmpty(String path, List<E> values) {
    if (values.isEmpty()) {
      throw new InvalidValueException(path + ": the list is empty; give one way or several")
          .see(Pages.DEVICE_PLUGIN);
    }
    return values;
  }

  private static List<Integer> channels(List<Integer> ids) {
    if (!ids.isEmpty() && !ids.equals(List.of(0))) {
      throw new InvalidValueException(
              "imex.channelIDs: '%s' is not allowed: channelIDs must be [] or [0]".formatted(ids))
          .see(Pages.DEVICE_PLUGIN);
    }
    return List.copyOf(ids);
  }

  private static List<String> wordsOf(Enum<?> one) {
    return Arrays.stream(one.getDeclaringClass().getEnumConstants()).map(PluginFlag::word).toList();
  }

  private static String word(Object constant) {
    return ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static <E extends Enum<E>> E constant(E one, Object tree) {
    return Arrays.stream(one.getDeclaringClass().getEnumConstants())
        .filter(constant -> word(constant).equals(tree))
        .findFirst()
        .orElseThrow(
            () ->
                new UnknownNameException("word", tree.toString(), wordsOf(one))
                    .see(Pages.DEVICE_PLUGIN));
  }

  private PluginFlag<T> since(String version) {
    return new PluginFlag<>(
        path, variable, defaultValue, form, words, check, reader, Optional.of(version), discovery);
  }

  private PluginFlag<T> ofDiscovery() {
    return new PluginFlag<>(path, variable, defaultValue, form, words, check, reader, since, true);
  }

  /** Every flag, in the order of the config file. */
  public static Listing<PluginFlag<?>> all() {
    return Listing.of(ALL);
  }

  /** Where it stands in the config file, such as {@code flags.plugin.passDeviceSpecs}. */
  public String path() {
    return path;
  }

  /** The variable of the container, such as {@code PASS_DEVICE_SPECS}. */
  public String variable() {
    return variable;
  }

  /** Whether the plugin reads it from a variable: its own, or another that does the same. */
  boolean isReadFrom(String name) {
    return variable.equals(name) || variable.equals(ALIASES.get(name));
  }

  /** The value that holds where nothing is said. */
  public T defaultValue() {
    return defaultValue;
  }

  /** The first version of the plugin that has it, where that is known to matter. */
  public Optional<String> since() {
    return since;
  }

  /** The versions that first had the flag, and this value of it. */
  Stream<String> since(Object value) {
    if (value instanceof List<?> list) {
      return Stream.concat(
          since.stream(),
          list.stream()
              .filter(DeviceList.class::isInstance)
              .flatMap(each -> ((DeviceList) each).since.stream()));
    }
    return value.equals(INFINITE)
        ? Stream.concat(since.stream(), Stream.of(INFINITE_SINCE))
        : since.stream();
  }

  /** Whether it is one of GPU Feature Discovery's alone. */
  public boolean isOfFeatureDiscovery() {
    return discovery;
  }

  /** What may be written, where it is one of some words. */
  public List<String> words() {
    return words;
  }

  /** What a value looks like in a file. */
  public Form form() {
    return form;
  }

  T checked(T value) {
    return check.apply(PlatformChecks.given(path, value));
  }

  /**
   * The value that a value of a file stands for, which has the flag's form.
   *
   * @throws InvalidValueException if the flag cannot have it
   */
  public T read(Object value) {
    return checked(reader.apply(PlatformChecks.given(path, value)));
  }

  /**
   * The value that the text of a variable stands for.
   *
   * @throws InvalidValueException if the flag cannot have it
   */
  public T parse(String text) {
    PlatformChecks.given(variable, text);
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
      throw new InvalidValueException(
              "%s: '%s' is not allowed; write true or false".formatted(variable, text))
          .see(Pages.DEVICE_PLUGIN);
    }
    return Boolean.valueOf(text);
  }

  private Integer number(String text) {
    try {
      return Integer.valueOf(text);
    } catch (NumberFormatException e) {
      throw new InvalidValueException(
              "%s: '%s' is not allowed; write 0, or nothing".formatted(variable, text), e)
          .see(Pages.DEVICE_PLUGIN);
    }
  }

  /** A value of this flag that is held with those of others. */
  @SuppressWarnings("unchecked")
  T typed(Object value) {
    return (T) value;
  }

  /** A value as a tree of YAML. */
  Object tree(Object value) {
    if (value instanceof Enum<?> constant) {
      return word(constant);
    }
    if (value instanceof List<?> list) {
      return list.stream().map(each -> each instanceof Enum<?> ? word(each) : each).toList();
    }
    return value;
  }

  /** A value as the text of a variable. */
  String text(Object value) {
    Object tree = tree(value);
    return tree instanceof List<?> list
        ? list.stream().map(Object::toString).collect(Collectors.joining(","))
        : tree.toString();
  }

  /** Such as {@code flags.plugin.passDeviceSpecs (PASS_DEVICE_SPECS): false unless said}. */
  @Override
  public String toString() {
    return "%s (%s): %s unless said"
            .formatted(
                path, variable, text(defaultValue).isEmpty() ? "nothing" : text(defaultValue))
        + since.map(version -> ", since " + version).orElse("");
  }
}
