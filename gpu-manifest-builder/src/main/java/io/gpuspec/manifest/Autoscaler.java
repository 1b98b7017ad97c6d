package io.gpuspec.manifest;

import com.google.common.collect.ImmutableMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.manifest.internal.tree.YamlTree;
import io.gpuspec.spi.KubeObject;
import io.gpuspec.value.Citation;
import io.gpuspec.value.InvalidValueException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A HorizontalPodAutoscaler of a workload, by the CPU that its pods use.
 *
 * @param least the least pods, 1 or more
 * @param most the most pods
 * @param cpuPercent the average use that it aims at, in percent of the requested CPU
 */
record Autoscaler(int least, int most, int cpuPercent) {
  private static final Citation SCALING =
      new Citation(
          "Kubernetes, Horizontal Pod Autoscaling",
          "2026",
          Citation.Status.DOCUMENTED,
          Optional.of(
              "https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/"));

  Autoscaler {
    Checks.fromOne("minReplicas", least);
    Checks.atLeast("maxReplicas", least, most);
    Checks.fromOne("cpuPercent", cpuPercent);
  }

  /** Returns why the object says what it says. */
  static List<Reason> reasons() {
    return List.of(
        new Reason(
            "HorizontalPodAutoscaler",
            "spec.scaleTargetRef",
            "the workload, which states no replicas, so that applying it again does not scale it",
            SCALING),
        new Reason(
            "HorizontalPodAutoscaler",
            "spec.metrics",
            "the average use of CPU, in percent of what the containers request",
            SCALING));
  }

  /** Refuses pods whose use of CPU is undefined, because a container requests none. */
  static void check(List<Map<String, Object>> containers) {
    for (Map<String, Object> container : containers) {
      Map<String, Object> resources = YamlTree.map(container, "resources");
      if (!YamlTree.map(resources, "requests").containsKey("cpu")
          && !YamlTree.map(resources, "limits").containsKey("cpu")) {
        throw new InvalidValueException(
            "workload.conflict",
            "autoscaled: container '%s' requests no CPU, so its use of CPU in percent is undefined; add requests(cpu, memory)"
                .formatted(container.get("name")));
      }
    }
  }

  /** The object, with the workload's name and namespace. */
  HasMetadata of(String kind, ObjectMeta meta) {
    KubeObject scaler =
        KubeObject.of("autoscaling/v2", "HorizontalPodAutoscaler", meta.getName())
            .with(
                "spec",
                ImmutableMap.of(
                    "scaleTargetRef",
                    ImmutableMap.of("apiVersion", "apps/v1", "kind", kind, "name", meta.getName()),
                    "minReplicas",
                    least,
                    "maxReplicas",
                    most,
                    "metrics",
                    List.of(
                        ImmutableMap.of(
                            "type",
                            "Resource",
                            "resource",
                            ImmutableMap.of(
                                "name",
                                "cpu",
                                "target",
                                ImmutableMap.of(
                                    "type", "Utilization", "averageUtilization", cpuPercent))))));
    return KubeObjects.of(
        meta.getNamespace() == null ? scaler : scaler.namespace(meta.getNamespace()));
  }

  /** Returns text such as {@code 2 to 10 pods}. */
  @Override
  public String toString() {
    return least + " to " + most + " pods";
  }
}
