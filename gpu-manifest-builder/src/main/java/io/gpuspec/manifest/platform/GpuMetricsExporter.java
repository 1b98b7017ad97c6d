package io.gpuspec.manifest.platform;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.collect.ImmutableMap;
import com.google.common.hash.Hashing;
import io.gpuspec.Target;
import io.gpuspec.kube.KubeNames;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.scheduling.NodeTerm;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.UnknownNameException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * dcgm-exporter on every GPU node: a DaemonSet, its Service, a ServiceMonitor for the Prometheus
 * Operator, and a counters file with what {@link GpuAlerts} and {@link GpuDashboard} read.
 *
 * <pre>{@code
 * GpuMetricsExporter.version("4.5.3-4.8.2-distroless").namespace("monitoring").objects();
 *     // ServiceAccount dcgm-exporter, ConfigMap dcgm-exporter-counters, DaemonSet dcgm-exporter, ...
 * }</pre>
 *
 * <p>It is immutable.
 */
public final class GpuMetricsExporter {
  private static final String IMAGE = "nvcr.io/nvidia/k8s/dcgm-exporter:";
  private static final Pattern TAG =
      Pattern.compile("\\d+(\\.\\d+){2}-(?<exporter>\\d{1,4}(\\.\\d{1,4}){2})-[\\w.]+");

  /** What metrics begin with that dcgm-exporter makes itself, and DCGM does not have. */
  private static final String OWN = "DCGM_EXP_";

  /**
   * The first that makes some; an older one does not start with a counter that it does not know.
   */
  private static final ProgramVersion FIRST_OWN = ProgramVersion.parse("3.4.0");

  private String name = "dcgm-exporter";
  private String namespace = "gpu-monitoring";
  private String image;
  private final ProgramVersion version;
  private String priorityClass = "system-node-critical";
  private Optional<String> runtimeClass = Optional.empty();
  private Optional<NodeTerm> nodesOfTarget = Optional.empty();
  private boolean createsNamespace;
  private boolean isMonitored = true;
  private String interval = "15s";
  private Map<String, String> labels = Map.of();
  private Map<String, String> nodeSelector = Map.of();
  private Set<String> metrics = Set.of();

  private GpuMetricsExporter(String image, ProgramVersion version) {
    this.image = image;
    this.version = version;
  }

  private GpuMetricsExporter with(Consumer<GpuMetricsExporter> step) {
    GpuMetricsExporter copy = new GpuMetricsExporter(image, version);
    copy.name = name;
    copy.namespace = namespace;
    copy.priorityClass = priorityClass;
    copy.runtimeClass = runtimeClass;
    copy.nodesOfTarget = nodesOfTarget;
    copy.createsNamespace = createsNamespace;
    copy.isMonitored = isMonitored;
    copy.interval = interval;
    copy.labels = labels;
    copy.nodeSelector = nodeSelector;
    copy.metrics = metrics;
    step.accept(copy);
    return copy;
  }

  /**
   * The exporter with NVIDIA's image, in {@code gpu-monitoring}.
   *
   * @param tag the versions of DCGM and of the exporter, and the system, such as {@code
   *     4.5.3-4.8.2-distroless}
   * @throws InvalidValueException if it is not such a tag
   */
  public static GpuMetricsExporter version(String tag) {
    Matcher parts = TAG.matcher(Checks.given("version", tag));
    if (!parts.matches()) {
      throw new InvalidValueException(
          "value.malformed",
          "version: '%s' is not a tag of dcgm-exporter; write the versions of DCGM and of the exporter, and the system, such as 4.5.3-4.8.2-distroless"
              .formatted(tag));
    }
    return new GpuMetricsExporter(IMAGE + tag, ProgramVersion.parse(parts.group("exporter")));
  }

  /** Returns a copy by another name. */
  public GpuMetricsExporter name(String name) {
    KubeNames.label("name", name);
    return with(e -> e.name = name);
  }

  /** Returns a copy in another namespace, which must exist unless {@link #createNamespace()}. */
  public GpuMetricsExporter namespace(String namespace) {
    KubeNames.label("namespace", namespace);
    return with(e -> e.namespace = namespace);
  }

  /** Returns a copy whose objects begin with the Namespace. */
  public GpuMetricsExporter createNamespace() {
    return with(e -> e.createsNamespace = true);
  }

  /** Returns a copy with another image, such as a mirror's. */
  public GpuMetricsExporter image(String image) {
    Checks.image(image);
    return with(e -> e.image = image);
  }

  /** Returns a copy without a ServiceMonitor, for clusters without the Prometheus Operator. */
  public GpuMetricsExporter withoutMonitor() {
    return with(e -> e.isMonitored = false);
  }

