package io.gpuspec.tke;

import io.gpuspec.tke.internal.rules.Documents;
import io.gpuspec.tke.internal.rules.ImageReference;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The image caches of a region, and the one that a pod would start from.
 *
 * <pre>{@code
 * Instant monday = Instant.parse("2026-03-02T00:00:00Z");
 * ReadyImageCache base = ImageCache.of("base", "ubuntu:20.04").size(50).ready("imc-base", monday);
 * ReadyImageCache llm =
 *     ImageCache.of("llm", "ubuntu:20.04", "vllm/vllm-openai:v0.9")
 *         .size(200)
 *         .ready("imc-llm", monday);
 * ImageCaches.of(base, llm).forImages("ubuntu:20.04");
 *     // imc-base (50 GB): holds every image, and is smaller than the next
 * }</pre>
 *
 * <p>With {@code auto}, a cache matches if its image has the same name and tag; the smallest match
 * is taken, and among equals the newest. It is inferred that a cache must hold every image of the
 * pod, and that the first by id is used if two are equal.
 *
 * <p>Source: TKE, image cache (product doc 457/44484), 2022-11-11.
 */
public final class ImageCaches {
  private static final Comparator<ReadyImageCache> FIRST_TAKEN =
      Comparator.comparingInt(ReadyImageCache::gigabytes)
          .thenComparing(Comparator.comparing(ReadyImageCache::created).reversed())
          .thenComparing(ReadyImageCache::id);

  private final List<ReadyImageCache> caches;

  private ImageCaches(List<ReadyImageCache> caches) {
    this.caches = caches;
  }

  /**
   * Returns these caches, in any order.
   *
   * @throws InvalidValueException if two have one id
   */
  public static ImageCaches of(ReadyImageCache... caches) {
    for (ReadyImageCache cache :
        InvalidValueException.requireNonNull("image caches", caches, "ReadyImageCaches")) {
      InvalidValueException.requireNonNull("image caches", cache, "a ReadyImageCache");
    }
    List<ReadyImageCache> all = List.of(caches);
    if (all.stream().map(ReadyImageCache::id).distinct().count() < all.size()) {
      throw new InvalidValueException(
              "image-cache.duplicate",
              "image caches: '%s' has an id twice; give each cache once".formatted(all))
          .see(Documents.PAGE);
    }
    return new ImageCaches(all);
  }

  /** Returns what a pod of these images gets with {@code auto}. */
  public ImageCacheChoice forImages(String... images) {
    List<String> wanted = checked(images);
    List<ReadyImageCache> matching =
        caches.stream()
            .filter(cache -> missing(cache, wanted).isEmpty())
            .sorted(FIRST_TAKEN)
            .toList();
    if (matching.isEmpty()) {
      return new ImageCacheChoice(
          Optional.empty(),
          "no cache holds every image, so they are pulled",
          wanted,
          caches.stream().map(cache -> lacks(cache, wanted)).toList(),
          List.of());
    }
    ReadyImageCache taken = matching.get(0);
    return new ImageCacheChoice(
        Optional.of(taken),
        matching.size() == 1
            ? "the one that holds every image"
            : "holds every image, and is %s than the next"
                .formatted(preference(taken, matching.get(1))),
        List.of(),
        rejected(taken, wanted),
        notes(wanted));
  }

  /**
   * Returns what the pods of a DaemonSet get with {@code auto}: nothing, for such images are not
   * matched.
   *
   * <p>Source: TKE best practice, GPU pods on super nodes, 2026-01-07.
   */
  public ImageCacheChoice forDaemonSet(String... images) {
    String reason = "auto does not match the images of a DaemonSet; name a cache by its id";
    return new ImageCacheChoice(
        Optional.empty(),
        reason,
        checked(images),
        caches.stream().map(cache -> Rejection.of(cache.toString(), "kind", reason)).toList(),
        List.of());
  }

  /**
   * Returns the result for a pod with these images that names a cache by its id: it gets the cache
   * whatever it holds, and the missing images are pulled.
   *
   * @throws InvalidValueException if the cache does not exist
   */
  public ImageCacheChoice byId(String id, String... images) {
    List<String> wanted = checked(images);
    ReadyImageCache cache =
        caches.stream()
            .filter(one -> one.id().equals(id))
            .findFirst()
            .orElseThrow(
                () ->
                    new InvalidValueException(
                            "image-cache.unknown",
                            "image caches: there is no '%s'; name one of %s"
                                .formatted(id, caches.stream().map(ReadyImageCache::id).toList()))
                        .see(Documents.PAGE));
    List<String> pulled = missing(cache, wanted);
    return new ImageCacheChoice(
        Optional.of(cache),
        pulled.isEmpty()
            ? "named by its id, and holds every image"
            : "named by its id; what it does not hold is pulled: " + String.join(", ", pulled),
        pulled,
        List.of(),
        notes(wanted));
  }

  private static List<String> checked(String... images) {
    if (images == null || images.length == 0) {
      throw new InvalidValueException(
              "image-cache.empty", "images: '[]' names none; give those of the pod")
          .see(Documents.PAGE);
    }
    return Arrays.stream(images)
        .map(image -> ImageReference.checked("image", image))
        .distinct()
        .toList();
  }

  private List<Rejection> rejected(ReadyImageCache taken, List<String> images) {
    List<Rejection> rejected = new ArrayList<>();
    for (ReadyImageCache cache : caches) {
      if (!missing(cache, images).isEmpty()) {
        rejected.add(lacks(cache, images));
      } else if (!cache.equals(taken)) {
        rejected.add(
            Rejection.of(
                cache.toString(), "order", "%s is %s".formatted(taken, preference(taken, cache))));
      }
    }
    return rejected;
  }

  private static Rejection lacks(ReadyImageCache cache, List<String> images) {
    return Rejection.of(
        cache.toString(), "images", "lacks " + String.join(", ", missing(cache, images)));
  }

  private static String preference(ReadyImageCache taken, ReadyImageCache other) {
    if (taken.gigabytes() != other.gigabytes()) {
      return "smaller";
    }
    return taken.created().equals(other.created()) ? "earlier by id" : "newer";
  }

  private static List<String> missing(ReadyImageCache cache, List<String> images) {
    return images.stream().filter(image -> !cache.holds(image)).toList();
  }

  private static List<Note> notes(List<String> images) {
    return images.stream()
        .filter(ImageReference::isLatest)
        .map(
            image ->
                Note.of(
                    "image.latest",
                    "%s may be an older image in the cache; name its version".formatted(image),
                    Documents.IMAGE_CACHE))
        .toList();
  }

  @Override
  public String toString() {
    return Listing.copyOf(caches).toString();
  }
}
