package io.gpuspec.eks.internal;

import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpecException;
import io.gpuspec.GpuUses;
import io.gpuspec.Match;
import io.gpuspec.SpecCatalog;
import io.gpuspec.UnknownNameException;
import io.gpuspec.eks.Eks;
import io.gpuspec.spi.GpuProvider;
import io.gpuspec.spi.Option;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.PodReading;
import io.gpuspec.spi.PodView;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;

/** The target {@code eks}: nodes that Karpenter launches. */
public final class Karpenter implements GpuProvider {
  private static final List<String> EDITIONS = List.of("2026-08");

  private final Map<String, SpecCatalog> instanceTypes = new ConcurrentHashMap<>();

  /** For {@link java.util.ServiceLoader}. */
  public Karpenter() {}

  @Override
  public String id() {
    return "eks";
  }

  @Override
  public List<String> editions() {
    return EDITIONS;
  }

  @Override
  public List<Option<?>> options() {
    return Eks.options();
  }

  @Override
  public SpecCatalog catalog(Options options) {
    KarpenterAllocatable rule = new KarpenterAllocatable(options);
    return instanceTypes(options).withAllocatable(rule::of, rule.how());
  }

  private SpecCatalog instanceTypes(Options options) {
    return instanceTypes.computeIfAbsent(options.edition(), Karpenter::readCatalog);
  }

  private static SpecCatalog readCatalog(String edition) {
    if (!EDITIONS.contains(edition)) {
      throw new UnknownNameException("eks edition", edition, EDITIONS);
    }
    return read(edition + ".json", SpecCatalog::read);
  }

  @Override
  public GpuUses uses(Options options) {
    return read("uses.json", GpuUses::read);
  }

  /** Reads a file of this jar; {@code parser} takes the stream and what to call it in errors. */
  private static <T> T read(String file, BiFunction<InputStream, String, T> parser) {
    try (InputStream in = Karpenter.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new GpuSpecException("eks/" + file + ": the file is missing; is the jar complete?");
      }
      return parser.apply(in, "eks/" + file);
    } catch (IOException e) {
      throw new GpuSpecException("eks/" + file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  @Override
  public GpuRequest need(PodView pod, Options options) {
    return PodNeed.of(pod).request();
  }

  @Override
  public PodReading read(PodView pod, SpecCatalog catalog, Options options) {
    return new PodReader(pod, catalog).read();
  }

  @Override
  public Placement place(Match.Found found, Options options) {
    return new KarpenterPlacement(found, options).placement();
  }
}
