package io.gpuspec.manifest.platform;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.gpuspec.kube.KubeNames;
import io.gpuspec.manifest.KubeYaml;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.Reason;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.manifest.internal.tree.DcgmMetrics;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Text;
import io.gpuspec.value.UnknownNameException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Alerts on GPUs for Prometheus: a PrometheusRule ({@code monitoring.coreos.com/v1}) or a plain
 * rule file, and the counters file that makes dcgm-exporter export the metrics.
 *
 * <pre>{@code
 * GpuAlerts.of("gpu-alerts")
 *     .namespace("monitoring")
 *     .label("release", "prometheus")
 *     .alert(GpuAlert.memoryUsed(95), GpuAlert.temperature(85), GpuAlert.hardwareXid())
 *     .objects()
 *     .yaml();
 *     // apiVersion: monitoring.coreos.com/v1 kind: PrometheusRule ...
 * }</pre>
 *
 * <p>It is immutable. Whether PromQL of your own parses is for {@code promtool check rules}.
 */
public final class GpuAlerts {
  private static final String RULE = "PrometheusRule";
  private static final String CONFIG_MAP = "ConfigMap";

  /** The key under which dcgm-exporter reads its counters. */
  private static final String COUNTERS_KEY = "metrics";

  /** The settings; not modified once they are in use. */
  private static final class Settings {
    private final String name;
    private Optional<String> namespace = Optional.empty();
    private String group;
    private Map<String, String> labels = Map.of();
    private List<GpuAlert> alerts = List.of();
    private List<Counter> counters = List.of();
    private Optional<String> countersName = Optional.empty();
    private boolean plain;

    Settings(String name) {
      this.name = name;
      this.group = name;
    }

    Settings(Settings other) {
      name = other.name;
      namespace = other.namespace;
      group = other.group;
      labels = other.labels;
      alerts = other.alerts;
      counters = other.counters;
      countersName = other.countersName;
      plain = other.plain;
    }
  }

  private final Settings settings;

  private GpuAlerts(Settings settings) {
    this.settings = settings;
  }

  private GpuAlerts with(Consumer<Settings> step) {
    Settings changed = new Settings(settings);
    step.accept(changed);
    return new GpuAlerts(changed);
  }

  /** Returns alerts with this name, without any alert yet. */
  public static GpuAlerts of(String name) {
    return new GpuAlerts(new Settings(KubeNames.subdomain("name", name)));
  }

  /** Returns a copy in this namespace; the default is that of {@code kubectl}. */
  public GpuAlerts namespace(String namespace) {
    String checked = KubeNames.label("namespace", namespace);
    return with(s -> s.namespace = Optional.of(checked));
  }

  /** The group of the rules; its name is that of the alerts otherwise. */
  public GpuAlerts group(String group) {
    String checked = AlertChecks.text("group", group);
    return with(s -> s.group = checked);
  }

  /** A label of the object, such as {@code release}, that a Prometheus selects its rules by. */
  public GpuAlerts label(String key, String value) {
    Map<String, String> more = new TreeMap<>(settings.labels);
    more.put(KubeNames.key("label", key), KubeNames.labelValue("label " + key, value));
    return with(s -> s.labels = ImmutableMap.copyOf(more));
  }

  /**
   * Adds the alerts of a {@linkplain GpuAlert#presets preset}, after those before.
   *
   * @throws io.gpuspec.value.UnknownNameException if the name does not exist
   */
  public GpuAlerts preset(String name) {
    return alert(GpuAlert.preset(name).toArray(GpuAlert[]::new));
  }

  /** Returns a copy with these alerts added. */
  public GpuAlerts alert(GpuAlert... alerts) {
    ImmutableList.Builder<GpuAlert> more = ImmutableList.builder();
    more.addAll(settings.alerts);
    for (GpuAlert alert : Checks.given("alerts", alerts)) {
      more.add(Checks.given("alert", alert));
    }
    return with(s -> s.alerts = more.build());
  }

  /**
   * A metric that expressions of your own read and the library does not know.
   *
   * @param metric DCGM's field or dcgm-exporter's own, such as {@code DCGM_EXP_P2P_STATUS}
   * @param type {@code gauge} for what goes up and down, {@code counter} for what only grows
   * @param help what it says, in one line without commas
   */
  public GpuAlerts counter(String metric, String type, String help) {
    Checks.given("counter", metric);
    Checks.given("help", help);
    if (!Counters.TYPES.contains(Checks.given("type", type))) {
      throw new UnknownNameException("alert.unknown", "counter type", type, Counters.TYPES);
    }
    Counter counter =
        new Counter(AlertChecks.metric(metric), type, AlertChecks.column("help", help));
    return with(
        s -> s.counters = ImmutableList.<Counter>builder().addAll(s.counters).add(counter).build());
  }

  /**
   * Returns a copy with a ConfigMap of this name that contains the counters file, for
   * dcgm-exporter's {@code --configmap-data NAMESPACE:NAME}.
   */
  public GpuAlerts withCounters(String configMap) {
    String checked = KubeNames.subdomain("counters", configMap);
    return with(s -> s.countersName = Optional.of(checked));
  }

