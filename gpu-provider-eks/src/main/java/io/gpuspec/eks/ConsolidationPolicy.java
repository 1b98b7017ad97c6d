package io.gpuspec.eks;

import io.gpuspec.InvalidValueException;
import io.gpuspec.UnknownNameException;
import io.gpuspec.eks.internal.Pages;
import java.util.Arrays;
import java.util.List;

/** Which nodes Karpenter takes away to save costs, by its own words. */
public enum ConsolidationPolicy {
  /** Nodes without pods; nothing that runs is moved. */
  WHEN_EMPTY("WhenEmpty"),
  /** Nodes without pods, and those whose pods have room elsewhere or on something cheaper. */
  WHEN_EMPTY_OR_UNDERUTILIZED("WhenEmptyOrUnderutilized"),
  /** As the last, where what is saved outweighs the pods that are moved. */
  BALANCED("Balanced");

  private final String word;

  ConsolidationPolicy(String word) {
    this.word = word;
  }

  /**
   * Reads Karpenter's word.
   *
   * @throws InvalidValueException for {@code WhenUnderutilized}, the word of {@code v1beta1}
   * @throws UnknownNameException for anything else
   */
  public static ConsolidationPolicy parse(String text) {
    if ("WhenUnderutilized".equals(text)) {
      throw new InvalidValueException(
              "consolidationPolicy: 'WhenUnderutilized' was the word of v1beta1; in v1 write WhenEmptyOrUnderutilized")
          .see(Pages.NODE_POOLS);
    }
    List<String> words = Arrays.stream(values()).map(ConsolidationPolicy::toString).toList();
    int at = words.indexOf(text);
    if (at < 0) {
      throw new UnknownNameException("consolidationPolicy", String.valueOf(text), words)
          .see(Pages.NODE_POOLS);
    }
    return values()[at];
  }

  /** As Karpenter writes it, such as {@code WhenEmpty}. */
  @Override
  public String toString() {
    return word;
  }
}
