package io.gpuspec.eks;

import io.gpuspec.eks.internal.rules.Documents;
import io.gpuspec.value.Citation;
import io.gpuspec.value.InvalidValueException;

/**
 * One field of a NodePool or an EC2NodeClass, with its reason.
 *
 * <pre>{@code
 * NodePool.of("gpu", gpus.in("eks"), "A10G").settings().get(0);
 *     // spec.template.metadata.labels[node-type] = gpu  # the label that the guide's pods ...
 * }</pre>
 *
 * @param field the path, such as {@code spec.weight}
 * @param value the value, on one line
 * @param reason the reason, in a few words
 * @param citation where the rule comes from
 */
public record Setting(String field, String value, String reason, Citation citation) {

  /** Refuses null. */
  public Setting {
    if (field == null || value == null || reason == null || citation == null) {
      throw new InvalidValueException(
              "karpenter.missing",
              "setting: null was given; give a field, its value, a reason and a citation")
          .see(Documents.PAGE);
    }
  }

  /** Returns text such as {@code spec.weight = 10 # of several pools ... [Karpenter ...]}. */
  @Override
  public String toString() {
    return field + " = " + value + "  # " + reason + " [" + citation + "]";
  }
}
