package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.Optional;

/** The pods that an object runs. */
final class PodTemplates {
  private PodTemplates() {}

  /** Nothing for an object that runs none. */
  static Optional<PodTemplateSpec> of(HasMetadata object) {
    if (object instanceof Pod pod) {
      return Optional.of(
          new PodTemplateSpecBuilder()
              .withMetadata(pod.getMetadata())
              .withSpec(pod.getSpec())
              .build());
    }
    if (object instanceof Deployment deployment) {
      return Optional.of(deployment.getSpec().getTemplate());
    }
    if (object instanceof StatefulSet set) {
      return Optional.of(set.getSpec().getTemplate());
    }
    if (object instanceof DaemonSet set) {
      return Optional.of(set.getSpec().getTemplate());
    }
    if (object instanceof ReplicaSet set) {
      return Optional.of(set.getSpec().getTemplate());
    }
    if (object instanceof Job job) {
      return Optional.of(job.getSpec().getTemplate());
    }
    if (object instanceof CronJob cronJob) {
      return Optional.of(cronJob.getSpec().getJobTemplate().getSpec().getTemplate());
    }
    if (object instanceof GenericKubernetesResource) {
      return PodTrees.in(Json.MAPPER.convertValue(object, Object.class)).values().stream()
          .findFirst()
          .map(tree -> Json.MAPPER.convertValue(tree, PodTemplateSpec.class));
    }
    return Optional.empty();
  }
}
