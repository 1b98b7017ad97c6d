package io.gpuspec.tke;

import io.gpuspec.tke.internal.rules.Documents;
import io.gpuspec.tke.internal.rules.ImageReference;
import io.gpuspec.value.InvalidValueException;
import java.time.Instant;
import java.util.List;

/**
 * An existing image cache, which pods can start from.
 *
 * <pre>{@code
 * Instant monday = Instant.parse("2026-03-02T00:00:00Z");
 * ReadyImageCache base = ImageCache.of("base", "ubuntu:20.04").size(50).ready("imc-base", monday);
 * base.holds("ubuntu:20.04");    // true
 * }</pre>
 *
 * @param id its id, such as {@code imc-abc123xyz}
 * @param images the images that it holds
 * @param gigabytes its size in GB
 * @param created when it was made
 */
public record ReadyImageCache(String id, List<String> images, int gigabytes, Instant created) {

  /** Checks the values, and keeps an unmodifiable copy of the images. */
  public ReadyImageCache {
    InvalidValueException.requireNonNull("id", id, "an id such as imc-abc123xyz");
    InvalidValueException.requireNonNull("images", images, "a list of images");
    InvalidValueException.requireNonNull("created", created, "a time");
    if (!id.matches("imc-[A-Za-z0-9]+")) {
      throw new InvalidValueException(
              "image-cache.malformed",
              "image cache: id '%s' is not allowed; write it as kubectl get imagecache shows it, such as imc-abc123xyz"
                  .formatted(id))
          .see(Documents.PAGE);
    }
    if (images.isEmpty() || gigabytes < 1) {
      throw new InvalidValueException(
              "image-cache.malformed",
              "image cache %s: images '%s' and size '%s' are no cache; give an image and a size of 1 GB at least"
                  .formatted(id, images, gigabytes))
          .see(Documents.PAGE);
    }
    images = images.stream().map(image -> ImageReference.checked("image", image)).toList();
  }

  /** Returns whether it holds this image, with the same name and tag. */
  public boolean holds(String image) {
    InvalidValueException.requireNonNull("image", image, "an image");
    return images.stream().anyMatch(held -> ImageReference.same(held, image));
  }

  /** Returns text such as {@code imc-abc123xyz (200 GB)}. */
  @Override
  public String toString() {
    return "%s (%s GB)".formatted(id, gigabytes);
  }
}
