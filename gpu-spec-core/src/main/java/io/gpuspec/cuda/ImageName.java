package io.gpuspec.cuda;

import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.text.Quoted;
import io.gpuspec.value.InvalidValueException;
import java.util.Locale;
import java.util.Optional;

/**
 * The name of a container image, in its parts: {@code
 * registry:5000/nvidia/cuda:12.4.0-base@sha256:...}.
 */
record ImageName(String repository, Optional<String> tag) {

  /**
   * Splits a name. A registry's port is not a tag, and a digest contains no version.
   *
   * @throws InvalidValueException if it is empty or has white space in it
   */
  static ImageName parse(String image) {
    String given = Arguments.required("image", image, "a name, such as nvidia/cuda:12.4.0-base");
    String name = given.strip();
    if (name.isEmpty() || name.chars().anyMatch(Character::isWhitespace)) {
      throw new InvalidValueException(
          "image.malformed",
          "image: %s is not an image; write it like nvidia/cuda:12.4.0-base-ubuntu22.04"
              .formatted(Quoted.of(given)));
    }
    int digest = name.indexOf('@');
    String tagged = digest < 0 ? name : name.substring(0, digest);
    int colon = tagged.indexOf(':', tagged.lastIndexOf('/') + 1);
    return colon < 0
        ? new ImageName(tagged, Optional.empty())
        : new ImageName(tagged.substring(0, colon), Optional.of(tagged.substring(colon + 1)));
  }

  /** Returns whether it is one of NVIDIA's CUDA images, in any registry. */
  boolean isNvidiaCuda() {
    String path = "/" + repository;
    return path.toLowerCase(Locale.ROOT).endsWith("/nvidia/cuda");
  }
}
