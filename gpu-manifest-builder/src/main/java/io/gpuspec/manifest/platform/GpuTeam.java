package io.gpuspec.manifest.platform;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A team that shares a pool of GPUs: how many are its own, and in which namespace.
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
  private final String namespace;
  private final Limits limits;
  private final Lending lending;

  /** What its pods may have beside cards, and each of them of cards. */
  private record Limits(
      GpuQuota quota, Optional<Integer> perPod, Optional<GpuLimitRange> unstated) {}

  /** What it takes and gives where a queue lends cards; whatever there is unless said. */
  private record Lending(Optional<Integer> borrows, Optional<Integer> lends) {}

  private GpuTeam(String name, int cards, String namespace, Limits limits, Lending lending) {
    this.name = name;
    this.cards = cards;
    this.namespace = namespace;
    this.limits = limits;
    this.lending = lending;
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
        new Limits(GpuQuota.of(QUOTA), Optional.empty(), Optional.empty()),
        new Lending(Optional.empty(), Optional.empty()));
  }

  /** Where its pods are. */
  public GpuTeam namespace(String namespace) {
    return new GpuTeam(
        name, cards, PlatformChecks.dnsLabel("namespace", namespace), limits, lending);
  }

  /** At most so many pods. */
  public GpuTeam pods(int most) {
    return with(new Limits(limits.quota().pods(most), limits.perPod(), limits.unstated()));
  }

  /**
   * At most so much CPU and memory. From then on its pods must state both; {@link #unstated} states
   * them where a pod does not.
   */
  public GpuTeam requests(String cpu, String memory) {
    return with(
        new Limits(limits.quota().requests(cpu, memory), limits.perPod(), limits.unstated()));
  }

  /** At most so many cards for one pod, of its own and what it {@link #borrows}. */
  public GpuTeam perPod(int most) {
    PlatformChecks.atLeast("cards of a pod", 1, most);
    return with(new Limits(limits.quota(), Optional.of(most), limits.unstated()));
  }

  /** What a container requests of CPU and memory where it states neither a request nor a limit. */
  public GpuTeam unstated(String cpu, String memory) {
    GpuLimitRange unstated = GpuLimitRange.of(LIMITS).unstated(cpu, memory);
    return with(new Limits(limits.quota(), limits.perPod(), Optional.of(unstated)));
  }

  /**
   * At most so many cards beyond its own, where a queue lends them; as many as there are unless
   * said.
   */
  public GpuTeam borrows(int most) {
    PlatformChecks.atLeast("borrows", 0, most);
    return with(new Lending(Optional.of(most), lending.lends()));
  }

  /**
   * At most so many of its own cards are lent to other teams where a queue lends them; all of them
   * unless said.
   */
  public GpuTeam lends(int most) {
    PlatformChecks.atLeast("lends", 0, most);
    return with(new Lending(lending.borrows(), Optional.of(most)));
  }

  private GpuTeam with(Limits changed) {
    return new GpuTeam(name, cards, namespace, changed, lending);
  }

  private GpuTeam with(Lending changed) {
    return new GpuTeam(name, cards, namespace, limits, changed);
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
    return lending.borrows();
  }

  Optional<Integer> lends() {
    return lending.lends();
  }

  /** What is wrong between its own figures. */
  List<String> problems() {
    List<String> problems = new ArrayList<>();
    int borrowed = borrows().orElse(0);
    limits
        .perPod()
        .filter(pod -> pod > (long) cards + borrowed)
        .ifPresent(
            pod ->
                problems.add(
                    "perPod: '%d' is more than team %s can have, %d of its own and %d that it borrows; give at most that"
                        .formatted(pod, name, cards, borrowed)));
    lends()
        .filter(lent -> lent > cards)
        .ifPresent(
            lent ->
                problems.add(
                    "lends: '%d' is more than the %d of team %s; give at most that"
                        .formatted(lent, cards, name)));
    return problems;
  }

  GpuQuota quota(String resource) {
    return limits.quota().namespace(namespace).gpus(resource, cards);
  }

  /** What it may have beside cards, where that was said. */
  Optional<GpuQuota> quotaBesideCards() {
    return Optional.of(limits.quota().namespace(namespace)).filter(quota -> !quota.isOfNothing());
  }

  /** What limits one pod of it, if anything does. */
  Optional<GpuLimitRange> limits(String resource) {
    if (limits.perPod().isEmpty()) {
      return limits.unstated().map(unstated -> unstated.namespace(namespace));
    }
    return Optional.of(
        limits
            .unstated()
            .orElse(GpuLimitRange.of(LIMITS))
            .namespace(namespace)
            .perPod(resource, limits.perPod().get()));
  }

  /** Such as {@code ml 32}. */
  @Override
  public String toString() {
    return name + " " + cards;
  }
}
