package io.gpuspec.manifest.internal.found;

import io.gpuspec.Target;
import io.gpuspec.internal.yaml.YamlText;
import io.gpuspec.scheduling.NodeFit;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.value.Finding;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Rejection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The operating system that pods state: the scheduler ignores it, and the kubelet of a node with
 * another one refuses the pod.
 *
 * <p>Source: Kubernetes 1.36, {@code pkg/kubelet/lifecycle/predicate.go},
 * rejectPodAdmissionBasedOnOSField.
 */
public final class PodSystem {
  private static final String LINUX = "linux";
  private static final int LONGEST = 63;

  private PodSystem() {}

  /** Returns why the kubelet of a node refuses the pods of a workload. */
  public static Optional<Finding> whyNot(FoundWorkload workload, NodeView node) {
    return whyNot(
        workload,
        node.labels()
            .getOrDefault(
                "kubernetes.io/os", node.labels().getOrDefault("beta.kubernetes.io/os", LINUX)));
  }

  /** Returns why no node with GPUs of a target takes the pods of a workload: all run Linux. */
  public static Optional<Rejection> whyNone(FoundWorkload workload, Target target) {
    return whyNot(workload, LINUX).map(why -> new Rejection(target.toString(), List.of(why)));
  }

  /** Returns an answer with what does not depend on what is free on the node. */
  public static NodeFit judged(FoundWorkload workload, NodeView node, NodeFit fit) {
    NodeFit with =
        whyNot(workload, node)
            .map(
                why -> {
                  List<Finding> reasons = new ArrayList<>(fit.reasons());
                  reasons.add(why);
                  return new NodeFit(fit.node(), Listing.copyOf(reasons), fit.unknown());
                })
            .orElse(fit);
    return OtherPods.in(workload, with);
  }

  private static Optional<Finding> whyNot(FoundWorkload workload, String system) {
    return workload
        .system()
        .filter(stated -> !stated.equals(system))
        .map(
            stated ->
                Finding.of(
                        "node.os",
                        "",
                        "spec.os.name is %s, and the node runs %s: its kubelet refuses the pod with PodOSNotSupported"
                            .formatted(YamlText.printable(stated, LONGEST), system))
                    .withFix("write spec.os.name: %s, or leave it out".formatted(system)));
  }
}
