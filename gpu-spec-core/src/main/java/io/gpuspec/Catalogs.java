package io.gpuspec;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.gpuspec.spi.Options;
import io.gpuspec.value.Note;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The catalogs and tables of uses of a provider, each read once, with overlays applied. */
final class Catalogs {
  /** They differ by the options, of which a program uses a few at a time. */
  private static final int KEPT = 100;

  private record Layered(Options options, List<Layer> layers) {}

  /**
   * The result of applying some overlays to a catalog.
   *
   * @param tried the overlays, and what is wrong with newer content of their files
   * @param merged with them over it, or with the last ones that fitted
   * @param problem why these do not fit
   */
  private record Outcome(List<Layer.Version> tried, SpecCatalog merged, Optional<Note> problem) {
    List<Overlay> overlays() {
      return Catalogs.overlays(tried);
    }

    SpecCatalog catalog() {
      List<Note> notes = new ArrayList<>();
      tried.forEach(version -> version.problem().ifPresent(notes::add));
      problem.ifPresent(notes::add);
      return merged.withNotes(notes);
    }
  }

  private final LoadingCache<Options, SpecCatalog> published;
  private final LoadingCache<Options, GpuUses> uses;
  private final Cache<Layered, Outcome> layered = Caffeine.newBuilder().maximumSize(KEPT).build();

  Catalogs(Function<Options, SpecCatalog> published, Function<Options, GpuUses> uses) {
    this.published = Caffeine.newBuilder().maximumSize(KEPT).build(published::apply);
    this.uses = Caffeine.newBuilder().maximumSize(KEPT).build(uses::apply);
  }

  /** Returns the catalog as published. */
  SpecCatalog get(Options options) {
    return published.get(options);
  }

  /** Returns the table of which GPU suits which use. */
  GpuUses uses(Options options) {
    return uses.get(options);
  }

  /**
   * Returns the catalog with overlays over it, of which there is one at least.
   *
   * @throws OverlayException if they do not fit, and none did before them
   */
  SpecCatalog get(Options options, List<Layer> layers) {
    SpecCatalog base = get(options);
    Layered key = new Layered(options, layers);
    Outcome outcome = layered.getIfPresent(key);
    if (outcome == null || !outcome.tried().equals(versions(layers))) {
      outcome = layered.asMap().compute(key, (same, before) -> next(base, layers, before));
    }
    return outcome.catalog();
  }

  private static List<Layer.Version> versions(List<Layer> layers) {
    return layers.stream().map(Layer::version).toList();
  }

  private static List<Overlay> overlays(List<Layer.Version> versions) {
    return versions.stream().map(Layer.Version::overlay).toList();
  }

  private static Outcome next(SpecCatalog base, List<Layer> layers, @Nullable Outcome before) {
    // Looked up once: rows of one content with the note of another would be no answer.
    List<Layer.Version> tried = versions(layers);
    List<Overlay> now = overlays(tried);
    if (before != null && before.overlays().equals(now)) {
      // Another thread has merged them while this one waited, or only what is wrong has changed.
      return new Outcome(tried, before.merged(), before.problem());
    }
    try {
      Outcome next = new Outcome(tried, OverlayMerge.merge(base, now), Optional.empty());
      for (int i = 0; i < now.size(); i++) {
        layers.get(i).fits(base, now.get(i));
      }
      return next;
    } catch (OverlayException e) {
      SpecCatalog lastGood =
          lastGood(base, layers)
              .or(() -> Optional.ofNullable(before).map(Outcome::merged))
              .orElseThrow(() -> e);
      return new Outcome(tried, lastGood, Optional.of(OverlayNotes.stale(e)));
    }
  }

  /**
   * Returns the catalog with the overlays that last fitted the edition, whatever the options and
   * layers were then.
   */
  private static Optional<SpecCatalog> lastGood(SpecCatalog base, List<Layer> layers) {
    List<Overlay> fitted =
        layers.stream().flatMap(layer -> layer.lastFitting(base.edition()).stream()).toList();
    if (fitted.size() < layers.size()) {
      return Optional.empty();
    }
    try {
      return Optional.of(OverlayMerge.merge(base, fitted));
    } catch (OverlayException e) {
      return Optional.empty();
    }
  }
}
