package io.gpuspec.share;

import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.text.Quoted;
import io.gpuspec.kube.KubeNames;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Note;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Cards that NVIDIA's device plugin advertises several times, by time slicing or by MPS.
 *
 * <pre>{@code
 * Replicas four = Replicas.timeSlicing(4);
 * four.sharedResource();              // nvidia.com/gpu
 * four.renameByDefault().sharedResource();    // nvidia.com/gpu.shared
 * four.node("Tesla T4", 2);           // 2 x T4, time-slicing: {nvidia.com/gpu=8}
 * four.of("T4").notes();              // replicas.no-memory-isolation: no memory is kept ...
 * Replicas.mps(3).of("T4");
 *     // 1/3 of T4 (mps): at most 5036Mi, at most 33% of the threads
 * }</pre>
 *
 * <p>It is immutable. All cards of a node are shared in the same way: the plugin ignores the fields
 * {@code rename} and {@code devices} of its config. Source: NVIDIA k8s-device-plugin 0.20.0,
 * api/config/v1.
 */
public final class Replicas {
  /** The resource of whole cards. */
  static final String CARDS = "nvidia.com/gpu";

  private static final String PREFIX = "nvidia.com/";
  private static final String MIG = PREFIX + "mig-";
  private static final String SHARED = ".shared";
  private static final int LONGEST_NAME = 63;

  private final SharingStrategy strategy;
  private final int count;
  private final String resource;
  private final boolean renameByDefault;
  private final Optional<Boolean> failing;

  private Replicas(
      SharingStrategy strategy,
      int count,
      String resource,
      boolean renamed,
      Optional<Boolean> failing) {
    this.strategy = strategy;
    this.count = count;
    this.resource = resource;
    this.renameByDefault = renamed;
    this.failing = failing;
  }

  /**
   * Returns replicas for this many containers that take turns on each card.
   *
   * @throws InvalidValueException if there are fewer than 2
   */
  public static Replicas timeSlicing(int replicas) {
    return of(SharingStrategy.TIME_SLICING, replicas);
  }

  /**
   * Returns replicas for this many containers that run on each card at once, through NVIDIA's
   * Multi-Process Service.
   *
   * @param replicas from 2 to 48; 16 on a card below compute capability 7.5, such as V100
   * @throws InvalidValueException if there are fewer or more
   */
  public static Replicas mps(int replicas) {
    return of(SharingStrategy.MPS, replicas);
  }

  private static Replicas of(SharingStrategy strategy, int replicas) {
    return new Replicas(
        strategy, ReplicaRules.checked(strategy, replicas), CARDS, false, Optional.empty());
  }

  /** Returns a copy that is advertised under the separate name {@code <resource>.shared}. */
  public Replicas renameByDefault() {
    return new Replicas(strategy, count, resource, true, failing);
  }

  /**
   * The same of another resource than {@code nvidia.com/gpu}, such as {@code
   * nvidia.com/mig-1g.5gb}.
   *
   * @param name with or without {@code nvidia.com/}
   * @throws InvalidValueException if it is not a valid resource name of at most 63 characters, or
   *     that of MIG instances with MPS
   */
  public Replicas ofResource(String name) {
    Arguments.required("resource", name, "a resource, such as nvidia.com/mig-1g.5gb");
    String own = name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name;
    if (!KubeNames.isSubdomain(own) || PREFIX.length() + own.length() > LONGEST_NAME) {
      throw new InvalidValueException(
          "share.malformed",
          "resource: %s is not a resource of NVIDIA's device plugin; write nvidia.com/ and a name of a-z, 0-9, - and ., at most %s characters in all"
              .formatted(Quoted.of(name), LONGEST_NAME));
    }
    if (strategy == SharingStrategy.MPS && (PREFIX + own).startsWith(MIG)) {
      throw new InvalidValueException(
          "share.unsupported",
          "resource: '%s' is MIG instances, and MPS is for whole cards alone; use time slicing"
              .formatted(PREFIX + own));
    }
    return new Replicas(strategy, count, PREFIX + own, renameByDefault, failing);
  }

