package io.gpuspec.testkit;

import io.gpuspec.Match;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.NodeTerm;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.PodView.Container;
import io.gpuspec.scheduling.PodView.Role;
import io.gpuspec.spi.Placement;
import io.gpuspec.value.Note;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Short ways to create pods. */
public final class Pods {
  /** The container of a pod that asks for one GPU. */
  public static final String ONE_GPU = "MAIN | gpu 1 | gpu 1";

  private Pods() {}

  /**
   * Returns a pod of containers named c0, c1 and so on, in one line each: role, requests, limits,
   * between bars.
   */
  public static PodView pod(String... containers) {
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

  /** Returns resources from one line: {@code cpu 6 memory 32Gi gpu 1}. */
  public static Map<String, String> resources(String line) {
    Map<String, String> resources = new LinkedHashMap<>();
    String[] words = line.isBlank() ? new String[0] : line.strip().split(" +");
    for (int i = 0; i < words.length; i += 2) {
      resources.put(words[i].equals("gpu") ? "nvidia.com/gpu" : words[i], words[i + 1]);
    }
    return resources;
  }

  /** Returns a term of requirements in one line each: key, operator, values. */
  public static NodeTerm term(String... requirements) {
    return new NodeTerm(
        Stream.of(requirements)
            .map(line -> List.of(line.split(" ")))
            .map(
                words ->
                    new NodeRequirement(words.get(0), words.get(1), words.subList(2, words.size())))
            .toList());
  }

  /** Returns a pod with a placement, and with these requests in addition to its devices. */
  public static PodView carrying(Placement placement, String cpu, String memory) {
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
        default -> {
          // Tolerations lead nowhere, and terms follow.
        }
      }
    }
    for (List<Placement.Entry> term : placement.nodeTerms()) {
      pod = pod.nodeTerm(new NodeTerm(term.stream().map(Placement.Entry::requirement).toList()));
    }
    return pod.container("main", requests, limits);
  }

  /** Returns the ids of an answer's notes, in their order. */
  public static List<String> ids(Match match) {
    return match.notes().stream().map(Note::id).toList();
  }
}
