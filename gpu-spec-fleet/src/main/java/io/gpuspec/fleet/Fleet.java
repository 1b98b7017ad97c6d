package io.gpuspec.fleet;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.Match;
import io.gpuspec.Share;
import io.gpuspec.Target;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.EnumWords;
import io.gpuspec.internal.Words;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.UnknownNameException;
import io.gpuspec.value.Word;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A question: which nodes of a target do these pods need together, at what least cost?
 *
 * <pre>{@code
 * Fleet fleet =
 *     Fleet.of(gpus.in("eks"))
 *         .demand(Demand.of("api", GpuRequest.of("A10G", "L4").cpu(3).replicas(6)))
 *         .demand(Demand.of("train", GpuRequest.of(4, "A10G").cpu(40).memory("150Gi")))
 *         .limit("g6.xlarge", 2);
 * fleet.plan();    // 11.192 USD per hour on eks, the least possible: 7 nodes
 * }</pre>
 *
 * <p>It is immutable. The same question has the same plan: no clock, and no chance that is not
 * fixed.
 */
public final class Fleet {

  /** What the plan minimizes. */
  public enum Objective implements Word {
    /** The list price of all new nodes. */
    CHEAPEST("cheapest"),
    /** The number of new nodes. */
    FEWEST_NODES("fewest"),
    /** The nominal GPU memory of all new nodes. */
    LEAST_WASTE("least-waste");

    private final String word;

    Objective(String word) {
      this.word = word;
    }

    /**
     * Returns the constant for its word.
     *
     * @throws InvalidValueException if no constant has that word
     */
    public static Objective parse(String word) {
      return EnumWords.parse(
          "prefer", Objective.class, Arguments.required("prefer", word, "a word"));
    }

    /** Returns its word on the command line, such as {@code least-waste}. */
    @Override
    public String toString() {
      return word;
    }
  }

  private final Target target;
  private final ImmutableList<Demand> demands;
  private final Rules rules;
  private final Cluster cluster;
  private final Optional<Objective> objective;
  private final BooleanSupplier stop;

  /** What new nodes there may be. */
  private record Rules(
      ImmutableMap<String, Integer> limits,
      ImmutableMap<String, Long> quotas,
      ImmutableList<String> only,
      ImmutableList<String> zones) {
    static final Rules NONE =
        new Rules(ImmutableMap.of(), ImmutableMap.of(), ImmutableList.of(), ImmutableList.of());
  }

  /** What is there: the nodes, and what comes to new ones, too. */
  private record Cluster(ImmutableList<ExistingNode> nodes, DaemonSets daemonSets) {
    static final Cluster NONE = new Cluster(ImmutableList.of(), DaemonSets.NONE);
  }

  private Fleet(
      Target target,
      List<Demand> demands,
      Rules rules,
      Cluster cluster,
      Optional<Objective> prefer,
      BooleanSupplier stop) {
    this.target = target;
    this.demands = ImmutableList.copyOf(demands);
    this.rules = rules;
    this.cluster = cluster;
    this.objective = prefer;
    this.stop = stop;
  }

  /** Returns a fleet without pods on a target. */
  public static Fleet of(Target target) {
    return new Fleet(
        Arguments.required("target", target, "a Target"),
        List.of(),
        Rules.NONE,
        Cluster.NONE,
        Optional.empty(),
        () -> false);
  }

  /**
   * Returns a copy with these pods too.
   *
   * @throws InvalidValueException if there are pods of that name already
   */
  public Fleet demand(Demand demand) {
    return demands(List.of(Arguments.required("demand", demand, "a Demand")));
  }

  /**
   * Returns a copy with all these pods too.
   *
   * @throws InvalidValueException if two have the same name
   */
  public Fleet demands(Collection<Demand> more) {
    List<Demand> all =
        ImmutableList.<Demand>builder()
            .addAll(demands)
            .addAll(Arguments.copied("demands", more, "Demands"))
            .build();
    Set<String> names = new HashSet<>();
    for (Demand each : all) {
      if (!names.add(each.name())) {
        throw new InvalidValueException(
            "fleet.duplicate",
            "fleet: two workloads are called '%s'; give each its own name".formatted(each.name()));
      }
    }
    return withDemands(target, all);
  }

