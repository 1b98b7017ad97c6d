package io.gpuspec.manifest.platform;

import com.google.common.collect.ImmutableList;
import io.fabric8.kubernetes.api.model.Quantity;
import io.gpuspec.GpuRequest;
import io.gpuspec.Target;
import io.gpuspec.internal.dra.NvidiaDriver;
import io.gpuspec.kube.KubeNames;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.Reason;
import io.gpuspec.manifest.gang.KueueQueue;
import io.gpuspec.manifest.gang.VolcanoQueue;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.Placement;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Note;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A pool of GPUs and the teams that share it, as namespaces, quotas, limits and priorities, or as
 * queues that lend what a team does not use.
 *
 * <pre>{@code
 * Tenancy tenancy =
 *     Tenancy.of("nvidia.com/gpu", 96)
 *         .team("ml", 32)
 *         .team("nlp", 24)
 *         .team("vision", 16)
 *         .reserve("buffer", 8);
 * tenancy.unassigned();    // 16
 *
 * // Each team keeps to its own, or teams lend and borrow.
 * tenancy.objects().yaml();    // ... kind: ResourceQuota ... requests.nvidia.com/gpu: "32" ...
 * tenancy.kueue("shared", gpus.in("ack"), "ecs.gn7-c13g1.26xlarge").yaml();
 *     // ... kind: ClusterQueue ... cohortName: shared ...
 * }</pre>
 *
 * <p>Quotas can add up to more GPUs than the pool has, with a note in {@link #notes}: they are
 * ceilings, and teams that peak at different times use a pool better that way. No GPU is ever
 * allocated twice; pods within their quota wait instead.
 *
 * <p>It is immutable. Every count is of the one resource.
 */
public final class Tenancy {
  private static final String NONE_HERE = "gpu-quota";

  /** Cards that are assigned to no team. */
  private record Reserve(String name, int cards) {
    @Override
    public String toString() {
      return name + " " + cards + " in reserve";
    }
  }

  private final String resource;
  private final int pool;
  private ImmutableList<GpuTeam> teams = ImmutableList.of();
  private ImmutableList<Reserve> reserves = ImmutableList.of();
  private ImmutableList<GpuPriorityClass> priorities = ImmutableList.of();
  private ImmutableList<String> without = ImmutableList.of();

  private Tenancy(String resource, int pool) {
    this.resource = resource;
    this.pool = pool;
  }

  private Tenancy with(Consumer<Tenancy> step) {
    Tenancy copy = new Tenancy(resource, pool);
    copy.teams = teams;
    copy.reserves = reserves;
    copy.priorities = priorities;
    copy.without = without;
    step.accept(copy);
    return copy;
  }

  /**
   * A pool of so many of a device, such as {@code nvidia.com/gpu}, {@code nvidia.com/mig-1g.10gb}
   * or, in percent of a card, {@code tke.cloud.tencent.com/qgpu-core}.
   *
   * @throws InvalidValueException if it is not an extended resource, or less than one
   */
  public static Tenancy of(String resource, int pool) {
    return new Tenancy(
        TenancyChecks.resource(resource), Checks.atLeast("pool of " + resource, 1, pool));
  }

  /**
   * The pool that these nodes are: the sum of what pods can use of the device, on cordoned nodes
   * too.
   *
   * @throws InvalidValueException if no node has any
   */
  public static Tenancy of(String resource, List<NodeView> nodes) {
    Checks.given("nodes", nodes);
    TenancyChecks.resource(resource);
    int sum = 0;
    Set<String> there = new TreeSet<>();
    for (NodeView node : nodes) {
      there.addAll(Checks.given("node", node).allocatable().keySet());
      sum = Math.addExact(sum, count(node, resource));
    }
    if (sum == 0) {
      throw new InvalidValueException(
          "tenancy.out-of-range",
          "pool of %s: '0' of it on %s node%s, which offer %s"
              .formatted(resource, nodes.size(), nodes.size() == 1 ? "" : "s", there));
    }
    return of(resource, sum);
  }

  private static int count(NodeView node, String resource) {
    String amount = node.allocatable().getOrDefault(resource, "0");
    BigDecimal count = Quantity.getAmountInBytes(new Quantity(amount));
    try {
      return count.intValueExact();
    } catch (ArithmeticException e) {
      throw new InvalidValueException(
          "tenancy.malformed",
          "node %s: '%s' of %s is not a number of devices; write a whole number"
              .formatted(node.name(), amount, resource),
          e);
    }
  }

  /** Returns a copy with another team with this many cards, in the namespace of its name. */
  public Tenancy team(String name, int cards) {
    return team(GpuTeam.of(name, cards));
  }

  /**
   * Returns a copy with another team.
   *
   * @throws InvalidValueException if there is one of its name or in its namespace, the namespace
   *     gets none, or a pod of it may have, or it lends, more than it has
   */
  public Tenancy team(GpuTeam team) {
    checkNew(Checks.given("team", team).name(), team.cards());
    checkAgrees(team);
    for (GpuTeam other : teams) {
      if (other.namespace().equals(team.namespace())) {
        throw new InvalidValueException(
            "tenancy.duplicate",
            "team %s: '%s' is the namespace of %s, and a quota counts a namespace; give each team its own"
                .formatted(team.name(), team.namespace(), other.name()));
      }
    }
    return with(t -> t.teams = ImmutableCopies.add(t.teams, team));
  }

  private void checkAgrees(GpuTeam team) {
    List<String> problems = new ArrayList<>(team.problems());
    if (without.contains(team.namespace())) {
      problems.add(noneInItsOwn(team));
    }
    orThrow(problems);
  }

  private static String noneInItsOwn(GpuTeam team) {
    return "exclude: '%s' is the namespace of team %s, which has %s; remove it"
        .formatted(team.namespace(), team.name(), team.cards());
  }

  private static void orThrow(List<String> problems) {
    if (!problems.isEmpty()) {
      throw new InvalidValueException("tenancy.invalid", String.join("\n", problems));
    }
  }

  /**
   * Cards that no team has as its own. With quotas, they are only counted, because a quota keeps
   * nothing free; a queue lends them to teams that need more.
   */
  public Tenancy reserve(String name, int cards) {
    KubeNames.label("reserve", name);
    checkNew(name, Checks.atLeast("reserve " + name, 1, cards));
    Reserve reserve = new Reserve(name, cards);
    return with(t -> t.reserves = ImmutableCopies.add(t.reserves, reserve));
  }

  private void checkNew(String name, int cards) {
    if ((long) assigned() + reserved() + cards > Integer.MAX_VALUE) {
      throw new InvalidValueException(
          "tenancy.out-of-range",
          "team %s: '%s' cards beside the others' are more than can be counted; give fewer"
              .formatted(name, cards));
    }
    if (teams.stream().anyMatch(team -> team.name().equals(name))
        || reserves.stream().anyMatch(reserve -> reserve.name().equals(name))) {
      throw new InvalidValueException(
          "tenancy.duplicate",
          "team: '%s' is a duplicate; give all its cards at once".formatted(name));
    }
  }

  /**
   * Returns a copy with another PriorityClass, for all teams.
   *
   * @throws InvalidValueException if there is another of its name, or another global default
   */
  public Tenancy priority(GpuPriorityClass priority) {
    Checks.given("priority", priority);
    for (GpuPriorityClass other : priorities) {
      if (other.name().equals(priority.name())) {
        throw new InvalidValueException(
            "tenancy.duplicate",
            "priority class: '%s' is a duplicate; give it once".formatted(priority.name()));
      }
      if (other.isGlobalDefault() && priority.isGlobalDefault()) {
        throw new InvalidValueException(
            "tenancy.conflict",
            "priority class: '%s' is a global default as %s is, and a cluster has one; leave globalDefault() out of one of them"
                .formatted(priority.name(), other.name()));
      }
    }
    return with(t -> t.priorities = ImmutableCopies.add(t.priorities, priority));
  }

  /**
   * Returns a copy in which these existing namespaces get no cards, neither by the resource nor by
   * claims of the classes of NVIDIA's driver: without a quota, a namespace can use every card.
   *
   * @throws InvalidValueException if a name is not valid, or a team's; all problems of teams are
   *     reported together
   */
  public Tenancy exclude(String... namespaces) {
    List<String> more = new ArrayList<>(without);
    for (String namespace : Checks.all("namespace", namespaces)) {
      more.add(KubeNames.label("namespace", namespace));
    }
    orThrow(
        teams.stream()
            .filter(team -> more.contains(team.namespace()))
            .map(Tenancy::noneInItsOwn)
            .toList());
    return with(t -> t.without = ImmutableList.copyOf(more));
  }

  /** Returns how many there are. */
  public int pool() {
    return pool;
  }

  /** Returns how many are the teams' own, all together. */
  public int assigned() {
    return teams.stream().mapToInt(GpuTeam::cards).sum();
  }

  /** Returns how many are kept in reserve. */
  public int reserved() {
    return reserves.stream().mapToInt(Reserve::cards).sum();
  }

  /** Returns how many cards are not assigned; negative if more are assigned than there are. */
  public int unassigned() {
    return pool - assigned() - reserved();
  }

  /** Returns notes about the sums; empty if every GPU is assigned exactly once. */
  public Listing<Note> notes() {
    List<Note> notes = new ArrayList<>();
    int left = unassigned();
    if (left > 0) {
      notes.add(
          Note.of(
              "tenancy.unassigned",
              "%s of %s are no team's and in no reserve; give them to somebody, or reserve them"
                  .formatted(left, pool)));
    }
    if (left < 0) {
      notes.add(
          Note.of(
              "tenancy.over-assigned",
              "teams and reserves add up to %s more than the %s cards; no card is shared by that, and pods within their quota wait while all are in use"
                  .formatted(-left, pool),
              Sources.of("kubernetes.extended-resources")));
    }
    for (GpuTeam team : teams) {
      if (team.cards() > pool) {
        notes.add(
            Note.of(
                "tenancy.never-reached",
                "the %s of %s are more than the %s that there are, so its quota stops nothing"
                    .formatted(team.cards(), team.name(), pool)));
      }
    }
    utilization().ifPresent(notes::add);
    return Listing.copyOf(notes);
  }

  /** Returns how many of the cards of the teams that state their utilization are used. */
  private Optional<Note> utilization() {
    List<GpuTeam> known = teams.stream().filter(t -> t.utilization().isPresent()).toList();
    if (known.isEmpty()) {
      return Optional.empty();
    }
    int cards = known.stream().mapToInt(GpuTeam::cards).sum();
    long used = known.stream().mapToLong(t -> (long) t.cards() * t.utilization().orElse(0)).sum();
    return Optional.of(
        Note.of(
            "tenancy.utilization",
            "about %s of %s cards are used on average: %s; queues lend what a team does not use"
                .formatted(
                    BigDecimal.valueOf(used, 2).stripTrailingZeros().toPlainString(),
                    cards,
                    known.stream()
                        .map(
                            t ->
                                "%s %s %% of %s"
                                    .formatted(t.name(), t.utilization().orElse(0), t.cards()))
                        .collect(Collectors.joining(", ")))));
  }

  /**
   * Returns the PriorityClasses, and for each team a Namespace, a ResourceQuota and, if it limits a
   * pod, a LimitRange: each team is limited to its own cards, even if others leave theirs unused.
   *
   * @throws InvalidValueException if there is no team
   */
  public PlatformObjects objects() {
    checkTeams();
    ObjectCollector all =
        start().withReason(sums("ResourceQuota", QuotaKey.path(QuotaKey.of(resource))));
    for (GpuTeam team : teams) {
      all.add(namespace(team));
      all.add(team.quota(resource).objects());
      addLimits(all, team);
    }
    addNone(all);
    List<Note> notes = new ArrayList<>(notes());
    teams.stream()
        .filter(team -> team.borrows().isPresent() || team.lends().isPresent())
        .forEach(team -> notes.add(unread(team, "borrows and lends", "quotas")));
    return all.objects().withNotes(notes);
  }

  private void addLimits(ObjectCollector all, GpuTeam team) {
    team.limits(resource).ifPresent(limits -> all.add(limits.objects()));
  }

  private void addNone(ObjectCollector all) {
    for (String namespace : without) {
      GpuQuota none = GpuQuota.of(NONE_HERE).namespace(namespace).gpus(resource, 0);
      if (resource.startsWith("nvidia.com/")) {
        for (NvidiaDriver.DeviceClass each : NvidiaDriver.CLASSES) {
          none = each.isOfGpus() ? none.devices(each.name(), 0) : none;
        }
      }
      all.add(none.objects());
    }
  }

  /**
   * Adds the limits of each team's pods that also apply with queues: everything except the cards.
   */
  private void addBesideQueues(ObjectCollector all) {
    for (GpuTeam team : teams) {
      all.add(namespace(team));
      team.quotaBesideCards().ifPresent(quota -> all.add(quota.objects()));
      addLimits(all, team);
    }
    addNone(all);
  }

  private static Note unread(GpuTeam team, String what, String by) {
    return Note.of(
        "tenancy.unread",
        "team %s: %s have no %s; use Kueue's queues, or remove them"
            .formatted(team.name(), by, what));
  }

  /**
   * The same teams as queues of Kueue in one cohort: a ClusterQueue and a LocalQueue for each team,
   * a ClusterQueue without one for each reserve, and one ResourceFlavor. A team uses what others
   * leave and gets its own back when it needs it.
   *
   * <p>No ResourceQuota of a team counts GPUs, because it would refuse pods that use borrowed
   * cards; other limits of its pods also apply here.
   *
   * @param row the row of the target's catalog that the nodes of the pool are
   * @throws InvalidValueException if there is no team, or the row's cards are another resource
   * @throws io.gpuspec.NoMatchException if the target has no such row
   */
  public PlatformObjects kueue(String cohort, Target target, String row) {
    KubeNames.subdomain("cohort", cohort);
    checkDevice(Checks.given("target", target), Checks.given("row", row));
    checkTeams();
    ObjectCollector all = start().withReason(sums("ClusterQueue", "spec.cohortName"));
    addBesideQueues(all);
    for (GpuTeam team : teams) {
      all.add(queue(team, cohort, target, row).objects());
    }
    for (Reserve reserve : reserves) {
      all.add(
          KueueQueue.of(reserve.name())
              .cohort(cohort)
              .quota(target, row, reserve.cards())
              .objects());
    }
    return all.withReason(
            new Reason(
                "ClusterQueue",
                "spec.cohortName",
                "teams of one cohort use what the others leave; a ResourceQuota of GPUs in their"
                    + " namespaces would refuse the pods of what they borrow",
                Sources.of("kueue.cohort")))
        .objects()
        .withNotes(
            Stream.concat(notes().stream(), tolerated(target, row).stream())
                .collect(Listing.collector()));
  }

  /** A limit for a pod sets the default 0, which an API server may take for a request. */
  private Optional<Note> tolerated(Target target, String row) {
    Map<String, String> none = Map.of(resource, "0");
    PodView other = target.admitted(PodView.empty().container("any", none, none));
    return other.tolerations().isEmpty() || teams.stream().noneMatch(GpuTeam::limitsPods)
        ? Optional.empty()
        : Optional.of(
            Note.of(
                "tenancy.tolerated",
                "perPod sets %s to 0 where a container states none, and the API server of %s takes that for a request: pods without GPUs tolerate the taint %s; give the nodes of %s a second taint with a key of your own, and pods with GPUs its toleration"
                    .formatted(resource, target.id(), resource, row),
                Sources.of("kubernetes.resource-toleration")));
  }

  private static KueueQueue queue(GpuTeam team, String cohort, Target target, String row) {
    KueueQueue queue =
        KueueQueue.of(team.name())
            .cohort(cohort)
            .quota(target, row, team.cards())
            .localQueue(team.namespace(), team.name())
            .reclaims();
    queue = team.borrows().map(queue::borrows).orElse(queue);
    return team.lends().map(queue::lends).orElse(queue);
  }

  private void checkDevice(Target target, String row) {
    Placement placement = target.place(target.match(GpuRequest.of(row)).orThrow());
    List<String> devices =
        placement.entries(PodField.Kind.DEVICE).stream().map(entry -> entry.field().key()).toList();
    if (!devices.equals(List.of(resource))) {
      throw new InvalidValueException(
          "tenancy.conflict",
          "row: '%s' on %s is requested as %s, and this pool is of %s; name a row whose cards are that"
              .formatted(row, target.id(), String.join(", ", devices), resource));
    }
  }

  /**
   * The same teams as queues of Volcano: each weighs as many as its cards, and has them as its own
   * under the capacity plugin. Reserves are what no queue has as its own.
   *
   * @throws InvalidValueException if there is no team, or the cards of one and those that it
   *     borrows are more than an integer of 32 bits
   */
  public PlatformObjects volcano() {
    checkTeams();
    ObjectCollector all = start().withReason(sums("Queue", "spec.weight"));
    addBesideQueues(all);
    for (GpuTeam team : teams) {
      VolcanoQueue queue =
          VolcanoQueue.of(team.name()).weight(team.cards()).deserved(resource, team.cards());
      all.add(
          team.borrows()
              .map(more -> queue.capability(resource, withBorrowed(team, more)))
              .orElse(queue)
              .objects());
    }
    List<Note> notes = new ArrayList<>(notes());
    teams.stream()
        .filter(team -> team.lends().isPresent())
        .forEach(team -> notes.add(unread(team, "lends", "Volcano's queues")));
    return all.objects().withNotes(notes);
  }

  private static int withBorrowed(GpuTeam team, int more) {
    try {
      return Math.addExact(team.cards(), more);
    } catch (ArithmeticException e) {
      throw new InvalidValueException(
          "tenancy.out-of-range",
          "team '%s': '%s' cards and '%s' borrowed are more than %s; lower one of them"
              .formatted(team.name(), team.cards(), more, Integer.MAX_VALUE),
          e);
    }
  }

  private void checkTeams() {
    if (teams.isEmpty()) {
      throw new InvalidValueException(
          "tenancy.missing",
          "tenancy: the pool of %s %s has no team; say team(name, cards)"
              .formatted(pool, resource));
    }
  }

  private ObjectCollector start() {
    ObjectCollector all = new ObjectCollector();
    priorities.forEach(priority -> all.add(priority.objects()));
    return all;
  }

  /** Returns the whole table as a reason, in addition to the team's own part. */
  private Reason sums(String kind, String field) {
    return new Reason(kind, field, toString(), Sources.of("kubernetes.extended-resources"));
  }

  private static PlatformObjects namespace(GpuTeam team) {
    return Template.of("namespace.yaml").objects(Map.of("name", team.namespace()));
  }

  /**
   * Returns text such as {@code 96 nvidia.com/gpu: ml 32, nlp 24, vision 16, buffer 8 in reserve,
   * 16 unassigned}.
   */
  @Override
  public String toString() {
    List<String> parts = new ArrayList<>();
    teams.forEach(team -> parts.add(team.toString()));
    reserves.forEach(reserve -> parts.add(reserve.toString()));
    int left = unassigned();
    if (left != 0) {
      parts.add(left > 0 ? left + " unassigned" : -left + " more than there are");
    }
    return pool + " " + resource + ": " + String.join(", ", parts);
  }
}
