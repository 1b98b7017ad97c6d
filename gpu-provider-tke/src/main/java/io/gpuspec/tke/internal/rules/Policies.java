package io.gpuspec.tke.internal.rules;

import io.gpuspec.Isolation;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The policies for a card's compute, as in the node label {@code
 * tke.cloud.tencent.com/qgpu-schedule-policy}, in full or as an abbreviation. Nodes without the
 * label are best-effort.
 *
 * <p>Source: TKE, using qGPU (product doc 457/65734).
 */
public final class Policies {
  private Policies() {}

  /**
   * The policy of this name or abbreviation.
   *
   * @throws IllegalArgumentException if no policy has that name
   */
  public static Isolation parse(String text) {
    return Arrays.stream(Isolation.values())
        .filter(each -> labels(each).contains(text))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("write one of " + spellings()));
  }

  /** Returns every name with its abbreviation. */
  public static String spellings() {
    return Arrays.stream(Isolation.values())
        .map(each -> "%s (%s)".formatted(each, each.abbreviation()))
        .collect(Collectors.joining(", "));
  }

  /** Returns what a node's label may say: the name, or its abbreviation. */
  public static List<String> labels(Isolation policy) {
    return List.of(policy.toString(), policy.abbreviation());
  }
}
