package io.gpuspec.eks;

/** What a pod selects its node by. */
public enum NodeSelection {
  /**
   * Karpenter's label {@code karpenter.k8s.aws/instance-gpu-name}, with {@code instance-gpu-memory}
   * where one name stands for several GPUs. Any instance type with this GPU will do. On {@code
   * eks/nodegroup}, where nodes have no such label, the instance types by name.
   */
  GPU_NAME,
  /** {@code node.kubernetes.io/instance-type}: the instance type found and no other. */
  INSTANCE_TYPE,
  /**
   * {@code node-type: gpu}, a label that the NodePool or node group must carry, and the
   * architecture; any GPU will do.
   */
  NODE_TYPE,
  /** The architecture alone; any node of it with enough GPUs will do. */
  NONE
}
