package io.gpuspec.manifest.platform;

import com.google.common.collect.ImmutableMap;
import io.gpuspec.manifest.KubeYaml;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.mig.MigStrategy;
import io.gpuspec.share.Replicas;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Note;
import io.gpuspec.value.Text;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The config file of NVIDIA's device plugin and of GPU Feature Discovery.
 *
 * <pre>{@code
 * DevicePluginConfig.empty()
 *     .migStrategy(MigStrategy.SINGLE)
 *     .sharing(Replicas.timeSlicing(4).failRequestsGreaterThanOne(true))
 *     .with(PluginFlag.FAIL_ON_INIT_ERROR, false)
 *     .yaml();
 *     // version: v1
 *     // flags:
 *     //   failOnInitError: false
 *     //   migStrategy: single
 *     // sharing:
 *     //   timeSlicing:
 *     //     renameByDefault: false
 *     //     failRequestsGreaterThanOne: true
 *     //     resources:
 *     //     - name: nvidia.com/gpu
 *     //       replicas: 4
 * }</pre>
 *
 * <p>{@link io.gpuspec.manifest.intent.DevicePluginFile} reads what somebody wrote. It is
 * immutable, and contains the stated values; {@link #value} knows the defaults. Source: NVIDIA
 * k8s-device-plugin 0.20.0, api/config/v1.
 */
public final class DevicePluginConfig {
  private static final String VERSION = "v1";

  /** The first version of the plugin that reads such a file. */
  private static final String FIRST = "0.12.0";

  private static final DevicePluginConfig EMPTY =
      new DevicePluginConfig(Map.of(), List.of(), List.of());

  private final Map<PluginFlag<?>, Object> flags;
  private final List<Replicas> replicas;
  private final List<Note> ignored;

  private DevicePluginConfig(
      Map<PluginFlag<?>, Object> flags, List<Replicas> replicas, List<Note> ignored) {
    this.flags = flags;
    this.replicas = replicas;
    this.ignored = ignored;
  }

  /** A config that says nothing: every default holds, and no card is shared. */
  public static DevicePluginConfig empty() {
    return EMPTY;
  }

  /**
   * Returns a copy with this value.
   *
   * @throws InvalidValueException if the flag cannot have it
   */
  public <T> DevicePluginConfig with(PluginFlag<T> flag, T value) {
    Map<PluginFlag<?>, Object> more = new LinkedHashMap<>(flags);
    more.put(Checks.given("flag", flag), flag.checked(Checks.given(flag.path(), value)));
    return new DevicePluginConfig(more, replicas, ignored);
  }

  /** Returns a copy with MIG instances shown like this. */
  public DevicePluginConfig migStrategy(MigStrategy strategy) {
    return with(
        PluginFlag.MIG_STRATEGY,
        Checks.given("strategy", strategy).name().toLowerCase(Locale.ROOT));
  }

  /**
   * Returns a copy that advertises GPUs as replicas, one argument for each resource name of the
   * node. Previous sharing settings are replaced.
   *
   * @throws InvalidValueException if there are none, a resource is a duplicate, or they differ in
   *     what the file states for all together: how they are shared, whether they are renamed and
   *     whether a container can request more than one
   */
  public DevicePluginConfig sharing(Replicas... shared) {
    List<Replicas> all = Checks.all("replicas", shared);
    if (all.isEmpty()) {
      throw new InvalidValueException(
          "device-plugin.missing", "replicas: no resources specified; give one, or no sharing");
    }
    Replicas first = all.get(0);
    List<String> resources = new ArrayList<>();
    for (Replicas each : all) {
      if (resources.contains(each.resource())) {
        throw new InvalidValueException(
            "device-plugin.duplicate",
            "replicas: '%s' is a duplicate; give each resource once".formatted(each.resource()));
      }
      resources.add(each.resource());
      if (each.isMps() != first.isMps()
          || each.isRenamedByDefault() != first.isRenamedByDefault()
          || !each.failRequestsGreaterThanOne().equals(first.failRequestsGreaterThanOne())) {
        throw new InvalidValueException(
            "device-plugin.conflict",
            "replicas: '%s' and '%s' differ in strategy, renameByDefault() or failRequestsGreaterThanOne(), which hold for all of a node; make them alike, or another config for other nodes"
                .formatted(first, each));
      }
    }
    return new DevicePluginConfig(flags, List.copyOf(all), ignored);
  }

  /** Returns a copy with a note of what was read and does not count. */
  public DevicePluginConfig ignoring(Note what) {
    List<Note> more = new ArrayList<>(ignored);
    more.add(Checks.given("note", what));
    return new DevicePluginConfig(flags, replicas, List.copyOf(more));
  }

  /** The same as a plugin has it whose variables say these flags, which beat the file. */
  DevicePluginConfig beatenBy(Map<PluginFlag<?>, Object> variables) {
    Map<PluginFlag<?>, Object> all = new LinkedHashMap<>(flags);
    all.putAll(variables);
    return new DevicePluginConfig(all, replicas, ignored);
  }

  /** Returns the stated value of a flag, if any. */
  public <T> Optional<T> stated(PluginFlag<T> flag) {
    return Optional.ofNullable(flags.get(Checks.given("flag", flag))).map(flag::typed);
  }

  /** Returns the value of a flag: the stated one, or else its default. */
  public <T> T value(PluginFlag<T> flag) {
    return stated(flag).orElseGet(() -> flag.defaultValue());
  }

  /** Returns the advertised replicas; empty if GPUs are not shared. */
  public List<Replicas> replicas() {
    return replicas;
  }

  boolean isMps() {
    return replicas.stream().anyMatch(Replicas::isMps);
  }

  /** The first version of the plugin that does all of this, such as {@code 0.15.0}. */
  public String since() {
    return Stream.concat(
            Stream.concat(Stream.of(FIRST), replicas.stream().map(Replicas::since)),
            flags.entrySet().stream().flatMap(flag -> flag.getKey().since(flag.getValue())))
        .max(Comparator.comparing(ProgramVersion::parse))
        .orElseThrow();
  }

  /** Returns why the plugin would not start with it; none where it does. */
  public Listing<String> problems() {
    List<String> problems = new ArrayList<>();
    if (isMps() && value(PluginFlag.MIG_STRATEGY).equals("mixed")) {
      problems.add(
          "flags.migStrategy: 'mixed' with MPS: using --mig-strategy=mixed is not supported with MPS; take time slicing, or another strategy");
    }
    if (value(PluginFlag.DEVICE_DISCOVERY_STRATEGY).equals("tegra") && usesCdi()) {
      problems.add(
          "flags.plugin.deviceListStrategy: CDI --device-list-strategy options are only supported on NVML-based systems; take envvar on Tegra");
    }
    return Listing.copyOf(problems);
  }

  boolean usesCdi() {
    return usesCdi(value(PluginFlag.DEVICE_LIST_STRATEGY));
  }

  static boolean usesCdi(List<String> ways) {
    return ways.contains("cdi-cri") || ways.contains("cdi-annotations");
  }

  /**
   * Returns what was read and does not count, and what containers that share a card are not
   * promised.
   */
  public Listing<Note> notes() {
    List<Note> notes = new ArrayList<>(ignored);
    replicas.stream().limit(1).forEach(each -> notes.addAll(each.notes()));
    return Listing.copyOf(notes);
  }

  /**
   * The file.
   *
   * @throws InvalidValueException with every one of the {@link #problems}, if there are any
   */
  public Text yaml() {
    if (!problems().isEmpty()) {
      throw new InvalidValueException("device-plugin.invalid", String.join("\n", problems()));
    }
    return KubeYaml.file(tree());
  }

  private Map<String, Object> tree() {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("version", VERSION);
    flags.forEach((flag, value) -> put(tree, flag.path(), value));
    if (!replicas.isEmpty()) {
      Replicas first = replicas.get(0);
      String section = "sharing." + (first.isMps() ? "mps" : "timeSlicing");
      put(tree, section + ".renameByDefault", first.isRenamedByDefault());
      first
          .failRequestsGreaterThanOne()
          .ifPresent(fail -> put(tree, section + ".failRequestsGreaterThanOne", fail));
      put(
          tree,
          section + ".resources",
          replicas.stream()
              .map(each -> ImmutableMap.of("name", each.resource(), "replicas", each.count()))
              .toList());
    }
    return tree;
  }

  /** Puts a value at a path; the mappings on the way are made. */
  @SuppressWarnings("unchecked")
  private static void put(Map<String, Object> tree, String path, Object value) {
    int dot = path.indexOf('.');
    if (dot < 0) {
      tree.put(path, value);
      return;
    }
    put(
        (Map<String, Object>)
            tree.computeIfAbsent(path.substring(0, dot), key -> new LinkedHashMap<>()),
        path.substring(dot + 1),
        value);
  }

  /**
   * Returns whether the other says the same; what was read and does not count makes no difference.
   */
  @Override
  public boolean equals(Object other) {
    return other instanceof DevicePluginConfig that
        && flags.equals(that.flags)
        && replicas.equals(that.replicas);
  }

  @Override
  public int hashCode() {
    return Objects.hash(flags, replicas);
  }

  /** The file, or why the plugin would not start with it. */
  @Override
  public String toString() {
    return problems().isEmpty() ? yaml().toString() : String.join("\n", problems());
  }
}
