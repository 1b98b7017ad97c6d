package io.gpuspec.mig;

import io.gpuspec.internal.MigNames;
import io.gpuspec.internal.pods.RequestedResources;
import io.gpuspec.scheduling.PodView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Compares a pod's NVIDIA resources with those of a node. */
record PodCheck(MigNode node) {
  List<String> problems(PodView pod) {
    List<String> problems = new ArrayList<>();
    RequestedResources.of(pod, PodCheck::isCardOrInstance)
        .forEach(
            (resource, count) -> {
              if (resource.contains("+")) {
                problems.add(
                    "%s: the API server takes no '+' in a resource's name; write %s"
                        .formatted(resource, MigNames.inKubernetes(resource)));
              } else {
                int has = node.resources().getOrDefault(resource, 0);
                RequestedResources.problem(resource, count, has, instead())
                    .ifPresent(problems::add);
              }
            });
    return List.copyOf(problems);
  }

  private static boolean isCardOrInstance(String name) {
    return name.equals(MigNode.WHOLE) || name.startsWith(MigNames.RESOURCE_PREFIX);
  }

  private String instead() {
    if (!node.reasons().isEmpty()) {
      return "the device plugin does not start: " + String.join("; ", node.reasons());
    }
    Map<String, Integer> has = node.resources();
    return has.isEmpty()
        ? "it has no NVIDIA resource"
        : "with the strategy %s it has %s"
            .formatted(node.strategy(), String.join(", ", has.keySet()));
  }
}
