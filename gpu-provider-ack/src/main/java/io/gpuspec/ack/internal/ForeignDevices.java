package io.gpuspec.ack.internal;

import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.Rejection;
import java.util.List;
import java.util.Set;

/** Devices that some nodes advertise, but none of a target. */
final class ForeignDevices {
  /** Resources for whole cards. */
  private static final Set<String> WHOLE = Set.of(PodRequest.GPU, PodRequest.LINKED_GPU);

  private ForeignDevices() {}

  /**
   * Returns why a pod that asks for such devices is refused; empty when it asks for none.
   *
   * @param offers what the target offers, as the beginning of a sentence
   * @param own the resources that it offers itself
   */
  static List<Rejection> of(PodView pod, String offers, Set<String> own) {
    List<PodField> all = pod.gpusBeside("");
    boolean ownToo = all.stream().anyMatch(field -> own.contains(field.key()));
    return all.stream()
        .filter(field -> !own.contains(field.key()))
        .map(
            field ->
                refused(
                    field,
                    offers,
                    ownToo && isOfShares(field.key(), own)
                        ? "; no node has both, so remove one of them"
                        : elsewhere(field.key())))
        .toList();
  }

  /** Shared cards have no other resources, on any node. */
  private static boolean isOfShares(String resource, Set<String> own) {
    return own.contains(CardShares.MEMORY) || CardShares.RESOURCES.contains(resource);
  }

  private static Rejection refused(PodField field, String offers, String fix) {
    return Rejection.of(
        field.toString(), "gpus", offers + " and nothing else; this pod stays Pending" + fix);
  }

  private static String elsewhere(String resource) {
    if (WHOLE.contains(resource)) {
      return "; match it on ack";
    }
    return CardShares.RESOURCES.contains(resource) ? "; match it on ack/cgpu" : "";
  }
}
