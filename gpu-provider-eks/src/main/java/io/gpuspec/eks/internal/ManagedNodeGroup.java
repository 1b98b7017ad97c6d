package io.gpuspec.eks.internal;

import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.GpuUses;
import io.gpuspec.Match;
import io.gpuspec.Note;
import io.gpuspec.SpecCatalog;
import io.gpuspec.eks.EksNodeGroup;
import io.gpuspec.spi.FieldMeaning;
import io.gpuspec.spi.GpuProvider;
import io.gpuspec.spi.NodeAgents;
import io.gpuspec.spi.NodeLabels;
import io.gpuspec.spi.NodeRequirement;
import io.gpuspec.spi.NodeTerm;
import io.gpuspec.spi.Option;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.PodField;
import io.gpuspec.spi.PodReading;
import io.gpuspec.spi.PodView;
import io.gpuspec.spi.ProviderFiles;
import java.util.List;
import java.util.Optional;

/** The target {@code eks/nodegroup}: nodes of a managed node group. */
public final class ManagedNodeGroup implements GpuProvider {
  private final ProviderFiles files =
      ProviderFiles.of(
          "eks/nodegroup",
          Karpenter.EDITIONS,
          file ->
              ManagedNodeGroup.class.getResourceAsStream(
                  file.startsWith("uses") ? file : "nodegroup-" + file));

  /** For {@link java.util.ServiceLoader}. */
  public ManagedNodeGroup() {}

  @Override
  public String id() {
    return "eks/nodegroup";
  }

  @Override
  public Optional<String> page() {
    return Optional.of(Pages.EKS);
  }

  @Override
  public List<String> editions() {
    return Karpenter.EDITIONS;
  }

  @Override
  public List<Option<?>> options() {
    return EksNodeGroup.options();
  }

  /** EKS's AMI keeps what Karpenter reckons with; what an instance sees is Karpenter's estimate. */
  @Override
  public SpecCatalog catalog(Options options) {
    KarpenterAllocatable rule = new KarpenterAllocatable(options);
    return files.catalog(options).withAllocatable(rule::of, note(rule));
  }

  private static Note note(KarpenterAllocatable rule) {
    return Note.of(
        "allocatable",
        rule.how().message()
            + "; what a VM does not see is Karpenter's estimate, on the safe side: a node's status.capacity says it, vm-memory-overhead-percent takes it",
        Documents.NODEADM);
  }

  @Override
  public GpuUses uses(Options options) {
    return files.uses();
  }

  @Override
  public GpuRequest need(PodView pod, Options options) {
    return PodNeed.of(pod).request();
  }

  @Override
  public PodReading read(PodView pod, SpecCatalog catalog, Options options) {
    return new PodReader(pod, catalog, new NodeGroupLabels(), List.of()).read();
  }

  /** Nodes of a group have no label of their GPU, so they are told by their instance types. */
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
