package io.gpuspec.ack;

/** Which whole cards of a node a pod gets, as {@code ack.node.gpu.schedule} of the node says. */
public enum GpuScheduling {
  /** Any that are free: the pod asks for {@code nvidia.com/gpu}. */
  DEFAULT,
  /**
   * Those that are linked best: the pod asks for {@code aliyun.com/gpu} of nodes with the label's
   * value {@code topology}, which only ACK Pro clusters have. That the cards, or the CPUs with
   * them, are of one NUMA node it does not promise.
   */
  TOPOLOGY
}
