package io.gpuspec.manifest.platform;

import com.google.common.collect.ImmutableMap;
import io.gpuspec.Overlay;
import io.gpuspec.internal.admission.ResourceTolerations;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.scheduling.NodeTerm;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Note;
import io.gpuspec.value.Text;
import io.gpuspec.value.UnknownNameException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A cluster's GPU nodes as a table of pools: what is written on the nodes, the matching settings of
 * pods, and which pods reach which pool.
 *
 * <pre>{@code
 * GpuPools pools =
 *     GpuPools.of(
 *         GpuPool.of("training", "A100-80G").nodes(8).cards(8),
 *         GpuPool.of("inference", "T4").nodes("t4-1", "t4-2").cards(4));
 * pools.pool("inference").commands();
 *     // kubectl label nodes t4-1 t4-2 accelerator=nvidia-t4 --overwrite ...
 *
 * // Which pools a pod reaches and why not the others, and which pods a pool would leave out.
 * pools.fits(pod);
 *     // training: node(s) had untolerated taint(s): workload=training:NoSchedule; ...
 * pools.agentsMissing(Map.of("device-plugin", pod));
 *     // pool.missed: device-plugin does not run on every node: ...
 * }</pre>
 *
 * <p>It is immutable. Labels are {@code accelerator}, {@code gpu-count} and {@code workload} unless
 * another {@link LabelScheme} is given; where a tool or the cloud labels nodes itself, its labels
 * are to be preferred, because they are right for nodes that come later too.
 */
public final class GpuPools {
  private final ImmutableMap<String, PoolPlan> plans;
  private final LabelScheme scheme;

  private GpuPools(List<GpuPool> pools, LabelScheme scheme) {
    orThrow(pools.stream().flatMap(pool -> PoolPlan.undocumented(pool, scheme).stream()).toList());
    ImmutableMap.Builder<String, PoolPlan> all = ImmutableMap.builder();
    pools.forEach(pool -> all.put(pool.name(), new PoolPlan(pool, scheme)));
    this.plans = all.buildOrThrow();
    this.scheme = scheme;
  }

  /**
   * Returns these pools.
   *
   * @throws InvalidValueException if there are no pools, two have the same name or share a node, or
   *     one has no nodes or no GPUs; all problems are reported together
   */
  public static GpuPools of(GpuPool... pools) {
    return of(Checks.all("pool", pools));
  }

  /** Returns these pools. */
  public static GpuPools of(List<GpuPool> pools) {
    orThrow(problems(Checks.all("pools", pools)));
    return new GpuPools(pools, LabelScheme.PLAIN);
  }

  private static List<String> problems(List<GpuPool> pools) {
    List<String> problems = new ArrayList<>();
    if (pools.isEmpty()) {
      problems.add("pools: none were given; give one at least");
    }
    Map<String, String> owners = new HashMap<>();
    Map<String, GpuPool> named = new HashMap<>();
    for (GpuPool pool : pools) {
      if (named.putIfAbsent(pool.name(), pool) != null) {
        problems.add(
            "pool: '%s' is the name of two pools; give one of them another".formatted(pool.name()));
      }
      if (pool.members().names().isEmpty()) {
        problems.add("nodes: pool '%s' has none; say nodes(...)".formatted(pool.name()));
      }
      if (pool.card().count() == 0) {
        problems.add(
            "cards: pool '%s' does not say how many each node has; say cards(...)"
                .formatted(pool.name()));
      }
      if (pool.members().isNamed()) {
        for (String node : pool.members().names()) {
          String owner = owners.putIfAbsent(node, pool.name());
          if (owner != null && !owner.equals(pool.name())) {
            problems.add(
                "node: '%s' is in the pools '%s' and '%s'; leave it in one"
                    .formatted(node, owner, pool.name()));
          }
        }
      }
    }
    return problems;
  }

  /**
   * The same pools with the labels of this scheme.
   *
   * @throws InvalidValueException if the value of its label for a pool's GPU is not documented
   */
  public GpuPools scheme(LabelScheme given) {
    Checks.given("scheme", given);
    return new GpuPools(plans.values().stream().map(PoolPlan::pool).toList(), given);
  }

