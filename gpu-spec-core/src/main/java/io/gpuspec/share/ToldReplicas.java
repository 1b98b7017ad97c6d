package io.gpuspec.share;

import io.gpuspec.Devices;
import io.gpuspec.GpuSpec;
import io.gpuspec.internal.GpuProduct;
import java.util.Map;
import java.util.Optional;

/**
 * The replicas of each card, by the labels of a node.
 *
 * @param sharing how, if a label says it
 * @param renamed whether they have another resource than whole cards, if a label says it
 */
record ToldReplicas(Optional<String> sharing, int count, Optional<Boolean> renamed) {
  boolean isRenamed() {
    return renamed.orElse(false);
  }

  boolean isMps() {
    return sharing.filter("mps"::equals).isPresent();
  }

  /**
   * Returns whether the device plugin rejects a request for this many, unless it is configured
   * otherwise.
   */
  boolean isRefusing(Devices devices) {
    return isMps() && Replicas.mps(count).refusal(devices.count()).isPresent();
  }

  /** Returns whether the labels say nothing else than the option. */
  boolean isThat(Replicas chosen) {
    return count == chosen.count()
        && sharing.filter(word -> !word.equals(chosen.sharing())).isEmpty()
        && renamed.filter(is -> is != chosen.isRenamedByDefault()).isEmpty();
  }

  /** Returns how the option says it, such as {@code time-slicing:4}. */
  @Override
  public String toString() {
    return "%s:%s%s"
        .formatted(sharing.orElse("time-slicing"), count, isRenamed() ? ":renamed" : "");
  }

  /** Returns the replicas that GPU Feature Discovery wrote on nodes of your own, if it did. */
  static Optional<ToldReplicas> of(GpuSpec row) {
    // Asked of every row by every match: the vendor's rows have no labels to look at.
    if (!row.isOwnNode()) {
      return Optional.empty();
    }
    Map<String, String> labels = row.nodeLabels();
    String count = labels.getOrDefault(CardLabels.COUNT, "1");
    return count.matches("[1-9][0-9]{0,3}") && !count.equals("1")
        ? Optional.of(
            new ToldReplicas(
                Optional.ofNullable(labels.get(CardLabels.SHARING)),
                Integer.parseInt(count),
                Optional.ofNullable(labels.get(CardLabels.PRODUCT))
                    .map(product -> !product.endsWith(GpuProduct.SHARED))))
        : Optional.empty();
  }
}
