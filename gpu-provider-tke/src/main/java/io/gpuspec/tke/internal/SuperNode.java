package io.gpuspec.tke.internal;

import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpecException;
import io.gpuspec.GpuUses;
import io.gpuspec.Match;
import io.gpuspec.SpecCatalog;
import io.gpuspec.UnknownNameException;
import io.gpuspec.spi.GpuProvider;
import io.gpuspec.spi.Option;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.PodReading;
import io.gpuspec.spi.PodView;
import io.gpuspec.tke.Tke;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;

/** The target {@code tke}. */
public final class SuperNode implements GpuProvider {
  private static final List<String> EDITIONS = List.of("2026-01", "2023-06");

  private final Map<String, SpecCatalog> catalogs = new ConcurrentHashMap<>();

  /** For {@link java.util.ServiceLoader}. */
  public SuperNode() {}

  @Override
  public String id() {
    return "tke";
  }

  @Override
  public List<String> editions() {
    return EDITIONS;
  }

  @Override
  public List<Option<?>> options() {
    return Tke.options();
  }

  @Override
  public SpecCatalog catalog(Options options) {
    return catalogs.computeIfAbsent(options.edition(), SuperNode::readCatalog);
  }

  private static SpecCatalog readCatalog(String edition) {
    if (!EDITIONS.contains(edition)) {
      throw new UnknownNameException("tke edition", edition, EDITIONS);
    }
    return read(edition + ".json", SpecCatalog::read);
  }

  @Override
  public GpuUses uses(Options options) {
    return read("uses.json", GpuUses::read);
  }

  /** Reads a file of this jar; {@code parser} takes the stream and what to call it in errors. */
  private static <T> T read(String file, BiFunction<InputStream, String, T> parser) {
    try (InputStream in = SuperNode.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new GpuSpecException("tke/" + file + ": the file is missing; is the jar complete?");
      }
      return parser.apply(in, "tke/" + file);
    } catch (IOException e) {
      throw new GpuSpecException("tke/" + file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  @Override
  public GpuRequest need(PodView pod, Options options) {
    return PodNeed.of(pod).request();
  }

  @Override
  public PodReading read(PodView pod, SpecCatalog catalog, Options options) {
    return new PodReader(pod).read();
  }

  @Override
  public Placement place(Match.Found found, Options options) {
    return SuperNodePlacement.of(found, options);
  }
}
