package io.gpuspec.cuda;

import io.gpuspec.internal.text.Quoted;
import io.gpuspec.value.InvalidValueException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The CUDA version in the tag of an image.
 *
 * <p>A tag consists of words separated by hyphens, underscores and plus signs. NVIDIA's own images
 * begin with the version ({@code 12.4.0-base-ubuntu22.04}); others have it in a word ({@code
 * cuda11.7}, {@code cu121}) or in the word after {@code cuda}. A number that is no CUDA release
 * ({@code cuda-1.2}) is some other version.
 */
final class ImageTag {
  private final Predicate<CudaVersion> isRelease;
  private final List<CudaVersion> said = new ArrayList<>();

  private ImageTag(Predicate<CudaVersion> isRelease) {
    this.isRelease = isRelease;
  }

  /**
   * The version that an image's tag says, if it says one.
   *
   * @throws InvalidValueException if it says several
   */
  static Optional<CudaVersion> cuda(ImageName image, Predicate<CudaVersion> isRelease) {
    ImageTag reading = new ImageTag(isRelease);
    List<String> words = image.tagWords();
    if (image.isNvidiaCuda()) {
      reading.add(CudaVersion.read(words.get(0)));
    } else {
      reading.readWords(words);
    }
    return reading.only(image);
  }

  private void readWords(List<String> words) {
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (word.equals("cuda") && i + 1 < words.size()) {
        add(CudaVersion.read(words.get(i + 1)));
      } else if (word.startsWith("cuda")) {
        add(version(word.substring("cuda".length())));
      } else if (word.startsWith("cu")) {
        add(version(word.substring("cu".length())));
      }
    }
  }

  /** Reads {@code 11.7} unchanged, {@code 121} as 12.1: the last digit is the minor version. */
  private static Optional<CudaVersion> version(String text) {
    int minor = text.length() - 1;
    return CudaVersion.read(
        CudaVersion.isNumber(text) ? text.substring(0, minor) + "." + text.substring(minor) : text);
  }

  private void add(Optional<CudaVersion> version) {
    version.filter(isRelease).ifPresent(said::add);
  }

  /** Returns the only version; the more exact one if the tag has both 12.4 and 12.4.1. */
  private Optional<CudaVersion> only(ImageName image) {
    List<CudaVersion> versions = said.stream().map(CudaVersion::minorVersion).distinct().toList();
    if (versions.size() > 1) {
      throw new InvalidValueException(
          "cuda.ambiguous",
          "image: the tag %s says CUDA %s and %s; leave the image out and give the one that is meant: --cuda %s"
              .formatted(
                  Quoted.of(image.tag().orElse("")),
                  versions.get(0),
                  versions.get(1),
                  versions.get(0)));
    }
    return said.stream().max(CudaVersion::compareTo);
  }
}
