package io.gpuspec.internal.own;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.base.Suppliers;
import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.GpuModel;
import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.Match;
import io.gpuspec.Shape;
import io.gpuspec.SpecCatalog;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.select.NodeChoice;
import io.gpuspec.share.NodeParts;
import io.gpuspec.spi.GpuProvider;
import io.gpuspec.spi.NodeLabels;
import io.gpuspec.spi.Option;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.PodReading;
import io.gpuspec.value.Citation;
import io.gpuspec.value.Rejection;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The target {@code own}: nodes of your own, of no cloud. Its catalog knows every GPU model and has
 * no row; overlays add the nodes.
 */
public final class OwnNodes implements GpuProvider {
  private static final String ID = "own";
  private static final String EDITION = "2026-11";
  private static final String GPU = "nvidia.com/gpu";
  private static final Citation KUBERNETES =
      new Citation(
          "Kubernetes, schedule GPUs",
          "2026",
          Citation.Status.DOCUMENTED,
          Optional.of("https://kubernetes.io/docs/tasks/manage-gpus/scheduling-gpus/"));

  private final Supplier<SpecCatalog> models = Suppliers.memoize(OwnNodes::allModels);

  /** Creates the provider for {@link java.util.ServiceLoader}. */
  public OwnNodes() {}

  @Override
  public String id() {
    return ID;
  }

  @Override
  public Optional<String> page() {
    return Optional.of("docs/own-nodes.md");
  }

  @Override
  public List<String> editions() {
    return List.of(EDITION);
  }

  @Override
  public List<Option<?>> options() {
    return NodeParts.options();
  }

  @Override
  public SpecCatalog catalog(Options options) {
    return models.get().withParts(NodeParts.of(options));
  }

  private static SpecCatalog allModels() {
    ObjectNode file = JsonNodeFactory.instance.objectNode();
    file.put("target", ID).put("edition", EDITION).put("unit", "node").put("citation", "models");
    file.putObject("citations")
        .putObject("models")
        .put("title", "The GPU models that this library knows")
        .put("date", EDITION)
        .put("status", "third-party");
    ArrayNode gpus = file.putArray("gpus");
    for (GpuModel model : GpuModel.all()) {
      gpus.addObject().put("name", model.name()).put("card", model.name());
    }
    file.putArray("specs");
    byte[] text = file.toString().getBytes(StandardCharsets.UTF_8);
    return SpecCatalog.read(ID, new ByteArrayInputStream(text));
  }

  @Override
  public PodReading read(PodView pod, SpecCatalog catalog, Options options) {
    GpuRequest need = request(pod, options);
    NodeChoice nodes = NodeChoice.of(pod, catalog, NodeLabels.NONE);
    List<Rejection> refusals = new ArrayList<>(foreign(pod));
    int gpus = pod.peak(0, container -> container.count(GPU), Integer::sum);
    if (refusals.isEmpty() && gpus == 0) {
      return PodReading.noGpu();
    }
    List<GpuSpec> rows = named(pod, nodes.rows(CapacityType.ON_DEMAND));
    if (rows.isEmpty()) {
      refusals.addAll(nodes.rejected());
    }
    if (!refusals.isEmpty()) {
      return PodReading.refused(need, nodes.notes(), refusals);
    }
    Devices devices =
        rows.isEmpty()
            ? Devices.any()
            : Devices.anyOf(rows.stream().map(GpuSpec::name).toArray(String[]::new));
    return PodReading.of(need.devices(devices.count(gpus)), PodField.device(GPU), nodes.notes())
        .leavingOut(need.devices(Devices.any().count(gpus)), nodes.leftOut(CapacityType.ON_DEMAND));
  }

  /** Of the nodes that have a row of their own, the one that the pod names. */
  private static List<GpuSpec> named(PodView pod, List<GpuSpec> rows) {
    List<GpuSpec> named =
        rows.stream().filter(row -> pod.nodeName().filter(row.name()::equals).isPresent()).toList();
    return named.isEmpty() ? rows : named;
  }

  private static List<Rejection> foreign(PodView pod) {
    return pod.gpusBeside(GPU).stream()
        .map(
            field ->
                Rejection.of(
                    field.toString(),
                    "gpus",
                    "your nodes offer %s; this pod stays Pending".formatted(GPU)))
        .toList();
  }

  @Override
  public Placement place(Match.Found found, Options options) {
    List<List<Placement.Entry>> nodes =
        found.preferences().stream().map(Shape::spec).map(Placement::ofOwnNode).distinct().toList();
    Placement placement = Placement.empty();
    if (nodes.size() == 1) {
      placement = placement.withNodeSelectors(nodes.get(0));
    } else {
      for (List<Placement.Entry> term : nodes) {
        placement = placement.withNodeTerm(term);
      }
    }
    return placement.withDevices(found, "the GPUs asked for", KUBERNETES);
  }
}
