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
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.KubernetesClientTimeoutException;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

  private static final AtomicInteger CASES = new AtomicInteger();

  private final String own = "-" + CASES.incrementAndGet();
  private final KubernetesClient client;
  private final List<Node> nodes = new ArrayList<>();
  private final List<Pod> pods = new ArrayList<>();

  /** No other case may be open. */
  Cluster(ControlPlane plane) {
    this.client = plane.client();
  }

  /** What a node or pod of this name is called in this case. */
  String name(String name) {
    return name + own;
  }

  void add(Node node) {
    nodes.add(client.resource(named(new NodeBuilder(node)).build()).create());
  }

  /** A pod that is on a node from the start. */
  void run(String node, Pod pod) {
    Pod there = named(new PodBuilder(pod)).editSpec().withNodeName(node + own).endSpec().build();
    pods.add(client.resource(there).create());
  }

  /**
   * What became of a pod.
   *
   * @param node where it was bound; empty while it is Pending
   * @param said what the scheduler said of it
   */
  record Outcome(Optional<String> node, String said) {}

  /**
   * What the scheduler decides once it has seen every node. A no to a pod that took the place of
   * one that was taken back is waited out and asked again: the scheduler may still count the first
   * on its node, and looks again when it has forgotten it.
   */
  Outcome schedule(Pod pod) {
    Pod asked = named(new PodBuilder(pod)).build();
    boolean wasRefused = false;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Pod created = client.resource(asked).create();
      Optional<Pod> decided = decided(created, SECONDS << attempt);
      if (decided.isPresent()) {
        Pod last = attempt == 0 ? decided.get() : lookedAtAgain(decided.get());
        if (isBound(last) || wasRefused || attempt == 0) {
          pods.add(last);
          return outcome(last);
        }
        wasRefused = true;
        delete(last);
      }
    }
    throw new IllegalStateException(
        "the scheduler did not decide on %s; its log is in target/judges/control-plane"
            .formatted(pod.getMetadata().getName()));
  }

  /** A pod that was refused, when the scheduler has had time to bind it after all. */
  private Pod lookedAtAgain(Pod decided) {
    try {
      return client
          .resource(decided)
          .waitUntilCondition(Cluster::isBound, SECONDS, TimeUnit.SECONDS);
    } catch (KubernetesClientTimeoutException e) {
      return client.resource(decided).require();
    }
  }

  private static boolean isBound(Pod pod) {
    return pod != null && pod.getSpec().getNodeName() != null;
  }

  /** What the scheduler decided of a pod; where it did not in the time, the pod is gone. */
  private Optional<Pod> decided(Pod created, int seconds) {
    try {
      return Optional.of(
          client.resource(created).waitUntilCondition(this::isDecided, seconds, TimeUnit.SECONDS));
    } catch (KubernetesClientTimeoutException e) {
      return withdrawn(created);
    }
  }

  /**
   * Takes back a pod at which the scheduler looked before all nodes were there, when nothing makes
   * it look again. One that it binds at the last moment is decided: it would count on its node
   * beside the next.
   */
  private Optional<Pod> withdrawn(Pod created) {
    while (true) {
      Pod now = client.resource(created).require();
      if (isDecided(now)) {
        return Optional.of(now);
      }
      try {
        client.resource(now).lockResourceVersion().delete();
        return Optional.empty();
      } catch (KubernetesClientException e) {
        if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
          throw e;
        }
      }
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
    pods.forEach(this::delete);
    nodes.forEach(node -> client.resource(node).delete());
  }
}
