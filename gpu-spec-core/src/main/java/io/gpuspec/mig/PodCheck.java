package io.gpuspec.mig;

import io.gpuspec.spi.PodView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/** A pod's NVIDIA resources against those of a node. */
record PodCheck(MigNode node) {
  List<String> problems(PodView pod) {
    List<String> problems = new ArrayList<>();
    for (String resource : asked(pod)) {
      int count = pod.peak(0, container -> container.count(resource), Integer::sum);
      int has = node.resources().getOrDefault(resource, 0);
      if (resource.contains("+")) {
        problems.add(
            "%s: the API server takes no '+' in a resource's name; write %s"
                .formatted(resource, MigNames.inKubernetes(resource)));
      } else if (count > has) {
        problems.add(
            has == 0
                ? "%s: the node does not have it; %s".formatted(resource, instead())
                : "%s: %d asked, the node has %d; ask for at most %d"
                    .formatted(resource, count, has, has));
      }
    }
    return List.copyOf(problems);
  }

  private static SortedSet<String> asked(PodView pod) {
    SortedSet<String> names = new TreeSet<>();
    for (PodView.Container container : pod.containers()) {
      Stream.concat(container.requests().keySet().stream(), container.limits().keySet().stream())
          .filter(name -> name.equals(MigNode.WHOLE) || name.startsWith(MigNames.RESOURCE_PREFIX))
          .forEach(names::add);
    }
    return names;
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
