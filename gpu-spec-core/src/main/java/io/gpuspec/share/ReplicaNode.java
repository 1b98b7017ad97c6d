package io.gpuspec.share;

import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.FeatureLabels;
import io.gpuspec.internal.GpuProduct;
import io.gpuspec.internal.NodeText;
import io.gpuspec.internal.pods.RequestedResources;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Facts;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Note;
import io.gpuspec.value.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a node whose cards are replicated by NVIDIA's device plugin shows to Kubernetes.
 *
 * <pre>{@code
 * ReplicaNode node = Replicas.timeSlicing(4).node("Tesla T4", 2);
 * node.resources();       // {nvidia.com/gpu=8}
 * node.labels();          // {... nvidia.com/gpu.product=Tesla-T4-SHARED, ...}
 * node.describe();        // Labels: ... Capacity: nvidia.com/gpu: 8 ...
 * node.problems(pod);     // (none)
 * pod.fits(node.view("gpu-1").allocatable(Map.of("cpu", "8", "memory", "30Gi")));    // fits gpu-1
 * }</pre>
 *
 * <p>It is immutable. Source: NVIDIA k8s-device-plugin 0.19.3, internal/rm and internal/lm.
 */
public final class ReplicaNode implements Answer {
  private static final String RESOURCES = "nvidia.com/";

  private final Replicas replicas;
  private final SharedGpu gpu;
  private final int cards;

  private ReplicaNode(Replicas replicas, SharedGpu gpu, int cards) {
    this.replicas = replicas;
    this.gpu = gpu;
    this.cards = cards;
  }

  static ReplicaNode of(Replicas replicas, SharedGpu gpu, int cards) {
    if (cards < 1) {
      throw new InvalidValueException(
          "share.out-of-range",
          "cards: '%s' is not a number of cards; give 1 or more".formatted(cards));
    }
    if (!replicas.resource().equals(Replicas.CARDS)) {
      throw new InvalidValueException(
          "share.unsupported",
          "resource: '%s' is not whole cards, and what there is of it depends on how they are cut; leave ofResource out here"
              .formatted(replicas.resource()));
    }
    if ((long) cards * replicas.count() > Integer.MAX_VALUE) {
      throw new InvalidValueException(
          "share.out-of-range",
          "replicas: '%s' of each of %s cards are more than the %s that can be counted; give fewer"
              .formatted(replicas.count(), cards, Integer.MAX_VALUE));
    }
    return new ReplicaNode(replicas, gpu, cards);
  }

  /**
   * Returns a copy with cards whose driver reports this memory, such as {@code 15109Mi}.
   *
   * @throws InvalidValueException if it is not a valid size, or below 1Gi
   */
  public ReplicaNode withCardMemory(String reported) {
    return new ReplicaNode(replicas, gpu.withMemory(reported), cards);
  }

  /** Returns how its cards are shared. */
  public Replicas replicas() {
    return replicas;
  }

  /** Returns what a container that requests one of them gets. */
  public Replica replica() {
    return new Replica(replicas, gpu);
  }

  /** Returns how many cards it has. */
  public int cards() {
    return cards;
  }

  /** Returns how many of the resource it advertises, by the name that pods request. */
  public Map<String, Integer> resources() {
    return Map.of(replicas.sharedResource(), cards * replicas.count());
  }

  /**
   * The labels that GPU Feature Discovery writes of the cards, by key. Their keys begin with {@code
   * nvidia.com/gpu.} also where the resource is renamed. A label with an unknown value is left out.
   */
  public Map<String, String> labels() {
    FeatureLabels labels = new FeatureLabels();
    labels.put("nvidia.com/mig.capable", gpu.model().hasMig());
    labels.put("nvidia.com/mps.capable", replicas.isMps());
    labels.count(Replicas.CARDS, cards, replicas.count(), replicas.sharing());
    gpu.driverName()
        .ifPresent(
            name ->
                labels.put(
                    Replicas.CARDS + ".product",
                    GpuProduct.of(name)
                        + (replicas.isRenamedByDefault() ? "" : GpuProduct.SHARED)));
    gpu.memory().ifPresent(size -> labels.put(Replicas.CARDS + ".memory", size.toBytes() >> 20));
    labels.chip(Replicas.CARDS, gpu.model().architecture(), gpu.model().computeCapability());
    return labels.all();
  }

