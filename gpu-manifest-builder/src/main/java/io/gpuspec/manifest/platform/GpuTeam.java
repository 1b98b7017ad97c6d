package io.gpuspec.manifest.platform;

import java.util.Optional;

/**
 * A team that shares a pool of GPUs: how many are its own, and in which namespace.
 *
 * <pre>{@code
 * Tenancy.of("nvidia.com/gpu", 96).team(GpuTeam.of("ml", 32).namespace("team-ml").perPod(8).pods(100));
 * }</pre>
 *
 * <p>It is immutable.
 */
public final class GpuTeam {
  private static final String QUOTA = "gpu-quota";
  private static final String LIMITS = "gpu-limits";

  private final String name;
  private final int cards;
  private final String namespace;
  private final GpuQuota quota;
  private final Optional<Integer> perPod;
  private final Optional<GpuLimitRange> unstated;
  private final Optional<Integer> borrows;
  private final Optional<Integer> lends;

  private GpuTeam(
      String name,
      int cards,
      String namespace,
      GpuQuota quota,
      Optional<Integer> perPod,
      Optional<GpuLimitRange> unstated,
      Optional<Integer> borrows,
      Optional<Integer> lends) {
    this.name = name;
    this.cards = cards;
    this.namespace = namespace;
    this.quota = quota;
    this.perPod = perPod;
    this.unstated = unstated;
    this.borrows = borrows;
    this.lends = lends;
  }

  /**
   * A team with so many cards, in the namespace of its name.
   *
   * @throws io.gpuspec.InvalidValueException if it is no name of a namespace, or has less than one
   */
  public static GpuTeam of(String name, int cards) {
    return new GpuTeam(
        PlatformChecks.dnsLabel("team", name),
        PlatformChecks.atLeast("team " + name, 1, cards),
        name,
        GpuQuota.of(QUOTA),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** Where its pods are. */
  public GpuTeam namespace(String namespace) {
    return new GpuTeam(
        name,
        cards,
        PlatformChecks.dnsLabel("namespace", namespace),
        quota,
        perPod,
        unstated,
        borrows,
        lends);
  }

  /** At most so many pods. */
  public GpuTeam pods(int most) {
    return with(quota.pods(most));
  }

  /**
   * At most so much CPU and memory. From then on its pods must state both; {@link #unstated} states
   * them where a pod does not.
   */
  public GpuTeam requests(String cpu, String memory) {
    return with(quota.requests(cpu, memory));
  }

  private GpuTeam with(GpuQuota changed) {
    return new GpuTeam(name, cards, namespace, changed, perPod, unstated, borrows, lends);
  }

  /** At most so many cards for one pod. */
  public GpuTeam perPod(int most) {
    return new GpuTeam(
        name,
        cards,
        namespace,
        quota,
        Optional.of(PlatformChecks.atLeast("cards of a pod", 1, most)),
        unstated,
        borrows,
        lends);
  }

  /** What a container requests of CPU and memory where it states neither a request nor a limit. */
  public GpuTeam unstated(String cpu, String memory) {
    return new GpuTeam(
        name,
        cards,
        namespace,
        quota,
        perPod,
        Optional.of(GpuLimitRange.of(LIMITS).unstated(cpu, memory)),
        borrows,
        lends);
  }

  /**
   * At most so many cards beyond its own, where a queue lends them; as many as there are unless
   * said.
   */
  public GpuTeam borrows(int most) {
    return new GpuTeam(
        name,
        cards,
        namespace,
        quota,
        perPod,
        unstated,
        Optional.of(PlatformChecks.atLeast("borrows", 0, most)),
        lends);
  }

  /**
   * At most so many of its own cards are lent to other teams where a queue lends them; all of them
   * unless said.
   */
  public GpuTeam lends(int most) {
    return new GpuTeam(
        name,
        cards,
        namespace,
        quota,
        perPod,
        unstated,
        borrows,
        Optional.of(PlatformChecks.atLeast("lends", 0, most)));
  }

  /** Its name. */
  public String name() {
    return name;
  }

  /** How many cards are its own. */
  public int cards() {
    return cards;
  }

  /** Where its pods are. */
  public String namespace() {
    return namespace;
  }

  Optional<Integer> borrows() {
    return borrows;
  }

  Optional<Integer> lends() {
    return lends;
  }

  GpuQuota quota(String resource) {
    return quota.namespace(namespace).gpus(resource, cards);
  }

  /** What it may have beside cards, where that was said. */
  Optional<GpuQuota> quotaBesideCards() {
    return Optional.of(quota.namespace(namespace)).filter(quota -> !quota.isOfNothing());
  }

  /** What limits one pod of it, if anything does. */
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

  /** Such as {@code ml 32}. */
  @Override
  public String toString() {
    return name + " " + cards;
  }
}
