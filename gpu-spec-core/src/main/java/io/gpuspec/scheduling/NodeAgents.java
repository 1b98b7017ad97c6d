package io.gpuspec.scheduling;

import io.gpuspec.internal.Arguments;
import io.gpuspec.value.Citation;
import io.gpuspec.value.Note;
import java.util.Optional;

/**
 * Information about a target's nodes for DaemonSets that serve GPUs, such as a device plugin.
 *
 * <pre>{@code
 * gpus.in("eks").nodeAgents().gpuNodes();
 *     // Optional[karpenter.k8s.aws/instance-gpu-manufacturer In [nvidia]]
 * gpus.in("ack").nodeAgents().devicePlugin();    // Optional[device-plugin.own: ACK ...]
 * }</pre>
 *
 * @param gpuNodes the term that selects the target's GPU nodes; empty if none is known
 * @param devicePlugin the reason why NVIDIA's device plugin must not be installed; empty if it has
 *     to be
 */
public record NodeAgents(Optional<NodeTerm> gpuNodes, Optional<Note> devicePlugin) {
  /** Nodes whose agents are not known. */
  public static final NodeAgents UNKNOWN = new NodeAgents(Optional.empty(), Optional.empty());

  /** Refuses null. */
  public NodeAgents {
    Arguments.notNull("gpuNodes, devicePlugin", gpuNodes, devicePlugin);
  }

  /** Returns nodes that need a device plugin, selected by a term. */
  public static NodeAgents of(NodeTerm gpuNodes) {
    return new NodeAgents(
        Optional.of(Arguments.required("gpuNodes", gpuNodes, "a NodeTerm")), Optional.empty());
  }

  /**
   * Returns nodes on which no device plugin must be installed, because something else manages the
   * devices.
   */
  public static NodeAgents without(String why, Citation citation) {
    return new NodeAgents(
        Optional.empty(), Optional.of(Note.of("device-plugin.own", why, citation)));
  }

  /**
   * Returns the term that selects the nodes, and the reason if no device plugin must be installed.
   */
  @Override
  public String toString() {
    return devicePlugin
        .map(why -> "no device plugin: " + why.message())
        .orElseGet(
            () -> "GPU nodes: " + gpuNodes.map(NodeTerm::toString).orElse("not told from others"));
  }
}
