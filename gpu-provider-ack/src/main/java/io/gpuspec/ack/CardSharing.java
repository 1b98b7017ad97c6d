package io.gpuspec.ack;

/**
 * What keeps the pods of a shared card apart, as {@code ack.node.gpu.schedule} of the node says.
 * Where a pod asks for compute as well, its nodes have {@code core_mem}, which keeps both apart.
 */
public enum CardSharing {
  /** Each pod's memory, by cGPU. */
  CGPU,
  /** Each pod's memory, by NVIDIA MPS, whose control daemon the cluster needs. */
  MPS,
  /** Nothing: memory is only counted, and a pod that takes more fails its neighbours. */
  SHARE
}
