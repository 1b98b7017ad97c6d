package io.gpuspec;

import com.github.benmanes.caffeine.cache.CacheLoader;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import com.github.benmanes.caffeine.cache.Ticker;
import io.gpuspec.internal.Arguments;
import io.gpuspec.value.InvalidValueException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * An overlay in a file that can change while the program runs.
 *
 * <pre>{@code
 * OverlayFile prices = OverlayFile.of(Path.of("prices.yaml"), Duration.ofMinutes(5));
 * Target eks = gpus.in("eks").overlay(prices);
 *
 * // By what the file says, read again when it is 5 minutes old, or at once.
 * eks.catalog().row("g5.xlarge").prices();
 *     // 0.70 USD per hour (us-east-1, on-demand)
 * prices.reload();
 * }</pre>
 *
 * <p>Content that cannot be read, or does not fit the catalog, is not taken: what was good last
 * stays, and every match and catalog carries a note {@code overlay.stale} that says what is wrong,
 * until the file is good again. It may be used by several threads.
 */
public final class OverlayFile {
  private final Path file;
  private final LoadingCache<Path, Layer.Version> versions;

  /** The last content that fitted a catalog, with the catalog. */
  private record Fitted(SpecCatalog catalog, Overlay overlay) {
    boolean takes(Overlay other) {
      if (other.equals(overlay)) {
        return true;
      }
      try {
        OverlayMerge.merge(catalog, List.of(other));
        return true;
      } catch (OverlayException e) {
        return false;
      }
    }
  }

  /**
   * By edition; it is kept here and not with a catalog, because it applies with any options and any
   * other overlays.
   */
  private final Map<String, Fitted> fitted = new ConcurrentSkipListMap<>();

  private OverlayFile(Path file, Caffeine<Object, Object> cache) {
    this.file = file;
    this.versions =
        // On the thread that asks: so no answer is older than it was to be.
        cache.executor(Runnable::run).build(new Versions());
    versions.put(file, read(file));
  }

  /**
   * The overlay in a file, which is read now, and again when {@link #reload} is called.
   *
   * @throws OverlayException if it cannot be read or is no overlay
   */
  public static OverlayFile of(Path file) {
    return new OverlayFile(required(file), Caffeine.newBuilder());
  }

  /**
   * Returns the overlay in a file that is read now, and read again by the first use after this
   * duration.
   *
   * @throws OverlayException if it cannot be read or is no overlay
   * @throws InvalidValueException if the time is not above zero
   */
  public static OverlayFile of(Path file, Duration refreshAfter) {
    return of(file, refreshAfter, Ticker.systemTicker());
  }

  static OverlayFile of(Path file, Duration refreshAfter, Ticker ticker) {
    Arguments.required("refreshAfter", refreshAfter, "a Duration");
    if (refreshAfter.isNegative() || refreshAfter.isZero()) {
      throw new InvalidValueException(
          "refresh.out-of-range",
          "refreshAfter: '" + refreshAfter + "' is not above zero; remove it to reload by hand");
    }
    return new OverlayFile(
        required(file), Caffeine.newBuilder().refreshAfterWrite(refreshAfter).ticker(ticker));
  }

  private static Path required(Path file) {
    return Arguments.required("overlay", file, "the path of a YAML or JSON file");
  }

  /**
   * Reads the file again, and returns whether what it says now is used: it is an overlay for the
   * same target, and fits every edition that the file has been used with. Otherwise what was good
   * last stays.
   */
  public boolean reload() {
    versions.asMap().computeIfPresent(file, (path, before) -> next(path, before));
    Layer.Version now = version();
    return now.problem().isEmpty()
        && fitted.values().stream().allMatch(each -> each.takes(now.overlay()));
  }

  /** Returns the last good content of the file. */
  Overlay overlay() {
    return version().overlay();
  }

  /** Says that content of the file fits a catalog of the target. */
  void fits(SpecCatalog catalog, Overlay fitting) {
    fitted.put(catalog.edition(), new Fitted(catalog, fitting));
  }

  /** The content that fitted an edition last, if any did. */
  Optional<Overlay> lastFitting(String edition) {
    return Optional.ofNullable(fitted.get(edition)).map(Fitted::overlay);
  }

  Layer.Version version() {
    return versions.get(file);
  }

  /**
   * Returns text such as {@code prices.yaml: 3 rows of eks, by Our contract, 2026-03
   * (third-party)}.
   */
  @Override
  public String toString() {
    return overlay().toString();
  }

  private static Layer.Version read(Path file) {
    return new Layer.Version(Overlay.read(file), Optional.empty());
  }

  private Layer.Version next(Path file, Layer.Version before) {
    try {
      Overlay now = Overlay.read(file);
      requireSameTarget(now, before.overlay());
      // The same object for as long as the overlay is the same, so that no catalog is merged again.
      return new Layer.Version(
          now.equals(before.overlay()) ? before.overlay() : now, Optional.empty());
    } catch (OverlayException e) {
      return new Layer.Version(lastGood(before.overlay()), Optional.of(OverlayNotes.stale(e)));
    }
  }

  /** Content that fits nothing is not good, and what is wrong with it no longer matters. */
  private Overlay lastGood(Overlay before) {
    return fitted.values().stream().anyMatch(each -> each.takes(before))
        ? before
        : fitted.values().stream().map(Fitted::overlay).findFirst().orElse(before);
  }

  private static void requireSameTarget(Overlay now, Overlay before) {
    if (!now.target().equals(before.target())) {
      throw new OverlayException(
          List.of(
              "target: '%s' was '%s' when the file was read first; give it a file of its own"
                  .formatted(now.target(), before.target())));
    }
  }

  private final class Versions implements CacheLoader<Path, Layer.Version> {
    @Override
    public Layer.Version load(Path file) {
      return read(file);
    }

    @Override
    public Layer.Version reload(Path file, Layer.Version before) {
      return next(file, before);
    }
  }
}
