package io.gpuspec.manifest.platform;

import io.gpuspec.kube.KubeNames;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.value.InvalidValueException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A team that shares a pool of GPUs: its number of cards and its namespace.
 *
 * <pre>{@code
 * GpuTeam ml = GpuTeam.of("ml", 32).namespace("team-ml").perPod(8).pods(100);
 * Tenancy.of("nvidia.com/gpu", 96).team(ml);    // 96 nvidia.com/gpu: ml 32, 64 unassigned
 * }</pre>
 *
 * <p>It is immutable.
 */
public final class GpuTeam {
  private static final String QUOTA = "gpu-quota";
  private static final String LIMITS = "gpu-limits";

  private final String name;
  private final int cards;
  private String namespace;

  /** The quota of its pods other than cards. */
  private GpuQuota quota = GpuQuota.of(QUOTA);

  private Optional<Integer> perPod = Optional.empty();
  private Optional<GpuLimitRange> unstated = Optional.empty();

  /** The maximum cards that it borrows and lends through a queue; unlimited by default. */
  private Optional<Integer> borrows = Optional.empty();

  private Optional<Integer> lends = Optional.empty();
  private Optional<Integer> utilization = Optional.empty();

  private GpuTeam(String name, int cards) {
    this.name = name;
    this.cards = cards;
    this.namespace = name;
  }

  private GpuTeam with(Consumer<GpuTeam> step) {
    GpuTeam copy = new GpuTeam(name, cards);
    copy.namespace = namespace;
    copy.quota = quota;
    copy.perPod = perPod;
    copy.unstated = unstated;
    copy.borrows = borrows;
    copy.lends = lends;
    copy.utilization = utilization;
    step.accept(copy);
    return copy;
  }

  /**
   * A team with so many cards, in the namespace of its name.
   *
   * @throws io.gpuspec.value.InvalidValueException if it is not a valid name of a namespace, or has
   *     less than one
   */
  public static GpuTeam of(String name, int cards) {
    return new GpuTeam(KubeNames.label("team", name), Checks.atLeast("team " + name, 1, cards));
  }

  /** Puts its pods into this namespace. */
  public GpuTeam namespace(String namespace) {
    KubeNames.label("namespace", namespace);
    return with(t -> t.namespace = namespace);
  }

  /** Returns a copy with this maximum of pods. */
  public GpuTeam pods(int most) {
    return with(t -> t.quota = t.quota.pods(most));
  }

  /**
   * Returns a copy with this maximum of CPU and memory. From then on its pods must state both;
   * {@link #unstated} states them where a pod does not.
   */
  public GpuTeam requests(String cpu, String memory) {
    return with(t -> t.quota = t.quota.requests(cpu, memory));
  }

  /**
   * Returns a copy with this maximum of cards for one pod, including those that the team {@link
   * #borrows}.
   */
  public GpuTeam perPod(int most) {
    Checks.atLeast("cards of a pod", 1, most);
    return with(t -> t.perPod = Optional.of(most));
  }

  /**
   * Returns a copy with these default requests of CPU and memory for a container that states
   * neither a request nor a limit.
   */
  public GpuTeam unstated(String cpu, String memory) {
    GpuLimitRange limits = GpuLimitRange.of(LIMITS).unstated(cpu, memory);
    return with(t -> t.unstated = Optional.of(limits));
  }

  /**
   * Returns a copy with this maximum of cards beyond its own, if a queue lends them; by default,
   * all that are free.
   */
  public GpuTeam borrows(int most) {
    Checks.atLeast("borrows", 0, most);
    return with(t -> t.borrows = Optional.of(most));
  }

  /**
   * Returns a copy that lends at most this many of its own cards to other teams, through a queue;
   * all of them by default.
   */
  public GpuTeam lends(int most) {
    Checks.atLeast("lends", 0, most);
    return with(t -> t.lends = Optional.of(most));
  }

  /**
   * Returns a copy whose cards are used to this percentage on average; it changes no object, and
   * {@link Tenancy#notes} compare it with the cards.
   *
   * @throws io.gpuspec.value.InvalidValueException if it is not 0 to 100
   */
  public GpuTeam utilization(int percent) {
    if (percent < 0 || percent > 100) {
      throw new InvalidValueException(
          "tenancy.out-of-range",
          "utilization: '%s' is not a percentage; give 0 to 100".formatted(percent));
    }
    return with(t -> t.utilization = Optional.of(percent));
  }

  /** Its name. */
  public String name() {
    return name;
  }

  /** Returns how many cards are its own. */
  public int cards() {
    return cards;
  }

  /** Returns where its pods are. */
  public String namespace() {
    return namespace;
  }

  Optional<Integer> utilization() {
    return utilization;
  }

  Optional<Integer> borrows() {
    return borrows;
  }

  Optional<Integer> lends() {
    return lends;
  }

  /** Returns what is wrong between its own figures. */
  List<String> problems() {
    List<String> problems = new ArrayList<>();
    int borrowed = borrows.orElse(0);
    perPod
        .filter(pod -> pod > (long) cards + borrowed)
        .ifPresent(
            pod ->
                problems.add(
                    "perPod: '%s' is more than team %s can have, %s of its own and %s that it borrows; give at most that"
                        .formatted(pod, name, cards, borrowed)));
    lends
        .filter(lent -> lent > cards)
        .ifPresent(
            lent ->
                problems.add(
                    "lends: '%s' is more than the %s of team %s; give at most that"
                        .formatted(lent, cards, name)));
    return problems;
  }

  GpuQuota quota(String resource) {
    return quota.namespace(namespace).gpus(resource, cards);
  }

  /** Returns its quota other than cards, if there is one. */
  Optional<GpuQuota> quotaBesideCards() {
    return Optional.of(quota.namespace(namespace)).filter(quota -> !quota.isOfNothing());
  }

  /** Returns whether it limits the cards of a pod. */
  boolean limitsPods() {
    return perPod.isPresent();
  }

  /** Returns what limits one pod of it, if anything does. */
  Optional<GpuLimitRange> limits(String resource) {
    if (perPod.isEmpty()) {
      return unstated.map(limits -> limits.namespace(namespace));
    }
    return Optional.of(
        unstated
            .orElse(GpuLimitRange.of(LIMITS))
            .namespace(namespace)
            .perPod(resource, perPod.get()));
  }

  /** Returns text such as {@code ml 32}. */
  @Override
  public String toString() {
    return name + " " + cards;
  }
}