  private Fleet withDemands(Target variant, List<Demand> all) {
    return new Fleet(variant, all, rules, cluster, objective, stop);
  }

  private Fleet with(Rules changed) {
    return new Fleet(target, demands, changed, cluster, objective, stop);
  }

  /**
   * Returns a copy with at most so many new nodes of a row, such as what is in stock or what a
   * quota allows.
   *
   * @throws UnknownNameException if the target's catalog has no such row
   * @throws InvalidValueException if the number is negative
   */
  public Fleet limit(String row, int most) {
    Arguments.required("limit", row, "the name of a row");
    requireRow(row);
    if (most < 0) {
      throw new InvalidValueException(
          "fleet.out-of-range",
          "limit %s: '%s' is not a number of nodes; write 0 or more".formatted(row, most));
    }
    return with(
        new Rules(and(rules.limits(), row, most), rules.quotas(), rules.only(), rules.zones()));
  }

  private void requireRow(String row) {
    List<String> names = target.catalog().specs().stream().map(GpuSpec::name).toList();
    if (!names.contains(row)) {
      throw new UnknownNameException("fleet.unknown", target.id() + " row", row, names);
    }
  }

  /**
   * Returns a copy with at most so many vCPUs on new nodes of all rows whose names begin so, in any
   * case: {@code quota("G", 256)} is a quota of G instances.
   *
   * @throws UnknownNameException if no row's name begins so
   * @throws InvalidValueException if the number is negative
   */
  public Fleet quota(String bucket, long most) {
    requireBucket("quota", bucket);
    if (most < 0) {
      throw new InvalidValueException(
          "fleet.out-of-range",
          "quota %s: '%s' is not a number of vCPUs; write 0 or more".formatted(bucket, most));
    }
    return with(
        new Rules(rules.limits(), and(rules.quotas(), bucket, most), rules.only(), rules.zones()));
  }

  private void requireBucket(String what, String bucket) {
    Arguments.required(what, bucket, "the beginning of names of rows");
    List<String> names = target.catalog().specs().stream().map(GpuSpec::name).toList();
    if (bucket.isBlank() || names.stream().noneMatch(name -> isIn(bucket, name))) {
      throw new UnknownNameException(
          "fleet.unknown", what + ": beginning of a row's name of " + target.id(), bucket, names);
    }
  }

  /**
   * Returns a copy that takes new nodes only of rows whose names begin with one of these, such as
   * {@code g5}.
   *
   * @throws UnknownNameException if no row's name begins so
   */
  public Fleet only(String... beginnings) {
    List<String> all =
        Arguments.copied(
            "only",
            Arrays.asList(Arguments.required("only", beginnings, "names")),
            "names of rows");
    all.forEach(each -> requireBucket("only", each));
    return with(
        new Rules(rules.limits(), rules.quotas(), ImmutableList.copyOf(all), rules.zones()));
  }

  /**
   * Returns a copy whose new nodes can be in these zones, all for the same price. Without them, the
   * zones of existing nodes are taken, or else three, if pods need zones.
   *
   * @throws InvalidValueException if no zone is given, a name is blank, or one is a duplicate
   */
  public Fleet zones(String... names) {
    List<String> all =
        Arguments.copied(
            "zones", Arrays.asList(Arguments.required("zones", names, "names")), "names of zones");
    if (all.isEmpty() || all.stream().anyMatch(String::isBlank)) {
      throw new InvalidValueException(
          "fleet.malformed",
          "zones: '%s' names none, or a blank one; name zones such as us-east-1a"
              .formatted(String.join(",", all)));
    }
    if (new HashSet<>(all).size() < all.size()) {
      throw new InvalidValueException(
          "fleet.duplicate",
          "zones: '%s' has a zone twice; name each once".formatted(String.join(",", all)));
    }
    return with(new Rules(rules.limits(), rules.quotas(), rules.only(), ImmutableList.copyOf(all)));
  }

  static boolean isIn(String bucket, String row) {
    return row.toLowerCase(Locale.ROOT).startsWith(bucket.toLowerCase(Locale.ROOT));
  }

