package io.gpuspec.judges;

import io.fabric8.kubernetes.api.builder.VisitableBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirementBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientTimeoutException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The nodes and pods of one case, before the real kube-scheduler; they are gone when it is closed.
 *
 * <p>Each case gives them names of its own: of a node that was deleted and is there again, the
 * scheduler may still know the pods that ran there.
 */
final class Cluster implements AutoCloseable {
  private static final Pattern OF_ALL_NODES = Pattern.compile("^0/([0-9]+) nodes");
  private static final int SECONDS = 5;
  private static final int ATTEMPTS = 4;

  /** The scheduler looks at what it could not bind again within half a minute. */
  private static final int PATIENCE = 30;

  private static final AtomicInteger CASES = new AtomicInteger();

  /** A pod that the scheduler has decided on, or that ran from the start, and where it is. */
  private record Known(Pod asked, Optional<String> node, Pod created) {}

  private final KubernetesClient client;
  private final List<Node> nodes = new ArrayList<>();
  private final List<Known> pods = new ArrayList<>();
  private String own = next();

  /**
   * No other case may be open. Pods of other judges that still wait for a node are taken away: one
   * of them would be bound to a node of this case.
   */
  Cluster(ControlPlane plane) {
    this.client = plane.client();
    client
        .pods()
        .inAnyNamespace()
        .withField("spec.nodeName", "")
        .list()
        .getItems()
        .forEach(this::delete);
  }

  private static String next() {
    return "-" + CASES.incrementAndGet();
  }

  /** What a node or pod of this name is called in this case, until a pod is scheduled. */
  String name(String name) {
    return name + own;
  }

  void add(Node node) {
    nodes.add(client.resource(named(new NodeBuilder(node)).build()).create());
  }

  /** A pod that is on a node from the start. */
  void run(String node, Pod pod) {
    Pod there = named(new PodBuilder(pod)).editSpec().withNodeName(node + own).endSpec().build();
    pods.add(new Known(pod, Optional.of(node), client.resource(there).create()));
  }

  /**
   * What became of a pod.
   *
   * @param node where it was bound; empty while it is Pending
   * @param said what the scheduler said of it
   */
  record Outcome(Optional<String> node, String said) {}

  /**
   * What the scheduler decides once it has seen every node. Where it does not in the time, it is
   * asked again, with other nodes and pods that are the same: it may have looked before all nodes
   * were there, or be about to bind the pod to a node, and then counts it there. So it is where it
   * bound the pod to a node of an earlier case, which it does not know to be gone.
   */
  Outcome schedule(Pod pod) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Pod created = client.resource(named(new PodBuilder(pod)).build()).create();
      Optional<Pod> decided = decided(created, SECONDS << attempt).filter(this::isOfThisCase);
      if (decided.isPresent()) {
        Outcome outcome = outcome(decided.get());
        pods.add(new Known(pod, outcome.node(), created));
        return outcome;
      }
      delete(created);
      startAnew();
    }
    throw new IllegalStateException(
        "the scheduler did not decide on %s; its log is in target/judges/control-plane"
            .formatted(pod.getMetadata().getName()));
  }

  /**
   * What became of a pod that we say a node takes. A no is asked again: the scheduler may have
   * looked at the node of an earlier case, of which it did not know yet that it is gone, and not at
   * that of this one.
   */
  Outcome bind(Pod pod) {
    Outcome first = schedule(pod);
    if (first.node().isPresent()) {
      return first;
    }
    delete(pods.remove(pods.size() - 1).created());
    startAnew();
    return schedule(pod);
  }

  /**
   * What the scheduler says of each pod that it has not bound when nothing more is bound for some
   * seconds; all are there at once.
   */
  Map<String, String> unbound(List<Pod> together) {
    Map<String, Pod> waiting = new HashMap<>();
    for (Pod pod : together) {
      Pod created = client.resource(named(new PodBuilder(pod)).build()).create();
      pods.add(new Known(pod, Optional.empty(), created));
      waiting.put(created.getMetadata().getName(), created);
    }
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE);
    while (!waiting.isEmpty() && System.nanoTime() < end) {
      int before = waiting.size();
      for (Pod pod : client.pods().inAnyNamespace().list().getItems()) {
        if (isBound(pod)) {
          waiting.remove(pod.getMetadata().getName());
        } else {
          waiting.computeIfPresent(pod.getMetadata().getName(), (name, old) -> pod);
        }
      }
      if (waiting.size() < before) {
        end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE);
      }
      Poll.pause();
    }
    Map<String, String> unbound = new TreeMap<>();
    waiting.forEach((name, pod) -> unbound.put(name.replace(own, ""), outcome(pod).said()));
    return unbound;
  }

  /** The same nodes and pods under new names, as they are by now. */
  private void startAnew() {
    List<Node> before = nodes.stream().map(node -> client.resource(node).require()).toList();
    List<Known> known = List.copyOf(pods);
    close();
    nodes.clear();
    pods.clear();
    String old = own;
    own = next();
    for (Node node : before) {
      add(
          new NodeBuilder(node)
              .withNewMetadata()
              .withName(node.getMetadata().getName().replace(old, ""))
              .withLabels(node.getMetadata().getLabels())
              .withAnnotations(node.getMetadata().getAnnotations())
              .endMetadata()
              .build());
    }
    for (Known pod : known) {
      pod.node()
          .ifPresentOrElse(
              node -> run(node, pod.asked()),
              () -> {
                Pod pending = client.resource(named(new PodBuilder(pod.asked())).build()).create();
                pods.add(new Known(pod.asked(), Optional.empty(), pending));
              });
    }
  }

  private boolean isOfThisCase(Pod pod) {
    return !isBound(pod) || pod.getSpec().getNodeName().endsWith(own);
  }

  private static boolean isBound(Pod pod) {
    return pod != null && pod.getSpec().getNodeName() != null;
  }

  private Optional<Pod> decided(Pod created, int seconds) {
    try {
      return Optional.of(
          client.resource(created).waitUntilCondition(this::isDecided, seconds, TimeUnit.SECONDS));
    } catch (KubernetesClientTimeoutException e) {
      return Optional.empty();
    }
  }

  private boolean isDecided(Pod pod) {
    if (pod == null) {
      return false;
    }
    Matcher said = OF_ALL_NODES.matcher(outcome(pod).said());
    return isBound(pod) || (said.find() && Integer.parseInt(said.group(1)) == nodes.size());
  }

  /** With names of this case, also where a requirement names a node. */
  private <B extends VisitableBuilder<?, B>> B named(B builder) {
    return builder
        .accept(ObjectMetaBuilder.class, meta -> meta.withName(meta.getName() + own))
        .accept(
            NodeSelectorRequirementBuilder.class,
            requirement -> {
              if (requirement.getKey().equals("metadata.name")) {
                requirement.withValues(
                    requirement.getValues().stream().map(name -> name + own).toList());
              }
            });
  }

  private Outcome outcome(Pod pod) {
    String said =
        pod.getStatus().getConditions().stream()
            .filter(condition -> condition.getType().equals("PodScheduled"))
            .findFirst()
            .map(PodCondition::getMessage)
            .orElse("");
    return new Outcome(
        Optional.ofNullable(pod.getSpec().getNodeName()).map(node -> node.replace(own, "")), said);
  }

  private void delete(Pod pod) {
    client.resource(pod).withGracePeriod(0).delete();
  }

  @Override
  public void close() {
    pods.forEach(pod -> delete(pod.created()));
    nodes.forEach(node -> client.resource(node).delete());
  }
}
