package io.gpuspec.javadoc;

import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Match;
import io.gpuspec.SpecCatalog;
import io.gpuspec.spi.GpuProvider;
import io.gpuspec.spi.Option;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.PodReading;
import io.gpuspec.spi.PodView;
import io.gpuspec.spi.ProviderFiles;
import java.util.List;

/** The provider of examples that are about one; its files are beside it. */
public final class Rack implements GpuProvider {
  private final ProviderFiles files =
      ProviderFiles.of("rack", editions(), Rack.class::getResourceAsStream);

  @Override
  public String id() {
    return "rack";
  }

  @Override
  public List<String> editions() {
    return List.of("2026-03");
  }

  @Override
  public List<Option<?>> options() {
    return List.of();
  }

  @Override
  public SpecCatalog catalog(Options options) {
    return files.catalog(options);
  }

  @Override
  public GpuRequest need(PodView pod, Options options) {
    return GpuRequest.of(Devices.any());
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