  /**
   * Returns a copy with the field {@code failRequestsGreaterThanOne}: whether a container that
   * requests more than one replica is rejected ({@link #refusal}). If unset, time slicing accepts
   * it and MPS refuses it; NVIDIA recommends to refuse it. MPS takes it only since version 0.20.0
   * of the plugin.
   */
  public Replicas failRequestsGreaterThanOne(boolean fail) {
    return new Replicas(strategy, count, resource, renameByDefault, Optional.of(fail));
  }

  /** Returns whether the cards are shared by MPS; by time slices otherwise. */
  public boolean isMps() {
    return strategy == SharingStrategy.MPS;
  }

  /**
   * Returns the word for how the cards are shared, as in the node label {@code
   * nvidia.com/gpu.sharing-strategy}: {@code mps} or {@code time-slicing}.
   */
  public String sharing() {
    return strategy.toString();
  }

  SharingStrategy strategy() {
    return strategy;
  }

  /** Returns how many replicas there are of each card. */
  public int count() {
    return count;
  }

  /** Returns what is shared: {@code nvidia.com/gpu} unless another resource was named. */
  public String resource() {
    return resource;
  }

  /**
   * Returns the resource that pods request: its own name, or {@code <resource>.shared} if it is
   * renamed.
   */
  public String sharedResource() {
    return renameByDefault ? resource + SHARED : resource;
  }

  /** Returns whether it has its own name. */
  public boolean isRenamedByDefault() {
    return renameByDefault;
  }

  /** Returns the value of {@code failRequestsGreaterThanOne}, if it was set. */
  public Optional<Boolean> failRequestsGreaterThanOne() {
    return failing;
  }

  /** Returns whether a container that requests more than one replica is rejected. */
  public boolean isOneAtATime() {
    return failing.orElse(ReplicaRules.failsByDefault(strategy));
  }

  /** The first version of the plugin that does all of this, such as {@code 0.15.0}. */
  public String since() {
    return isMps() && !isOneAtATime()
        ? ReplicaRules.severalSince(strategy)
        : ReplicaRules.since(strategy);
  }

  /**
   * The plugin's answer to a container that requests this many, if only one at a time is allowed.
   * The pod then has the status {@code UnexpectedAdmissionError}, and is not started again.
   *
   * @return empty if the container gets them
   */
  public Optional<String> refusal(int asked) {
    return isOneAtATime() && asked > 1
        ? Optional.of(
            "invalid request: maximum request size for shared resources is 1; found " + asked)
        : Optional.empty();
  }

  /**
   * Returns what one replica of a card is.
   *
   * @param gpu the model's name, such as {@code T4}
   * @throws io.gpuspec.value.UnknownNameException if no model has the name
   * @throws InvalidValueException if several have it, or MPS has fewer clients on it
   */
  public Replica of(String gpu) {
    return new Replica(this, SharedGpu.of(gpu, this));
  }

  /**
   * Returns what a node with such cards shows.
   *
   * @param gpu a model's name; the driver's, such as {@code Tesla T4}, is what labels are made of
   * @param cards 1 or more
   * @throws io.gpuspec.value.UnknownNameException if no model has the name
   * @throws InvalidValueException if several have it, MPS has fewer clients on it, or MIG instances
   *     are shared
   */
  public ReplicaNode node(String gpu, int cards) {
    return ReplicaNode.of(this, SharedGpu.of(gpu, this), cards);
  }

  /** Returns what a container with a replica is not promised, each with its source. */
  public Listing<Note> notes() {
    return Listing.copyOf(ReplicaRules.notGuaranteed(strategy));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Replicas that
        && strategy == that.strategy
        && count == that.count
        && resource.equals(that.resource)
        && renameByDefault == that.renameByDefault
        && failing.equals(that.failing);
  }

  @Override
  public int hashCode() {
    return Objects.hash(strategy, count, resource, renameByDefault, failing);
  }

  /**
   * Returns text such as {@code 4 replicas of nvidia.com/gpu (time-slicing), as
   * nvidia.com/gpu.shared}.
   */
  @Override
  public String toString() {
    return "%s replicas of %s (%s)".formatted(count, resource, strategy)
        + (renameByDefault ? ", as " + sharedResource() : "");
  }
}
