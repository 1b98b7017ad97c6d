package io.gpuspec.ack.internal;

import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.Match;
import io.gpuspec.SpecCatalog;
import io.gpuspec.ack.Cgpu;
import io.gpuspec.ack.internal.rules.Documents;
import io.gpuspec.scheduling.NodeAgents;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.FieldMeaning;
import io.gpuspec.spi.FileProvider;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.PodReading;
import io.gpuspec.spi.SharedNode;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** The target {@code ack/cgpu}: a node pool of ECS instances whose cards pods share. */
public final class SharedNodePool extends FileProvider {
  private static final String ID = "ack/cgpu";

  /** Creates the provider for {@link java.util.ServiceLoader}. */
  public SharedNodePool() {
    super(
        ID,
        Documents.PAGE,
        NodePool.EDITIONS,
        Cgpu.options(),
        SharedNodePool.class::getResourceAsStream);
  }

  /** The instance types of {@code ack} whose cards can be shared. */
  @Override
  public SpecCatalog catalog(Options options) {
    NodeAllocatable allocatable = NodeAllocatable.of(options);
    return super.catalog(options)
        .where(CardShares::isShared)
        .forTarget(ID)
        .withAllocatable(allocatable::of, allocatable.note())
        .withShares(CardShares.rules(options));
  }

  @Override
  public GpuRequest request(PodView pod, Options options) {
    return PodRequest.onNode(pod).request();
  }

  @Override
  public OptionalInt podsPerNode(GpuSpec row, Options options) {
    return OptionalInt.of(NodeAllocatable.of(options).pods());
  }

  @Override
  public PodReading read(PodView pod, SpecCatalog catalog, Options options) {
    return new SharedNodePoolReader(pod, catalog, CardShares.rules(options)).read();
  }

  @Override
  public Set<String> devices() {
    return CardShares.RESOURCES;
  }

  @Override
  public NodeAgents nodeAgents(SpecCatalog catalog, Options options) {
    return NodeAgents.without(
        "ACK's component for shared cards gives out the devices of these nodes", Documents.SHARES);
  }

  @Override
  public Placement place(Match.Found found, Options options) {
    return NodePoolPlacement.ofShares(found, options);
  }

  @Override
  public Optional<SharedNode> sharedNode(Match.Found found, Options options) {
    return Optional.of(new SharedNodes(found, options).node());
  }

  @Override
  public FieldMeaning meaning(PodField field, String value) {
    return NodePoolFields.ofShares(field, value);
  }
}
