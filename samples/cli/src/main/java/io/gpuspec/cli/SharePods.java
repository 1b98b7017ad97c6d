package io.gpuspec.cli;

import io.gpuspec.Devices;
import io.gpuspec.share.CardKind;
import io.gpuspec.share.SharePod;
import java.util.List;

/** Pods that are named after the share of a card that each requests. */
final class SharePods {
  private SharePods() {}

  /** Returns the pods; all invalid requests are reported together. */
  static List<SharePod> of(CardKind card, List<String> requests, RoundUpOption roundUp) {
    Problems problems = new Problems();
    List<SharePod> pods =
        requests.stream()
            .flatMap(request -> problems.of(() -> pod(card, request, roundUp)).stream())
            .toList();
    problems.orThrow();
    return pods;
  }

  private static SharePod pod(CardKind card, String request, RoundUpOption roundUp) {
    return SharePod.of(request, Devices.any().shared(roundUp.share(card.offer(request))));
  }
}