  /**
   * The node as the scheduler sees it, with these labels and GPU resources and nothing else; CPU
   * and memory are yours to add.
   */
  public NodeView view(String name) {
    NodeView view = NodeView.of(name);
    for (Map.Entry<String, String> label : labels().entrySet()) {
      view = view.label(label.getKey(), label.getValue());
    }
    return view.allocatable(
        Map.of(replicas.sharedResource(), String.valueOf(cards * replicas.count())));
  }

  /**
   * Returns the NVIDIA resources that a pod requests and does not get, each with what to request
   * instead; empty if it gets all.
   *
   * @throws io.gpuspec.scheduling.PodFieldException if the pod requests an amount that the API
   *     server rejects
   */
  public Listing<String> problems(PodView pod) {
    List<String> problems = new ArrayList<>();
    RequestedResources.of(
            Arguments.required("pod", pod, "a PodView"), name -> name.startsWith(RESOURCES))
        .forEach(
            (resource, asked) ->
                RequestedResources.problem(
                        resource,
                        asked,
                        resources().getOrDefault(resource, 0),
                        "it has " + replicas.sharedResource())
                    .ifPresent(problems::add));
    for (PodView.Container container : pod.containers()) {
      replicas
          .refusal(container.count(replicas.sharedResource()))
          .ifPresent(
              answer ->
                  problems.add(
                      "%s: container '%s' is refused (%s); ask for 1"
                          .formatted(replicas.sharedResource(), container.name(), answer)));
    }
    return Listing.copyOf(problems);
  }

  /** Returns what {@code kubectl describe node} prints of these labels and resources. */
  public Text describe() {
    return NodeText.of(labels(), resources(), resources());
  }

  /** Returns what containers are not promised, and what is not known of the cards. */
  public Listing<Note> notes() {
    List<Note> notes = new ArrayList<>(replica().notes());
    if (gpu.driverName().isEmpty()) {
      notes.add(
          Note.of(
              "replicas.product-unknown",
              "the label nvidia.com/gpu.product is not known, as drivers have several names for one %s; give the one that nvidia-smi -L prints"
                  .formatted(gpu.model().name())));
    }
    return Listing.copyOf(notes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ReplicaNode that
        && replicas.equals(that.replicas)
        && gpu.equals(that.gpu)
        && cards == that.cards;
  }

  @Override
  public int hashCode() {
    return replicas.hashCode() * 31 + cards;
  }

  /**
   * Adds {@code "strategy", "replicas", "gpu", "cards", "resource", "failRequestsGreaterThanOne",
   * "since", "memoryLimit"?, "threadPercentage"?, "resources": {name: count}, "labels", "notes"}.
   */
  @Override
  public void describe(Facts out) {
    out.put("strategy", replicas().sharing())
        .put("replicas", replicas().count())
        .put("gpu", replica().gpu())
        .put("cards", cards())
        .put("resource", replicas().sharedResource())
        .put("failRequestsGreaterThanOne", replicas().isOneAtATime())
        .put("since", replicas().since())
        .put("memoryLimit", replica().memoryLimit())
        .put("threadPercentage", replica().threadPercentage())
        .put("resources", resources())
        .put("labels", labels())
        .put("notes", notes());
  }

  /** Returns text such as {@code 2 x T4, time-slicing: {nvidia.com/gpu=8}}. */
  @Override
  public String toString() {
    return "%s x %s, %s: %s".formatted(cards, gpu.model().name(), replicas.strategy(), resources());
  }
}
