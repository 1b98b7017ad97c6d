package io.gpuspec.cuda;

import com.google.common.base.CharMatcher;
import com.google.common.base.Splitter;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.text.Quoted;
import io.gpuspec.value.InvalidValueException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The name of a container image, in its parts: {@code
 * registry:5000/nvidia/cuda:12.4.0-base@sha256:...}.
 */
record ImageName(String repository, Optional<String> tag) {
  private static final Splitter WORDS = Splitter.on(CharMatcher.anyOf("-_+"));

  /**
   * Splits a name. A registry's port is not a tag, and a digest contains no version.
   *
   * @throws InvalidValueException if there is no name before the tag, or white space in it
   */
  static ImageName parse(String image) {
    String given = Arguments.required("image", image, "a name, such as nvidia/cuda:12.4.0-base");
    String name = given.strip();
    int digest = name.indexOf('@');
    String tagged = digest < 0 ? name : name.substring(0, digest);
    int colon = tagged.indexOf(':', tagged.lastIndexOf('/'));
    String repository = colon < 0 ? tagged : tagged.substring(0, colon);
    if (repository.isEmpty() || name.chars().anyMatch(Character::isWhitespace)) {
      throw new InvalidValueException(
          "image.malformed",
          "image: %s is not an image; write it like nvidia/cuda:12.4.0-base-ubuntu22.04"
              .formatted(Quoted.of(given)));
    }
    return new ImageName(
        repository, colon < 0 ? Optional.empty() : Optional.of(tagged.substring(colon + 1)));
  }

  /** Returns whether it is one of NVIDIA's CUDA images, in any registry. */
  boolean isNvidiaCuda() {
    return isOf("nvidia/cuda");
  }

  /** Returns whether it is a certain image, in any registry. */
  boolean isOf(String path) {
    int begin = repository.length() - path.length();
    return repository.regionMatches(true, begin, path, 0, path.length())
        && (begin == 0 || repository.charAt(begin - 1) == '/');
  }

  /** Returns the words of the tag, in lower case; one that is empty if there is no tag. */
  List<String> tagWords() {
    return WORDS.splitToList(tag.orElse("").toLowerCase(Locale.ROOT));
  }
}
