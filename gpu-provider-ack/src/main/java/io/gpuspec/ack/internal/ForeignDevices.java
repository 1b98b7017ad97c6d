package io.gpuspec.ack.internal;

import io.gpuspec.Rejection;
import io.gpuspec.spi.PodView;
import java.util.List;

/** Devices that some node somewhere advertises, but none of a target for whole cards. */
final class ForeignDevices {
  private ForeignDevices() {}

  /**
   * Why a pod that asks for such devices is refused; empty when it asks for none.
   *
   * @param offers what the target offers, as the beginning of a sentence
   */
  static List<Rejection> of(PodView pod, String offers) {
    return pod.gpusBeside(PodNeed.GPU).stream()
        .map(
            field ->
                Rejection.of(
                    field.toString(), "gpus", offers + " and nothing else; this pod stays Pending"))
        .toList();
  }
}
