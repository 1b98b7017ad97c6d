package io.gpuspec.tke;

import io.gpuspec.Isolation;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The policy for a card's compute, as in the node label {@code
 * tke.cloud.tencent.com/qgpu-schedule-policy}, in full or as an abbreviation.
 *
 * <p>Source: TKE, using qGPU (product doc 457/65734).
 */
public enum QgpuPolicy {
  /**
   * Returns all that is left; of N busy pods each has one part in N. Nodes without the label have
   * it.
   */
  BEST_EFFORT(Isolation.BEST_EFFORT),
  /** A pod gets what it requested, even while the rest of the card is idle. */
  FIXED_SHARE(Isolation.FIXED_SHARE),
  /** A pod gets at least what it requested, and what is idle. */
  BURST_SHARE(Isolation.BURST_SHARE);

  private final Isolation isolation;

  QgpuPolicy(Isolation isolation) {
    this.isolation = isolation;
  }

  /**
   * The policy of this name or abbreviation.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static QgpuPolicy parse(String text) {
    return Arrays.stream(values())
        .filter(each -> each.labels().contains(text))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("write one of " + spellings()));
  }

  /** Returns every name with its abbreviation. */
  public static String spellings() {
    return Arrays.stream(values())
        .map(each -> "%s (%s)".formatted(each, each.isolation.abbreviation()))
        .collect(Collectors.joining(", "));
  }

  /** Returns what a node's label may say: the name, or its abbreviation. */
  public List<String> labels() {
    return List.of(isolation.toString(), isolation.abbreviation());
  }

  /** Returns what it means for the pods of a card. */
  public Isolation isolation() {
    return isolation;
  }

  /** The name, such as {@code fixed-share}. */
  @Override
  public String toString() {
    return isolation.toString();
  }
}
