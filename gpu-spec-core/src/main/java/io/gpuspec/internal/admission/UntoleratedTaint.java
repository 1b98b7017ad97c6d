package io.gpuspec.internal.admission;

import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.value.Rejection;
import java.util.List;

/**
 * A taint of a row's nodes that a pod does not tolerate.
 *
 * @param row the name of the row
 */
public record UntoleratedTaint(String row, Taint taint) {
  /**
   * Returns those taints of a row's nodes that keep a pod off.
   *
   * @param isUnavailable whether the row is not available: of such a row, the matcher says that it
   *     is cordoned
   */
  public static List<UntoleratedTaint> of(
      String row, boolean isUnavailable, List<Taint> taints, PodView pod) {
    return taints.stream()
        .filter(taint -> !isUnavailable || !taint.equals(Taint.UNSCHEDULABLE))
        .filter(taint -> taint.effect() != Taint.Effect.PREFER_NO_SCHEDULE && !pod.tolerates(taint))
        .map(taint -> new UntoleratedTaint(row, taint))
        .toList();
  }

  /** Returns that the pod does not tolerate it, and the toleration to add. */
  public Rejection why() {
    return Rejection.of(
        row,
        "taint",
        "the nodes have the taint %s, which the pod does not tolerate; add a toleration with key %s, operator Exists, effect %s"
            .formatted(taint, taint.key(), taint.effect()));
  }
}
