package io.gpuspec;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gpuspec.spi.GpuProvider;
import io.gpuspec.spi.Options;
import io.gpuspec.value.Note;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The catalogs of providers, each read once, with overlays applied. */
final class Catalogs {
  /** Catalogs of one provider differ by its options, of which a program uses a few at a time. */
  private static final int KEPT = 100;

  private record Plain(String provider, Options options) {}

  private record Layered(String provider, Options options, List<Layer> layers) {}

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

  private final Cache<Plain, SpecCatalog> plain = Caffeine.newBuilder().maximumSize(KEPT).build();
  private final Cache<Layered, Outcome> layered = Caffeine.newBuilder().maximumSize(KEPT).build();

  /** A provider's own. */
  SpecCatalog get(GpuProvider provider, Options options) {
    return plain.get(
        new Plain(provider.id(), options),
        key ->
            provider
                .catalog(key.options())
                .withPods(row -> provider.podsPerNode(row, key.options())));
  }

  /**
   * A provider's, with overlays over it, of which there is one at least.
   *
   * @throws OverlayException if they do not fit, and none did before them
   */
  SpecCatalog get(GpuProvider provider, Options options, List<Layer> layers) {
    SpecCatalog base = get(provider, options);
    Layered key = new Layered(provider.id(), options, layers);
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
