package io.gpuspec.javadoc;

import io.gpuspec.Match;
import io.gpuspec.SpecCatalog;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.FileProvider;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.PodReading;
import java.util.List;

/** The provider of examples that are about one; its files are beside it. */
public final class Rack extends FileProvider {
  /** For {@link java.util.ServiceLoader}. */
  public Rack() {
    super(
        "rack",
        "docs/new-provider.md",
        List.of("2026-03"),
        List.of(),
        Rack.class::getResourceAsStream);
  }

  @Override
  public PodReading read(PodView pod, SpecCatalog catalog, Options options) {
    return PodReading.noGpu();
  }

  @Override
  public Placement place(Match.Found found, Options options) {
    return Placement.empty();
  }
}