  /**
   * Returns one of the pools.
   *
   * @throws UnknownNameException if the name does not exist
   */
  public PoolPlan pool(String name) {
    PoolPlan plan = plans.get(Checks.given("pool", name));
    if (plan == null) {
      throw new UnknownNameException("node-pool.unknown", "pool", name, plans.keySet());
    }
    return plan;
  }

  /** Returns every pool, in the order of the table. */
  public Listing<PoolPlan> pools() {
    return Listing.copyOf(plans.values());
  }

  /** Returns how many cards there are in all. */
  public long cards() {
    return plans.values().stream().mapToLong(PoolPlan::cards).sum();
  }

  /**
   * Returns the pools as nodes of the target {@code own}: workloads that are built there select the
   * labels of a pool and tolerate its taints.
   *
   * <pre>{@code
   * GpuPools pools = GpuPools.of(GpuPool.of("serving", "T4").nodes("t4-1").cards(4));
   * gpus.in("own").overlay(pools.overlay()).match(GpuRequest.of(2, "T4"));
   *     // serving · CPU and memory not known  on own (over by 2 GPUs)
   * }</pre>
   */
  public Overlay overlay() {
    return PoolsOverlay.of(this);
  }

  /** Returns all nodes as the scheduler will see them, with nothing on them. */
  public Listing<NodeView> nodes() {
    return Listing.copyOf(plans.values().stream().flatMap(plan -> plan.nodes().stream()).toList());
  }

  /**
   * The commands for all pools, one a line, ending with a line break.
   *
   * @throws InvalidValueException if a pool's nodes have neither names nor a label to select them,
   *     or a pool's selection includes nodes of another
   */
  public Text commands() {
    checkFound();
    return Text.of(
        plans.values().stream()
            .flatMap(plan -> plan.commands().stream())
            .map(command -> command + "\n")
            .collect(Collectors.joining()));
  }

  /** Commands must find the nodes of each pool, and not those of another. */
  private void checkFound() {
    List<String> problems = new ArrayList<>();
    for (PoolPlan plan : plans.values()) {
      plan.lost().ifPresent(problems::add);
      for (PoolPlan other : plans.values()) {
        if (plan != other) {
          plan.found()
              .filter(term -> term.matches(other.labelsBefore()))
              .ifPresent(term -> problems.add(foundBoth(plan, other, term)));
        }
      }
    }
    orThrow(problems);
  }

  private static String foundBoth(PoolPlan plan, PoolPlan other, NodeTerm term) {
    return "nodes: the pools '%s' and '%s' are both found by '%s'; name their nodes, or give each a label that its nodes have already, by labelled"
        .formatted(plan.name(), other.name(), PoolPlan.selector(term));
  }

  private static void orThrow(List<String> problems) {
    if (!problems.isEmpty()) {
      throw new InvalidValueException("node-pool.invalid", String.join("\n", problems));
    }
  }

  /** Returns the same as merge patches, a command for each node; see {@link PoolPlan#patches}. */
  public Listing<String> patches() {
    return Listing.copyOf(
        plans.values().stream().flatMap(plan -> plan.patches().stream()).toList());
  }

  /** Returns for each pool whether its nodes take a pod, and if not, why. */
  public Listing<PoolFit> fits(PodView pod) {
    Checks.given("pod", pod);
    return Listing.copyOf(plans.values().stream().map(plan -> plan.fits(pod)).toList());
  }

  /** Returns the names of the pools that have a node for a pod. */
  public List<String> poolsFor(PodView pod) {
    return fits(pod).stream().filter(PoolFit::isReached).map(PoolFit::pool).toList();
  }

  /** The workloads, by name, that no pool takes, each with the reasons of every pool. */
  public Listing<Note> unplaced(Map<String, PodView> workloads) {
    List<Note> notes = new ArrayList<>();
    Checks.given("workloads", workloads)
        .forEach(
            (name, pod) -> {
              if (poolsFor(pod).isEmpty()) {
                notes.add(
                    Note.of("pool.unreached", name + " reaches no pool: " + texts(fits(pod))));
              }
            });
    return Listing.copyOf(notes);
  }

