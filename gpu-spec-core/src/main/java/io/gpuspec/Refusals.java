package io.gpuspec;

import io.gpuspec.value.Rejection;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Why a target takes no such requests at all, whatever its rows hold, and which targets do.
 *
 * @param target the target's id
 * @param edition the target with its edition
 * @param rows its rows
 * @param others the ids of other targets whose rows have something
 */
record Refusals(
    String target,
    String edition,
    CatalogRows rows,
    Function<Predicate<CatalogRows>, List<String>> others) {

  /**
   * Returns whether rows may serve such devices: the way of every match, so it allocates nothing.
   */
  static boolean isNone(CatalogRows rows, Devices devices) {
    return !rows.all().isEmpty()
        && (devices.use().isPart()
            ? rows.parts().isPresent()
            : rows.has(devices.share().isPresent()));
  }

  /** Returns why the target does not serve such devices, if {@link #isNone} is false. */
  List<Rejection> of(Devices devices) {
    if (rows.all().isEmpty()) {
      return refusal(
          "nodes",
          "no nodes are known; describe yours in an overlay for '%s', or give the output of kubectl get nodes -o json as one"
              .formatted(target));
    }
    return devices.use().isPart()
        ? noParts(devices)
        : otherKind(devices, devices.share().isPresent());
  }

  private List<Rejection> noParts(Devices devices) {
    return refusal(
        devices.isReplica() ? "replicas" : "mig",
        "%s requested; which devices the nodes of %s have is not yours to configure%s"
            .formatted(devices, target, elsewhere(each -> each.parts().isPresent())));
  }

  /** Of whole cards where there are shares, or the other way round. */
  private List<Rejection> otherKind(Devices devices, boolean asksShare) {
    return refusal(
        "share",
        "%s requested; %s has %s%s%s"
            .formatted(
                devices,
                target,
                asksShare ? "whole cards and no shares" : "shares of cards and no whole ones",
                asksShare ? "" : byMemory(devices),
                elsewhere(each -> each.has(asksShare))));
  }

  private List<Rejection> refusal(String criterion, String why) {
    return List.of(Rejection.of(edition, criterion, why));
  }

  private String elsewhere(Predicate<CatalogRows> has) {
    List<String> having = others.apply(has);
    return having.isEmpty() ? "" : "; match it on " + String.join(" or ", having);
  }

  /** Returns how to request a part of a card if a name with a fraction is not known. */
  private static String byMemory(Devices devices) {
    return devices.parsedNames().stream()
        .filter(name -> !name.fraction().isWhole())
        .findFirst()
        .map(
            name ->
                ", by memory: ask for %s with a share, such as 4Gi of each card"
                    .formatted(name.base()))
        .orElse("");
  }
}
