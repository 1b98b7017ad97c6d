package io.gpuspec.manifest.gang;

import com.google.common.collect.ImmutableMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.gpuspec.Target;
import io.gpuspec.kube.KubeNames;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.Reason;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.value.InvalidValueException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A quota of GPUs in Kueue ({@code kueue.x-k8s.io/v1beta2}): a ClusterQueue, a ResourceFlavor for
 * each kind of node with quota, and the LocalQueues through which namespaces use it.
 *
 * <pre>{@code
 * KueueQueue.of("gpu")
 *     .quota(gpus.in("eks"), "p4d.24xlarge", 32)
 *     .quota(gpus.in("eks"), "g5.xlarge", 16)
 *     .localQueue("research", "team-a")
 *     .objects()
 *     .yaml();
 *     // ... kind: ResourceFlavor ... kind: ClusterQueue ... kind: LocalQueue ...
 * }</pre>
 *
 * <p>It is immutable. Flavors are tried in the order in which they were given.
 */
public final class KueueQueue {
  private static final String VERSION = "kueue.x-k8s.io/v1beta2";

  /** A queue of a namespace. */
  private record LocalQueue(String namespace, String name) {}

  /** The use of the cohort's quota; unlimited by default. */
  private record Lending(Optional<Integer> borrows, Optional<Integer> lends, boolean reclaims) {
    private boolean isAny() {
      return borrows.isPresent() || lends.isPresent() || reclaims;
    }
  }

  private final String name;
  private final Optional<String> cohort;
  private final List<KueueFlavor> flavors;
  private final List<LocalQueue> localQueues;
  private final Lending lending;

  private KueueQueue(
      String name,
      Optional<String> cohort,
      List<KueueFlavor> flavors,
      List<LocalQueue> localQueues,
      Lending lending) {
    this.name = name;
    this.cohort = cohort;
    this.flavors = flavors;
    this.localQueues = localQueues;
    this.lending = lending;
  }

  /** A queue without any quota yet. */
  public static KueueQueue of(String name) {
    return new KueueQueue(
        KubeNames.subdomain("queue", name),
        Optional.empty(),
        List.of(),
        List.of(),
        new Lending(Optional.empty(), Optional.empty(), false));
  }

  /**
   * Returns a copy with a quota of this many GPUs on nodes of a row of the target's catalog, with
   * the CPU and memory of these nodes.
   *
   * @param row the row's name, such as {@code p4d.24xlarge}; or a GPU's name, if the target has it
   *     in only one row or does not distinguish rows by labels
   * @param cards 1 or more
   * @throws io.gpuspec.NoMatchException if the target has no such row
   * @throws InvalidValueException if several kinds of node have the GPU, if the row already has a
   *     quota, or if its pods request another device than those of earlier rows
   */
  public KueueQueue quota(Target target, String row, int cards) {
    KueueFlavor flavor = KueueFlavor.of(target, row, cards);
    for (KueueFlavor other : flavors) {
      if (other.name().equals(flavor.name())) {
        throw new InvalidValueException(
            "gang.duplicate",
            "quota: '%s' is a duplicate; give all its cards at once".formatted(row));
      }
      if (!other.device().equals(flavor.device())) {
        throw new InvalidValueException(
            "gang.conflict",
            "quota: '%s' counts %s, and '%s' counts %s; CPU and memory can be in one group of resources alone, so make a queue for each"
                .formatted(row, flavor.device(), other.name(), other.device()));
      }
      if (flavor.labels().isEmpty() || other.labels().isEmpty()) {
        throw new InvalidValueException(
            "gang.conflict",
            "quota: '%s' and '%s' cannot be told apart: pods on %s get their GPU by annotation, not by a label of the node; make a queue for each"
                .formatted(row, other.name(), target.id()));
      }
    }
    List<KueueFlavor> more = new ArrayList<>(flavors);
    more.add(flavor);
    return new KueueQueue(name, cohort, more, localQueues, lending);
  }

  /** Queues of one cohort lend each other what they do not use. */
  public KueueQueue cohort(String cohort) {
    return new KueueQueue(
        name, Optional.of(KubeNames.subdomain("cohort", cohort)), flavors, localQueues, lending);
  }

  /**
   * Returns a copy that can borrow at most this many cards in addition to each quota, of those that
   * others of its cohort do not use; unlimited by default. CPU and memory are those of the nodes
   * that the cards are on.
   */
  public KueueQueue borrows(int most) {
    return with(
        new Lending(
            Optional.of(Checks.atLeast("borrows", 0, most)), lending.lends(), lending.reclaims()));
  }

  /**
   * Returns a copy that lends at most this many cards of each quota to others of its cohort; all of
   * them by default.
   */
  public KueueQueue lends(int most) {
    return with(
        new Lending(
            lending.borrows(), Optional.of(Checks.atLeast("lends", 0, most)), lending.reclaims()));
  }

