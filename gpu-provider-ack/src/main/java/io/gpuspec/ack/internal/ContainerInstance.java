package io.gpuspec.ack.internal;

import io.gpuspec.GpuRequest;
import io.gpuspec.Match;
import io.gpuspec.Shape;
import io.gpuspec.SpecCatalog;
import io.gpuspec.ack.Eci;
import io.gpuspec.ack.internal.rules.Documents;
import io.gpuspec.scheduling.Allocatable;
import io.gpuspec.scheduling.NodeAgents;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.FieldMeaning;
import io.gpuspec.spi.FileProvider;
import io.gpuspec.spi.NodeLabels;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.PodReading;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** The target {@code ack/eci}: Elastic Container Instance. */
public final class ContainerInstance extends FileProvider {
  private static final String DAEMON_SET = "DaemonSet";
  private static final String NO_DAEMON_SETS =
      "a 'DaemonSet' has no pods on virtual nodes; add its containers to the pods that need them as"
          + " sidecars, or use a Deployment, or ack, whose nodes run DaemonSets";

  /** Creates the provider for {@link java.util.ServiceLoader}. */
  public ContainerInstance() {
    super("ack/eci", Documents.PAGE, NodePool.EDITIONS, Eci.options(), ContainerInstance::file);
  }

  private static @Nullable InputStream file(String name) {
    return ContainerInstance.class.getResourceAsStream(
        name.startsWith("uses") ? name : "eci-" + name);
  }

  @Override
  public SpecCatalog catalog(Options options) {
    MemorySize overhead = options.get(Eci.SYSTEM_OVERHEAD);
    return super.catalog(options)
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
  public GpuRequest request(PodView pod, Options options) {
    return PodRequest.onInstance(pod).request();
  }

  @Override
  public PodReading read(PodView pod, SpecCatalog catalog, Options options) {
    PodReading reading = new ContainerInstanceReader(pod, catalog).read();
    return pod.workloadKind().filter(DAEMON_SET::equals).isPresent()
        ? reading.refusing(Rejection.of(DAEMON_SET, "kind", NO_DAEMON_SETS))
        : reading;
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
    if (kind.equals(DAEMON_SET)) {
      throw new InvalidValueException("workload.unsupported", "kind: " + NO_DAEMON_SETS);
    }
  }

  @Override
  public FieldMeaning meaning(PodField field, String value) {
    return EciFields.meaning(field, value);
  }
}
