package io.gpuspec.manifest.internal.found;

import io.gpuspec.internal.yaml.YamlText;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.util.Optional;

/**
 * An object that changes how many pods another one runs.
 *
 * @param name its kind and name
 * @param of the kind, namespace and name of the other object
 */
public record PodScaler(YamlPlace place, String name, Target of, PodRange range) {
  /** Source: Kubernetes, HorizontalPodAutoscaler v2: minReplicas defaults to 1. */
  private static final String KUBERNETES = "autoscaling/HorizontalPodAutoscaler";

  /** Source: KEDA, ScaledObject specification: defaults 0 and 100, of a Deployment. */
  private static final String KEDA = "keda.sh/ScaledObject";

  private static final int KEDA_MOST = 100;
  private static final int LONGEST_NAME = 253;

  /** What is scaled; an object without a namespace is in that of its scaler. */
  record Target(String kind, Optional<String> namespace, String name) {}

  /** Reads one; empty for objects of other kinds. */
  static Optional<PodScaler> of(YamlPlace object, String type) {
    return switch (type) {
      case KUBERNETES -> read(object, "minReplicas", 1, "maxReplicas", 0);
      case KEDA -> read(object, "minReplicaCount", 0, "maxReplicaCount", KEDA_MOST);
      default -> Optional.empty();
    };
  }

  private static Optional<PodScaler> read(
      YamlPlace object, String least, int leastMissing, String most, int mostMissing) {
    Optional<YamlPlace> spec = object.find("spec");
    Optional<YamlPlace> target = spec.flatMap(s -> s.find("scaleTargetRef"));
    if (text(target, "name").isEmpty()) {
      return Optional.empty();
    }
    Optional<YamlPlace> meta = object.find("metadata");
    int from = FoundPods.number(spec, least, leastMissing);
    return Optional.of(
        new PodScaler(
            object,
            "%s %s"
                .formatted(
                    object.require("kind").string(),
                    YamlText.printable(text(meta, "name").orElse("(no name)"), LONGEST_NAME)),
            new Target(
                text(target, "kind").orElse("Deployment"),
                text(meta, "namespace"),
                text(target, "name").get()),
            new PodRange(from, Math.max(from, FoundPods.number(spec, most, mostMissing)))));
  }

  private static Optional<String> text(Optional<YamlPlace> parent, String key) {
    return parent.flatMap(p -> p.find(key)).map(YamlPlace::string);
  }

  /** Returns whether it scales a workload. */
  public boolean scales(FoundWorkload workload) {
    return of.equals(new Target(workload.kind(), workload.namespace(), workload.name()));
  }
}
