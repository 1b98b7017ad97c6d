package io.gpuspec.manifest;

import com.google.common.collect.ImmutableMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.manifest.internal.tree.DcgmMetrics;
import io.gpuspec.manifest.internal.tree.YamlTree;
import io.gpuspec.value.Citation;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A HorizontalPodAutoscaler or a ScaledObject of KEDA for a workload.
 *
 * @param least the least pods; 0 only with KEDA
 * @param most the most pods
 * @param by what the pods are scaled by
 * @param metric the metric or query; empty for CPU
 * @param server the address of Prometheus; empty without KEDA
 * @param average what each pod is to have on average
 */
record Autoscaler(int least, int most, By by, String metric, String server, int average) {
  /** What pods are scaled by. */
  enum By {
    /** CPU, in percent of what the pods request. */
    CPU,
    /** A metric of each pod. */
    POD_METRIC,
    /** A metric of something else, such as a queue. */
    EXTERNAL_METRIC,
    /** A query to Prometheus, by KEDA. */
    PROMETHEUS
  }

  private static final Citation SCALING =
      new Citation(
          "Kubernetes, Horizontal Pod Autoscaling",
          "2026",
          Citation.Status.DOCUMENTED,
          Optional.of(
              "https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/"));

  private static final Citation KEDA =
      new Citation(
          "KEDA 2.13, Prometheus scaler",
          "2024",
          Citation.Status.DOCUMENTED,
          Optional.of("https://keda.sh/docs/2.13/scalers/prometheus/"));

  Autoscaler {
    if (by == By.PROMETHEUS) {
      Checks.atLeast("minReplicas", 0, least);
      if (!Checks.notBlank("prometheus", server).matches("https?://\\S+")) {
        throw new InvalidValueException(
            "value.malformed",
            "prometheus: '%s' is not an address; write one such as http://prometheus.monitoring:9090"
                .formatted(server));
      }
    } else {
      Checks.fromOne("minReplicas", least);
    }
    Checks.atLeast("maxReplicas", Math.max(1, least), most);
    Checks.fromOne(by == By.CPU ? "cpuPercent" : "average", average);
    if (by != By.CPU) {
      Checks.notBlank(by == By.PROMETHEUS ? "query" : "metric", metric);
    }
  }

  /** By CPU, in percent of what the pods request. */
  static Autoscaler byCpu(int least, int most, int percent) {
    return new Autoscaler(least, most, By.CPU, "", "", percent);
  }

  /** Returns with how many pods the workload is matched. */
  int matched() {
    return Math.max(1, least);
  }

  /** Returns why the object says what it says. */
  List<Reason> reasons() {
    Citation source = by == By.PROMETHEUS ? KEDA : SCALING;
    return List.of(
        new Reason(
            kind(),
            "spec.scaleTargetRef",
            "the workload, which states no replicas, so that applying it again does not scale it",
            source),
        new Reason(
            kind(), by == By.PROMETHEUS ? "spec.triggers" : "spec.metrics", reason(), source));
  }

  private String reason() {
    return switch (by) {
      case CPU -> "the average use of CPU, in percent of what the containers request";
      case POD_METRIC ->
          "the average over the pods; an adapter, such as prometheus-adapter, has to serve it as a custom metric of pods";
      case EXTERNAL_METRIC ->
          "the metric divided by the number of pods; an adapter has to serve it as an external metric";
      case PROMETHEUS ->
          "what the query returns, one number for all pods, is divided by the number of pods";
    };
  }

  /**
   * Returns a note if nothing ever starts the first pod.
   *
   * @param workload the name of the workload, which those of its pods begin with
   */
  Optional<Note> note(String workload) {
    boolean isOfOwnPods =
        Pattern.compile("\\b(exported_)?pod\\s*+=~?\\s*+[\"']\\^?" + Pattern.quote(workload) + "-")
            .matcher(metric)
            .find();
    return least == 0 && by == By.PROMETHEUS && isOfOwnPods && DcgmMetrics.areAllOf(metric)
        ? Optional.of(
            Note.of(
                "autoscaling.from-zero",
                "the query of the ScaledObject reads the GPUs of the workload's own pods alone, and without pods there are none, so from 0 KEDA starts no pod; keep 1 at least, or ask for what waits, such as the length of a queue",
                KEDA))
        : Optional.empty();
  }

  /** Refuses pods whose use of CPU is undefined, because a container requests none. */
  void check(List<Map<String, Object>> containers) {
    for (Map<String, Object> container : containers) {
      Map<String, Object> resources = YamlTree.map(container, "resources");
      if (by == By.CPU
          && !YamlTree.map(resources, "requests").containsKey("cpu")
          && !YamlTree.map(resources, "limits").containsKey("cpu")) {
        throw new InvalidValueException(
            "workload.conflict",
            "autoscaled: container '%s' requests no CPU, so its use of CPU in percent is undefined; add requests(cpu, memory)"
                .formatted(container.get("name")));
      }
    }
  }

  private String kind() {
    return by == By.PROMETHEUS ? "ScaledObject" : "HorizontalPodAutoscaler";
  }

  /** The object, with the workload's name and namespace. */
  HasMetadata of(String kind, ObjectMeta meta) {
    Map<String, Object> target =
        ImmutableMap.of("apiVersion", "apps/v1", "kind", kind, "name", meta.getName());
    KubeObject scaler =
        by == By.PROMETHEUS
            ? KubeObject.of("keda.sh/v1alpha1", kind(), meta.getName())
                .with("spec", scaledObject(target))
            : KubeObject.of("autoscaling/v2", kind(), meta.getName())
                .with("spec", podAutoscaler(target));
    return KubeObjects.of(
        meta.getNamespace() == null ? scaler : scaler.namespace(meta.getNamespace()));
  }

  private Map<String, Object> podAutoscaler(Map<String, Object> target) {
    return ImmutableMap.of(
        "scaleTargetRef",
        target,
        "minReplicas",
        least,
        "maxReplicas",
        most,
        "metrics",
        List.of(source()));
  }

  private Map<String, Object> source() {
    Map<String, Object> named = ImmutableMap.of("name", metric);
    Map<String, Object> aim =
        ImmutableMap.of("type", "AverageValue", "averageValue", Integer.toString(average));
    return switch (by) {
      case POD_METRIC ->
          ImmutableMap.of("type", "Pods", "pods", ImmutableMap.of("metric", named, "target", aim));
      case EXTERNAL_METRIC ->
          ImmutableMap.of(
              "type", "External", "external", ImmutableMap.of("metric", named, "target", aim));
      default ->
          ImmutableMap.of(
              "type",
              "Resource",
              "resource",
              ImmutableMap.of(
                  "name",
                  "cpu",
                  "target",
                  ImmutableMap.of("type", "Utilization", "averageUtilization", average)));
    };
  }

  private Map<String, Object> scaledObject(Map<String, Object> target) {
    Map<String, Object> trigger =
        ImmutableMap.of(
            "serverAddress", server, "query", metric, "threshold", Integer.toString(average));
    return ImmutableMap.of(
        "scaleTargetRef",
        target,
        "minReplicaCount",
        least,
        "maxReplicaCount",
        most,
        "triggers",
        List.of(ImmutableMap.of("type", "prometheus", "metadata", trigger)));
  }

  /** Returns text such as {@code 2 to 10 pods}. */
  @Override
  public String toString() {
    return least + " to " + most + " pods";
  }
}
