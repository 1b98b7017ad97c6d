package io.gpuspec.scheduling;

import io.gpuspec.internal.ExtendedResources;
import io.gpuspec.value.Finding;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Note;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The filters of kube-scheduler that are relevant to a GPU, for one pod and one node; for a pod
 * that names its node, the checks of the kubelet, which are some of them.
 *
 * <p>Source: Kubernetes 1.37, {@code pkg/scheduler/framework/plugins} and {@code
 * pkg/kubelet/lifecycle/predicate.go}.
 */
final class Scheduler {
  private static final String UNSELECTED = "node(s) didn't match Pod's node affinity/selector: ";

  private final PodView pod;

  /** The resources of replicas, with and without a name of their own. */
  private static final List<String> REPLICAS = List.of("nvidia.com/gpu", "nvidia.com/gpu.shared");

  private final NodeView node;
  private final List<Finding> reasons = new ArrayList<>();

  private Scheduler(PodView pod, NodeView node) {
    this.pod = pod;
    this.node = node;
  }

  static NodeFit fit(PodView pod, NodeView node) {
    Scheduler scheduler = new Scheduler(pod, node);
    if (pod.nodeName().filter(name -> !name.equals(node.name())).isPresent()) {
      scheduler.addOtherNode(pod.nodeName().get());
      return new NodeFit(node.name(), Listing.copyOf(scheduler.reasons), Listing.copyOf(List.of()));
    }
    scheduler.filterUnschedulable();
    scheduler.filterTaints();
    scheduler.filterSelector();
    scheduler.filterAffinity();
    scheduler.filterPorts();
    scheduler.filterPods();
    scheduler.filterResources();
    scheduler.filterOtherPods();
    Cards cards = new Cards(node);
    cards
        .problem(pod)
        .filter(why -> !cards.isTold(scheduler.reasons))
        .ifPresent(scheduler.reasons::add);
    List<Note> unknown = new ArrayList<>(cards.unknown(pod).stream().toList());
    scheduler.repelling().flatMap(each -> each.unknown(pod).stream()).forEach(unknown::add);
    scheduler.severalReplicas().ifPresent(unknown::add);
    if (!pod.claims().isEmpty()) {
      unknown.add(
          Note.of(
              "node.claims",
              "whether the node has devices for the resource claims %s; ask with the claims and the node's slices"
                  .formatted(String.join(", ", pod.claims()))));
    }
    return new NodeFit(node.name(), Listing.copyOf(scheduler.reasons), Listing.copyOf(unknown));
  }

  /**
   * Returns how many pods like this one a node takes; empty where what is left of it says too
   * little.
   */
  static OptionalInt room(PodView pod, NodeView node) {
    NodeFit fit = fit(pod, node);
    if (!fit.fits()) {
      return OptionalInt.of(0);
    }
    OptionalInt ofCards = new Cards(node).room(pod);
    if (!fit.isJudged() || ofCards.isEmpty()) {
      return OptionalInt.empty();
    }
    if (!pod.hostPorts().isEmpty()) {
      return OptionalInt.of(1);
    }
    int room = Math.min(ofCards.getAsInt(), node.free("pods").times(Amount.of(1)));
    PodRequests requests = new PodRequests(pod);
    for (String resource : requests.resources()) {
      room = Math.min(room, node.free(resource).times(requests.of(resource)));
    }
    return OptionalInt.of(room);
  }

  /** With MPS, the scheduler binds a pod that the kubelet may refuse. */
  private Optional<Note> severalReplicas() {
    if (!"mps".equals(node.labels().get("nvidia.com/gpu.sharing-strategy"))) {
      return Optional.empty();
    }
    return pod.containers().stream().flatMap(each -> severalReplicas(each).stream()).findFirst();
  }

  private static Optional<Note> severalReplicas(PodView.Container container) {
    return REPLICAS.stream()
        .map(container.resources()::request)
        .filter(amount -> amount.compareTo(Amount.of(1)) > 0)
        .findFirst()
        .map(
            amount ->
                Note.of(
                    "replicas.several",
                    "whether the device plugin gives container '%s' its %s replicas of cards shared by MPS; it refuses more than 1, unless failRequestsGreaterThanOne is set to false"
                        .formatted(container.name(), amount.whole())));
  }

  private void add(String id, String subject, String message, String fix) {
    reasons.add(Finding.of(id, subject, message).withFix(fix));
  }

  private void addOtherNode(String name) {
    add(
        "node.name",
        "spec.nodeName",
        "node(s) didn't match the requested node name: the pod names " + name,
        "remove spec.nodeName, and the scheduler chooses the node");
  }

  private void filterUnschedulable() {
    if (node.isUnschedulable() && !pod.tolerates(Taint.UNSCHEDULABLE)) {
      add(
          "node.unschedulable",
          "",
          "node(s) were unschedulable: " + node.name() + " is cordoned",
          "kubectl uncordon " + node.name());
    }
  }

