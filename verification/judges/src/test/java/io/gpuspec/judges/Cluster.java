package io.gpuspec.judges;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The nodes and pods of one case, before the real kube-scheduler; they are gone when it is closed.
 */
final class Cluster implements AutoCloseable {
  private static final Pattern OF_ALL_NODES = Pattern.compile("^0/([0-9]+) nodes");
  private static final int SECONDS = 5;
  private static final int ATTEMPTS = 4;

  private final KubernetesClient client;
  private final List<Node> nodes = new ArrayList<>();
  private final List<Pod> pods = new ArrayList<>();

  /** No other case may be open. */
  Cluster(ControlPlane plane) {
    this.client = plane.client();
  }

  void add(Node node) {
    nodes.add(client.resource(node).create());
  }

  /** A pod that is on a node from the start. */
  void run(String node, Pod pod) {
    pod.getSpec().setNodeName(node);
    pods.add(client.resource(pod).create());
  }

  /**
   * What became of a pod.
   *
   * @param node where it was bound; empty while it is Pending
   * @param said what the scheduler said of it
   */
  record Outcome(Optional<String> node, String said) {}

  /** What the scheduler decides once it has seen every node. */
  Outcome schedule(Pod pod) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Pod created = client.resource(pod).create();
      try {
        Pod decided =
            client.resource(created).waitUntilCondition(this::isDecided, SECONDS, TimeUnit.SECONDS);
        pods.add(decided);
        return outcome(decided);
      } catch (KubernetesClientTimeoutException e) {
        // It looked before all nodes were there, and nothing made it look again: ask afresh.
        delete(created);
      }
    }
    throw new IllegalStateException(
        "the scheduler did not decide on %s; its log is in target/judges/control-plane"
            .formatted(pod.getMetadata().getName()));
  }

  private boolean isDecided(Pod pod) {
    if (pod == null) {
      return false;
    }
    Matcher said = OF_ALL_NODES.matcher(outcome(pod).said());
    return pod.getSpec().getNodeName() != null
        || (said.find() && Integer.parseInt(said.group(1)) == nodes.size());
  }

  private static Outcome outcome(Pod pod) {
    String said =
        pod.getStatus().getConditions().stream()
            .filter(condition -> condition.getType().equals("PodScheduled"))
            .findFirst()
            .map(PodCondition::getMessage)
            .orElse("");
    return new Outcome(Optional.ofNullable(pod.getSpec().getNodeName()), said);
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
