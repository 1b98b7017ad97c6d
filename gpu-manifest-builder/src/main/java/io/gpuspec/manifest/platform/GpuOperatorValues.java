package io.gpuspec.manifest.platform;

import com.google.common.collect.ImmutableMap;
import io.gpuspec.kube.KubeNames;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.mig.MigStrategy;
import io.gpuspec.scheduling.Toleration;
import io.gpuspec.value.Text;
import io.gpuspec.value.UnknownNameException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Values for the chart of NVIDIA's GPU Operator. They are a file for {@code helm -f}, and no object
 * of the API server.
 *
 * <pre>{@code
 * GpuOperatorValues.of()
 *     .without(GpuOperatorValues.Part.DRIVER)
 *     .migStrategy(MigStrategy.MIXED)
 *     .yaml();
 *     // ... driver: enabled: false ... mig: strategy: mixed ...
 * }</pre>
 *
 * <p>It is immutable.
 */
public final class GpuOperatorValues {
  /** What the operator runs on nodes, by the names of its chart. */
  public enum Part {
    /** Node Feature Discovery. */
    NFD("nfd"),
    /** The driver, in a container. */
    DRIVER("driver"),
    /** The Container Toolkit. */
    TOOLKIT("toolkit"),
    /** The device plugin. */
    DEVICE_PLUGIN("devicePlugin"),
    /** dcgm-exporter. */
    DCGM_EXPORTER("dcgmExporter"),
    /** GPU Feature Discovery. */
    GFD("gfd"),
    /** The MIG manager. */
    MIG_MANAGER("migManager");

    private final String key;

    Part(String key) {
      this.key = key;
    }

    /** Returns the part with a name of the chart, such as {@code devicePlugin}. */
    public static Part of(String key) {
      for (Part part : values()) {
        if (part.key.equals(key)) {
          return part;
        }
      }
      throw new UnknownNameException(
          "device-plugin.unknown", "part of the GPU Operator", key, List.of(names()));
    }

    /** Returns the names of all parts. */
    public static String[] names() {
      return EnumSet.allOf(Part.class).stream().map(part -> part.key).toArray(String[]::new);
    }
  }

  private Set<Part> parts = EnumSet.allOf(Part.class);
  private Optional<String> driverVersion = Optional.empty();
  private Optional<String> pluginConfig = Optional.empty();
  private Optional<String> defaultConfig = Optional.empty();
  private Optional<String> counters = Optional.empty();
  private Optional<String> migConfig = Optional.empty();
  private MigStrategy migStrategy = MigStrategy.SINGLE;
  private boolean isMonitored;
  private Map<String, String> labels = Map.of();
  private List<Toleration> tolerations = List.of(Toleration.exists(""));

  private GpuOperatorValues() {}

  private GpuOperatorValues with(Consumer<GpuOperatorValues> step) {
    GpuOperatorValues copy = new GpuOperatorValues();
    copy.parts = parts;
    copy.driverVersion = driverVersion;
    copy.pluginConfig = pluginConfig;
    copy.defaultConfig = defaultConfig;
    copy.counters = counters;
    copy.migConfig = migConfig;
    copy.migStrategy = migStrategy;
    copy.isMonitored = isMonitored;
    copy.labels = labels;
    copy.tolerations = tolerations;
    step.accept(copy);
    return copy;
  }

  /** Returns values with every part, on nodes with any taint. */
  public static GpuOperatorValues of() {
    return new GpuOperatorValues();
  }

  /** Returns a copy without a part, such as the driver where the nodes' image has it. */
  public GpuOperatorValues without(Part part) {
    Checks.given("part", part);
    return with(
        v -> {
          v.parts = EnumSet.copyOf(parts);
          v.parts.remove(part);
        });
  }

  /** Returns a copy with this version of the driver, such as {@code 550.90.07}. */
  public GpuOperatorValues driverVersion(String version) {
    Checks.word("driverVersion", version);
    return with(v -> v.driverVersion = Optional.of(version));
  }

