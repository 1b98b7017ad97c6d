package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.gpuspec.manifest.internal.fields.Part;
import io.gpuspec.manifest.internal.fields.Schema;
import io.gpuspec.manifest.internal.fields.Table;
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
          .entries("labels", "", GpuWorkload::label)
          .entries("annotations", "", GpuWorkload::annotation)
          .field("hardened", Schema.text(), "", PodReader::hardened)
          .items(
              "initContainers",
              Schema.list(Schema.text()),
              "",
              (w, container) -> w.initContainer(ContainerReader.read(container, "")))
          .items(
              "containers",
              Schema.list(Schema.text()),
              "",
              (w, container) -> w.container(ContainerReader.read(container, "")));

  private PodReader() {}

  /** The workload with these pods. */
  static GpuWorkload read(Part pod, GpuWorkload workload) {
    Map<String, Object> kubernetes = pod.map();
    kubernetes.keySet().removeAll(WorkloadFields.OWN_FIELDS_OF_PODS);
    PodSpec spec = pod.with(kubernetes).as(PodSpec.class).orElseGet(PodSpec::new);
    return OWN.read(pod, workload.pods(p -> p.edit(any -> new PodSpecBuilder(spec))));
  }

  /** A security context that is written out holds in any case. */
  private static GpuWorkload hardened(GpuWorkload workload, Part hardened) {
    var written = workload.pods().spec().getSecurityContext();
    GpuWorkload safe = workload.hardened(hardened.require("runAsUser").longNumber());
    return written == null ? safe : safe.pods(p -> p.edit(s -> s.withSecurityContext(written)));
  }
}
