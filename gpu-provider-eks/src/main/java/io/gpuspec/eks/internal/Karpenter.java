package io.gpuspec.eks.internal;

import io.gpuspec.GpuRequest;
import io.gpuspec.GpuUses;
import io.gpuspec.Match;
import io.gpuspec.Note;
import io.gpuspec.SpecCatalog;
import io.gpuspec.eks.Eks;
import io.gpuspec.spi.FieldMeaning;
import io.gpuspec.spi.GpuProvider;
import io.gpuspec.spi.NodeAgents;
import io.gpuspec.spi.NodeLabels;
import io.gpuspec.spi.NodeRequirement;
import io.gpuspec.spi.NodeTerm;
import io.gpuspec.spi.NodeView;
import io.gpuspec.spi.Option;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.PodField;
import io.gpuspec.spi.PodReading;
import io.gpuspec.spi.PodView;
import io.gpuspec.spi.ProviderFiles;
import io.gpuspec.spi.Taint;
import java.util.List;
import java.util.Optional;

/** The target {@code eks}: nodes that Karpenter launches. */
public final class Karpenter implements GpuProvider {
  /** Both targets are made from one list of instance types. */
  static final List<String> EDITIONS = List.of("2026-08");

  private final ProviderFiles files =
      ProviderFiles.of("eks", EDITIONS, Karpenter.class::getResourceAsStream);

  /** For {@link java.util.ServiceLoader}. */
  public Karpenter() {}

  @Override
  public String id() {
    return "eks";
  }

  @Override
  public Optional<String> page() {
    return Optional.of(Pages.EKS);
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
    return files.catalog(options).withAllocatable(rule::of, rule.how());
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
    boolean isAutoMode = AutoModeLabels.areMeantBy(pod);
    PodReading reading =
        new PodReader(
                pod,
                catalog,
                isAutoMode ? new AutoModeLabels() : new KarpenterLabels(),
                NodePoolCompanions.taints(options))
            .readForLaunch();
    return isAutoMode ? reading.with(AutoModeLabels.note()) : reading;
  }

  @Override
  public NodeLabels nodeLabels(Options options) {
    return new KarpenterLabels();
  }

  @Override
  public NodeAgents nodeAgents(SpecCatalog catalog, Options options) {
    return NodeAgents.of(
        new NodeTerm(List.of(NodeRequirement.in(Labels.GPU_MANUFACTURER, "nvidia"))));
  }

  /** Karpenter orders the types that will do by price, and EC2 launches the lowest-priced. */
  @Override
  public Optional<Note> cheapestFirst(Options options) {
    return Optional.of(
        Note.of(
            "prefer.cheapest",
            "Karpenter launches the type with the lowest price",
            Documents.LAUNCHES));
  }

  @Override
  public NodeView node(Match.Found found, Options options) {
    NodeView node = GpuProvider.super.node(found, options);
    if (found.shape().spec().isOwnNode()) {
      return node;
    }
    for (Taint taint : NodePoolCompanions.taints(options)) {
      node = node.taint(taint);
    }
    return node;
  }

  @Override
  public Placement place(Match.Found found, Options options) {
    return new KarpenterPlacement(found, options).placement();
  }

  @Override
  public FieldMeaning meaning(PodField field, String value) {
    return KarpenterFields.meaning(field, value);
  }

  /** Karpenter's objects decide which nodes are bought, and how. */
  @Override
  public FieldMeaning meaning(String apiVersion, String kind) {
    return apiVersion.startsWith("karpenter.sh/") || apiVersion.startsWith("karpenter.k8s.aws/")
        ? FieldMeaning.NEED
        : FieldMeaning.OWNERS;
  }
}
