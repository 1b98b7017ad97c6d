package io.gpuspec.ack.internal;

import io.gpuspec.Allocatable;
import io.gpuspec.GpuRequest;
import io.gpuspec.GpuUses;
import io.gpuspec.InvalidValueException;
import io.gpuspec.Match;
import io.gpuspec.MemorySize;
import io.gpuspec.Note;
import io.gpuspec.Shape;
import io.gpuspec.SpecCatalog;
import io.gpuspec.ack.Eci;
import io.gpuspec.spi.FieldMeaning;
import io.gpuspec.spi.GpuProvider;
import io.gpuspec.spi.NodeAgents;
import io.gpuspec.spi.NodeLabels;
import io.gpuspec.spi.Option;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.PodField;
import io.gpuspec.spi.PodReading;
import io.gpuspec.spi.PodView;
import io.gpuspec.spi.ProviderFiles;
import java.util.List;
import java.util.Optional;

/** The target {@code ack/eci}: Elastic Container Instance. */
public final class ContainerInstance implements GpuProvider {
  private final ProviderFiles files =
      ProviderFiles.of(
          "ack/eci",
          NodePool.EDITIONS,
          file -> ContainerInstance.class.getResourceAsStream("eci-" + file));

  /** For {@link java.util.ServiceLoader}. */
  public ContainerInstance() {}

  @Override
  public String id() {
    return "ack/eci";
  }

  @Override
  public Optional<String> page() {
    return Optional.of(Pages.ACK);
  }

  @Override
  public List<String> editions() {
    return NodePool.EDITIONS;
  }

  @Override
  public List<Option<?>> options() {
    return Eci.options();
  }

  @Override
  public SpecCatalog catalog(Options options) {
    MemorySize overhead = options.get(Eci.SYSTEM_OVERHEAD);
    return files
        .catalog(options)
        .withAllocatable(shape -> allocatable(shape, overhead), note(overhead));
  }

  private static Allocatable allocatable(Shape shape, MemorySize overhead) {
    MemorySize memory = shape.memory();
    return new Allocatable(
        shape.cpu(), memory.isAtLeast(overhead) ? memory.minus(overhead) : MemorySize.ZERO);
  }

  private static Note note(MemorySize overhead) {
    return Note.of(
        "allocatable",
        "a pod can use all CPU of its instance, and its memory less %s for the system; the documentation says 0.5 to 2 GiB, by the instance's size"
            .formatted(overhead),
        Documents.ECI_OVERHEAD);
  }

  @Override
  public GpuUses uses(Options options) {
    return NodePool.FILES.uses();
  }

  @Override
  public GpuRequest need(PodView pod, Options options) {
    return PodNeed.onInstance(pod).request();
  }

  @Override
  public PodReading read(PodView pod, SpecCatalog catalog, Options options) {
    return new ContainerInstanceReader(pod, catalog).read();
  }

  @Override
  public NodeLabels nodeLabels(Options options) {
    return new VirtualNodeLabels();
  }

  @Override
  public NodeAgents nodeAgents(SpecCatalog catalog, Options options) {
    return NodeAgents.without(
        "no DaemonSet runs on a virtual node, and Elastic Container Instance gives a pod its GPUs itself",
        Documents.ECI_GPU);
  }

  @Override
  public Placement place(Match.Found found, Options options) {
    return ContainerInstancePlacement.of(found, options);
  }

  /**
   * Refuses DaemonSets, which no virtual node runs.
   *
   * <p>Source: ACK, overview of elastic container instances (limits on Kubernetes), 2023-11-08.
   */
  @Override
  public void checkKind(String kind, Options options) {
    if (kind.equals("DaemonSet")) {
      throw new InvalidValueException(
          "kind: a 'DaemonSet' has no pods on virtual nodes; add its containers to the pods that need them as sidecars, or use a Deployment, or ack, whose nodes run DaemonSets");
    }
  }

  @Override
  public FieldMeaning meaning(PodField field, String value) {
    return EciFields.meaning(field, value);
  }
}
