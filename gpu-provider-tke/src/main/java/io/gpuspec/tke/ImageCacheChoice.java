package io.gpuspec.tke;

import io.gpuspec.value.Listing;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import java.util.List;
import java.util.Optional;

/**
 * The image cache that a pod starts from, the reason, and the reasons against the others.
 *
 * <pre>{@code
 * Instant monday = Instant.parse("2026-03-02T00:00:00Z");
 * ReadyImageCache base = ImageCache.of("base", "ubuntu:20.04").size(50).ready("imc-base", monday);
 * ImageCacheChoice choice = ImageCaches.of(base).forImages("vllm/vllm-openai:v0.9");
 *     // no image cache: no cache holds every image, so they are pulled
 * choice.pulled();      // [vllm/vllm-openai:v0.9]
 * choice.rejected();    // imc-base (50 GB): images: lacks vllm/vllm-openai:v0.9
 * }</pre>
 */
public final class ImageCacheChoice {
  private final Optional<ReadyImageCache> cache;
  private final String reason;
  private final List<String> pulled;
  private final List<Rejection> rejected;
  private final List<Note> notes;

  ImageCacheChoice(
      Optional<ReadyImageCache> cache,
      String reason,
      List<String> pulled,
      List<Rejection> rejected,
      List<Note> notes) {
    this.cache = cache;
    this.reason = reason;
    this.pulled = pulled;
    this.rejected = rejected;
    this.notes = notes;
  }

  /** The cache; empty when the pod starts without one. */
  public Optional<ReadyImageCache> cache() {
    return cache;
  }

  /** Returns why this one, or why none. */
  public String reason() {
    return reason;
  }

  /** The images that are pulled all the same. */
  public List<String> pulled() {
    return pulled;
  }

  /** Returns every other cache with its reasons. */
  public Listing<Rejection> rejected() {
    return Listing.copyOf(rejected);
  }

  /** Returns what should be known, such as that {@code latest} may be an older image there. */
  public List<Note> notes() {
    return notes;
  }

  /** The cache and the reason. */
  @Override
  public String toString() {
    return cache.map(ReadyImageCache::toString).orElse("no image cache") + ": " + reason;
  }
}
