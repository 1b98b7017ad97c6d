package io.gpuspec.tke.internal;

import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.Match;
import io.gpuspec.Shape;
import io.gpuspec.SpecCatalog;
import io.gpuspec.scheduling.NodeAgents;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.share.NodeParts;
import io.gpuspec.spi.FieldMeaning;
import io.gpuspec.spi.FileProvider;
import io.gpuspec.spi.NodeLabels;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.PodReading;
import io.gpuspec.tke.Qgpu;
import io.gpuspec.tke.internal.rules.Documents;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The target {@code tke/gpu}: a node pool with whole cards for pods. */
public final class GpuNodePool extends FileProvider {
  private static final List<String> EDITIONS = List.of("2026-01");

  /** The label that TKE writes on nodes with NVIDIA's device plugin. */
  static final PodField ENABLED = PodField.nodeSelector("nvidia-device-enable");

  private static final String ENABLE = "enable";

  private static final CvmLabels LABELS = CvmLabels.of(Map.of(ENABLED.key(), ENABLE), Set.of());

  /** What parts of cards take on TKE. */
  private static final Note OWN_PLUGIN =
      Note.of(
          "tke.device-plugin",
          "TKE runs NVIDIA's device plugin on nodes with nvidia-device-enable=enable; that one must have the config that divides cards",
          Documents.GPU_NODES);

  /** Creates the provider for {@link java.util.ServiceLoader}. */
  public GpuNodePool() {
    super(
        "tke/gpu",
        Documents.TKE_GPU_PAGE,
        EDITIONS,
        Stream.concat(
                Stream.of(Qgpu.CARD_LABEL, Qgpu.NODE_CPU, Qgpu.NODE_MEMORY, Qgpu.NODE_GPUS),
                NodeParts.options().stream())
            .toList(),
        file -> GpuNodePool.class.getResourceAsStream("gpu-" + file));
  }

  @Override
  public SpecCatalog catalog(Options options) {
    return QgpuNodePool.sized(super.catalog(options), options, true)
        .withParts(NodeParts.of(options, OWN_PLUGIN));
  }

  private static int gpus(PodView pod) {
    return pod.peak(0, container -> container.count(SuperNodeRequest.GPU), Integer::sum);
  }

  @Override
  public PodReading read(PodView pod, SpecCatalog catalog, Options options) {
    GpuRequest need = request(pod, options);
    CvmNodes nodes = new CvmNodes(pod, catalog, LABELS, options.get(Qgpu.CARD_LABEL));
    List<Rejection> refusals = new ArrayList<>(foreign(pod));
    if (refusals.isEmpty() && gpus(pod) == 0) {
      return PodReading.noGpu();
    }
    refusals.addAll(nodes.refusals());
    return refusals.isEmpty()
        ? PodReading.of(
            need.devices(nodes.devices().count(gpus(pod))),
            PodField.device(SuperNodeRequest.GPU),
            nodes.notes())
        : PodReading.refused(need, nodes.notes(), refusals);
  }

  private static List<Rejection> foreign(PodView pod) {
    return pod.gpusBeside(SuperNodeRequest.GPU).stream()
        .map(
            field ->
                Rejection.of(
                    field.toString(),
                    "gpus",
                    "a node of this target offers %s and nothing else of the kind; this pod stays Pending%s"
                        .formatted(
                            SuperNodeRequest.GPU,
                            QgpuShares.RESOURCES.contains(field.key())
                                ? "; match it on tke/qgpu"
                                : "")))
        .toList();
  }

  @Override
  public NodeLabels nodeLabels(Options options) {
    return LABELS;
  }

  @Override
  public NodeAgents nodeAgents(SpecCatalog catalog, Options options) {
    return NodeAgents.without(
        "TKE runs NVIDIA's device plugin on nodes with nvidia-device-enable=enable",
        Documents.GPU_NODES);
  }

  @Override
  public Placement place(Match.Found found, Options options) {
    GpuSpec row = found.shape().spec();
    Placement placement =
        Placement.empty().withDevices(found, "the GPUs asked for", Documents.GPU_NODES);
    if (row.isOwnNode()) {
      return placement.withNodeSelectors(Placement.ofOwnNode(row));
    }
    placement =
        placement.with(ENABLED, ENABLE, "what TKE writes on nodes with GPUs", Documents.GPU_NODES);
    return options.get(Qgpu.CARD_LABEL).map(cards(placement, found)).orElse(placement);
  }

  private static Function<String, Placement> cards(Placement placement, Match.Found found) {
    String cards =
        found.preferences().stream()
            .map(Shape::spec)
            .filter(row -> !row.isOwnNode())
            .map(GpuSpec::gpu)
            .sorted()
            .distinct()
            .collect(Collectors.joining(","));
    return label ->
        placement.with(
            cards.contains(",") ? PodField.nodeAffinity(label) : PodField.nodeSelector(label),
            cards,
            "the label by which node pools say which card they have, as card-label names it",
            Documents.GPU_NODES);
  }

  @Override
  public FieldMeaning meaning(PodField field, String value) {
    return field.equals(ENABLED) || field.equals(PodField.nodeAffinity(ENABLED.key()))
        ? FieldMeaning.NODE_SELECTION
        : CvmFields.meaning(field, value);
  }
}
