package io.gpuspec.manifest.internal.found;

import io.gpuspec.manifest.internal.tree.YamlTree;
import io.gpuspec.scheduling.NodeFit;
import io.gpuspec.value.Finding;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Note;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What keeps, or may keep, the pods of a workload off every node, whatever a node has. */
public final class OtherPods {
  private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";

  private OtherPods() {}

  /** Returns an answer for a node with the reason that gates are, and what is not judged. */
  public static NodeFit in(FoundWorkload workload, NodeFit fit) {
    if (!workload.isTemplate()) {
      return fit;
    }
    Map<String, Object> spec = workload.pods().specification();
    List<Finding> reasons = new ArrayList<>(fit.reasons());
    List<String> gates =
        YamlTree.maps(spec, "schedulingGates").stream()
            .map(gate -> String.valueOf(gate.get("name")))
            .toList();
    if (!gates.isEmpty()) {
      reasons.add(
          Finding.of(
                  "node.gates",
                  "spec.schedulingGates",
                  "Scheduling is blocked due to non-empty scheduling gates: "
                      + String.join(", ", gates))
              .withFix("have what set them take them away, or remove spec.schedulingGates"));
    }
    List<Note> unknown = new ArrayList<>(fit.unknown());
    // The kubelet of a node that a pod names checks none of these.
    if (workload.pods().nodeName().isEmpty()) {
      Stream.concat(
              unjudged(spec),
              TopologyAnnotations.of(workload).stream()
                  .map(TopologyAnnotations.Required::annotation))
          .forEach(
              field ->
                  unknown.add(
                      Note.of(
                          "node.other-pods",
                          "whether the pods that run allow what the pod requires: %s is not judged"
                              .formatted(field))));
    }
    return new NodeFit(fit.node(), Listing.copyOf(reasons), Listing.copyOf(unknown));
  }

  private static Stream<String> unjudged(Map<String, Object> spec) {
    Stream<String> affinities =
        Stream.of("podAffinity", "podAntiAffinity")
            .filter(
                field -> !YamlTree.maps(YamlTree.map(spec, "affinity", field), REQUIRED).isEmpty())
            .map(field -> "required " + field);
    Stream<String> spread =
        YamlTree.maps(spec, "topologySpreadConstraints").stream()
            .filter(each -> "DoNotSchedule".equals(each.get("whenUnsatisfiable")))
            .map(each -> "topologySpreadConstraints")
            .limit(1);
    return Stream.concat(affinities, spread);
  }
}
