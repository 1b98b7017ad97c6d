package io.gpuspec.manifest.internal.dra;

import io.gpuspec.scheduling.PodView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * Which of a pod's cards each container has, and the requests into which a claim has to be divided
 * for that. With a claim as with a device plugin, containers that run together have cards of their
 * own, and an init container has cards that others get after it.
 */
public final class ContainerCards {
  /** A request of the claim. */
  public record Part(String name, int count) {}

  /** The cards from one number to another, which is not included. */
  private record Span(int from, int to) {}

  private static final String ONLY = "gpu";

  private final Map<String, Span> spans = new LinkedHashMap<>();

  private ContainerCards() {}

  /**
   * Returns the cards of each container.
   *
   * @param count the number that a container requests
   */
  public static ContainerCards of(PodView pod, ToIntFunction<PodView.Container> count) {
    ContainerCards cards = new ContainerCards();
    int sidecars = 0;
    for (PodView.Container container : pod.containers()) {
      if (container.role() != PodView.Role.MAIN) {
        int end = cards.add(container, sidecars, count);
        sidecars = container.role() == PodView.Role.SIDECAR ? end : sidecars;
      }
    }
    int running = sidecars;
    for (PodView.Container container : pod.containers()) {
      if (container.role() == PodView.Role.MAIN) {
        running = cards.add(container, running, count);
      }
    }
    return cards;
  }

  /** Returns one GPU, shared by the containers that request a part of it. */
  public static ContainerCards shared(PodView pod, ToIntFunction<PodView.Container> count) {
    ContainerCards cards = new ContainerCards();
    pod.containers().forEach(each -> cards.add(each, 0, c -> Math.min(1, count.applyAsInt(c))));
    return cards;
  }

  private int add(PodView.Container container, int from, ToIntFunction<PodView.Container> count) {
    int to = from + count.applyAsInt(container);
    if (to > from) {
      spans.put(container.name(), new Span(from, to));
    }
    return to;
  }

  /** The requests: one more wherever the cards of some container begin or end. */
  public List<Part> parts() {
    List<Integer> bounds = bounds();
    return IntStream.range(0, bounds.size() - 1)
        .mapToObj(
            i ->
                new Part(
                    bounds.size() == 2 ? ONLY : ONLY + "-" + i, bounds.get(i + 1) - bounds.get(i)))
        .toList();
  }

  private List<Integer> bounds() {
    TreeSet<Integer> bounds = new TreeSet<>();
    bounds.add(0);
    spans.values().forEach(span -> bounds.addAll(List.of(span.from(), span.to())));
    return List.copyOf(bounds);
  }

  /** Returns whether a container has cards. */
  public boolean hasCards(String container) {
    return spans.containsKey(container);
  }

  /** Returns the requests that a container has; none where it has the claim as a whole. */
  public List<String> requests(String container) {
    Span span = spans.getOrDefault(container, new Span(0, 0));
    List<Integer> bounds = bounds();
    List<Part> parts = parts();
    List<String> requests = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      if (span.from() <= bounds.get(i) && bounds.get(i) < span.to()) {
        requests.add(parts.get(i).name());
      }
    }
    return requests.size() == parts.size() ? List.of() : requests;
  }
}
