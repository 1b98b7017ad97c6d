package io.gpuspec.ack;

import io.gpuspec.spi.NodeRequirement;
import io.gpuspec.spi.NodeTerm;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.PodView;
import io.gpuspec.spi.PodView.Container;
import io.gpuspec.spi.PodView.Role;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Pods in few words. */
final class Pods {
  static final String ONE_GPU = "MAIN | gpu 1 | gpu 1";

  private Pods() {}

  /** Containers in one line each: role, requests, limits, between bars. */
  static PodView pod(String... containers) {
    PodView pod = PodView.empty();
    for (int i = 0; i < containers.length; i++) {
      String[] cells = (containers[i] + " ").split("\\|");
      pod =
          pod.container(
              new Container(
                  "c" + i,
                  Role.valueOf(cells[0].strip()),
                  resources(cells[1]),
                  resources(cells[2])));
    }
    return pod;
  }

  /** Resources in one line: {@code cpu 6 memory 32Gi gpu 1}. */
  private static Map<String, String> resources(String line) {
    Map<String, String> resources = new LinkedHashMap<>();
    String[] words = line.isBlank() ? new String[0] : line.strip().split(" +");
    for (int i = 0; i < words.length; i += 2) {
      resources.put(words[i].replaceAll("^gpu$", "nvidia.com/gpu"), words[i + 1]);
    }
    return resources;
  }

  /** The pod that carries a placement, with these requests beside the devices. */
  static PodView placed(Placement placement, String cpu, String memory) {
    PodView pod = PodView.empty();
    Map<String, String> requests = new LinkedHashMap<>(Map.of("cpu", cpu, "memory", memory));
    Map<String, String> limits = new LinkedHashMap<>();
    for (Placement.Entry entry : placement.entries()) {
      String key = entry.field().key();
      switch (entry.field().kind()) {
        case ANNOTATION -> pod = pod.annotation(key, entry.value());
        case LABEL -> pod = pod.label(key, entry.value());
        case NODE_SELECTOR -> pod = pod.nodeSelector(key, entry.value());
        case DEVICE -> {
          requests.put(key, entry.value());
          limits.put(key, entry.value());
        }
        default -> {}
      }
    }
    for (List<Placement.Entry> term : placement.nodeTerms()) {
      pod =
          pod.nodeTerm(
              new NodeTerm(
                  term.stream()
                      .map(e -> NodeRequirement.in(e.field().key(), e.value().split(",")))
                      .toList()));
    }
    return pod.container("main", requests, limits);
  }
}
