package io.gpuspec.scheduling;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedMap;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.ExtendedResources;
import io.gpuspec.kube.Tree;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A pod as a provider and the scheduler see it: its annotations, its node requirements, and the
 * resources of its containers.
 *
 * <pre>{@code
 * PodView.empty()
 *     .annotation("eks.tke.cloud.tencent.com/gpu-type", "V100")
 *     .container("training",
 *         Map.of("cpu", "6", "memory", "32Gi", "nvidia.com/gpu", "1"),
 *         Map.of("cpu", "8", "memory", "40Gi", "nvidia.com/gpu", "1"));
 * }</pre>
 *
 * <p>It is immutable. Quantities stay as they are written until somebody asks for one.
 */
public final class PodView {
  private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);

  /**
   * What the controller lets pods of a DaemonSet tolerate.
   *
   * <p>Source: Kubernetes, {@code pkg/controller/daemon/util}, AddOrUpdateDaemonPodTolerations.
   */
  private static final ImmutableList<Toleration> OF_DAEMON_SETS =
      ImmutableList.of(
          Toleration.exists("node.kubernetes.io/not-ready").effect(Taint.Effect.NO_EXECUTE),
          Toleration.exists("node.kubernetes.io/unreachable").effect(Taint.Effect.NO_EXECUTE),
          Toleration.exists("node.kubernetes.io/disk-pressure").effect(Taint.Effect.NO_SCHEDULE),
          Toleration.exists("node.kubernetes.io/memory-pressure").effect(Taint.Effect.NO_SCHEDULE),
          Toleration.exists("node.kubernetes.io/pid-pressure").effect(Taint.Effect.NO_SCHEDULE),
          Toleration.exists(Taint.UNSCHEDULABLE.key()).effect(Taint.Effect.NO_SCHEDULE));

  private static final PodView EMPTY = new PodView(new Content());

  private final Content content;

  /** What it is made of, which changes only until it has the pod that it is made for. */
  private static final class Content {
    private ImmutableMap<String, String> annotations = ImmutableMap.of();
    private ImmutableMap<String, String> labels = ImmutableMap.of();
    private NodeRequirements nodes = NodeRequirements.NOTHING;
    private ImmutableList<Container> containers = ImmutableList.of();
    private Resources whole = Resources.NONE;
    private ImmutableMap<String, String> overhead = ImmutableMap.of();
    private ImmutableList<String> claims = ImmutableList.of();
    private Origin origin = Origin.UNKNOWN;

    private Content copy() {
      Content copy = new Content();
      copy.annotations = annotations;
      copy.labels = labels;
      copy.nodes = nodes;
      copy.containers = containers;
      copy.whole = whole;
      copy.overhead = overhead;
      copy.claims = claims;
      copy.origin = origin;
      return copy;
    }

    private List<Object> all() {
      return List.of(annotations, labels, nodes, containers, whole, overhead, claims, origin);
    }
  }

  /**
   * Where the pod is from.
   *
   * @param kind of its workload; empty if it is not known, or a pod of its own
   * @param namespace empty if it is not known
   */
  private record Origin(String kind, String namespace) {
    static final Origin UNKNOWN = new Origin("", "");
  }

  private PodView(Content content) {
    this.content = content;
  }

  private PodView with(Consumer<Content> step) {
    Content copy = content.copy();
    step.accept(copy);
    return new PodView(copy);
  }

  /** A pod without annotations and containers. */
  public static PodView empty() {
    return EMPTY;
  }

  /**
   * Returns a pod, or a template of pods, as it is written. Whether it names its node, which one
   * that runs always does, is not read: say so with {@link #nodeName(String)}.
   *
   * <pre>{@code
   * PodView.of(Tree.of(Map.of("spec", Map.of("containers", List.of(Map.of("name", "llm"))))));
   *     // pod of llm
   * }</pre>
   *
   * @throws GpuSpecException if a part is of another kind than Kubernetes has there
   */
  public static PodView of(Tree pod) {
    return PodViews.of(Arguments.required("pod", pod, "a Tree"));
  }

  /**
   * Returns a copy with what a specification requires of nodes, where the containers are written
   * elsewhere: node selector, affinity, tolerations, and the ports of the node.
   */
  public PodView onNodes(Tree spec) {
    return PodViews.onNodes(this, Arguments.required("spec", spec, "a Tree"));
  }

  /** The same pod with this annotation. */
  public PodView annotation(String key, String value) {
    return annotated(with(content.annotations, "annotation", key, value));
  }

  /** The same pod with these annotations, all at once: a step copies the pod. */
  public PodView annotations(Map<String, String> more) {
    return annotated(with(content.annotations, "annotation", more));
  }

  private PodView annotated(ImmutableMap<String, String> all) {
    return with(pod -> pod.annotations = all);
  }

  /** The same pod with this label. */
  public PodView label(String key, String value) {
    return labelled(with(content.labels, "label", key, value));
  }

  /** The same pod with these labels. */
  public PodView labels(Map<String, String> more) {
    return labelled(with(content.labels, "label", more));
  }

  private PodView labelled(ImmutableMap<String, String> all) {
    return with(pod -> pod.labels = all);
  }

  /** The same pod, which selects on this node label. */
  public PodView nodeSelector(String key, String value) {
    return selecting(with(content.nodes.selector(), "nodeSelector", key, value));
  }

  /** The same pod, which selects on these node labels. */
  public PodView nodeSelector(Map<String, String> more) {
    return selecting(with(content.nodes.selector(), "nodeSelector", more));
  }

  private PodView selecting(ImmutableMap<String, String> all) {
    return on(content.nodes.selecting(all));
  }

  /** The same pod with one more alternative of its required node affinity. */
  public PodView nodeTerm(NodeTerm term) {
    return on(content.nodes.requiring(with(content.nodes.terms(), "nodeTerm", term)));
  }

  /** The same pod with more alternatives of its required node affinity. */
  public PodView nodeTerms(List<NodeTerm> more) {
    return on(content.nodes.requiring(withAll(content.nodes.terms(), "nodeTerms", more)));
  }

  /** Returns a copy with these alternatives in place of those of its required node affinity. */
  public PodView withNodeTerms(List<NodeTerm> terms) {
    return on(content.nodes.requiring(withAll(ImmutableList.of(), "terms", terms)));
  }

  /**
   * Returns a copy with this preferred node affinity, the heaviest term first, in place of its own.
   * The scheduler rejects no node for it; Karpenter launches what it names.
   */
  public PodView withPreferredNodeTerms(List<NodeTerm> terms) {
    return on(content.nodes.preferring(withAll(ImmutableList.of(), "terms", terms)));
  }

  /** The same pod with more tolerations. */
  public PodView tolerations(List<Toleration> more) {
    return on(content.nodes.tolerating(withAll(content.nodes.tolerations(), "tolerations", more)));
  }

  /** The same pod with one more toleration. */
  public PodView toleration(Toleration toleration) {
    return on(
        content.nodes.tolerating(with(content.nodes.tolerations(), "toleration", toleration)));
  }

  /**
   * The same pod, which names its node in {@code spec.nodeName}: no scheduler chooses one, and the
   * kubelet there admits the pod or rejects it ({@link #fits}). An empty name is none.
   */
  public PodView nodeName(String name) {
    return on(
        content.nodes.naming(
            Arguments.required("nodeName", name, "a node's name, empty for none")));
  }

  /**
   * The same pod with one more port of its node, {@code hostPort} of a container that runs with
   * others: no two pods of a node have the same.
   *
   * @param protocol such as {@code UDP}; empty for TCP
   * @param ip the address, {@code hostIP}; empty for all
   */
  public PodView hostPort(String protocol, String ip, int port) {
    HostPort more =
        new HostPort(
            Arguments.required("protocol", protocol, "such as TCP"),
            Arguments.required("ip", ip, "an address, empty for all"),
            port);
    return on(content.nodes.taking(with(content.nodes.ports(), "hostPort", more)));
  }

  List<HostPort> hostPorts() {
    return content.nodes.ports();
  }

  /** Returns the node that the pod names, if it names one. */
  public Optional<String> nodeName() {
    return content.nodes.name().isEmpty() ? Optional.empty() : Optional.of(content.nodes.name());
  }

  /**
   * Returns the pod as an API server with the admission plugin ExtendedResourceToleration stores
   * it: for each extended resource that a container requests, even 0 of it, the pod tolerates the
   * taint with the resource's name as key.
   *
   * <p>Source: Kubernetes, {@code plugin/pkg/admission/extendedresourcetoleration}.
   */
  public PodView withResourceTolerations() {
    Set<String> resources = new TreeSet<>();
    for (Container container : content.containers) {
      // Of a limit without a request the API server makes a request before.
      resources.addAll(container.requests().keySet());
      resources.addAll(container.limits().keySet());
    }
    List<Toleration> added =
        resources.stream()
            .filter(ExtendedResources::isExtended)
            .map(resource -> Toleration.exists(resource).effect(Taint.Effect.NO_SCHEDULE))
            .filter(toleration -> !content.nodes.tolerations().contains(toleration))
            .toList();
    return added.isEmpty() ? this : tolerations(added);
  }

  private PodView on(NodeRequirements asked) {
    return with(pod -> pod.nodes = asked);
  }

  /** The same pod with one more container. */
  public PodView container(String name, Map<String, String> requests, Map<String, String> limits) {
    return container(new Container(name, Role.MAIN, requests, limits));
  }

  /** The same pod with one more container. */
  public PodView container(Container container) {
    return containing(with(content.containers, "container", container));
  }

  /** The same pod with more containers. */
  public PodView containers(List<Container> more) {
    return containing(withAll(content.containers, "containers", more));
  }

  private PodView containing(ImmutableList<Container> all) {
    return with(pod -> pod.containers = all);
  }

  /** Returns a copy with each container changed. */
  public PodView withContainers(UnaryOperator<Container> change) {
    Function<Container, Container> changed =
        Arguments.function("change", change, "a function from a container to a container");
    return containing(
        content.containers.stream().map(changed).collect(ImmutableList.toImmutableList()));
  }

  /** Returns a copy with each requirement on a node's labels or name changed, or removed. */
  public PodView withNodeRequirements(Function<NodeRequirement, Optional<NodeRequirement>> change) {
    return on(
        content.nodes.changed(
            Arguments.function(
                "change", change, "a function from a requirement to one or Optional.empty()")));
  }

  /**
   * Returns a copy with {@code spec.resources} of the whole pod: for scheduling, its CPU, memory
   * and huge pages replace the sum of the containers ({@link #fits}, {@link #cpuRequest}).
   *
   * @param requests {@code spec.resources.requests} as written
   * @param limits {@code spec.resources.limits} as written
   */
  public PodView resources(Map<String, String> requests, Map<String, String> limits) {
    Resources stated = new Resources(Optional.empty(), requests, limits);
    return with(pod -> pod.whole = stated);
  }

  /**
   * The same pod with this {@code spec.overhead}, which its RuntimeClass adds to what it asks when
   * it is scheduled ({@link #fits}, {@link #cpuRequest}).
   *
   * @throws InvalidValueException if an amount is not a valid quantity, or negative
   */
  public PodView overhead(Map<String, String> amounts) {
    Amounts.check("overhead", amounts);
    return with(pod -> pod.overhead = ImmutableMap.copyOf(amounts));
  }

  /** The same pod with one more resource claim, {@code spec.resourceClaims}, by its name there. */
  public PodView claim(String name) {
    return with(pod -> pod.claims = with(pod.claims, "claim", name));
  }

  /** The same pod without its resource claims. */
  public PodView withoutClaims() {
    return with(pod -> pod.claims = ImmutableList.of());
  }

  /**
   * The same pod, of a workload of this kind, such as {@code DaemonSet}: some nodes run no pods of
   * some kinds.
   */
  public PodView workloadKind(String kind) {
    return from(
        new Origin(
            Arguments.required("kind", kind, "such as DaemonSet"), content.origin.namespace()));
  }

  /**
   * The same pod in this namespace, where pods that run may repel it ({@link NodeView#repelling}).
   * An empty text is a namespace that is not known.
   */
  public PodView namespace(String name) {
    return from(new Origin(content.origin.kind(), Arguments.required("namespace", name, "a name")));
  }

  private PodView from(Origin from) {
    return with(pod -> pod.origin = from);
  }

  /** Returns the kind of the workload that the pod is of; empty if it is not known. */
  public Optional<String> workloadKind() {
    return Optional.of(content.origin.kind()).filter(kind -> !kind.isEmpty());
  }

  /** Returns the namespace of the pod; empty if it is not known. */
  public Optional<String> namespace() {
    return Optional.of(content.origin.namespace()).filter(name -> !name.isEmpty());
  }

  /** Returns the names of the pod's resource claims. */
  public List<String> claims() {
    return content.claims;
  }

  private static ImmutableMap<String, String> with(
      ImmutableMap<String, String> before, String what, String key, String value) {
    return ImmutableMap.<String, String>builder()
        .putAll(before)
        .put(
            Arguments.required(what, key, "a key"),
            Arguments.required(what + " " + key, value, "a text"))
        .buildKeepingLast();
  }

  private static ImmutableMap<String, String> with(
      ImmutableMap<String, String> before, String what, Map<String, String> more) {
    ImmutableMap.Builder<String, String> all =
        ImmutableMap.<String, String>builder().putAll(before);
    Arguments.required(what + "s", more, "a map of texts")
        .forEach(
            (key, value) ->
                all.put(
                    Arguments.required(what, key, "a key"),
                    Arguments.required(what + " " + key, value, "a text")));
    return all.buildKeepingLast();
  }

  private static <T> ImmutableList<T> withAll(ImmutableList<T> before, String what, List<T> more) {
    return ImmutableList.<T>builder()
        .addAll(before)
        .addAll(Arguments.copied(what, more, "a list without null"))
        .build();
  }

  private static <T> ImmutableList<T> with(ImmutableList<T> before, String what, T more) {
    return ImmutableList.<T>builder()
        .addAll(before)
        .add(Arguments.required(what, more, "one"))
        .build();
  }

  /** The value of a label. */
  public Optional<String> label(String key) {
    return Optional.ofNullable(content.labels.get(Arguments.required("label", key, "a key")));
  }

  /** Returns the labels of the pod. */
  public Map<String, String> labels() {
    return content.labels;
  }

  /** The node labels that the pod selects on. */
  public Map<String, String> nodeSelector() {
    return content.nodes.selector();
  }

  /** The alternatives of the pod's required node affinity; empty when it requires nothing. */
  public List<NodeTerm> nodeTerms() {
    return content.nodes.terms();
  }

  /** Returns the pod's preferred node affinity, the heaviest first; empty if it prefers nothing. */
  public List<NodeTerm> preferredNodeTerms() {
    return content.nodes.preferred();
  }

  /** Returns what taints the pod tolerates. */
  public List<Toleration> tolerations() {
    return content.nodes.tolerations();
  }

  /**
   * Returns whether the pod tolerates a taint, with what the API server has it tolerate, and the
   * controller if it is of a DaemonSet. For a pod that names its node ({@link #nodeName(String)}),
   * only taints with the effect {@code NoExecute} matter.
   */
  public boolean tolerates(Taint taint) {
    return content.nodes.tolerates(Arguments.required("taint", taint, "a Taint"))
        || (content.origin.kind().equals("DaemonSet")
            && OF_DAEMON_SETS.stream().anyMatch(each -> each.tolerates(taint)));
  }

  /**
   * Returns all node requirements of the pod: its node selector, then the parts of its affinity
   * terms.
   */
  public List<NodeRequirement> nodeRequirements() {
    return content.nodes.requirements();
  }

  /**
   * Returns whether a node with these labels is one that the pod selects, as the scheduler decides;
   * its name is looked up among them, as {@code metadata.name}.
   */
  public boolean selects(Map<String, String> nodeLabels) {
    Arguments.required("nodeLabels", nodeLabels, "a map");
    return selects(requirement -> requirement.matches(nodeLabels));
  }

  /**
   * Returns whether a node is one that the pod selects, where not all of its labels are known:
   *
   * <pre>{@code
   * Map<String, String> known = Map.of("node.kubernetes.io/instance-type", "g5.xlarge");
   * pod.selects(asked -> !known.containsKey(asked.key()) || asked.matches(known));    // true
   * }</pre>
   *
   * @param meets whether the node meets, or may meet, one requirement
   */
  public boolean selects(Predicate<NodeRequirement> meets) {
    Arguments.required("meets", meets, "a predicate on requirements");
    return content.nodes.selects(meets);
  }

  /** Returns the annotations of the pod. */
  public Map<String, String> annotations() {
    return content.annotations;
  }

  /** The value of an annotation. */
  public Optional<String> annotation(String key) {
    return Optional.ofNullable(
        content.annotations.get(Arguments.required("annotation", key, "a key")));
  }

  /** Returns every container, in the order in which they were added. */
  public List<Container> containers() {
    return content.containers;
  }

  /** The containers that run together: the pod's own and its sidecars. */
  public List<Container> runningContainers() {
    return content.containers.stream().filter(c -> c.role() != Role.INIT).toList();
  }

  /** The init containers that run one by one before the others. */
  public List<Container> initContainers() {
    return content.containers.stream().filter(c -> c.role() == Role.INIT).toList();
  }

  /**
   * Returns the maximum that the containers use at the same time, from the first init container on,
   * as the scheduler counts: an init container together with the sidecars before it, and the pod's
   * own containers together with all sidecars.
   *
   * <p>Source: Kubernetes, sidecar containers, resource sharing within containers.
   *
   * @param nothing what no container takes
   * @param amount what one takes
   * @param together what two take at once
   */
  public <T extends Comparable<T>> T peak(
      T nothing, Function<Container, T> amount, BinaryOperator<T> together) {
    Arguments.notNull("nothing, amount, together", nothing, amount, together);
    T running = nothing;
    T sidecars = nothing;
    T highest = nothing;
    for (Container container : content.containers) {
      T own = amount.apply(container);
      switch (container.role()) {
        case INIT -> highest = larger(highest, together.apply(sidecars, own));
        case SIDECAR -> sidecars = together.apply(sidecars, own);
        case MAIN -> running = together.apply(running, own);
      }
    }
    return larger(highest, together.apply(sidecars, running));
  }

  private static <T extends Comparable<T>> T larger(T a, T b) {
    return a.compareTo(b) >= 0 ? a : b;
  }

  /**
   * The CPU that the scheduler counts for the pod: the most that its containers request at once, or
   * what the pod states as a whole, and its overhead.
   *
   * <p>Source: Kubernetes 1.36, {@code k8s.io/component-helpers/resource}.
   *
   * @throws PodFieldException if the API server would refuse an amount
   */
  public CpuAmount cpuRequest() {
    return new PodRequests(this).cpu();
  }

  /**
   * The memory that the scheduler counts for the pod, as {@link #cpuRequest}.
   *
   * @throws PodFieldException if the API server would refuse an amount
   */
  public MemorySize memoryRequest() {
    return new PodRequests(this).memory();
  }

  /**
   * Returns the local disk ({@code ephemeral-storage}) that the scheduler counts for the pod, as
   * {@link #cpuRequest}.
   *
   * @throws PodFieldException if it is no amount
   */
  public MemorySize storageRequest() {
    return MemorySize.ofBytes(
        new PodRequests(this).of("ephemeral-storage").whole().min(MOST).longValue());
  }

  /**
   * Returns how much of each extended resource and of huge pages the scheduler counts for the pod,
   * as {@link #cpuRequest}: how many, or how many bytes of huge pages.
   *
   * @throws PodFieldException if an amount is not one that the API server takes
   */
  public Map<String, Long> extendedResources() {
    PodRequests requests = new PodRequests(this);
    ImmutableSortedMap.Builder<String, Long> amounts = ImmutableSortedMap.naturalOrder();
    for (String resource : requests.resources()) {
      if (ExtendedResources.isOne(resource)) {
        amounts.put(resource, requests.of(resource).whole().min(MOST).longValue());
      }
    }
    return amounts.build();
  }

  /**
   * Returns whether the pod would be scheduled on a node as it is, with every reason if not:
   *
   * <pre>{@code
   * NodeView node =
   *     NodeView.of("gpu-1")
   *         .taint("nvidia.com/gpu", "true", Taint.Effect.NO_SCHEDULE)
   *         .allocatable(Map.of("cpu", "3920m", "memory", "14162Mi", "nvidia.com/gpu", "2"));
   * pod.fits(node);
   *     // does not fit gpu-1: node(s) had untolerated taint(s): nvidia.com/gpu=true:NoSchedule
   * }</pre>
   *
   * <p>These are the filters of kube-scheduler 1.37 that are relevant to a GPU, in its order:
   * NodeUnschedulable, TaintToleration, NodeAffinity (including the node selector), NodePorts,
   * NodeResourcesFit, and of InterPodAffinity what the pods that run require ({@link
   * NodeView#repelling}). As its API server does, a limit without a request counts as the request,
   * and a pod tolerates for a while that its node is not ready or not reachable. If a node has
   * shared cards ({@link NodeView#card}), each container's share must also come from one of them,
   * which the scheduler does not check.
   *
   * <p>A pod that names its node ({@link #nodeName(String)}) fits that node alone, if the kubelet
   * admits it: taints with {@code NoSchedule} and a cordon do not matter then.
   *
   * <p>Not looked at: scheduling gates, volumes, what the pod requires of other pods, topology
   * spread, quotas, preemption, and what an extender of the scheduler adds. The devices of resource
   * claims are {@link NodeFit#unknown} here; {@code Workload.fits} of the manifest builder judges
   * them.
   *
   * @throws PodFieldException if the pod, or one that runs there, asks for an amount that the API
   *     server does not take
   */
  public NodeFit fits(NodeView node) {
    return Scheduler.fit(this, Arguments.required("node", node, "a NodeView"));
  }

  /**
   * Returns how many pods like this one {@link #fits fit} a node together, beside those that run
   * there; empty where that is not known, as for several shares of cards in one pod.
   *
   * @throws PodFieldException if the pod, or one that runs there, asks for an amount that the API
   *     server does not take
   */
  public OptionalInt room(NodeView node) {
    return Scheduler.room(this, Arguments.required("node", node, "a NodeView"));
  }

  NodeRequirements nodes() {
    return content.nodes;
  }

  Resources whole() {
    return content.whole;
  }

  Map<String, String> overhead() {
    return content.overhead;
  }

  /** Returns whether the other sees the same pod, with equal notation of quantities. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PodView pod && content.all().equals(pod.content.all());
  }

  @Override
  public int hashCode() {
    return content.all().hashCode();
  }

  /** The names of its containers, such as {@code pod of training, proxy}. */
  @Override
  public String toString() {
    return content.containers.isEmpty()
        ? "pod without containers"
        : "pod of "
            + content.containers.stream().map(Container::name).collect(Collectors.joining(", "));
  }

  /**
   * Returns where containers ask for GPUs, or shares of them, under another name than this one,
   * such as {@code nvidia.com/mig-1g.5gb}.
   */
  public List<PodField> gpusBeside(String resource) {
    Arguments.required("resource", resource, "a resource's name, such as nvidia.com/gpu");
    List<PodField> fields = new ArrayList<>();
    for (Container container : content.containers) {
      for (String limit : container.limits().keySet()) {
        if (GpuResource.namesGpu(limit) && !limit.equals(resource)) {
          fields.add(PodField.limit(container.name(), limit));
        }
      }
    }
    return List.copyOf(fields);
  }

  /** The role of a container, which decides when it runs. */
  public enum Role {
    /** Runs with the pod. */
    MAIN,
    /** Before the pod's containers, to its end. */
    INIT,
    /** Started like an init container and kept running: {@code restartPolicy: Always}. */
    SIDECAR
  }

  /**
   * A container's name, role and resources.
   *
   * @param name the container's name
   * @param role when it runs
   * @param requests {@code resources.requests} as written
   * @param limits {@code resources.limits} as written
   */
  public record Container(
      String name, Role role, Map<String, String> requests, Map<String, String> limits) {

    /** Keeps unmodifiable copies. */
    public Container {
      Arguments.notNull("name, role", name, role);
      Resources resources = new Resources(Optional.of(name), requests, limits);
      requests = resources.requests();
      limits = resources.limits();
    }

    Resources resources() {
      return new Resources(Optional.of(name), requests, limits);
    }

    /** {@code llm (main): requests {cpu=3}, limits {nvidia.com/gpu=1}}. */
    @Override
    public String toString() {
      return "%s (%s): requests %s, limits %s"
          .formatted(name, role.name().toLowerCase(Locale.ROOT), requests, limits);
    }

    /**
     * The CPU that the container requests; as in the API server, its limit where it states only
     * that, and zero where it states neither.
     *
     * @throws PodFieldException if it is above the limit, which the API server does not take
     */
    public CpuAmount cpuRequest() {
      return resources().cpuRequest();
    }

    /** Returns the container's CPU limit, zero if there is none. */
    public CpuAmount cpuLimit() {
      return resources().cpuLimit();
    }

    /**
     * The memory that the container requests, read like {@link #cpuRequest()}.
     *
     * @throws PodFieldException if it is above the limit
     */
    public MemorySize memoryRequest() {
      return resources().memoryRequest();
    }

    /** Returns the container's memory limit, zero if there is none. */
    public MemorySize memoryLimit() {
      return resources().memoryLimit();
    }

    /**
     * Returns how many of an extended resource, such as {@code nvidia.com/gpu}, the container asks
     * for.
     *
     * @throws PodFieldException if it is not a whole number, or if request and limit differ: the
     *     API server refuses both
     */
    public int count(String resource) {
      return resources().count(resource);
    }
  }
}
