package io.gpuspec.mig;

import io.gpuspec.internal.Arguments;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Facts;
import io.gpuspec.value.InvalidValueException;

/**
 * A placement of one instance of a profile on a card.
 *
 * <pre>{@code
 * MigGpu.of("A100-40GB").profile("3g.20gb").placements();    // 3g.20gb@0
 *                                                            // 3g.20gb@4
 * }</pre>
 *
 * @param profile the profile's name, such as {@code 3g.20gb}
 * @param start the first memory slice, from 0
 * @param size how many memory slices it takes
 */
public record MigPlacement(String profile, int start, int size) implements Answer {

  /** Refuses null, a negative start and a size below 1. */
  public MigPlacement {
    Arguments.required("profile", profile, "a profile's name, such as 3g.20gb");
    if (start < 0 || size < 1) {
      throw new InvalidValueException(
          "mig.out-of-range",
          "placement: '%s' and '%s' are no start and size; a start is 0 or more, a size 1 or more"
              .formatted(start, size));
    }
  }

  /** The slice after its last. */
  public int end() {
    return start + size;
  }

  /** Returns text such as {@code slices 4 to 7}. */
  String slices() {
    return size == 1 ? "slice " + start : "slices " + start + " to " + (end() - 1);
  }

  /** Adds {@code "profile", "start", "size"}. */
  @Override
  public void describe(Facts out) {
    out.put("profile", profile).put("start", start).put("size", size);
  }

  /** Returns text such as {@code 3g.20gb@4}. */
  @Override
  public String toString() {
    return profile + "@" + start;
  }
}
