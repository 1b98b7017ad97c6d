package io.gpuspec.tke.internal;

import io.gpuspec.GpuRequest;
import io.gpuspec.Match;
import io.gpuspec.SpecCatalog;
import io.gpuspec.scheduling.Allocatable;
import io.gpuspec.scheduling.NodeAgents;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.FieldMeaning;
import io.gpuspec.spi.FileProvider;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.PodReading;
import io.gpuspec.spi.ShareRules;
import io.gpuspec.spi.SharedNode;
import io.gpuspec.tke.Qgpu;
import io.gpuspec.tke.internal.rules.Documents;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The target {@code tke/qgpu}: a node pool whose cards pods share. */
public final class QgpuNodePool extends FileProvider {
  /** Creates the provider for {@link java.util.ServiceLoader}. */
  public QgpuNodePool() {
    super(
        "tke/qgpu",
        Documents.QGPU_PAGE,
        QgpuEdition.names(),
        Qgpu.options(),
        file -> QgpuNodePool.class.getResourceAsStream("qgpu-" + file));
  }

  /** The cards that qGPU takes, each in a pool of nodes as the options describe them. */
  @Override
  public SpecCatalog catalog(Options options) {
    SpecCatalog catalog = super.catalog(options);
    ShareRules rules = QgpuShares.rules(options);
    return sized(catalog, options, rules.hasWholeCards()).withShares(rules);
  }

  /**
   * Returns the rows with nodes as the options describe them.
   *
   * @param hasSeveral whether a pod can have several cards, so that it matters how many a node has
   */
  static SpecCatalog sized(SpecCatalog catalog, Options options, boolean hasSeveral) {
    Optional<Allocatable> size = size(options);
    return hasSeveral && !options.isChosen(Qgpu.NODE_GPUS)
        ? catalog.withNodes(size)
        : catalog.withNodes(options.get(Qgpu.NODE_GPUS), size);
  }

  private static Optional<Allocatable> size(Options options) {
    Optional<CpuAmount> cpu = options.get(Qgpu.NODE_CPU);
    Optional<MemorySize> memory = options.get(Qgpu.NODE_MEMORY);
    if (cpu.isPresent() != memory.isPresent()) {
      throw new InvalidValueException(
          "option.conflict",
          "%s: '%s' was given without the other; node-cpu and node-memory go together"
              .formatted(
                  cpu.isPresent() ? "node-cpu" : "node-memory",
                  cpu.<Object>map(amount -> amount).or(() -> memory).orElseThrow()));
    }
    return cpu.flatMap(cores -> memory.map(bytes -> new Allocatable(cores, bytes)));
  }

  @Override
  public GpuRequest request(PodView pod, Options options) {
    return QgpuContainer.onNode(pod);
  }

  @Override
  public PodReading read(PodView pod, SpecCatalog catalog, Options options) {
    return new QgpuPodReader(pod, catalog, options).read();
  }

  @Override
  public Set<String> devices() {
    return QgpuShares.RESOURCES;
  }

  /** Each container has its own share, perhaps of another card, and a request here is for one. */
  @Override
  public List<PodField> notJudged(PodView pod) {
    return QgpuPodReader.sharesBeside(pod);
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
    return Optional.of(new QgpuSharedNode(found, options).node());
  }

  @Override
  public FieldMeaning meaning(PodField field, String value) {
    return CvmFields.meaning(field, value);
  }
}
