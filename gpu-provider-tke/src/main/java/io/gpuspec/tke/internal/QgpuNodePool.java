package io.gpuspec.tke.internal;

import io.gpuspec.Allocatable;
import io.gpuspec.CpuAmount;
import io.gpuspec.GpuRequest;
import io.gpuspec.InvalidValueException;
import io.gpuspec.Match;
import io.gpuspec.MemorySize;
import io.gpuspec.SpecCatalog;
import io.gpuspec.share.SharedNode;
import io.gpuspec.spi.FieldMeaning;
import io.gpuspec.spi.GpuProvider;
import io.gpuspec.spi.NodeAgents;
import io.gpuspec.spi.Option;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.PodField;
import io.gpuspec.spi.PodReading;
import io.gpuspec.spi.PodView;
import io.gpuspec.spi.ProviderFiles;
import io.gpuspec.tke.Qgpu;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The target {@code tke/qgpu}: a node pool whose cards pods share. */
public final class QgpuNodePool implements GpuProvider {
  private static final String ID = "tke/qgpu";
  private static final List<String> EDITIONS = QgpuEdition.names();

  private final ProviderFiles files =
      ProviderFiles.of(
          ID, EDITIONS, file -> QgpuNodePool.class.getResourceAsStream("qgpu-" + file));

  /** For {@link java.util.ServiceLoader}. */
  public QgpuNodePool() {}

  @Override
  public String id() {
    return ID;
  }

  @Override
  public Optional<String> page() {
    return Optional.of(Pages.QGPU);
  }

  @Override
  public List<String> editions() {
    return EDITIONS;
  }

  @Override
  public List<Option<?>> options() {
    return Qgpu.options();
  }

  /** The cards that qGPU takes, each in a pool of nodes as the options describe them. */
  @Override
  public SpecCatalog catalog(Options options) {
    return files
        .catalog(options)
        .withNodes(options.get(Qgpu.NODE_GPUS), size(options))
        .withShares(QgpuShares.rules(options));
  }

  static Optional<Allocatable> size(Options options) {
    Optional<CpuAmount> cpu = options.get(Qgpu.NODE_CPU);
    Optional<MemorySize> memory = options.get(Qgpu.NODE_MEMORY);
    if (cpu.isPresent() != memory.isPresent()) {
      throw new InvalidValueException(
          "%s: '%s' was given without the other; node-cpu and node-memory go together"
              .formatted(
                  cpu.isPresent() ? "node-cpu" : "node-memory",
                  cpu.<Object>map(amount -> amount).or(() -> memory).orElseThrow()));
    }
    return cpu.flatMap(cores -> memory.map(bytes -> new Allocatable(cores, bytes)));
  }

  @Override
  public GpuRequest need(PodView pod, Options options) {
    return QgpuNeed.onNode(pod);
  }

  @Override
  public PodReading read(PodView pod, SpecCatalog catalog, Options options) {
    return new QgpuPodReader(pod, catalog, options).read();
  }

  @Override
  public Set<String> devices() {
    return QgpuShares.RESOURCES;
  }

  @Override
  public NodeAgents nodeAgents(SpecCatalog catalog, Options options) {
    return NodeAgents.without(
        "the qGPU add-on gives out the cards of these nodes", Documents.QGPU_ADD_ON);
  }

  @Override
  public Placement place(Match.Found found, Options options) {
    return new QgpuPlacement(found, options).placement();
  }

  @Override
  public Optional<SharedNode> sharedNode(Match.Found found, Options options) {
    return Optional.of(new QgpuNode(found, options).node());
  }

  @Override
  public FieldMeaning meaning(PodField field, String value) {
    return QgpuFields.meaning(field, value);
  }
}
