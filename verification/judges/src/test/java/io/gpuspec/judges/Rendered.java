package io.gpuspec.judges;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.NodeSelectorTermBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fabric8.kubernetes.api.model.TaintBuilder;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.NodeTerm;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.PodView.Role;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.scheduling.Toleration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The Kubernetes objects for what the library is asked about. */
final class Rendered {
  private static final String IMAGE = "r/i:v1";

  private Rendered() {}

  static Node node(NodeView node) {
    // What a kubelet states of itself unless told otherwise.
    Map<String, String> allocatable = new TreeMap<>(Map.of("pods", "110"));
    allocatable.putAll(node.allocatable());
    return new NodeBuilder()
        .withNewMetadata()
        .withName(node.name())
        .withLabels(node.labels())
        .endMetadata()
        .withNewSpec()
        .withUnschedulable(node.isUnschedulable())
        .withTaints(node.taints().stream().map(Rendered::taint).toList())
        .endSpec()
        .withNewStatus()
        .withAllocatable(quantities(allocatable))
        .endStatus()
        .build();
  }

  private static io.fabric8.kubernetes.api.model.Taint taint(Taint taint) {
    return new TaintBuilder()
        .withKey(taint.key())
        .withValue(taint.value())
        .withEffect(taint.effect().toString())
        .build();
  }

  static Pod pod(String name, PodView pod) {
    PodSpecBuilder spec =
        new PodSpecBuilder()
            .withInitContainers(containers(pod, Role.INIT, Role.SIDECAR))
            .withContainers(containers(pod, Role.MAIN))
            .withNodeSelector(pod.nodeSelector())
            .withTolerations(pod.tolerations().stream().map(Rendered::toleration).toList());
    if (!pod.nodeTerms().isEmpty()) {
      spec.withNewAffinity()
          .withNewNodeAffinity()
          .withNewRequiredDuringSchedulingIgnoredDuringExecution()
          .withNodeSelectorTerms(pod.nodeTerms().stream().map(Rendered::term).toList())
          .endRequiredDuringSchedulingIgnoredDuringExecution()
          .endNodeAffinity()
          .endAffinity();
    }
    return pod(name, spec.build());
  }

  /** A pod of its own with what a workload's pods are made of. */
  static Pod pod(String name, PodSpec spec) {
    return new PodBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace("default")
        .endMetadata()
        .withSpec(spec)
        .build();
  }

  static String yaml(Pod pod) {
    return Serialization.asYaml(pod);
  }

  private static List<Container> containers(PodView pod, Role... roles) {
    return pod.containers().stream()
        .filter(container -> List.of(roles).contains(container.role()))
        .map(
            container ->
                new ContainerBuilder()
                    .withName(container.name())
                    .withImage(IMAGE)
                    .withRestartPolicy(container.role() == Role.SIDECAR ? "Always" : null)
                    .withNewResources()
                    .withRequests(quantities(container.requests()))
                    .withLimits(quantities(container.limits()))
                    .endResources()
                    .build())
        .toList();
  }

  private static io.fabric8.kubernetes.api.model.Toleration toleration(Toleration toleration) {
    return new TolerationBuilder()
        .withKey(toleration.key())
        .withOperator(toleration.operator())
        .withValue(toleration.value())
        .withEffect(toleration.effect())
        .build();
  }

  private static NodeSelectorTerm term(NodeTerm term) {
    return new NodeSelectorTermBuilder()
        .withMatchExpressions(requirements(term.expressions()))
        .withMatchFields(requirements(term.fields()))
        .build();
  }

  private static List<NodeSelectorRequirement> requirements(List<NodeRequirement> requirements) {
    return requirements.stream().map(Rendered::requirement).toList();
  }

  private static NodeSelectorRequirement requirement(NodeRequirement requirement) {
    return new NodeSelectorRequirement(
        requirement.key(), requirement.operator(), requirement.values());
  }

  static ResourceRequirements requests(Map<String, String> amounts) {
    return new ResourceRequirementsBuilder().withRequests(quantities(amounts)).build();
  }

  private static Map<String, Quantity> quantities(Map<String, String> amounts) {
    Map<String, Quantity> quantities = new TreeMap<>();
    amounts.forEach((resource, amount) -> quantities.put(resource, Quantity.parse(amount)));
    return quantities;
  }
}
