package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.gpuspec.InvalidValueException;
import java.util.List;
import java.util.Map;

/**
 * Reads what the pods of an intent file have beside the main container. What the steps of {@link
 * WorkloadPods} refuse is refused here, at its line.
 */
final class PodReader {
  /** Steps are tried on it for what they refuse. */
  private static final WorkloadPods TRIED = WorkloadPods.empty();

  private final Part pod;

  private PodReader(Part pod) {
    this.pod = pod;
  }

  /** The workload with these pods. */
  static GpuWorkload read(Part pod, GpuWorkload workload) {
    return new PodReader(pod).read(workload);
  }

  private GpuWorkload read(GpuWorkload before) {
    check();
    Map<String, Object> kubernetes = pod.map();
    kubernetes.keySet().removeAll(WorkloadShape.OWN_FIELDS_OF_PODS);
    PodSpec spec = pod.with(kubernetes).as(PodSpec.class).orElseGet(PodSpec::new);
    GpuWorkload workload = before.pods(p -> p.edit(any -> new PodSpecBuilder(spec)));
    workload = each("labels", workload, GpuWorkload::label);
    workload = each("annotations", workload, GpuWorkload::annotation);
    workload = pod.step("hardened", workload, (w, hardened) -> hardened(w, hardened, spec));
    workload =
        pod.step(
            "restartPolicy",
            workload,
            (w, policy) -> {
              w.checkRestartPolicy(policy.text());
              return w;
            });
    for (Part container : items("initContainers")) {
      workload = workload.initContainer(ContainerReader.read(container, ""));
    }
    for (Part container : items("containers")) {
      workload = workload.container(ContainerReader.read(container, ""));
    }
    return workload;
  }

  /** A security context that is written out holds in any case. */
  private static GpuWorkload hardened(GpuWorkload workload, Part hardened, PodSpec spec) {
    GpuWorkload safe = workload.hardened(hardened.require("runAsUser").longNumber());
    return spec.getSecurityContext() == null
        ? safe
        : safe.pods(p -> p.edit(s -> s.withSecurityContext(spec.getSecurityContext())));
  }

  /** A step that takes a key and a value. */
  private interface Pair<T> {
    T apply(T before, String key, String value);
  }

  private <T> T each(String field, T before, Pair<T> step) {
    T after = before;
    for (Map.Entry<String, Part> entry :
        pod.find(field).map(Part::entries).orElse(Map.of()).entrySet()) {
      Part value = entry.getValue();
      after = value.step(after, t -> step.apply(t, entry.getKey(), value.text()));
    }
    return after;
  }

  private List<Part> items(String field) {
    return pod.find(field).map(Part::items).orElse(List.of());
  }

  private void check() {
    each("nodeSelector", TRIED, WorkloadPods::nodeSelector);
    pod.step("serviceAccountName", TRIED, (p, name) -> p.serviceAccount(name.text()));
    pod.step("priorityClassName", TRIED, (p, name) -> p.priorityClass(name.text()));
    pod.step("runtimeClassName", TRIED, (p, name) -> p.runtimeClass(name.text()));
    pod.step(
        "terminationGracePeriodSeconds",
        TRIED,
        (p, seconds) -> p.terminationGracePeriodSeconds(seconds.longNumber()));
    for (Part secret : items("imagePullSecrets")) {
      secret.step("name", TRIED, (p, name) -> p.imagePullSecret(name.text()));
    }
    for (Part toleration : items("tolerations")) {
      toleration.find("key").ifPresent(k -> k.check(() -> Checks.key("toleration", k.text())));
    }
    for (Part spread : items("topologySpreadConstraints")) {
      checkTopology(spread);
      spread
          .find("maxSkew")
          .ifPresent(skew -> skew.check(() -> Checks.atLeast("maxSkew", 1, skew.longNumber())));
    }
    for (Part volume : items("volumes")) {
      volume.check(() -> Checks.dnsLabel("volume name", name(volume)));
    }
    pod.find("affinity").ifPresent(PodReader::checkTopology);
    pod.find("affinity").flatMap(a -> a.find("nodeAffinity")).ifPresent(PodReader::checkNodeLabels);
  }

  private static String name(Part part) {
    return part.find("name")
        .map(Part::text)
        .orElseThrow(() -> new InvalidValueException("'name' is missing; add it"));
  }

  /** Topology keys, however deep they stand. */
  private static void checkTopology(Part part) {
    part.find("topologyKey").ifPresent(k -> k.check(() -> Checks.topologyKey(k.text())));
    part.entries().values().forEach(PodReader::checkTopology);
    part.items().forEach(PodReader::checkTopology);
  }

  /** Keys of node labels, however deep they stand; matchFields have keys of their own. */
  private static void checkNodeLabels(Part part) {
    part.find("matchExpressions").map(Part::items).orElse(List.of()).stream()
        .flatMap(expression -> expression.find("key").stream())
        .forEach(k -> k.check(() -> Checks.nodeLabel(k.text())));
    part.entries().values().forEach(PodReader::checkNodeLabels);
    part.items().forEach(PodReader::checkNodeLabels);
  }
}
