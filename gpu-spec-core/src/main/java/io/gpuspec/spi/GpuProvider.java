package io.gpuspec.spi;

import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.GpuUses;
import io.gpuspec.Match;
import io.gpuspec.SpecCatalog;
import io.gpuspec.rule.Rule;
import io.gpuspec.scheduling.NodeAgents;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodFieldException;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.value.Citation;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A provider of one place where pods can run: its catalogs, its rule for what a pod requests, and
 * what a pod must carry to get there.
 *
 * <pre>{@code
 * GpuProvider rack = new Rack();
 * rack.editions();    // [2026-03]
 * Gpus.of(rack).in("rack").match(GpuRequest.of("T4").cpu(4));
 *     // small · 8 cores · 32Gi  on rack (over by 4 cores)
 * }</pre>
 *
 * <p>{@code docs/new-provider.md} makes such a one. Implementations are found through {@link
 * java.util.ServiceLoader}. They have a public constructor without parameters, no static method
 * called {@code provider()}, and are stateless but for what they have read from their own jar.
 */
public interface GpuProvider {

  /** The target's id: a cloud ({@code tke}), or a cloud and a kind of capacity ({@code a/b}). */
  String id();

  /** The editions of the catalog, the default first. */
  List<String> editions();

  /** Returns what else can be chosen about the target. */
  List<Option<?>> options();

  /** The catalog in the edition and with the options chosen. */
  SpecCatalog catalog(Options options);

  /** Returns the resources with which pods request GPUs or shares of them on this target. */
  default Set<String> devices() {
    return Set.of("nvidia.com/gpu");
  }

  /**
   * Returns what of a pod's {@link #devices()} is more than a request can say, so that whether the
   * pod has a node is not judged.
   */
  default List<PodField> notJudged(PodView pod) {
    return List.of();
  }

  /**
   * Returns why the cheapest shape is chosen by default, with the source of that rule; empty if the
   * default is the smallest.
   */
  default Optional<Note> cheapestFirst(Options options) {
    return Optional.empty();
  }

  /** Returns a note on resource claims on this target, if there is something to know. */
  default Optional<Note> claimsNote(Options options) {
    return Optional.empty();
  }

  /**
   * Returns the source of the cloud's API server running the admission plugin
   * ExtendedResourceToleration, which gives pods a toleration for each extended resource that they
   * request; empty if it does not, or if that is not documented.
   */
  default Optional<Citation> resourceTolerations() {
    return Optional.empty();
  }

  /** Returns the taints of every node of the target but your own, whose rows state theirs. */
  default List<Taint> taints(Options options) {
    return List.of();
  }

  /**
   * Returns how many pods of yours a node of the row takes; by default what the row's attribute
   * {@code maxPods} says, and empty if it has none.
   */
  default OptionalInt podsPerNode(GpuSpec row, Options options) {
    return row.attribute("maxPods")
        .filter(pods -> pods.matches("[1-9][0-9]{0,4}"))
        .map(pods -> OptionalInt.of(Integer.parseInt(pods)))
        .orElse(OptionalInt.empty());
  }

  /** Returns the labels that the target's nodes have, as far as its catalog decides them. */
  default NodeLabels nodeLabels(Options options) {
    return NodeLabels.NONE;
  }

  /** Returns how DaemonSets that serve GPUs find the target's nodes, and whether they may. */
  default NodeAgents nodeAgents(SpecCatalog catalog, Options options) {
    return NodeAgents.UNKNOWN;
  }

  /**
   * Returns an empty node of the shape found, as the scheduler sees it: it takes a pod that carries
   * what {@link #place} says.
   */
  default NodeView node(Match.Found found, Options options) {
    return sharedNode(found, options)
        .map(node -> node.view(found.shape().spec().name()))
        .orElseGet(() -> PlainNode.of(found, nodeLabels(options), taints(options)));
  }

  /**
   * Returns what the containers of a pod add up to by the target's own rule: CPU, memory and the
   * number of GPUs, whichever they are. Annotations are not looked at. By default it is what the
   * scheduler counts: requests, and {@link #devices()}.
   *
   * @throws PodFieldException if a field of the pod cannot be read
   */
  default GpuRequest request(PodView pod, Options options) {
    int gpus =
        devices().stream()
            .mapToInt(device -> pod.peak(0, container -> container.count(device), Integer::sum))
            .sum();
    return GpuRequest.of(Devices.any().count(Math.max(1, gpus)))
        .cpu(pod.cpuRequest())
        .memory(pod.memoryRequest());
  }

  /**
   * Returns what an existing pod asks of the target.
   *
   * @param catalog the target's catalog, with what overlays have made of it
   * @throws PodFieldException if a field of the pod cannot be read
   */
  PodReading read(PodView pod, SpecCatalog catalog, Options options);

  /**
   * Returns which GPUs of the catalog suit which use, as the vendor's documents say; unless a
   * provider knows, the library's own table by model holds.
   */
  default GpuUses uses(Options options) {
    return GpuUses.none();
  }

  /**
   * The page that explains the target's options and what its pods carry, with which what the target
   * refuses then ends: a path in the repository or an address; none unless a provider has one.
   */
  default Optional<String> page() {
    return Optional.empty();
  }

  /**
   * Throws an exception for options that do not apply to this kind of workload; by default, all
   * options apply to all kinds.
   *
   * @param kind Kubernetes' kind, such as {@code DaemonSet}
   * @throws io.gpuspec.value.InvalidValueException if an option does not, with what does
   */
  default void checkKind(String kind, Options options) {}

  /**
   * Returns what a part of an existing pod means here; by default, it belongs to the user. What
   * {@link #place} writes is known for the target's in any case.
   *
   * @param field an annotation, a label, a node label that is selected on, or a tolerated taint
   * @param value its value; of a node affinity the values, with commas between, none for an
   *     operator other than {@code In}
   */
  default FieldMeaning meaning(PodField field, String value) {
    return FieldMeaning.USER_FIELD;
  }

  /**
   * Returns what an object other than a pod means here: {@link FieldMeaning#REQUEST} if it decides
   * what pods get, such as a node pool, {@link FieldMeaning#PROVIDER_SETTING} if pods can do
   * without it, such as an image cache; by default, it belongs to the user.
   *
   * @param apiVersion such as {@code karpenter.sh/v1}
   * @param kind such as {@code NodePool}
   */
  default FieldMeaning meaning(String apiVersion, String kind) {
    return FieldMeaning.USER_FIELD;
  }

  /**
   * Returns what its cloud alone has, such as labels and storage classes, and what other clouds
   * have that it knows; nothing by default. Manifests that move to another cloud are compared with
   * it, and a pod that requires another cloud's label finds no node.
   */
  default List<CloudFacts> cloudFacts() {
    return List.of();
  }

  /** Returns the kinds of objects that files can describe by name; none by default. */
  default List<ObjectKind<?>> objectKinds() {
    return List.of();
  }

  /** Returns its own rules for manifests, for the inspector; none by default. */
  default List<Rule> rules() {
    return List.of();
  }

  /**
   * Returns what a pod must carry to run on the matching shape; for other information, use {@link
   * Match.Found#catalog()}.
   */
  Placement place(Match.Found found, Options options);

  /**
   * A node that takes what was found, where pods share its cards; empty unless a provider shares
   * some.
   */
  default Optional<SharedNode> sharedNode(Match.Found found, Options options) {
    return Optional.empty();
  }
}
