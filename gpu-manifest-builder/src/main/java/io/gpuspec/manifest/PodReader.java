package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import java.util.Map;

/**
 * Reads what the pods of an intent file have beside the main container, which is then judged with
 * them.
 */
final class PodReader {
  /** What is read by steps: Kubernetes does not have it there, or otherwise. */
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
