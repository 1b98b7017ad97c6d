package io.gpuspec.internal.pods;

import io.gpuspec.scheduling.PodView;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A pod's requests for a node's extended resources, and the problems with them. */
public final class RequestedResources {
  private RequestedResources() {}

  /** The most of each resource that the pod takes at once, as the scheduler counts. */
  public static SortedMap<String, Integer> of(PodView pod, Predicate<String> wanted) {
    SortedMap<String, Integer> asked = new TreeMap<>();
    pod.containers().stream()
        .flatMap(
            container ->
                Stream.concat(
                    container.requests().keySet().stream(), container.limits().keySet().stream()))
        .filter(wanted)
        .forEach(
            name -> asked.put(name, pod.peak(0, container -> container.count(name), Integer::sum)));
    return asked;
  }

  /**
   * Returns why a node does not have so many.
   *
   * @param instead what is available, if the node has none of the resource
   */
  public static Optional<String> problem(String resource, int asked, int has, String instead) {
    if (asked <= has) {
      return Optional.empty();
    }
    return Optional.of(
        has == 0
            ? "%s: the node does not have it; %s".formatted(resource, instead)
            : "%s: %s requested, the node has %s; request at most %s"
                .formatted(resource, asked, has, has));
  }
}