  /**
   * Returns the workloads, by name, that only one pool takes although there are others: they wait
   * while its nodes fail.
   */
  public Listing<Note> withoutFailover(Map<String, PodView> workloads) {
    List<Note> notes = new ArrayList<>();
    Checks.given("workloads", workloads)
        .forEach(
            (name, pod) -> {
              List<String> reached = poolsFor(pod);
              if (plans.size() > 1 && reached.size() == 1) {
                notes.add(
                    Note.of(
                        "pool.only",
                        "%s reaches pool '%s' alone, and waits while its nodes fail; let it select and tolerate a second pool"
                            .formatted(name, reached.get(0)),
                        Sources.of("text.node-pools")));
              }
            });
    return Listing.copyOf(notes);
  }

  /**
   * Returns the workloads, by name, that tolerate a taint of a pool only because the API server of
   * the scheme's cloud adds the toleration, as on EKS.
   */
  public Listing<Note> withAddedTolerations(Map<String, PodView> workloads) {
    List<Note> notes = new ArrayList<>();
    Checks.given("workloads", workloads)
        .forEach(
            (name, pod) ->
                plans.values().stream()
                    .flatMap(plan -> plan.toleratedByAdmission(pod).stream())
                    .distinct()
                    .map(
                        taint ->
                            ResourceTolerations.note(
                                name, taint, scheme.resourceTolerations().orElseThrow()))
                    .forEach(notes::add));
    return Listing.copyOf(notes);
  }

  /**
   * Returns what must run on every node, by name, such as the device plugin and the exporter, and
   * does not, with the reasons of each pool that it misses.
   */
  public Listing<Note> agentsMissing(Map<String, PodView> everywhere) {
    List<Note> notes = new ArrayList<>();
    Checks.given("everywhere", everywhere)
        .forEach(
            (name, pod) -> {
              List<PoolFit> missed = fits(pod).stream().filter(fit -> !fit.isEverywhere()).toList();
              if (!missed.isEmpty()) {
                notes.add(
                    Note.of("pool.missed", name + " does not run on every node: " + texts(missed)));
              }
            });
    return Listing.copyOf(notes);
  }

  private static String texts(List<PoolFit> fits) {
    return fits.stream().map(PoolFit::toString).collect(Collectors.joining(". "));
  }

  /**
   * Returns notes on the plan: the effect of each taint, pools that pods cannot distinguish, and
   * labels that something else would write better.
   */
  public Listing<Note> notes() {
    List<Note> notes = new ArrayList<>();
    plans.values().stream()
        .flatMap(plan -> plan.taints().stream())
        .map(Taint::effect)
        .collect(Collectors.toCollection(TreeSet::new))
        .forEach(effect -> notes.add(TaintEffects.note(effect)));
    notes.addAll(alike());
    scheme
        .plugin()
        .ifPresent(
            owner ->
                notes.add(
                    Note.of(
                        "scheme.plugin",
                        "%s gives out the cards of its nodes by itself; a second device plugin beside it would give them out again"
                            .formatted(owner),
                        scheme.citation())));
    if (scheme.writer().isEmpty()) {
      notes.add(
          Note.of(
              "scheme.by-hand",
              "a node that comes later has no %s until somebody writes it; GPU Feature Discovery and most clouds label nodes themselves: %s"
                  .formatted(
                      scheme.gpuLabel(),
                      LabelScheme.all().stream()
                          .filter(other -> other.writer().isPresent())
                          .map(LabelScheme::name)
                          .collect(Collectors.joining(", "))),
              LabelScheme.of("gfd").citation()));
    }
    return Listing.copyOf(notes);
  }

  private List<Note> alike() {
    List<Note> notes = new ArrayList<>();
    for (PoolPlan plan : plans.values()) {
      for (PoolPlan other : plans.values()) {
        if (plan != other && plan.selector().matches(other.nodes().get(0).labels())) {
          notes.add(
              Note.of(
                  "pool.alike",
                  "what selects pool '%s' is admitted by the nodes of '%s' too: %s; give one a label of its own: label(key, value)"
                      .formatted(plan.name(), other.name(), plan.selector())));
        }
      }
    }
    return notes;
  }

  /**
   * A Node for each node, with its labels and taints alone, for {@code kubectl apply}. {@link
   * #commands()} are the safer way: they touch no other taint, and create no node.
   *
   * @throws InvalidValueException if a pool's nodes have no names
   */
  public PlatformObjects objects() {
    ObjectCollector all = new ObjectCollector();
    plans.values().forEach(plan -> plan.objects().forEach(all::add));
    return all.objects();
  }

  /** Returns one pool per line. */
  @Override
  public String toString() {
    return pools().toString();
  }
}