  /**
   * A job that its own quota has room for gets it back at once: what others of the cohort have
   * borrowed of it is evicted. Otherwise it waits until they end.
   */
  public KueueQueue reclaims() {
    return with(new Lending(lending.borrows(), lending.lends(), true));
  }

  private KueueQueue with(Lending changed) {
    return new KueueQueue(name, cohort, flavors, localQueues, changed);
  }

  /** Jobs of a namespace use it under this name. */
  public KueueQueue localQueue(String namespace, String name) {
    List<LocalQueue> more = new ArrayList<>(localQueues);
    more.add(
        new LocalQueue(
            KubeNames.label("namespace", namespace), GangChecks.shortName("queue", name)));
    return new KueueQueue(this.name, cohort, flavors, more, lending);
  }

  /**
   * The flavors, the ClusterQueue and its LocalQueues, ready to apply.
   *
   * @throws InvalidValueException if there is no quota, it lends more than it has, or borrows or
   *     lends without a cohort
   */
  public PlatformObjects objects() {
    if (flavors.isEmpty()) {
      throw new InvalidValueException(
          "gang.missing",
          "quota: '%s' has none, so it would admit nothing; say quota(target, row, cards)"
              .formatted(name));
    }
    checkLending();
    List<HasMetadata> objects = new ArrayList<>();
    flavors.forEach(flavor -> objects.add(flavor.object(VERSION)));
    objects.add(clusterQueue());
    localQueues.forEach(queue -> objects.add(localQueue(queue)));
    return PlatformObjects.of(objects, reasons());
  }

  private void checkLending() {
    if (lending.isAny() && cohort.isEmpty()) {
      throw new InvalidValueException(
          "gang.conflict",
          "queue: '%s' borrows, lends or reclaims, and is in no cohort to do it with; say cohort(name)"
              .formatted(name));
    }
    for (KueueFlavor flavor : flavors) {
      if (lending.lends().orElse(0) > flavor.cards()) {
        throw new InvalidValueException(
            "gang.out-of-range",
            "lends: '%s' is more than the %s of '%s'; give at most as many"
                .formatted(lending.lends().orElse(0), flavor.cards(), flavor.name()));
      }
    }
  }

  private HasMetadata clusterQueue() {
    Map<String, Object> spec = new LinkedHashMap<>();
    cohort.ifPresent(name -> spec.put("cohortName", name));
    spec.put("namespaceSelector", ImmutableMap.of());
    spec.put(
        "resourceGroups",
        List.of(
            ImmutableMap.of(
                "coveredResources",
                List.copyOf(flavors.get(0).quota().keySet()),
                "flavors",
                flavors.stream()
                    .map(flavor -> flavor.quotas(lending.borrows(), lending.lends()))
                    .toList())));
    if (lending.reclaims()) {
      spec.put("preemption", ImmutableMap.of("reclaimWithinCohort", "Any"));
    }
    return PlacedGang.object(VERSION, "ClusterQueue", named(name), spec);
  }

  private HasMetadata localQueue(LocalQueue queue) {
    ObjectMeta metadata =
        new ObjectMetaBuilder().withName(queue.name()).withNamespace(queue.namespace()).build();
    return PlacedGang.object(
        VERSION, "LocalQueue", metadata, ImmutableMap.of("clusterQueue", name));
  }

  private static ObjectMeta named(String name) {
    return new ObjectMetaBuilder().withName(name).build();
  }

  private List<Reason> reasons() {
    List<Reason> reasons = new ArrayList<>(reasonsOfAny());
    if (lending.reclaims()) {
      reasons.add(
          new Reason(
              "ClusterQueue",
              "spec.preemption",
              "what it has lent comes back when a job of its own fits its quota, whatever the"
                  + " priorities; by default it waits until the borrowers end",
              Sources.KUEUE_QUEUE));
    }
    return reasons;
  }

  private static List<Reason> reasonsOfAny() {
    return List.of(
        new Reason(
            "ResourceFlavor",
            "spec.nodeLabels",
            "the labels that jobs select these nodes by, each of them: Kueue compares no other"
                + " label, and adds these to a job that it sends here",
            Sources.KUEUE_FLAVOR),
        new Reason(
            "ResourceFlavor",
            "spec.nodeTaints",
            "the taint of these nodes: only jobs that tolerate it count here",
            Sources.KUEUE_FLAVOR),
        new Reason(
            "ClusterQueue",
            "spec.namespaceSelector",
            "every namespace that has a LocalQueue of it; without the field none is allowed",
            Sources.KUEUE_QUEUE),
        new Reason(
            "ClusterQueue",
            "spec.resourceGroups",
            "a job that requests a resource that is not covered is never admitted, so CPU and"
                + " memory are covered too: those of the nodes that the cards are on",
            Sources.KUEUE_QUEUE));
  }

  /** Returns text such as {@code queue gpu: 32 x p4d.24xlarge, 16 x g5.xlarge}. */
  @Override
  public String toString() {
    return "queue "
        + name
        + ": "
        + String.join(", ", flavors.stream().map(KueueFlavor::toString).toList());
  }
}