  /**
   * Returns a copy that writes a ConfigMap with the plain rule file instead of a PrometheusRule,
   * for clusters without the operator.
   */
  public GpuAlerts asRuleFile() {
    return with(s -> s.plain = true);
  }

  /** DCGM's metrics that the alerts read, each once. */
  public Listing<String> metrics() {
    return Listing.copyOf(
        settings.alerts.stream()
            .flatMap(alert -> DcgmMetrics.in(alert.expression()).stream())
            .distinct()
            .toList());
  }

  /**
   * Returns the counters file: what dcgm-exporter exports by default, and the additional metrics
   * that the alerts use.
   *
   * @throws InvalidValueException as {@link #objects()}
   */
  public Text counters() {
    return Text.of(checked().text(settings.alerts));
  }

  /**
   * The rule file as {@code promtool check rules} and Prometheus' {@code rule_files} take it.
   *
   * @throws InvalidValueException as {@link #objects()}
   */
  public Text ruleFile() {
    checked();
    return KubeYaml.file(groups());
  }

  /**
   * The objects, ready to apply.
   *
   * @throws InvalidValueException if there is no alert, two have the same name and labels, or one
   *     uses a metric that the counters file does not have, or {@code rate} or {@code increase} of
   *     a gauge; all problems are reported together
   */
  public PlatformObjects objects() {
    String counters = checked().text(settings.alerts);
    List<HasMetadata> objects = new ArrayList<>();
    List<Reason> reasons = new ArrayList<>();
    if (settings.plain) {
      objects.add(configMap(settings.name, settings.name + ".yaml", ruleFile().toString()));
      reasons.add(
          new Reason(
              CONFIG_MAP,
              "data",
              "mount it and name it under rule_files, or where Prometheus reads rules already",
              Sources.of("prometheus.rules")));
    } else {
      objects.add(rule());
      reasons.addAll(reasonsOfRule());
    }
    settings.countersName.ifPresent(
        name -> {
          objects.add(configMap(name, COUNTERS_KEY, counters));
          if (!settings.plain) {
            reasons.add(
                new Reason(
                    CONFIG_MAP,
                    "data",
                    "dcgm-exporter reads it in place of its own file with --configmap-data %s:%s"
                        .formatted(settings.namespace.orElse("NAMESPACE"), name),
                    Sources.of("dcgm.exporter-config-map")));
          }
        });
    return PlatformObjects.of(objects, reasons);
  }

  private Counters checked() {
    Counters counters = new Counters(settings.counters);
    List<String> problems = new ArrayList<>();
    if (settings.alerts.isEmpty()) {
      problems.add(
          "alerts: '%s' has none; add some, such as GpuAlert.temperature(85), or preset(\"default\")"
              .formatted(settings.name));
    }
    Set<List<Object>> seen = new HashSet<>();
    for (GpuAlert alert : settings.alerts) {
      if (!seen.add(alert.identity())) {
        problems.add(
            "alert: '%s' is a duplicate with the same labels; give one another name or severity"
                .formatted(alert.name()));
      }
      problems.addAll(counters.problems(alert));
    }
    if (!problems.isEmpty()) {
      throw new InvalidValueException("alert.invalid", String.join("\n", problems));
    }
    return counters;
  }

  private HasMetadata rule() {
    return new GenericKubernetesResourceBuilder()
        .withApiVersion("monitoring.coreos.com/v1")
        .withKind(RULE)
        .withMetadata(metadata(settings.name))
        .addToAdditionalProperties("spec", groups())
        .build();
  }

  private HasMetadata configMap(String name, String key, String text) {
    return new ConfigMapBuilder().withMetadata(metadata(name)).addToData(key, text).build();
  }

  private ObjectMeta metadata(String name) {
    ObjectMetaBuilder metadata = new ObjectMetaBuilder().withName(name);
    settings.namespace.ifPresent(metadata::withNamespace);
    if (!settings.labels.isEmpty()) {
      metadata.withLabels(settings.labels);
    }
    return metadata.build();
  }

  private Map<String, Object> groups() {
    return Map.of(
        "groups",
        List.of(
            ImmutableMap.of(
                "name",
                settings.group,
                "rules",
                settings.alerts.stream().map(GpuAlert::tree).toList())));
  }

  private List<Reason> reasonsOfRule() {
    List<Reason> reasons = new ArrayList<>();
    for (int i = 0; i < settings.alerts.size(); i++) {
      GpuAlert alert = settings.alerts.get(i);
      if (!alert.reason().isEmpty()) {
        reasons.add(
            new Reason(
                RULE,
                "spec.groups[0].rules[%s].expr".formatted(i),
                alert.reason(),
                alert.citation()));
      }
    }
    return reasons;
  }

  /** The name, then an alert a line. */
  @Override
  public String toString() {
    return settings.alerts.stream()
        .map(GpuAlert::toString)
        .collect(Collectors.joining("\n", settings.name + "\n", ""))
        .stripTrailing();
  }
}