  /**
   * Returns a copy with nodes that are there already, which cost nothing more.
   *
   * @throws InvalidValueException if two have the same name
   */
  public Fleet existing(Collection<ExistingNode> nodes) {
    List<ExistingNode> all =
        ImmutableList.<ExistingNode>builder()
            .addAll(existing())
            .addAll(Arguments.copied("nodes", nodes, "ExistingNodes"))
            .build();
    Set<String> names = new HashSet<>();
    for (ExistingNode each : all) {
      if (!names.add(each.name())) {
        throw new InvalidValueException(
            "fleet.duplicate",
            "fleet: two nodes are called '%s'; give each its own name".formatted(each.name()));
      }
    }
    return with(target, new Cluster(ImmutableList.copyOf(all), cluster.daemonSets()));
  }

  /**
   * Returns a copy with the nodes of a cluster, which cost nothing more. New nodes carry the most
   * that DaemonSets request on a node with GPUs there, as far as {@link #target} has options for it
   * that are not chosen. So match pods of manifests on that target, with these nodes given.
   *
   * @throws InvalidValueException if two nodes have the same name
   */
  public Fleet existing(ClusterState state) {
    Arguments.required("state", state, "a ClusterState");
    Fleet with = existing(state.nodes());
    DaemonSets all = cluster.daemonSets().most(state.daemonSets());
    return with.with(all.on(target), new Cluster(with.cluster.nodes(), all));
  }

  private Fleet with(Target variant, Cluster changed) {
    return new Fleet(variant, demands, rules, changed, objective, stop);
  }

  /**
   * Returns a copy that minimizes this; by default the price, or the number of nodes if no price is
   * known.
   */
  public Fleet objective(Objective least) {
    return new Fleet(
        target,
        demands,
        rules,
        cluster,
        Optional.of(Arguments.required("objective", least, "an Objective")),
        stop);
  }

  /**
   * Returns a copy whose nodes for the pods so far are bought in this way; the price of spot nodes
   * comes from an overlay. Pods that are added later are bought as their requests say.
   */
  public Fleet capacityType(CapacityType type) {
    Arguments.required("capacityType", type, "a CapacityType");
    return remade(UnaryOperator.identity(), request -> true, request -> request.capacityType(type));
  }

  /**
   * Returns a copy in which each pod with one whole card has a time slice of a card that so many
   * pods share. Nothing keeps their memory apart: whether it suffices is not judged. Pods that are
   * added later have whole cards, and {@link #withMig} before it still holds.
   *
   * @throws UnknownNameException if the target has no time slicing
   * @throws InvalidValueException if the number is below 2
   */
  public Fleet timeSliced(int podsPerCard) {
    return remade(
        its -> its.with("card-replicas", "time-slicing:" + podsPerCard),
        request -> isOneWholeCard(request.devices()),
        request -> request.devices(request.devices().replica()));
  }

  /**
   * Returns a copy in which each pod with one whole card that states how much GPU memory it needs
   * can also have a MIG instance with that much, where that costs less. Whether the instance's
   * compute suffices is not judged. A node has instances of one profile. It is for the pods so far,
   * whatever is changed of them later.
   */
  public Fleet withMig() {
    return withDemands(
        target, demands.stream().map(each -> MigWays.of(targetOf(each), each)).toList());
  }

  /**
   * Returns a copy on another target of the same provider, such as {@code tke/qgpu}, in which each
   * pod with one whole GPU that states how much GPU memory it needs gets a share of that much, in
   * whole GiB. Whether a part of a GPU's compute suffices is not checked. The GPUs of a node have
   * shares of one size. Pods that are added later get what they request.
   */
  public Fleet shared(Target other) {
    Arguments.required("target", other, "a Target whose cards are shared");
    Target sharing = cluster.daemonSets().on(other);
    return remade(
        its -> sharing,
        request -> isOneWholeCard(request.devices()) && memory(request).isPresent(),
        request -> request.devices(share(request)));
  }

  private static Optional<MemorySize> memory(GpuRequest request) {
    return request.devices().memoryAtLeast().filter(memory -> !memory.isZero());
  }

  private static Devices share(GpuRequest request) {
    long bytes = memory(request).orElse(MemorySize.ZERO).toBytes();
    long gibibytes = (bytes + (1L << 30) - 1) >> 30;
    Devices any =
        request.devices().names().isEmpty()
            ? Devices.any()
            : Devices.anyOf(request.devices().names().toArray(String[]::new));
    return any.shared(Share.of(gibibytes + "Gi"));
  }

