package io.gpuspec.eks.internal;

import io.gpuspec.GpuSpec;
import io.gpuspec.Match;
import io.gpuspec.SpecCatalog;
import io.gpuspec.eks.Eks;
import io.gpuspec.eks.internal.rules.Documents;
import io.gpuspec.eks.internal.rules.Labels;
import io.gpuspec.scheduling.NodeAgents;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.NodeTerm;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.share.NodeParts;
import io.gpuspec.spi.FieldMeaning;
import io.gpuspec.spi.FileProvider;
import io.gpuspec.spi.NodeLabels;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.PodReading;
import io.gpuspec.value.Citation;
import io.gpuspec.value.Note;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** The target {@code eks/nodegroup}: nodes of a managed node group. */
public final class ManagedNodeGroup extends FileProvider {
  /** Creates the provider for {@link java.util.ServiceLoader}. */
  public ManagedNodeGroup() {
    super(
        "eks/nodegroup",
        Documents.PAGE,
        Karpenter.EDITIONS,
        Eks.nodeGroupOptions(),
        ManagedNodeGroup::file);
  }

  private static @Nullable InputStream file(String name) {
    return ManagedNodeGroup.class.getResourceAsStream(
        name.startsWith("uses") ? name : "nodegroup-" + name);
  }

  /**
   * EKS's AMI reserves what Karpenter calculates; the visible memory of an instance is Karpenter's
   * estimate.
   */
  @Override
  public SpecCatalog catalog(Options options) {
    KarpenterAllocatable rule = new KarpenterAllocatable(options);
    return super.catalog(options)
        .withAllocatable(rule::of, note(rule))
        .withParts(NodeParts.of(options));
  }

  private static Note note(KarpenterAllocatable rule) {
    return Note.of(
        "allocatable",
        rule.how().message()
            + "; what a VM does not see is Karpenter's estimate, on the safe side: a node's status.capacity says it, vm-memory-overhead-percent takes it",
        Documents.NODEADM);
  }

  @Override
  public OptionalInt podsPerNode(GpuSpec row, Options options) {
    return OptionalInt.of(new KarpenterAllocatable(options).podsOfYours(row));
  }

  @Override
  public PodReading read(PodView pod, SpecCatalog catalog, Options options) {
    return new PodReader(pod, request(pod, options), catalog, new NodeGroupLabels(), List.of())
        .read();
  }

  @Override
  public Optional<Citation> resourceTolerations() {
    return Optional.of(Documents.ADMISSION);
  }

  /**
   * Nodes of a group have no label for their GPU, so they are identified by their instance types.
   */
  @Override
  public NodeAgents nodeAgents(SpecCatalog catalog, Options options) {
    String[] types =
        catalog.includeRetired().specs().stream()
            .filter(row -> !row.isOwnNode())
            .map(GpuSpec::name)
            .sorted()
            .toArray(String[]::new);
    return NodeAgents.of(new NodeTerm(List.of(NodeRequirement.in(Labels.INSTANCE_TYPE, types))));
  }

  @Override
  public NodeLabels nodeLabels(Options options) {
    return new NodeGroupLabels();
  }

  @Override
  public Placement place(Match.Found found, Options options) {
    return new NodeGroupPlacement(found, options).placement();
  }

  @Override
  public FieldMeaning meaning(PodField field, String value) {
    return KarpenterFields.ofNodeGroup(field, value);
  }
}
