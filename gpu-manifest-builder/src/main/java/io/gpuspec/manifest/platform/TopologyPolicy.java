package io.gpuspec.manifest.platform;

/**
 * How the kubelet's topology manager treats a container, or a pod, whose CPUs and devices it cannot
 * get from one NUMA node ({@code topologyManagerPolicy}).
 *
 * <pre>{@code
 * TopologyPolicy.BEST_EFFORT.lacks();
 *     // one NUMA node: where none has room, the pod runs across several without a word
 * }</pre>
 *
 * <p>Whatever the policy, it is the kubelet's, on a node that was chosen: the scheduler does not
 * see NUMA nodes and may choose one where the pod is then refused. CPUs take part only under the
 * CPU manager's static policy, memory only under the memory manager's, devices only if their plugin
 * reports NUMA nodes.
 */
public enum TopologyPolicy {
  /** Nothing is aligned; the kubelet's default. */
  NONE("none", "nothing", "any alignment"),

  /** Aligned where there is room; admitted all the same where there is none. */
  BEST_EFFORT(
      "best-effort",
      "CPUs and GPUs of one NUMA node while one has enough of both free",
      "one NUMA node: where none has room, the pod runs across several without a word"),

  /** Aligned to as few NUMA nodes as the request can ever have on this machine, or refused. */
  RESTRICTED(
      "restricted",
      "as few NUMA nodes as hold such a request on an empty machine, or the pod is refused",
      "one NUMA node for what is larger than one: eight GPUs of a machine with four on each NUMA node are admitted on two"),

  /** Aligned to one NUMA node, or refused. */
  SINGLE_NUMA_NODE(
      "single-numa-node",
      "one NUMA node for the CPUs and GPUs of each container, or the pod is refused",
      "that a pod fits: what is larger than a NUMA node never runs, and a refused pod fails and is not scheduled again by itself");

  private final String text;
  private final String guarantees;
  private final String lacks;

  TopologyPolicy(String text, String guarantees, String lacks) {
    this.text = text;
    this.guarantees = guarantees;
    this.lacks = lacks;
  }

  /** What it guarantees, in half a sentence. */
  public String guarantees() {
    return guarantees;
  }

  /** What it does not guarantee, in half a sentence. */
  public String lacks() {
    return lacks;
  }

  /** The word that the kubelet uses. */
  @Override
  public String toString() {
    return text;
  }
}
