package io.gpuspec.share;

import io.gpuspec.internal.Arguments;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A pod and its cards.
 *
 * <pre>{@code
 * Placed first = cards.pack(SharePolicy.SPREAD, 2, Devices.any().share("4Gi")).placed().get(0);
 *     // pod-0: node 0 card 0
 * first.cards();    // [0]
 * }</pre>
 *
 * @param pod the pod
 * @param node the number of the node, from 0
 * @param cards the numbers of the cards on that node, from 0, ascending
 */
public record Placed(SharePod pod, int node, List<Integer> cards) {

  /** Keeps an unmodifiable copy of the numbers. */
  public Placed {
    Arguments.required("pod", pod, "a SharePod");
    cards = Arguments.copied("cards", cards, "the cards' numbers");
  }

  /** Returns text such as {@code pod-0: node 0 card 1}. */
  @Override
  public String toString() {
    return "%s: node %s %s %s"
        .formatted(
            pod.name(),
            node,
            cards.size() == 1 ? "card" : "cards",
            cards.stream().map(String::valueOf).collect(Collectors.joining(", ")));
  }
}
