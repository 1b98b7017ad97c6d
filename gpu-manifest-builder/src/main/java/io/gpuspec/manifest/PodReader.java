package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.gpuspec.manifest.internal.fields.Part;
import io.gpuspec.manifest.internal.fields.Schema;
import io.gpuspec.manifest.internal.fields.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads the pods of an intent file except for the main container, which is then checked together
 * with them.
 */
final class PodReader {
  /**
   * The fields that are read by steps, because Kubernetes does not have them there or in this form.
   */
  private static final Table<GpuWorkload> OWN =
      Table.<GpuWorkload>of("pod")
          .field(
              "labels",
              Schema.text(),
              "",
              (w, labels) -> w.pods(p -> p.labels(labels.texts(WorkloadPods::checkLabel))))
          .field(
              "annotations",
              Schema.text(),
              "",
              (w, all) -> w.pods(p -> p.annotations(all.texts(WorkloadPods::checkAnnotation))))
          .field("restricted", Schema.text(), "", PodReader::restricted)
          .field(
              "initContainers",
              Schema.list(Schema.text()),
              "",
              (w, list) -> w.pods(p -> p.initContainers(containers(list))))
          .field(
              "containers",
              Schema.list(Schema.text()),
              "",
              (w, list) -> w.pods(p -> p.containers(containers(list))));

  private PodReader() {}

  /** The workload with these pods. */
  static GpuWorkload read(Part pod, GpuWorkload workload) {
    Map<String, Object> kubernetes = pod.map();
    kubernetes.keySet().removeAll(WorkloadFields.OWN_FIELDS_OF_PODS);
    PodSpec spec = pod.with(kubernetes).as(PodSpec.class).orElseGet(PodSpec::new);
    return OWN.read(pod, workload.pods(p -> p.edit(any -> new PodSpecBuilder(spec))));
  }

  /** All at once: a pod copied for each of its containers would take the square of their time. */
  private static List<Container> containers(Part list) {
    List<Container> containers = new ArrayList<>();
    for (Part item : list.items()) {
      item.check(() -> containers.add(ContainerReader.read(item, "").model()));
    }
    return containers;
  }

  /** A security context that is written out holds in any case. */
  private static GpuWorkload restricted(GpuWorkload workload, Part restricted) {
    var written = workload.pods().spec().getSecurityContext();
    GpuWorkload safe = workload.restricted(restricted.require("runAsUser").longNumber());
    return written == null ? safe : safe.pods(p -> p.edit(s -> s.withSecurityContext(written)));
  }
}
