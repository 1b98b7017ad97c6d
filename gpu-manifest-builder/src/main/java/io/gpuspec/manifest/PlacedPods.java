package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpecBuilder;
import io.gpuspec.GpuRequest;
import io.gpuspec.Match;
import io.gpuspec.NoMatchException;
import io.gpuspec.Target;
import io.gpuspec.kube.Tree;
import io.gpuspec.manifest.error.InvalidWorkloadException;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.manifest.internal.tree.PodTemplates;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.Placement;
import io.gpuspec.value.InvalidValueException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A workload's pods as they run on a target, without the object that runs them:
 *
 * <pre>{@code
 * PlacedPods pods = workload.placed(gpus.in("eks"), 4);
 * ReplicaSet owner =
 *     new ReplicaSetBuilder()
 *         .withMetadata(pods.metadata())
 *         .withNewSpec()
 *         .withReplicas(4)
 *         .withTemplate(pods.template())
 *         .endSpec()
 *         .build();
 * pods.around(List.of(owner), List.of()).yaml();    // apiVersion: apps/v1 kind: ReplicaSet ...
 * }</pre>
 *
 * <p>It is immutable; the objects it gives out are copies.
 */
public final class PlacedPods {
  private final ObjectMeta metadata;
  private final Map<String, Object> template;
  private final JobSpec job;
  private final int count;
  private final Match.Found match;
  private final Placement placement;
  private final List<ManifestObject> claimTemplates;

  PlacedPods(
      ObjectMeta metadata,
      Map<String, Object> template,
      JobSpec job,
      int count,
      Match.Found match,
      Placement placement,
      List<ManifestObject> claimTemplates) {
    this.metadata = metadata;
    this.template = template;
    this.job = job;
    this.count = count;
    this.match = match;
    this.placement = placement;
    this.claimTemplates = claimTemplates;
  }

  /**
   * Returns pods that exist, such as one that a mutating webhook receives, with what a target
   * requires of them in addition: tolerations, annotations, and how they find their nodes. The rest
   * of them stays as it is, and pods that say all of it already stay so altogether.
   *
   * <pre>{@code
   * Pod received =
   *     new PodBuilder()
   *         .withNewMetadata()
   *         .withName("llm")
   *         .endMetadata()
   *         .withNewSpec()
   *         .addNewContainer()
   *         .withName("main")
   *         .withNewResources()
   *         .addToRequests("cpu", new Quantity("3"))
   *         .addToLimits("nvidia.com/gpu", new Quantity("1"))
   *         .endResources()
   *         .endContainer()
   *         .endSpec()
   *         .build();
   * PodTemplateSpec template = new PodTemplateSpec(received.getMetadata(), received.getSpec());
   *
   * // The pod says how many GPUs it needs, and the policy which.
   * PlacedPods placed =
   *     PlacedPods.of(
   *         template,
   *         gpus.in("tke"),
   *         asked -> asked.devices(Devices.of(asked.devices().count(), "T4")));
   * placed.match();    // T4 x1 · 4 cores · 16Gi  on tke ...
   * placed.template().getMetadata().getAnnotations();
   *     // {eks.tke.cloud.tencent.com/gpu-type=T4...}
   * }</pre>
   *
   * @param pods a template, or the metadata and spec of a pod
   * @param wishes what the pods do not say; receives what their containers add up to, on any GPU
   * @throws NoMatchException if nothing matches
   * @throws InvalidValueException if they request no GPU, or already say something that leads
   *     elsewhere
   * @throws InvalidWorkloadException if they say several such things
   */
  public static PlacedPods of(
      PodTemplateSpec pods, Target target, UnaryOperator<GpuRequest> wishes) {
    return ExistingPods.on(
        Checks.given("pods", pods), Checks.given("target", target), Checks.given("wishes", wishes));
  }

  /** The name and namespace for the object that runs them. */
  public ObjectMeta metadata() {
    return new ObjectMetaBuilder(metadata).build();
  }

  /**
   * Returns the pods, with everything that the target requires; the first container has the GPUs.
   */
  public PodTemplateSpec template() {
    return PodTemplates.model(template);
  }

  /** Returns the job settings, such as the deadline; empty for any other kind. */
  public JobSpec job() {
    return new JobSpecBuilder(job).build();
  }

  /** Returns the match for all of them together. */
  public Match.Found match() {
    return match;
  }

  /** Returns what the target requires of each, entry by entry. */
  public Placement placement() {
    return placement;
  }

  /** Returns one of them, as the scheduler sees it. */
  public PodView view() {
    return PodView.of(Tree.of(template));
  }

  /**
   * Manifests of the object that runs them.
   *
   * @param objects the object and those that belong to it; additional objects of the target come
   *     first
   * @param reasons why they are as they are, for {@link Manifests#explain()} and comments
   */
  public Manifests around(List<? extends HasMetadata> objects, List<Reason> reasons) {
    List<ManifestObject> all = new ArrayList<>(KubeObjects.companions(placement));
    all.addAll(claimTemplates);
    Checks.all("objects", objects).forEach(object -> all.add(ManifestObject.of(object)));
    return new Manifests(match, placement, all, Checks.all("reasons", reasons));
  }

  /** Returns the match of one pod, and the number of pods. */
  @Override
  public String toString() {
    return "%s: %s x pod of %s".formatted(match, count, metadata.getName());
  }
}
