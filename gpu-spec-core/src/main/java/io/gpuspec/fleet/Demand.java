package io.gpuspec.fleet;

import io.gpuspec.GpuRequest;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.internal.Arguments;
import io.gpuspec.value.InvalidValueException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;

/**
 * Equal pods that need a place in a fleet.
 *
 * <pre>{@code
 * Demand.of("api", GpuRequest.of("A10G").cpu(3).memory("12Gi").replicas(4));
 *     // 4 x api: A10G x1, 3 cores, 12Gi
 * Demand.of("db", GpuRequest.of("T4").replicas(2)).maxPerNode(1);
 *     // 2 x db: T4 x1, at most 1 on a node
 * }</pre>
 *
 * <p>It is immutable. The pods are called {@code api-0}, {@code api-1} and so on.
 */
public final class Demand {
  private static final int MOST_SHOWN = 200;

  private final String name;
  private final GpuRequest request;
  private final Optional<Match> match;
  private final OptionalInt maxPerNode;
  private final String pool;

  private Demand(
      String name, GpuRequest request, Optional<Match> match, OptionalInt maxPerNode, String pool) {
    this.name = name;
    this.request = request;
    this.match = match;
    this.maxPerNode = maxPerNode;
    this.pool = pool;
  }

  /**
   * Returns a demand for as many pods as the request has replicas. Of several GPUs that it names,
   * any will do, in any order.
   *
   * @throws InvalidValueException if the name is blank
   */
  public static Demand of(String name, GpuRequest request) {
    return new Demand(
        checked(name),
        Arguments.required("request", request, "a GpuRequest"),
        Optional.empty(),
        OptionalInt.empty(),
        "");
  }

  /**
   * Returns a demand for the pods of a match, such as that of a manifest, on the nodes that they
   * can run on.
   *
   * @throws InvalidValueException if the name is blank
   */
  public static Demand of(String name, Match match) {
    Arguments.required("match", match, "a Match");
    return new Demand(checked(name), match.request(), Optional.of(match), OptionalInt.empty(), "");
  }

  private static String checked(String name) {
    if (Arguments.required("name", name, "a text").isBlank()) {
      throw new InvalidValueException(
          "fleet.malformed", "name: '%s' is blank; give the pods a name".formatted(name));
    }
    return name;
  }

  /**
   * Returns a copy of which a node takes at most so many pods; 1 keeps them on different nodes.
   *
   * @throws InvalidValueException if it is below 1
   */
  public Demand maxPerNode(int most) {
    if (most < 1) {
      throw new InvalidValueException(
          "fleet.out-of-range",
          "%s: maxPerNode '%d' is not a number of pods; write 1 or more".formatted(name, most));
    }
    return new Demand(name, request, match, OptionalInt.of(most), pool);
  }

  /**
   * Returns a copy in a pool, such as of a team: pods of different pools share no node. An empty
   * text is the pool of those without one.
   */
  public Demand pool(String pool) {
    return new Demand(name, request, match, maxPerNode, Arguments.required("pool", pool, "a text"));
  }

  /** Returns a copy with the request changed; that of a match stays as it was matched. */
  public Demand with(UnaryOperator<GpuRequest> wishes) {
    Arguments.required("wishes", wishes, "a function on requests");
    return match.isPresent()
        ? this
        : new Demand(name, wishes.apply(request), match, maxPerNode, pool);
  }

  /** Returns the name of the workload. */
  public String name() {
    return name;
  }

  /** Returns what each pod asks for, and how many there are. */
  public GpuRequest request() {
    return request;
  }

  /** Returns how many of its pods a node takes at most, if that is limited. */
  public OptionalInt maxPerNode() {
    return maxPerNode;
  }

  /** Returns the pool, empty if it is in none. */
  public String pool() {
    return pool;
  }

  /** Returns the same pods with another request, matched on a variant of their target. */
  Demand rematched(Target variant, UnaryOperator<GpuRequest> change) {
    GpuRequest changed = change.apply(match.map(Match::request).orElse(request));
    return new Demand(name, changed, Optional.of(variant.match(changed)), maxPerNode, pool);
  }

  /** Returns the match on a target; one that was given holds only there. */
  Match on(Target target) {
    if (match.isEmpty()) {
      return target.match(request.replicas(1));
    }
    if (!match.get().target().id().equals(target.id())) {
      throw new InvalidValueException(
          "match.conflict",
          "%s: was matched on '%s', not on '%s'; match it on the fleet's target"
              .formatted(name, match.get().target().id(), target.id()));
    }
    return match.get();
  }

  /** Returns text such as {@code 4 x api: A10G x1, 3 cores, 12Gi}. */
  @Override
  public String toString() {
    String asked = request.replicas(1).toString();
    return request.replicas()
        + " x "
        + name
        + ": "
        + (asked.length() > MOST_SHOWN ? asked.substring(0, MOST_SHOWN) + " ..." : asked)
        + (maxPerNode.isPresent() ? ", at most " + maxPerNode.getAsInt() + " on a node" : "")
        + (pool.isEmpty() ? "" : ", pool " + pool);
  }
}
