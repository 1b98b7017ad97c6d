package io.gpuspec.fleet;

import com.google.common.collect.ImmutableSortedMap;
import io.gpuspec.GpuRequest;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.internal.Arguments;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.InvalidValueException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Identical pods to be placed in a fleet.
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

  /**
   * Another way to run the same pods.
   *
   * @param gpus the GPUs for which it was made; the match may have more
   */
  record Other(Match.Found match, Set<String> gpus) {}

  private final String name;
  private final GpuRequest request;
  private final Optional<Match> match;
  private final List<Other> others;
  private final Place place;

  /** Where pods may be. */
  private record Place(
      OptionalInt maxPerNode,
      String pool,
      ImmutableSortedMap<String, String> labels,
      Zoning zoning,
      Optional<Selection> selection,
      boolean isPartlyCounted) {
    static final Place ANYWHERE =
        new Place(
            OptionalInt.empty(), "", ImmutableSortedMap.of(), Zoning.ANY, Optional.empty(), false);

    Place maxPerNode(int most) {
      return new Place(
          OptionalInt.of(Math.min(most, maxPerNode.orElse(most))),
          pool,
          labels,
          zoning,
          selection,
          isPartlyCounted);
    }

    Place pool(String other, ImmutableSortedMap<String, String> labelsOfIt) {
      return new Place(maxPerNode, other, labelsOfIt, zoning, selection, isPartlyCounted);
    }

    Place zoning(Zoning other) {
      return new Place(maxPerNode, pool, labels, other, selection, isPartlyCounted);
    }

    Place selection(Selection other) {
      return new Place(maxPerNode, pool, labels, zoning, Optional.of(other), isPartlyCounted);
    }

    Place partlyCounted() {
      return new Place(maxPerNode, pool, labels, zoning, selection, true);
    }
  }

  private Demand(
      String name, GpuRequest request, Optional<Match> match, List<Other> others, Place place) {
    this.name = name;
    this.request = request;
    this.match = match;
    this.others = List.copyOf(others);
    this.place = place;
  }

  /**
   * Returns a demand for as many pods as the request has replicas. Each pod gets any of the GPUs
   * that it names; their order does not matter.
   *
   * @throws InvalidValueException if the name is blank
   */
  public static Demand of(String name, GpuRequest request) {
    return new Demand(
        checked(name),
        Arguments.required("request", request, "a GpuRequest"),
        Optional.empty(),
        List.of(),
        Place.ANYWHERE);
  }

  /**
   * Returns a demand for the pods of a match, such as that of a manifest, on the nodes that they
   * can run on.
   *
   * @throws InvalidValueException if the name is blank
   */
  public static Demand of(String name, Match match) {
    Arguments.required("match", match, "a Match");
    return new Demand(
        checked(name), match.request(), Optional.of(match), List.of(), Place.ANYWHERE);
  }

  private static String checked(String name) {
    if (Arguments.required("name", name, "a text").isBlank()) {
      throw new InvalidValueException(
          "fleet.malformed", "name: '%s' is blank; give the pods a name".formatted(name));
    }
    return name;
  }

  /**
   * Returns a copy with another name.
   *
   * @throws InvalidValueException if the name is blank
   */
  public Demand name(String other) {
    return new Demand(checked(other), request, match, others, place);
  }

  /**
   * Returns a copy with a maximum number of pods per node; 1 keeps them on different nodes. If it
   * is set more than once, the smallest maximum counts.
   *
   * @throws InvalidValueException if it is below 1
   */
  public Demand maxPerNode(int most) {
    checkMost("maxPerNode", most);
    return with(place.maxPerNode(most));
  }

  private void checkMost(String what, int most) {
    if (most < 1) {
      throw new InvalidValueException(
          "fleet.out-of-range",
          "%s: %s '%s' is not a number of pods; write 1 or more".formatted(name, what, most));
    }
  }

  /**
   * Returns a copy with a maximum number of pods per zone; 1 keeps them in different zones. If it
   * is set more than once, the smallest maximum counts.
   *
   * @throws InvalidValueException if it is below 1
   */
  public Demand maxPerZone(int most) {
    checkMost("maxPerZone", most);
    return with(place.zoning(place.zoning().atMost(most)));
  }

  /**
   * Returns a copy whose pods are spread over the zones, so that no zone has two more than another.
   */
  public Demand evenlyOverZones() {
    return with(place.zoning(place.zoning().evenly()));
  }

  /**
   * Returns a copy whose pods are all in one zone; if it is set more than once, the last zone
   * counts. The maximum number of pods per zone holds for it, too.
   *
   * @throws InvalidValueException if its name is blank
   */
  public Demand inZone(String zone) {
    return with(place.zoning(place.zoning().in(name, zone)));
  }

  /**
   * Returns a copy whose pods require more than a plan counts, such as to be on other nodes than
   * those of another workload: the plan's bound holds, and it can take more nodes than it has.
   */
  public Demand partlyCounted() {
    return with(place.partlyCounted());
  }

  private Demand with(Place changed) {
    return new Demand(name, request, match, others, changed);
  }

  /**
   * Returns a copy in a pool, such as of a team: pods of different pools share no node. An empty
   * text is the pool of those without one.
   */
  public Demand pool(String pool) {
    Arguments.required("pool", pool, "a text");
    return with(place.pool(pool, ImmutableSortedMap.of()));
  }

  /**
   * Returns a copy in the pool of the nodes with these labels, such as {@code team: a}: new nodes
   * carry them, and pods that select other labels share no node with these. No label is the pool of
   * those without one.
   */
  public Demand pool(Map<String, String> labels) {
    ImmutableSortedMap<String, String> all = Arguments.sorted("labels", labels, "a map of labels");
    return with(
        place.pool(
            all.entrySet().stream().map(Object::toString).collect(Collectors.joining(",")), all));
  }

  /**
   * Returns a copy whose pods select nodes as this one does: of existing nodes whose labels and
   * taints are known, they take those that it selects and whose taints it tolerates. If it names
   * its node, they take that one alone, and no new one.
   */
  public Demand pod(PodView pod) {
    return with(Selection.of(Arguments.required("pod", pod, "a PodView")));
  }

  Demand with(Selection selection) {
    return with(place.selection(selection));
  }

  /** Returns how its pods select nodes, if that is known. */
  Optional<Selection> selection() {
    return place.selection();
  }

  /**
   * Returns a copy whose pods also request this amount of an extended resource, such as one that
   * only existing nodes have. New nodes must then be of rows that have it. A match is not changed.
   */
  public Demand resource(String resource, long amount) {
    return new Demand(name, request.resource(resource, amount), match, others, place);
  }

  /** Returns a copy with the request changed; that of a match stays as it was matched. */
  public Demand with(UnaryOperator<GpuRequest> wishes) {
    Function<GpuRequest, GpuRequest> given =
        Arguments.function("wishes", wishes, "a function from a request to a request");
    return match.isPresent() ? this : new Demand(name, given.apply(request), match, others, place);
  }

  /** Returns the name of the workload. */
  public String name() {
    return name;
  }

  /** Returns the request of each pod, and the number of pods. */
  public GpuRequest request() {
    return request;
  }

  /** Returns how many of its pods a node takes at most, if that is limited. */
  public OptionalInt maxPerNode() {
    return place.maxPerNode();
  }

  /** Returns how many of its pods a zone takes at most, if that is limited. */
  public OptionalInt maxPerZone() {
    return place.zoning().isLimited() ? OptionalInt.of(place.zoning().most()) : OptionalInt.empty();
  }

  /** Returns whether no zone has two more of its pods than another. */
  public boolean isEvenlyOverZones() {
    return place.zoning().isEven();
  }

  /** Returns the zone of all its pods, if they must be in one. */
  public Optional<String> zone() {
    return place.zoning().only();
  }

  /** Returns whether its pods require more than a plan counts. */
  public boolean isPartlyCounted() {
    return place.isPartlyCounted();
  }

  /** Returns the match that it was made of, if it was made of one. */
  public Optional<Match> match() {
    return match;
  }

  /** Returns the pool, empty if it is in none; of one with labels, these with commas between. */
  public String pool() {
    return place.pool();
  }

  /** Returns the labels of the pool's nodes; none if it has only a name. */
  public Map<String, String> poolLabels() {
    return place.labels();
  }

  /** Returns the id of the target that it was matched on, if it was. */
  Optional<String> target() {
    return match.map(each -> each.target().id());
  }

  Zoning zoning() {
    return place.zoning();
  }

  /** Returns what the pods ask for, as it was matched. */
  GpuRequest asked() {
    return match.map(Match::request).orElse(request);
  }

  /** Returns the same pods, which can also run in another way. */
  Demand or(Other other) {
    List<Other> more = new ArrayList<>(others);
    more.add(other);
    return new Demand(name, request, match, more, place);
  }

  List<Other> others() {
    return others;
  }

  /**
   * Returns the same pods with another request, matched on a variant of their target. Other ways to
   * run them are matched there too, and one that is not found there is no way any more.
   *
   * @param which the requests that are changed
   */
  Demand rematched(Target variant, Predicate<GpuRequest> which, UnaryOperator<GpuRequest> change) {
    UnaryOperator<GpuRequest> changed =
        request -> which.test(request) ? change.apply(request) : request;
    List<Other> ways = new ArrayList<>();
    for (Other other : others) {
      if (variant.match(changed.apply(other.match().request())) instanceof Match.Found found) {
        ways.add(new Other(found, other.gpus()));
      }
    }
    GpuRequest asked = changed.apply(asked());
    GpuRequest all = asked;
    for (Map.Entry<String, Long> each : request.resources().entrySet()) {
      all = all.resource(each.getKey(), each.getValue());
    }
    return new Demand(name, all, Optional.of(variant.match(asked)), ways, place);
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

  /** Returns what the pod of this number, from 0, is called. */
  String pod(int number) {
    return name + "-" + number;
  }

  /** Returns the same without extended resources and huge pages, unless it is matched already. */
  Demand withoutResources() {
    if (match.isPresent()) {
      return this;
    }
    GpuRequest less = request;
    for (String resource : request.resources().keySet()) {
      less = less.resource(resource, 0);
    }
    return new Demand(name, less, match, others, place);
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
        + (maxPerNode().isPresent() ? ", at most " + maxPerNode().getAsInt() + " on a node" : "")
        + place.zoning()
        + (pool().isEmpty() ? "" : ", pool " + pool());
  }
}