  /**
   * Returns a copy whose device plugin reads its configs from a ConfigMap, such as the one that
   * {@link DevicePlugin} writes.
   *
   * @param defaultConfig the config of nodes without the label
   */
  public GpuOperatorValues pluginConfig(String configMap, String defaultConfig) {
    KubeNames.subdomain("pluginConfig", configMap);
    Checks.word("defaultConfig", defaultConfig);
    return with(
        v -> {
          v.pluginConfig = Optional.of(configMap);
          v.defaultConfig = Optional.of(defaultConfig);
        });
  }

  /**
   * Returns a copy whose exporter reads its counters from a ConfigMap with the key {@code
   * dcgm-metrics.csv}, such as the one that {@link GpuMetricsExporter} writes.
   */
  public GpuOperatorValues counters(String configMap) {
    KubeNames.subdomain("counters", configMap);
    return with(v -> v.counters = Optional.of(configMap));
  }

  /** Returns a copy whose MIG manager reads the layouts that {@link MigManagerConfig} writes. */
  public GpuOperatorValues migConfig(String configMap) {
    KubeNames.subdomain("migConfig", configMap);
    return with(v -> v.migConfig = Optional.of(configMap));
  }

  /** Returns a copy with this strategy for MIG, instead of the operator's default, single. */
  public GpuOperatorValues migStrategy(MigStrategy strategy) {
    Checks.given("migStrategy", strategy);
    return with(v -> v.migStrategy = strategy);
  }

  /** Returns a copy with a ServiceMonitor for the exporter. */
  public GpuOperatorValues withMonitor() {
    return with(v -> v.isMonitored = true);
  }

  /** A label of the ServiceMonitor, such as {@code release}, that a Prometheus selects it by. */
  public GpuOperatorValues label(String key, String value) {
    Map<String, String> more = new TreeMap<>(labels);
    more.put(KubeNames.key("label", key), KubeNames.labelValue("label " + key, value));
    return with(v -> v.labels = Map.copyOf(more));
  }

  /** Returns a copy that tolerates these taints alone, and no longer any. */
  public GpuOperatorValues tolerations(Toleration... tolerations) {
    List<Toleration> all = List.copyOf(Checks.all("tolerations", tolerations));
    return with(v -> v.tolerations = all);
  }

  /** Returns the file, for {@code helm upgrade --install gpu-operator nvidia/gpu-operator -f}. */
  public Text yaml() {
    return objects().yaml();
  }

  /** The file as the only object; it has no kind and no name. */
  public PlatformObjects objects() {
    Map<String, Object> values = new TreeMap<>();
    for (Part part : Part.values()) {
      values.put(part.key, parts.contains(part));
    }
    List<Map<String, String>> tolerated = new ArrayList<>();
    tolerations.forEach(each -> tolerated.add(PluginSettings.toleration(each)));
    return Template.of("gpu-operator-values.yaml")
        .objects(
            ImmutableMap.<String, Object>builder()
                .putAll(values)
                .put("tolerations", tolerated)
                .put("driverVersion", driverVersion)
                .put("hasPluginConfig", pluginConfig.isPresent())
                .put("pluginConfig", pluginConfig)
                .put("defaultConfig", defaultConfig)
                .put("hasCounters", counters.isPresent())
                .put("counters", counters)
                .put("hasMigConfig", migConfig.isPresent())
                .put("migConfig", migConfig)
                .put("migStrategy", migStrategy.toString())
                .put("serviceMonitor", isMonitored)
                .put("monitorLabels", new TreeMap<>(labels))
                .buildOrThrow());
  }

  /** Returns text such as {@code values of the GPU Operator, without driver}. */
  @Override
  public String toString() {
    List<String> left =
        EnumSet.allOf(Part.class).stream()
            .filter(part -> !parts.contains(part))
            .map(part -> part.key)
            .toList();
    return "values of the GPU Operator"
        + (left.isEmpty() ? "" : ", without " + String.join(", ", left));
  }
}