  private void filterTaints() {
    for (Taint taint : node.taints()) {
      if (taint.isFilter() && !pod.tolerates(taint)) {
        add(
            "node.taint",
            taint.key(),
            "node(s) had untolerated taint(s): " + taint,
            "tolerate it: key %s, operator Exists, effect %s"
                .formatted(taint.key(), taint.effect()));
      }
    }
  }

  private void filterSelector() {
    for (NodeRequirement asked : pod.nodes().selected()) {
      if (!asked.matches(node.labels())) {
        String value = asked.values().get(0);
        add(
            "node.selector",
            asked.key(),
            "%s%s=%s requested, %s".formatted(UNSELECTED, asked.key(), value, there(asked.key())),
            "take a node with that label, or remove it from the nodeSelector");
      }
    }
  }

  private String there(String label) {
    return Optional.ofNullable(node.labels().get(label))
        .map(value -> "the node has '" + value + "'")
        .orElse("the node has no such label");
  }

  private void filterAffinity() {
    List<NodeTerm> terms = pod.nodeTerms();
    List<String> unmet =
        terms.stream()
            .filter(term -> !admits(term))
            .map(term -> Scheduler.text(term, term.unmet(node.name(), node.labels())))
            .toList();
    if (!terms.isEmpty() && unmet.size() == terms.size()) {
      add(
          "node.affinity",
          "",
          UNSELECTED + "not met is " + String.join(", nor ", unmet),
          "take a node that meets one term, or add a term that this one meets");
    }
  }

  private boolean admits(NodeTerm term) {
    return !term.isEmpty() && term.unmet(node.name(), node.labels()).isEmpty();
  }

  private static String text(NodeTerm term, List<NodeRequirement> unmet) {
    return unmet.isEmpty()
        ? term.toString()
        : unmet.stream().map(NodeRequirement::toString).collect(Collectors.joining(" and "));
  }

  private void filterPorts() {
    List<String> taken =
        node.pods().stream()
            .flatMap(other -> other.hostPorts().stream())
            .filter(port -> pod.hostPorts().stream().anyMatch(port::conflictsWith))
            .map(HostPort::toString)
            .distinct()
            .toList();
    if (!taken.isEmpty()) {
      add(
          "node.ports",
          "hostPort",
          "node(s) didn't have free ports for the requested pod ports: a pod there has "
              + String.join(", ", taken),
          "take another port or node, or leave hostPort out");
    }
  }

  private void filterPods() {
    if (node.free("pods").compareTo(Amount.of(1)) < 0) {
      add(
          "node.pods",
          "pods",
          "Too many pods: %s run there, of at most %s"
              .formatted(node.pods().size(), node.allocatable("pods").text("pods")),
          "take another node, or wait for a pod to end");
    }
  }

  private void filterResources() {
    PodRequests requests = new PodRequests(pod);
    for (String resource : requests.resources()) {
      Amount asked = requests.of(resource);
      // If the node is overcommitted, a pod that requests none of it still fits.
      if (!asked.isZero() && asked.compareTo(node.free(resource)) > 0) {
        reasons.add(insufficient(resource, asked));
      }
    }
  }

  private void filterOtherPods() {
    repelling().flatMap(each -> each.reason(pod).stream()).limit(1).forEach(reasons::add);
  }

  /** The kubelet of a node that a pod names does not ask the pods that run. */
  private Stream<Repelling> repelling() {
    return node.terms().stream().filter(each -> pod.nodeName().isEmpty());
  }

  private Finding insufficient(String resource, Amount asked) {
    Amount all = node.allocatable(resource);
    Amount actual = node.free(resource);
    Amount free = actual.compareTo(Amount.ZERO) < 0 ? Amount.ZERO : actual;
    String text =
        "Insufficient %s: %s requested, %s of %s free%s"
            .formatted(
                resource,
                asked.text(resource),
                free.text(resource),
                all.text(resource),
                isUnchecked(resource)
                    ? "; the kubelet does not check that, and starts the pod without"
                    : "");
    return Finding.of("node.resource", resource, text).withFix(fix(resource, asked, all, free));
  }

  /** The kubelet skips extended resources that its node does not have at all. */
  private boolean isUnchecked(String resource) {
    return pod.nodeName().isPresent()
        && ExtendedResources.isExtended(resource)
        && !node.allocatable().containsKey(resource);
  }

  private String fix(String resource, Amount asked, Amount all, Amount free) {
    String other =
        asked.compareTo(all) > 0
            ? "take a larger node"
            : "free %s on the node".formatted(asked.minus(node.free(resource)).text(resource));
    return free.isZero() ? other : "request at most " + free.text(resource) + ", or " + other;
  }
}
