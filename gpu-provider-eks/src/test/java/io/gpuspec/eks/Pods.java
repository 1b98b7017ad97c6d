package io.gpuspec.eks;

import io.gpuspec.spi.NodeRequirement;
import io.gpuspec.spi.NodeTerm;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.PodField.Kind;
import io.gpuspec.spi.PodView;
import io.gpuspec.spi.PodView.Container;
import io.gpuspec.spi.PodView.Role;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Pods for tests, written shortly. */
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

  /** A term of requirements in one line each: key, operator, values. */
  static NodeTerm term(String... requirements) {
    return new NodeTerm(
        List.of(requirements).stream()
            .map(line -> line.split(" "))
            .map(
                words ->
                    new NodeRequirement(
                        words[0], words[1], List.of(words).subList(2, words.length)))
            .toList());
  }

  /** A pod with the requests that carries what a placement says. */
  static PodView carrying(Placement placement, String cpu, String memory) {
    PodView pod = PodView.empty();
    for (Placement.Entry entry : placement.entries(Kind.NODE_SELECTOR)) {
      pod = pod.nodeSelector(entry.field().key(), entry.value());
    }
    for (List<Placement.Entry> term : placement.nodeTerms()) {
      pod =
          pod.nodeTerm(
              new NodeTerm(
                  term.stream()
                      .map(entry -> NodeRequirement.in(entry.field().key(), entry.value()))
                      .toList()));
    }
    Placement.Entry device = placement.entries(Kind.DEVICE).get(0);
    Map<String, String> resources =
        Map.of("cpu", cpu, "memory", memory, device.field().key(), device.value());
    return pod.container("main", resources, resources);
  }
}
