package io.gpuspec.manifest.platform;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableMap;
import io.gpuspec.kube.KubeNames;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.internal.tree.DcgmMetrics;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * A dashboard of GPUs for Grafana, in a ConfigMap that the sidecar of its chart loads. {@link
 * GpuMetricsExporter} exports every metric that it reads.
 *
 * <pre>{@code
 * GpuDashboard.of("gpu-dashboard").namespace("monitoring").objects();    // ConfigMap gpu-dashboard
 * }</pre>
 *
 * <p>It is immutable.
 */
public final class GpuDashboard {
  private static final String FILE = "gpu-dashboard.json";

  private final String name;
  private Optional<String> namespace = Optional.empty();
  private Map<String, String> labels = Map.of("grafana_dashboard", "1");

  private GpuDashboard(String name) {
    this.name = name;
  }

  private GpuDashboard with(Consumer<GpuDashboard> step) {
    GpuDashboard copy = new GpuDashboard(name);
    copy.namespace = namespace;
    copy.labels = labels;
    step.accept(copy);
    return copy;
  }

  /** Returns the dashboard in a ConfigMap with this name. */
  public static GpuDashboard of(String name) {
    return new GpuDashboard(KubeNames.subdomain("name", name));
  }

  /** Returns a copy in this namespace; the default is that of {@code kubectl}. */
  public GpuDashboard namespace(String namespace) {
    KubeNames.label("namespace", namespace);
    return with(d -> d.namespace = Optional.of(namespace));
  }

  /** Returns a copy with one more label, in addition to {@code grafana_dashboard: "1"}. */
  public GpuDashboard label(String key, String value) {
    Map<String, String> more = new TreeMap<>(labels);
    more.put(KubeNames.key("label", key), KubeNames.labelValue("label " + key, value));
    return with(d -> d.labels = Map.copyOf(more));
  }

  /** The dashboard itself, which Grafana also imports by hand. */
  public String json() {
    return PlatformData.text(FILE);
  }

  /** The ConfigMap, ready to apply. */
  public PlatformObjects objects() {
    return Template.of("gpu-dashboard.yaml")
        .objects(
            ImmutableMap.of(
                "name",
                name,
                "namespace",
                namespace,
                "labels",
                new TreeMap<>(labels),
                "files",
                Map.of(name + ".json", json().toString())));
  }

  /** DCGM's metrics that its panels and variables read. */
  static Set<String> metrics() {
    Set<String> metrics = new TreeSet<>();
    JsonNode dashboard = PlatformData.read(FILE);
    dashboard
        .findValuesAsText("expr")
        .forEach(expression -> metrics.addAll(DcgmMetrics.in(expression)));
    dashboard
        .path("templating")
        .findValuesAsText("query")
        .forEach(query -> metrics.addAll(DcgmMetrics.in(query)));
    return metrics;
  }

  /** Returns text such as {@code dashboard of GPUs: gpu-dashboard}. */
  @Override
  public String toString() {
    return "dashboard of GPUs: " + name;
  }
}
