package io.gpuspec.manifest.gang;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import io.gpuspec.manifest.Manifests;
import io.gpuspec.manifest.PlacedPods;
import io.gpuspec.manifest.Reason;
import io.gpuspec.spi.Placement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A gang's workers on a target, before a controller's object is created around them. */
final class PlacedGang {
  private static final String NAME_OF_QUEUE = "kueue.x-k8s.io/queue-name";

  private final PlacedPods pods;
  private final int workers;
  private final Optional<Torch> torch;
  private final List<Reason> reasons = new ArrayList<>();

  /**
   * @param workers how many of them are useful together
   */
  PlacedGang(PlacedPods pods, int workers, Optional<Torch> torch) {
    this.pods = pods;
    this.workers = workers;
    this.torch = torch;
  }

  String name() {
    return pods.metadata().getName();
  }

  int workers() {
    return workers;
  }

  boolean isTorch() {
    return torch.isPresent();
  }

  /** Returns what the target requires of each worker. */
  Placement placement() {
    return pods.placement();
  }

  /** Returns the job settings of the worker, other than its pods and their number. */
  JobSpec job() {
    return pods.job();
  }

  /** The name and namespace of the gang's objects. */
  ObjectMeta metadata() {
    return pods.metadata();
  }

  /** The same, for an object that waits in a queue of Kueue. */
  ObjectMeta metadata(Optional<String> queue) {
    ObjectMetaBuilder metadata = new ObjectMetaBuilder(pods.metadata());
    queue.ifPresent(name -> metadata.addToLabels(NAME_OF_QUEUE, name));
    return metadata.build();
  }

  /** A worker's pod, which knows by itself where the first worker is. */
  PodTemplateSpec indexedTemplate(String master) {
    return template(Torch.indexed(master, workers));
  }

  /** A pod of a LeaderWorkerSet, which knows the leader's address. */
  PodTemplateSpec servingTemplate() {
    return template(Torch.led(workers));
  }

  private PodTemplateSpec template(List<EnvVar> variables) {
    PodTemplateSpec template = template();
    if (torch.isEmpty()) {
      return template;
    }
    return new PodTemplateSpecBuilder(template)
        .editSpec()
        .editFirstContainer()
        .addAllToEnv(variables)
        .endContainer()
        .endSpec()
        .build();
  }

  /** Returns a worker's pod, which learns from outside where the first worker is. */
  PodTemplateSpec template() {
    PodTemplateSpec template = pods.template();
    if (torch.isEmpty()) {
      return template;
    }
    Container main = template.getSpec().getContainers().get(0);
    Container launched = torch.get().launched(main, workers(), pods.match().devicesPerPod());
    return new PodTemplateSpecBuilder(template)
        .editSpec()
        .setToContainers(0, launched)
        .endSpec()
        .build();
  }

  /** Returns whether the worker runs torchrun, not its own command. */
  boolean isLaunched() {
    return torch.filter(one -> !one.script().isEmpty()).isPresent();
  }

  PlacedGang withReason(Reason reason) {
    reasons.add(reason);
    return this;
  }

  /** Adds the reasons for the workers' command and for shares. */
  PlacedGang withTorchReasons(String kind, String template) {
    if (isTorch() && workers() > 1 && pods.match().request().devices().share().isPresent()) {
      withReason(
          new Reason(
              kind,
              template + ".spec.containers[0].resources",
              "several workers can get shares of one card: they then train no faster than one, and"
                  + " NCCL refuses two ranks on one GPU where it takes them for one host, as with"
                  + " hostNetwork; ask for whole cards, or keep the workers on nodes of their own"
                  + " by requiredPodAntiAffinity(\"kubernetes.io/hostname\")",
              Sources.NCCL));
    }
    if (isLaunched()) {
      withReason(
          new Reason(
              kind,
              template + ".spec.containers[0].command",
              "one torchrun in each of %s workers, with a process for each of its %s GPUs; torch.distributed.launch is deprecated, and without --nnodes and the address of the first worker each would train alone"
                  .formatted(workers(), pods.match().devicesPerPod()),
              Sources.TORCHRUN));
    }
    return this;
  }

  Manifests around(List<? extends HasMetadata> objects) {
    return pods.around(objects, reasons);
  }

  /** An object that fabric8 has no type for. */
  static GenericKubernetesResource object(
      String apiVersion, String kind, ObjectMeta metadata, Map<String, Object> spec) {
    return new GenericKubernetesResourceBuilder()
        .withApiVersion(apiVersion)
        .withKind(kind)
        .withMetadata(metadata)
        .addToAdditionalProperties("spec", spec)
        .build();
  }
}
