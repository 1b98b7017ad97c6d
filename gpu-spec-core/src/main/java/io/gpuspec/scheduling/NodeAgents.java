package io.gpuspec.scheduling;

import io.gpuspec.internal.Arguments;
import io.gpuspec.value.Citation;
import io.gpuspec.value.Note;
import java.util.Optional;

/**
 * What DaemonSets that serve GPUs, such as a device plugin, need to know of a target's nodes.
 *
 * <pre>{@code
 * gpus.in("eks").nodeAgents().gpuNodes();
 *     // Optional[karpenter.k8s.aws/instance-gpu-manufacturer In [nvidia]]
 * gpus.in("ack").nodeAgents().devicePlugin();    // Optional[device-plugin.own: ACK ...]
 * }</pre>
 *
 * @param gpuNodes what tells the target's GPU nodes from others; empty where nothing is known to
 * @param devicePlugin that NVIDIA's device plugin must not be installed, and why; empty where it
 *     has to be
 */
public record NodeAgents(Optional<NodeTerm> gpuNodes, Optional<Note> devicePlugin) {
  /** Nodes of which nothing is known. */
  public static final NodeAgents UNKNOWN = new NodeAgents(Optional.empty(), Optional.empty());

  /** Refuses null. */
  public NodeAgents {
    Arguments.required("gpuNodes", gpuNodes, "an Optional, empty for none");
    Arguments.required("devicePlugin", devicePlugin, "an Optional, empty for none");
  }

  /** Returns nodes that need a device plugin, told from others by a term. */
  public static NodeAgents of(NodeTerm gpuNodes) {
    return new NodeAgents(
        Optional.of(Arguments.required("gpuNodes", gpuNodes, "a NodeTerm")), Optional.empty());
  }

  /** Returns nodes on which no device plugin must be installed, and who gives out the devices. */
  public static NodeAgents without(String why, Citation citation) {
    return new NodeAgents(
        Optional.empty(), Optional.of(Note.of("device-plugin.own", why, citation)));
  }

  /** Returns what tells the nodes, and why no device plugin must be installed where that is so. */
  @Override
  public String toString() {
    return devicePlugin
        .map(why -> "no device plugin: " + why.message())
        .orElseGet(
            () -> "GPU nodes: " + gpuNodes.map(NodeTerm::toString).orElse("not told from others"));
  }
}