  static boolean isOneWholeCard(Devices devices) {
    return devices.count() == 1
        && devices.totalMemoryAtLeast().isEmpty()
        && devices.share().isEmpty()
        && devices.migProfile().isEmpty()
        && !devices.isReplica();
  }

  private Fleet remade(
      UnaryOperator<Target> of, Predicate<GpuRequest> which, UnaryOperator<GpuRequest> change) {
    Target variant = of.apply(target);
    List<Demand> all =
        demands.stream()
            .map(
                each ->
                    which.test(each.asked()) || !isOn(variant, each)
                        ? each.rematched(of.apply(targetOf(each)), which, change)
                        : each)
            .toList();
    // A fleet of time slices is still of its target, and its rows are the same.
    return withDemands(variant.id().equals(target.id()) ? target : variant, all);
  }

  /**
   * Returns the workloads whose pods require more than is counted: also those with a limit for each
   * node or zone, of which pods run on existing nodes already.
   */
  List<Demand> partlyCounted() {
    return demands.stream().filter(each -> each.isPartlyCounted() || isScaled(each)).toList();
  }

  private boolean isScaled(Demand demand) {
    boolean isLimited =
        demand.maxPerNode().isPresent()
            || demand.maxPerZone().isPresent()
            || demand.isEvenlyOverZones();
    return isLimited && demand.selection().filter(this::runs).isPresent();
  }

  private boolean runs(Selection pods) {
    return existing().stream()
        .flatMap(node -> node.view().stream())
        .flatMap(view -> view.pods().stream())
        .anyMatch(pods::areLike);
  }

  /** Returns the target that pods were matched on, which can have options of their own. */
  private Target targetOf(Demand demand) {
    return demand
        .match()
        .map(Match::target)
        .filter(each -> each.id().equals(target.id()))
        .orElse(target);
  }

  private static boolean isOn(Target variant, Demand demand) {
    return demand.target().map(variant.id()::equals).orElse(true);
  }

  /**
   * Returns a copy that stops as soon as this says so, with the best plan and the bound so far. By
   * default a plan stops after a fixed amount of work, so that it is always the same.
   */
  public Fleet stopWhen(BooleanSupplier stop) {
    return new Fleet(
        target,
        demands,
        rules,
        cluster,
        objective,
        Arguments.required("stop", stop, "a BooleanSupplier"));
  }

  private static <T> ImmutableMap<String, T> and(Map<String, T> map, String key, T value) {
    Map<String, T> all = new TreeMap<>(map);
    all.put(key, value);
    return ImmutableMap.copyOf(all);
  }

  /**
   * Returns the plan.
   *
   * @throws InvalidValueException if prices that have to be compared are in several currencies
   */
  public FleetPlan plan() {
    return FleetPlan.of(this, Supply.of(this));
  }

  /** Returns the target whose nodes are planned. */
  public Target target() {
    return target;
  }

  List<Demand> demands() {
    return demands;
  }

  /**
   * Returns the most new nodes of each row that has a limit; of your own there are only so many.
   */
  Map<String, Integer> limits() {
    Map<String, Integer> all = new TreeMap<>(rules.limits());
    for (GpuSpec spec : target.catalog().specs()) {
      int known = (int) existing().stream().filter(node -> node.spec().equals(spec.name())).count();
      spec.nodes()
          .ifPresent(there -> all.merge(spec.name(), Math.max(0, there - known), Math::min));
    }
    return all;
  }

  Map<String, Long> quotas() {
    return rules.quotas();
  }

  List<ExistingNode> existing() {
    return cluster.nodes();
  }

  /** Returns the zones that new nodes can be in; none if they were not named. */
  List<String> zones() {
    return rules.zones();
  }

  Optional<Objective> objective() {
    return objective;
  }

  BooleanSupplier stop() {
    return stop;
  }

  /** Returns whether new nodes may be of a row. */
  boolean allows(String row) {
    return rules.only().isEmpty() || rules.only().stream().anyMatch(each -> isIn(each, row));
  }

  /** Returns text such as {@code 2 workloads, 7 pods on eks}. */
  @Override
  public String toString() {
    int pods = demands.stream().mapToInt(each -> each.request().replicas()).sum();
    return "%s, %s on %s"
        .formatted(Words.count(demands.size(), "workload"), Words.count(pods, "pod"), target.id());
  }
}