  /** Returns a copy that is scraped this often, such as {@code 30s}; every 15s by default. */
  public GpuMetricsExporter interval(String interval) {
    String checked = AlertChecks.duration("interval", interval);
    return with(e -> e.interval = checked);
  }

  /** A label of the ServiceMonitor, such as {@code release}, that a Prometheus selects it by. */
  public GpuMetricsExporter label(String key, String value) {
    Map<String, String> more = new TreeMap<>(labels);
    more.put(KubeNames.key("label", key), KubeNames.labelValue("label " + key, value));
    return with(e -> e.labels = Map.copyOf(more));
  }

  /**
   * Returns a copy that exports one more metric, such as {@code DCGM_FI_PROF_SM_ACTIVE}.
   *
   * @throws UnknownNameException if the library does not know the metric
   * @throws InvalidValueException if this version of the exporter does not
   */
  public GpuMetricsExporter metric(String metric) {
    if (!Counters.isKnown(Checks.given("metric", metric))) {
      throw new UnknownNameException("alert.unknown", "metric", metric, Counters.names());
    }
    if (!exports(metric)) {
      throw new InvalidValueException(
          "metric.unsupported",
          "metric: dcgm-exporter %s does not start with %s among its counters; use version %s or newer, or another metric"
              .formatted(version, metric, FIRST_OWN));
    }
    Set<String> more = new TreeSet<>(metrics);
    more.add(metric);
    return with(e -> e.metrics = Set.copyOf(more));
  }

  /**
   * Returns a copy that runs only on nodes with this label, instead of those that have a GPU
   * according to Node Feature Discovery or {@code nvidia.com/gpu.present=true}.
   */
  public GpuMetricsExporter nodeSelector(String key, String value) {
    Map<String, String> more = new TreeMap<>(nodeSelector);
    more.put(KubeNames.key("nodeSelector", key), KubeNames.labelValue("nodeSelector", value));
    return with(e -> e.nodeSelector = Map.copyOf(more));
  }

  /**
   * Returns a copy that also runs on the GPU nodes of a target that NVIDIA's labels do not mark.
   */
  public GpuMetricsExporter on(Target target) {
    Optional<NodeTerm> nodes = Checks.given("target", target).nodeAgents().gpuNodes();
    return with(e -> e.nodesOfTarget = nodes);
  }

  /** Returns a copy with pods of another priority class than {@code system-node-critical}. */
  public GpuMetricsExporter priorityClass(String name) {
    KubeNames.subdomain("priorityClass", name);
    return with(e -> e.priorityClass = name);
  }

  /** Returns a copy with pods of this runtime class, if NVIDIA's runtime is not the default. */
  public GpuMetricsExporter runtimeClass(String name) {
    KubeNames.subdomain("runtimeClass", name);
    return with(e -> e.runtimeClass = Optional.of(name));
  }

  private boolean exports(String metric) {
    return !metric.startsWith(OWN) || version.compareTo(FIRST_OWN) >= 0;
  }

  /** The objects, in the order in which to create them. */
  public PlatformObjects objects() {
    Set<String> read = new TreeSet<>(metrics);
    GpuAlert.metrics().stream().filter(this::exports).forEach(read::add);
    read.addAll(GpuDashboard.metrics());
    String counters = Counters.text(read);
    ObjectCollector all = new ObjectCollector();
    if (createsNamespace) {
      all.add(Template.of("namespace.yaml").objects(Map.of("name", namespace)));
    }
    all.add(
        Template.of("metrics-exporter.yaml")
            .objects(
                ImmutableMap.<String, Object>builder()
                    .put("name", name)
                    .put("namespace", namespace)
                    .put("countersName", name + "-counters")
                    .put("counters", counters)
                    .put("checksum", Hashing.sha256().hashString(counters, UTF_8).toString())
                    .put("priorityClass", priorityClass)
                    .put("runtimeClass", runtimeClass)
                    .put("nodeSelector", new TreeMap<>(nodeSelector))
                    .put("anyGpuNode", nodeSelector.isEmpty())
                    .put("nodesOfTarget", nodesOfTarget.map(PluginSettings::term).stream().toList())
                    .put("image", image)
                    .put("isMonitored", isMonitored)
                    .put("monitorLabels", new TreeMap<>(labels))
                    .put("interval", interval)
                    .buildOrThrow()));
    return all.objects();
  }

  /** Returns text such as {@code metrics exporter: gpu-monitoring/dcgm-exporter}. */
  @Override
  public String toString() {
    return "metrics exporter: %s/%s".formatted(namespace, name);
  }
}
