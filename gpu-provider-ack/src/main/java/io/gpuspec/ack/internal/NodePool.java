package io.gpuspec.ack.internal;

import io.gpuspec.GpuSpec;
import io.gpuspec.Match;
import io.gpuspec.SpecCatalog;
import io.gpuspec.ack.Ack;
import io.gpuspec.ack.internal.rules.Documents;
import io.gpuspec.scheduling.NodeAgents;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.share.NodeParts;
import io.gpuspec.spi.FieldMeaning;
import io.gpuspec.spi.FileProvider;
import io.gpuspec.spi.NodeLabels;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.PodReading;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/** The target {@code ack}: a node pool of ECS instances. */
public final class NodePool extends FileProvider {
  /** Both targets are made from one list of instance types. */
  static final List<String> EDITIONS = List.of("2026-01");

  /** What parts of cards take on ACK. */
  private static final Note OWN_PLUGIN =
      Note.of(
          "ack.device-plugin",
          "ACK runs a device plugin of its own, which advertises whole cards; nodes with parts need NVIDIA's in its place",
          Documents.GPU_LABELS);

  /** Creates the provider for {@link java.util.ServiceLoader}. */
  public NodePool() {
    super("ack", Documents.PAGE, EDITIONS, Ack.options(), NodePool.class::getResourceAsStream);
  }

  @Override
  public SpecCatalog catalog(Options options) {
    NodeAllocatable allocatable = NodeAllocatable.of(options);
    SpecCatalog catalog =
        super.catalog(options).withAllocatable(allocatable::of, allocatable.note());
    return options.get(Ack.GPU_SCHEDULING).equals(InstanceLabels.WHOLE_CARDS)
        ? catalog.withParts(NodeParts.of(options, OWN_PLUGIN))
        : catalog;
  }

  @Override
  public OptionalInt podsPerNode(GpuSpec row, Options options) {
    return OptionalInt.of(NodeAllocatable.of(options).pods());
  }

  @Override
  public PodReading read(PodView pod, SpecCatalog catalog, Options options) {
    return new NodePoolReader(pod, catalog).read();
  }

  @Override
  public Set<String> devices() {
    return Set.of(PodRequest.GPU, PodRequest.LINKED_GPU);
  }

  @Override
  public NodeLabels nodeLabels(Options options) {
    return new InstanceLabels(Set.of(options.get(Ack.GPU_SCHEDULING)));
  }

  @Override
  public NodeView node(Match.Found found, Options options) {
    NodeView node = super.node(found, options);
    if (options.get(Ack.GPU_SCHEDULING).equals(InstanceLabels.WHOLE_CARDS)) {
      return node;
    }
    String cards = node.allocatable().getOrDefault(PodRequest.GPU, "0");
    return node.allocatable(Map.of(PodRequest.LINKED_GPU, cards, PodRequest.GPU, "0"));
  }

  @Override
  public NodeAgents nodeAgents(SpecCatalog catalog, Options options) {
    return NodeAgents.without(
        "ACK runs a device plugin of its own on GPU nodes", Documents.GPU_LABELS);
  }

  @Override
  public Placement place(Match.Found found, Options options) {
    return NodePoolPlacement.of(found, options);
  }

  @Override
  public FieldMeaning meaning(PodField field, String value) {
    return NodePoolFields.meaning(field, value);
  }
}
