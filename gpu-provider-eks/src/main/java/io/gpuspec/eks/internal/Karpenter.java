package io.gpuspec.eks.internal;

import io.gpuspec.GpuSpec;
import io.gpuspec.Match;
import io.gpuspec.SpecCatalog;
import io.gpuspec.eks.Eks;
import io.gpuspec.eks.NodePool;
import io.gpuspec.eks.internal.rules.Documents;
import io.gpuspec.eks.internal.rules.Labels;
import io.gpuspec.scheduling.NodeAgents;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.NodeTerm;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.share.NodeParts;
import io.gpuspec.spi.FieldMeaning;
import io.gpuspec.spi.FileProvider;
import io.gpuspec.spi.NodeLabels;
import io.gpuspec.spi.ObjectKind;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.PodReading;
import io.gpuspec.value.Citation;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The target {@code eks}: nodes that Karpenter launches. */
public final class Karpenter extends FileProvider {
  /** Both targets are made from one list of instance types. */
  static final List<String> EDITIONS = List.of("2026-08");

  /** Pods that request parts are unknown to Karpenter until an overlay tells it of them. */
  private static final Note PHYSICAL_CARDS =
      Note.of(
          "karpenter.cards",
          "Karpenter counts physical cards; a NodeOverlay tells it how many such devices each type has, and the option node-pool writes it",
          Documents.OVERLAYS);

  /** Creates the provider for {@link java.util.ServiceLoader}. */
  public Karpenter() {
    super("eks", Documents.PAGE, EDITIONS, Eks.options(), Karpenter.class::getResourceAsStream);
  }

  @Override
  public SpecCatalog catalog(Options options) {
    KarpenterAllocatable rule = new KarpenterAllocatable(options);
    return super.catalog(options)
        .withAllocatable(rule::of, rule.how())
        .withParts(NodeParts.of(options, PHYSICAL_CARDS));
  }

  @Override
  public OptionalInt podsPerNode(GpuSpec row, Options options) {
    return OptionalInt.of(new KarpenterAllocatable(options).podsOfYours(row));
  }

  @Override
  public PodReading read(PodView pod, SpecCatalog catalog, Options options) {
    boolean isAutoMode = AutoModeLabels.areMeantBy(pod);
    PodReading reading =
        new PodReader(
                pod,
                request(pod, options),
                catalog,
                isAutoMode ? new AutoModeLabels() : new KarpenterLabels(),
                taints(options))
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

  @Override
  public Optional<Citation> resourceTolerations() {
    return Optional.of(Documents.ADMISSION);
  }

  /** Karpenter orders the matching types by price, and EC2 launches the cheapest. */
  @Override
  public Optional<Note> cheapestFirst(Options options) {
    return Optional.of(
        Note.of(
            "prefer.cheapest",
            "Karpenter launches the type with the lowest price",
            Documents.LAUNCHES));
  }

  /** A pod that Karpenter ignores stays pending until another node of the kind is there. */
  @Override
  public Optional<Note> claimsNote(Options options) {
    return Optional.of(
        Note.of(
            "karpenter.claims",
            "Karpenter ignores pods with resource claims unless it runs with --ignore-dra-requests=false, and which devices a type has it knows only from 1.15 on, with --aws-feature-gates=DRANVIDIAGPU=true; else use a node group (eks/nodegroup) for them",
            Documents.DRA));
  }

  @Override
  public List<Taint> taints(Options options) {
    return NodePoolCompanions.taints(options);
  }

  /** A node of the pool that is built with the pod, which its pods select. */
  @Override
  public NodeView node(Match.Found found, Options options) {
    NodeView node = super.node(found, options);
    return options.get(Eks.NODE_POOL) && !found.shape().spec().isOwnNode()
        ? node.label(Labels.NODE_POOL, NodePool.of(found).name())
        : node;
  }

  @Override
  public List<ObjectKind<?>> objectKinds() {
    return List.of(KarpenterKinds.NODE_POOL, KarpenterKinds.NODE_CLASS);
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
        ? FieldMeaning.REQUEST
        : FieldMeaning.USER_FIELD;
  }
}
