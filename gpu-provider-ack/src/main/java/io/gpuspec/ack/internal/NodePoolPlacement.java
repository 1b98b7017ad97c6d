package io.gpuspec.ack.internal;

import io.gpuspec.GpuSpec;
import io.gpuspec.Match;
import io.gpuspec.Shape;
import io.gpuspec.ack.Ack;
import io.gpuspec.ack.NodeSelection;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.PodField;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What a pod must carry to land on a node with the GPU found. */
final class NodePoolPlacement {
  private static final String GPU_TAINT = PodNeed.GPU;

  private NodePoolPlacement() {}

  static Placement of(Match.Found found, Options options) {
    Placement placement =
        Placement.empty()
            .with(
                PodField.device(PodNeed.GPU),
                String.valueOf(found.shape().gpus() - found.wastedGpus()),
                "the GPUs asked for; a vGPU counts as one",
                Documents.GPU_LABELS)
            .with(
                PodField.toleration(GPU_TAINT),
                "",
                "GPU node pools are commonly given this taint; without it the toleration does nothing",
                Documents.GPU_TEXT);
    return nodes(exact(placement, found), found, options.get(Ack.NODE_SELECTION));
  }

  private static Placement exact(Placement before, Match.Found found) {
    return found.request().isExactGpus()
        ? before.with(
            PodField.nodeSelector(InstanceLabels.NVIDIA_COUNT),
            String.valueOf(found.shape().gpus()),
            "no node with more GPUs than asked for",
            Documents.GPU_LABELS)
        : before;
  }

  private static Placement nodes(Placement before, Match.Found found, NodeSelection selection) {
    List<GpuSpec> rows = found.preferences().stream().map(Shape::spec).toList();
    return switch (selection) {
      case NONE -> before;
      case INSTANCE_TYPE -> types(before, rows);
      case GPU_NAME -> {
        List<GpuSpec> named = rows.stream().filter(row -> isByGpu(row, found)).toList();
        List<GpuSpec> others = rows.stream().filter(row -> !named.contains(row)).toList();
        yield others.isEmpty()
            ? names(before, named)
            : named.isEmpty() ? types(before, others) : either(before, named, others);
      }
    };
  }

  /** Whether the row was asked for by its GPU, and the name of that on nodes is known. */
  private static boolean isByGpu(GpuSpec row, Match.Found found) {
    return InstanceLabels.nvidiaName(row).isPresent()
        && found.request().devices().names().stream().noneMatch(row.name()::equalsIgnoreCase);
  }

  private static Placement names(Placement before, List<GpuSpec> rows) {
    return select(
        before,
        InstanceLabels.NVIDIA_NAME,
        nvidiaNames(rows),
        "what ACK writes on nodes with this GPU");
  }

  private static Placement types(Placement before, List<GpuSpec> rows) {
    return select(
        before, InstanceLabels.INSTANCE_TYPE, instanceTypes(rows), "the instance type found");
  }

  /** One value is a plain node selector, several are an affinity. */
  private static Placement select(Placement before, String label, String values, String reason) {
    return before.with(
        values.contains(",") ? PodField.nodeAffinity(label) : PodField.nodeSelector(label),
        values,
        reason,
        Documents.GPU_LABELS);
  }

  private static Placement either(Placement before, List<GpuSpec> named, List<GpuSpec> others) {
    return before
        .with(
            PodField.nodeAffinity(InstanceLabels.NVIDIA_NAME),
            nvidiaNames(named),
            "what ACK writes on nodes with this GPU",
            Documents.GPU_LABELS)
        .with(
            PodField.nodeAffinity(InstanceLabels.INSTANCE_TYPE),
            instanceTypes(others),
            "an instance type with another GPU asked for",
            Documents.GPU_LABELS);
  }

  private static String nvidiaNames(List<GpuSpec> rows) {
    return rows.stream()
        .flatMap(row -> InstanceLabels.nvidiaName(row).stream())
        .collect(
            Collectors.collectingAndThen(
                Collectors.toCollection(TreeSet::new), NodePoolPlacement::joined));
  }

  private static String instanceTypes(List<GpuSpec> rows) {
    return joined(rows.stream().map(GpuSpec::name).collect(Collectors.toCollection(TreeSet::new)));
  }

  private static String joined(Iterable<String> values) {
    return String.join(",", values);
  }
}
